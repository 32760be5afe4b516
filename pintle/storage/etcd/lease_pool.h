#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "pintle/base/task.h"
#include "pintle/storage/etcd/connection.h"
#include "pintle/storage/etcd/invoke.h"

namespace pintle::storage::etcd {

// Leases for records that expire. Granting one costs etcd as much as a write, so records of about
// the same time share one: it lives a little longer than asked for and is given out during that
// little. Thread-safe; held by shared_ptr.
class LeasePool {
 public:
  explicit LeasePool(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}

  // The id of a lease that lives at least `ttl_seconds` from now.
  static Task<RpcResult<int64_t>> Take(std::shared_ptr<LeasePool> pool, int64_t ttl_seconds);
  // etcd does not know it any more.
  void Forget(int64_t lease);

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  using Answer = RpcResult<int64_t>;
  // Of one TTL.
  struct Shelf {
    int64_t lease = 0;
    SteadyTime given_out_until;
    int records = 0;
    bool being_granted = false;
    std::vector<Resolver<Answer>> waiting;
  };

  // With mutex_ held: 0 if there is none to share.
  static int64_t Share(Shelf& shelf);
  static Task<Answer> Grant(std::shared_ptr<LeasePool> pool, int64_t ttl_seconds);

  const std::shared_ptr<Connection> connection_;
  std::mutex mutex_;
  std::map<int64_t, Shelf> shelves_;  // guarded by mutex_; by TTL, of which there are few
};

}  // namespace pintle::storage::etcd
