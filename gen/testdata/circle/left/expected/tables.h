// Made by pintle-gen from circle/left. Changes are lost with the next build.
#pragma once

#include <span>

#include "pintle/typeinfo/type_info.h"

// What TypeOf returns, by name: for the tables of packages that use these types.
namespace testdata::circle::left::tables {

extern const pintle::typeinfo::TypeInfo kLeft;
extern const pintle::typeinfo::FieldInfo kLeft_Fields[3];

// All structs of the package.
std::span<const pintle::typeinfo::TypeInfo* const> Structs();

}  // namespace testdata::circle::left::tables
