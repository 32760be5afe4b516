#pragma once

#include "pintle/write/stages/draft.h"

namespace pintle::write {

// Stage: what there is to tell of a good object, and its last change before it is stored.
void Finish(const Context& context, const Rules& rules, Draft& draft);

}  // namespace pintle::write
