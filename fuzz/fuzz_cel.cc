// Expressions as they come: parsed, checked, estimated and evaluated.
#include <string>
#include <vector>

#include "fuzz/fuzzing.h"
#include "pintle/cel/compile.h"
#include "pintle/cel/estimate.h"
#include "pintle/cel/evaluate.h"
#include "pintle/cel/lexer.h"
#include "pintle/cel/parser.h"
#include "pintle/codec/document.h"

namespace {

namespace cel = pintle::cel;
using pintle::Arena;
using pintle::fuzzing::Require;

constexpr uint64_t kCostLimit = 10'000;
// Trees, types and messages are larger than the text they are made of.
constexpr pintle::fuzzing::HeldBytes kExpressionHeld = {size_t{1} << 20, 16 * 1024};

constexpr std::string_view kSelf =
    R"({"n":5,"d":1.5,"s":"hello","t":true,"z":null,"l":[1,2,3],"m":{"a":"x","b":"y"},)"
    R"("o":[{"k":"a","v":1},{"k":"b","v":2}]})";

cel::Environment MakeEnvironment() {
  cel::Environment environment;
  environment.variables = {{"self", cel::MapType(cel::StringType(), cel::DynType())},
                           {"n", cel::IntType()},
                           {"s", cel::StringType()},
                           {"l", cel::ListType(cel::IntType())}};
  return environment;
}

class NoSizes final : public cel::SizeProvider {
 public:
  std::optional<uint64_t> MostElements(std::span<const std::string_view>) const override {
    return std::nullopt;
  }
};

void CheckPositions(std::string_view text) {
  std::vector<cel::Issue> issues;
  for (const cel::Token& token : cel::Tokenize(text, issues)) {
    Require(token.offset + token.text.size() <= text.size());
    Require(token.text == text.substr(token.offset, token.text.size()));
  }
  cel::ExprPtr tree = cel::Parse(text, issues);
  for (const cel::Issue& issue : issues) Require(issue.offset <= text.size());
  if (issues.empty()) Require(tree != nullptr && tree->offset <= text.size());
  Require(issues.empty() || !cel::IssuesText(text, issues).empty());
}

void Evaluate(const cel::Executable& executable) {
  Arena arena;
  auto self = pintle::codec::ParseJson(kSelf, arena);
  const cel::Datum variables[] = {cel::FromValue(arena, *self), cel::Datum::Int(5),
                                  cel::Datum::String("hello"),
                                  cel::FromValue(arena, self->Find("l"))};
  cel::EvaluationLimits limits;
  limits.cost = kCostLimit;
  cel::Outcome first = executable.Evaluate(variables, arena, limits);
  cel::Outcome second = executable.Evaluate(variables, arena, limits);
  Require(first.cost == second.cost && first.cost_exceeded == second.cost_exceeded);
  Require(first.cost_exceeded == (first.cost > kCostLimit));
  Require(cel::DatumText(first.value) == cel::DatumText(second.value));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const cel::Environment kEnvironment = MakeEnvironment();
  std::string_view text = pintle::fuzzing::AsText(data, size);
  CheckPositions(text);
  std::optional<cel::Executable> executable;
  {
    pintle::fuzzing::AllocationMeter meter;
    auto checked = cel::Compile(text, kEnvironment);
    if (checked) {
      cel::Estimate estimate = cel::EstimateCost(*checked, NoSizes());
      Require(estimate.least <= estimate.most);
      executable = cel::Executable::Bind(*checked->root);
    }
    pintle::fuzzing::RequireAtMost(meter.peak_bytes(), kExpressionHeld.For(text));
  }
  if (executable) Evaluate(*executable);
  return 0;
}
