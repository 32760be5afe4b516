#pragma once

#include <cstdint>

namespace pintle::schema {

// How far `x-kubernetes-preserve-unknown-fields` reaches; see prune.h.
enum class PruneMode : uint8_t { kKep, kKubernetes };

}  // namespace pintle::schema
