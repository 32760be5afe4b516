#include "pintle/storage/embedded_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "pintle/base/log.h"
#include "pintle/storage/limits.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage {
namespace {

// Bounds the memory and the pages of one transaction; the rest of the queue waits for the next.
constexpr size_t kMaxGroupWrites = 2048;
constexpr size_t kMaxGroupBytes = 32 * 1024 * 1024;
// Records that expire in one transaction and the time that scrubbing takes of it, so that writes
// never wait long for them: committing what was scrubbed takes about as long again.
constexpr size_t kMaxGroupExpiries = 64;
constexpr std::chrono::microseconds kScrubSlice{500};
// The wall clock may be set while the writer sleeps until an expiry: it looks again at least this
// often.
constexpr int64_t kMaxExpirySleepMs = 10'000;
// A group is left to grow for so long, if the last one had several writes.
constexpr std::chrono::microseconds kGatherTime{100};
constexpr size_t kMinGathered = 4;
// Pause of background work after an I/O fault.
constexpr int64_t kRetryMs = 1'000;

}  // namespace

EmbeddedStore::EmbeddedStore(std::unique_ptr<Backend> backend, const Bounds& bounds)
    : backend_(std::move(backend)),
      hub_(bounds.current,
           [this](const std::string& prefix, Revision after, Revision up_to) {
             return backend_->Replay(prefix, after, up_to);
           }),
      seen_(bounds.current),
      bounds_(bounds),
      next_expiry_ms_(0),  // not known yet: look at once
      writer_([this] { RunWriter(); }) {}

EmbeddedStore::~EmbeddedStore() {
  {
    std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  writer_.join();
  hub_.Stop();
}

void EmbeddedStore::NoteSeen(Revision revision) {
  Revision seen = seen_.load();
  while (seen < revision && !seen_.compare_exchange_weak(seen, revision)) {
  }
}

Task<Result<GetResult>> EmbeddedStore::Get(std::string key) {
  Result<GetResult> found = backend_->Get(key);
  if (found) NoteSeen(found->revision);
  co_return found;
}

Task<Result<RangeResult>> EmbeddedStore::Range(RangeOptions options) {
  Result<RangeResult> found = backend_->Range(options);
  if (found) NoteSeen(found->revision);
  co_return found;
}

Task<Result<size_t>> EmbeddedStore::Count(std::string prefix) { co_return backend_->Count(prefix); }

Task<Result<Revision>> EmbeddedStore::CurrentRevision() { co_return seen_.load(); }

Task<Result<WriteResult>> EmbeddedStore::Create(std::string key, Bytes value, int64_t ttl_seconds) {
  return Submit({.type = Event::Type::kPut,
                 .key = std::move(key),
                 .value = std::move(value),
                 .expected = 0,
                 .ttl_seconds = ttl_seconds,
                 .resolve = std::nullopt,
                 .result = {}});
}

Task<Result<WriteResult>> EmbeddedStore::Update(std::string key, Revision expected, Bytes value,
                                                int64_t ttl_seconds) {
  return Submit({.type = Event::Type::kPut,
                 .key = std::move(key),
                 .value = std::move(value),
                 .expected = expected,
                 .ttl_seconds = ttl_seconds,
                 .resolve = std::nullopt,
                 .result = {}});
}

Task<Result<WriteResult>> EmbeddedStore::Delete(std::string key, Revision expected) {
  return Submit({.type = Event::Type::kDelete,
                 .key = std::move(key),
                 .value = {},
                 .expected = expected,
                 .ttl_seconds = 0,
                 .resolve = std::nullopt,
                 .result = {}});
}

Task<Result<WriteResult>> EmbeddedStore::Submit(WriteRequest request) {
  PINTLE_CO_RETURN_IF_ERROR(CheckWrite(request.key, request.value.size()));
  Await<Result<WriteResult>> wait([&](Resolver<Result<WriteResult>> resolve) {
    request.resolve = resolve;
    bool queued = false;
    {
      std::scoped_lock lock(mutex_);
      if (!stopping_) {
        queued_writes_.push_back(std::move(request));
        queued = true;
      }
    }
    if (queued) {
      wake_.notify_one();
    } else {
      resolve(std::unexpected(Stopping()));
    }
  });
  co_return co_await wait;
}

Task<Status> EmbeddedStore::Compact(Revision revision) {
  PINTLE_CO_TRY(Bounds bounds, backend_->ReadBounds());
  if (revision > bounds.current) {
    co_return std::unexpected(RevisionTooLarge(revision, bounds.current));
  }
  Await<Status> wait([this, revision](Resolver<Status> resolve) {
    {
      std::scoped_lock lock(mutex_);
      if (!stopping_) {
        queued_compactions_.push_back({revision, resolve});
        wake_.notify_one();
        return;
      }
    }
    resolve(std::unexpected(Stopping()));
  });
  co_return co_await wait;
}

Task<Status> EmbeddedStore::CheckHealth() {
  {
    std::scoped_lock lock(mutex_);
    if (stopping_) co_return std::unexpected(Stopping());
    if (fault_) co_return std::unexpected(*fault_);
  }
  PINTLE_CO_RETURN_IF_ERROR(backend_->ReadBounds());
  co_return Status();
}

Result<std::unique_ptr<Watch>> EmbeddedStore::StartWatch(std::string prefix, Revision from,
                                                         WatchSink sink) {
  PINTLE_TRY(Bounds bounds, backend_->ReadBounds());
  if (from > bounds.current) return std::unexpected(RevisionTooLarge(from, bounds.current));
  NoteSeen(bounds.current);
  return hub_.Add(std::move(prefix), from > 0 ? from : bounds.current, std::move(sink));
}

bool EmbeddedStore::HasBackgroundWork() const {
  const int64_t now_ms = clock_.NowNanoseconds() / 1'000'000;
  if (now_ms < background_not_before_ms_) return false;
  return unsure_ || bounds_.scrubbed < bounds_.compacted ||
         (next_expiry_ms_ && *next_expiry_ms_ <= now_ms);
}

bool EmbeddedStore::TakeGroup(Group& group) {
  std::unique_lock lock(mutex_);
  auto has_requests = [&] {
    return stopping_ || !queued_writes_.empty() || !queued_compactions_.empty();
  };
  while (!has_requests() && !HasBackgroundWork()) {
    const bool due_later = unsure_ || next_expiry_ms_ || bounds_.scrubbed < bounds_.compacted;
    if (!due_later) {
      wake_.wait(lock, has_requests);
      break;
    }
    const int64_t now_ms = clock_.NowNanoseconds() / 1'000'000;
    const int64_t due_ms = unsure_
                               ? background_not_before_ms_
                               : std::max(next_expiry_ms_.value_or(0), background_not_before_ms_);
    const int64_t sleep_ms = std::clamp<int64_t>(due_ms - now_ms, 1, kMaxExpirySleepMs);
    wake_.wait_for(lock, std::chrono::milliseconds(sleep_ms), has_requests);
  }
  // Others are on their way, too, where several came at once before: a commit with all of them
  // costs little more than one.
  if (last_group_writes_ >= kMinGathered && queued_writes_.size() < last_group_writes_ &&
      !stopping_) {
    lock.unlock();
    std::this_thread::sleep_for(kGatherTime);
    lock.lock();
  }
  size_t taken = 0;
  for (size_t bytes = 0; taken < queued_writes_.size() && taken < kMaxGroupWrites; ++taken) {
    bytes += queued_writes_[taken].value.size();
    if (bytes > kMaxGroupBytes && taken > 0) break;
  }
  const auto end = queued_writes_.begin() + static_cast<ptrdiff_t>(taken);
  group.writes.assign(std::make_move_iterator(queued_writes_.begin()),
                      std::make_move_iterator(end));
  queued_writes_.erase(queued_writes_.begin(), end);
  last_group_writes_ = taken;
  group.compactions = std::exchange(queued_compactions_, {});
  return !stopping_ || !group.writes.empty() || !group.compactions.empty();
}

void EmbeddedStore::RunWriter() {
  while (true) {
    Group group;
    if (!TakeGroup(group)) break;
    CommitGroup(std::move(group));
  }
  for (CompactRequest& request : scrubbing_) (*request.resolve)(std::unexpected(Stopping()));
}

void EmbeddedStore::CommitGroup(Group group) {
  group.bounds = bounds_;
  Status status = ApplyGroup(group);
  if (status) {
    bounds_ = group.bounds;
    NoteSeen(bounds_.current);
    unsure_ = false;
  } else {
    backend_->Rollback();
    LogError("storage write failed", {{"error", status.error().message()}});
    group.events.clear();
    unsure_ = true;
    background_not_before_ms_ = clock_.NowNanoseconds() / 1'000'000 + kRetryMs;
  }
  SetFault(status);
  std::move(group.compactions.begin(), group.compactions.end(), std::back_inserter(scrubbing_));
  if (!status) {
    for (CompactRequest& request : std::exchange(scrubbing_, {})) (*request.resolve)(status);
  }
  // std::function copies, so the requests are shared with it.
  auto writes = std::make_shared<std::vector<WriteRequest>>(std::move(group.writes));
  hub_.Publish(std::move(group.events), bounds_.current, [writes, status] {
    for (WriteRequest& write : *writes) {
      if (status) {
        (*write.resolve)(std::move(write.result));
      } else {
        (*write.resolve)(std::unexpected(status.error()));
      }
    }
  });
  FinishScrubbed();
}

Status EmbeddedStore::ApplyGroup(Group& group) {
  size_t bytes = 0;
  for (const WriteRequest& write : group.writes) bytes += write.key.size() + write.value.size();
  PINTLE_RETURN_IF_ERROR(backend_->Begin(bytes));
  if (unsure_) PINTLE_RETURN_IF_ERROR(Resynchronise(group));
  for (WriteRequest& write : group.writes) PINTLE_RETURN_IF_ERROR(ApplyWrite(group, write));
  PINTLE_RETURN_IF_ERROR(ApplyExpiries(group));
  PINTLE_RETURN_IF_ERROR(ApplyCompactions(group));
  PINTLE_TRY(std::optional<int64_t> next_expiry_ms, backend_->NextExpiry());
  PINTLE_RETURN_IF_ERROR(backend_->Commit(group.bounds));
  next_expiry_ms_ = next_expiry_ms;
  return {};
}

Status EmbeddedStore::Resynchronise(Group& group) {
  PINTLE_RETURN_IF_ERROR(backend_->Probe());
  PINTLE_TRY(Bounds stored, backend_->ReadBounds());
  for (Revision revision = bounds_.current; revision < stored.current;) {
    PINTLE_TRY(HistorySlice slice, backend_->Replay("", revision, stored.current));
    std::move(slice.events.begin(), slice.events.end(), std::back_inserter(group.events));
    revision = slice.covered;
  }
  group.bounds = stored;
  return {};
}

void EmbeddedStore::SetFault(const Status& status) {
  std::scoped_lock lock(mutex_);
  fault_.reset();
  if (!status) fault_ = status.error();
}

Status EmbeddedStore::ApplyWrite(Group& group, WriteRequest& write) {
  PINTLE_TRY(std::optional<KeyValue> there, backend_->Find(write.key));
  const Revision found = there ? there->mod_revision : 0;
  // Deleting or updating nothing is a conflict, whatever was expected.
  const bool creates = write.expected == 0 && write.type == Event::Type::kPut;
  if (found != write.expected || (!there && !creates)) {
    write.result = {.succeeded = false, .revision = group.bounds.current, .current = there};
    return {};
  }
  write.result = {.succeeded = true, .revision = group.bounds.current + 1, .current = {}};
  if (write.type == Event::Type::kDelete) write.result.current = there;
  KeyValue record{.key = write.key,
                  .value = write.value ? write.value : Bytes(std::string()),
                  .mod_revision = 0,
                  .create_revision = there ? there->create_revision : 0};
  return AppendEvent(group, write.type, std::move(record), std::move(there), write.ttl_seconds);
}

Status EmbeddedStore::AppendEvent(Group& group, Event::Type type, KeyValue record,
                                  std::optional<KeyValue> previous, int64_t ttl_seconds) {
  const Revision revision = group.bounds.current + 1;
  record.mod_revision = revision;
  if (!previous) record.create_revision = revision;
  if (type == Event::Type::kDelete) record.value = Bytes();
  int64_t expires_at_ms = 0;
  if (ttl_seconds > 0) {
    expires_at_ms =
        clock_.NowNanoseconds() / 1'000'000 + std::min(ttl_seconds, kMaxTtlSeconds) * 1000;
  }
  Event event{.type = type, .current = std::move(record), .previous = std::move(previous)};
  PINTLE_RETURN_IF_ERROR(backend_->Append(event, expires_at_ms));
  group.bounds.current = revision;
  group.events.push_back(std::move(event));
  return {};
}

Status EmbeddedStore::ApplyExpiries(Group& group) {
  const int64_t now_ms = clock_.NowNanoseconds() / 1'000'000;
  if (now_ms < background_not_before_ms_) return {};
  PINTLE_TRY(std::vector<KeyValue> expired, backend_->TakeExpired(now_ms, kMaxGroupExpiries));
  for (KeyValue& record : expired) {
    KeyValue deletion = record;
    PINTLE_RETURN_IF_ERROR(AppendEvent(group, Event::Type::kDelete, std::move(deletion),
                                       std::move(record), /*ttl_seconds=*/0));
  }
  return {};
}

Status EmbeddedStore::ApplyCompactions(Group& group) {
  Bounds& bounds = group.bounds;
  for (const CompactRequest& request : group.compactions) {
    bounds.compacted = std::max(bounds.compacted, request.revision);
  }
  if (bounds.scrubbed >= bounds.compacted) return {};
  if (clock_.NowNanoseconds() / 1'000'000 < background_not_before_ms_) return {};
  const auto deadline = std::chrono::steady_clock::now() + kScrubSlice;
  PINTLE_TRY(bounds.scrubbed, backend_->Scrub(bounds.scrubbed, bounds.compacted, deadline));
  return {};
}

void EmbeddedStore::FinishScrubbed() {
  std::erase_if(scrubbing_, [&](CompactRequest& request) {
    if (bounds_.scrubbed < std::min(request.revision, bounds_.compacted)) return false;
    (*request.resolve)(Status());
    return true;
  });
}

}  // namespace pintle::storage
