// Made by pintle-gen from versions/old. Changes are lost with the next build.
#pragma once

#include "versions/hub/types.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::versions::old {

namespace typeinfo = ::pintle::typeinfo;

struct Hull;
struct Entry;
struct Boat;
struct Sailor;
struct Room;
struct Rigging;

using Flag = typeinfo::Str;

using Rank = typeinfo::Str;

struct Hull {
  typeinfo::Str color = {};
  int32_t length = 0;
  int32_t beam = 0;
  typeinfo::List<Entry> plates = {};
};

// Entry is the same in both packages.
struct Entry {
  typeinfo::Str text = {};
  typeinfo::Ptr<Entry> next = {};
  typeinfo::List<Entry> parts = {};
  typeinfo::Str flag = {};
};

struct Boat {
  ::testdata::versions::hub::TypeMeta type_meta = {};
  ::testdata::versions::hub::ObjectMeta metadata = {};
  Hull hull = {};
  typeinfo::List<Sailor> people = {};
  typeinfo::Map<Room> cabins = {};
  typeinfo::Ptr<Boat> tender = {};
  typeinfo::List<typeinfo::List<Sailor>> watches = {};
  typeinfo::List<Entry> log = {};
  typeinfo::Map<typeinfo::List<Entry>> index = {};
  typeinfo::Ptr<Entry> last = {};
  typeinfo::List<typeinfo::Str> flags = {};
  typeinfo::Opt<int32_t> sails = {};
  Entry anchor = {};
  typeinfo::Opt<typeinfo::List<Sailor>> spares = {};
};

// Sailor has its members in another order.
struct Sailor {
  typeinfo::Str rank = {};
  typeinfo::Str name = {};
};

struct Room {
  int32_t beds = 0;
  typeinfo::Ptr<Room> door = {};
  typeinfo::List<Sailor> who = {};
};

// Rigging is only here, so nothing converts it.
struct Rigging {
  int32_t masts = 0;
};

}  // namespace testdata::versions::old

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::versions::old::Hull>();
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Entry>();
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Boat>();
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Sailor>();
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Room>();
template <>
const TypeInfo& TypeOf<::testdata::versions::old::Rigging>();

}  // namespace pintle::typeinfo
