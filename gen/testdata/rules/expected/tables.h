// Made by pintle-gen from rules. Changes are lost with the next build.
#pragma once

#include "pintle/typeinfo/type_info.h"

// What TypeOf returns, by name: for the tables of packages that use these types.
namespace testdata::rules::tables {

extern const pintle::typeinfo::TypeInfo kTypeMeta;
extern const pintle::typeinfo::FieldInfo kTypeMetaFields[1];
extern const pintle::typeinfo::TypeInfo kThing;
extern const pintle::typeinfo::FieldInfo kThingFields[14];
extern const pintle::typeinfo::TypeInfo kMeta;
extern const pintle::typeinfo::FieldInfo kMetaFields[2];
extern const pintle::typeinfo::TypeInfo kPart;
extern const pintle::typeinfo::FieldInfo kPartFields[2];
extern const pintle::typeinfo::TypeInfo kMode;
extern const pintle::typeinfo::TypeInfo kCode;
extern const pintle::typeinfo::TypeInfo kCodes;
extern const pintle::typeinfo::TypeInfo kThingList;
extern const pintle::typeinfo::FieldInfo kThingListFields[3];
extern const pintle::typeinfo::TypeInfo kSpare;
extern const pintle::typeinfo::FieldInfo kSpareFields[2];

}  // namespace testdata::rules::tables
