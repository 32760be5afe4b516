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

// Faults that only literals can have at this stage: durations, timestamps, regular expressions and
// formats that are none, and lists and maps of mixed types. For trees without other issues.
void CheckLiterals(Expr& root, std::vector<Issue>& issues);

// The part of CheckLiterals() for a call of string.format() at `offset`: whether the clauses of a
// literal format fit the arguments of a literal list.
void CheckFormat(uint32_t offset, const Call& call, std::vector<Issue>& issues);

}  // namespace pintle::cel
