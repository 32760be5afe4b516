// What walks whole values: copies, equality, order. Values can be as deep as decoders let them be,
// so none of this recurses.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/value/numbers.h"
#include "pintle/value/value.h"

namespace pintle {
namespace {

// Two containers of one kind that are being compared element by element.
struct Pair {
  Value a;
  Value b;
  size_t next = 0;
};

std::strong_ordering CompareScalars(const Value& a, const Value& b) {
  switch (a.kind()) {
    case Value::Kind::kBool:
      return a.as_bool() <=> b.as_bool();
    case Value::Kind::kInt:
      return a.as_int() <=> b.as_int();
    case Value::Kind::kDouble:
      return std::strong_order(a.as_double(), b.as_double());
    case Value::Kind::kString:
      return a.as_string() <=> b.as_string();
    default:
      return std::strong_ordering::equal;
  }
}

bool IsContainer(const Value& value) { return value.is_list() || value.is_object(); }

// Whether both are the same data, and so equal.
bool Shared(const Value& a, const Value& b) {
  if (a.size() != b.size()) return false;
  if (a.is_list()) return a.items().data() == b.items().data();
  return a.members().data() == b.members().data();
}

bool EqualScalars(const Value& a, const Value& b) {
  switch (a.kind()) {
    case Value::Kind::kBool:
      return a.as_bool() == b.as_bool();
    case Value::Kind::kInt:
      return a.as_int() == b.as_int();
    case Value::Kind::kDouble:
      return a.as_double() == b.as_double();
    case Value::Kind::kString:
      return a.as_string() == b.as_string();
    default:
      return true;
  }
}

// How numbers of different kinds are compared.
enum class Numbers : uint8_t { kApart, kByAmount };

// Large doubles are written with the digits that tell them apart, and zeros behind those: 2^61 is
// 2305843009213694000 for who reads it and sends it back.
bool IsShownAs(double real, int64_t whole) {
  constexpr double kAllDigitsBelow = 0x1p53;
  if (std::abs(real) < kAllDigitsBelow) return false;
  std::string text;
  AppendDouble(text, real);
  return ParseInt64(text) == whole;
}

// Of an integer and a double.
bool SameAmount(const Value& a, const Value& b) {
  if (!a.is_number() || !b.is_number()) return false;
  const Value& real = a.is_double() ? a : b;
  const int64_t whole = a.is_double() ? b.as_int() : a.as_int();
  return AsWhole(real) == whole || IsShownAs(real.as_double(), whole);
}

// Equality as far as it shows without going into containers; those are left on `open`.
template <Numbers kNumbers>
bool EqualSoFar(const Value& a, const Value& b, std::vector<Pair>& open) {
  if (a.kind() != b.kind()) return kNumbers == Numbers::kByAmount && SameAmount(a, b);
  if (a.size() != b.size()) return false;
  if (!IsContainer(a)) return EqualScalars(a, b);
  if (a.size() > 0 && !Shared(a, b)) open.push_back(Pair{a, b});
  return true;
}

template <Numbers kNumbers>
bool Equal(const Value& a, const Value& b) {
  std::vector<Pair> open;
  if (!EqualSoFar<kNumbers>(a, b, open)) return false;
  while (!open.empty()) {
    Pair pair = open.back();
    open.pop_back();
    for (size_t i = 0; i < pair.a.size(); ++i) {
      if (pair.a.is_list()) {
        if (!EqualSoFar<kNumbers>(pair.a.items()[i], pair.b.items()[i], open)) return false;
        continue;
      }
      const Member& x = pair.a.members()[i];
      const Member& y = pair.b.members()[i];
      if (x.key() != y.key() || !EqualSoFar<kNumbers>(x.value, y.value, open)) return false;
    }
  }
  return true;
}

template <Numbers kNumbers>
std::strong_ordering Order(const Value& a, const Value& b) {
  std::vector<Pair> open;
  auto start = [&open](const Value& x, const Value& y) {
    if (kNumbers == Numbers::kByAmount && x.is_number() && y.is_number()) {
      return CompareNumbers(x, y);
    }
    if (x.kind() != y.kind()) return x.kind() <=> y.kind();
    if (!IsContainer(x)) return CompareScalars(x, y);
    if (!Shared(x, y)) open.push_back(Pair{x, y});
    return std::strong_ordering::equal;
  };
  std::strong_ordering order = start(a, b);
  while (order == 0 && !open.empty()) {
    Pair& pair = open.back();
    size_t next = pair.next++;
    if (next >= pair.a.size() || next >= pair.b.size()) {
      order = pair.a.size() <=> pair.b.size();
      open.pop_back();
    } else if (pair.a.is_list()) {
      order = start(pair.a.items()[next], pair.b.items()[next]);
    } else {
      const Member& x = pair.a.members()[next];
      const Member& y = pair.b.members()[next];
      order = x.key() <=> y.key();
      if (order == 0) order = start(x.value, y.value);
    }
  }
  return order;
}

}  // namespace

bool operator==(const Value& a, const Value& b) {
  if (!IsContainer(a)) return a.kind() == b.kind() && EqualScalars(a, b);
  return Equal<Numbers::kApart>(a, b);
}

bool EqualByNumber(const Value& a, const Value& b) { return Equal<Numbers::kByAmount>(a, b); }

std::strong_ordering Compare(const Value& a, const Value& b) {
  return Order<Numbers::kApart>(a, b);
}

std::strong_ordering CompareByNumber(const Value& a, const Value& b) {
  return Order<Numbers::kByAmount>(a, b);
}

Value Value::Clone(Arena& arena) const {
  // Containers whose elements have been copied, but not what those point to.
  std::vector<std::pair<Value*, size_t>> lists;
  std::vector<std::pair<Member*, size_t>> objects;
  auto shallow = [&](const Value& value) {
    Value copy = value;
    if (value.is_string()) {
      copy = String(arena, value.as_string());
    } else if (value.is_list()) {
      Value* items = arena.CopyArray(value.items());
      lists.emplace_back(items, value.size());
      copy.items_ = items;
    } else if (value.is_object()) {
      Member* members = arena.CopyArray(value.members());
      objects.emplace_back(members, value.size());
      copy.members_ = members;
    }
    return copy;
  };
  Value root = shallow(*this);
  while (!lists.empty() || !objects.empty()) {
    if (!lists.empty()) {
      auto [items, size] = lists.back();
      lists.pop_back();
      for (size_t i = 0; i < size; ++i) items[i] = shallow(items[i]);
    } else {
      auto [members, size] = objects.back();
      objects.pop_back();
      for (size_t i = 0; i < size; ++i) {
        members[i] = Member(arena.Copy(members[i].key()), shallow(members[i].value));
      }
    }
  }
  return root;
}

}  // namespace pintle
