#pragma once

#include "pintle/base/arena.h"

// The example group's versions to and from its hub, field by field. v6 has height and width side by
// side and a single `param` beside `params`; v7beta1 and the hub have a `size` and `params` alone.
namespace pintle::apis::frobber {

void V6ToHub(Arena& arena, const void* spoke, void* hub);
void HubToV6(Arena& arena, const void* hub, void* spoke);
void V7beta1ToHub(Arena& arena, const void* spoke, void* hub);
void HubToV7beta1(Arena& arena, const void* hub, void* spoke);

void DefaultV6(Arena& arena, void* spoke);
void DefaultV7beta1(Arena& arena, void* spoke);

}  // namespace pintle::apis::frobber
