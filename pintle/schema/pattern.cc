#include "pintle/schema/pattern.h"

#include <re2/re2.h>

#include "pintle/cel/regex.h"

namespace pintle::schema {

Pattern::Pattern(std::string_view text) : text_(text) {}

Pattern::~Pattern() = default;

const re2::RE2& Pattern::Compiled() const {
  std::call_once(compiling_, [&] { regex_ = cel::CompileRegex(text_); });
  return *regex_;
}

std::string Pattern::error() const { return cel::RegexError(Compiled()); }

bool Pattern::Matches(std::string_view text) const {
  const re2::RE2& regex = Compiled();
  return regex.ok() && re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), regex);
}

}  // namespace pintle::schema
