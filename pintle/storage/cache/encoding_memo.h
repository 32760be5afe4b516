#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "pintle/base/bytes.h"

namespace pintle::storage {

// How many bytes of kept encodings there may be in all; shared by every object and event of a
// server. Thread-safe.
class EncodingBudget {
 public:
  explicit EncodingBudget(size_t max_bytes) : max_bytes_(max_bytes) {}

  // False if that would exceed the budget.
  bool Reserve(size_t size_bytes);
  void Release(size_t size_bytes) { used_bytes_.fetch_sub(size_bytes, std::memory_order_relaxed); }
  size_t used_bytes() const { return used_bytes_.load(std::memory_order_relaxed); }

 private:
  const size_t max_bytes_;
  std::atomic<size_t> used_bytes_{0};
};

// The encodings of one immutable thing, each made once and kept while the budget lasts.
// Thread-safe; a hit takes no lock. Threads that ask for an encoding that is being made wait for
// it.
class EncodingMemo {
 public:
  // Without a budget everything is kept.
  explicit EncodingMemo(std::shared_ptr<EncodingBudget> budget) : budget_(std::move(budget)) {}
  ~EncodingMemo();
  EncodingMemo(const EncodingMemo&) = delete;
  EncodingMemo& operator=(const EncodingMemo&) = delete;

  // What `make` returned for this key, now or at an earlier call. A result of "no bytes" is a
  // failure and is not kept. `make` may use other memos, not this key of this one.
  Bytes Get(uint64_t encoding_key, const std::function<Bytes()>& make) const;

 private:
  enum State : int { kIdle, kMaking, kKept };
  struct Entry {
    explicit Entry(uint64_t key) : key(key) {}
    const uint64_t key;
    std::atomic<int> state{kIdle};
    Bytes encoding;  // written by the thread that moved `state` to kMaking, read in kKept
    Entry* next = nullptr;
  };

  Entry* FindOrAdd(uint64_t encoding_key) const;

  const std::shared_ptr<EncodingBudget> budget_;
  // A handful of entries, newest first; they live as long as the memo.
  mutable std::atomic<Entry*> first_{nullptr};
};

}  // namespace pintle::storage
