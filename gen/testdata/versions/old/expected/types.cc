// Made by pintle-gen from versions/old. Changes are lost with the next build.
#include "versions/old/types.h"

#include <cstddef>

#include "versions/hub/tables.h"
#include "versions/old/tables.h"

namespace testdata::versions::old {
namespace {

template <typename T>
constexpr typeinfo::TypeInfo Shape_(typeinfo::Kind kind, const typeinfo::TypeInfo& element) {
  return {.kind = kind, .size = sizeof(T), .align = alignof(T), .element = &element};
}

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

constinit const typeinfo::FieldInfo kBoat_Fields[14] = {
    {.name = "TypeMeta", .go_name = "TypeMeta", .type = &::testdata::versions::hub::tables::kTypeMeta, .offset = offsetof(Boat, type_meta), .inlined = true},
    {.name = "metadata", .go_name = "ObjectMeta", .type = &::testdata::versions::hub::tables::kObjectMeta, .offset = offsetof(Boat, metadata)},
    {.name = "hull", .go_name = "Hull", .type = &tables::kHull, .offset = offsetof(Boat, hull), .required = true},
    {.name = "people", .go_name = "People", .type = &kListOf_Sailor, .offset = offsetof(Boat, people), .omit_empty = true},
    {.name = "cabins", .go_name = "Cabins", .type = &kMapOf_Room, .offset = offsetof(Boat, cabins), .omit_empty = true},
    {.name = "tender", .go_name = "Tender", .type = &kPtrOf_Boat, .offset = offsetof(Boat, tender), .omit_empty = true},
    {.name = "watches", .go_name = "Watches", .type = &kListOf_ListOf_Sailor, .offset = offsetof(Boat, watches), .omit_empty = true},
    {.name = "log", .go_name = "Log", .type = &kListOf_Entry, .offset = offsetof(Boat, log), .omit_empty = true},
    {.name = "index", .go_name = "Index", .type = &kMapOf_ListOf_Entry, .offset = offsetof(Boat, index), .omit_empty = true},
    {.name = "last", .go_name = "Last", .type = &kPtrOf_Entry, .offset = offsetof(Boat, last), .omit_empty = true},
    {.name = "flags", .go_name = "Flags", .type = &kListOf_Flag, .offset = offsetof(Boat, flags), .omit_empty = true},
    {.name = "sails", .go_name = "Sails", .type = &kOptOf_Int32, .offset = offsetof(Boat, sails), .omit_empty = true},
    {.name = "anchor", .go_name = "Anchor", .type = &tables::kEntry, .offset = offsetof(Boat, anchor), .required = true},
    {.name = "spares", .go_name = "Spares", .type = &kOptOf_ListOf_Sailor, .offset = offsetof(Boat, spares), .omit_empty = true},
};
constexpr typeinfo::JsonField kBoat_Json[] = {
    {&::testdata::versions::hub::tables::kTypeMeta_Fields[0], offsetof(Boat, type_meta.kind)},
    {&::testdata::versions::hub::tables::kTypeMeta_Fields[1], offsetof(Boat, type_meta.api_version)},
    {&tables::kBoat_Fields[1], offsetof(Boat, metadata)},
    {&tables::kBoat_Fields[2], offsetof(Boat, hull)},
    {&tables::kBoat_Fields[3], offsetof(Boat, people)},
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
constexpr uint16_t kBoat_Index[] = {13, 1, 5, 11, 3, 9, 0, 10, 8, 2, 4, 12, 14, 6, 7};
constinit const typeinfo::TypeInfo kBoat = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Boat), .align = alignof(Boat),
    .name = "Boat",
    .fields = kBoat_Fields,
    .json_fields = kBoat_Json,
    .json_index = kBoat_Index};

constinit const typeinfo::FieldInfo kHull_Fields[4] = {
    {.name = "color", .go_name = "Colour", .type = &typeinfo::kStringType, .offset = offsetof(Hull, color), .required = true},
    {.name = "length", .go_name = "Length", .type = &typeinfo::kInt32Type, .offset = offsetof(Hull, length), .required = true},
    {.name = "beam", .go_name = "Beam", .type = &typeinfo::kInt32Type, .offset = offsetof(Hull, beam), .required = true},
    {.name = "plates", .go_name = "Plates", .type = &kListOf_Entry, .offset = offsetof(Hull, plates), .omit_empty = true},
};
constexpr typeinfo::JsonField kHull_Json[] = {
    {&tables::kHull_Fields[0], offsetof(Hull, color)},
    {&tables::kHull_Fields[1], offsetof(Hull, length)},
    {&tables::kHull_Fields[2], offsetof(Hull, beam)},
    {&tables::kHull_Fields[3], offsetof(Hull, plates)},
};
constexpr uint16_t kHull_Index[] = {2, 0, 1, 3};
constinit const typeinfo::TypeInfo kHull = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Hull), .align = alignof(Hull),
    .name = "Hull",
    .fields = kHull_Fields,
    .json_fields = kHull_Json,
    .json_index = kHull_Index};

constinit const typeinfo::FieldInfo kSailor_Fields[2] = {
    {.name = "rank", .go_name = "Rank", .type = &tables::kRank, .offset = offsetof(Sailor, rank), .required = true},
    {.name = "name", .go_name = "Name", .type = &typeinfo::kStringType, .offset = offsetof(Sailor, name), .required = true},
};
constexpr typeinfo::JsonField kSailor_Json[] = {
    {&tables::kSailor_Fields[0], offsetof(Sailor, rank)},
    {&tables::kSailor_Fields[1], offsetof(Sailor, name)},
};
constexpr uint16_t kSailor_Index[] = {1, 0};
constinit const typeinfo::TypeInfo kSailor = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Sailor), .align = alignof(Sailor),
    .name = "Sailor",
    .fields = kSailor_Fields,
    .json_fields = kSailor_Json,
    .json_index = kSailor_Index,
    .doc = "Sailor has its members in another order."};

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

constinit const typeinfo::FieldInfo kRigging_Fields[1] = {
    {.name = "masts", .go_name = "Masts", .type = &typeinfo::kInt32Type, .offset = offsetof(Rigging, masts), .required = true},
};
constexpr typeinfo::JsonField kRigging_Json[] = {
    {&tables::kRigging_Fields[0], offsetof(Rigging, masts)},
};
constexpr uint16_t kRigging_Index[] = {0};
constinit const typeinfo::TypeInfo kRigging = {
    .kind = typeinfo::Kind::kStruct, .size = sizeof(Rigging), .align = alignof(Rigging),
    .name = "Rigging",
    .fields = kRigging_Fields,
    .json_fields = kRigging_Json,
    .json_index = kRigging_Index,
    .doc = "Rigging is only here, so nothing converts it."};

constinit const typeinfo::TypeInfo kFlag = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Flag"};

constinit const typeinfo::TypeInfo kRank = {
    .kind = typeinfo::Kind::kString, .size = sizeof(typeinfo::Str), .align = alignof(typeinfo::Str),
    .name = "Rank"};

std::span<const typeinfo::TypeInfo* const> Structs() {
  static constexpr const typeinfo::TypeInfo* kAll[] = {&kBoat, &kHull, &kSailor, &kRoom, &kEntry, &kRigging};
  return kAll;
}

}  // namespace tables
}  // namespace testdata::versions::old

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::versions::old::Hull>() {
  return ::testdata::versions::old::tables::kHull;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Entry>() {
  return ::testdata::versions::old::tables::kEntry;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Boat>() {
  return ::testdata::versions::old::tables::kBoat;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Sailor>() {
  return ::testdata::versions::old::tables::kSailor;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Room>() {
  return ::testdata::versions::old::tables::kRoom;
}
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Rigging>() {
  return ::testdata::versions::old::tables::kRigging;
}

}  // namespace pintle::typeinfo
