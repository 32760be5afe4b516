#include "pintle/base/quantity.h"

#include <fmt/format.h>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

class QuantityDatum final : public OpaqueDatum {
 public:
  explicit QuantityDatum(const Quantity& amount) : amount(amount) {}
  std::string_view type_name() const override { return kQuantityType; }
  bool Equals(const OpaqueDatum& other) const override {
    return amount == static_cast<const QuantityDatum&>(other).amount;
  }
  Quantity amount;
};

const Quantity& Amount(const Datum& datum) {
  return static_cast<const QuantityDatum&>(datum.opaque()).amount;
}
Datum New(Evaluation& evaluation, const Quantity& amount) {
  return Datum::Opaque(evaluation.arena().New<QuantityDatum>(amount));
}

Datum Parse(Evaluation& evaluation, Arguments arguments) {
  Result<Quantity> amount = Quantity::Parse(arguments[0].text());
  if (amount) return New(evaluation, *amount);
  return NewError(evaluation.arena(), amount.error().message());
}
Datum IsQuantity(Evaluation&, Arguments arguments) {
  return Datum::Bool(Quantity::Parse(arguments[0].text()).has_value());
}
Datum Sign(Evaluation&, Arguments arguments) { return Datum::Int(Amount(arguments[0]).sign()); }
Datum IsInteger(Evaluation&, Arguments arguments) {
  return Datum::Bool(Amount(arguments[0]).AsInt().has_value());
}
Datum AsInteger(Evaluation&, Arguments arguments) {
  std::optional<int64_t> number = Amount(arguments[0]).AsInt();
  return number ? Datum::Int(*number) : Datum::Error("cannot convert value to integer");
}
Datum AsFloat(Evaluation&, Arguments arguments) {
  return Datum::Double(Amount(arguments[0]).AsApproximateDouble());
}

Datum SumOf(Evaluation& evaluation, const Quantity& a, const Quantity& b) {
  std::optional<Quantity> sum = a.Plus(b);
  return sum ? New(evaluation, *sum) : Datum::Error("quantity overflow");
}
Datum Add(Evaluation& evaluation, Arguments arguments) {
  return SumOf(evaluation, Amount(arguments[0]), Amount(arguments[1]));
}
Datum AddInt(Evaluation& evaluation, Arguments arguments) {
  return SumOf(evaluation, Amount(arguments[0]), Quantity::FromInt(arguments[1].as_int()));
}
Datum Sub(Evaluation& evaluation, Arguments arguments) {
  return SumOf(evaluation, Amount(arguments[0]), Amount(arguments[1]).Negated());
}
Datum SubInt(Evaluation& evaluation, Arguments arguments) {
  return SumOf(evaluation, Amount(arguments[0]),
               Quantity::FromInt(arguments[1].as_int()).Negated());
}
Datum IsGreaterThan(Evaluation&, Arguments arguments) {
  return Datum::Bool(Amount(arguments[0]) > Amount(arguments[1]));
}
Datum IsLessThan(Evaluation&, Arguments arguments) {
  return Datum::Bool(Amount(arguments[0]) < Amount(arguments[1]));
}
Datum CompareTo(Evaluation&, Arguments arguments) {
  std::strong_ordering order = Amount(arguments[0]) <=> Amount(arguments[1]);
  return Datum::Int(order < 0 ? -1 : static_cast<int>(order > 0));
}

constexpr Row kRows[] = {
    {"quantity", "string_to_quantity", "(string) quantity", Parse, TextCost, TextEstimate},
    {"isQuantity", "is_quantity_string", "(string) bool", IsQuantity, TextCost, TextEstimate},
    {"sign", "quantity_sign", "(quantity) int", Sign},
    {"isInteger", "quantity_is_integer", "quantity.() bool", IsInteger},
    {"asInteger", "quantity_as_integer", "quantity.() int", AsInteger},
    {"asApproximateFloat", "quantity_as_float", "quantity.() double", AsFloat},
    {"add", "quantity_add", "quantity.(quantity) quantity", Add},
    {"add", "quantity_add_int", "quantity.(int) quantity", AddInt},
    {"sub", "quantity_sub", "quantity.(quantity) quantity", Sub},
    {"sub", "quantity_sub_int", "quantity.(int) quantity", SubInt},
    {"isGreaterThan", "quantity_is_greater_than", "quantity.(quantity) bool", IsGreaterThan},
    {"isLessThan", "quantity_is_less_than", "quantity.(quantity) bool", IsLessThan},
    {"compareTo", "quantity_compare_to", "quantity.(quantity) int", CompareTo},
};

}  // namespace

std::span<const Row> QuantityRows() { return kRows; }

}  // namespace pintle::cel
