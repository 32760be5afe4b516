#include "pintle/typeinfo/equal.h"

#include <algorithm>

#include "pintle/base/quantity.h"
#include "pintle/typeinfo/layout.h"

namespace pintle::typeinfo {
namespace {

// By amount; texts that are no quantities are compared as texts.
bool QuantitiesEqual(const Quantity& a, const Quantity& b) {
  if (a.view() == b.view()) return true;
  Result<pintle::Quantity> x = pintle::Quantity::Parse(a.view());
  Result<pintle::Quantity> y = pintle::Quantity::Parse(b.view());
  return x && y && *x == *y;
}

bool StructsEqual(const TypeInfo& type, const void* a, const void* b) {
  return std::ranges::all_of(type.fields, [&](const FieldInfo& field) {
    return SemanticEqual(*field.type, FieldAt(a, field.offset), FieldAt(b, field.offset));
  });
}

bool ListsEqual(const TypeInfo& element, const RawList& a, const RawList& b) {
  if (a.count != b.count) return false;
  if (a.data == b.data) return true;
  for (uint32_t i = 0; i < a.count; ++i) {
    if (!SemanticEqual(element, a.At(i, element.size), b.At(i, element.size))) return false;
  }
  return true;
}

bool MapsEqual(const TypeInfo& element, const RawList& a, const RawList& b) {
  if (a.count != b.count) return false;
  if (a.data == b.data) return true;
  size_t stride = MapEntrySize(element);
  for (uint32_t i = 0; i < a.count; ++i) {
    const char* x = a.At(i, stride);
    const char* y = b.At(i, stride);
    if (EntryKey(x) != EntryKey(y)) return false;
    if (!SemanticEqual(element, x + kMapValueOffset, y + kMapValueOffset)) return false;
  }
  return true;
}

bool PointersEqual(const TypeInfo& element, const RawPtr& a, const RawPtr& b) {
  if (a.target == b.target) return true;
  if (a.target == nullptr || b.target == nullptr) return false;
  return SemanticEqual(element, a.target, b.target);
}

}  // namespace

bool SemanticEqual(const TypeInfo& type, const void* a, const void* b) {
  switch (type.kind) {
    case Kind::kBool:
      return As<bool>(a) == As<bool>(b);
    case Kind::kInt32:
      return As<int32_t>(a) == As<int32_t>(b);
    case Kind::kInt64:
      return As<int64_t>(a) == As<int64_t>(b);
    case Kind::kUint32:
      return As<uint32_t>(a) == As<uint32_t>(b);
    case Kind::kUint64:
      return As<uint64_t>(a) == As<uint64_t>(b);
    case Kind::kFloat:
      return As<float>(a) == As<float>(b);
    case Kind::kDouble:
      return As<double>(a) == As<double>(b);
    case Kind::kString:
      return As<Str>(a) == As<Str>(b);
    case Kind::kBinary:
      return As<Binary>(a).view() == As<Binary>(b).view();
    case Kind::kAny:
      return As<Any>(a) == As<Any>(b);
    case Kind::kTime:
      return As<Time>(a) == As<Time>(b);
    case Kind::kMicroTime:
      return As<MicroTime>(a) == As<MicroTime>(b);
    case Kind::kDuration:
      return As<Duration>(a) == As<Duration>(b);
    case Kind::kQuantity:
      return QuantitiesEqual(As<Quantity>(a), As<Quantity>(b));
    case Kind::kIntOrString:
      return As<IntOrString>(a) == As<IntOrString>(b);
    case Kind::kStruct:
    case Kind::kUnion:
      return StructsEqual(type, a, b);
    case Kind::kOpt:
      if (OptSet(type, a) != OptSet(type, b)) return false;
      return !OptSet(type, a) || SemanticEqual(*type.element, a, b);
    case Kind::kPtr:
      return PointersEqual(*type.element, As<RawPtr>(a), As<RawPtr>(b));
    case Kind::kList:
      return ListsEqual(*type.element, As<RawList>(a), As<RawList>(b));
    case Kind::kMap:
      return MapsEqual(*type.element, As<RawList>(a), As<RawList>(b));
  }
  return false;
}

}  // namespace pintle::typeinfo
