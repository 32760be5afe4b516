#include "pintle/schema/rule_program.h"

#include "pintle/base/strings.h"
#include "pintle/schema/field_path.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/rule_compile.h"
#include "pintle/schema/structural.h"

namespace pintle::schema {
namespace {

field::ErrorType ReasonOf(std::string_view reason) {
  if (reason == "FieldValueForbidden") return field::ErrorType::kForbidden;
  if (reason == "FieldValueRequired") return field::ErrorType::kRequired;
  if (reason == "FieldValueDuplicate") return field::ErrorType::kDuplicate;
  return field::ErrorType::kInvalid;
}

RuleProgram MakeProgram(const Value& rule, const Structural& node, const RuleTypes& types,
                        const RuleType& self) {
  CompiledRule compiled = CompileRule(rule, types, self);
  RuleProgram program;
  program.fault = compiled.rule.fault;
  if (compiled.rule.checked) {
    program.rule = compiled.rule.executable;
    program.uses_old_self = compiled.rule.uses_old_self;
  }
  if (compiled.message.checked) {
    program.message = compiled.message.executable;
    program.message_uses_old_self = compiled.message.uses_old_self;
    program.message_text = compiled.message.checked->source;
  }
  program.optional_old_self = Flag(rule, "optionalOldSelf");
  program.reason = ReasonOf(rule.FindString("reason"));
  program.field_path = NormalizedFieldPath(node, rule.FindString("fieldPath"));
  std::string_view message = rule.FindString("message");
  program.name = TrimSpace(message.empty() ? rule.FindString("rule") : message);
  program.detail = message.empty() ? "failed rule: " + program.name : program.name;
  return program;
}

}  // namespace

// Recursion follows the schema, so it is at most kMaxSchemaDepth deep.
void RuleSet::Programs::Make(const Structural& node) {
  if (!node.subtree_has_validations) return;
  const RuleType* self = node.validations != nullptr ? types.Of(node) : nullptr;
  if (self != nullptr) {
    auto [made, is_new] = nodes.try_emplace(&node);
    if (!is_new) return;  // it stands at another place too
    NodePrograms& programs = made->second;
    programs.self = self;
    for (const Value& rule : node.validations->items()) {
      programs.rules.push_back(MakeProgram(rule, node, types, *self));
    }
  }
  if (node.items != nullptr) Make(*node.items);
  if (node.additional_properties != nullptr) Make(*node.additional_properties);
  for (const Property& property : node.properties) Make(*property.schema);
}

}  // namespace pintle::schema
