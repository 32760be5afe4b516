#include "pintle/typeinfo/json_plan.h"

#include <bit>

#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/plan_table.h"

namespace pintle::typeinfo {
namespace {

// Larger structs have no hash table. One slot in two is free at least, so that searches are short.
constexpr size_t kMaxIndexed = 128;

// Where to look for omit_empty, from the start of the field.
struct Emptiness {
  OmitTest test;
  uint32_t offset;
};

Emptiness EmptinessOf(const TypeInfo& type) {
  switch (type.kind) {
    case Kind::kBool:
      return {OmitTest::kByte, 0};
    case Kind::kInt32:
    case Kind::kUint32:
      return {OmitTest::kWord, 0};
    case Kind::kInt64:
    case Kind::kUint64:
    case Kind::kPtr:
      return {OmitTest::kDouble, 0};
    case Kind::kOpt:
      return {OmitTest::kByte, type.element->size};
    case Kind::kString: {
      // Where the size of a string_view stands is the library's affair.
      const Str one("x", 1);
      size_t first = 0;
      std::memcpy(&first, &one, sizeof(first));
      return {OmitTest::kDouble, first == 1 ? 0U : static_cast<uint32_t>(sizeof(size_t))};
    }
    case Kind::kBinary:
      return {OmitTest::kDouble, offsetof(Binary, size)};
    case Kind::kList:
    case Kind::kMap:
      return {OmitTest::kWord, offsetof(RawList, count)};
    case Kind::kTime:
    case Kind::kMicroTime:
    case Kind::kDuration:
    case Kind::kQuantity:
    case Kind::kIntOrString:
    case Kind::kStruct:
    case Kind::kUnion:
      return {OmitTest::kNever, 0};
    case Kind::kFloat:
    case Kind::kDouble:
    case Kind::kAny:
      break;
  }
  return {OmitTest::kAsk, 0};
}

JsonPlanField PlanField(const JsonField& member, std::string& keys) {
  JsonPlanField field;
  field.name = member.field->name;
  field.info = member.field;
  field.type = member.field->type;
  field.offset = member.offset;
  field.key_start = static_cast<uint32_t>(keys.size());
  codec::AppendJsonString(keys, field.name);
  keys += ':';
  field.key_size = static_cast<uint16_t>(keys.size() - field.key_start);
  if (member.field->omit_zero) {
    field.test = OmitTest::kAsk;
  } else if (member.field->omit_empty) {
    Emptiness emptiness = EmptinessOf(*field.type);
    field.test = emptiness.test;
    field.test_offset = member.offset + emptiness.offset;
  }
  return field;
}

void Index(JsonPlan& plan) {
  if (plan.fields.size() > kMaxIndexed) return;
  plan.slots.assign(std::bit_ceil(2 * plan.fields.size() + 1), JsonPlan::kNoField);
  for (size_t i = 0; i < plan.fields.size(); ++i) {
    size_t at = JsonPlan::Hash(plan.fields[i].name);
    while (plan.slots[at & (plan.slots.size() - 1)] != JsonPlan::kNoField) ++at;
    plan.slots[at & (plan.slots.size() - 1)] = static_cast<uint8_t>(i);
  }
}

void Fill(JsonPlan& plan, PlanTable<JsonPlan>& table) {
  for (const JsonField& member : plan.type->json_fields) {
    JsonPlanField& field = plan.fields.emplace_back(PlanField(member, plan.keys));
    if (const TypeInfo* held = StructIn(field.type)) field.plan = table.Entered(*held);
  }
  Index(plan);
}

}  // namespace

const JsonPlan& JsonPlanOf(const TypeInfo& type) {
  // Never destroyed: objects are written until the last thread has ended.
  static auto& plans = *new PlanTable<JsonPlan>(Fill);
  return plans.Of(type);
}

const JsonPlan* JsonPlanIn(const TypeInfo& type) {
  const TypeInfo* held = StructIn(&type);
  return held != nullptr ? &JsonPlanOf(*held) : nullptr;
}

}  // namespace pintle::typeinfo
