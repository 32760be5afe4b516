#pragma once

#include "apis/batch/v1/types.h"
#include "pintle/base/arena.h"

namespace pintle::apis::batch::v1 {

// On create, once the job has its name and uid: labels of the template and a selector that no other
// job's pods match. Nothing is done for a job with a selector by hand; what the author wrote stays,
// and validation finds what does not fit.
void SetSelector(Arena& arena, Job& job);

}  // namespace pintle::apis::batch::v1
