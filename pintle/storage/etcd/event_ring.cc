#include "pintle/storage/etcd/event_ring.h"

#include <algorithm>
#include <utility>

#include "pintle/storage/store_errors.h"

namespace pintle::storage::etcd {
namespace {

constexpr size_t kMaxEvents = 8192;
constexpr size_t kMaxBytes = size_t{16} * 1024 * 1024;
// A watch that catches up gets about this many events at a time, so that others get their turn.
constexpr size_t kSliceEvents = 1024;

}  // namespace

size_t SizeBytes(const Event& event) {
  size_t size = sizeof(Event) + 2 * event.current.key.size() + event.current.value.size();
  if (event.previous) size += event.previous->value.size();
  return size;
}

void EventRing::Append(const std::vector<Event>& events, Revision revision) {
  if (events.empty()) return;
  Batch batch{.events = events, .revision = revision};
  for (const Event& event : events) batch.size_bytes += SizeBytes(event);
  std::scoped_lock lock(mutex_);
  event_count_ += batch.events.size();
  size_bytes_ += batch.size_bytes;
  batches_.push_back(std::move(batch));
  while (event_count_ > kMaxEvents || size_bytes_ > kMaxBytes) DropOldest();
}

bool EventRing::Covers(Revision from) const {
  std::scoped_lock lock(mutex_);
  return from >= start_;
}

void EventRing::Forget(Revision revision) {
  std::scoped_lock lock(mutex_);
  while (!batches_.empty() && batches_.front().revision <= revision) DropOldest();
  start_ = std::max(start_, revision);
}

void EventRing::DropOldest() {
  const Batch& oldest = batches_.front();
  start_ = std::max(start_, oldest.revision);
  event_count_ -= oldest.events.size();
  size_bytes_ -= oldest.size_bytes;
  batches_.pop_front();
}

Result<HistorySlice> EventRing::Replay(const std::string& prefix, Revision after,
                                       Revision up_to) const {
  std::scoped_lock lock(mutex_);
  if (after < start_) return std::unexpected(WatchTooOld());
  HistorySlice slice{.events = {}, .covered = up_to};
  auto batch = std::ranges::upper_bound(batches_, after, {}, &Batch::revision);
  for (; batch != batches_.end() && batch->revision <= up_to; ++batch) {
    if (slice.events.size() >= kSliceEvents) {
      slice.covered = std::prev(batch)->revision;
      break;
    }
    for (const Event& event : batch->events) {
      if (event.current.mod_revision <= after) continue;
      if (event.current.key.starts_with(prefix)) slice.events.push_back(event);
    }
  }
  return slice;
}

}  // namespace pintle::storage::etcd
