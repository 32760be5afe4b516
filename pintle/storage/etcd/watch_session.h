#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/storage/etcd/connection.h"
#include "pintle/storage/etcd/key_layout.h"
#include "pintle/storage/store.h"

namespace pintle::storage::etcd {

// All watchers of one store on one stream. When the stream breaks, it is opened again, with another
// server if need be, and every watcher goes on after the last revision it was given: what was given
// before is dropped, what came half (in fragments) is asked for again. Thread-safe; held by
// shared_ptr.
//
// One message is read at a time; while more than a limit of bytes is held (Hold, Release) none is,
// and etcd keeps what comes.
class WatchSession : public std::enable_shared_from_this<WatchSession> {
 public:
  using WatcherId = int64_t;

  // Called on the stream's thread, one at a time.
  struct Callbacks {
    // Whole revisions, oldest first, every event of the range up to `revision`.
    std::function<void(std::vector<Event> events, Revision revision)> on_events;
    // The last call: kExpired if history was compacted, kServiceUnavailable when the session stops.
    std::function<void(Error error)> on_end;
  };

  // `on_revision` is told every revision that etcd mentions.
  WatchSession(std::shared_ptr<Connection> connection, KeyLayout layout, bool trust_progress,
               std::function<void(Revision)> on_revision);

  // Opens the stream.
  void Start();
  // Ends all watchers. After the connection has been stopped.
  void Stop();

  // Events with revision > `from`.
  WatcherId Add(KeyRange range, Revision from, Callbacks callbacks);
  // A callback that is running may go on.
  void Remove(WatcherId id);

  // Asks etcd how far the watchers are; they are told by on_events without events. Does nothing if
  // its answer could not be trusted.
  void RequestProgress();

  void Hold(size_t size_bytes);
  void Release(size_t size_bytes);

 private:
  struct Watcher {
    WatcherId id = 0;
    KeyRange range;
    Callbacks callbacks;
    // Only the stream's thread changes these.
    Revision position = 0;
    std::vector<Event> fragments;
    // When etcd confirmed it on this stream, counted over all watchers; 0: not yet.
    uint64_t confirmed = 0;
  };
  using WatcherPointer = std::shared_ptr<Watcher>;
  class Listener;

  void OpenStream();
  void OnMessage(rpc::WatchResponse response);
  void OnClosed(uint64_t stream_number, const RpcStatus& status);
  void OnStreamProgress(Revision revision);
  void OnCanceled(const WatcherPointer& watcher, const rpc::WatchResponse& response);
  void OnEvents(const WatcherPointer& watcher, rpc::WatchResponse& response);
  void End(const WatcherPointer& watcher, Error error);
  void ReadOn();
  // With mutex_ held.
  void SendCreate(const Watcher& watcher);

  const std::shared_ptr<Connection> connection_;
  const KeyLayout layout_;
  const bool trust_progress_;
  const std::function<void(Revision)> on_revision_;

  std::mutex mutex_;
  // Guarded by mutex_.
  bool stopped_ = false;
  std::shared_ptr<WatchStream> stream_;  // null while there is none
  uint64_t stream_number_ = 0;
  uint64_t closed_number_ = 0;
  int failures_ = 0;  // streams that ended without a message, in a row
  std::map<WatcherId, WatcherPointer> watchers_;
  WatcherId next_id_ = 1;
  uint64_t confirmations_ = 0;
  // Of each progress request that is not answered: how many watchers were confirmed before it.
  std::deque<uint64_t> progress_requests_;
  std::chrono::steady_clock::time_point last_progress_request_;
  size_t held_bytes_ = 0;
  bool paused_ = false;
};

}  // namespace pintle::storage::etcd
