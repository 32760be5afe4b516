#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/cel/type.h"

namespace pintle::cel {

class Datum;       // datum.h: a value at run time
class Evaluation;  // evaluate.h: one evaluation under way: its arena, its cost so far

// A range of sizes or costs that is known before evaluation. Sums and products stop at the largest
// number.
struct Estimate {
  uint64_t least = 0;
  uint64_t most = 0;
};

// What is known of an argument before evaluation: how many characters, bytes or elements it has,
// and how many each element has.
struct ArgumentSize {
  Estimate size;
  Estimate element_size;
  TypeRef type;
  std::optional<int64_t> number = {};  // of an argument that is a literal
};

// One signature of a function with what it does and what it costs.
struct Overload {
  std::string_view id;             // `string_starts_with`
  bool member = false;             // called as target.name(...): the target is the first argument
  std::vector<TypeRef> arguments;  // may have kParameter types
  TypeRef result;

  // Faults are Datum errors. Operators that decide which operands are evaluated (&&, ||, ?:) have
  // none: the evaluator knows them.
  Datum (*run)(Evaluation& evaluation, std::span<const Datum> arguments) = nullptr;
  // Cost of one call; null: 1.
  uint64_t (*cost)(std::span<const Datum> arguments, const Datum& result) = nullptr;
  // The same before evaluation; null: 1. `result_size` may be set.
  Estimate (*estimate)(std::span<const ArgumentSize> arguments, Estimate* result_size) = nullptr;
  // Which argument is a regular expression; -1: none. A constant one is compiled once.
  int pattern_argument = -1;
};

struct Function {
  std::string name;
  std::vector<Overload> overloads;
};

// All functions that expressions may call; made once, then read by any thread.
class FunctionSet {
 public:
  virtual ~FunctionSet() = default;
  virtual const Function* Find(std::string_view name) const = 0;
};

// The standard library and the extensions that custom resources may use.
const FunctionSet& StandardFunctions();

}  // namespace pintle::cel
