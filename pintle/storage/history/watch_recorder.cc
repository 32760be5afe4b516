#include "pintle/storage/history/watch_recorder.h"

#include <utility>

namespace pintle::storage::history {

Time Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

WatchRecorder::WatchRecorder(Store& store, std::string prefix, Revision from) {
  auto state = state_;
  state->record.prefix = prefix;
  state->record.from = from;
  state->record.invoked = Now();
  WatchSink sink{.on_events =
                     [state](std::vector<Event> events, Revision revision) {
                       std::scoped_lock lock(state->mutex);
                       WatchRecord& record = state->record;
                       if (state->finished || record.error) record.called_after_it_ended = true;
                       for (Event& event : events) record.events.push_back(std::move(event));
                       record.batches.push_back({record.events.size(), revision});
                       state->changed.notify_all();
                     },
                 .on_end =
                     [state](Error error) {
                       std::scoped_lock lock(state->mutex);
                       if (state->finished || state->record.error)
                         state->record.called_after_it_ended = true;
                       state->record.error = std::move(error);
                       state->record.ended = Now();
                       state->changed.notify_all();
                     }};
  auto started = store.StartWatch(std::move(prefix), from, std::move(sink));
  std::scoped_lock lock(state->mutex);
  state->record.started = Now();
  if (started) {
    watch_ = std::move(*started);
  } else {
    state->record.error = std::move(started).error();
    state->record.ended = Now();
  }
}

void WatchRecorder::Sample() {
  if (watch_ == nullptr) return;
  const Revision progress = watch_->progress();
  std::scoped_lock lock(state_->mutex);
  state_->record.progress.push_back({state_->record.events.size(), progress});
}

bool WatchRecorder::WaitForEvent(Revision revision, std::chrono::milliseconds patience) {
  std::unique_lock lock(state_->mutex);
  auto came = [&] {
    const WatchRecord& record = state_->record;
    return !record.events.empty() && record.events.back().current.mod_revision >= revision;
  };
  state_->changed.wait_for(lock, patience, [&] { return came() || state_->record.error; });
  return came();
}

bool WatchRecorder::ended() const {
  std::scoped_lock lock(state_->mutex);
  return state_->record.error.has_value();
}

WatchRecord WatchRecorder::Finish(bool to_the_end) {
  Sample();
  watch_.reset();  // without the lock: it waits for a callback that runs
  std::scoped_lock lock(state_->mutex);
  state_->finished = true;
  state_->record.to_the_end = to_the_end;
  if (state_->record.ended == 0) state_->record.ended = Now();
  return std::move(state_->record);
}

}  // namespace pintle::storage::history
