// Made by pintle-gen from versions/hub. Changes are lost with the next build.
#pragma once

#include <span>

#include "pintle/typeinfo/type_info.h"

// What TypeOf returns, by name: for the tables of packages that use these types.
namespace testdata::versions::hub::tables {

extern const pintle::typeinfo::TypeInfo kTypeMeta;
extern const pintle::typeinfo::FieldInfo kTypeMeta_Fields[2];
extern const pintle::typeinfo::TypeInfo kObjectMeta;
extern const pintle::typeinfo::FieldInfo kObjectMeta_Fields[2];
extern const pintle::typeinfo::TypeInfo kBoat;
extern const pintle::typeinfo::FieldInfo kBoat_Fields[14];
extern const pintle::typeinfo::TypeInfo kHull;
extern const pintle::typeinfo::FieldInfo kHull_Fields[3];
extern const pintle::typeinfo::TypeInfo kSize;
extern const pintle::typeinfo::FieldInfo kSize_Fields[2];
extern const pintle::typeinfo::TypeInfo kSailor;
extern const pintle::typeinfo::FieldInfo kSailor_Fields[2];
extern const pintle::typeinfo::TypeInfo kRoom;
extern const pintle::typeinfo::FieldInfo kRoom_Fields[3];
extern const pintle::typeinfo::TypeInfo kEntry;
extern const pintle::typeinfo::FieldInfo kEntry_Fields[4];
extern const pintle::typeinfo::TypeInfo kFlag;
extern const pintle::typeinfo::TypeInfo kRank;

// All structs of the package.
std::span<const pintle::typeinfo::TypeInfo* const> Structs();

}  // namespace testdata::versions::hub::tables
