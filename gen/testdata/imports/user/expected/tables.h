// Made by pintle-gen from imports/user. Changes are lost with the next build.
#pragma once

#include <span>

#include "pintle/typeinfo/type_info.h"

// What TypeOf returns, by name: for the tables of packages that use these types.
namespace testdata::imports::user::tables {

extern const pintle::typeinfo::TypeInfo kUser;
extern const pintle::typeinfo::FieldInfo kUser_Fields[2];

// All structs of the package.
std::span<const pintle::typeinfo::TypeInfo* const> Structs();

}  // namespace testdata::imports::user::tables
