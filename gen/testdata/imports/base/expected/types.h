// Made by pintle-gen from imports/base. Changes are lost with the next build.
#pragma once

#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::imports::base {

namespace typeinfo = ::pintle::typeinfo;

struct Shared;

// Shared is used by another package.
struct Shared {
  typeinfo::Str name = {};
};

}  // namespace testdata::imports::base

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::imports::base::Shared>();

}  // namespace pintle::typeinfo
