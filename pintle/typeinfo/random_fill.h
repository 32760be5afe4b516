#pragma once

#include <random>

#include "pintle/base/arena.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// Fills a default object with random content that survives encoding: strings are valid UTF-8, times
// have the precision of their text, doubles are finite, a union has one of its forms. Fields are
// left unset now and then, and all pointers, lists and maps deeper than `max_depth`. Named strings
// with a closed set of values get one of them.
void RandomFill(const TypeInfo& type, void* out, Arena& arena, std::mt19937_64& random,
                int max_depth);

}  // namespace pintle::typeinfo
