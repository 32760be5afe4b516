// Made by pintle-gen from versions/hub. Changes are lost with the next build.
#pragma once

#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::versions::hub {

namespace typeinfo = ::pintle::typeinfo;

struct TypeMeta;
struct ObjectMeta;
struct Size;
struct Hull;
struct Entry;
struct Boat;
struct Sailor;
struct Room;

using Flag = typeinfo::Str;

using Rank = typeinfo::Str;

struct TypeMeta {
  typeinfo::Str kind = {};
  typeinfo::Str api_version = {};
};

struct ObjectMeta {
  typeinfo::Str name = {};
  typeinfo::Map<typeinfo::Str> labels = {};
};

struct Size {
  int32_t length = 0;
  int32_t beam = 0;
};

// Hull has its size in one member.
struct Hull {
  typeinfo::Str colour = {};
  Size size = {};
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
  TypeMeta type_meta = {};
  ObjectMeta metadata = {};
  Hull hull = {};
  typeinfo::List<Sailor> crew = {};
  typeinfo::Map<Room> cabins = {};
  typeinfo::Ptr<Boat> tender = {};
  typeinfo::List<typeinfo::List<Sailor>> watches = {};
  typeinfo::List<Entry> log = {};
  typeinfo::Map<typeinfo::List<Entry>> index = {};
  typeinfo::Ptr<Entry> last = {};
  typeinfo::List<typeinfo::Str> flags = {};
  typeinfo::Opt<int32_t> sails = {};
  Entry anchor = {};
  // Reached from a list that may be absent as a whole.
  typeinfo::Opt<typeinfo::List<Sailor>> spares = {};
};

struct Sailor {
  typeinfo::Str name = {};
  typeinfo::Str rank = {};
};

struct Room {
  int32_t beds = 0;
  typeinfo::Ptr<Room> door = {};
  typeinfo::List<Sailor> who = {};
};

}  // namespace testdata::versions::hub

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::versions::hub::TypeMeta>();
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::ObjectMeta>();
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Size>();
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Hull>();
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Entry>();
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Boat>();
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Sailor>();
template <>
const TypeInfo& TypeOf<::testdata::versions::hub::Room>();

}  // namespace pintle::typeinfo
