// Made by pintle-gen from rules. Changes are lost with the next build.
#include "rules/types.h"

#include <cstddef>

#include "rules/tables.h"

namespace testdata::rules {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

constinit const typeinfo::TypeInfo kOptOf_Int32 =
    Shape_<typeinfo::Opt<int32_t>>(typeinfo::Kind::kOpt, typeinfo::kInt32Type);
constinit const typeinfo::TypeInfo kListOf_String =
    Shape_<typeinfo::List<typeinfo::Str>>(typeinfo::Kind::kList, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kMapOf_Int32 =
    Shape_<typeinfo::Map<int32_t>>(typeinfo::Kind::kMap, typeinfo::kInt32Type);
constinit const typeinfo::TypeInfo kListOf_Part =
    Shape_<typeinfo::List<Part>>(typeinfo::Kind::kList, tables::kPart);
constinit const typeinfo::TypeInfo kPtrOf_Part =
    Shape_<typeinfo::Ptr<Part>>(typeinfo::Kind::kPtr, tables::kPart);
constinit const typeinfo::TypeInfo kMapOf_Part =
    Shape_<typeinfo::Map<Part>>(typeinfo::Kind::kMap, tables::kPart);
constinit const typeinfo::TypeInfo kListOf_Port =
    Shape_<typeinfo::List<Port>>(typeinfo::Kind::kList, tables::kPort);
constinit const typeinfo::TypeInfo kListOf_Holder =
    Shape_<typeinfo::List<Holder>>(typeinfo::Kind::kList, tables::kHolder);
constinit const typeinfo::TypeInfo kOptOf_String =
    Shape_<typeinfo::Opt<typeinfo::Str>>(typeinfo::Kind::kOpt, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kListOf_Thing =
    Shape_<typeinfo::List<Thing>>(typeinfo::Kind::kList, tables::kThing);

}  // namespace

namespace tables {

constinit const typeinfo::FieldInfo kTypeMeta_Fields[1] = {
    {.name = "kind", .go_name = "Kind", .type = &typeinfo::kStringType, .offset = offsetof(TypeMeta, kind), .omit_empty = true},
};
constexpr typeinfo::JsonField kTypeMeta_Json[] = {
    {&tables::kTypeMeta_Fields[0], offsetof(TypeMeta, kind)},
};
constexpr uint16_t kTypeMeta_Index[] = {0};
constinit const typeinfo::TypeInfo kTypeMeta = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(TypeMeta), .align = alignof(TypeMeta),
    .name = "TypeMeta", .package = "testdata.rules",
    .fields = kTypeMeta_Fields,
    .json_fields = kTypeMeta_Json,
    .json_index = kTypeMeta_Index,
    .doc = "TypeMeta marks kinds."};

constexpr std::string_view kThing_ports_list_map_keys[] = {"number", "protocol"};
constexpr std::string_view kThing_spares_list_map_keys[] = {"name"};
constinit const typeinfo::FieldInfo kThing_Fields[23] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &tables::kTypeMeta, .offset = offsetof(Thing, type_meta), .inlined = true},
    {.name = "metadata", .go_name = "Meta", .type = &tables::kMeta, .offset = offsetof(Thing, metadata), .required = true},
    {.name = "size", .go_name = "Size", .type = &typeinfo::kInt32Type, .offset = offsetof(Thing, size), .required = true},
    {.name = "replicas", .go_name = "Replicas", .type = &kOptOf_Int32, .offset = offsetof(Thing, replicas), .omit_empty = true, .optional = true, .default_json = "3"},
    {.name = "offset", .go_name = "Offset", .type = &typeinfo::kInt64Type, .offset = offsetof(Thing, offset), .omit_empty = true, .optional = true, .default_json = "0"},
    {.name = "mode", .go_name = "Mode", .type = &tables::kMode, .offset = offsetof(Thing, mode), .required = true},
    {.name = "owner", .go_name = "Owner", .type = &typeinfo::kStringType, .offset = offsetof(Thing, owner), .omit_empty = true, .optional = true},
    {.name = "notes", .go_name = "Notes", .type = &kListOf_String, .offset = offsetof(Thing, notes), .omit_empty = true, .optional = true},
    {.name = "counts", .go_name = "Counts", .type = &kMapOf_Int32, .offset = offsetof(Thing, counts), .omit_empty = true, .optional = true},
    {.name = "parts", .go_name = "Parts", .type = &kListOf_Part, .offset = offsetof(Thing, parts), .required = true},
    {.name = "main", .go_name = "Main", .type = &kPtrOf_Part, .offset = offsetof(Thing, main), .omit_empty = true, .optional = true},
    {.name = "beyond", .go_name = "Beyond", .type = &kOptOf_Int32, .offset = offsetof(Thing, beyond), .omit_empty = true},
    {.name = "gone", .go_name = "Gone", .type = &typeinfo::kStringType, .offset = offsetof(Thing, gone), .omit_empty = true},
    {.name = "codes", .go_name = "Codes", .type = &tables::kCodes, .offset = offsetof(Thing, codes), .omit_empty = true, .optional = true},
    {.name = "byName", .go_name = "ByName", .type = &kMapOf_Part, .offset = offsetof(Thing, by_name), .omit_empty = true, .optional = true},
    {.name = "words", .go_name = "Words", .type = &kListOf_String, .offset = offsetof(Thing, words), .omit_empty = true, .optional = true, .list_type = typeinfo::ListType::kSet},
    {.name = "ports", .go_name = "Ports", .type = &kListOf_Port, .offset = offsetof(Thing, ports), .omit_empty = true, .optional = true, .list_type = typeinfo::ListType::kMap, .list_map_keys = kThing_ports_list_map_keys},
    {.name = "spares", .go_name = "Spares", .type = &kListOf_Part, .offset = offsetof(Thing, spares), .omit_empty = true, .optional = true, .list_type = typeinfo::ListType::kAtomic, .list_map_keys = kThing_spares_list_map_keys},
    {.name = "modes", .go_name = "Modes", .type = &tables::kModes, .offset = offsetof(Thing, modes), .omit_empty = true, .optional = true},
    {.name = "loose", .go_name = "Loose", .type = &kListOf_String, .offset = offsetof(Thing, loose), .omit_empty = true, .optional = true, .list_type = typeinfo::ListType::kSet},
    {.name = "levelledFirst", .go_name = "LevelledFirst", .type = &kListOf_String, .offset = offsetof(Thing, levelled_first), .omit_empty = true, .optional = true, .list_type = typeinfo::ListType::kAtomic},
    {.name = "levelledLast", .go_name = "LevelledLast", .type = &kListOf_String, .offset = offsetof(Thing, levelled_last), .omit_empty = true, .optional = true, .list_type = typeinfo::ListType::kAtomic},
    {.name = "fixed", .go_name = "Fixed", .type = &kListOf_Holder, .offset = offsetof(Thing, fixed), .omit_empty = true, .optional = true},
};
constexpr typeinfo::JsonField kThing_Json[] = {
    {&tables::kTypeMeta_Fields[0], offsetof(Thing, type_meta.kind)},
    {&tables::kThing_Fields[1], offsetof(Thing, metadata)},
    {&tables::kThing_Fields[2], offsetof(Thing, size)},
    {&tables::kThing_Fields[3], offsetof(Thing, replicas)},
    {&tables::kThing_Fields[4], offsetof(Thing, offset)},
    {&tables::kThing_Fields[5], offsetof(Thing, mode)},
    {&tables::kThing_Fields[6], offsetof(Thing, owner)},
    {&tables::kThing_Fields[7], offsetof(Thing, notes)},
    {&tables::kThing_Fields[8], offsetof(Thing, counts)},
    {&tables::kThing_Fields[9], offsetof(Thing, parts)},
    {&tables::kThing_Fields[10], offsetof(Thing, main)},
    {&tables::kThing_Fields[11], offsetof(Thing, beyond)},
    {&tables::kThing_Fields[12], offsetof(Thing, gone)},
    {&tables::kThing_Fields[13], offsetof(Thing, codes)},
    {&tables::kThing_Fields[14], offsetof(Thing, by_name)},
    {&tables::kThing_Fields[15], offsetof(Thing, words)},
    {&tables::kThing_Fields[16], offsetof(Thing, ports)},
    {&tables::kThing_Fields[17], offsetof(Thing, spares)},
    {&tables::kThing_Fields[18], offsetof(Thing, modes)},
    {&tables::kThing_Fields[19], offsetof(Thing, loose)},
    {&tables::kThing_Fields[20], offsetof(Thing, levelled_first)},
    {&tables::kThing_Fields[21], offsetof(Thing, levelled_last)},
    {&tables::kThing_Fields[22], offsetof(Thing, fixed)},
};
constexpr uint16_t kThing_Index[] = {11, 14, 13, 8, 22, 12, 0, 20, 21, 19, 10, 1, 5, 18, 7, 4, 6, 9, 16, 3, 2, 17, 15};
constinit const typeinfo::TypeInfo kThing = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Thing), .align = alignof(Thing),
    .name = "Thing", .package = "testdata.rules",
    .fields = kThing_Fields,
    .json_fields = kThing_Json,
    .json_index = kThing_Index,
    .doc = "Thing is a kind."};

constinit const typeinfo::FieldInfo kPort_Fields[3] = {
    {.name = "number", .go_name = "Number", .type = &typeinfo::kInt32Type, .offset = offsetof(Port, number), .required = true},
    {.name = "protocol", .go_name = "Protocol", .type = &kOptOf_String, .offset = offsetof(Port, protocol), .omit_empty = true},
    {.name = "note", .go_name = "Note", .type = &typeinfo::kStringType, .offset = offsetof(Port, note), .omit_empty = true, .optional = true},
};
constexpr typeinfo::JsonField kPort_Json[] = {
    {&tables::kPort_Fields[0], offsetof(Port, number)},
    {&tables::kPort_Fields[1], offsetof(Port, protocol)},
    {&tables::kPort_Fields[2], offsetof(Port, note)},
};
constexpr uint16_t kPort_Index[] = {2, 0, 1};
constinit const typeinfo::TypeInfo kPort = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Port), .align = alignof(Port),
    .name = "Port", .package = "testdata.rules",
    .fields = kPort_Fields,
    .json_fields = kPort_Json,
    .json_index = kPort_Index,
    .doc = "Port is told from others by two members."};

constinit const typeinfo::TypeInfo kModes = {
    .kind = typeinfo::Kind::kList, .size = sizeof(typeinfo::List<typeinfo::Str>), .align = alignof(typeinfo::List<typeinfo::Str>),
    .name = "Modes", .package = "testdata.rules",
    .element = &tables::kMode,
    .doc = "Modes is a set wherever it stands."};

constexpr std::string_view kMeta_keepers_list_map_keys[] = {"name"};
constinit const typeinfo::FieldInfo kMeta_Fields[4] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Meta, name), .omit_empty = true},
    {.name = "title", .go_name = "Title", .type = &typeinfo::kStringType, .offset = offsetof(Meta, title), .omit_empty = true},
    {.name = "holders", .go_name = "Holders", .type = &kListOf_Holder, .offset = offsetof(Meta, holders), .omit_empty = true},
    {.name = "keepers", .go_name = "Keepers", .type = &kListOf_Holder, .offset = offsetof(Meta, keepers), .omit_empty = true, .list_type = typeinfo::ListType::kMap, .list_map_keys = kMeta_keepers_list_map_keys, .doc = "Keepers are told apart here already, and wherever a Meta is."},
};
constexpr typeinfo::JsonField kMeta_Json[] = {
    {&tables::kMeta_Fields[0], offsetof(Meta, name)},
    {&tables::kMeta_Fields[1], offsetof(Meta, title)},
    {&tables::kMeta_Fields[2], offsetof(Meta, holders)},
    {&tables::kMeta_Fields[3], offsetof(Meta, keepers)},
};
constexpr uint16_t kMeta_Index[] = {2, 3, 0, 1};
constinit const typeinfo::TypeInfo kMeta = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Meta), .align = alignof(Meta),
    .name = "Meta", .package = "testdata.rules",
    .fields = kMeta_Fields,
    .json_fields = kMeta_Json,
    .json_index = kMeta_Index};

constinit const typeinfo::FieldInfo kHolder_Fields[1] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Holder, name), .required = true},
};
constexpr typeinfo::JsonField kHolder_Json[] = {
    {&tables::kHolder_Fields[0], offsetof(Holder, name)},
};
constexpr uint16_t kHolder_Index[] = {0};
constinit const typeinfo::TypeInfo kHolder = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Holder), .align = alignof(Holder),
    .name = "Holder", .package = "testdata.rules",
    .fields = kHolder_Fields,
    .json_fields = kHolder_Json,
    .json_index = kHolder_Index};

constinit const typeinfo::FieldInfo kPart_Fields[2] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Part, name), .required = true},
    {.name = "sub", .go_name = "Sub", .type = &kPtrOf_Part, .offset = offsetof(Part, sub), .omit_empty = true, .optional = true},
};
constexpr typeinfo::JsonField kPart_Json[] = {
    {&tables::kPart_Fields[0], offsetof(Part, name)},
    {&tables::kPart_Fields[1], offsetof(Part, sub)},
};
constexpr uint16_t kPart_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kPart = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Part), .align = alignof(Part),
    .name = "Part", .package = "testdata.rules",
    .fields = kPart_Fields,
    .json_fields = kPart_Json,
    .json_index = kPart_Index};

constexpr std::string_view kMode_Values[] = {"Fast", "Night", "None", "Old", "Safe"};
constinit const typeinfo::TypeInfo kMode = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Mode", .package = "testdata.rules",
    .enum_values = kMode_Values};

constinit const typeinfo::TypeInfo kCode = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Code", .package = "testdata.rules",
    .doc = "Code is checked wherever it stands."};

constinit const typeinfo::TypeInfo kCodes = {
    .kind = typeinfo::Kind::kList, .size = sizeof(typeinfo::List<typeinfo::Str>), .align = alignof(typeinfo::List<typeinfo::Str>),
    .name = "Codes", .package = "testdata.rules",
    .element = &tables::kCode};

constinit const typeinfo::FieldInfo kThingList_Fields[3] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &tables::kTypeMeta, .offset = offsetof(ThingList, type_meta), .inlined = true},
    {.name = "metadata", .go_name = "ListMeta", .type = &tables::kMeta, .offset = offsetof(ThingList, metadata), .required = true},
    {.name = "items", .go_name = "Items", .type = &kListOf_Thing, .offset = offsetof(ThingList, items), .required = true},
};
constexpr typeinfo::JsonField kThingList_Json[] = {
    {&tables::kTypeMeta_Fields[0], offsetof(ThingList, type_meta.kind)},
    {&tables::kThingList_Fields[1], offsetof(ThingList, metadata)},
    {&tables::kThingList_Fields[2], offsetof(ThingList, items)},
};
constexpr uint16_t kThingList_Index[] = {2, 0, 1};
constinit const typeinfo::TypeInfo kThingList = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(ThingList), .align = alignof(ThingList),
    .name = "ThingList", .package = "testdata.rules",
    .fields = kThingList_Fields,
    .json_fields = kThingList_Json,
    .json_index = kThingList_Index,
    .doc = "ThingList is no kind of its own."};

constinit const typeinfo::FieldInfo kSpare_Fields[2] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &tables::kTypeMeta, .offset = offsetof(Spare, type_meta), .inlined = true},
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Spare, name), .required = true},
};
constexpr typeinfo::JsonField kSpare_Json[] = {
    {&tables::kTypeMeta_Fields[0], offsetof(Spare, type_meta.kind)},
    {&tables::kSpare_Fields[1], offsetof(Spare, name)},
};
constexpr uint16_t kSpare_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kSpare = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Spare), .align = alignof(Spare),
    .name = "Spare", .package = "testdata.rules",
    .fields = kSpare_Fields,
    .json_fields = kSpare_Json,
    .json_index = kSpare_Index,
    .doc = "Spare would be a kind."};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kTypeMeta, &kThing, &kPort, &kMeta, &kHolder, &kPart, &kThingList, &kSpare};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::rules

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::rules::TypeMeta>() {
  return ::testdata::rules::tables::kTypeMeta;
}
template <>
const TypeInfo& TypeOf<::testdata::rules::Meta>() {
  return ::testdata::rules::tables::kMeta;
}
template <>
const TypeInfo& TypeOf<::testdata::rules::Thing>() {
  return ::testdata::rules::tables::kThing;
}
template <>
const TypeInfo& TypeOf<::testdata::rules::Port>() {
  return ::testdata::rules::tables::kPort;
}
template <>
const TypeInfo& TypeOf<::testdata::rules::Holder>() {
  return ::testdata::rules::tables::kHolder;
}
template <>
const TypeInfo& TypeOf<::testdata::rules::Part>() {
  return ::testdata::rules::tables::kPart;
}
template <>
const TypeInfo& TypeOf<::testdata::rules::ThingList>() {
  return ::testdata::rules::tables::kThingList;
}
template <>
const TypeInfo& TypeOf<::testdata::rules::Spare>() {
  return ::testdata::rules::tables::kSpare;
}

}  // namespace pintle::typeinfo
