#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pintle/base/log.h"
#include "pintle/storage/cache/cache_core.h"
#include "pintle/storage/store_errors.h"

// How a cache begins to follow its store, and begins again when the store ends the watch.
namespace pintle::storage {
namespace {

// How long following waits for the watch to be up to date.
constexpr std::chrono::seconds kFollowTimeout{30};
// Pauses between attempts to recover, doubled each time.
constexpr std::chrono::milliseconds kFirstRetryPause{50};
constexpr std::chrono::milliseconds kLastRetryPause{5'000};

}  // namespace

Task<Status> CacheCore::Start() {
  auto self = shared_from_this();  // the cache may be destroyed meanwhile
  auto loading = Load();
  PINTLE_CO_RETURN_IF_ERROR(co_await loading);
  auto following = Follow(revision());
  PINTLE_CO_RETURN_IF_ERROR(co_await following);
  std::scoped_lock lock(state_mutex_);
  if (phase_ == Phase::kStopped) co_return std::unexpected(Stopping());
  if (loss_) co_return std::unexpected(*loss_);
  phase_ = Phase::kFollowing;
  co_return Status();
}

Task<Status> CacheCore::Load() {
  RangeOptions range;
  range.prefix = prefix_;
  auto reading = store_.Range(std::move(range));
  PINTLE_CO_TRY(RangeResult loaded, co_await reading);
  std::vector<CachedObjectPtr> objects;
  objects.reserve(loaded.records.size());
  int64_t bytes = 0;
  for (const KeyValue& record : loaded.records) {
    objects.push_back(MakeObject(record, options_.budget));
    bytes += static_cast<int64_t>(record.value.size());
  }
  Reset(std::move(objects), loaded.revision);
  statistics_.stored_bytes.store(bytes, std::memory_order_relaxed);
  CacheStatistics::Add(statistics_.loads);
  co_return Status();
}

void CacheCore::Reset(std::vector<CachedObjectPtr> objects, Revision revision) {
  auto tree = Snapshot::Tree::FromSorted(std::move(objects));
  const Revision lost_after = this->revision();
  // Before the state: nobody who saw the new one joins the old window.
  {
    std::scoped_lock lock(dispatch_mutex_);
    EndSubscribers(Error(Reason::kExpired,
                         fmt::format("too old resource version: {} ({})", lost_after, revision)));
    window_.Reset(revision);
  }
  auto pages = std::make_shared<const PageMemo>();
  std::scoped_lock lock(state_mutex_);
  std::swap(tree_, tree);
  std::swap(pages_, pages);
  tree_revision_ = revision;
}

// The callbacks do not keep the core alive: it ends the watch when the cache goes.
WatchSink CacheCore::StoreSink(uint64_t watch_number) {
  std::weak_ptr<CacheCore> weak = weak_from_this();
  return {.on_events =
              [weak, watch_number](const std::vector<Event>& events, Revision) {
                if (auto core = weak.lock()) core->Apply(watch_number, events);
              },
          .on_end =
              [weak, watch_number](const Error& error) {
                if (auto core = weak.lock()) core->OnStoreEnd(watch_number, error);
              }};
}

Task<Status> CacheCore::Follow(Revision from) {
  uint64_t number = 0;
  {
    std::scoped_lock lock(state_mutex_);
    number = ++watch_number_;
  }
  PINTLE_CO_TRY(auto started, store_.StartWatch(prefix_, from, StoreSink(number)));
  std::shared_ptr<Watch> watch = std::move(started);
  auto reading_revision = store_.CurrentRevision();
  Result<Revision> current = co_await reading_revision;
  if (!current) co_return std::unexpected(std::move(current).error());
  auto waiting = watch->WaitFor(*current, kFollowTimeout);
  {
    std::scoped_lock lock(state_mutex_);
    // The watch has ended already, or the cache has: it goes with this scope.
    if (number != watch_number_) co_return std::unexpected(loss_ ? *loss_ : Stopping());
    std::swap(watch_, watch);
  }
  watch.reset();  // an earlier one; without the lock, since it waits for the callback that runs
  // Where the store tells no progress, reads do not rely on it either.
  if (!store_.SupportsProgress()) co_return Status();
  Status status = co_await waiting;
  co_return status;
}

void CacheCore::OnStoreEnd(uint64_t watch_number, const Error& error) {
  if (error.reason() == Reason::kServiceUnavailable) {
    {
      std::scoped_lock lock(state_mutex_);
      if (watch_number != watch_number_) return;
    }
    End(error);
    return;
  }
  std::shared_ptr<Watch> ended;  // after the lock
  std::scoped_lock lock(state_mutex_);
  if (watch_number != watch_number_) return;
  ++watch_number_;
  position_ = RevisionLocked();
  ended = std::exchange(watch_, nullptr);
  loss_ = error;
  if (phase_ == Phase::kFollowing) StartRecovery(error);
}

void CacheCore::StartRecovery(const Error& error) {
  LogWarning("the store has ended the watch of a cache",
             {{"prefix", prefix_}, {"error", error.message()}});
  phase_ = Phase::kRecovering;
  // An earlier one has left its last lock: there is nothing to wait for.
  if (recovery_.joinable()) recovery_.join();
  recovery_ = std::thread([this] { Recover(); });
}

std::optional<Error> CacheCore::TakeLoss() {
  std::scoped_lock lock(state_mutex_);
  if (phase_ == Phase::kStopped) return std::nullopt;
  if (!loss_) phase_ = Phase::kFollowing;
  return std::exchange(loss_, std::nullopt);
}

void CacheCore::Recover() {
  std::chrono::milliseconds pause{0};
  while (std::optional<Error> loss = TakeLoss()) {
    {
      std::unique_lock lock(state_mutex_);
      if (stop_recovery_.wait_for(lock, pause, [&] { return phase_ == Phase::kStopped; })) return;
    }
    pause = std::clamp(pause * 2, kFirstRetryPause, kLastRetryPause);
    Status status;
    if (loss->reason() == Reason::kExpired) {
      status = BlockOn(Load());
      // What was compacted away stays so, whatever prevented the loading.
      if (!status) status = std::unexpected(std::move(*loss));
    }
    if (status) status = BlockOn(Follow(revision()));
    if (status) continue;
    std::scoped_lock lock(state_mutex_);
    if (!loss_) loss_ = std::move(status).error();
  }
}

void CacheCore::End(const Error& error) {
  std::shared_ptr<Watch> watch;
  {
    std::scoped_lock lock(state_mutex_);
    phase_ = Phase::kStopped;
    ++watch_number_;
    position_ = RevisionLocked();
    watch = std::exchange(watch_, nullptr);
    stop_recovery_.notify_all();
  }
  watch.reset();  // without a lock: it waits for the callback that runs
  {
    std::scoped_lock lock(dispatch_mutex_);
    stopped_ = true;
  }
  EndSubscriptions(error);
}

void CacheCore::Stop(const Error& error) {
  End(error);
  std::thread recovery;
  {
    std::scoped_lock lock(state_mutex_);
    recovery = std::exchange(recovery_, std::thread());
  }
  if (recovery.joinable()) recovery.join();
}

}  // namespace pintle::storage
