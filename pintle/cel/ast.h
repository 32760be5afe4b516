#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "pintle/cel/type.h"

// The syntax tree of an expression. The parser makes it, with macros expanded; the checker fills in
// types and the functions that calls mean; the evaluator walks it.
namespace pintle::cel {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct Function;  // function.h: a function with its overloads

// null, true, 1, 1u, 1.5, 'text', b'bytes'.
struct Constant {
  struct Bytes {
    std::string data;
  };
  std::variant<std::nullptr_t, bool, int64_t, uint64_t, double, std::string, Bytes> value;
};

struct Ident {
  std::string name;
  // Where the evaluator finds it: filled in by the checker. Variables of comprehensions are `local`
  // and count from the innermost outwards: a comprehension adds its accumulator, and within its
  // condition and step also its variable and then its second variable; the last added is 0. Others
  // are numbered by their declaration. Names of types (`int`) have no slot; what they mean is the
  // parameter of the expression's type.
  bool local = false;
  int slot = -1;
};

// `operand.field`; with `test` it is has(operand.field), with `optional` operand.?field.
struct Select {
  ExprPtr operand;
  std::string field;
  bool test = false;
  bool optional = false;
};

// Operators are calls too: `_+_`, `_&&_`, `_?_:_`, `_[_]`, `!_`, `-_`, `@in`, `_[?_]`.
struct Call {
  std::string function;
  ExprPtr target;  // null for a global function
  std::vector<ExprPtr> arguments;
  // Filled in by the checker: the overloads that the static types allow, in order of declaration.
  // One means that no choice is left for the evaluator.
  const Function* declaration = nullptr;
  std::vector<int> overloads;
};

struct ListLiteral {
  std::vector<ExprPtr> elements;
  std::vector<bool> optional;  // `[?x]`; empty if none is
};

struct MapLiteral {
  struct Entry {
    ExprPtr key;
    ExprPtr value;
    bool optional = false;
  };
  std::vector<Entry> entries;
};

// A fold over a list or map: what the macros all, exists, map, filter ... become.
//   accumulator = init
//   for variable [, second_variable] in range: if (!condition) break; accumulator = step
//   -> result
struct Comprehension {
  std::string variable;
  std::string second_variable;  // empty: one variable
  ExprPtr range;
  std::string accumulator;
  ExprPtr init;
  ExprPtr condition;
  ExprPtr step;
  ExprPtr result;
};

struct Expr {
  // Byte offset in the source.
  uint32_t offset = 0;
  // How many expressions stand one below the other, this one included. The parser bounds it, so
  // that recursion along the tree is safe.
  uint32_t height = 1;
  std::variant<Constant, Ident, Select, Call, ListLiteral, MapLiteral, Comprehension> node;
  TypeRef type;  // filled in by the checker
};

}  // namespace pintle::cel
