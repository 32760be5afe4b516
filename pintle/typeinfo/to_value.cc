#include "pintle/codec/document.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/json_plan.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/time_format.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::typeinfo {
namespace {

// Makes the value that Encode would have a ValueWriter make, in place: members are counted first
// and taken in the order of their names. `plan` is that of the struct a type is or holds.
class ValueMaker {
 public:
  explicit ValueMaker(Arena& arena) : arena_(arena) {}

  Value Make(const TypeInfo& type, const JsonPlan* plan, const char* value);

 private:
  Value Struct(const JsonPlan& plan, const char* object);
  Value Items(const TypeInfo& element, const JsonPlan* plan, const RawList& list);
  Value Entries(const TypeInfo& element, const JsonPlan* plan, const RawList& map);
  // By way of tokens.
  Value Rare(const TypeInfo& type, const char* value);

  Arena& arena_;
};

Value ValueMaker::Make(const TypeInfo& type, const JsonPlan* plan, const char* value) {
  switch (type.kind) {
    case Kind::kString:
      return Value::String(arena_, As<Str>(value));
    case Kind::kStruct:
      return Struct(*plan, value);
    case Kind::kList:
      return Items(*type.element, plan, As<RawList>(value));
    case Kind::kMap:
      return Entries(*type.element, plan, As<RawList>(value));
    case Kind::kPtr: {
      const char* target = As<RawPtr>(value).target;
      return target != nullptr ? Make(*type.element, plan, target) : Value();
    }
    case Kind::kOpt:
      return OptSet(type, value) ? Make(*type.element, plan, value) : Value();
    case Kind::kBool:
      return Value(As<bool>(value));
    case Kind::kInt32:
      return Value(int64_t{As<int32_t>(value)});
    case Kind::kInt64:
      return Value(As<int64_t>(value));
    case Kind::kQuantity:
      return Value::String(arena_, As<Quantity>(value).view());
    case Kind::kTime: {
      const Time& time = As<Time>(value);
      return time.set ? Value::String(arena_, FormatTime(time)) : Value();
    }
    case Kind::kAny:
      return As<Any>(value).Clone(arena_);
    default:
      return Rare(type, value);
  }
}

Value ValueMaker::Struct(const JsonPlan& plan, const char* object) {
  size_t count = 0;
  for (const JsonPlanField& field : plan.fields) count += field.IsOmittedFrom(object) ? 0 : 1;
  auto* members = arena_.Room<Member>(count);
  Member* next = members;
  for (uint16_t index : plan.type->json_index) {
    const JsonPlanField& field = plan.fields[index];
    if (field.IsOmittedFrom(object)) continue;
    new (next++) Member(field.name, Make(*field.type, field.plan, object + field.offset));
  }
  return Value::AdoptObject(members, count);
}

Value ValueMaker::Items(const TypeInfo& element, const JsonPlan* plan, const RawList& list) {
  if (list.data == nullptr) return Value();
  auto* items = arena_.Room<Value>(list.count);
  for (uint32_t i = 0; i < list.count; ++i) {
    new (items + i) Value(Make(element, plan, list.At(i, element.size)));
  }
  return Value::AdoptList(items, list.count);
}

Value ValueMaker::Entries(const TypeInfo& element, const JsonPlan* plan, const RawList& map) {
  if (map.data == nullptr) return Value();
  const size_t stride = MapEntrySize(element);
  auto* members = arena_.Room<Member>(map.count);
  for (uint32_t i = 0; i < map.count; ++i) {
    const char* entry = map.At(i, stride);
    new (members + i)
        Member(arena_.Copy(EntryKey(entry)), Make(element, plan, entry + kMapValueOffset));
  }
  return Value::AdoptObject(members, map.count);
}

Value ValueMaker::Rare(const TypeInfo& type, const char* value) {
  codec::ValueWriter writer(arena_);
  Encode(type, value, writer);
  return writer.Take();
}

}  // namespace

Value ToValue(const TypeInfo& type, const void* object, Arena& arena) {
  return ValueMaker(arena).Make(type, JsonPlanIn(type), static_cast<const char*>(object));
}

}  // namespace pintle::typeinfo
