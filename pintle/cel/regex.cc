#include "pintle/cel/regex.h"

#include <fmt/format.h>
#include <re2/re2.h>

namespace pintle::cel {
namespace {

// `(?<name>...)` is newer than the library: spelled `(?P<name>...)` it means the same.
// Look-behinds, which RE2 does not have, stay as they are and are refused. Escapes and classes are
// skipped.
std::string RewriteNamedGroups(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool in_class = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    out += c;
    if (c == '\\' && i + 1 < text.size()) {
      out += text[++i];
    } else if (c == '[') {
      in_class = true;
    } else if (c == ']') {
      in_class = false;
    } else if (!in_class && c == '(' && text.substr(i).starts_with("(?<") && i + 3 < text.size() &&
               text[i + 3] != '=' && text[i + 3] != '!') {
      out += "?P<";
      i += 2;
    }
  }
  return out;
}

std::string_view ErrorText(re2::RE2::ErrorCode code) {
  switch (code) {
    case re2::RE2::ErrorBadEscape:
      return "invalid escape sequence";
    case re2::RE2::ErrorBadCharClass:
      return "invalid character class";
    case re2::RE2::ErrorBadCharRange:
      return "invalid character class range";
    case re2::RE2::ErrorMissingBracket:
      return "missing closing ]";
    case re2::RE2::ErrorMissingParen:
      return "missing closing )";
    case re2::RE2::ErrorUnexpectedParen:
      return "unexpected )";
    case re2::RE2::ErrorTrailingBackslash:
      return "trailing backslash at end of expression";
    case re2::RE2::ErrorRepeatArgument:
      return "missing argument to repetition operator";
    case re2::RE2::ErrorRepeatSize:
      return "invalid repeat count";
    case re2::RE2::ErrorRepeatOp:
      return "invalid nested repetition operator";
    case re2::RE2::ErrorBadPerlOp:
      return "invalid or unsupported Perl syntax";
    case re2::RE2::ErrorBadUTF8:
      return "invalid UTF-8";
    case re2::RE2::ErrorBadNamedCapture:
      return "invalid named capture";
    case re2::RE2::ErrorPatternTooLarge:
      return "expression too large";
    default:
      return "internal error";
  }
}

}  // namespace

std::unique_ptr<re2::RE2> CompileRegex(std::string_view text) {
  return std::make_unique<re2::RE2>(RewriteNamedGroups(text), re2::RE2::Quiet);
}

std::string RegexError(const re2::RE2& regex) {
  if (regex.ok()) return {};
  return fmt::format("error parsing regexp: {}: `{}`", ErrorText(regex.error_code()),
                     regex.error_arg());
}

}  // namespace pintle::cel
