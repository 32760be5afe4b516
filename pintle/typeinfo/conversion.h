#pragma once

#include <bit>

#include "pintle/typeinfo/type_info.h"

// What generated conversions between two versions of an API are made of.
namespace pintle::typeinfo {

// The conversions of one kind, both ways. A target is a default object, and may share data with its
// source.
struct Conversion {
  const TypeInfo* spoke;
  const TypeInfo* hub;
  void (*to_hub)(Arena& arena, const void* spoke, void* hub);
  void (*from_hub)(Arena& arena, const void* hub, void* spoke);
};

// The same data under another type: structs with the same members at the same places, or
// containers of such. Nothing is copied but the view itself. Generated code asserts the places.
template <typename To, typename From>
To SameData(const From& from) {
  return std::bit_cast<To>(from);
}

// Each converts what is inside with `convert(from, to)`; nil stays nil.
template <typename To, typename From, typename Convert>
Ptr<To> ConvertPtr(Arena& arena, const Ptr<From>& from, Convert convert) {
  Ptr<To> to;
  if (from) convert(*from, to.Ensure(arena));
  return to;
}

template <typename To, typename From, typename Convert>
Opt<To> ConvertOpt(const Opt<From>& from, Convert convert) {
  Opt<To> to;
  to.set = from.set;
  if (from) convert(*from, *to);
  return to;
}

template <typename To, typename From, typename Convert>
List<To> ConvertList(Arena& arena, const List<From>& from, Convert convert) {
  if (from.is_nil()) return {};
  List<To> to = List<To>::Sized(arena, from.size());
  for (size_t i = 0; i < from.size(); ++i) convert(from[i], to[i]);
  return to;
}

template <typename To, typename From, typename Convert>
Map<To> ConvertMap(Arena& arena, const Map<From>& from, Convert convert) {
  if (from.is_nil()) return {};
  Map<To> to = Map<To>::Sized(arena, from.size());
  for (size_t i = 0; i < from.size(); ++i) {
    to.data[i].key = from.data[i].key;
    convert(from.data[i].value, to.data[i].value);
  }
  return to;
}

}  // namespace pintle::typeinfo
