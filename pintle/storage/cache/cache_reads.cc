#include <algorithm>
#include <utility>

#include "pintle/storage/cache/cache_core.h"
#include "pintle/storage/store_errors.h"

// Reads of a cache: from the index where it is fresh enough, else from the store.
namespace pintle::storage {
namespace {

// Records read from the store at once.
constexpr size_t kMaxStoreChunk = 10'000;

Error NotReached(Revision wanted, Revision current) {
  return RevisionTooLarge(wanted, current, kRevisionRetrySeconds);
}

// The objects are owned through the snapshot, which is the reader's own: readers of the same
// objects on other threads do not count references in the same places.
ListPage PageOf(const SnapshotPtr& owner, const ListQuery& query, Revision revision,
                size_t& fetched) {
  const Snapshot& snapshot = *owner;
  auto owned = [&](const CachedObjectPtr& object) { return CachedObjectPtr(owner, object.get()); };
  ListPage page;
  page.revision = revision;
  const std::string& start = std::max(query.start, query.prefix);
  auto at = snapshot.From(start);
  if (!query.matches) {
    // How many there are is known, so that no key has to be looked at.
    const size_t count = snapshot.CountFrom(start, query.prefix);
    const size_t taken = query.limit > 0 ? std::min(query.limit, count) : count;
    page.objects.reserve(taken);
    for (size_t i = 0; i < taken; ++i, at.Next()) page.objects.push_back(owned(at.value()));
    page.pages = snapshot.pages();
    fetched += taken;
    page.more = taken < count;
    if (page.more) page.remaining = count - taken;
    return page;
  }
  for (; !at.Done() && at.key().starts_with(query.prefix); at.Next()) {
    ++fetched;
    if (!query.matches(at.value()->header())) continue;
    if (query.limit > 0 && page.objects.size() == query.limit) {
      page.more = true;
      break;
    }
    page.objects.push_back(owned(at.value()));
  }
  return page;
}

}  // namespace

bool CacheCore::Stopped() const {
  std::scoped_lock lock(state_mutex_);
  return phase_ == Phase::kStopped;
}

void CacheCore::NoteKnown(Revision revision) {
  std::scoped_lock lock(state_mutex_);
  known_ = std::max(known_, revision);
}

std::shared_ptr<Watch> CacheCore::TellingWatch() const {
  if (!store_.SupportsProgress()) return nullptr;
  std::scoped_lock lock(state_mutex_);
  return watch_;
}

Task<Status> CacheCore::WaitFor(Revision revision, std::chrono::milliseconds timeout) {
  auto self = shared_from_this();  // the cache may be destroyed meanwhile
  if (this->revision() >= revision) co_return Status();
  if (!serving()) co_return std::unexpected(Stopping());
  if (std::shared_ptr<Watch> watch = TellingWatch()) {
    auto waiting = watch->WaitFor(revision, timeout);
    watch.reset();  // so that stopping the cache ends the wait
    Status status = co_await waiting;
    if (status) co_return status;
    if (status.error().reason() == Reason::kTimeout) {
      co_return std::unexpected(NotReached(revision, this->revision()));
    }
    if (Stopped()) co_return status;
  }
  // Without a watch that tells: it is enough that the store has come there.
  auto reading = store_.CurrentRevision();
  PINTLE_CO_TRY(Revision current, co_await reading);
  NoteKnown(current);
  if (current < revision) co_return std::unexpected(NotReached(revision, current));
  co_return Status();
}

Task<Result<SnapshotPtr>> CacheCore::FreshIndex(Freshness freshness) {
  if (Stopped()) co_return std::unexpected(Stopping());
  Revision wanted = freshness.not_before;
  if (freshness.latest) {
    if (!store_.SupportsProgress()) co_return SnapshotPtr();
    auto reading = store_.CurrentRevision();
    PINTLE_CO_TRY(Revision current, co_await reading);
    NoteKnown(current);
    wanted = std::max(wanted, current);
  }
  if (!serving()) co_return SnapshotPtr();
  if (revision() >= wanted) {
    if (wanted > 0) statistics_.read_waits.Add(std::chrono::nanoseconds(0));
    co_return Current();
  }
  const auto begun = std::chrono::steady_clock::now();
  std::shared_ptr<Watch> watch = TellingWatch();
  if (watch == nullptr) co_return SnapshotPtr();
  auto waiting = watch->WaitFor(wanted, options_.freshness_timeout);
  watch.reset();  // so that stopping the cache ends the wait
  Status status = co_await waiting;
  statistics_.read_waits.Add(std::chrono::steady_clock::now() - begun);
  if (status) co_return Current();
  if (status.error().reason() == Reason::kTimeout && !freshness.latest) {
    co_return std::unexpected(NotReached(wanted, revision()));
  }
  if (Stopped()) co_return std::unexpected(Stopping());
  co_return SnapshotPtr();
}

CachedObjectPtr CacheCore::Adopt(const Snapshot& current, const KeyValue& record) const {
  CachedObjectPtr cached = current.Find(record.key);
  if (cached != nullptr && cached->mod_revision() == record.mod_revision) return cached;
  return MakeObject(record, nullptr);
}

Task<Result<SnapshotPtr>> CacheCore::ReadStore(std::string prefix, Revision not_before) {
  RangeOptions range;
  range.prefix = std::move(prefix);
  auto reading = store_.Range(std::move(range));
  PINTLE_CO_TRY(RangeResult found, co_await reading);
  NoteKnown(found.revision);
  if (found.revision < not_before) {
    co_return std::unexpected(NotReached(not_before, found.revision));
  }
  const SnapshotPtr current = Current();
  std::vector<CachedObjectPtr> objects;
  objects.reserve(found.records.size());
  for (const KeyValue& record : found.records) objects.push_back(Adopt(*current, record));
  auto tree = Snapshot::Tree::FromSorted(std::move(objects));
  co_return std::make_shared<const Snapshot>(std::move(tree), found.revision, found.revision);
}

Task<Result<SnapshotPtr>> CacheCore::Read(std::string prefix, Freshness freshness) {
  auto self = shared_from_this();
  auto reading_index = FreshIndex(freshness);
  PINTLE_CO_TRY(SnapshotPtr index, co_await reading_index);
  if (index != nullptr) co_return index;
  auto reading_store = ReadStore(std::move(prefix), freshness.not_before);
  Result<SnapshotPtr> read = co_await reading_store;
  co_return read;
}

Task<Result<CachedObjectPtr>> CacheCore::Get(std::string key, Freshness freshness) {
  auto self = shared_from_this();
  auto reading_index = FreshIndex(freshness);
  PINTLE_CO_TRY(SnapshotPtr index, co_await reading_index);
  if (index != nullptr) co_return index->Find(key);
  auto reading = store_.Get(std::move(key));
  PINTLE_CO_TRY(GetResult found, co_await reading);
  NoteKnown(found.revision);
  if (found.revision < freshness.not_before) {
    co_return std::unexpected(NotReached(freshness.not_before, found.revision));
  }
  if (!found.record) co_return CachedObjectPtr();
  const SnapshotPtr current = Current();
  co_return Adopt(*current, *found.record);
}

// Chunk after chunk until the page is full: with a selection it is not known how many records it
// takes.
Task<Result<ListPage>> CacheCore::ListStore(ListQuery query, Revision not_before) {
  const SnapshotPtr current = Current();
  ListPage page;
  RangeOptions range;
  range.prefix = query.prefix;
  range.start = query.start;
  range.revision = query.exact_revision;
  range.limit = query.limit > 0 ? std::min(query.limit, kMaxStoreChunk) : kMaxStoreChunk;
  for (;;) {
    auto reading = store_.Range(range);
    PINTLE_CO_TRY(RangeResult found, co_await reading);
    if (found.revision < not_before) {
      co_return std::unexpected(NotReached(not_before, found.revision));
    }
    page.revision = range.revision = found.revision;
    CacheStatistics::Add(statistics_.store_fetched, found.records.size());
    size_t seen = 0;
    for (const KeyValue& record : found.records) {
      CachedObjectPtr object = Adopt(*current, record);
      ++seen;
      if (query.matches && !query.matches(object->header())) continue;
      page.objects.push_back(std::move(object));
      if (query.limit > 0 && page.objects.size() == query.limit) break;
    }
    CacheStatistics::Add(statistics_.store_evaluated, seen);
    const size_t left = found.count - seen;
    const bool full = query.limit > 0 && page.objects.size() == query.limit;
    page.more = left > 0;
    if (left == 0 || full || found.records.empty()) {
      if (left > 0 && !query.matches) page.remaining = left;
      co_return page;
    }
    PINTLE_CO_RETURN_IF_ERROR(CheckWanted(query.cancellation));
    range.start = found.records.back().key + '\0';
    range.limit = std::min(range.limit * 2, kMaxStoreChunk);
  }
}

ListPage CacheCore::ListIndex(const SnapshotPtr& index, const ListQuery& query, Revision revision) {
  size_t fetched = 0;
  ListPage page = PageOf(index, query, revision, fetched);
  CacheStatistics::Add(statistics_.index_lists);
  CacheStatistics::Add(statistics_.index_fetched, fetched);
  CacheStatistics::Add(statistics_.index_returned, page.objects.size());
  return page;
}

Task<Result<ListPage>> CacheCore::List(ListQuery query) {
  auto self = shared_from_this();
  Freshness freshness = query.freshness;
  freshness.not_before = std::max(freshness.not_before, query.exact_revision);
  auto reading_index = FreshIndex(freshness);
  PINTLE_CO_TRY(SnapshotPtr index, co_await reading_index);
  const Revision exact = query.exact_revision;
  if (index != nullptr && (exact == 0 || index->IsStateAt(exact))) {
    if (freshness.latest) CacheStatistics::Add(statistics_.consistent_lists);
    co_return ListIndex(index, query, exact == 0 ? index->revision() : exact);
  }
  auto reading_store = ListStore(std::move(query), freshness.not_before);
  Result<ListPage> page = co_await reading_store;
  CacheStatistics::Add(statistics_.store_lists);
  if (page) CacheStatistics::Add(statistics_.store_returned, page->objects.size());
  if (freshness.latest) {
    CacheStatistics::Add(page ? statistics_.consistent_fallbacks : statistics_.consistent_failures);
  }
  co_return page;
}

}  // namespace pintle::storage
