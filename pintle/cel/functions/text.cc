#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/find_text.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

Datum Contains(Evaluation&, Arguments arguments) {
  return Datum::Bool(FindText(arguments[0].text(), arguments[1].text()) != std::string_view::npos);
}
Datum StartsWith(Evaluation&, Arguments arguments) {
  return Datum::Bool(arguments[0].text().starts_with(arguments[1].text()));
}
Datum EndsWith(Evaluation&, Arguments arguments) {
  return Datum::Bool(arguments[0].text().ends_with(arguments[1].text()));
}

uint64_t ContainsCost(Arguments arguments, const Datum&) {
  return Scaled(SizeOf(arguments[0]), kTextFactor) * Scaled(SizeOf(arguments[1]), kTextFactor);
}
Estimate ContainsEstimate(Sizes sizes, Estimate*) {
  return Product(Scaled(sizes[0].size, kTextFactor), Scaled(sizes[1].size, kTextFactor));
}
Estimate EndEstimate(Sizes sizes, Estimate*) { return Scaled(sizes[1].size, kTextFactor); }

constexpr Row kRows[] = {
    {"contains", "contains_string", "string.(string) bool", Contains, ContainsCost,
     ContainsEstimate},
    {"startsWith", "starts_with_string", "string.(string) bool", StartsWith, TextCost, EndEstimate},
    {"endsWith", "ends_with_string", "string.(string) bool", EndsWith, TextCost, EndEstimate},
};

}  // namespace

std::span<const Row> TextRows() { return kRows; }

}  // namespace pintle::cel
