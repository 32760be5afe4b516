#pragma once

#include <atomic>
#include <utility>

#include "pintle/base/error.h"

namespace pintle {

// Whether somebody still waits for what is being done. Work that takes long asks between its steps.
// Thread-safe: who waits may be on another thread than the work.
class Cancellation {
 public:
  // From now on Check fails with `why`; the first call counts.
  void Cancel(Error why) {
    if (claimed_.exchange(true)) return;
    why_ = std::move(why);
    cancelled_.store(true, std::memory_order_release);
  }
  bool cancelled() const { return cancelled_.load(std::memory_order_acquire); }
  Status Check() const {
    if (!cancelled()) return {};
    return std::unexpected(why_);
  }

 private:
  std::atomic<bool> claimed_ = false;
  std::atomic<bool> cancelled_ = false;
  Error why_{Reason::kUnknown, ""};
};

// The same of work that nobody may cancel: null.
inline Status CheckWanted(const Cancellation* cancellation) {
  return cancellation == nullptr ? Status() : cancellation->Check();
}

}  // namespace pintle
