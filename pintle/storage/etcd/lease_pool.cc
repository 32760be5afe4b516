#include "pintle/storage/etcd/lease_pool.h"

#include <algorithm>
#include <utility>

namespace pintle::storage::etcd {
namespace {

// How much longer than asked a lease may live: this share of its TTL, but not more than that.
constexpr int64_t kExtraPercent = 5;
constexpr int64_t kMaxExtraSeconds = 60;
// Expiry removes all records of a lease in one transaction, which should stay small.
constexpr int kMaxRecords = 1000;
constexpr std::chrono::seconds kGrantTimeout{10};
// More TTLs than any server has; what is beyond is not kept for others.
constexpr size_t kMaxShelves = 64;

}  // namespace

int64_t LeasePool::Share(Shelf& shelf) {
  const bool usable = shelf.lease != 0 && shelf.records < kMaxRecords &&
                      std::chrono::steady_clock::now() < shelf.given_out_until;
  if (!usable) return 0;
  ++shelf.records;
  return shelf.lease;
}

Task<RpcResult<int64_t>> LeasePool::Take(std::shared_ptr<LeasePool> pool, int64_t ttl_seconds) {
  while (true) {
    bool waits = false;
    {
      std::scoped_lock lock(pool->mutex_);
      if (pool->shelves_.size() > kMaxShelves) {
        std::erase_if(pool->shelves_,
                      [](const auto& entry) { return !entry.second.being_granted; });
      }
      Shelf& shelf = pool->shelves_[ttl_seconds];
      if (int64_t lease = Share(shelf); lease != 0) co_return lease;
      waits = std::exchange(shelf.being_granted, true);
    }
    if (!waits) {
      Answer granted = co_await Grant(pool, ttl_seconds);
      co_return granted;
    }
    Await<Answer> wait([pool, ttl_seconds](Resolver<Answer> resolve) {
      {
        std::scoped_lock lock(pool->mutex_);
        Shelf& shelf = pool->shelves_[ttl_seconds];
        if (shelf.being_granted) return shelf.waiting.push_back(std::move(resolve));
      }
      resolve(0);
    });
    Answer answer = co_await wait;
    if (!answer) co_return answer;
  }
}

// One at a time for a TTL; those who wait look at the shelf again.
Task<RpcResult<int64_t>> LeasePool::Grant(std::shared_ptr<LeasePool> pool, int64_t ttl_seconds) {
  const int64_t extra_seconds = std::min(ttl_seconds * kExtraPercent / 100, kMaxExtraSeconds);
  rpc::LeaseGrantRequest request;
  request.set_ttl(ttl_seconds + extra_seconds);
  const SteadyTime asked = std::chrono::steady_clock::now();
  // A second grant only leaves a lease without records behind.
  auto granted = co_await Invoke<rpc::LeaseGrantResponse>(
      pool->connection_, kLeaseGrantMethod, request,
      CallOptions{.timeout = kGrantTimeout, .repeatable = true});
  std::vector<Resolver<Answer>> waiting;
  {
    std::scoped_lock lock(pool->mutex_);
    Shelf& shelf = pool->shelves_[ttl_seconds];
    shelf.being_granted = false;
    waiting.swap(shelf.waiting);
    if (granted) {
      shelf.lease = granted->id();
      shelf.given_out_until = asked + std::chrono::seconds(extra_seconds);
      shelf.records = 1;
    }
  }
  for (const auto& resolve : waiting) {
    resolve(granted ? Answer(granted->id()) : Answer(std::unexpected(granted.error())));
  }
  if (!granted) co_return std::unexpected(std::move(granted).error());
  co_return granted->id();
}

void LeasePool::Forget(int64_t lease) {
  std::scoped_lock lock(mutex_);
  for (auto& [ttl_seconds, shelf] : shelves_) {
    if (shelf.lease == lease) shelf.lease = 0;
  }
}

}  // namespace pintle::storage::etcd
