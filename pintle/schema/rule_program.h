#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pintle/cel/evaluate.h"
#include "pintle/field/errors.h"
#include "pintle/schema/rule_set.h"
#include "pintle/schema/rule_type.h"

namespace pintle::schema {

// A rule as it is run.
struct RuleProgram {
  std::optional<cel::Executable> rule;     // absent if it could not be compiled
  std::optional<cel::Executable> message;  // of messageExpression
  std::string fault;                       // of a rule that could not be compiled
  bool uses_old_self = false;
  bool message_uses_old_self = false;
  bool optional_old_self = false;
  field::ErrorType reason = field::ErrorType::kInvalid;
  std::string field_path;    // as errors show it
  std::string name;          // how errors call the rule: its message, else its text
  std::string detail;        // of the error when it fails
  std::string message_text;  // the source of messageExpression
};

// The rules of a node.
struct NodePrograms {
  const RuleType* self = nullptr;
  std::vector<RuleProgram> rules;
};

// Written once under `made`, then constant.
struct RuleSet::Programs {
  std::once_flag made;
  RuleTypes types;
  std::unordered_map<const Structural*, NodePrograms> nodes;

  void Make(const Structural& node);
};

}  // namespace pintle::schema
