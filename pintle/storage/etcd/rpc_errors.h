#pragma once

#include "pintle/base/error.h"
#include "pintle/storage/etcd/connection.h"

// What etcd says when it refuses, in the words of store.h.
namespace pintle::storage::etcd {

// etcd names some failures only in the text.
bool IsCompacted(const RpcStatus& status);
bool IsFutureRevision(const RpcStatus& status);
bool IsLeaseNotFound(const RpcStatus& status);

// The failure of a call, but for a revision of the future, which needs to know the present one.
Error ErrorOf(const RpcStatus& status);

}  // namespace pintle::storage::etcd
