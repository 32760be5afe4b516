#pragma once

#include <memory>
#include <string>

#include "pintle/storage/store.h"

namespace pintle::storage::etcd {

class Follower;

// A watch of the etcd store: fed by the follower's hub, or by a watcher of its own while it needs
// history that the hub does not have. It changes from one to the other inside their callbacks.
class FollowedWatch final : public Watch {
 public:
  static std::unique_ptr<Watch> Start(std::shared_ptr<Follower> follower, std::string prefix,
                                      Revision from, WatchSink sink);
  ~FollowedWatch() override;

  Revision progress() const override;
  Task<Status> WaitFor(Revision revision, std::chrono::milliseconds timeout) override;

 private:
  class State;
  explicit FollowedWatch(std::shared_ptr<State> state);

  const std::shared_ptr<State> state_;  // shared with callbacks and waiting coroutines
};

}  // namespace pintle::storage::etcd
