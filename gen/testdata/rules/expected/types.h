// Made by pintle-gen from rules. Changes are lost with the next build.
#pragma once

#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

namespace testdata::rules {

namespace typeinfo = ::pintle::typeinfo;

struct TypeMeta;
struct Meta;
struct Thing;
struct Port;
struct Holder;
struct Part;
struct ThingList;
struct Spare;

// Modes is a set wherever it stands.
using Modes = typeinfo::List<typeinfo::Str>;

using Mode = typeinfo::Str;
inline constexpr Mode kModeFast = "Fast";
inline constexpr Mode kModeSafe = "Safe";
// ModeNight can be chosen once the feature is on.
inline constexpr Mode kModeNight = "Night";
// ModeOld is not for new things, nor where the past is over.
inline constexpr Mode kModeOld = "Old";
inline constexpr Mode kModeNone = "None";

// Code is checked wherever it stands.
using Code = typeinfo::Str;

using Codes = typeinfo::List<typeinfo::Str>;

// TypeMeta marks kinds.
struct TypeMeta {
  typeinfo::Str kind = {};
};

struct Meta {
  typeinfo::Str name = {};
  typeinfo::Str title = {};
  typeinfo::List<Holder> holders = {};
  // Keepers are told apart here already, and wherever a Meta is.
  typeinfo::List<Holder> keepers = {};
};

// Thing is a kind.
struct Thing {
  TypeMeta type_meta = {};
  Meta metadata = {};
  int32_t size = 0;
  typeinfo::Opt<int32_t> replicas = {};
  int64_t offset = 0;
  typeinfo::Str mode = {};
  typeinfo::Str owner = {};
  typeinfo::List<typeinfo::Str> notes = {};
  typeinfo::Map<int32_t> counts = {};
  typeinfo::List<Part> parts = {};
  typeinfo::Ptr<Part> main = {};
  typeinfo::Opt<int32_t> beyond = {};
  typeinfo::Str gone = {};
  typeinfo::List<typeinfo::Str> codes = {};
  typeinfo::Map<Part> by_name = {};
  typeinfo::List<typeinfo::Str> words = {};
  typeinfo::List<Port> ports = {};
  typeinfo::List<Part> spares = {};
  typeinfo::List<typeinfo::Str> modes = {};
  typeinfo::List<typeinfo::Str> loose = {};
  typeinfo::List<typeinfo::Str> levelled_first = {};
  typeinfo::List<typeinfo::Str> levelled_last = {};
  typeinfo::List<Holder> fixed = {};
};

// Port is told from others by two members.
struct Port {
  int32_t number = 0;
  typeinfo::Opt<typeinfo::Str> protocol = {};
  typeinfo::Str note = {};
};

struct Holder {
  typeinfo::Str name = {};
};

struct Part {
  typeinfo::Str name = {};
  typeinfo::Ptr<Part> sub = {};
};

// ThingList is no kind of its own.
struct ThingList {
  TypeMeta type_meta = {};
  Meta metadata = {};
  typeinfo::List<Thing> items = {};
};

// Spare would be a kind.
struct Spare {
  TypeMeta type_meta = {};
  typeinfo::Str name = {};
};

}  // namespace testdata::rules

namespace pintle::typeinfo {

template <>
const TypeInfo& TypeOf<::testdata::rules::TypeMeta>();
template <>
const TypeInfo& TypeOf<::testdata::rules::Meta>();
template <>
const TypeInfo& TypeOf<::testdata::rules::Thing>();
template <>
const TypeInfo& TypeOf<::testdata::rules::Port>();
template <>
const TypeInfo& TypeOf<::testdata::rules::Holder>();
template <>
const TypeInfo& TypeOf<::testdata::rules::Part>();
template <>
const TypeInfo& TypeOf<::testdata::rules::ThingList>();
template <>
const TypeInfo& TypeOf<::testdata::rules::Spare>();

}  // namespace pintle::typeinfo
