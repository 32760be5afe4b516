#include <cstring>
#include <limits>

#include "pintle/base/duration_text.h"
#include "pintle/base/quantity.h"
#include "pintle/base/strings.h"
#include "pintle/typeinfo/json_plan.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/time_format.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::typeinfo {
namespace {

// Objects nested deeper are left to Decode.
constexpr int kMaxDepth = 64;

// Reads objects in which every member is known and of the right type. Methods return false to give
// up: Decode then reads the value again and says what there is to say. They rely on `out` being
// default, so that null means to leave it so. `plan` is that of the struct a type is or holds.
class ValueDecoder {
 public:
  explicit ValueDecoder(Arena& arena) : arena_(arena) {}

  bool Read(const TypeInfo& type, const JsonPlan* plan, const Value& value, char* out) {
    if (type.kind == Kind::kString && value.is_string()) {
      As<Str>(out) = value.as_string();
      return true;
    }
    return ReadOther(type, plan, value, out);
  }

 private:
  bool ReadOther(const TypeInfo& type, const JsonPlan* plan, const Value& value, char* out);
  bool ReadText(const TypeInfo& type, std::string_view text, char* out);
  bool Struct(const JsonPlan& plan, const Value& value, char* out);
  bool ListItems(const TypeInfo& element, const JsonPlan* plan, const Value& value, RawList& list);
  bool MapEntries(const TypeInfo& element, const JsonPlan* plan, const Value& value, RawList& map);
  template <typename T>
  bool Integer(const TypeInfo& type, const Value& value, T& out);

  Arena& arena_;
  int depth_ = 0;
};

bool ValueDecoder::ReadOther(const TypeInfo& type, const JsonPlan* plan, const Value& value,
                             char* out) {
  if (value.is_null()) return type.kind != Kind::kUnion;
  switch (type.kind) {
    case Kind::kStruct:
      return Struct(*plan, value, out);
    case Kind::kList:
      return ListItems(*type.element, plan, value, As<RawList>(out));
    case Kind::kMap:
      return MapEntries(*type.element, plan, value, As<RawList>(out));
    case Kind::kPtr:
      As<RawPtr>(out).target = NewZeroed(*type.element, arena_);
      return Read(*type.element, plan, value, As<RawPtr>(out).target);
    case Kind::kOpt:
      OptSet(type, out) = true;
      return Read(*type.element, plan, value, out);
    case Kind::kBool:
      if (value.is_bool()) As<bool>(out) = value.as_bool();
      return value.is_bool();
    case Kind::kInt32:
      return Integer(type, value, As<int32_t>(out));
    case Kind::kInt64:
      return Integer(type, value, As<int64_t>(out));
    case Kind::kAny:
      As<Any>(out) = value;
      return true;
    case Kind::kIntOrString: {
      int32_t number = 0;
      if (value.is_string()) break;
      if (!Integer(kInt32Type, value, number)) return false;
      As<IntOrString>(out) = IntOrString::FromInt(number);
      return true;
    }
    default:
      break;
  }
  return value.is_string() && ReadText(type, value.as_string(), out);
}

// What is written as a string, and is more than that.
bool ValueDecoder::ReadText(const TypeInfo& type, std::string_view text, char* out) {
  switch (type.kind) {
    case Kind::kQuantity:
      As<Quantity>(out).text = text;
      return IsPlainQuantity(text);
    case Kind::kIntOrString:
      As<IntOrString>(out) = IntOrString::FromText(text);
      return true;
    case Kind::kTime: {
      auto time = ParseTime(text);
      if (time) As<Time>(out) = *time;
      return time.has_value();
    }
    case Kind::kMicroTime: {
      auto time = ParseMicroTime(text);
      if (time) As<MicroTime>(out) = *time;
      return time.has_value();
    }
    case Kind::kDuration: {
      auto duration = ParseDuration(text);
      if (duration) As<Duration>(out).nanoseconds = duration->count();
      return duration.has_value();
    }
    case Kind::kBinary: {
      auto bytes = Base64Decode(text);
      if (!bytes) return false;
      std::string_view copy = arena_.Copy(*bytes);
      As<Binary>(out) = Binary{copy.data(), copy.size()};
      return true;
    }
    default:
      return false;
  }
}

bool ValueDecoder::Struct(const JsonPlan& plan, const Value& value, char* out) {
  if (!value.is_object() || depth_ >= kMaxDepth) return false;
  ++depth_;
  for (const Member& member : value.members()) {
    const uint8_t index = plan.Find(member.key());
    if (index == JsonPlan::kNoField) return false;
    const JsonPlanField& field = plan.fields[index];
    if (!Read(*field.type, field.plan, member.value, out + field.offset)) return false;
  }
  --depth_;
  return true;
}

bool ValueDecoder::ListItems(const TypeInfo& element, const JsonPlan* plan, const Value& value,
                             RawList& list) {
  if (!value.is_list() || depth_ >= kMaxDepth) return false;
  const auto count = static_cast<uint32_t>(value.size());
  if (!HasRoom(list, count, element.size, arena_)) return false;
  ++depth_;
  Reserve(list, count, element.size, element.align, arena_);
  for (const Value& item : value.items()) {
    if (arena_.spent()) return false;
    if (!Read(element, plan, item, AppendZeroed(list, element.size, element.align, arena_))) {
      return false;
    }
  }
  --depth_;
  return true;
}

bool ValueDecoder::MapEntries(const TypeInfo& element, const JsonPlan* plan, const Value& value,
                              RawList& map) {
  if (!value.is_object() || depth_ >= kMaxDepth) return false;
  const size_t stride = MapEntrySize(element);
  if (!HasRoom(map, static_cast<uint32_t>(value.size()), stride, arena_)) return false;
  ++depth_;
  Reserve(map, static_cast<uint32_t>(value.size()), stride, alignof(Str), arena_);
  // Members of a value are in the order that maps have.
  for (const Member& member : value.members()) {
    char* entry = AppendZeroed(map, stride, alignof(Str), arena_);
    EntryKey(entry) = member.key();
    if (arena_.spent()) return false;
    if (!Read(element, plan, member.value, entry + kMapValueOffset)) return false;
  }
  --depth_;
  return true;
}

template <typename T>
bool ValueDecoder::Integer(const TypeInfo& type, const Value& value, T& out) {
  if (!value.is_int()) return false;
  constexpr int64_t kLeast = std::numeric_limits<T>::min();
  const int64_t least = type.bits != 0 ? -(int64_t{1} << (type.bits - 1)) : kLeast;
  if (value.as_int() < least || value.as_int() > -(least + 1)) return false;
  out = static_cast<T>(value.as_int());
  return true;
}

}  // namespace

bool FromPlainValue(const Value& value, const TypeInfo& type, void* out, Arena& arena) {
  if (ValueDecoder(arena).Read(type, JsonPlanIn(type), value, static_cast<char*>(out))) return true;
  std::memset(out, 0, type.size);
  return false;
}

}  // namespace pintle::typeinfo
