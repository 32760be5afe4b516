#include "pintle/schema/pattern.h"

#include <fmt/format.h>
#include <re2/re2.h>

namespace pintle::schema {
namespace {

using re2::RE2;

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

std::string_view ErrorText(RE2::ErrorCode code) {
  switch (code) {
    case RE2::ErrorBadEscape:
      return "invalid escape sequence";
    case RE2::ErrorBadCharClass:
      return "invalid character class";
    case RE2::ErrorBadCharRange:
      return "invalid character class range";
    case RE2::ErrorMissingBracket:
      return "missing closing ]";
    case RE2::ErrorMissingParen:
      return "missing closing )";
    case RE2::ErrorUnexpectedParen:
      return "unexpected )";
    case RE2::ErrorTrailingBackslash:
      return "trailing backslash at end of expression";
    case RE2::ErrorRepeatArgument:
      return "missing argument to repetition operator";
    case RE2::ErrorRepeatSize:
      return "invalid repeat count";
    case RE2::ErrorRepeatOp:
      return "invalid nested repetition operator";
    case RE2::ErrorBadPerlOp:
      return "invalid or unsupported Perl syntax";
    case RE2::ErrorBadUTF8:
      return "invalid UTF-8";
    case RE2::ErrorBadNamedCapture:
      return "invalid named capture";
    case RE2::ErrorPatternTooLarge:
      return "expression too large";
    default:
      return "internal error";
  }
}

RE2::Options QuietOptions() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

}  // namespace

Pattern::Pattern(std::string_view text)
    : regex_(std::make_unique<RE2>(RewriteNamedGroups(text), QuietOptions())) {}

Pattern::~Pattern() = default;

std::string Pattern::error() const {
  if (regex_->ok()) return {};
  return fmt::format("error parsing regexp: {}: `{}`", ErrorText(regex_->error_code()),
                     regex_->error_arg());
}

bool Pattern::Matches(std::string_view text) const {
  return regex_->ok() && RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex_);
}

}  // namespace pintle::schema
