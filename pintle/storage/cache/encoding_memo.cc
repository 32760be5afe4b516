#include "pintle/storage/cache/encoding_memo.h"

#include <thread>
#include <utility>

namespace pintle::storage {
namespace {

// How many encodings that were used lately are passed over before one of them has to go after all.
constexpr int kMaxSpared = 32;

}  // namespace

void EncodingBudget::TextSlot::Lock() const {
  while (locked_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
}

EncodingBudget::SharedText EncodingBudget::TextSlot::Load() const {
  Lock();
  SharedText text = text_;
  Unlock();
  return text;
}

EncodingBudget::SharedText EncodingBudget::TextSlot::Exchange(SharedText text) {
  Lock();
  std::swap(text_, text);
  Unlock();
  return text;
}

void EncodingBudget::Append(Kept& kept) {
  kept.older = newest_;
  kept.newer = nullptr;
  (newest_ != nullptr ? newest_->newer : oldest_) = &kept;
  newest_ = &kept;
}

void EncodingBudget::Remove(Kept& kept) {
  (kept.older != nullptr ? kept.older->newer : oldest_) = kept.newer;
  (kept.newer != nullptr ? kept.newer->older : newest_) = kept.older;
}

// Those used since they came to the front go back to the end once.
EncodingBudget::SharedText EncodingBudget::TakeOldest() {
  for (int spared = 0; spared < kMaxSpared; ++spared) {
    Kept& oldest = *oldest_;
    if (!oldest.used.exchange(false, std::memory_order_relaxed)) break;
    Remove(oldest);
    Append(oldest);
  }
  Kept& victim = *oldest_;
  Remove(victim);
  SharedText text = victim.text.Exchange(nullptr);
  used_bytes_ -= text->size();
  return text;
}

void EncodingBudget::Keep(Kept& kept, SharedText text) {
  const size_t size = text->size();
  if (size > max_bytes_) return;
  std::vector<SharedText> dropped;  // freed after the lock
  std::scoped_lock lock(mutex_);
  while (used_bytes_ > max_bytes_ - size) dropped.push_back(TakeOldest());
  used_bytes_ += size;
  kept.used.store(false, std::memory_order_relaxed);
  kept.text.Exchange(std::move(text));
  Append(kept);
}

void EncodingBudget::Drop(Kept& kept) {
  SharedText text;  // freed after the lock
  std::scoped_lock lock(mutex_);
  text = kept.text.Exchange(nullptr);
  if (text == nullptr) return;
  Remove(kept);
  used_bytes_ -= text->size();
}

EncodingMemo::~EncodingMemo() {
  Entry* entry = first_.load(std::memory_order_acquire);
  while (entry != nullptr) {
    if (budget_ != nullptr) budget_->Drop(entry->kept);
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

Bytes EncodingMemo::Kept(Entry& entry) {
  auto text = entry.kept.text.Load();
  // Looked at first: the line is shared by all readers as long as nobody writes to it.
  if (text != nullptr && !entry.kept.used.load(std::memory_order_relaxed)) {
    entry.kept.used.store(true, std::memory_order_relaxed);
  }
  return Bytes(std::move(text));
}

Bytes EncodingMemo::Get(uint64_t encoding_key, const std::function<Bytes()>& make) const {
  Entry& entry = *FindOrAdd(encoding_key);
  while (true) {
    if (Bytes kept = Kept(entry)) return kept;
    bool making = false;
    if (entry.making.compare_exchange_strong(making, true, std::memory_order_acquire)) break;
    entry.making.wait(true, std::memory_order_acquire);
  }
  // Another thread may have made it between the look and the turn.
  Bytes made = Kept(entry);
  if (!made) {
    made = make();
    if (made && budget_ != nullptr) {
      budget_->Keep(entry.kept, made.shared());
    } else if (made) {
      entry.kept.text.Exchange(made.shared());
    }
  }
  entry.making.store(false, std::memory_order_release);
  entry.making.notify_all();
  return made;
}

}  // namespace pintle::storage
