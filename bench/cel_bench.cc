#include <benchmark/benchmark.h>

#include <cstdlib>

#include "pintle/cel/compile.h"
#include "pintle/cel/evaluate.h"

// How long typical rules of custom resources take to evaluate.
namespace pintle::cel {
namespace {

constexpr int kItems = 3;

Value MakeSelf(Arena& arena) {
  std::vector<Value> items(kItems, Value::Object(arena, {Member("name", Value("alpha"))}));
  return Value::Object(
      arena, {Member("minReplicas", Value(1)), Member("replicas", Value(3)),
              Member("maxReplicas", Value(5)), Member("items", Value::List(arena, items))});
}

void Evaluate(benchmark::State& state, std::string_view source) {
  Environment environment;
  environment.variables = {{"self", MapType(StringType(), DynType())}};
  Result<CheckedExpression> checked = Compile(source, environment);
  if (!checked) std::abort();
  Executable executable = Executable::Bind(*checked->root);
  Arena data;
  Value self = MakeSelf(data);
  for (auto _ : state) {
    Arena arena;
    Datum variables[] = {FromValue(arena, self)};
    Outcome outcome = executable.Evaluate(variables, arena);
    if (!outcome.value.is_true()) std::abort();
    benchmark::DoNotOptimize(outcome);
  }
}

void Bind(benchmark::State& state, std::string_view source) {
  Environment environment;
  environment.variables = {{"self", MapType(StringType(), DynType())}};
  for (auto _ : state) {
    Result<CheckedExpression> checked = Compile(source, environment);
    if (!checked) std::abort();
    benchmark::DoNotOptimize(Executable::Bind(*checked->root));
  }
}

constexpr std::string_view kBounds =
    "self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas";
constexpr std::string_view kAll = "self.items.all(x, x.name.startsWith('a'))";

BENCHMARK_CAPTURE(Evaluate, bounds, kBounds);
BENCHMARK_CAPTURE(Evaluate, all_of_3, kAll);
BENCHMARK_CAPTURE(Bind, bounds, kBounds);

}  // namespace
}  // namespace pintle::cel
