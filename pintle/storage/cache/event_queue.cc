#include "pintle/storage/cache/event_queue.h"

#include <algorithm>
#include <utility>

namespace pintle::storage {
namespace {

// Objects of this size count as one event, larger ones as several.
constexpr size_t kBytesOfOneEvent = 8 * 1024;

size_t BytesOf(const CacheEvent& event) { return event.object()->stored().size(); }

size_t BytesOf(std::span<const CacheEventPtr> events) {
  size_t bytes = 0;
  for (const CacheEventPtr& event : events) bytes += BytesOf(*event);
  return bytes;
}

}  // namespace

std::shared_ptr<EventQueue> EventQueue::Create(size_t capacity) {
  return std::shared_ptr<EventQueue>(new EventQueue(capacity));
}

CacheWatchSink EventQueue::Sink() {
  auto self = shared_from_this();
  return {
      .on_events = [self](std::span<const CacheEventPtr> events) { self->Push(events); },
      .on_past_events = [self](std::span<const CacheEventPtr> events) { self->PushPast(events); },
      .on_end = [self](Error error) { self->Fail(std::move(error)); },
      .waiting = [self] { return self->Weight(); }};
}

void EventQueue::WakeWaiter(std::unique_lock<std::mutex> lock) {
  std::optional<Resolver<bool>> waiter = std::exchange(waiter_, std::nullopt);
  lock.unlock();
  if (waiter) (*waiter)(true);
}

void EventQueue::Push(std::span<const CacheEventPtr> events) {
  const size_t bytes = BytesOf(events);
  std::unique_lock lock(mutex_);
  if (closed_ || error_) return;
  const size_t waiting = events_.size() - past_;
  const size_t waiting_bytes = bytes_ - past_bytes_;
  // However large, events that nothing waits before are taken.
  const bool large = waiting > 0 && waiting_bytes + bytes > kMaxWaitingBytes;
  const bool overflow = waiting + events.size() > capacity_ || large;
  if (overflow) {
    overflowed_ = true;
    error_ = Error(Reason::kTooManyRequests, "the watcher does not keep up with the events");
  } else {
    events_.insert(events_.end(), events.begin(), events.end());
    bytes_ += bytes;
  }
  WakeWaiter(std::move(lock));
  if (overflow && on_overflow_) on_overflow_();
}

void EventQueue::PushPast(std::span<const CacheEventPtr> events) {
  std::unique_lock lock(mutex_);
  if (closed_ || error_) return;
  events_.insert(events_.end(), events.begin(), events.end());
  bytes_ += BytesOf(events);
  past_ = events_.size();
  past_bytes_ = bytes_;
  WakeWaiter(std::move(lock));
}

void EventQueue::Close() {
  std::unique_lock lock(mutex_);
  closed_ = true;
  events_.clear();
  bytes_ = past_ = past_bytes_ = 0;
  WakeWaiter(std::move(lock));
}

void EventQueue::Fail(Error error) {
  std::unique_lock lock(mutex_);
  if (!error_) error_ = std::move(error);
  WakeWaiter(std::move(lock));
}

void EventQueue::Wake() {
  std::unique_lock lock(mutex_);
  woken_ = true;
  WakeWaiter(std::move(lock));
}

bool EventQueue::empty() const {
  std::scoped_lock lock(mutex_);
  return events_.empty() && !error_;
}

size_t EventQueue::size() const {
  std::scoped_lock lock(mutex_);
  return events_.size();
}

size_t EventQueue::Weight() const {
  std::scoped_lock lock(mutex_);
  return std::max(events_.size(), bytes_ / kBytesOfOneEvent);
}

bool EventQueue::overflowed() const {
  std::scoped_lock lock(mutex_);
  return overflowed_;
}

std::optional<Result<EventBatch>> EventQueue::TryTake(size_t max_events) {
  if (closed_) return EventBatch{.events = {}, .closed = true};
  if (events_.empty() && error_) return std::unexpected(*error_);
  if (events_.empty() && !woken_) return std::nullopt;
  woken_ = false;
  EventBatch batch;
  const auto end = events_.begin() + static_cast<ptrdiff_t>(std::min(max_events, events_.size()));
  batch.events.assign(std::make_move_iterator(events_.begin()), std::make_move_iterator(end));
  events_.erase(events_.begin(), end);
  for (const CacheEventPtr& event : batch.events) {
    const size_t bytes = BytesOf(*event);
    bytes_ -= bytes;
    if (past_ == 0) continue;
    --past_;
    past_bytes_ -= bytes;
  }
  return batch;
}

Task<Result<EventBatch>> EventQueue::Next(size_t max_events) {
  auto self = shared_from_this();
  while (true) {
    {
      std::scoped_lock lock(mutex_);
      if (auto taken = TryTake(max_events)) co_return std::move(*taken);
    }
    Await<bool> wait([self](Resolver<bool> resolve) {
      std::unique_lock lock(self->mutex_);
      const bool something =
          self->closed_ || self->error_ || self->woken_ || !self->events_.empty();
      if (!something) {
        self->waiter_ = resolve;
        return;
      }
      lock.unlock();
      resolve(true);
    });
    co_await wait;
  }
}

}  // namespace pintle::storage
