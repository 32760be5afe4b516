#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}  // namespace re2

namespace pintle::schema {

// A compiled `pattern` keyword: RE2 syntax, searched anywhere in a text. Immutable and thread-safe.
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
  std::unique_ptr<re2::RE2> regex_;
};

}  // namespace pintle::schema
