#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/cel/ast.h"
#include "pintle/cel/function.h"
#include "pintle/cel/type.h"

namespace pintle::cel {

struct Variable {
  std::string name;
  TypeRef type;
};

// What an expression may refer to.
struct Environment {
  // The position of a variable here is its slot.
  std::vector<Variable> variables;
  // Knows the fields of object types; may be null if no variable has one. Used while compiling
  // only.
  const TypeProvider* provider = nullptr;
  // Null: StandardFunctions(). Must outlive what is compiled.
  const FunctionSet* functions = nullptr;
};

// An expression that was parsed and type-checked. Immutable; any thread may read it.
struct CheckedExpression {
  std::string source;
  ExprPtr root;
  // By slot: whether the expression refers to the variable.
  std::vector<bool> uses;

  const TypeRef& type() const { return root->type; }
};

// Parses and checks an expression. The message of the error is IssuesText().
Result<CheckedExpression> Compile(std::string_view source, const Environment& environment);

}  // namespace pintle::cel
