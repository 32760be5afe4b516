#include "pintle/scheme/lifecycle.h"

#include <fmt/format.h>

namespace pintle::scheme {

std::string DeprecationWarning(const GroupVersionKind& kind, const Lifecycle& lifecycle,
                               Release current) {
  if (!lifecycle.deprecated || lifecycle.deprecated > current) return {};
  std::string text = fmt::format("{} {} is deprecated in v{}.{}+", kind.group_version().Text(),
                                 kind.kind, lifecycle.deprecated.major, lifecycle.deprecated.minor);
  if (lifecycle.removed) {
    text +=
        fmt::format(", unavailable in v{}.{}+", lifecycle.removed.major, lifecycle.removed.minor);
  }
  if (!lifecycle.replacement.empty()) text += fmt::format("; use {}", lifecycle.replacement);
  return text;
}

}  // namespace pintle::scheme
