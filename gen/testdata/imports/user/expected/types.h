// Made by pintle-gen from imports/user. Changes are lost with the next build.
#pragma once

#include "imports/base/types.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::imports::user {

namespace typeinfo = ::pintle::typeinfo;

struct User;

struct User {
  ::testdata::imports::base::Shared shared = {};
  typeinfo::List<::testdata::imports::base::Shared> more = {};
};

}  // namespace testdata::imports::user

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::imports::user::User>();

}  // namespace pintle::typeinfo
