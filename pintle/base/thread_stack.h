#pragma once

#include <cstddef>

namespace pintle {

// Enough for every recursion over a document nested as deep as decoders let it be, in builds with
// sanitizers too. Only what is touched takes memory.
inline constexpr size_t kDeepStackBytes = size_t{64} << 20;

// Gives threads that are started from now on stacks of this size.
void UseDeepStacks();

}  // namespace pintle
