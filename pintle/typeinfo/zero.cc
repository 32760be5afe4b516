#include "pintle/typeinfo/zero.h"

#include <algorithm>
#include <bit>

#include "pintle/typeinfo/layout.h"

namespace pintle::typeinfo {

bool IsZero(const TypeInfo& type, const void* object) {
  switch (type.kind) {
    case Kind::kBool:
      return !As<bool>(object);
    case Kind::kInt32:
      return As<int32_t>(object) == 0;
    case Kind::kInt64:
      return As<int64_t>(object) == 0;
    case Kind::kUint32:
      return As<uint32_t>(object) == 0;
    case Kind::kUint64:
      return As<uint64_t>(object) == 0;
    case Kind::kFloat:
      return std::bit_cast<uint32_t>(As<float>(object)) == 0;
    case Kind::kDouble:
      return std::bit_cast<uint64_t>(As<double>(object)) == 0;  // -0.0 is a value of its own
    case Kind::kString:
      return As<Str>(object).empty();
    case Kind::kBinary:
      return As<Binary>(object).is_nil();
    case Kind::kAny:
      return As<Any>(object).is_null();
    case Kind::kTime:
      return !As<Time>(object).set;
    case Kind::kMicroTime:
      return !As<MicroTime>(object).set;
    case Kind::kDuration:
      return As<Duration>(object).nanoseconds == 0;
    case Kind::kQuantity:
      return As<Quantity>(object).view() == "0";
    case Kind::kIntOrString:
      return As<IntOrString>(object) == IntOrString();
    case Kind::kStruct:
    case Kind::kUnion:
      return std::ranges::all_of(type.fields, [&](const FieldInfo& field) {
        return IsZero(*field.type, FieldAt(object, field.offset));
      });
    case Kind::kOpt:
      return !OptSet(type, object);
    case Kind::kPtr:
      return As<RawPtr>(object).target == nullptr;
    case Kind::kList:
    case Kind::kMap:
      return As<RawList>(object).data == nullptr;
  }
  return false;
}

}  // namespace pintle::typeinfo
