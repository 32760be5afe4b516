#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

Datum Not(Evaluation&, Arguments arguments) { return Datum::Bool(!arguments[0].as_bool()); }

constexpr Row kRows[] = {
    {"_&&_", "logical_and", "(bool, bool) bool"},
    {"_||_", "logical_or", "(bool, bool) bool"},
    {"_?_:_", "conditional", "(bool, T, T) T"},
    {"!_", "logical_not", "(bool) bool", Not},
    {"@not_strictly_false", "not_strictly_false", "(bool) bool"},
};

}  // namespace

std::span<const Row> OperatorRows() { return kRows; }

}  // namespace pintle::cel
