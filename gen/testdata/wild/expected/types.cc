// Made by pintle-gen from wild. Changes are lost with the next build.
#include "wild/types.h"

#include <cstddef>

#include "imports/base/tables.h"
#include "wild/tables.h"

namespace testdata::wild {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

constinit const typeinfo::TypeInfo kListOf_Double =
    Shape_<typeinfo::List<double>>(typeinfo::Kind::kList, typeinfo::kDoubleType);
constinit const typeinfo::TypeInfo kOptOf_Uint32 =
    Shape_<typeinfo::Opt<uint32_t>>(typeinfo::Kind::kOpt, typeinfo::kUint32Type);
constinit const typeinfo::TypeInfo kOptOf_Quantity =
    Shape_<typeinfo::Opt<typeinfo::Quantity>>(typeinfo::Kind::kOpt, typeinfo::kQuantityType);
constinit const typeinfo::TypeInfo kOptOf_IntOrString =
    Shape_<typeinfo::Opt<typeinfo::IntOrString>>(typeinfo::Kind::kOpt, typeinfo::kIntOrStringType);
constinit const typeinfo::TypeInfo kListOf_String =
    Shape_<typeinfo::List<typeinfo::Str>>(typeinfo::Kind::kList, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kListOf_ListOf_String =
    Shape_<typeinfo::List<typeinfo::List<typeinfo::Str>>>(typeinfo::Kind::kList, kListOf_String);
constinit const typeinfo::TypeInfo kPtrOf_Scalars =
    Shape_<typeinfo::Ptr<Scalars>>(typeinfo::Kind::kPtr, tables::kScalars);
constinit const typeinfo::TypeInfo kListOf_PtrOf_Scalars =
    Shape_<typeinfo::List<typeinfo::Ptr<Scalars>>>(typeinfo::Kind::kList, kPtrOf_Scalars);
constinit const typeinfo::TypeInfo kOptOf_String =
    Shape_<typeinfo::Opt<typeinfo::Str>>(typeinfo::Kind::kOpt, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kListOf_OptOf_String =
    Shape_<typeinfo::List<typeinfo::Opt<typeinfo::Str>>>(typeinfo::Kind::kList, kOptOf_String);
constinit const typeinfo::TypeInfo kListOf_Int32 =
    Shape_<typeinfo::List<int32_t>>(typeinfo::Kind::kList, typeinfo::kInt32Type);
constinit const typeinfo::TypeInfo kListOf_Uint8 =
    Shape_<typeinfo::List<uint32_t>>(typeinfo::Kind::kList, typeinfo::kUint8Type);
constinit const typeinfo::TypeInfo kListOf_Binary =
    Shape_<typeinfo::List<typeinfo::Binary>>(typeinfo::Kind::kList, typeinfo::kBinaryType);
constinit const typeinfo::TypeInfo kOptOf_ListOf_String =
    Shape_<typeinfo::Opt<typeinfo::List<typeinfo::Str>>>(typeinfo::Kind::kOpt, kListOf_String);
constinit const typeinfo::TypeInfo kMapOf_String =
    Shape_<typeinfo::Map<typeinfo::Str>>(typeinfo::Kind::kMap, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kOptOf_MapOf_String =
    Shape_<typeinfo::Opt<typeinfo::Map<typeinfo::Str>>>(typeinfo::Kind::kOpt, kMapOf_String);
constinit const typeinfo::TypeInfo kOptOf_Int32 =
    Shape_<typeinfo::Opt<int32_t>>(typeinfo::Kind::kOpt, typeinfo::kInt32Type);
constinit const typeinfo::TypeInfo kMapOf_ContainersSet =
    Shape_<typeinfo::Map<ContainersSet>>(typeinfo::Kind::kMap, tables::kContainersSet);
constinit const typeinfo::TypeInfo kPtrOf_Containers =
    Shape_<typeinfo::Ptr<Containers>>(typeinfo::Kind::kPtr, tables::kContainers);
constinit const typeinfo::TypeInfo kMapOf_PtrOf_Containers =
    Shape_<typeinfo::Map<typeinfo::Ptr<Containers>>>(typeinfo::Kind::kMap, kPtrOf_Containers);
constinit const typeinfo::TypeInfo kMapOf_Quantity =
    Shape_<typeinfo::Map<typeinfo::Quantity>>(typeinfo::Kind::kMap, typeinfo::kQuantityType);
constinit const typeinfo::TypeInfo kMapOf_ListOf_String =
    Shape_<typeinfo::Map<typeinfo::List<typeinfo::Str>>>(typeinfo::Kind::kMap, kListOf_String);
constinit const typeinfo::TypeInfo kListOf_MapOf_ListOf_String =
    Shape_<typeinfo::List<typeinfo::Map<typeinfo::List<typeinfo::Str>>>>(typeinfo::Kind::kList, kMapOf_ListOf_String);
constinit const typeinfo::TypeInfo kMapOf_ListOf_MapOf_ListOf_String =
    Shape_<typeinfo::Map<typeinfo::List<typeinfo::Map<typeinfo::List<typeinfo::Str>>>>>(typeinfo::Kind::kMap, kListOf_MapOf_ListOf_String);
constinit const typeinfo::TypeInfo kMapOf_MapOf_ListOf_MapOf_ListOf_String =
    Shape_<typeinfo::Map<typeinfo::Map<typeinfo::List<typeinfo::Map<typeinfo::List<typeinfo::Str>>>>>>(typeinfo::Kind::kMap, kMapOf_ListOf_MapOf_ListOf_String);
constinit const typeinfo::TypeInfo kPtrOf_Named =
    Shape_<typeinfo::Ptr<Named>>(typeinfo::Kind::kPtr, tables::kNamed);
constinit const typeinfo::TypeInfo kListOf_PtrOf_Named =
    Shape_<typeinfo::List<typeinfo::Ptr<Named>>>(typeinfo::Kind::kList, kPtrOf_Named);
constinit const typeinfo::TypeInfo kListOf_Int64 =
    Shape_<typeinfo::List<int64_t>>(typeinfo::Kind::kList, typeinfo::kInt64Type);
constinit const typeinfo::TypeInfo kPtrOf_Other =
    Shape_<typeinfo::Ptr<Other>>(typeinfo::Kind::kPtr, tables::kOther);
constinit const typeinfo::TypeInfo kMapOf_Other =
    Shape_<typeinfo::Map<Other>>(typeinfo::Kind::kMap, tables::kOther);
constinit const typeinfo::TypeInfo kListOf_Loop =
    Shape_<typeinfo::List<Loop>>(typeinfo::Kind::kList, tables::kLoop);
constinit const typeinfo::TypeInfo kListOf_ContainersUnnamedInner =
    Shape_<typeinfo::List<ContainersUnnamedInner>>(typeinfo::Kind::kList, tables::kContainersUnnamedInner);
constinit const typeinfo::TypeInfo kPtrOf_BoxOfInt32 =
    Shape_<typeinfo::Ptr<BoxOfInt32>>(typeinfo::Kind::kPtr, tables::kBoxOfInt32);
constinit const typeinfo::TypeInfo kPtrOf_BoxOfNamed =
    Shape_<typeinfo::Ptr<BoxOfNamed>>(typeinfo::Kind::kPtr, tables::kBoxOfNamed);
constinit const typeinfo::TypeInfo kListOf_BoxOfNamed =
    Shape_<typeinfo::List<BoxOfNamed>>(typeinfo::Kind::kList, tables::kBoxOfNamed);

}  // namespace

namespace tables {

constinit const typeinfo::TypeInfo kLevel = {
    .kind = typeinfo::Kind::kInt32, .size = sizeof(int32_t), .align = alignof(int32_t),
    .name = "Level",
    .doc = "Level is a number."};

constexpr std::string_view kMode_Values[] = {"octalAé"};
constinit const typeinfo::TypeInfo kMode = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Mode",
    .enum_values = kMode_Values,
    .doc = "Mode is a text."};

constinit const typeinfo::TypeInfo kPort = {
    .kind = typeinfo::Kind::kUint32, .size = sizeof(uint32_t), .align = alignof(uint32_t),
    .name = "Port",
    .doc = "Port is declared in a group.",
    .bits = 16};

constinit const typeinfo::TypeInfo kRatio = {
    .kind = typeinfo::Kind::kFloat, .size = sizeof(float), .align = alignof(float),
    .name = "Ratio"};

constinit const typeinfo::TypeInfo kMatrix = {
    .kind = typeinfo::Kind::kList, .size = sizeof(typeinfo::List<typeinfo::List<double>>), .align = alignof(typeinfo::List<typeinfo::List<double>>),
    .name = "Matrix",
    .element = &kListOf_Double};

constinit const typeinfo::FieldInfo kScalars_Fields[21] = {
    {.name = "i8", .go_name = "I8", .type = &typeinfo::kInt8Type, .offset = offsetof(Scalars, i8), .required = true},
    {.name = "i16", .go_name = "I16", .type = &typeinfo::kInt16Type, .offset = offsetof(Scalars, i16), .required = true},
    {.name = "u", .go_name = "U", .type = &typeinfo::kUint64Type, .offset = offsetof(Scalars, u), .required = true},
    {.name = "u8", .go_name = "U8", .type = &typeinfo::kUint8Type, .offset = offsetof(Scalars, u8), .required = true},
    {.name = "port", .go_name = "Port", .type = &tables::kPort, .offset = offsetof(Scalars, port), .omit_empty = true},
    {.name = "u32", .go_name = "U32", .type = &kOptOf_Uint32, .offset = offsetof(Scalars, u32), .omit_empty = true},
    {.name = "u64", .go_name = "U64", .type = &typeinfo::kUint64Type, .offset = offsetof(Scalars, u64), .required = true},
    {.name = "ratio", .go_name = "Ratio", .type = &tables::kRatio, .offset = offsetof(Scalars, ratio), .required = true},
    {.name = "rune", .go_name = "Rune", .type = &typeinfo::kInt32Type, .offset = offsetof(Scalars, rune), .required = true},
    {.name = "wait", .go_name = "Wait", .type = &typeinfo::kDurationType, .offset = offsetof(Scalars, wait)},
    {.name = "nanos", .go_name = "Nanos", .type = &typeinfo::kInt64Type, .offset = offsetof(Scalars, nanos), .required = true},
    {.name = "limit", .go_name = "Limit", .type = &typeinfo::kQuantityType, .offset = offsetof(Scalars, limit), .required = true},
    {.name = "spare", .go_name = "Spare", .type = &kOptOf_Quantity, .offset = offsetof(Scalars, spare), .omit_empty = true},
    {.name = "count", .go_name = "Count", .type = &typeinfo::kIntOrStringType, .offset = offsetof(Scalars, count)},
    {.name = "surge", .go_name = "Surge", .type = &kOptOf_IntOrString, .offset = offsetof(Scalars, surge), .omit_empty = true},
    {.name = "ip", .go_name = "IP", .type = &typeinfo::kStringType, .offset = offsetof(Scalars, ip), .required = true},
    {.name = "raw", .go_name = "Raw", .type = &typeinfo::kAnyType, .offset = offsetof(Scalars, raw), .omit_empty = true},
    {.name = "obj", .go_name = "Obj", .type = &typeinfo::kAnyType, .offset = offsetof(Scalars, obj), .omit_empty = true},
    {.name = "shape", .go_name = "Shape", .type = &tables::kShaper, .offset = offsetof(Scalars, shape), .omit_empty = true},
    {.name = "odd", .go_name = "Odd", .type = &tables::kOddForm, .offset = offsetof(Scalars, odd), .required = true},
    {.name = "label", .go_name = "Label", .type = &tables::kLabel, .offset = offsetof(Scalars, label), .required = true},
};
constexpr typeinfo::JsonField kScalars_Json[] = {
    {&tables::kScalars_Fields[0], offsetof(Scalars, i8)},
    {&tables::kScalars_Fields[1], offsetof(Scalars, i16)},
    {&tables::kScalars_Fields[2], offsetof(Scalars, u)},
    {&tables::kScalars_Fields[3], offsetof(Scalars, u8)},
    {&tables::kScalars_Fields[4], offsetof(Scalars, port)},
    {&tables::kScalars_Fields[5], offsetof(Scalars, u32)},
    {&tables::kScalars_Fields[6], offsetof(Scalars, u64)},
    {&tables::kScalars_Fields[7], offsetof(Scalars, ratio)},
    {&tables::kScalars_Fields[8], offsetof(Scalars, rune)},
    {&tables::kScalars_Fields[9], offsetof(Scalars, wait)},
    {&tables::kScalars_Fields[10], offsetof(Scalars, nanos)},
    {&tables::kScalars_Fields[11], offsetof(Scalars, limit)},
    {&tables::kScalars_Fields[12], offsetof(Scalars, spare)},
    {&tables::kScalars_Fields[13], offsetof(Scalars, count)},
    {&tables::kScalars_Fields[14], offsetof(Scalars, surge)},
    {&tables::kScalars_Fields[15], offsetof(Scalars, ip)},
    {&tables::kScalars_Fields[16], offsetof(Scalars, raw)},
    {&tables::kScalars_Fields[17], offsetof(Scalars, obj)},
    {&tables::kScalars_Fields[18], offsetof(Scalars, shape)},
    {&tables::kScalars_Fields[19], offsetof(Scalars, odd)},
    {&tables::kScalars_Fields[20], offsetof(Scalars, label)},
};
constexpr uint16_t kScalars_Index[] = {13, 1, 0, 15, 20, 11, 10, 17, 19, 4, 7, 16, 8, 18, 12, 14, 2, 5, 6, 3, 9};
constinit const typeinfo::TypeInfo kScalars = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Scalars), .align = alignof(Scalars),
    .name = "Scalars",
    .fields = kScalars_Fields,
    .json_fields = kScalars_Json,
    .json_index = kScalars_Index,
    .doc = "Scalars has every scalar of the language and the well-known types."};

constinit const typeinfo::FieldInfo kNumbered_Fields[1] = {
    {.name = "port", .go_name = "Port", .type = &tables::kPort, .offset = offsetof(Numbered, port), .proto_number = 5, .omit_empty = true},
};
constexpr typeinfo::JsonField kNumbered_Json[] = {
    {&tables::kNumbered_Fields[0], offsetof(Numbered, port)},
};
constexpr uint16_t kNumbered_Index[] = {0};
constexpr uint16_t kNumbered_Proto[] = {0};
constinit const typeinfo::TypeInfo kNumbered = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Numbered), .align = alignof(Numbered),
    .name = "Numbered",
    .fields = kNumbered_Fields,
    .json_fields = kNumbered_Json,
    .json_index = kNumbered_Index,
    .proto_message = true,
    .proto_index = kNumbered_Proto,
    .doc = "Numbered is a message as go-to-protobuf writes its tags."};

constinit const typeinfo::FieldInfo kContainers_Fields[16] = {
    {.name = "lists", .go_name = "Lists", .type = &kListOf_ListOf_String, .offset = offsetof(Containers, lists), .required = true},
    {.name = "pointers", .go_name = "Pointers", .type = &kListOf_PtrOf_Scalars, .offset = offsetof(Containers, pointers), .required = true},
    {.name = "texts", .go_name = "Texts", .type = &kListOf_OptOf_String, .offset = offsetof(Containers, texts), .required = true},
    {.name = "fixed", .go_name = "Fixed", .type = &kListOf_Int32, .offset = offsetof(Containers, fixed), .required = true},
    {.name = "digest", .go_name = "Digest", .type = &kListOf_Uint8, .offset = offsetof(Containers, digest), .required = true},
    {.name = "blobs", .go_name = "Blobs", .type = &kListOf_Binary, .offset = offsetof(Containers, blobs), .required = true},
    {.name = "maybe", .go_name = "Maybe", .type = &kOptOf_ListOf_String, .offset = offsetof(Containers, maybe), .omit_empty = true},
    {.name = "maybeMap", .go_name = "MaybeMap", .type = &kOptOf_MapOf_String, .offset = offsetof(Containers, maybe_map), .omit_empty = true},
    {.name = "twice", .go_name = "Twice", .type = &kOptOf_Int32, .offset = offsetof(Containers, twice), .omit_empty = true},
    {.name = "set", .go_name = "Set", .type = &kMapOf_ContainersSet, .offset = offsetof(Containers, set), .omit_empty = true},
    {.name = "byNumber", .go_name = "ByNumber", .type = &kMapOf_String, .offset = offsetof(Containers, by_number), .required = true},
    {.name = "byPort", .go_name = "ByPort", .type = &kMapOf_PtrOf_Containers, .offset = offsetof(Containers, by_port), .required = true},
    {.name = "limits", .go_name = "Limits", .type = &kMapOf_Quantity, .offset = offsetof(Containers, limits), .required = true},
    {.name = "deep", .go_name = "Deep", .type = &kMapOf_MapOf_ListOf_MapOf_ListOf_String, .offset = offsetof(Containers, deep), .required = true},
    {.name = "unnamed", .go_name = "Unnamed", .type = &tables::kContainersUnnamed, .offset = offsetof(Containers, unnamed), .required = true},
    {.name = "matrix", .go_name = "Matrix", .type = &tables::kMatrix, .offset = offsetof(Containers, matrix), .required = true},
};
constexpr typeinfo::JsonField kContainers_Json[] = {
    {&tables::kContainers_Fields[0], offsetof(Containers, lists)},
    {&tables::kContainers_Fields[1], offsetof(Containers, pointers)},
    {&tables::kContainers_Fields[2], offsetof(Containers, texts)},
    {&tables::kContainers_Fields[3], offsetof(Containers, fixed)},
    {&tables::kContainers_Fields[4], offsetof(Containers, digest)},
    {&tables::kContainers_Fields[5], offsetof(Containers, blobs)},
    {&tables::kContainers_Fields[6], offsetof(Containers, maybe)},
    {&tables::kContainers_Fields[7], offsetof(Containers, maybe_map)},
    {&tables::kContainers_Fields[8], offsetof(Containers, twice)},
    {&tables::kContainers_Fields[9], offsetof(Containers, set)},
    {&tables::kContainers_Fields[10], offsetof(Containers, by_number)},
    {&tables::kContainers_Fields[11], offsetof(Containers, by_port)},
    {&tables::kContainers_Fields[12], offsetof(Containers, limits)},
    {&tables::kContainers_Fields[13], offsetof(Containers, deep)},
    {&tables::kContainers_Fields[14], offsetof(Containers, unnamed)},
    {&tables::kContainers_Fields[15], offsetof(Containers, matrix)},
};
constexpr uint16_t kContainers_Index[] = {5, 10, 11, 13, 4, 3, 12, 0, 15, 6, 7, 1, 9, 2, 8, 14};
constinit const typeinfo::TypeInfo kContainers = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Containers), .align = alignof(Containers),
    .name = "Containers",
    .fields = kContainers_Fields,
    .json_fields = kContainers_Json,
    .json_index = kContainers_Index,
    .doc = "Containers nests whatever can be nested."};

constinit const typeinfo::FieldInfo kEmbedding_Fields[7] = {
    {.name = "time", .go_name = "Time", .type = &typeinfo::kTimeType, .offset = offsetof(Embedding, time), .required = true},
    {.name = "hidden", .go_name = "hidden", .type = &tables::kHidden, .offset = offsetof(Embedding, hidden), .inlined = true},
    {.name = "Pointed", .go_name = "Pointed", .type = &tables::kPointed, .offset = offsetof(Embedding, pointed), .inlined = true},
    {.name = "named", .go_name = "Named", .type = &tables::kNamed, .offset = offsetof(Embedding, named), .required = true},
    {.name = "port", .go_name = "Port", .type = &tables::kPort, .offset = offsetof(Embedding, port), .required = true},
    {.name = "Box", .go_name = "Box", .type = &tables::kBoxOfInt32, .offset = offsetof(Embedding, box), .inlined = true},
    {.name = "Shared", .go_name = "Shared", .type = &::testdata::imports::base::tables::kShared, .offset = offsetof(Embedding, shared), .inlined = true},
};
constexpr typeinfo::JsonField kEmbedding_Json[] = {
    {&tables::kEmbedding_Fields[0], offsetof(Embedding, time)},
    {&tables::kHidden_Fields[0], offsetof(Embedding, hidden.seen)},
    {&tables::kPointed_Fields[0], offsetof(Embedding, pointed.behind)},
    {&tables::kEmbedding_Fields[3], offsetof(Embedding, named)},
    {&tables::kEmbedding_Fields[4], offsetof(Embedding, port)},
    {&tables::kBoxOfInt32_Fields[0], offsetof(Embedding, box.content)},
    {&tables::kBoxOfInt32_Fields[1], offsetof(Embedding, box.more)},
    {&::testdata::imports::base::tables::kShared_Fields[0], offsetof(Embedding, shared.name)},
};
constexpr uint16_t kEmbedding_Index[] = {2, 5, 6, 7, 3, 4, 1, 0};
constinit const typeinfo::TypeInfo kEmbedding = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Embedding), .align = alignof(Embedding),
    .name = "Embedding",
    .fields = kEmbedding_Fields,
    .json_fields = kEmbedding_Json,
    .json_index = kEmbedding_Index,
    .doc = "Embedding shows every way a struct can be part of another."};

constinit const typeinfo::FieldInfo kHidden_Fields[1] = {
    {.name = "seen", .go_name = "Seen", .type = &typeinfo::kStringType, .offset = offsetof(Hidden, seen), .required = true},
};
constexpr typeinfo::JsonField kHidden_Json[] = {
    {&tables::kHidden_Fields[0], offsetof(Hidden, seen)},
};
constexpr uint16_t kHidden_Index[] = {0};
constinit const typeinfo::TypeInfo kHidden = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Hidden), .align = alignof(Hidden),
    .name = "hidden",
    .fields = kHidden_Fields,
    .json_fields = kHidden_Json,
    .json_index = kHidden_Index};

constinit const typeinfo::FieldInfo kPointed_Fields[1] = {
    {.name = "behind", .go_name = "Behind", .type = &typeinfo::kStringType, .offset = offsetof(Pointed, behind), .required = true},
};
constexpr typeinfo::JsonField kPointed_Json[] = {
    {&tables::kPointed_Fields[0], offsetof(Pointed, behind)},
};
constexpr uint16_t kPointed_Index[] = {0};
constinit const typeinfo::TypeInfo kPointed = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Pointed), .align = alignof(Pointed),
    .name = "Pointed",
    .fields = kPointed_Fields,
    .json_fields = kPointed_Json,
    .json_index = kPointed_Index};

constinit const typeinfo::FieldInfo kNamed_Fields[1] = {
    {.name = "inner", .go_name = "Inner", .type = &typeinfo::kStringType, .offset = offsetof(Named, inner), .required = true},
};
constexpr typeinfo::JsonField kNamed_Json[] = {
    {&tables::kNamed_Fields[0], offsetof(Named, inner)},
};
constexpr uint16_t kNamed_Index[] = {0};
constinit const typeinfo::TypeInfo kNamed = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Named), .align = alignof(Named),
    .name = "Named",
    .fields = kNamed_Fields,
    .json_fields = kNamed_Json,
    .json_index = kNamed_Index};

constinit const typeinfo::FieldInfo kBoxes_Fields[3] = {
    {.name = "texts", .go_name = "Texts", .type = &tables::kPairOfStringAndBoxOfNamed, .offset = offsetof(Boxes, texts), .required = true},
    {.name = "same", .go_name = "Same", .type = &tables::kPairOfStringAndBoxOfNamed, .offset = offsetof(Boxes, same), .required = true},
    {.name = "list", .go_name = "List", .type = &kListOf_PtrOf_Named, .offset = offsetof(Boxes, list), .required = true},
};
constexpr typeinfo::JsonField kBoxes_Json[] = {
    {&tables::kBoxes_Fields[0], offsetof(Boxes, texts)},
    {&tables::kBoxes_Fields[1], offsetof(Boxes, same)},
    {&tables::kBoxes_Fields[2], offsetof(Boxes, list)},
};
constexpr uint16_t kBoxes_Index[] = {2, 1, 0};
constinit const typeinfo::TypeInfo kBoxes = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Boxes), .align = alignof(Boxes),
    .name = "Boxes",
    .fields = kBoxes_Fields,
    .json_fields = kBoxes_Json,
    .json_index = kBoxes_Index};

constinit const typeinfo::FieldInfo kUntagged_Fields[2] = {
    {.name = "Name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Untagged, name), .required = true},
    {.name = "Numbers", .go_name = "Numbers", .type = &kListOf_Int64, .offset = offsetof(Untagged, numbers), .required = true},
};
constexpr typeinfo::JsonField kUntagged_Json[] = {
    {&tables::kUntagged_Fields[0], offsetof(Untagged, name)},
    {&tables::kUntagged_Fields[1], offsetof(Untagged, numbers)},
};
constexpr uint16_t kUntagged_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kUntagged = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Untagged), .align = alignof(Untagged),
    .name = "Untagged",
    .fields = kUntagged_Fields,
    .json_fields = kUntagged_Json,
    .json_index = kUntagged_Index,
    .doc = "No tags at all: names as they are."};

constinit const typeinfo::FieldInfo kNames_Fields[8] = {
    {.name = "operator", .go_name = "Operator", .type = &typeinfo::kStringType, .offset = offsetof(Names, operator_), .required = true},
    {.name = "errno", .go_name = "Errno", .type = &typeinfo::kInt32Type, .offset = offsetof(Names, errno_), .required = true},
    {.name = "std", .go_name = "Std", .type = &typeinfo::kStringType, .offset = offsetof(Names, std), .required = true},
    {.name = "typeinfo", .go_name = "TypeInfo", .type = &typeinfo::kStringType, .offset = offsetof(Names, typeinfo_), .required = true},
    {.name = "snake_case", .go_name = "Snake", .type = &typeinfo::kStringType, .offset = offsetof(Names, snake_case), .required = true},
    {.name = "snakeCase", .go_name = "Camel", .type = &typeinfo::kStringType, .offset = offsetof(Names, snake_case_2), .required = true},
    {.name = "1st", .go_name = "Digit", .type = &typeinfo::kStringType, .offset = offsetof(Names, field_1st), .required = true},
    {.name = "what?\?!", .go_name = "Question", .type = &typeinfo::kStringType, .offset = offsetof(Names, what_), .required = true},
};
constexpr typeinfo::JsonField kNames_Json[] = {
    {&tables::kNames_Fields[0], offsetof(Names, operator_)},
    {&tables::kNames_Fields[1], offsetof(Names, errno_)},
    {&tables::kNames_Fields[2], offsetof(Names, std)},
    {&tables::kNames_Fields[3], offsetof(Names, typeinfo_)},
    {&tables::kNames_Fields[4], offsetof(Names, snake_case)},
    {&tables::kNames_Fields[5], offsetof(Names, snake_case_2)},
    {&tables::kNames_Fields[6], offsetof(Names, field_1st)},
    {&tables::kNames_Fields[7], offsetof(Names, what_)},
};
constexpr uint16_t kNames_Index[] = {6, 1, 0, 5, 4, 2, 3, 7};
constinit const typeinfo::TypeInfo kNames = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Names), .align = alignof(Names),
    .name = "Names",
    .fields = kNames_Fields,
    .json_fields = kNames_Json,
    .json_index = kNames_Index,
    .doc = "C++ has other ideas about these names."};

constinit const typeinfo::FieldInfo kLoop_Fields[2] = {
    {.name = "other", .go_name = "Other", .type = &kPtrOf_Other, .offset = offsetof(Loop, other), .required = true},
    {.name = "others", .go_name = "Others", .type = &kMapOf_Other, .offset = offsetof(Loop, others), .required = true},
};
constexpr typeinfo::JsonField kLoop_Json[] = {
    {&tables::kLoop_Fields[0], offsetof(Loop, other)},
    {&tables::kLoop_Fields[1], offsetof(Loop, others)},
};
constexpr uint16_t kLoop_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kLoop = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Loop), .align = alignof(Loop),
    .name = "Loop",
    .fields = kLoop_Fields,
    .json_fields = kLoop_Json,
    .json_index = kLoop_Index,
    .doc = "Loop and Other refer to each other."};

constinit const typeinfo::FieldInfo kOther_Fields[1] = {
    {.name = "loop", .go_name = "Loop", .type = &kListOf_Loop, .offset = offsetof(Other, loop), .required = true},
};
constexpr typeinfo::JsonField kOther_Json[] = {
    {&tables::kOther_Fields[0], offsetof(Other, loop)},
};
constexpr uint16_t kOther_Index[] = {0};
constinit const typeinfo::TypeInfo kOther = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Other), .align = alignof(Other),
    .name = "Other",
    .fields = kOther_Fields,
    .json_fields = kOther_Json,
    .json_index = kOther_Index};

constinit const typeinfo::FieldInfo kLoopFields_Fields[1] = {
    {.name = "x", .go_name = "X", .type = &typeinfo::kStringType, .offset = offsetof(LoopFields, x), .required = true},
};
constexpr typeinfo::JsonField kLoopFields_Json[] = {
    {&tables::kLoopFields_Fields[0], offsetof(LoopFields, x)},
};
constexpr uint16_t kLoopFields_Index[] = {0};
constinit const typeinfo::TypeInfo kLoopFields = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(LoopFields), .align = alignof(LoopFields),
    .name = "LoopFields",
    .fields = kLoopFields_Fields,
    .json_fields = kLoopFields_Json,
    .json_index = kLoopFields_Index};

constinit const typeinfo::TypeInfo kOddForm = {
    .kind = typeinfo::Kind::kAny, .size = sizeof(typeinfo::Any), .align = alignof(typeinfo::Any),
    .name = "OddForm",
    .doc = "OddForm is read and written by functions of its own."};

constinit const typeinfo::TypeInfo kLabel = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Label",
    .doc = "Label is a text wherever it stands."};

constinit const typeinfo::TypeInfo kShaper = {
    .kind = typeinfo::Kind::kAny, .size = sizeof(typeinfo::Any), .align = alignof(typeinfo::Any),
    .name = "Shaper",
    .doc = "Shaper is an interface."};

constinit const typeinfo::TypeInfo kContainersSet = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(ContainersSet), .align = alignof(ContainersSet),
    .name = "ContainersSet",
    .proto_message = true};

constinit const typeinfo::FieldInfo kContainersUnnamed_Fields[3] = {
    {.name = "First", .go_name = "First", .type = &typeinfo::kStringType, .offset = offsetof(ContainersUnnamed, first), .required = true},
    {.name = "Second", .go_name = "Second", .type = &typeinfo::kStringType, .offset = offsetof(ContainersUnnamed, second), .required = true},
    {.name = "inner", .go_name = "Inner", .type = &kListOf_ContainersUnnamedInner, .offset = offsetof(ContainersUnnamed, inner), .required = true},
};
constexpr typeinfo::JsonField kContainersUnnamed_Json[] = {
    {&tables::kContainersUnnamed_Fields[0], offsetof(ContainersUnnamed, first)},
    {&tables::kContainersUnnamed_Fields[1], offsetof(ContainersUnnamed, second)},
    {&tables::kContainersUnnamed_Fields[2], offsetof(ContainersUnnamed, inner)},
};
constexpr uint16_t kContainersUnnamed_Index[] = {0, 1, 2};
constinit const typeinfo::TypeInfo kContainersUnnamed = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(ContainersUnnamed), .align = alignof(ContainersUnnamed),
    .name = "ContainersUnnamed",
    .fields = kContainersUnnamed_Fields,
    .json_fields = kContainersUnnamed_Json,
    .json_index = kContainersUnnamed_Index};

constinit const typeinfo::FieldInfo kBoxOfInt32_Fields[2] = {
    {.name = "content", .go_name = "Content", .type = &typeinfo::kInt32Type, .offset = offsetof(BoxOfInt32, content), .required = true},
    {.name = "more", .go_name = "More", .type = &kPtrOf_BoxOfInt32, .offset = offsetof(BoxOfInt32, more), .omit_empty = true},
};
constexpr typeinfo::JsonField kBoxOfInt32_Json[] = {
    {&tables::kBoxOfInt32_Fields[0], offsetof(BoxOfInt32, content)},
    {&tables::kBoxOfInt32_Fields[1], offsetof(BoxOfInt32, more)},
};
constexpr uint16_t kBoxOfInt32_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kBoxOfInt32 = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(BoxOfInt32), .align = alignof(BoxOfInt32),
    .name = "BoxOfInt32",
    .fields = kBoxOfInt32_Fields,
    .json_fields = kBoxOfInt32_Json,
    .json_index = kBoxOfInt32_Index,
    .doc = "Box is generic."};

constinit const typeinfo::FieldInfo kBoxOfNamed_Fields[2] = {
    {.name = "content", .go_name = "Content", .type = &tables::kNamed, .offset = offsetof(BoxOfNamed, content), .required = true},
    {.name = "more", .go_name = "More", .type = &kPtrOf_BoxOfNamed, .offset = offsetof(BoxOfNamed, more), .omit_empty = true},
};
constexpr typeinfo::JsonField kBoxOfNamed_Json[] = {
    {&tables::kBoxOfNamed_Fields[0], offsetof(BoxOfNamed, content)},
    {&tables::kBoxOfNamed_Fields[1], offsetof(BoxOfNamed, more)},
};
constexpr uint16_t kBoxOfNamed_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kBoxOfNamed = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(BoxOfNamed), .align = alignof(BoxOfNamed),
    .name = "BoxOfNamed",
    .fields = kBoxOfNamed_Fields,
    .json_fields = kBoxOfNamed_Json,
    .json_index = kBoxOfNamed_Index,
    .doc = "Box is generic."};

constinit const typeinfo::FieldInfo kPairOfStringAndBoxOfNamed_Fields[2] = {
    {.name = "key", .go_name = "Key", .type = &typeinfo::kStringType, .offset = offsetof(PairOfStringAndBoxOfNamed, key), .required = true},
    {.name = "value", .go_name = "Value", .type = &kListOf_BoxOfNamed, .offset = offsetof(PairOfStringAndBoxOfNamed, value), .required = true},
};
constexpr typeinfo::JsonField kPairOfStringAndBoxOfNamed_Json[] = {
    {&tables::kPairOfStringAndBoxOfNamed_Fields[0], offsetof(PairOfStringAndBoxOfNamed, key)},
    {&tables::kPairOfStringAndBoxOfNamed_Fields[1], offsetof(PairOfStringAndBoxOfNamed, value)},
};
constexpr uint16_t kPairOfStringAndBoxOfNamed_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kPairOfStringAndBoxOfNamed = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(PairOfStringAndBoxOfNamed), .align = alignof(PairOfStringAndBoxOfNamed),
    .name = "PairOfStringAndBoxOfNamed",
    .fields = kPairOfStringAndBoxOfNamed_Fields,
    .json_fields = kPairOfStringAndBoxOfNamed_Json,
    .json_index = kPairOfStringAndBoxOfNamed_Index};

constinit const typeinfo::FieldInfo kContainersUnnamedInner_Fields[1] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(ContainersUnnamedInner, name), .required = true},
};
constexpr typeinfo::JsonField kContainersUnnamedInner_Json[] = {
    {&tables::kContainersUnnamedInner_Fields[0], offsetof(ContainersUnnamedInner, name)},
};
constexpr uint16_t kContainersUnnamedInner_Index[] = {0};
constinit const typeinfo::TypeInfo kContainersUnnamedInner = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(ContainersUnnamedInner), .align = alignof(ContainersUnnamedInner),
    .name = "ContainersUnnamedInner",
    .fields = kContainersUnnamedInner_Fields,
    .json_fields = kContainersUnnamedInner_Json,
    .json_index = kContainersUnnamedInner_Index};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kScalars, &kNumbered, &kContainers, &kEmbedding, &kHidden, &kPointed, &kNamed, &kBoxes, &kUntagged, &kNames, &kLoop, &kOther, &kLoopFields, &kContainersSet, &kContainersUnnamed, &kBoxOfInt32, &kBoxOfNamed, &kPairOfStringAndBoxOfNamed, &kContainersUnnamedInner};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::wild

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::wild::Scalars>() {
  return ::testdata::wild::tables::kScalars;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Numbered>() {
  return ::testdata::wild::tables::kNumbered;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::ContainersUnnamed>() {
  return ::testdata::wild::tables::kContainersUnnamed;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Containers>() {
  return ::testdata::wild::tables::kContainers;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Hidden>() {
  return ::testdata::wild::tables::kHidden;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Pointed>() {
  return ::testdata::wild::tables::kPointed;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Named>() {
  return ::testdata::wild::tables::kNamed;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::BoxOfInt32>() {
  return ::testdata::wild::tables::kBoxOfInt32;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Embedding>() {
  return ::testdata::wild::tables::kEmbedding;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::PairOfStringAndBoxOfNamed>() {
  return ::testdata::wild::tables::kPairOfStringAndBoxOfNamed;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Boxes>() {
  return ::testdata::wild::tables::kBoxes;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Untagged>() {
  return ::testdata::wild::tables::kUntagged;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Names>() {
  return ::testdata::wild::tables::kNames;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Loop>() {
  return ::testdata::wild::tables::kLoop;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::Other>() {
  return ::testdata::wild::tables::kOther;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::LoopFields>() {
  return ::testdata::wild::tables::kLoopFields;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::ContainersSet>() {
  return ::testdata::wild::tables::kContainersSet;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::BoxOfNamed>() {
  return ::testdata::wild::tables::kBoxOfNamed;
}
template <>
const TypeInfo& TypeOf<::testdata::wild::ContainersUnnamedInner>() {
  return ::testdata::wild::tables::kContainersUnnamedInner;
}

}  // namespace pintle::typeinfo
