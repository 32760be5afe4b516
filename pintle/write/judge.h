#pragma once

#include "pintle/write/stages/draft.h"

namespace pintle::write {

// What the server makes of an object and thinks of it: all that runs between the two passes of
// admission, and all that is needed to know whether an object is good. The draft is what would be
// stored, if there are no faults.
Verdict Judge(const Request& request, const Rules& rules, const Drawn& drawn, Draft& draft);

}  // namespace pintle::write
