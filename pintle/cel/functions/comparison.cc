#include <compare>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

template <bool kWanted>
Datum Equals(Evaluation& evaluation, Arguments arguments) {
  return Datum::Bool(evaluation.Same(arguments[0], arguments[1]) == kWanted);
}

enum class Relation : uint8_t { kLess, kLessEquals, kGreater, kGreaterEquals };

template <Relation kRelation>
Datum Compare(Evaluation&, Arguments arguments) {
  std::optional<std::partial_ordering> order = Order(arguments[0], arguments[1]);
  if (!order) return Datum::Error(kNoSuchOverload);
  if constexpr (kRelation == Relation::kLess) return Datum::Bool(*order < 0);
  if constexpr (kRelation == Relation::kLessEquals) return Datum::Bool(*order <= 0);
  if constexpr (kRelation == Relation::kGreater) return Datum::Bool(*order > 0);
  return Datum::Bool(*order >= 0);
}

// As much as the shorter one has is compared.
uint64_t ShorterCost(Arguments arguments, const Datum&) {
  if (arguments[0].is(Datum::Kind::kOpaque)) return 1;
  return Scaled(std::min(SizeOf(arguments[0]), SizeOf(arguments[1])), kTextFactor);
}
Estimate ShorterEstimate(Sizes sizes, Estimate*) {
  if (sizes[0].type && sizes[0].type->kind == TypeKind::kOpaque) return {1, 1};
  Estimate shorter = {std::min(sizes[0].size.least, sizes[1].size.least),
                      std::min(sizes[0].size.most, sizes[1].size.most)};
  return Scaled(shorter, kTextFactor);
}

constexpr Row kRows[] = {
    {"_==_", "equals", "(T, T) bool", Equals<true>, ShorterCost, ShorterEstimate},
    {"_!=_", "not_equals", "(T, T) bool", Equals<false>, ShorterCost, ShorterEstimate},
    {"_<_", "less_bool", "(bool, bool) bool", Compare<Relation::kLess>},
    {"_<_", "less_int64", "(int, int) bool", Compare<Relation::kLess>},
    {"_<_", "less_uint64", "(uint, uint) bool", Compare<Relation::kLess>},
    {"_<_", "less_double", "(double, double) bool", Compare<Relation::kLess>},
    {"_<_", "less_string", "(string, string) bool", Compare<Relation::kLess>, ShorterCost,
     ShorterEstimate},
    {"_<_", "less_bytes", "(bytes, bytes) bool", Compare<Relation::kLess>, ShorterCost,
     ShorterEstimate},
    {"_<_", "less_timestamp", "(timestamp, timestamp) bool", Compare<Relation::kLess>},
    {"_<_", "less_duration", "(duration, duration) bool", Compare<Relation::kLess>},
    {"_<_", "less_int64_double", "(int, double) bool", Compare<Relation::kLess>},
    {"_<_", "less_int64_uint64", "(int, uint) bool", Compare<Relation::kLess>},
    {"_<_", "less_uint64_double", "(uint, double) bool", Compare<Relation::kLess>},
    {"_<_", "less_uint64_int64", "(uint, int) bool", Compare<Relation::kLess>},
    {"_<_", "less_double_int64", "(double, int) bool", Compare<Relation::kLess>},
    {"_<_", "less_double_uint64", "(double, uint) bool", Compare<Relation::kLess>},
    {"_<=_", "less_equals_bool", "(bool, bool) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_int64", "(int, int) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_uint64", "(uint, uint) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_double", "(double, double) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_string", "(string, string) bool", Compare<Relation::kLessEquals>,
     ShorterCost, ShorterEstimate},
    {"_<=_", "less_equals_bytes", "(bytes, bytes) bool", Compare<Relation::kLessEquals>,
     ShorterCost, ShorterEstimate},
    {"_<=_", "less_equals_timestamp", "(timestamp, timestamp) bool",
     Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_duration", "(duration, duration) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_int64_double", "(int, double) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_int64_uint64", "(int, uint) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_uint64_double", "(uint, double) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_uint64_int64", "(uint, int) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_double_int64", "(double, int) bool", Compare<Relation::kLessEquals>},
    {"_<=_", "less_equals_double_uint64", "(double, uint) bool", Compare<Relation::kLessEquals>},
    {"_>_", "greater_bool", "(bool, bool) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_int64", "(int, int) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_uint64", "(uint, uint) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_double", "(double, double) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_string", "(string, string) bool", Compare<Relation::kGreater>, ShorterCost,
     ShorterEstimate},
    {"_>_", "greater_bytes", "(bytes, bytes) bool", Compare<Relation::kGreater>, ShorterCost,
     ShorterEstimate},
    {"_>_", "greater_timestamp", "(timestamp, timestamp) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_duration", "(duration, duration) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_int64_double", "(int, double) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_int64_uint64", "(int, uint) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_uint64_double", "(uint, double) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_uint64_int64", "(uint, int) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_double_int64", "(double, int) bool", Compare<Relation::kGreater>},
    {"_>_", "greater_double_uint64", "(double, uint) bool", Compare<Relation::kGreater>},
    {"_>=_", "greater_equals_bool", "(bool, bool) bool", Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_int64", "(int, int) bool", Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_uint64", "(uint, uint) bool", Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_double", "(double, double) bool", Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_string", "(string, string) bool", Compare<Relation::kGreaterEquals>,
     ShorterCost, ShorterEstimate},
    {"_>=_", "greater_equals_bytes", "(bytes, bytes) bool", Compare<Relation::kGreaterEquals>,
     ShorterCost, ShorterEstimate},
    {"_>=_", "greater_equals_timestamp", "(timestamp, timestamp) bool",
     Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_duration", "(duration, duration) bool",
     Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_int64_double", "(int, double) bool",
     Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_int64_uint64", "(int, uint) bool", Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_uint64_double", "(uint, double) bool",
     Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_uint64_int64", "(uint, int) bool", Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_double_int64", "(double, int) bool",
     Compare<Relation::kGreaterEquals>},
    {"_>=_", "greater_equals_double_uint64", "(double, uint) bool",
     Compare<Relation::kGreaterEquals>},
};

}  // namespace

std::span<const Row> ComparisonRows() { return kRows; }

}  // namespace pintle::cel
