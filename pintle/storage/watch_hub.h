#pragma once

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// Part of the history, as a watch that catches up reads it.
struct HistorySlice {
  std::vector<Event> events;
  // Every event of the prefix up to this revision is in `events`.
  Revision covered = 0;
};

// The watches of an embedded engine. One thread of the hub calls all sinks, so that order needs no
// locks: a watch that starts in the past is fed slices of history, and once it has come to the
// revision the live watches are at, the same thread makes it one of them, without gap or repeat.
//
//   writer --Publish--> [batch][batch] --> hub thread --> live watches --> acknowledgements of the
//   batch
//                                              ^
//                       history (Replay) ------+-------> watches that catch up, a slice per round
class WatchHub {
 public:
  // Events of `prefix` with `after` < revision <= `up_to`; may stop short after enough work for one
  // round, but always covers more than `after`. kExpired if `after` is compacted.
  using ReplayFunction = std::function<Result<HistorySlice>(const std::string& prefix,
                                                            Revision after, Revision up_to)>;

  // `revision` is that of the last write before the hub existed.
  WatchHub(Revision revision, ReplayFunction replay);
  ~WatchHub();  // as Stop
  WatchHub(const WatchHub&) = delete;
  WatchHub& operator=(const WatchHub&) = delete;

  // Thread-safe. `from` is a committed revision.
  std::unique_ptr<Watch> Add(std::string prefix, Revision from, WatchSink sink);

  // What the engine's writer committed up to `revision`, given out in the order of the calls; then
  // `acknowledge` runs, on the hub's thread. One caller at a time.
  void Publish(std::vector<Event> events, Revision revision, std::function<void()> acknowledge);

  // Gives out what is published, ends every watch with kServiceUnavailable and joins the thread.
  void Stop();

 private:
  class Core;
  const std::shared_ptr<Core> core_;  // shared with watches, which may outlive the hub
  std::thread thread_;
};

}  // namespace pintle::storage
