#pragma once

#include <string>

#include "pintle/base/arena.h"
#include "pintle/base/human_duration.h"
#include "pintle/object/object.h"
#include "pintle/write/strategy.h"

// Columns and cells that many kinds share.
namespace pintle::apis {

inline write::Column NameColumn() {
  return {
      "Name", "string", "name",
      "Name is unique among the objects of one resource in one namespace and cannot be changed.",
      0};
}

inline write::Column AgeColumn() {
  return {"Age", "string", "", "CreationTimestamp is set by the server.", 0};
}

// How long ago the object was created, as `kubectl get` shows it.
inline Value AgeCell(const object::ObjectMeta& meta, Arena& arena, int64_t now_seconds) {
  if (!meta.creation_timestamp) return Value("<unknown>");
  return Value::String(arena, HumanDuration(now_seconds - meta.creation_timestamp.seconds));
}

}  // namespace pintle::apis
