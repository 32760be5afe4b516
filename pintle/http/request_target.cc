#include "pintle/http/request_target.h"

#include "pintle/base/strings.h"
#include "pintle/http/query.h"

namespace pintle::http {

bool SplitTarget(std::string_view target, Request& request) {
  for (std::string_view scheme : {"http://", "https://"}) {
    if (EqualIgnoreCase(target.substr(0, scheme.size()), scheme)) {
      size_t slash = target.find_first_of("/?", scheme.size());
      target = slash == std::string_view::npos ? "/" : target.substr(slash);
      break;
    }
  }
  size_t question = target.find('?');
  if (question != std::string_view::npos) request.query = target.substr(question + 1);
  std::string_view raw_path = target.substr(0, question);
  if (!raw_path.starts_with('/')) return false;
  auto path = PercentDecode(raw_path, PlusSign::kLiteral);
  if (!path) return false;
  request.path = std::move(*path);
  return true;
}

}  // namespace pintle::http
