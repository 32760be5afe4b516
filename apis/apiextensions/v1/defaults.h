#pragma once

#include "pintle/base/arena.h"

namespace pintle::apis::apiextensions::v1 {

void DefaultCustomResourceDefinition(Arena& arena, void* object);

}  // namespace pintle::apis::apiextensions::v1
