#include "pintle/storage/cache/encoding_memo.h"

namespace pintle::storage {

bool EncodingBudget::Reserve(size_t size_bytes) {
  size_t used = used_bytes_.load(std::memory_order_relaxed);
  do {
    if (size_bytes > max_bytes_ || used > max_bytes_ - size_bytes) return false;
  } while (!used_bytes_.compare_exchange_weak(used, used + size_bytes, std::memory_order_relaxed));
  return true;
}

EncodingMemo::~EncodingMemo() {
  Entry* entry = first_.load(std::memory_order_acquire);
  while (entry != nullptr) {
    if (budget_ != nullptr && entry->encoding) budget_->Release(entry->encoding.size());
    Entry* next = entry->next;
    delete entry;
    entry = next;
  }
}

EncodingMemo::Entry* EncodingMemo::FindOrAdd(uint64_t encoding_key) const {
  Entry* head = first_.load(std::memory_order_acquire);
  std::unique_ptr<Entry> added;
  while (true) {
    for (Entry* entry = head; entry != nullptr; entry = entry->next) {
      if (entry->key == encoding_key) return entry;
    }
    if (added == nullptr) added = std::make_unique<Entry>(encoding_key);
    added->next = head;
    // On failure `head` is what another thread put there: look through it again.
    if (first_.compare_exchange_strong(head, added.get(), std::memory_order_acq_rel,
                                       std::memory_order_acquire)) {
      return added.release();
    }
  }
}

Bytes EncodingMemo::Get(uint64_t encoding_key, const std::function<Bytes()>& make) const {
  Entry* entry = FindOrAdd(encoding_key);
  while (true) {
    int state = entry->state.load(std::memory_order_acquire);
    if (state == kKept) return entry->encoding;
    if (state == kMaking) {
      entry->state.wait(kMaking, std::memory_order_acquire);
      continue;
    }
    if (entry->state.compare_exchange_weak(state, kMaking, std::memory_order_acquire)) break;
  }
  Bytes made = make();
  const bool keep = made && (budget_ == nullptr || budget_->Reserve(made.size()));
  if (keep) entry->encoding = made;
  entry->state.store(keep ? kKept : kIdle, std::memory_order_release);
  entry->state.notify_all();
  return made;
}

}  // namespace pintle::storage
