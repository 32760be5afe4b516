#include <vector>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

Datum Of(Evaluation& evaluation, Arguments arguments) {
  return Datum::Optional(evaluation.arena(), arguments[0]);
}

bool IsZero(const Datum& datum) {
  switch (datum.kind()) {
    case Kind::kNull:
      return true;
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kDuration:
      return datum.as_int() == 0;
    case Kind::kDouble:
      return datum.as_double() == 0;
    case Kind::kString:
    case Kind::kBytes:
      return datum.text().empty();
    case Kind::kList:
      return datum.list().size() == 0;
    case Kind::kMap:
      return datum.map().size() == 0;
    case Kind::kOptional:
      return datum.content() == nullptr;
    default:
      return false;
  }
}

Datum OfNonZeroValue(Evaluation& evaluation, Arguments arguments) {
  return IsZero(arguments[0]) ? Datum::None() : Of(evaluation, arguments);
}
Datum None(Evaluation&, Arguments) { return Datum::None(); }

Datum ValueOf(Evaluation&, Arguments arguments) {
  const Datum* content = arguments[0].content();
  return content != nullptr ? *content : Datum::Error("optional.none() dereference");
}
Datum HasValue(Evaluation&, Arguments arguments) {
  return Datum::Bool(arguments[0].content() != nullptr);
}
Datum Or(Evaluation&, Arguments arguments) {
  return arguments[0].content() != nullptr ? arguments[0] : arguments[1];
}
Datum OrValue(Evaluation&, Arguments arguments) {
  return arguments[0].content() != nullptr ? *arguments[0].content() : arguments[1];
}

Datum First(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  if (list.size() == 0) return Datum::None();
  return Datum::Optional(evaluation.arena(), list.At(evaluation.arena(), 0));
}
Datum Last(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  if (list.size() == 0) return Datum::None();
  return Datum::Optional(evaluation.arena(), list.At(evaluation.arena(), list.size() - 1));
}

Datum Unwrap(Evaluation& evaluation, Arguments arguments) {
  const ListDatum& list = arguments[0].list();
  std::vector<Datum> items;
  for (size_t i = 0; i < list.size(); ++i) {
    Datum item = list.At(evaluation.arena(), i);
    if (!item.is(Kind::kOptional)) return Datum::Error(kNoSuchOverload);
    if (item.content() != nullptr) items.push_back(*item.content());
  }
  return NewList(evaluation.arena(), items);
}

constexpr Row kRows[] = {
    {"optional.of", "optional_of", "(V) optional(V)", Of},
    {"optional.ofNonZeroValue", "optional_ofNonZeroValue", "(V) optional(V)", OfNonZeroValue},
    {"optional.none", "optional_none", "() optional(V)", None},
    {"value", "optional_value", "optional(V).() V", ValueOf},
    {"hasValue", "optional_hasValue", "optional(V).() bool", HasValue},
    {"or", "optional_or_optional", "optional(V).(optional(V)) optional(V)", Or},
    {"orValue", "optional_orValue_value", "optional(V).(V) V", OrValue},
    {"first", "list_first", "list(V).() optional(V)", First},
    {"last", "list_last", "list(V).() optional(V)", Last},
    {"optional.unwrap", "optional_unwrap", "(list(optional(V))) list(V)", Unwrap},
    {"unwrapOpt", "optional_unwrapOpt", "list(optional(V)).() list(V)", Unwrap},
};

}  // namespace

std::span<const Row> OptionalRows() { return kRows; }

}  // namespace pintle::cel
