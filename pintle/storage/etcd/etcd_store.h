#pragma once

#include <memory>

#include "pintle/base/error.h"
#include "pintle/storage/etcd_module.h"
#include "pintle/storage/store.h"

namespace pintle::storage::etcd {

// The Store on an etcd cluster. Every operation is a call of its own with a deadline; none takes a
// thread. Reads are linearizable and are tried again while a server fails; a write is sent once.
Result<std::unique_ptr<Store>> Open(const EtcdOptions& options);

}  // namespace pintle::storage::etcd
