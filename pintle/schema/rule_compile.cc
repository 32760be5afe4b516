#include "pintle/schema/rule_compile.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/cel/estimate.h"
#include "pintle/schema/open_api.h"

namespace pintle::schema {
namespace {

struct Wanted {
  const cel::TypeRef& type;
  std::string_view name;  // stands before what went wrong; empty for the rule itself
  std::string_view wrong_type;
};

RuleExpression CompileExpression(std::string_view source, const cel::Environment& environment,
                                 const RuleType& self, const Wanted& wanted) {
  RuleExpression expression;
  if (TrimSpace(source).empty()) return expression;
  Result<cel::CheckedExpression> checked = cel::Compile(source, environment);
  if (!checked) {
    expression.fault =
        fmt::format("{}compilation failed: {}", wanted.name, checked.error().message());
    return expression;
  }
  if (!cel::SameType(*checked->type(), *wanted.type)) {
    expression.fault = wanted.wrong_type;
    return expression;
  }
  expression.uses_old_self = checked->uses[kOldSelfSlot];
  cel::Executable executable = cel::Executable::Bind(*checked->root);
  if (!executable.fault().empty()) {
    expression.fault =
        fmt::format("{}instantiation failed: {}", wanted.name.empty() ? "program " : wanted.name,
                    executable.fault());
    return expression;
  }
  expression.executable = std::move(executable);
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
  compiled.rule =
      CompileExpression(rule.FindString("rule"), environment, self,
                        {cel::BoolType(), "", "cel expression must evaluate to a bool"});
  if (!compiled.rule.checked) return compiled;
  compiled.message = CompileExpression(
      rule.FindString("messageExpression"), environment, self,
      {cel::StringType(), "messageExpression ", "messageExpression must evaluate to a string"});
  return compiled;
}

}  // namespace pintle::schema
