#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

struct LmdbOptions {
  // A folder of the store's own; made if it is not there.
  std::string path;
  // Address space to reserve, which bounds the size of the data. The file is sparse and grows as
  // needed, so this can be far above what is expected; a 32-bit machine or a small RLIMIT_AS needs
  // less.
  size_t map_size = size_t{64} * 1024 * 1024 * 1024;
};

// The durable embedded store: a write is acknowledged when it is synced to disk. Fails with a
// message that names the holder if another process (or this one) has the folder open.
Result<std::unique_ptr<Store>> OpenLmdbStore(LmdbOptions options);

}  // namespace pintle::storage
