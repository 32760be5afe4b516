#pragma once

#include "gen/model/model.h"

namespace pintle::gen {

// Fills in what the struct tag of a field says: its JSON name and options, proto number and patch
// strategy. `field.type` must be set.
void ReadStructTag(const ast::Field& declared, Field& field, Diagnostics& diagnostics);

}  // namespace pintle::gen
