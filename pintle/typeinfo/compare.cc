#include "pintle/typeinfo/compare.h"

#include "pintle/base/quantity.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/value/numbers.h"

namespace pintle::typeinfo {
namespace {

template <typename T>
std::strong_ordering Values(const void* a, const void* b) {
  return As<T>(a) <=> As<T>(b);
}

// By amount, then those that are none, by their texts.
std::strong_ordering Quantities(const Quantity& a, const Quantity& b) {
  Result<pintle::Quantity> x = pintle::Quantity::Parse(a.view());
  Result<pintle::Quantity> y = pintle::Quantity::Parse(b.view());
  if (x && y) return *x <=> *y;
  if (x || y) return y.has_value() <=> x.has_value();
  return a.view() <=> b.view();
}

std::strong_ordering Times(const Time& a, const Time& b) {
  if (!a.set || !b.set) return a.set <=> b.set;
  if (auto order = a.seconds <=> b.seconds; order != 0) return order;
  return a.nanoseconds <=> b.nanoseconds;
}

std::strong_ordering NumbersOrTexts(const IntOrString& a, const IntOrString& b) {
  if (a.is_text != b.is_text) return a.is_text <=> b.is_text;
  return a.is_text ? a.text <=> b.text : a.number <=> b.number;
}

std::strong_ordering Structs(const TypeInfo& type, const void* a, const void* b) {
  for (const FieldInfo& field : type.fields) {
    auto order = SemanticCompare(*field.type, FieldAt(a, field.offset), FieldAt(b, field.offset));
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

std::strong_ordering Lists(const TypeInfo& element, const RawList& a, const RawList& b) {
  if (a.count != b.count) return a.count <=> b.count;
  for (uint32_t i = 0; i < a.count; ++i) {
    auto order = SemanticCompare(element, a.At(i, element.size), b.At(i, element.size));
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

std::strong_ordering Maps(const TypeInfo& element, const RawList& a, const RawList& b) {
  if (a.count != b.count) return a.count <=> b.count;
  size_t stride = MapEntrySize(element);
  for (uint32_t i = 0; i < a.count; ++i) {
    const char* x = a.At(i, stride);
    const char* y = b.At(i, stride);
    if (auto order = EntryKey(x) <=> EntryKey(y); order != 0) return order;
    auto order = SemanticCompare(element, x + kMapValueOffset, y + kMapValueOffset);
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

std::strong_ordering Pointers(const TypeInfo& element, const RawPtr& a, const RawPtr& b) {
  if (a.target != nullptr && b.target != nullptr) {
    return SemanticCompare(element, a.target, b.target);
  }
  return (a.target != nullptr) <=> (b.target != nullptr);
}

}  // namespace

std::strong_ordering SemanticCompare(const TypeInfo& type, const void* a, const void* b) {
  switch (type.kind) {
    case Kind::kBool:
      return Values<bool>(a, b);
    case Kind::kInt32:
      return Values<int32_t>(a, b);
    case Kind::kInt64:
      return Values<int64_t>(a, b);
    case Kind::kUint32:
      return Values<uint32_t>(a, b);
    case Kind::kUint64:
      return Values<uint64_t>(a, b);
    case Kind::kFloat:
      return CompareDoubles(As<float>(a), As<float>(b));
    case Kind::kDouble:
      return CompareDoubles(As<double>(a), As<double>(b));
    case Kind::kString:
      return Values<Str>(a, b);
    case Kind::kBinary:
      return As<Binary>(a).view() <=> As<Binary>(b).view();
    case Kind::kAny:
      return CompareByNumber(As<Any>(a), As<Any>(b));
    case Kind::kTime:
      return Times(As<Time>(a), As<Time>(b));
    case Kind::kMicroTime:
      return Times(As<MicroTime>(a), As<MicroTime>(b));
    case Kind::kDuration:
      return As<Duration>(a).nanoseconds <=> As<Duration>(b).nanoseconds;
    case Kind::kQuantity:
      return Quantities(As<Quantity>(a), As<Quantity>(b));
    case Kind::kIntOrString:
      return NumbersOrTexts(As<IntOrString>(a), As<IntOrString>(b));
    case Kind::kStruct:
    case Kind::kUnion:
      return Structs(type, a, b);
    case Kind::kOpt:
      if (OptSet(type, a) != OptSet(type, b)) return OptSet(type, a) <=> OptSet(type, b);
      if (!OptSet(type, a)) return std::strong_ordering::equal;
      return SemanticCompare(*type.element, a, b);
    case Kind::kPtr:
      return Pointers(*type.element, As<RawPtr>(a), As<RawPtr>(b));
    case Kind::kList:
      return Lists(*type.element, As<RawList>(a), As<RawList>(b));
    case Kind::kMap:
      return Maps(*type.element, As<RawList>(a), As<RawList>(b));
  }
  return std::strong_ordering::equal;
}

}  // namespace pintle::typeinfo
