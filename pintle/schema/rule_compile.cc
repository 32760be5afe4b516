#include "pintle/schema/rule_compile.h"

#include "pintle/base/strings.h"
#include "pintle/cel/estimate.h"
#include "pintle/schema/open_api.h"

namespace pintle::schema {
namespace {

struct Wanted {
  const cel::TypeRef& type;
  std::string_view fault_prefix;
  std::string_view wrong_type;
};

RuleExpression CompileExpression(std::string_view source, const cel::Environment& environment,
                                 const RuleType& self, const Wanted& wanted) {
  RuleExpression expression;
  if (TrimSpace(source).empty()) return expression;
  Result<cel::CheckedExpression> checked = cel::Compile(source, environment);
  if (!checked) {
    expression.fault = std::string(wanted.fault_prefix) + checked.error().message();
    return expression;
  }
  if (!cel::SameType(*checked->type(), *wanted.type)) {
    expression.fault = wanted.wrong_type;
    return expression;
  }
  expression.most_cost = cel::EstimateCost(*checked, RuleSizes(self)).most;
  expression.checked = std::move(*checked);
  return expression;
}

}  // namespace

CompiledRule CompileRule(const Value& rule, const RuleTypes& types, const RuleType& self) {
  cel::Environment environment;
  environment.provider = &types;
  bool optional = Flag(rule, "optionalOldSelf");
  environment.variables = {{"self", self.type},
                           {"oldSelf", optional ? cel::OptionalType(self.type) : self.type}};
  CompiledRule compiled;
  compiled.rule = CompileExpression(
      rule.FindString("rule"), environment, self,
      {cel::BoolType(), "compilation failed: ", "cel expression must evaluate to a bool"});
  if (!compiled.rule.checked) return compiled;
  compiled.message = CompileExpression(rule.FindString("messageExpression"), environment, self,
                                       {cel::StringType(), "messageExpression compilation failed: ",
                                        "messageExpression must evaluate to a string"});
  return compiled;
}

}  // namespace pintle::schema
