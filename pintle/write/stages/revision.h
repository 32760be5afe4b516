#pragma once

#include "pintle/base/error.h"
#include "pintle/write/stages/draft.h"

namespace pintle::write {

// Stage: the resourceVersion of a changed object is an optimistic lock, and what it is changed from
// has the one it gets. 0 is none, which the kind may allow. 400 for what is no number, 409 for
// another revision, 422 for none where there must be one.
Status CheckRevision(const Rules& rules, Draft& draft);

// Stage: 400 for a revision of what is new; zero is none, and what is no number is nothing.
Status CheckNoRevision(const Draft& draft);

}  // namespace pintle::write
