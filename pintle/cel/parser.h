#pragma once

#include <string_view>
#include <vector>

#include "pintle/cel/ast.h"
#include "pintle/cel/source.h"

namespace pintle::cel {

// How long an expression may be, in characters, and how deep its parts may nest.
inline constexpr size_t kLongestExpression = 100'000;
inline constexpr int kDeepestExpression = 250;
// How tall the tree of a part may be, macros expanded. One chain of operators and selections on top
// of it adds up to four times kDeepestExpression: that is how deep recursion along a tree goes.
inline constexpr uint32_t kTallestExpression = 1000;

// The tree of an expression, macros expanded. With issues the result may be null and is not to be
// used.
ExprPtr Parse(std::string_view source, std::vector<Issue>& issues);

}  // namespace pintle::cel
