#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/storage/etcd/connection.h"
#include "pintle/storage/etcd/event_ring.h"
#include "pintle/storage/etcd/key_layout.h"
#include "pintle/storage/etcd/watch_session.h"
#include "pintle/storage/store.h"
#include "pintle/storage/watch_hub.h"

namespace pintle::storage::etcd {

// Follows all keys of the store with one watcher of etcd and gives the events to the store's
// watches through a hub, so that all of them stand at one revision and a write can wait until they
// have its event. A watch from further back than the ring of recent events gets a watcher of its
// own until it has come that far.
//
//   etcd --> session --> root watcher --> ring, hub --> watches
//                   \--> a watcher for each watch that needs older history
//
// When the history needed to go on was compacted while etcd was out of reach, all watches end with
// kExpired and following begins anew. Thread-safe; held by shared_ptr.
class Follower : public std::enable_shared_from_this<Follower> {
 public:
  Follower(std::shared_ptr<Connection> connection, KeyLayout layout, bool trust_progress);

  // `revision` is one etcd has now.
  void Start(Revision revision);
  // Ends all watches with kServiceUnavailable. After the connection has been stopped.
  void Stop();

  Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from, WatchSink sink);

  // Ends when the watches have the events up to `revision`, or after `timeout` all the same.
  static Task<void> WaitUntilSeen(std::shared_ptr<Follower> follower, Revision revision,
                                  std::chrono::milliseconds timeout);

  // Somebody has heard of this revision.
  void Mention(Revision revision);
  // History up to here is compacted.
  void Forget(Revision revision);

  bool trust_progress() const { return trust_progress_; }
  const std::shared_ptr<Connection>& connection() const { return connection_; }
  const KeyLayout& layout() const { return layout_; }
  WatchSession& session() { return *session_; }

  // What there is between two beginnings.
  struct Run {
    explicit Run(Revision revision);
    EventRing ring;
    // Its history could not be had any more.
    std::atomic<bool> lost{false};
    WatchHub hub;
    // A watch of nothing, to know how far the hub has come.
    const std::unique_ptr<Watch> progress;
  };
  // Null between two runs.
  std::shared_ptr<Run> run() const;
  bool stopped() const;

 private:
  void OnRootEvents(const std::shared_ptr<Run>& run, std::vector<Event> events, Revision revision);
  void OnRootEnd(const std::shared_ptr<Run>& run);
  // Finds out where etcd is and starts there, however often that takes.
  void BeginAnew();

  const std::shared_ptr<Connection> connection_;
  const KeyLayout layout_;
  const bool trust_progress_;
  std::atomic<Revision> known_revision_{0};  // the newest anybody has heard of
  std::shared_ptr<WatchSession> session_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::shared_ptr<Run> run_;
  bool stopped_ = false;
};

}  // namespace pintle::storage::etcd
