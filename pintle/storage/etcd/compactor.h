#pragma once

#include <chrono>
#include <memory>

#include "pintle/storage/etcd/follower.h"

namespace pintle::storage::etcd {

// Forgets history in the background, in the way of Kubernetes, so that any number of API servers on
// one etcd, ours and others, do it once an interval together: whoever first moves the version of
// the key `compact_rev_key` on compacts to the revision it saw an interval before. So history is
// kept for one to two intervals. Ends when the follower's connection stops.
void StartCompaction(std::shared_ptr<Follower> follower, std::chrono::milliseconds interval);

}  // namespace pintle::storage::etcd
