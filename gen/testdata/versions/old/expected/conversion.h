// Made by pintle-gen from versions/old. Changes are lost with the next build.
#pragma once

#include <span>

#include "versions/old/types.h"
#include "versions/hub/types.h"
#include "pintle/base/arena.h"
#include "pintle/typeinfo/conversion.h"

// Between this package and versions/hub. Targets are default objects, and may share data with their sources.
namespace testdata::versions::old {

namespace typeinfo = ::pintle::typeinfo;

// The kinds of this package that the hub has too.
std::span<const typeinfo::Conversion> Conversions();

void ToHub(::pintle::Arena& arena, const Boat& from, ::testdata::versions::hub::Boat& to);
void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Boat& from, Boat& to);
void ToHub(::pintle::Arena& arena, const Sailor& from, ::testdata::versions::hub::Sailor& to);
void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Sailor& from, Sailor& to);
void ToHub(::pintle::Arena& arena, const Room& from, ::testdata::versions::hub::Room& to);
void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Room& from, Room& to);
void ToHub(::pintle::Arena& arena, const Entry& from, ::testdata::versions::hub::Entry& to);
void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Entry& from, Entry& to);

// Not generated: these are written by hand.
void ToHub(::pintle::Arena& arena, const Hull& from, ::testdata::versions::hub::Hull& to);
void FromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Hull& from, Hull& to);

// What those have in common with the hub, for use in them.
void SameFieldsToHub(::pintle::Arena& arena, const Hull& from, ::testdata::versions::hub::Hull& to);
void SameFieldsFromHub(::pintle::Arena& arena, const ::testdata::versions::hub::Hull& from, Hull& to);

}  // namespace testdata::versions::old
