#include "pintle/typeinfo/equal.h"

#include <algorithm>

#include "pintle/base/quantity.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/value/numbers.h"

namespace pintle::typeinfo {
namespace {

// By amount; texts that are no quantities are compared as texts.
bool QuantitiesEqual(const Quantity& a, const Quantity& b) {
  if (a.view() == b.view()) return true;
  Result<pintle::Quantity> x = pintle::Quantity::Parse(a.view());
  Result<pintle::Quantity> y = pintle::Quantity::Parse(b.view());
  return x && y && *x == *y;
}

class Comparison {
 public:
  explicit Comparison(bool strict) : strict_(strict) {}

  bool Equal(const TypeInfo& type, const void* a, const void* b) const;

 private:
  bool Structs(const TypeInfo& type, const void* a, const void* b) const {
    return std::ranges::all_of(type.fields, [&](const FieldInfo& field) {
      return Equal(*field.type, FieldAt(a, field.offset), FieldAt(b, field.offset));
    });
  }

  bool NilsDiffer(const void* a, const void* b) const {
    return strict_ && (a == nullptr) != (b == nullptr);
  }

  bool Lists(const TypeInfo& element, const RawList& a, const RawList& b) const {
    if (a.count != b.count || NilsDiffer(a.data, b.data)) return false;
    if (a.data == b.data) return true;
    for (uint32_t i = 0; i < a.count; ++i) {
      if (!Equal(element, a.At(i, element.size), b.At(i, element.size))) return false;
    }
    return true;
  }

  bool Maps(const TypeInfo& element, const RawList& a, const RawList& b) const {
    if (a.count != b.count || NilsDiffer(a.data, b.data)) return false;
    if (a.data == b.data) return true;
    size_t stride = MapEntrySize(element);
    for (uint32_t i = 0; i < a.count; ++i) {
      const char* x = a.At(i, stride);
      const char* y = b.At(i, stride);
      if (EntryKey(x) != EntryKey(y)) return false;
      if (!Equal(element, x + kMapValueOffset, y + kMapValueOffset)) return false;
    }
    return true;
  }

  bool Pointers(const TypeInfo& element, const RawPtr& a, const RawPtr& b) const {
    if (a.target == b.target) return true;
    if (a.target == nullptr || b.target == nullptr) return false;
    return Equal(element, a.target, b.target);
  }

  bool Binaries(const Binary& a, const Binary& b) const {
    return !NilsDiffer(a.data, b.data) && a.view() == b.view();
  }

  const bool strict_;
};

bool Comparison::Equal(const TypeInfo& type, const void* a, const void* b) const {
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
      return Binaries(As<Binary>(a), As<Binary>(b));
    case Kind::kAny:
      return EqualByNumber(As<Any>(a), As<Any>(b));
    case Kind::kTime:
      return As<Time>(a) == As<Time>(b);
    case Kind::kMicroTime:
      return As<MicroTime>(a) == As<MicroTime>(b);
    case Kind::kDuration:
      return As<Duration>(a) == As<Duration>(b);
    case Kind::kQuantity:
      if (strict_) return As<Quantity>(a).view() == As<Quantity>(b).view();
      return QuantitiesEqual(As<Quantity>(a), As<Quantity>(b));
    case Kind::kIntOrString:
      return As<IntOrString>(a) == As<IntOrString>(b);
    case Kind::kStruct:
    case Kind::kUnion:
      return Structs(type, a, b);
    case Kind::kOpt:
      if (OptSet(type, a) != OptSet(type, b)) return false;
      return !OptSet(type, a) || Equal(*type.element, a, b);
    case Kind::kPtr:
      return Pointers(*type.element, As<RawPtr>(a), As<RawPtr>(b));
    case Kind::kList:
      return Lists(*type.element, As<RawList>(a), As<RawList>(b));
    case Kind::kMap:
      return Maps(*type.element, As<RawList>(a), As<RawList>(b));
  }
  return false;
}

}  // namespace

bool SemanticEqual(const TypeInfo& type, const void* a, const void* b) {
  return Comparison(false).Equal(type, a, b);
}

bool StrictEqual(const TypeInfo& type, const void* a, const void* b) {
  return Comparison(true).Equal(type, a, b);
}

}  // namespace pintle::typeinfo
