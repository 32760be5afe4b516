// Made by pintle-gen from shapes. Changes are lost with the next build.
#pragma once

#include <span>

#include "pintle/typeinfo/type_info.h"

// What TypeOf returns, by name: for the tables of packages that use these types.
namespace testdata::shapes::tables {

extern const pintle::typeinfo::TypeInfo kEverything;
extern const pintle::typeinfo::FieldInfo kEverything_Fields[31];
extern const pintle::typeinfo::TypeInfo kMessage;
extern const pintle::typeinfo::FieldInfo kMessage_Fields[4];
extern const pintle::typeinfo::TypeInfo kTypeMeta;
extern const pintle::typeinfo::FieldInfo kTypeMeta_Fields[1];
extern const pintle::typeinfo::TypeInfo kBase;
extern const pintle::typeinfo::FieldInfo kBase_Fields[1];
extern const pintle::typeinfo::TypeInfo kNode;
extern const pintle::typeinfo::FieldInfo kNode_Fields[5];
extern const pintle::typeinfo::TypeInfo kNodeOrBool;
extern const pintle::typeinfo::FieldInfo kNodeOrBool_Fields[2];
extern const pintle::typeinfo::TypeInfo kCopy;
extern const pintle::typeinfo::FieldInfo kCopy_Fields[1];
extern const pintle::typeinfo::TypeInfo kNames;
extern const pintle::typeinfo::TypeInfo kWrapped;
extern const pintle::typeinfo::TypeInfo kNoMessage;
extern const pintle::typeinfo::FieldInfo kNoMessage_Fields[1];
extern const pintle::typeinfo::TypeInfo kColor;
extern const pintle::typeinfo::TypeInfo kEmpty;

// All structs of the package.
std::span<const pintle::typeinfo::TypeInfo* const> Structs();

}  // namespace testdata::shapes::tables
