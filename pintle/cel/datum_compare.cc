#include <cmath>

#include "pintle/cel/datum.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

bool IsNumber(const Datum& datum) {
  return datum.is(Kind::kInt) || datum.is(Kind::kUint) || datum.is(Kind::kDouble);
}

// Exact: a double is not rounded to, nor an integer from, the other kind.
std::partial_ordering OrderInt(int64_t a, double b) {
  if (std::isnan(b)) return std::partial_ordering::unordered;
  if (b >= 0x1p63) return std::partial_ordering::less;
  if (b < -0x1p63) return std::partial_ordering::greater;
  auto whole = static_cast<int64_t>(b);
  if (a != whole) return a <=> whole;
  return 0.0 <=> (b - static_cast<double>(whole));
}

std::partial_ordering OrderUint(uint64_t a, double b) {
  if (std::isnan(b)) return std::partial_ordering::unordered;
  if (b >= 0x1p64) return std::partial_ordering::less;
  if (b < 0) return std::partial_ordering::greater;
  auto whole = static_cast<uint64_t>(b);
  if (a != whole) return a <=> whole;
  return 0.0 <=> (b - static_cast<double>(whole));
}

std::partial_ordering OrderInt(int64_t a, uint64_t b) {
  return a < 0 ? std::partial_ordering::less : static_cast<uint64_t>(a) <=> b;
}

std::partial_ordering Reversed(std::partial_ordering order) { return 0 <=> order; }

std::partial_ordering OrderNumbers(const Datum& a, const Datum& b) {
  switch (a.kind()) {
    case Kind::kInt:
      if (b.is(Kind::kInt)) return a.as_int() <=> b.as_int();
      return b.is(Kind::kUint) ? OrderInt(a.as_int(), b.as_uint())
                               : OrderInt(a.as_int(), b.as_double());
    case Kind::kUint:
      if (b.is(Kind::kUint)) return a.as_uint() <=> b.as_uint();
      return b.is(Kind::kInt) ? Reversed(OrderInt(b.as_int(), a.as_uint()))
                              : OrderUint(a.as_uint(), b.as_double());
    default:
      if (b.is(Kind::kDouble)) return a.as_double() <=> b.as_double();
      return b.is(Kind::kInt) ? Reversed(OrderInt(b.as_int(), a.as_double()))
                              : Reversed(OrderUint(b.as_uint(), a.as_double()));
  }
}

bool EqualMaps(Comparison& comparison, const MapDatum& a, const MapDatum& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    std::optional<Datum> other = b.Find(comparison.arena, a.KeyAt(comparison.arena, i));
    if (!other || !Equal(comparison, a.ValueAt(comparison.arena, i), *other)) return false;
  }
  return true;
}

bool EqualOptionals(Comparison& comparison, const Datum& a, const Datum& b) {
  if (a.content() == nullptr || b.content() == nullptr) return a.content() == b.content();
  return Equal(comparison, *a.content(), *b.content());
}

}  // namespace

std::optional<std::partial_ordering> Order(const Datum& a, const Datum& b) {
  if (IsNumber(a) && IsNumber(b)) return OrderNumbers(a, b);
  if (a.kind() != b.kind()) return std::nullopt;
  switch (a.kind()) {
    case Kind::kBool:
    case Kind::kDuration:
      return a.as_int() <=> b.as_int();
    case Kind::kString:
    case Kind::kBytes:
      return a.text() <=> b.text();
    case Kind::kTimestamp:
      if (a.as_int() != b.as_int()) return a.as_int() <=> b.as_int();
      return a.nanoseconds() <=> b.nanoseconds();
    default:
      return std::nullopt;
  }
}

bool Equal(Comparison& comparison, const Datum& a, const Datum& b) {
  if (!comparison.Step()) return false;
  if (IsNumber(a) && IsNumber(b)) return OrderNumbers(a, b) == 0;
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::kNull:
      return true;
    case Kind::kType:
      return a.text() == b.text();
    case Kind::kList:
      return a.list().Equals(comparison, b.list());
    case Kind::kMap:
      return EqualMaps(comparison, a.map(), b.map());
    case Kind::kObject:
      return a.object().Equals(comparison, b.object());
    case Kind::kOptional:
      return EqualOptionals(comparison, a, b);
    case Kind::kOpaque:
      return a.opaque().type_name() == b.opaque().type_name() && a.opaque().Equals(b.opaque());
    case Kind::kError:
      return false;
    default:
      return Order(a, b) == std::partial_ordering::equivalent;
  }
}

}  // namespace pintle::cel
