#include "pintle/storage/cache/event_queue.h"

#include <algorithm>
#include <utility>

namespace pintle::storage {

std::shared_ptr<EventQueue> EventQueue::Create(size_t capacity) {
  return std::shared_ptr<EventQueue>(new EventQueue(capacity));
}

CacheWatchSink EventQueue::Sink() {
  auto self = shared_from_this();
  return {
      .on_events = [self](std::span<const CacheEventPtr> events) { self->Push(events); },
      .on_past_events = [self](std::span<const CacheEventPtr> events) { self->PushPast(events); },
      .on_end = [self](Error error) { self->Fail(std::move(error)); },
      .waiting = [self] { return self->size(); }};
}

void EventQueue::WakeWaiter(std::unique_lock<std::mutex> lock) {
  std::optional<Resolver<bool>> waiter = std::exchange(waiter_, std::nullopt);
  lock.unlock();
  if (waiter) (*waiter)(true);
}

void EventQueue::Push(std::span<const CacheEventPtr> events) {
  std::unique_lock lock(mutex_);
  if (closed_ || error_) return;
  if (events_.size() - past_ + events.size() > capacity_) {
    overflowed_ = true;
    error_ = Error(Reason::kTooManyRequests, "the watcher does not keep up with the events");
  } else {
    events_.insert(events_.end(), events.begin(), events.end());
  }
  WakeWaiter(std::move(lock));
}

void EventQueue::PushPast(std::span<const CacheEventPtr> events) {
  std::unique_lock lock(mutex_);
  if (closed_ || error_) return;
  events_.insert(events_.end(), events.begin(), events.end());
  past_ = events_.size();
  WakeWaiter(std::move(lock));
}

void EventQueue::Close() {
  std::unique_lock lock(mutex_);
  closed_ = true;
  events_.clear();
  past_ = 0;
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
  return events_.empty();
}

size_t EventQueue::size() const {
  std::scoped_lock lock(mutex_);
  return events_.size();
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
  past_ -= std::min(past_, batch.events.size());
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
