#pragma once

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// A sink that can be closed: afterwards it is not called, and a call that was running has ended,
// unless it is that call which closes it. Thread-safe; calls come one after the other.
class GuardedSink {
 public:
  explicit GuardedSink(WatchSink sink) : sink_(std::move(sink)) {}

  void Deliver(std::vector<Event> events, Revision revision) {
    Call([&] { sink_.on_events(std::move(events), revision); });
  }
  // The last call.
  void End(Error error) {
    Call([&] {
      closed_ = true;
      sink_.on_end(std::move(error));
    });
  }
  void Close() {
    if (calling_thread_ == std::this_thread::get_id()) {
      closed_ = true;
      return;
    }
    std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  bool closed() const { return closed_; }

 private:
  template <typename Callback>
  void Call(Callback callback) {
    std::scoped_lock lock(mutex_);
    if (closed_) return;
    calling_thread_ = std::this_thread::get_id();
    callback();
    calling_thread_ = std::thread::id();
  }

  std::mutex mutex_;  // held during calls
  std::atomic<std::thread::id> calling_thread_;
  std::atomic<bool> closed_{false};
  const WatchSink sink_;
};

}  // namespace pintle::storage
