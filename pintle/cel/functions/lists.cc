#include <compare>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

// The smallest element, or the largest.
template <bool kSmallest>
Datum Extreme(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  if (list.size() == 0) {
    return Datum::Error(kSmallest ? "min called on empty list" : "max called on empty list");
  }
  Datum best = list.At(evaluation.arena(), 0);
  for (size_t i = 1; i < list.size(); ++i) {
    Datum item = list.At(evaluation.arena(), i);
    std::optional<std::partial_ordering> order = Order(item, best);
    if (!order) return item.is_error() ? item : Datum::Error(kNoSuchOverload);
    if (kSmallest ? *order < 0 : *order > 0) best = item;
  }
  return best;
}

Datum IsSorted(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  for (size_t i = 1; i < list.size(); ++i) {
    Datum before = list.At(evaluation.arena(), i - 1);
    Datum item = list.At(evaluation.arena(), i);
    std::optional<std::partial_ordering> order = Order(before, item);
    if (!order) return item.is_error() ? item : Datum::Error(kNoSuchOverload);
    if (*order > 0) return Datum::Bool(false);
  }
  return Datum::Bool(true);
}

Datum Plus(const Datum& a, const Datum& b) {
  if (a.kind() != b.kind()) return Datum::Error(kNoSuchOverload);
  if (a.is(Kind::kDouble)) return Datum::Double(a.as_double() + b.as_double());
  if (a.is(Kind::kUint)) {
    uint64_t sum = 0;
    if (!__builtin_add_overflow(a.as_uint(), b.as_uint(), &sum)) return Datum::Uint(sum);
    return Datum::Error("unsigned integer overflow");
  }
  int64_t sum = 0;
  bool overflow = __builtin_add_overflow(a.as_int(), b.as_int(), &sum);
  if (a.is(Kind::kDuration)) {
    return overflow ? Datum::Error("duration overflow") : Datum::Duration(sum);
  }
  return overflow ? Datum::Error(kIntegerOverflow) : Datum::Int(sum);
}

template <Kind kKind>
Datum SumOf(Evaluation& evaluation, Arguments arguments) {
  Datum sum = Datum::Int(0);
  if (kKind == Kind::kUint) sum = Datum::Uint(0);
  if (kKind == Kind::kDouble) sum = Datum::Double(0);
  if (kKind == Kind::kDuration) sum = Datum::Duration(0);
  const ListDatum& list = arguments[0].list();
  for (size_t i = 0; i < list.size() && !sum.is_error(); ++i) {
    Datum item = list.At(evaluation.arena(), i);
    if (item.is_error()) return item;
    sum = Plus(sum, item);
  }
  return sum;
}

Datum IndexOf(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  for (size_t i = 0; i < list.size(); ++i) {
    if (evaluation.Same(list.At(evaluation.arena(), i), arguments[1])) {
      return Datum::Int(static_cast<int64_t>(i));
    }
  }
  return Datum::Int(-1);
}
Datum LastIndexOf(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  for (size_t i = list.size(); i > 0; --i) {
    if (evaluation.Same(list.At(evaluation.arena(), i - 1), arguments[1])) {
      return Datum::Int(static_cast<int64_t>(i - 1));
    }
  }
  return Datum::Int(-1);
}

uint64_t Cost(Arguments arguments, const Datum&) { return TraversalCost(arguments[0]); }

// 1 for each element, and texts are read.
Estimate ElementEstimate(Sizes sizes, Estimate*) {
  Estimate each = {1, 1};
  const TypeRef& type = sizes[0].type;
  if (type && type->kind == TypeKind::kList) {
    TypeKind element = type->parameters[0]->kind;
    if (element == TypeKind::kString || element == TypeKind::kBytes) {
      each = Sum(each, Scaled(sizes[0].element_size, kTextFactor));
    }
  }
  return Product(sizes[0].size, each);
}

constexpr Row kRows[] = {
    {"min", "list_int_min_int", "list(int).() int", Extreme<true>, Cost, ElementEstimate},
    {"min", "list_uint_min_uint", "list(uint).() uint", Extreme<true>, Cost, ElementEstimate},
    {"min", "list_double_min_double", "list(double).() double", Extreme<true>, Cost,
     ElementEstimate},
    {"min", "list_bool_min_bool", "list(bool).() bool", Extreme<true>, Cost, ElementEstimate},
    {"min", "list_duration_min_duration", "list(duration).() duration", Extreme<true>, Cost,
     ElementEstimate},
    {"min", "list_timestamp_min_timestamp", "list(timestamp).() timestamp", Extreme<true>, Cost,
     ElementEstimate},
    {"min", "list_string_min_string", "list(string).() string", Extreme<true>, Cost,
     ElementEstimate},
    {"min", "list_bytes_min_bytes", "list(bytes).() bytes", Extreme<true>, Cost, ElementEstimate},
    {"max", "list_int_max_int", "list(int).() int", Extreme<false>, Cost, ElementEstimate},
    {"max", "list_uint_max_uint", "list(uint).() uint", Extreme<false>, Cost, ElementEstimate},
    {"max", "list_double_max_double", "list(double).() double", Extreme<false>, Cost,
     ElementEstimate},
    {"max", "list_bool_max_bool", "list(bool).() bool", Extreme<false>, Cost, ElementEstimate},
    {"max", "list_duration_max_duration", "list(duration).() duration", Extreme<false>, Cost,
     ElementEstimate},
    {"max", "list_timestamp_max_timestamp", "list(timestamp).() timestamp", Extreme<false>, Cost,
     ElementEstimate},
    {"max", "list_string_max_string", "list(string).() string", Extreme<false>, Cost,
     ElementEstimate},
    {"max", "list_bytes_max_bytes", "list(bytes).() bytes", Extreme<false>, Cost, ElementEstimate},
    {"isSorted", "list_int_is_sorted_bool", "list(int).() bool", IsSorted, Cost, ElementEstimate},
    {"isSorted", "list_uint_is_sorted_bool", "list(uint).() bool", IsSorted, Cost, ElementEstimate},
    {"isSorted", "list_double_is_sorted_bool", "list(double).() bool", IsSorted, Cost,
     ElementEstimate},
    {"isSorted", "list_bool_is_sorted_bool", "list(bool).() bool", IsSorted, Cost, ElementEstimate},
    {"isSorted", "list_duration_is_sorted_bool", "list(duration).() bool", IsSorted, Cost,
     ElementEstimate},
    {"isSorted", "list_timestamp_is_sorted_bool", "list(timestamp).() bool", IsSorted, Cost,
     ElementEstimate},
    {"isSorted", "list_string_is_sorted_bool", "list(string).() bool", IsSorted, Cost,
     ElementEstimate},
    {"isSorted", "list_bytes_is_sorted_bool", "list(bytes).() bool", IsSorted, Cost,
     ElementEstimate},
    {"sum", "list_int_sum_int", "list(int).() int", SumOf<Kind::kInt>, Cost, ElementEstimate},
    {"sum", "list_uint_sum_uint", "list(uint).() uint", SumOf<Kind::kUint>, Cost, ElementEstimate},
    {"sum", "list_double_sum_double", "list(double).() double", SumOf<Kind::kDouble>, Cost,
     ElementEstimate},
    {"sum", "list_duration_sum_duration", "list(duration).() duration", SumOf<Kind::kDuration>,
     Cost, ElementEstimate},
    {"indexOf", "list_a_index_of_int", "list(T).(T) int", IndexOf, Cost, ElementEstimate},
    {"lastIndexOf", "list_a_last_index_of_int", "list(T).(T) int", LastIndexOf, Cost,
     ElementEstimate},
};

}  // namespace

std::span<const Row> ListRows() { return kRows; }

}  // namespace pintle::cel
