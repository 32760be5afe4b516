// Made by pintle-gen from rules. Changes are lost with the next build.
#pragma once

#include <span>

#include "pintle/typeinfo/type_info.h"

// What TypeOf returns, by name: for the tables of packages that use these types.
namespace testdata::rules::tables {

extern const pintle::typeinfo::TypeInfo kTypeMeta;
extern const pintle::typeinfo::FieldInfo kTypeMeta_Fields[1];
extern const pintle::typeinfo::TypeInfo kThing;
extern const pintle::typeinfo::FieldInfo kThing_Fields[23];
extern const pintle::typeinfo::TypeInfo kPort;
extern const pintle::typeinfo::FieldInfo kPort_Fields[3];
extern const pintle::typeinfo::TypeInfo kModes;
extern const pintle::typeinfo::TypeInfo kMeta;
extern const pintle::typeinfo::FieldInfo kMeta_Fields[4];
extern const pintle::typeinfo::TypeInfo kHolder;
extern const pintle::typeinfo::FieldInfo kHolder_Fields[1];
extern const pintle::typeinfo::TypeInfo kPart;
extern const pintle::typeinfo::FieldInfo kPart_Fields[2];
extern const pintle::typeinfo::TypeInfo kMode;
extern const pintle::typeinfo::TypeInfo kCode;
extern const pintle::typeinfo::TypeInfo kCodes;
extern const pintle::typeinfo::TypeInfo kThingList;
extern const pintle::typeinfo::FieldInfo kThingList_Fields[3];
extern const pintle::typeinfo::TypeInfo kSpare;
extern const pintle::typeinfo::FieldInfo kSpare_Fields[2];

// All structs of the package.
std::span<const pintle::typeinfo::TypeInfo* const> Structs();

}  // namespace testdata::rules::tables
