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
  // Address space to reserve at first; the file is only as large as its data. It doubles when less
  // than `map_headroom` is left, which readers notice as a short wait, so this can be far above
  // what is expected; a small RLIMIT_AS needs less.
  size_t map_size = size_t{64} * 1024 * 1024 * 1024;
  // More than one transaction can use besides the values it writes.
  size_t map_headroom = size_t{64} * 1024 * 1024;
};

// The durable embedded store: a write is acknowledged when it is synced to disk. Fails with a
// message that names the holder if another process (or this one) has the folder open.
Result<std::unique_ptr<Store>> OpenLmdbStore(LmdbOptions options);

}  // namespace pintle::storage
