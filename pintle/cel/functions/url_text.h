#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pintle::cel {

// The parts of an absolute URI or an absolute path, as views of its text.
struct UrlParts {
  std::string_view scheme;  // as written
  std::string_view host;    // with brackets and port
  std::string_view path;
  std::string_view query;
};

// Nothing, with `error` set, if `text` is neither.
std::optional<UrlParts> ParseUrl(std::string_view text, std::string& error);
std::string EscapedPath(std::string_view path);
// Nothing if a % is not followed by two hexadecimal digits. `plus`: + means a space.
std::optional<std::string> Unescape(std::string_view text, bool plus);

}  // namespace pintle::cel
