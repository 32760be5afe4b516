#pragma once

#include "pintle/write/stages/draft.h"

namespace pintle::write {

// Whether the name of a new object is to be made up.
bool GeneratesName(const Object& object);

// Stage: what the server sets: system fields, a generated name, fields of features that are off,
// and what the strategy of the endpoint resets.
void Prepare(const Context& context, const Rules& rules, const Drawn& drawn, Draft& draft);

}  // namespace pintle::write
