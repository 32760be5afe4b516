#pragma once

#include <memory>

#include "pintle/storage/store.h"

namespace pintle::storage {

// A store that lives and dies with the process: for tests and throw-away servers. History is kept
// until compacted.
std::unique_ptr<Store> NewMemoryStore();

}  // namespace pintle::storage
