#pragma once

#include <vector>

#include "pintle/cel/ast.h"
#include "pintle/cel/compile.h"
#include "pintle/cel/source.h"

namespace pintle::cel {

// Gives every expression of the tree its type, every name its slot and every call its overloads.
// With issues the tree is not to be used. `uses` gets an element for each variable.
void Check(Expr& root, const Environment& environment, std::vector<bool>& uses,
           std::vector<Issue>& issues);

// Faults that only literals can have at this stage: durations, timestamps and regular expressions
// that are none, and lists and maps of mixed types. For trees without other issues.
void CheckLiterals(Expr& root, std::vector<Issue>& issues);

}  // namespace pintle::cel
