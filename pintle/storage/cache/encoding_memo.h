#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pintle/base/bytes.h"

namespace pintle::storage {

// How many bytes of kept encodings there may be in all; shared by every object and event of a
// server. When it is full the oldest encoding that was not used lately goes. Thread-safe.
class EncodingBudget {
 public:
  explicit EncodingBudget(size_t max_bytes) : max_bytes_(max_bytes) {}

  size_t used_bytes() const { return used_bytes_.load(std::memory_order_relaxed); }

 private:
  friend class EncodingMemo;
  using SharedText = std::shared_ptr<const std::string>;

  // A pointer that threads read and replace, locked for the time of a copy. (std::atomic of a
  // shared_ptr does the same, but its reading in the library of g++ 12 lacks an ordering.)
  class TextSlot {
   public:
    SharedText Load() const;
    SharedText Exchange(SharedText text);

   private:
    void Lock() const;
    void Unlock() const { locked_.clear(std::memory_order_release); }
    mutable std::atomic_flag locked_;
    SharedText text_;
  };

  // A kept encoding. It belongs to its memo and is in the list of the budget while it has bytes.
  struct Kept {
    // Written under the budget's mutex (or, without a budget, by the one who made it).
    TextSlot text;
    std::atomic<bool> used{false};
    // Guarded by the budget's mutex.
    Kept* newer = nullptr;
    Kept* older = nullptr;
  };

  // Keeps the encoding unless it alone is beyond the budget; drops others for it.
  void Keep(Kept& kept, SharedText text);
  void Drop(Kept& kept);

  // With the mutex held.
  void Append(Kept& kept);
  void Remove(Kept& kept);
  SharedText TakeOldest();

  const size_t max_bytes_;
  std::atomic<size_t> used_bytes_{0};  // changed under mutex_
  std::mutex mutex_;
  // Guarded by mutex_.
  Kept* oldest_ = nullptr;
  Kept* newest_ = nullptr;
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
  struct Entry {
    explicit Entry(uint64_t key) : key(key) {}
    const uint64_t key;
    std::atomic<bool> making{false};
    EncodingBudget::Kept kept;
    Entry* next = nullptr;
  };

  Entry* FindOrAdd(uint64_t encoding_key) const;
  static Bytes Kept(Entry& entry);

  const std::shared_ptr<EncodingBudget> budget_;
  // A handful of entries, newest first; they live as long as the memo.
  mutable std::atomic<Entry*> first_{nullptr};
};

}  // namespace pintle::storage
