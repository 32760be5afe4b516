// Made by pintle-gen from versions/old. Changes are lost with the next build.
#include "versions/old/conversion.h"

#include <cstddef>

namespace testdata::versions::old {

static_assert(sizeof(Entry) == sizeof(::testdata::versions::hub::Entry));
static_assert(offsetof(Entry, text) == offsetof(::testdata::versions::hub::Entry, text));
static_assert(offsetof(Entry, next) == offsetof(::testdata::versions::hub::Entry, next));
static_assert(offsetof(Entry, parts) == offsetof(::testdata::versions::hub::Entry, parts));
static_assert(offsetof(Entry, flag) == offsetof(::testdata::versions::hub::Entry, flag));

void ToHub(::pintle::Arena& arena, const Boat& from, ::testdata::versions::hub::Boat& to) {
  to.metadata = from.metadata;
  ToHub(arena, from.hull, to.hull);
  to.crew = typeinfo::ConvertList<::testdata::versions::hub::Sailor>(arena, from.people, [&](const auto& a, auto& b) { ToHub(arena, a, b); });
  to.cabins = typeinfo::ConvertMap<::testdata::versions::hub::Room>(arena, from.cabins, [&](const auto& a, auto& b) { ToHub(arena, a, b); });
  to.tender = typeinfo::ConvertPtr<::testdata::versions::hub::Boat>(arena, from.tender, [&](const auto& a, auto& b) { ToHub(arena, a, b); });
  to.watches = typeinfo::ConvertList<typeinfo::List<::testdata::versions::hub::Sailor>>(arena, from.watches, [&](const auto& a, auto& b) { b = typeinfo::ConvertList<::testdata::versions::hub::Sailor>(arena, a, [&](const auto& a, auto& b) { ToHub(arena, a, b); }); });
  to.log = typeinfo::SameData<typeinfo::List<::testdata::versions::hub::Entry>>(from.log);
  to.index = typeinfo::SameData<typeinfo::Map<typeinfo::List<::testdata::versions::hub::Entry>>>(from.index);
  to.last = typeinfo::SameData<typeinfo::Ptr<::testdata::versions::hub::Entry>>(from.last);
  to.flags = from.flags;
  to.sails = from.sails;
  to.anchor = typeinfo::SameData<::testdata::versions::hub::Entry>(from.anchor);
  to.spares = typeinfo::ConvertOpt<typeinfo::List<::testdata::versions::hub::Sailor>>(from.spares, [&](const auto& a, auto& b) { b = typeinfo::ConvertList<::testdata::versions::hub::Sailor>(arena, a, [&](const auto& a, auto& b) { ToHub(arena, a, b); }); });
}

void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Boat& from, Boat& to) {
  to.metadata = from.metadata;
  FromHub(arena, from.hull, to.hull);
  to.people = typeinfo::ConvertList<Sailor>(arena, from.crew, [&](const auto& a, auto& b) { FromHub(arena, a, b); });
  to.cabins = typeinfo::ConvertMap<Room>(arena, from.cabins, [&](const auto& a, auto& b) { FromHub(arena, a, b); });
  to.tender = typeinfo::ConvertPtr<Boat>(arena, from.tender, [&](const auto& a, auto& b) { FromHub(arena, a, b); });
  to.watches = typeinfo::ConvertList<typeinfo::List<Sailor>>(arena, from.watches, [&](const auto& a, auto& b) { b = typeinfo::ConvertList<Sailor>(arena, a, [&](const auto& a, auto& b) { FromHub(arena, a, b); }); });
  to.log = typeinfo::SameData<typeinfo::List<Entry>>(from.log);
  to.index = typeinfo::SameData<typeinfo::Map<typeinfo::List<Entry>>>(from.index);
  to.last = typeinfo::SameData<typeinfo::Ptr<Entry>>(from.last);
  to.flags = from.flags;
  to.sails = from.sails;
  to.anchor = typeinfo::SameData<Entry>(from.anchor);
  to.spares = typeinfo::ConvertOpt<typeinfo::List<Sailor>>(from.spares, [&](const auto& a, auto& b) { b = typeinfo::ConvertList<Sailor>(arena, a, [&](const auto& a, auto& b) { FromHub(arena, a, b); }); });
}

void SameFieldsToHub(::pintle::Arena& arena, const Hull& from, ::testdata::versions::hub::Hull& to) {
  (void)arena;
  to.colour = from.color;
  to.plates = typeinfo::SameData<typeinfo::List<::testdata::versions::hub::Entry>>(from.plates);
}

void SameFieldsFromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Hull& from, Hull& to) {
  (void)arena;
  to.color = from.colour;
  to.plates = typeinfo::SameData<typeinfo::List<Entry>>(from.plates);
}

void ToHub(::pintle::Arena& arena, const Sailor& from, ::testdata::versions::hub::Sailor& to) {
  (void)arena;
  to.rank = from.rank;
  to.name = from.name;
}

void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Sailor& from, Sailor& to) {
  (void)arena;
  to.rank = from.rank;
  to.name = from.name;
}

void ToHub(::pintle::Arena& arena, const Room& from, ::testdata::versions::hub::Room& to) {
  to.beds = from.beds;
  to.door = typeinfo::ConvertPtr<::testdata::versions::hub::Room>(arena, from.door, [&](const auto& a, auto& b) { ToHub(arena, a, b); });
  to.who = typeinfo::ConvertList<::testdata::versions::hub::Sailor>(arena, from.who, [&](const auto& a, auto& b) { ToHub(arena, a, b); });
}

void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Room& from, Room& to) {
  to.beds = from.beds;
  to.door = typeinfo::ConvertPtr<Room>(arena, from.door, [&](const auto& a, auto& b) { FromHub(arena, a, b); });
  to.who = typeinfo::ConvertList<Sailor>(arena, from.who, [&](const auto& a, auto& b) { FromHub(arena, a, b); });
}

void ToHub(::pintle::Arena& arena, const Entry& from, ::testdata::versions::hub::Entry& to) {
  (void)arena;
  to = typeinfo::SameData<::testdata::versions::hub::Entry>(from);
}

void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Entry& from, Entry& to) {
  (void)arena;
  to = typeinfo::SameData<Entry>(from);
}

std::span<const typeinfo::Conversion> Conversions() {
  static const typeinfo::Conversion kTable[] = {
      {&typeinfo::TypeOf<Boat>(), &typeinfo::TypeOf<::testdata::versions::hub::Boat>(),
       [](::pintle::Arena& arena, const void* from, void* to) {
         ToHub(arena, *static_cast<const Boat*>(from), *static_cast<::testdata::versions::hub::Boat*>(to));
       },
       [](::pintle::Arena& arena, const void* from, void* to) {
         FromHub(arena, *static_cast<const ::testdata::versions::hub::Boat*>(from), *static_cast<Boat*>(to));
       }},
  };
  return kTable;
}

}  // namespace testdata::versions::old
