// Made by pintle-gen from rules. Changes are lost with the next build.
#include "rules/types.h"

#include <cstddef>

#include "rules/tables.h"

namespace testdata::rules {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

constinit const typeinfo::TypeInfo kOptOfInt32 =
    Shape<typeinfo::Opt<int32_t>>(typeinfo::Kind::kOpt, typeinfo::kInt32Type);
constinit const typeinfo::TypeInfo kListOfString =
    Shape<typeinfo::List<typeinfo::Str>>(typeinfo::Kind::kList, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kMapOfInt32 =
    Shape<typeinfo::Map<int32_t>>(typeinfo::Kind::kMap, typeinfo::kInt32Type);
constinit const typeinfo::TypeInfo kListOfPart =
    Shape<typeinfo::List<Part>>(typeinfo::Kind::kList, tables::kPart);
constinit const typeinfo::TypeInfo kPtrOfPart =
    Shape<typeinfo::Ptr<Part>>(typeinfo::Kind::kPtr, tables::kPart);
constinit const typeinfo::TypeInfo kMapOfPart =
    Shape<typeinfo::Map<Part>>(typeinfo::Kind::kMap, tables::kPart);
constinit const typeinfo::TypeInfo kListOfThing =
    Shape<typeinfo::List<Thing>>(typeinfo::Kind::kList, tables::kThing);

}  // namespace

namespace tables {

constinit const typeinfo::FieldInfo kTypeMetaFields[1] = {
    {.name = "kind", .go_name = "Kind", .type = &typeinfo::kStringType, .offset = offsetof(TypeMeta, kind), .omit_empty = true},
};
constexpr typeinfo::JsonField kTypeMetaJson[] = {
    {&tables::kTypeMetaFields[0], offsetof(TypeMeta, kind)},
};
constexpr uint16_t kTypeMetaIndex[] = {0};
constinit const typeinfo::TypeInfo kTypeMeta = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(TypeMeta), .align = alignof(TypeMeta),
    .name = "TypeMeta", .package = "testdata.rules",
    .fields = kTypeMetaFields,
    .json_fields = kTypeMetaJson,
    .json_index = kTypeMetaIndex,
    .doc = "TypeMeta marks kinds."};

constinit const typeinfo::FieldInfo kThingFields[14] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &tables::kTypeMeta, .offset = offsetof(Thing, type_meta), .inlined = true},
    {.name = "metadata", .go_name = "Meta", .type = &tables::kMeta, .offset = offsetof(Thing, metadata), .required = true},
    {.name = "size", .go_name = "Size", .type = &typeinfo::kInt32Type, .offset = offsetof(Thing, size), .required = true},
    {.name = "replicas", .go_name = "Replicas", .type = &kOptOfInt32, .offset = offsetof(Thing, replicas), .omit_empty = true, .optional = true, .default_json = "3"},
    {.name = "offset", .go_name = "Offset", .type = &typeinfo::kInt64Type, .offset = offsetof(Thing, offset), .omit_empty = true, .optional = true, .default_json = "0"},
    {.name = "mode", .go_name = "Mode", .type = &tables::kMode, .offset = offsetof(Thing, mode), .required = true},
    {.name = "owner", .go_name = "Owner", .type = &typeinfo::kStringType, .offset = offsetof(Thing, owner), .omit_empty = true, .optional = true},
    {.name = "notes", .go_name = "Notes", .type = &kListOfString, .offset = offsetof(Thing, notes), .omit_empty = true, .optional = true},
    {.name = "counts", .go_name = "Counts", .type = &kMapOfInt32, .offset = offsetof(Thing, counts), .omit_empty = true, .optional = true},
    {.name = "parts", .go_name = "Parts", .type = &kListOfPart, .offset = offsetof(Thing, parts), .required = true},
    {.name = "main", .go_name = "Main", .type = &kPtrOfPart, .offset = offsetof(Thing, main), .omit_empty = true, .optional = true},
    {.name = "gone", .go_name = "Gone", .type = &typeinfo::kStringType, .offset = offsetof(Thing, gone), .omit_empty = true},
    {.name = "codes", .go_name = "Codes", .type = &tables::kCodes, .offset = offsetof(Thing, codes), .omit_empty = true, .optional = true},
    {.name = "byName", .go_name = "ByName", .type = &kMapOfPart, .offset = offsetof(Thing, by_name), .omit_empty = true, .optional = true},
};
constexpr typeinfo::JsonField kThingJson[] = {
    {&tables::kTypeMetaFields[0], offsetof(Thing, type_meta.kind)},
    {&tables::kThingFields[1], offsetof(Thing, metadata)},
    {&tables::kThingFields[2], offsetof(Thing, size)},
    {&tables::kThingFields[3], offsetof(Thing, replicas)},
    {&tables::kThingFields[4], offsetof(Thing, offset)},
    {&tables::kThingFields[5], offsetof(Thing, mode)},
    {&tables::kThingFields[6], offsetof(Thing, owner)},
    {&tables::kThingFields[7], offsetof(Thing, notes)},
    {&tables::kThingFields[8], offsetof(Thing, counts)},
    {&tables::kThingFields[9], offsetof(Thing, parts)},
    {&tables::kThingFields[10], offsetof(Thing, main)},
    {&tables::kThingFields[11], offsetof(Thing, gone)},
    {&tables::kThingFields[12], offsetof(Thing, codes)},
    {&tables::kThingFields[13], offsetof(Thing, by_name)},
};
constexpr uint16_t kThingIndex[] = {13, 12, 8, 11, 0, 10, 1, 5, 7, 4, 6, 9, 3, 2};
constinit const typeinfo::TypeInfo kThing = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Thing), .align = alignof(Thing),
    .name = "Thing", .package = "testdata.rules",
    .fields = kThingFields,
    .json_fields = kThingJson,
    .json_index = kThingIndex,
    .doc = "Thing is a kind."};

constinit const typeinfo::FieldInfo kMetaFields[2] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Meta, name), .omit_empty = true},
    {.name = "title", .go_name = "Title", .type = &typeinfo::kStringType, .offset = offsetof(Meta, title), .omit_empty = true},
};
constexpr typeinfo::JsonField kMetaJson[] = {
    {&tables::kMetaFields[0], offsetof(Meta, name)},
    {&tables::kMetaFields[1], offsetof(Meta, title)},
};
constexpr uint16_t kMetaIndex[] = {0, 1};
constinit const typeinfo::TypeInfo kMeta = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Meta), .align = alignof(Meta),
    .name = "Meta", .package = "testdata.rules",
    .fields = kMetaFields,
    .json_fields = kMetaJson,
    .json_index = kMetaIndex};

constinit const typeinfo::FieldInfo kPartFields[2] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Part, name), .required = true},
    {.name = "sub", .go_name = "Sub", .type = &kPtrOfPart, .offset = offsetof(Part, sub), .omit_empty = true, .optional = true},
};
constexpr typeinfo::JsonField kPartJson[] = {
    {&tables::kPartFields[0], offsetof(Part, name)},
    {&tables::kPartFields[1], offsetof(Part, sub)},
};
constexpr uint16_t kPartIndex[] = {0, 1};
constinit const typeinfo::TypeInfo kPart = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Part), .align = alignof(Part),
    .name = "Part", .package = "testdata.rules",
    .fields = kPartFields,
    .json_fields = kPartJson,
    .json_index = kPartIndex};

constexpr std::string_view kModeValues[] = {"Fast", "Safe"};
constinit const typeinfo::TypeInfo kMode = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Mode", .package = "testdata.rules",
    .enum_values = kModeValues};

constinit const typeinfo::TypeInfo kCode = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Code", .package = "testdata.rules",
    .doc = "Code is checked wherever it stands."};

constinit const typeinfo::TypeInfo kCodes = {
    .kind = typeinfo::Kind::kList, .size = sizeof(typeinfo::List<typeinfo::Str>), .align = alignof(typeinfo::List<typeinfo::Str>),
    .name = "Codes", .package = "testdata.rules",
    .element = &tables::kCode};

constinit const typeinfo::FieldInfo kThingListFields[3] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &tables::kTypeMeta, .offset = offsetof(ThingList, type_meta), .inlined = true},
    {.name = "metadata", .go_name = "ListMeta", .type = &tables::kMeta, .offset = offsetof(ThingList, metadata), .required = true},
    {.name = "items", .go_name = "Items", .type = &kListOfThing, .offset = offsetof(ThingList, items), .required = true},
};
constexpr typeinfo::JsonField kThingListJson[] = {
    {&tables::kTypeMetaFields[0], offsetof(ThingList, type_meta.kind)},
    {&tables::kThingListFields[1], offsetof(ThingList, metadata)},
    {&tables::kThingListFields[2], offsetof(ThingList, items)},
};
constexpr uint16_t kThingListIndex[] = {2, 0, 1};
constinit const typeinfo::TypeInfo kThingList = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(ThingList), .align = alignof(ThingList),
    .name = "ThingList", .package = "testdata.rules",
    .fields = kThingListFields,
    .json_fields = kThingListJson,
    .json_index = kThingListIndex,
    .doc = "ThingList is no kind of its own."};

constinit const typeinfo::FieldInfo kSpareFields[2] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &tables::kTypeMeta, .offset = offsetof(Spare, type_meta), .inlined = true},
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Spare, name), .required = true},
};
constexpr typeinfo::JsonField kSpareJson[] = {
    {&tables::kTypeMetaFields[0], offsetof(Spare, type_meta.kind)},
    {&tables::kSpareFields[1], offsetof(Spare, name)},
};
constexpr uint16_t kSpareIndex[] = {0, 1};
constinit const typeinfo::TypeInfo kSpare = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Spare), .align = alignof(Spare),
    .name = "Spare", .package = "testdata.rules",
    .fields = kSpareFields,
    .json_fields = kSpareJson,
    .json_index = kSpareIndex,
    .doc = "Spare would be a kind."};

}  // namespace tables
}  // namespace testdata::rules

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<testdata::rules::TypeMeta>() {
  return testdata::rules::tables::kTypeMeta;
}
template <>
const TypeInfo& TypeOf<testdata::rules::Meta>() {
  return testdata::rules::tables::kMeta;
}
template <>
const TypeInfo& TypeOf<testdata::rules::Thing>() {
  return testdata::rules::tables::kThing;
}
template <>
const TypeInfo& TypeOf<testdata::rules::Part>() {
  return testdata::rules::tables::kPart;
}
template <>
const TypeInfo& TypeOf<testdata::rules::ThingList>() {
  return testdata::rules::tables::kThingList;
}
template <>
const TypeInfo& TypeOf<testdata::rules::Spare>() {
  return testdata::rules::tables::kSpare;
}

}  // namespace pintle::typeinfo
