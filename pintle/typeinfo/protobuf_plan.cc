#include "pintle/typeinfo/protobuf_plan.h"

#include <algorithm>

#include "pintle/typeinfo/plan_table.h"
#include "pintle/typeinfo/protobuf_messages.h"

namespace pintle::typeinfo {
namespace {

// Fields with larger numbers are searched for; the API has none.
constexpr uint32_t kMaxDense = 128;
// Tags below these bounds take one byte, two bytes.
constexpr uint32_t kOneByte = 1U << 7;
constexpr uint32_t kTwoBytes = 1U << 14;
constexpr uint32_t kMinDense = kOneByte >> 3;

ProtoOp ScalarOp(const TypeInfo& type, bool opt) {
  switch (type.kind) {
    case Kind::kString:
      return opt ? ProtoOp::kOptString : ProtoOp::kString;
    case Kind::kBool:
      return opt ? ProtoOp::kOptBool : ProtoOp::kBool;
    case Kind::kInt32:
    case Kind::kUint32:
      return opt ? ProtoOp::kOptNumber32 : ProtoOp::kNumber32;
    case Kind::kInt64:
    case Kind::kUint64:
      return opt ? ProtoOp::kOptNumber64 : ProtoOp::kNumber64;
    default:
      return ProtoOp::kSingle;
  }
}

ProtoOp OpOf(const FieldInfo& field) {
  const TypeInfo& type = *field.type;
  switch (type.kind) {
    case Kind::kStruct:
    case Kind::kUnion:
      return ProtoOp::kMessage;
    case Kind::kPtr:
      return ProtoOp::kPointer;
    case Kind::kMap:
      return ProtoOp::kMap;
    case Kind::kList:
      if (field.proto_list_message) return ProtoOp::kList;
      if (type.element->kind == Kind::kStruct) return ProtoOp::kMessages;
      return type.element->kind == Kind::kString ? ProtoOp::kStrings : ProtoOp::kList;
    case Kind::kOpt:
      return ScalarOp(*type.element, true);
    default:
      return ScalarOp(type, false);
  }
}

ProtoField PlanField(const FieldInfo& info) {
  ProtoField field;
  bool items = info.type->kind == Kind::kList && !info.proto_list_message;
  auto wire = ProtoWireOf(items ? *info.type->element : *info.type);
  field.tag = info.proto_number << 3 | static_cast<uint32_t>(wire);
  field.offset = info.offset;
  field.op = OpOf(info);
  field.info = &info;
  if (info.type->kind == Kind::kOpt) field.opt_set = info.type->element->size;
  if (field.tag < kOneByte) {
    field.tag_size = 1;
    field.tag_mask = 0xff;
    field.written_tag = static_cast<uint16_t>(field.tag);
  } else if (field.tag < kTwoBytes) {
    field.tag_size = 2;
    field.tag_mask = 0xffff;
    field.written_tag = static_cast<uint16_t>((field.tag & 0x7f) | 0x80 | field.tag >> 7 << 8);
  }
  return field;
}

uint32_t TextOffset(const TypeInfo& type, std::string_view name) {
  const JsonField* member = FindJsonField(type, name);
  bool text = member != nullptr && member->field->type->kind == Kind::kString;
  return text ? member->offset : ProtoPlan::kNone;
}

void Fill(ProtoPlan& plan, PlanTable<ProtoPlan>& table) {
  const TypeInfo& type = *plan.type;
  plan.dense = kMinDense;
  if (!type.proto_index.empty()) {
    uint32_t last = type.fields[type.proto_index.back()].proto_number;
    plan.dense = std::clamp(last + 1, kMinDense, kMaxDense);
  }
  plan.fields.resize(plan.dense);
  for (uint16_t index : type.proto_index) {
    ProtoField field = PlanField(type.fields[index]);
    if (const TypeInfo* held = StructIn(field.info->type)) field.plan = table.Entered(*held);
    if (field.number() < plan.dense) {
      plan.fields[field.number()] = field;
    } else {
      plan.fields.push_back(field);
    }
  }
  plan.api_version_offset = TextOffset(type, "apiVersion");
  plan.kind_offset = TextOffset(type, "kind");
}

}  // namespace

const ProtoField* ProtoPlan::Find(uint32_t number) const {
  if (number < dense) return fields[number].tag != ProtoField::kNoTag ? &fields[number] : nullptr;
  auto found = std::ranges::lower_bound(fields.begin() + dense, fields.end(), number, {},
                                        &ProtoField::number);
  return found != fields.end() && found->number() == number ? &*found : nullptr;
}

const ProtoPlan& ProtoPlanOf(const TypeInfo& type) {
  // Never destroyed: objects are decoded until the last thread has ended.
  static auto& plans = *new PlanTable<ProtoPlan>(Fill);
  return plans.Of(type);
}

}  // namespace pintle::typeinfo
