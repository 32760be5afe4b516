#include <charconv>
#include <cstring>

#include "pintle/codec/json_encoder.h"
#include "pintle/codec/json_string.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/scratch_buffer.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/json_plan.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/time_format.h"

namespace pintle::typeinfo {
namespace {

// Digits and sign of any int64.
constexpr size_t kMaxIntBytes = 20;

// Writes what Encode would have a compact JsonWriter write. `plan` is that of the struct a type is
// or holds.
class JsonEncoder {
 public:
  explicit JsonEncoder(codec::ScratchBuffer& out) : out_(out) {}

  // Most of an object is strings: they are written in line, and nothing else is.
  [[gnu::always_inline]] void Write(const TypeInfo& type, const JsonPlan* plan, const char* value) {
    if (type.kind == Kind::kString) return codec::PutJsonString(out_, As<Str>(value));
    WriteOther(type, plan, value);
  }

 private:
  [[gnu::noinline]] void WriteOther(const TypeInfo& type, const JsonPlan* plan, const char* value);
  [[gnu::noinline]] void Struct(const JsonPlan& plan, const char* object);
  [[gnu::noinline]] void Items(const TypeInfo& element, const JsonPlan* plan, const RawList& list);
  [[gnu::noinline]] void Entries(const TypeInfo& element, const JsonPlan* plan, const RawList& map);
  // By way of tokens: what is rare, or costs so much that the way does not matter.
  [[gnu::noinline]] void Rare(const TypeInfo& type, const char* value);

  void Int(int64_t value) {
    char* at = out_.Room(kMaxIntBytes);
    out_.Advance(std::to_chars(at, at + kMaxIntBytes, value).ptr);
  }
  void Put(char c) {
    char* at = out_.Room(1);
    *at = c;
    out_.Advance(at + 1);
  }
  void Put(std::string_view text) {
    char* at = out_.Room(text.size());
    std::memcpy(at, text.data(), text.size());
    out_.Advance(at + text.size());
  }

  codec::ScratchBuffer& out_;
};

void JsonEncoder::WriteOther(const TypeInfo& type, const JsonPlan* plan, const char* value) {
  switch (type.kind) {
    case Kind::kStruct:
      return Struct(*plan, value);
    case Kind::kList:
      return Items(*type.element, plan, As<RawList>(value));
    case Kind::kMap:
      return Entries(*type.element, plan, As<RawList>(value));
    case Kind::kPtr: {
      const char* target = As<RawPtr>(value).target;
      return target != nullptr ? Write(*type.element, plan, target) : Put("null");
    }
    case Kind::kOpt:
      return OptSet(type, value) ? Write(*type.element, plan, value) : Put("null");
    case Kind::kBool:
      return Put(As<bool>(value) ? std::string_view("true") : std::string_view("false"));
    case Kind::kInt32:
      return Int(As<int32_t>(value));
    case Kind::kInt64:
      return Int(As<int64_t>(value));
    case Kind::kQuantity:
      return codec::PutJsonString(out_, As<Quantity>(value).view());
    case Kind::kTime: {
      const Time& time = As<Time>(value);
      return time.set ? codec::PutJsonString(out_, FormatTime(time)) : Put("null");
    }
    case Kind::kAny:
      return codec::EncodeJson(As<Any>(value), codec::JsonStyle::kCompact, 0, out_);
    default:
      return Rare(type, value);
  }
}

void JsonEncoder::Struct(const JsonPlan& plan, const char* object) {
  char before = '{';
  for (const JsonPlanField& field : plan.fields) {
    if (field.IsOmittedFrom(object)) continue;
    std::string_view key = plan.KeyOf(field);
    char* at = out_.Room(key.size() + 1);
    *at = before;
    std::memcpy(at + 1, key.data(), key.size());
    out_.Advance(at + 1 + key.size());
    before = ',';
    Write(*field.type, field.plan, object + field.offset);
  }
  if (before == '{') Put('{');
  Put('}');
}

void JsonEncoder::Items(const TypeInfo& element, const JsonPlan* plan, const RawList& list) {
  if (list.data == nullptr) return Put("null");
  Put('[');
  for (uint32_t i = 0; i < list.count; ++i) {
    if (i != 0) Put(',');
    Write(element, plan, list.At(i, element.size));
  }
  Put(']');
}

void JsonEncoder::Entries(const TypeInfo& element, const JsonPlan* plan, const RawList& map) {
  if (map.data == nullptr) return Put("null");
  const size_t stride = MapEntrySize(element);
  Put('{');
  for (uint32_t i = 0; i < map.count; ++i) {
    const char* entry = map.At(i, stride);
    if (i != 0) Put(',');
    codec::PutJsonString(out_, EntryKey(entry), ':');
    Write(element, plan, entry + kMapValueOffset);
  }
  Put('}');
}

void JsonEncoder::Rare(const TypeInfo& type, const char* value) {
  std::string text;
  codec::JsonWriter writer(text);
  Encode(type, value, writer);
  Put(text);
}

}  // namespace

std::string EncodeJson(const TypeInfo& type, const void* object) {
  codec::ScratchBuffer out;
  JsonEncoder(out).Write(type, JsonPlanIn(type), static_cast<const char*>(object));
  return std::string(out.content());
}

}  // namespace pintle::typeinfo
