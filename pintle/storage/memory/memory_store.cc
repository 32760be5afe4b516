#include "pintle/storage/memory/memory_store.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "pintle/storage/backend.h"
#include "pintle/storage/embedded_store.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage {
namespace {

// Revisions one round of Replay looks at.
constexpr size_t kReplayRevisions = 4096;

struct Version {
  Event::Type type = Event::Type::kPut;
  KeyValue record;
  // mod_revision of the record before; 0 for a creation.
  Revision previous = 0;
};

// Two maps: every retained version by revision, and for every key the revisions of its versions. A
// transaction is the time the writer holds the lock; nothing in it can fail.
class MemoryBackend final : public Backend {
 public:
  Result<Bounds> ReadBounds() override {
    std::shared_lock lock(mutex_);
    return bounds_;
  }

  Result<GetResult> Get(const std::string& key) override {
    std::shared_lock lock(mutex_);
    return GetResult{FindAt(key, bounds_.current), bounds_.current};
  }

  Result<RangeResult> Range(const RangeOptions& options) override {
    std::shared_lock lock(mutex_);
    const Revision at = options.revision > 0 ? options.revision : bounds_.current;
    if (at < bounds_.compacted) return std::unexpected(ListTooOld());
    if (at > bounds_.current) return std::unexpected(RevisionTooLarge(at, bounds_.current));
    RangeResult result;
    result.revision = at;
    for (auto key = keys_.lower_bound(std::max(options.prefix, options.start));
         key != keys_.end() && key->first.starts_with(options.prefix); ++key) {
      const Version* version = VersionAt(key->second, at);
      if (version == nullptr) continue;
      ++result.count;
      const bool wanted = options.limit == 0 || result.records.size() < options.limit;
      if (wanted) result.records.push_back(version->record);
    }
    return result;
  }

  Result<size_t> Count(const std::string& prefix) override {
    std::shared_lock lock(mutex_);
    size_t count = 0;
    for (auto key = keys_.lower_bound(prefix); key != keys_.end() && key->first.starts_with(prefix);
         ++key) {
      if (VersionAt(key->second, bounds_.current) != nullptr) ++count;
    }
    return count;
  }

  Result<HistorySlice> Replay(const std::string& prefix, Revision after, Revision up_to) override {
    std::shared_lock lock(mutex_);
    if (after < bounds_.compacted) return std::unexpected(WatchTooOld());
    HistorySlice slice;
    size_t looked_at = 0;
    for (auto at = versions_.upper_bound(after); at != versions_.end() && at->first <= up_to;
         ++at) {
      if (looked_at++ == kReplayRevisions) return slice;
      slice.covered = at->first;
      const Version& version = at->second;
      if (!version.record.key.starts_with(prefix)) continue;
      Event event{version.type, version.record, std::nullopt};
      if (version.previous > 0) event.previous = versions_.at(version.previous).record;
      slice.events.push_back(std::move(event));
    }
    slice.covered = up_to;
    return slice;
  }

  Status Begin(size_t) override {
    mutex_.lock();
    return {};
  }

  Result<std::optional<KeyValue>> Find(const std::string& key) override {
    return FindAt(key, kNewest);
  }

  Status Append(const Event& event, int64_t expires_at_ms) override {
    const Revision revision = event.current.mod_revision;
    const Revision previous = event.previous ? event.previous->mod_revision : 0;
    keys_[event.current.key].push_back(revision);
    versions_.emplace(revision, Version{event.type, event.current, previous});
    if (expires_at_ms > 0) expiries_.emplace(expires_at_ms, revision);
    return {};
  }

  Result<std::vector<KeyValue>> TakeExpired(int64_t now_ms, size_t limit) override {
    std::vector<KeyValue> expired;
    while (!expiries_.empty() && expiries_.begin()->first <= now_ms && expired.size() < limit) {
      auto version = versions_.find(expiries_.begin()->second);
      expiries_.erase(expiries_.begin());
      if (version == versions_.end()) continue;
      // A later write of the key has made the deadline void.
      if (keys_.at(version->second.record.key).back() != version->first) continue;
      expired.push_back(version->second.record);
    }
    return expired;
  }

  Result<std::optional<int64_t>> NextExpiry() override {
    if (expiries_.empty()) return std::nullopt;
    return expiries_.begin()->first;
  }

  Result<Revision> Scrub(Revision after, Revision up_to,
                         std::chrono::steady_clock::time_point deadline) override {
    auto at = versions_.upper_bound(after);
    while (at != versions_.end() && at->first <= up_to) {
      const Revision revision = at->first;
      const Revision previous = at->second.previous;
      const bool deletion = at->second.type == Event::Type::kDelete;
      ++at;
      if (previous > 0) Forget(previous);
      if (deletion) Forget(revision);
      if (std::chrono::steady_clock::now() >= deadline) return revision;
    }
    return up_to;
  }

  Status Probe() override { return {}; }

  Status Commit(const Bounds& bounds) override {
    bounds_ = bounds;
    mutex_.unlock();
    return {};
  }

  void Rollback() override { mutex_.unlock(); }

 private:
  static constexpr Revision kNewest = INT64_MAX;

  // The last version that is not newer than `at`, if it is not a deletion.
  const Version* VersionAt(const std::vector<Revision>& revisions, Revision at) const {
    auto after = std::upper_bound(revisions.begin(), revisions.end(), at);
    if (after == revisions.begin()) return nullptr;
    const Version& version = versions_.at(*std::prev(after));
    return version.type == Event::Type::kPut ? &version : nullptr;
  }

  std::optional<KeyValue> FindAt(const std::string& key, Revision at) const {
    auto found = keys_.find(key);
    if (found == keys_.end()) return std::nullopt;
    const Version* version = VersionAt(found->second, at);
    return version != nullptr ? std::optional(version->record) : std::nullopt;
  }

  void Forget(Revision revision) {
    auto version = versions_.find(revision);
    if (version == versions_.end()) return;
    auto key = keys_.find(version->second.record.key);
    std::erase(key->second, revision);
    if (key->second.empty()) keys_.erase(key);
    versions_.erase(version);
  }

  std::shared_mutex mutex_;
  // Guarded by mutex_.
  Bounds bounds_;
  std::map<Revision, Version> versions_;
  std::map<std::string, std::vector<Revision>> keys_;
  std::set<std::pair<int64_t, Revision>> expiries_;
};

}  // namespace

std::unique_ptr<Store> NewMemoryStore() {
  return std::make_unique<EmbeddedStore>(std::make_unique<MemoryBackend>(), Bounds());
}

}  // namespace pintle::storage
