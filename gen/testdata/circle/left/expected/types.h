// Made by pintle-gen from circle/left. Changes are lost with the next build.
#pragma once

#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::circle::right {
struct Right;
}  // namespace testdata::circle::right

namespace testdata::circle::left {

namespace typeinfo = ::pintle::typeinfo;

struct Left;

struct Left {
  typeinfo::Str name = {};
  typeinfo::Ptr<::testdata::circle::right::Right> right = {};
  typeinfo::Map<::testdata::circle::right::Right> rights = {};
};

}  // namespace testdata::circle::left

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::circle::left::Left>();

}  // namespace pintle::typeinfo
