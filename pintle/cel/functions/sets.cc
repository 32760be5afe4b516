#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

template <int kFactor>
uint64_t Cost(Arguments arguments, const Datum&) {
  uint64_t pairs = MultiplyCapped(SizeOf(arguments[0]), SizeOf(arguments[1]));
  return AddCapped(1, MultiplyCapped(pairs, kFactor));
}
template <int kFactor>
Estimate CostEstimate(Sizes sizes, Estimate*) {
  return Sum({1, 1}, Product(Product(sizes[0].size, sizes[1].size), {kFactor, kFactor}));
}

bool Has(Evaluation& evaluation, const ListDatum& list, const Datum& wanted) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (evaluation.Same(list.At(evaluation.arena(), i), wanted)) return true;
  }
  return false;
}
bool HasAll(Evaluation& evaluation, const ListDatum& list, const ListDatum& wanted) {
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (!Has(evaluation, list, wanted.At(evaluation.arena(), i))) return false;
  }
  return true;
}

// Work that nobody will see, as it costs too much, is not begun.
template <int kFactor>
bool TooDear(Evaluation& evaluation, Arguments arguments) {
  return Cost<kFactor>(arguments, {}) > evaluation.remaining();
}

Datum Contains(Evaluation& evaluation, Arguments arguments) {
  if (TooDear<1>(evaluation, arguments)) return evaluation.Exceed();
  return Datum::Bool(HasAll(evaluation, arguments[0].list(), arguments[1].list()));
}
Datum Equivalent(Evaluation& evaluation, Arguments arguments) {
  if (TooDear<2>(evaluation, arguments)) return evaluation.Exceed();
  return Datum::Bool(HasAll(evaluation, arguments[0].list(), arguments[1].list()) &&
                     HasAll(evaluation, arguments[1].list(), arguments[0].list()));
}
Datum Intersects(Evaluation& evaluation, Arguments arguments) {
  if (TooDear<1>(evaluation, arguments)) return evaluation.Exceed();
  const ListDatum& list = arguments[0].list();
  for (size_t i = 0; i < list.size(); ++i) {
    Datum item = list.At(evaluation.arena(), i);
    if (Has(evaluation, arguments[1].list(), item)) return Datum::Bool(true);
  }
  return Datum::Bool(false);
}

constexpr Row kRows[] = {
    {"sets.contains", "list_sets_contains_list", "(list(T), list(T)) bool", Contains, Cost<1>,
     CostEstimate<1>},
    {"sets.equivalent", "list_sets_equivalent_list", "(list(T), list(T)) bool", Equivalent, Cost<2>,
     CostEstimate<2>},
    {"sets.intersects", "list_sets_intersects_list", "(list(T), list(T)) bool", Intersects, Cost<1>,
     CostEstimate<1>},
};

}  // namespace

std::span<const Row> SetRows() { return kRows; }

}  // namespace pintle::cel
