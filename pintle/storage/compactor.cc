#include "pintle/storage/compactor.h"

#include <utility>

#include "pintle/base/log.h"

namespace pintle::storage {

Compactor::Compactor(Store& store, std::chrono::milliseconds interval)
    : store_(store),
      interval_(interval),
      state_(std::make_shared<State>()),
      thread_([this] { Run(); }) {}

Compactor::~Compactor() {
  {
    std::scoped_lock lock(state_->mutex);
    state_->stopping = true;
  }
  state_->changed.notify_all();
  thread_.join();
}

// The revision the next round compacts to.
Task<Result<Revision>> Compactor::RunRound(Store& store, Revision seen) {
  Result<Revision> current = co_await store.CurrentRevision();
  if (!current || seen == 0) co_return current;
  Status compacted = co_await store.Compact(seen);
  if (!compacted) co_return std::unexpected(std::move(compacted).error());
  co_return current;
}

void Compactor::Run() {
  std::unique_lock lock(state_->mutex);
  while (!state_->stopping) {
    state_->round_runs = true;
    const Revision seen = state_->seen;
    lock.unlock();
    Start(RunRound(store_, seen), [state = state_](Result<Revision> current) {
      std::scoped_lock ended(state->mutex);
      if (current) {
        state->seen = *current;
      } else if (!state->stopping) {
        LogWarning("compaction failed", {{"error", current.error().message()}});
      }
      state->round_runs = false;
      state->changed.notify_all();
    });
    lock.lock();
    state_->changed.wait(lock, [&] { return state_->stopping || !state_->round_runs; });
    state_->changed.wait_for(lock, interval_, [&] { return state_->stopping; });
  }
}

}  // namespace pintle::storage
