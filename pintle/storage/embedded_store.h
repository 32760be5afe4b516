#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "pintle/base/clock.h"
#include "pintle/storage/backend.h"
#include "pintle/storage/store.h"
#include "pintle/storage/watch_hub.h"

namespace pintle::storage {

// The Store of an embedded engine. Reads run on the calling thread. All writes go through one
// writer thread in groups: whatever was queued while the last group became durable is the next one.
// Conditions are checked in queue order inside the group's transaction and every write gets its own
// revision; the hub then gives the events out and acknowledges the writes. Expiry and compaction
// ride in the same transactions.
class EmbeddedStore final : public Store {
 public:
  // `bounds` are what the backend has on opening.
  EmbeddedStore(std::unique_ptr<Backend> backend, const Bounds& bounds);
  // Finishes queued writes, ends watches.
  ~EmbeddedStore() override;

  Task<Result<GetResult>> Get(std::string key) override;
  Task<Result<RangeResult>> Range(RangeOptions options) override;
  Task<Result<size_t>> Count(std::string prefix) override;
  Task<Result<WriteResult>> Create(std::string key, Bytes value, int64_t ttl_seconds) override;
  Task<Result<WriteResult>> Update(std::string key, Revision expected, Bytes value,
                                   int64_t ttl_seconds) override;
  Task<Result<WriteResult>> Delete(std::string key, Revision expected) override;
  Task<Result<Revision>> CurrentRevision() override;
  Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from,
                                            WatchSink sink) override;
  Task<Status> Compact(Revision revision) override;
  // Fails while the last commit has failed; the writer tries again every second until one works.
  Task<Status> CheckHealth() override;

 private:
  struct WriteRequest {
    Event::Type type = Event::Type::kPut;
    std::string key;
    Bytes value;
    // 0: the key must not exist.
    Revision expected = 0;
    int64_t ttl_seconds = 0;
    std::optional<Resolver<Result<WriteResult>>> resolve;
    // Known once it was applied; told once it is durable.
    WriteResult result;
  };
  struct CompactRequest {
    Revision revision = 0;
    std::optional<Resolver<Status>> resolve;
  };
  // What the writer takes from the queue and makes one transaction of.
  struct Group {
    std::vector<WriteRequest> writes;
    std::vector<CompactRequest> compactions;
    std::vector<Event> events;
    Bounds bounds;
  };

  Task<Result<WriteResult>> Submit(WriteRequest request);
  // Any thread: this revision was seen.
  void NoteSeen(Revision revision);

  // The writer's thread.
  void RunWriter();
  // Waits for work; false when it is time to end.
  bool TakeGroup(Group& group);
  void CommitGroup(Group group);
  Status ApplyGroup(Group& group);
  // After a failed commit: takes in what happened all the same.
  Status Resynchronise(Group& group);
  void SetFault(const Status& status);
  Status ApplyWrite(Group& group, WriteRequest& write);
  Status AppendEvent(Group& group, Event::Type type, KeyValue record,
                     std::optional<KeyValue> previous, int64_t ttl_seconds);
  Status ApplyExpiries(Group& group);
  Status ApplyCompactions(Group& group);
  void FinishScrubbed();
  bool HasBackgroundWork() const;

  const std::unique_ptr<Backend> backend_;
  const SystemClock clock_;
  WatchHub hub_;
  // The newest revision that anybody was told of, or has read. It is what CurrentRevision says: a
  // commit that is newer has been answered to nobody yet.
  std::atomic<Revision> seen_;

  std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_.
  std::vector<WriteRequest> queued_writes_;
  std::vector<CompactRequest> queued_compactions_;
  bool stopping_ = false;
  // Why the last commit failed, if it did.
  std::optional<Error> fault_;

  // Of the writer's thread alone.
  Bounds bounds_;
  size_t last_group_writes_ = 0;
  std::optional<int64_t> next_expiry_ms_;
  // Compactions that are in force but whose removal of old records is still under way.
  std::vector<CompactRequest> scrubbing_;
  // The last commit failed: it is not known what is stored beyond bounds_.
  bool unsure_ = false;
  // After a failure, background work waits until then.
  int64_t background_not_before_ms_ = 0;

  std::thread writer_;  // last: it uses all the others
};

}  // namespace pintle::storage
