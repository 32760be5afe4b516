#pragma once

#include <cstdint>
#include <vector>

#include "pintle/typeinfo/type_info.h"

// What the Protobuf decoder needs to know of a struct, in the shape it needs it: the field of a tag
// is found by an index, and how to read it by one byte.
namespace pintle::typeinfo {

struct ProtoPlan;

enum class ProtoOp : uint8_t {
  kSingle,  // a value that has no operation of its own
  kString,
  kBool,
  kNumber32,
  kNumber64,
  kOptString,
  kOptBool,
  kOptNumber32,
  kOptNumber64,
  kMessage,
  kPointer,   // to a message
  kMessages,  // a list
  kStrings,   // a list
  kList,      // of anything else
  kMap,
};

struct ProtoField {
  static constexpr uint32_t kNoTag = UINT32_MAX;

  uint32_t tag = kNoTag;  // it stays that if the struct has no field with this number
  uint32_t offset = 0;
  // The tag as it is written, and a mask for as many bytes. Tags longer than two bytes have none.
  uint16_t written_tag = 0;
  uint16_t tag_mask = 0;
  uint8_t tag_size = 0;
  ProtoOp op = ProtoOp::kSingle;
  uint32_t opt_set = 0;  // of an Opt: where from the field's start it says that it is set
  const FieldInfo* info = nullptr;
  const ProtoPlan* plan = nullptr;  // of the struct that the field is or holds

  uint32_t number() const { return tag >> 3; }
};

struct ProtoPlan {
  static constexpr uint32_t kNone = UINT32_MAX;

  const TypeInfo* type = nullptr;
  uint32_t dense = 0;  // numbers below it are their index in `fields`, as are all with short tags
  std::vector<ProtoField> fields;
  // Where a whole object has its apiVersion and its kind.
  uint32_t api_version_offset = kNone;
  uint32_t kind_offset = kNone;

  // Null if there is none.
  const ProtoField* Find(uint32_t number) const;
};

// The plan of a struct. It is made when it is first asked for and kept for good, so `type` must
// live as long as the program, as generated tables do. Any thread may call it.
const ProtoPlan& ProtoPlanOf(const TypeInfo& type);

}  // namespace pintle::typeinfo
