#pragma once

#include <optional>
#include <string>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/random_expression_for_test.h"

namespace pintle::cel {

// What a random expression did that no expression may do; nothing if all was well.
//   - It does not compile although it is well-typed.
//   - Two evaluations differ.
//   - It goes on after the limit of its cost was passed.
//   - It costs more than was estimated.
class EvaluationCheck {
 public:
  explicit EvaluationCheck(Choices& choices)
      : variables_(arena_, choices), expression_(choices), source_(expression_.Make()) {}

  std::optional<std::string> Run() {
    static const Environment kEnvironment = RandomVariables::MakeEnvironment();
    Result<CheckedExpression> checked = Compile(source_, kEnvironment);
    if (!checked) return "does not compile: " + checked.error().message();
    Executable executable = Executable::Bind(*checked->root);
    Outcome whole = Evaluate(executable, kEvaluationCostLimit);
    Outcome again = Evaluate(executable, kEvaluationCostLimit);
    std::string text = DatumText(whole.value);
    if (text != DatumText(again.value) || whole.cost != again.cost) {
      return fmt::format("{}: once {} for {}, once {} for {}", source_, text, whole.cost,
                         DatumText(again.value), again.cost);
    }
    uint64_t estimated = EstimateCost(*checked, variables_).most;
    if (expression_.estimate_holds() && whole.cost > estimated) {
      return fmt::format("{}: costs {}, estimated as {}", source_, whole.cost, estimated);
    }
    return CheckLimit(executable, whole.cost);
  }

 private:
  Outcome Evaluate(const Executable& executable, uint64_t limit) {
    EvaluationLimits limits;
    limits.cost = limit;
    return executable.Evaluate(variables_.values(), arena_, limits);
  }

  // With a limit, evaluation must end with the step that passes it: a limit just below where it
  // ended makes it end there too.
  std::optional<std::string> CheckLimit(const Executable& executable, uint64_t cost) {
    if (cost < 2) return std::nullopt;
    uint64_t limit = cost / 2;
    Outcome cut = Evaluate(executable, limit);
    Outcome later = Evaluate(executable, cut.cost - 1);
    bool good = cut.cost_exceeded && cut.value.is_error() &&
                cut.value.text() == kCostLimitExceeded && cut.cost > limit && cut.cost <= cost &&
                later.cost == cut.cost;
    if (good) return std::nullopt;
    return fmt::format("{}: costs {}; with a limit of {} it ends at {}, with one of {} at {}: {}",
                       source_, cost, limit, cut.cost, cut.cost - 1, later.cost,
                       DatumText(cut.value));
  }

  Arena arena_;
  RandomVariables variables_;
  RandomExpression expression_;
  std::string source_;
};

}  // namespace pintle::cel
