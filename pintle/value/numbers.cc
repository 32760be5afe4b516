#include "pintle/value/numbers.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pintle {
namespace {

// The least double above all int64; its negative is the least int64.
constexpr double kInt64Bound = 9223372036854775808.0;

// Exactly: an int64 may have no double of its amount.
std::strong_ordering CompareWithDouble(int64_t a, double b) {
  if (std::isnan(b) || b >= kInt64Bound) return std::strong_ordering::less;
  if (b < -kInt64Bound) return std::strong_ordering::greater;
  const double whole = std::trunc(b);
  if (auto order = a <=> static_cast<int64_t>(whole); order != 0) return order;
  return CompareDoubles(whole, b);
}

}  // namespace

std::strong_ordering CompareDoubles(double a, double b) {
  if (a < b) return std::strong_ordering::less;
  if (a > b) return std::strong_ordering::greater;
  return std::isnan(a) <=> std::isnan(b);
}

std::optional<int64_t> AsWhole(const Value& number) {
  if (number.is_int()) return number.as_int();
  if (!number.is_double()) return std::nullopt;
  const double real = number.as_double();
  if (real != std::trunc(real) || real < -kInt64Bound || real >= kInt64Bound) return std::nullopt;
  return static_cast<int64_t>(real);
}

std::strong_ordering CompareNumbers(const Value& a, const Value& b) {
  if (a.is_int() && b.is_int()) return a.as_int() <=> b.as_int();
  if (a.is_int()) return CompareWithDouble(a.as_int(), b.as_double());
  if (b.is_int()) return 0 <=> CompareWithDouble(b.as_int(), a.as_double());
  return CompareDoubles(a.as_double(), b.as_double());
}

bool HasWholeDoubles(const Value& value) {
  if (value.is_list()) return std::ranges::any_of(value.items(), HasWholeDoubles);
  if (value.is_object()) {
    return std::ranges::any_of(value.members(),
                               [](const Member& member) { return HasWholeDoubles(member.value); });
  }
  return value.is_double() && AsWhole(value);
}

Value WithWholeNumbers(Arena& arena, const Value& value) {
  if (value.is_double()) {
    std::optional<int64_t> whole = AsWhole(value);
    return whole ? Value(*whole) : value;
  }
  if (value.is_list()) {
    std::vector<Value> items;
    items.reserve(value.size());
    for (const Value& item : value.items()) items.push_back(WithWholeNumbers(arena, item));
    return Value::List(arena, items);
  }
  if (value.is_object()) {
    std::vector<Member> members;
    members.reserve(value.size());
    for (const Member& member : value.members()) {
      members.push_back({member.key(), WithWholeNumbers(arena, member.value)});
    }
    return Value::SortedObject(arena, members);
  }
  return value;
}

}  // namespace pintle
