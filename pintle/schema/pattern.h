#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}  // namespace re2

namespace pintle::schema {

// A `pattern` keyword: RE2 syntax, searched anywhere in a text. Compiled when it is first needed,
// for it takes kilobytes. Immutable and thread-safe.
class Pattern {
 public:
  // Never fails; see error().
  explicit Pattern(std::string_view text);
  ~Pattern();
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  // Empty, or why the text is no regular expression: "error parsing regexp: missing closing ]:
  // `[`".
  std::string error() const;
  bool Matches(std::string_view text) const;

 private:
  const re2::RE2& Compiled() const;

  const std::string text_;
  mutable std::once_flag compiling_;
  mutable std::unique_ptr<re2::RE2> regex_;  // written once under compiling_, then constant
};

}  // namespace pintle::schema
