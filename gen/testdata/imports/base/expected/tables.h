// Made by pintle-gen from imports/base. Changes are lost with the next build.
#pragma once

#include <span>

#include "pintle/typeinfo/type_info.h"

// What TypeOf returns, by name: for the tables of packages that use these types.
namespace testdata::imports::base::tables {

extern const pintle::typeinfo::TypeInfo kShared;
extern const pintle::typeinfo::FieldInfo kShared_Fields[1];

// All structs of the package.
std::span<const pintle::typeinfo::TypeInfo* const> Structs();

}  // namespace testdata::imports::base::tables
