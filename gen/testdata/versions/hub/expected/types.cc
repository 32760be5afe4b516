// Made by pintle-gen from versions/hub. Changes are lost with the next build.
#include "versions/hub/types.h"

#include <cstddef>

#include "versions/hub/tables.h"

namespace testdata::versions::hub {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

constinit const typeinfo::TypeInfo kMapOf_String =
    Shape_<typeinfo::Map<typeinfo::Str>>(typeinfo::Kind::kMap, typeinfo::kStringType);
constinit const typeinfo::TypeInfo kListOf_Sailor =
    Shape_<typeinfo::List<Sailor>>(typeinfo::Kind::kList, tables::kSailor);
constinit const typeinfo::TypeInfo kMapOf_Room =
    Shape_<typeinfo::Map<Room>>(typeinfo::Kind::kMap, tables::kRoom);
constinit const typeinfo::TypeInfo kPtrOf_Boat =
    Shape_<typeinfo::Ptr<Boat>>(typeinfo::Kind::kPtr, tables::kBoat);
constinit const typeinfo::TypeInfo kListOf_ListOf_Sailor =
    Shape_<typeinfo::List<typeinfo::List<Sailor>>>(typeinfo::Kind::kList, kListOf_Sailor);
constinit const typeinfo::TypeInfo kListOf_Entry =
    Shape_<typeinfo::List<Entry>>(typeinfo::Kind::kList, tables::kEntry);
constinit const typeinfo::TypeInfo kMapOf_ListOf_Entry =
    Shape_<typeinfo::Map<typeinfo::List<Entry>>>(typeinfo::Kind::kMap, kListOf_Entry);
constinit const typeinfo::TypeInfo kPtrOf_Entry =
    Shape_<typeinfo::Ptr<Entry>>(typeinfo::Kind::kPtr, tables::kEntry);
constinit const typeinfo::TypeInfo kListOf_Flag =
    Shape_<typeinfo::List<typeinfo::Str>>(typeinfo::Kind::kList, tables::kFlag);
constinit const typeinfo::TypeInfo kOptOf_Int32 =
    Shape_<typeinfo::Opt<int32_t>>(typeinfo::Kind::kOpt, typeinfo::kInt32Type);
constinit const typeinfo::TypeInfo kOptOf_ListOf_Sailor =
    Shape_<typeinfo::Opt<typeinfo::List<Sailor>>>(typeinfo::Kind::kOpt, kListOf_Sailor);
constinit const typeinfo::TypeInfo kPtrOf_Room =
    Shape_<typeinfo::Ptr<Room>>(typeinfo::Kind::kPtr, tables::kRoom);

}  // namespace

namespace tables {

constinit const typeinfo::FieldInfo kTypeMeta_Fields[2] = {
    {.name = "kind", .go_name = "Kind", .type = &typeinfo::kStringType, .offset = offsetof(TypeMeta, kind), .omit_empty = true},
    {.name = "apiVersion", .go_name = "APIVersion", .type = &typeinfo::kStringType, .offset = offsetof(TypeMeta, api_version), .omit_empty = true},
};
constexpr typeinfo::JsonField kTypeMeta_Json[] = {
    {&tables::kTypeMeta_Fields[0], offsetof(TypeMeta, kind)},
    {&tables::kTypeMeta_Fields[1], offsetof(TypeMeta, api_version)},
};
constexpr uint16_t kTypeMeta_Index[] = {1, 0};
constinit const typeinfo::TypeInfo kTypeMeta = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(TypeMeta), .align = alignof(TypeMeta),
    .name = "TypeMeta",
    .fields = kTypeMeta_Fields,
    .json_fields = kTypeMeta_Json,
    .json_index = kTypeMeta_Index};

constinit const typeinfo::FieldInfo kObjectMeta_Fields[2] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(ObjectMeta, name), .omit_empty = true},
    {.name = "labels", .go_name = "Labels", .type = &kMapOf_String, .offset = offsetof(ObjectMeta, labels), .omit_empty = true},
};
constexpr typeinfo::JsonField kObjectMeta_Json[] = {
    {&tables::kObjectMeta_Fields[0], offsetof(ObjectMeta, name)},
    {&tables::kObjectMeta_Fields[1], offsetof(ObjectMeta, labels)},
};
constexpr uint16_t kObjectMeta_Index[] = {1, 0};
constinit const typeinfo::TypeInfo kObjectMeta = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(ObjectMeta), .align = alignof(ObjectMeta),
    .name = "ObjectMeta",
    .fields = kObjectMeta_Fields,
    .json_fields = kObjectMeta_Json,
    .json_index = kObjectMeta_Index};

constinit const typeinfo::FieldInfo kBoat_Fields[14] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &tables::kTypeMeta, .offset = offsetof(Boat, type_meta), .inlined = true},
    {.name = "metadata", .go_name = "ObjectMeta", .type = &tables::kObjectMeta, .offset = offsetof(Boat, metadata)},
    {.name = "hull", .go_name = "Hull", .type = &tables::kHull, .offset = offsetof(Boat, hull), .required = true},
    {.name = "crew", .go_name = "Crew", .type = &kListOf_Sailor, .offset = offsetof(Boat, crew), .omit_empty = true},
    {.name = "cabins", .go_name = "Cabins", .type = &kMapOf_Room, .offset = offsetof(Boat, cabins), .omit_empty = true},
    {.name = "tender", .go_name = "Tender", .type = &kPtrOf_Boat, .offset = offsetof(Boat, tender), .omit_empty = true},
    {.name = "watches", .go_name = "Watches", .type = &kListOf_ListOf_Sailor, .offset = offsetof(Boat, watches), .omit_empty = true},
    {.name = "log", .go_name = "Log", .type = &kListOf_Entry, .offset = offsetof(Boat, log), .omit_empty = true},
    {.name = "index", .go_name = "Index", .type = &kMapOf_ListOf_Entry, .offset = offsetof(Boat, index), .omit_empty = true},
    {.name = "last", .go_name = "Last", .type = &kPtrOf_Entry, .offset = offsetof(Boat, last), .omit_empty = true},
    {.name = "flags", .go_name = "Flags", .type = &kListOf_Flag, .offset = offsetof(Boat, flags), .omit_empty = true},
    {.name = "sails", .go_name = "Sails", .type = &kOptOf_Int32, .offset = offsetof(Boat, sails), .omit_empty = true},
    {.name = "anchor", .go_name = "Anchor", .type = &tables::kEntry, .offset = offsetof(Boat, anchor), .required = true},
    {.name = "spares", .go_name = "Spares", .type = &kOptOf_ListOf_Sailor, .offset = offsetof(Boat, spares), .omit_empty = true, .doc = "Reached from a list that may be absent as a whole."},
};
constexpr typeinfo::JsonField kBoat_Json[] = {
    {&tables::kTypeMeta_Fields[0], offsetof(Boat, type_meta.kind)},
    {&tables::kTypeMeta_Fields[1], offsetof(Boat, type_meta.api_version)},
    {&tables::kBoat_Fields[1], offsetof(Boat, metadata)},
    {&tables::kBoat_Fields[2], offsetof(Boat, hull)},
    {&tables::kBoat_Fields[3], offsetof(Boat, crew)},
    {&tables::kBoat_Fields[4], offsetof(Boat, cabins)},
    {&tables::kBoat_Fields[5], offsetof(Boat, tender)},
    {&tables::kBoat_Fields[6], offsetof(Boat, watches)},
    {&tables::kBoat_Fields[7], offsetof(Boat, log)},
    {&tables::kBoat_Fields[8], offsetof(Boat, index)},
    {&tables::kBoat_Fields[9], offsetof(Boat, last)},
    {&tables::kBoat_Fields[10], offsetof(Boat, flags)},
    {&tables::kBoat_Fields[11], offsetof(Boat, sails)},
    {&tables::kBoat_Fields[12], offsetof(Boat, anchor)},
    {&tables::kBoat_Fields[13], offsetof(Boat, spares)},
};
constexpr uint16_t kBoat_Index[] = {13, 1, 5, 4, 11, 3, 9, 0, 10, 8, 2, 12, 14, 6, 7};
constinit const typeinfo::TypeInfo kBoat = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Boat), .align = alignof(Boat),
    .name = "Boat",
    .fields = kBoat_Fields,
    .json_fields = kBoat_Json,
    .json_index = kBoat_Index};

constinit const typeinfo::FieldInfo kHull_Fields[3] = {
    {.name = "colour", .go_name = "Colour", .type = &typeinfo::kStringType, .offset = offsetof(Hull, colour), .required = true},
    {.name = "size", .go_name = "Size", .type = &tables::kSize, .offset = offsetof(Hull, size), .required = true},
    {.name = "plates", .go_name = "Plates", .type = &kListOf_Entry, .offset = offsetof(Hull, plates), .omit_empty = true},
};
constexpr typeinfo::JsonField kHull_Json[] = {
    {&tables::kHull_Fields[0], offsetof(Hull, colour)},
    {&tables::kHull_Fields[1], offsetof(Hull, size)},
    {&tables::kHull_Fields[2], offsetof(Hull, plates)},
};
constexpr uint16_t kHull_Index[] = {0, 2, 1};
constinit const typeinfo::TypeInfo kHull = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Hull), .align = alignof(Hull),
    .name = "Hull",
    .fields = kHull_Fields,
    .json_fields = kHull_Json,
    .json_index = kHull_Index,
    .doc = "Hull has its size in one member."};

constinit const typeinfo::FieldInfo kSize_Fields[2] = {
    {.name = "length", .go_name = "Length", .type = &typeinfo::kInt32Type, .offset = offsetof(Size, length), .required = true},
    {.name = "beam", .go_name = "Beam", .type = &typeinfo::kInt32Type, .offset = offsetof(Size, beam), .required = true},
};
constexpr typeinfo::JsonField kSize_Json[] = {
    {&tables::kSize_Fields[0], offsetof(Size, length)},
    {&tables::kSize_Fields[1], offsetof(Size, beam)},
};
constexpr uint16_t kSize_Index[] = {1, 0};
constinit const typeinfo::TypeInfo kSize = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Size), .align = alignof(Size),
    .name = "Size",
    .fields = kSize_Fields,
    .json_fields = kSize_Json,
    .json_index = kSize_Index};

constinit const typeinfo::FieldInfo kSailor_Fields[2] = {
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Sailor, name), .required = true},
    {.name = "rank", .go_name = "Rank", .type = &tables::kRank, .offset = offsetof(Sailor, rank), .required = true},
};
constexpr typeinfo::JsonField kSailor_Json[] = {
    {&tables::kSailor_Fields[0], offsetof(Sailor, name)},
    {&tables::kSailor_Fields[1], offsetof(Sailor, rank)},
};
constexpr uint16_t kSailor_Index[] = {0, 1};
constinit const typeinfo::TypeInfo kSailor = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Sailor), .align = alignof(Sailor),
    .name = "Sailor",
    .fields = kSailor_Fields,
    .json_fields = kSailor_Json,
    .json_index = kSailor_Index};

constinit const typeinfo::FieldInfo kRoom_Fields[3] = {
    {.name = "beds", .go_name = "Beds", .type = &typeinfo::kInt32Type, .offset = offsetof(Room, beds), .required = true},
    {.name = "door", .go_name = "Door", .type = &kPtrOf_Room, .offset = offsetof(Room, door), .omit_empty = true},
    {.name = "who", .go_name = "Who", .type = &kListOf_Sailor, .offset = offsetof(Room, who), .omit_empty = true},
};
constexpr typeinfo::JsonField kRoom_Json[] = {
    {&tables::kRoom_Fields[0], offsetof(Room, beds)},
    {&tables::kRoom_Fields[1], offsetof(Room, door)},
    {&tables::kRoom_Fields[2], offsetof(Room, who)},
};
constexpr uint16_t kRoom_Index[] = {0, 1, 2};
constinit const typeinfo::TypeInfo kRoom = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Room), .align = alignof(Room),
    .name = "Room",
    .fields = kRoom_Fields,
    .json_fields = kRoom_Json,
    .json_index = kRoom_Index};

constinit const typeinfo::FieldInfo kEntry_Fields[4] = {
    {.name = "text", .go_name = "Text", .type = &typeinfo::kStringType, .offset = offsetof(Entry, text), .required = true},
    {.name = "next", .go_name = "Next", .type = &kPtrOf_Entry, .offset = offsetof(Entry, next), .omit_empty = true},
    {.name = "parts", .go_name = "Parts", .type = &kListOf_Entry, .offset = offsetof(Entry, parts), .omit_empty = true},
    {.name = "flag", .go_name = "Flag", .type = &tables::kFlag, .offset = offsetof(Entry, flag), .required = true},
};
constexpr typeinfo::JsonField kEntry_Json[] = {
    {&tables::kEntry_Fields[0], offsetof(Entry, text)},
    {&tables::kEntry_Fields[1], offsetof(Entry, next)},
    {&tables::kEntry_Fields[2], offsetof(Entry, parts)},
    {&tables::kEntry_Fields[3], offsetof(Entry, flag)},
};
constexpr uint16_t kEntry_Index[] = {3, 1, 2, 0};
constinit const typeinfo::TypeInfo kEntry = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Entry), .align = alignof(Entry),
    .name = "Entry",
    .fields = kEntry_Fields,
    .json_fields = kEntry_Json,
    .json_index = kEntry_Index,
    .doc = "Entry is the same in both packages."};

constinit const typeinfo::TypeInfo kFlag = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Flag"};

constinit const typeinfo::TypeInfo kRank = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Rank"};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kTypeMeta, &kObjectMeta, &kBoat, &kHull, &kSize, &kSailor, &kRoom, &kEntry};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::versions::hub

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::versions::hub::TypeMeta>() {
  return ::testdata::versions::hub::tables::kTypeMeta;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::ObjectMeta>() {
  return ::testdata::versions::hub::tables::kObjectMeta;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Size>() {
  return ::testdata::versions::hub::tables::kSize;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Hull>() {
  return ::testdata::versions::hub::tables::kHull;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Entry>() {
  return ::testdata::versions::hub::tables::kEntry;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Boat>() {
  return ::testdata::versions::hub::tables::kBoat;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Sailor>() {
  return ::testdata::versions::hub::tables::kSailor;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Room>() {
  return ::testdata::versions::hub::tables::kRoom;
}

}  // namespace pintle::typeinfo
