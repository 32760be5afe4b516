#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pintle/cel/compile.h"
#include "pintle/cel/evaluate.h"
#include "pintle/schema/rule_type.h"
#include "pintle/value/value.h"

namespace pintle::schema {

// The slot of `oldSelf` among the variables of a rule; `self` stands before it.
inline constexpr size_t kOldSelfSlot = 1;

// One of the expressions of a rule.
struct RuleExpression {
  std::optional<cel::CheckedExpression> checked;  // absent if there is none or it is faulty
  std::optional<cel::Executable> executable;      // of what is there
  std::string fault;                              // of a faulty one
  uint64_t most_cost = 0;
  bool uses_old_self = false;
};

struct CompiledRule {
  RuleExpression rule;
  RuleExpression message;
};

// Compiles an element of x-kubernetes-validations that stands at a node of type `self`.
CompiledRule CompileRule(const Value& rule, const RuleTypes& types, const RuleType& self);

}  // namespace pintle::schema
