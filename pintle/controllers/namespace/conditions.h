#pragma once

#include <cstdint>

#include "apis/core/v1/types.h"
#include "pintle/base/arena.h"
#include "pintle/controllers/namespace/content.h"

namespace pintle::controllers {

// Sets the five conditions of a terminating namespace to what its deletion has come to; false if
// they said so already.
bool SetConditions(Arena& arena, apis::core::v1::Namespace& ns, const NamespaceContent& content,
                   int64_t now_seconds);

}  // namespace pintle::controllers
