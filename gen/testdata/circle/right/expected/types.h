// Made by pintle-gen from circle/right. Changes are lost with the next build.
#pragma once

#include "circle/left/types.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::circle::right {

namespace typeinfo = ::pintle::typeinfo;

struct Right;

struct Right {
  ::testdata::circle::left::Left left = {};
  typeinfo::List<::testdata::circle::left::Left> list = {};
};

}  // namespace testdata::circle::right

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::circle::right::Right>();

}  // namespace pintle::typeinfo
