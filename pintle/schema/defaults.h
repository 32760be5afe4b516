#pragma once

#include "pintle/base/arena.h"
#include "pintle/field/errors.h"
#include "pintle/field/path.h"
#include "pintle/schema/embedded.h"
#include "pintle/schema/prune_mode.h"
#include "pintle/value/value.h"

// Decoding a custom resource is Prune, DropNulls, TidyEmbedded, ApplyDefaults, in this order.
// Each function returns the value it was given if nothing changed, else a new one in the arena that
// shares what did not.
namespace pintle::schema {

struct Structural;

// Removes null members whose schema is neither nullable nor has a default. Nulls in lists and nulls
// without a schema stay.
Value DropNulls(Arena& arena, const Structural& schema, const Value& object);

// Sets the defaults of absent members, and of nulls where the schema is not nullable; then goes on
// below, so that a default is itself completed by the defaults inside it. Stops where the arena is
// spent (Arena::Limit).
Value ApplyDefaults(Arena& arena, const Structural& schema, const Value& object);

struct DefaultsOptions {
  PruneMode prune_mode = PruneMode::kKep;
  bool require_pruned = true;
  MetadataTidier metadata_tidier;
  MetadataValidator metadata_validator;
};

// Adds what is wrong with the defaults of a schema: each must be pruned, have valid embedded
// metadata and be valid by its own schema. `path` is the path of the schema.
void ValidateDefaults(const Structural& schema, const field::Path& path,
                      const DefaultsOptions& options, field::ErrorList& errors);

}  // namespace pintle::schema
