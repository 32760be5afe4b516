#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

// A list of lists is not followed deeper whatever depth is asked for.
constexpr int64_t kDeepest = 64;
constexpr double kTextComparison = 1.05;

Datum Slice(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  int64_t start = arguments[1].as_int();
  int64_t end = arguments[2].as_int();
  auto failed = [&](std::string_view why) {
    return NewError(evaluation.arena(), fmt::format("cannot slice({}, {}), {}", start, end, why));
  };
  if (start < 0 || end < 0) return failed("negative indexes not supported");
  if (start > end) return failed("start index must be less than or equal to end index");
  if (static_cast<uint64_t>(end) > list.size()) {
    return failed(fmt::format("list is length {}", list.size()));
  }
  if (static_cast<uint64_t>(end - start) > evaluation.remaining()) {
    return evaluation.Exceed();
  }
  std::vector<Datum> items;
  for (int64_t i = start; i < end; ++i) {
    items.push_back(list.At(evaluation.arena(), static_cast<size_t>(i)));
  }
  return NewList(evaluation.arena(), items);
}

// False if there are more elements than kMostElements, those that are lists included: there may be
// no others.
bool FlattenInto(Evaluation& evaluation, const ListDatum& list, int64_t depth, size_t& seen,
                 std::vector<Datum>& items) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (++seen > kMostElements) return false;
    Datum item = list.At(evaluation.arena(), i);
    if (!item.is(Kind::kList) || depth == 0) {
      items.push_back(item);
    } else if (!FlattenInto(evaluation, item.list(), depth - 1, seen, items)) {
      return false;
    }
  }
  return true;
}
Datum Flattened(Evaluation& evaluation, const ListDatum& list, int64_t depth) {
  std::vector<Datum> items;
  size_t seen = 0;
  if (!FlattenInto(evaluation, list, depth, seen, items)) return evaluation.Exceed();
  return NewList(evaluation.arena(), items);
}
Datum Flatten(Evaluation& evaluation, Arguments arguments) {
  return Flattened(evaluation, arguments[0].list(), 1);
}
Datum FlattenTo(Evaluation& evaluation, Arguments arguments) {
  if (arguments[1].as_int() < 0) return Datum::Error("level must be non-negative");
  return Flattened(evaluation, arguments[0].list(), std::min(arguments[1].as_int(), kDeepest));
}

uint64_t QuadraticCost(Arguments arguments, const Datum&) {
  Arena arena;
  const ListDatum& list = arguments[arguments.size() - 1].list();
  auto count = static_cast<double>(list.size());
  bool texts = list.size() > 0 && list.At(arena, 0).is(Kind::kString);
  return AddCapped(kListBase, Saturated(2 * count * count * (texts ? kTextComparison : 1)));
}

// Work that nobody will see, as it costs too much, is not begun.
bool TooDear(Evaluation& evaluation, Arguments arguments) {
  return QuadraticCost(arguments, {}) > evaluation.remaining();
}

Datum Distinct(Evaluation& evaluation, Arguments arguments) {
  if (TooDear(evaluation, arguments)) return evaluation.Exceed();
  const ListDatum& list = arguments[0].list();
  std::vector<Datum> items;
  for (size_t i = 0; i < list.size(); ++i) {
    Datum item = list.At(evaluation.arena(), i);
    bool seen = std::ranges::any_of(
        items, [&](const Datum& other) { return evaluation.Same(other, item); });
    if (!seen) items.push_back(item);
  }
  return NewList(evaluation.arena(), items);
}

Datum Reverse(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  if (list.size() > evaluation.remaining()) return evaluation.Exceed();
  std::vector<Datum> items;
  for (size_t i = list.size(); i > 0; --i) items.push_back(list.At(evaluation.arena(), i - 1));
  return NewList(evaluation.arena(), items);
}

Datum Range(Evaluation& evaluation, Arguments arguments) {
  int64_t count = arguments[0].as_int();
  if (count > 0 && static_cast<uint64_t>(count) > evaluation.remaining()) {
    return evaluation.Exceed();
  }
  std::vector<Datum> items;
  for (int64_t i = 0; i < count; ++i) items.push_back(Datum::Int(i));
  return NewList(evaluation.arena(), items);
}

// What is not a number comes last: sorting needs an order of everything.
bool ComesBefore(const Datum& a, const Datum& b) {
  std::optional<std::partial_ordering> order = Order(a, b);
  if (order != std::partial_ordering::unordered) return order == std::partial_ordering::less;
  return !std::isnan(a.as_double()) && std::isnan(b.as_double());
}

// Elements in the order of their keys; equal keys keep their order.
Datum Sorted(Evaluation& evaluation, const ListDatum& list, const ListDatum& keys) {
  if (list.size() != keys.size()) return Datum::Error(kNoSuchOverload);
  std::vector<std::pair<Datum, Datum>> pairs;
  for (size_t i = 0; i < list.size(); ++i) {
    pairs.emplace_back(keys.At(evaluation.arena(), i), list.At(evaluation.arena(), i));
    if (!Order(pairs[0].first, pairs[i].first) || pairs[0].first.kind() != pairs[i].first.kind()) {
      return Datum::Error("list elements must have the same type");
    }
  }
  std::vector<size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, [&](size_t a, size_t b) {
    if (ComesBefore(pairs[a].first, pairs[b].first)) return true;
    return !ComesBefore(pairs[b].first, pairs[a].first) && a < b;
  });
  std::vector<Datum> items;
  for (size_t index : order) items.push_back(pairs[index].second);
  return NewList(evaluation.arena(), items);
}
Datum Sort(Evaluation& evaluation, Arguments arguments) {
  if (TooDear(evaluation, arguments)) return evaluation.Exceed();
  return Sorted(evaluation, arguments[0].list(), arguments[0].list());
}
Datum SortByKeys(Evaluation& evaluation, Arguments arguments) {
  if (TooDear(evaluation, arguments)) return evaluation.Exceed();
  return Sorted(evaluation, arguments[0].list(), arguments[1].list());
}

uint64_t ReverseCost(Arguments arguments, const Datum&) { return kListBase + SizeOf(arguments[0]); }
uint64_t SliceCost(Arguments arguments, const Datum&) {
  int64_t size = 0;
  bool fits = !__builtin_sub_overflow(arguments[2].as_int(), arguments[1].as_int(), &size);
  bool some = fits && size > 0 && arguments[1].as_int() >= 0;
  bool within = some && static_cast<uint64_t>(arguments[2].as_int()) <= SizeOf(arguments[0]);
  return kListBase + (within ? static_cast<uint64_t>(size) : 0);
}
uint64_t RangeCost(Arguments arguments, const Datum&) {
  return kListBase + static_cast<uint64_t>(std::max<int64_t>(0, arguments[0].as_int()));
}
uint64_t FlattenCost(Arguments arguments, const Datum&) {
  int64_t depth = arguments.size() > 1 ? std::max<int64_t>(0, arguments[1].as_int()) : 1;
  return AddCapped(kListBase, MultiplyCapped(static_cast<uint64_t>(depth), SizeOf(arguments[0])));
}

constexpr Estimate kBase = {kListBase, kListBase};

// What a literal says; `unknown` for others.
uint64_t NumberOr(const ArgumentSize& argument, uint64_t unknown) {
  if (!argument.number) return unknown;
  return static_cast<uint64_t>(std::max<int64_t>(0, *argument.number));
}

Estimate SliceEstimate(Sizes sizes, Estimate* result_size) {
  uint64_t start = NumberOr(sizes[1], 0);
  uint64_t end = NumberOr(sizes[2], sizes[0].size.most);
  Estimate size = {0, end > start ? end - start : 0};
  SetSize(result_size, size);
  return Sum(kBase, size);
}
Estimate LinearEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size, sizes[0].size);
  return Sum(kBase, sizes[0].size);
}
Estimate RangeEstimate(Sizes sizes, Estimate* result_size) {
  uint64_t most = NumberOr(sizes[0], std::numeric_limits<uint64_t>::max());
  Estimate size = {sizes[0].number ? most : 0, most};
  SetSize(result_size, size);
  return Sum(kBase, size);
}
Estimate FlattenEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size, {0, MultiplyCapped(sizes[0].size.most, sizes[0].element_size.most)});
  return Sum(kBase, sizes[0].size);
}
Estimate QuadraticEstimate(Sizes sizes, Estimate* result_size) {
  const ArgumentSize& keys = sizes[sizes.size() - 1];
  SetSize(result_size, sizes[0].size);
  bool texts = keys.type && keys.type->kind == TypeKind::kList &&
               keys.type->parameters[0]->kind == TypeKind::kString;
  return Sum(kBase, Scaled(Product(keys.size, keys.size), texts ? 2 * kTextComparison : 2));
}

constexpr Row kRows[] = {
    {"slice", "list_slice", "list(T).(int, int) list(T)", Slice, SliceCost, SliceEstimate},
    {"flatten", "list_flatten", "list(list(T)).() list(T)", Flatten, FlattenCost, FlattenEstimate},
    {"flatten", "list_flatten_int", "list(dyn).(int) list(dyn)", FlattenTo, FlattenCost,
     FlattenEstimate},
    {"distinct", "list_distinct", "list(T).() list(T)", Distinct, QuadraticCost, QuadraticEstimate},
    {"reverse", "list_reverse", "list(T).() list(T)", Reverse, ReverseCost, LinearEstimate},
    {"lists.range", "lists_range", "(int) list(int)", Range, RangeCost, RangeEstimate},
    {"sort", "list_int_sort", "list(int).() list(int)", Sort, QuadraticCost, QuadraticEstimate},
    {"sort", "list_uint_sort", "list(uint).() list(uint)", Sort, QuadraticCost, QuadraticEstimate},
    {"sort", "list_double_sort", "list(double).() list(double)", Sort, QuadraticCost,
     QuadraticEstimate},
    {"sort", "list_bool_sort", "list(bool).() list(bool)", Sort, QuadraticCost, QuadraticEstimate},
    {"sort", "list_duration_sort", "list(duration).() list(duration)", Sort, QuadraticCost,
     QuadraticEstimate},
    {"sort", "list_timestamp_sort", "list(timestamp).() list(timestamp)", Sort, QuadraticCost,
     QuadraticEstimate},
    {"sort", "list_string_sort", "list(string).() list(string)", Sort, QuadraticCost,
     QuadraticEstimate},
    {"sort", "list_bytes_sort", "list(bytes).() list(bytes)", Sort, QuadraticCost,
     QuadraticEstimate},
    {"@sortByAssociatedKeys", "list_int_sortByAssociatedKeys", "list(T).(list(int)) list(T)",
     SortByKeys, QuadraticCost, QuadraticEstimate},
    {"@sortByAssociatedKeys", "list_uint_sortByAssociatedKeys", "list(T).(list(uint)) list(T)",
     SortByKeys, QuadraticCost, QuadraticEstimate},
    {"@sortByAssociatedKeys", "list_double_sortByAssociatedKeys", "list(T).(list(double)) list(T)",
     SortByKeys, QuadraticCost, QuadraticEstimate},
    {"@sortByAssociatedKeys", "list_bool_sortByAssociatedKeys", "list(T).(list(bool)) list(T)",
     SortByKeys, QuadraticCost, QuadraticEstimate},
    {"@sortByAssociatedKeys", "list_duration_sortByAssociatedKeys",
     "list(T).(list(duration)) list(T)", SortByKeys, QuadraticCost, QuadraticEstimate},
    {"@sortByAssociatedKeys", "list_timestamp_sortByAssociatedKeys",
     "list(T).(list(timestamp)) list(T)", SortByKeys, QuadraticCost, QuadraticEstimate},
    {"@sortByAssociatedKeys", "list_string_sortByAssociatedKeys", "list(T).(list(string)) list(T)",
     SortByKeys, QuadraticCost, QuadraticEstimate},
    {"@sortByAssociatedKeys", "list_bytes_sortByAssociatedKeys", "list(T).(list(bytes)) list(T)",
     SortByKeys, QuadraticCost, QuadraticEstimate},
};

}  // namespace

std::span<const Row> MoreListRows() { return kRows; }

}  // namespace pintle::cel
