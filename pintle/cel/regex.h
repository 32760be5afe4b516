#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}  // namespace re2

// Regular expressions: RE2 syntax, faults told as the reference tells them.
namespace pintle::cel {

// Never null; whether it is usable says ok().
std::unique_ptr<re2::RE2> CompileRegex(std::string_view text);

// Why it is not: "error parsing regexp: missing closing ]: `[`". Empty if it is.
std::string RegexError(const re2::RE2& regex);

}  // namespace pintle::cel
