#pragma once

#include <vector>

#include "pintle/cel/ast.h"
#include "pintle/cel/source.h"

namespace pintle::cel {

// What the accumulator of a macro's fold is called; no variable can have such a name.
inline constexpr const char* kAccumulator = "@result";

// Functions that only macros call.
inline constexpr const char* kNotStrictlyFalse = "@not_strictly_false";
inline constexpr const char* kMapInsert = "cel.@mapInsert";
inline constexpr const char* kSortByKeys = "@sortByAssociatedKeys";

// Whether a call of this name and number of arguments is a macro.
bool IsMacro(std::string_view function, bool member, size_t arguments);

// The expansion of a macro call; null, with an issue, if its arguments are not what it takes.
ExprPtr ExpandMacro(uint32_t offset, Call call, std::vector<Issue>& issues);

}  // namespace pintle::cel
