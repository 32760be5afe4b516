#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "pintle/typeinfo/types.h"

// The tables pintle-gen emits: a constant description of every API struct, which the engines of
// this folder walk.
namespace pintle::typeinfo {

struct TypeInfo;

enum class Kind : uint8_t {
  kBool,
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kFloat,  // 32 bits
  kDouble,
  kString,
  kBinary,
  kAny,  // a dynamic Value
  kTime,
  kMicroTime,
  kDuration,
  kQuantity,
  kIntOrString,
  kStruct,  // `fields` and `json_fields`
  // A struct that on the wire is one of its fields, chosen by the JSON type: a list field takes
  // arrays, a Ptr field objects, a bool field booleans. Written as the first of: non-empty list,
  // set Ptr, the bool, null. Reading an object also sets the bool field.
  kUnion,
  kOpt,   // Opt<element>
  kPtr,   // Ptr<element>
  kList,  // List<element>
  kMap,   // Map<element>
};

enum class ListType : uint8_t { kNone, kAtomic, kSet, kMap };

// One field of a struct as declared in types.go.
struct FieldInfo {
  std::string_view name;  // JSON name; for an inlined struct the type's name
  std::string_view go_name;
  const TypeInfo* type;
  uint32_t offset;
  uint32_t proto_number = 0;
  // In Protobuf the list, or each list that is a value of the map, is a message {1: items}.
  bool proto_list_message = false;

  bool omit_empty = false;
  bool omit_zero = false;
  bool inlined = false;   // its fields appear at the level of the owner
  bool optional = false;  // marked +optional
  bool required = false;  // in the schema's list of required members

  ListType list_type = ListType::kNone;
  bool map_atomic = false;     // +mapType=atomic or +structType=atomic
  bool patch_merge = false;    // strategic merge: merge lists
  bool patch_replace = false;  // strategic merge: replace objects
  bool patch_retain_keys = false;
  std::string_view patch_merge_key = {};
  std::span<const std::string_view> list_map_keys = {};

  std::string_view default_json = {};                    // JSON text of +default
  std::span<const std::string_view> feature_gates = {};  // all that must be on
  std::string_view format = {};                          // OpenAPI format override
  std::string_view doc = {};
};

// A member as JSON sees it: inlined structs are flattened. In output order.
struct JsonField {
  const FieldInfo* field;
  uint32_t offset;  // from the start of the outer struct
};

// A type: a struct, or a shape made of others (Opt<int32>, List<Container>). One per distinct type;
// compared by address.
struct TypeInfo {
  Kind kind;
  uint32_t size;
  uint32_t align;
  std::string_view name = {};              // `ConfigMap`; for a named scalar its name; else empty
  std::string_view package = {};           // OpenAPI model prefix, e.g. `io.k8s.api.core.v1`
  const TypeInfo* element = nullptr;       // of kOpt, kPtr, kList, kMap
  std::span<const FieldInfo> fields = {};  // kStruct, kUnion
  std::span<const JsonField> json_fields = {};
  // Indices into json_fields, sorted by name.
  std::span<const uint16_t> json_index = {};
  bool proto_message = false;  // has a Protobuf form
  // Indices into `fields` of those with a Protobuf number, ascending by it.
  std::span<const uint16_t> proto_index = {};
  std::span<const std::string_view> enum_values = {};  // closed set of a named string type
  std::string_view doc = {};
  // Of an integer that is narrower on the wire than its kind: 8 or 16. Else 0.
  uint8_t bits = 0;
};

// The member called `name` (exact spelling), or null.
const JsonField* FindJsonField(const TypeInfo& type, std::string_view name);

// The table of a C++ field type. Generated headers specialise it for their structs.
template <typename T>
const TypeInfo& TypeOf();

// Distance between two entries of a Map with this element type, and where in one the value is.
inline constexpr size_t kMapValueOffset = sizeof(std::string_view);
inline size_t MapEntrySize(const TypeInfo& element) {
  size_t end = kMapValueOffset + element.size;
  return (end + alignof(std::string_view) - 1) & ~(alignof(std::string_view) - 1);
}

extern const TypeInfo kBoolType;
extern const TypeInfo kInt8Type;
extern const TypeInfo kInt16Type;
extern const TypeInfo kInt32Type;
extern const TypeInfo kInt64Type;
extern const TypeInfo kUint8Type;
extern const TypeInfo kUint16Type;
extern const TypeInfo kUint32Type;
extern const TypeInfo kUint64Type;
extern const TypeInfo kFloatType;
extern const TypeInfo kDoubleType;
extern const TypeInfo kStringType;
extern const TypeInfo kBinaryType;
extern const TypeInfo kAnyType;
extern const TypeInfo kTimeType;
extern const TypeInfo kMicroTimeType;
extern const TypeInfo kDurationType;
extern const TypeInfo kQuantityType;
extern const TypeInfo kIntOrStringType;

template <>
const TypeInfo& TypeOf<bool>();
template <>
const TypeInfo& TypeOf<int32_t>();
template <>
const TypeInfo& TypeOf<int64_t>();
template <>
const TypeInfo& TypeOf<uint32_t>();
template <>
const TypeInfo& TypeOf<uint64_t>();
template <>
const TypeInfo& TypeOf<float>();
template <>
const TypeInfo& TypeOf<double>();
template <>
const TypeInfo& TypeOf<Str>();
template <>
const TypeInfo& TypeOf<Binary>();
template <>
const TypeInfo& TypeOf<Any>();
template <>
const TypeInfo& TypeOf<Time>();
template <>
const TypeInfo& TypeOf<MicroTime>();
template <>
const TypeInfo& TypeOf<Duration>();
template <>
const TypeInfo& TypeOf<Quantity>();
template <>
const TypeInfo& TypeOf<IntOrString>();

}  // namespace pintle::typeinfo
