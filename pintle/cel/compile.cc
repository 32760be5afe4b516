#include "pintle/cel/compile.h"

#include "pintle/cel/check.h"
#include "pintle/cel/parser.h"
#include "pintle/cel/source.h"

namespace pintle::cel {

Result<CheckedExpression> Compile(std::string_view source, const Environment& environment) {
  CheckedExpression expression;
  expression.source = source;
  std::vector<Issue> issues;
  expression.root = Parse(source, issues);
  if (issues.empty()) Check(*expression.root, environment, expression.uses, issues);
  if (issues.empty()) CheckLiterals(*expression.root, issues);
  if (!issues.empty()) return Fail(Reason::kInvalid, IssuesText(source, std::move(issues)));
  return expression;
}

}  // namespace pintle::cel
