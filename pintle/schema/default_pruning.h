#pragma once

#include "pintle/base/arena.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/prune_mode.h"

namespace pintle::schema {

struct Structural;

// Prunes every default of a schema that is being compiled, as if it stood at its place in an
// object. New values go to the arena of the schema.
void PruneDefaults(Arena& arena, Structural& root, PruneMode mode, const MetadataTidier& tidier);

}  // namespace pintle::schema
