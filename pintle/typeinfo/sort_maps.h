#pragma once

#include "pintle/base/arena.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// Puts the entries of all maps of an object in key order, for engines that append them as they
// come. Of entries with the same key the last stays.
void SortMaps(const TypeInfo& type, void* object, Arena& arena);

}  // namespace pintle::typeinfo
