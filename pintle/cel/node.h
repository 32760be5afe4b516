#pragma once

#include <re2/re2.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pintle/cel/datum.h"
#include "pintle/cel/function.h"

// The form expressions are evaluated in. Only binding and evaluating need it.
namespace pintle::cel {

// With their target.
inline constexpr size_t kMostArguments = 4;

enum class Operation : uint8_t {
  kConstant,
  kVariable,
  kLocal,
  kSelect,
  kTest,
  kIndex,
  kAnd,
  kOr,
  kTernary,
  kNotStrictlyFalse,
  kCall,
  kList,
  kMap,
  kFold,
  kAppend,  // to the list a fold makes
  kInsert,  // into the map a fold makes
};

// An overload that a call may mean, with the kinds of values its arguments may have.
struct Candidate {
  const Overload* overload = nullptr;
  std::array<uint32_t, kMostArguments> kinds = {};  // bit per Datum::Kind
  // The type of a library an argument must have; null: not one.
  std::array<const std::string*, kMostArguments> opaque = {};
  bool has_opaque = false;
};

struct Node {
  Operation operation = Operation::kConstant;
  bool optional = false;  // select and index: `.?` and `[?]`
  bool free = false;      // a call that costs nothing itself
  // What the macro step fills while it loops: made anew for every fold.
  bool makes_list = false;
  bool makes_map = false;
  uint32_t cost = 0;  // what it always costs
  // kVariable, kLocal, kAppend, kInsert: where. kFold: of its first variable, the second one and
  // the accumulator follow.
  uint32_t slot = 0;
  bool two_variables = false;
  Datum constant;  // of a select: the name of the field
  // Of a fold: range, init, condition, step, result. Of a map: keys and values in turn.
  std::span<const Node* const> children;
  std::span<const Candidate> candidates;
  const re2::RE2* pattern = nullptr;
  const bool* optional_elements = nullptr;  // of lists and maps; null: none is
};

struct Code {
  Arena arena;
  std::vector<std::unique_ptr<re2::RE2>> patterns;
  const Node* root = nullptr;
  size_t locals = 0;
  std::string fault;  // Executable::fault()
};

}  // namespace pintle::cel
