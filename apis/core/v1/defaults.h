#pragma once

#include "pintle/base/arena.h"

namespace pintle::apis::core::v1 {

void DefaultNamespace(Arena& arena, void* object);
void DefaultSecret(Arena& arena, void* object);

}  // namespace pintle::apis::core::v1
