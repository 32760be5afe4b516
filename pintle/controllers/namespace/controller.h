#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "apis/core/v1/types.h"
#include "pintle/base/executor.h"
#include "pintle/base/task.h"
#include "pintle/controllers/namespace/content.h"
#include "pintle/controllers/runtime/work_queue.h"
#include "pintle/registry/registry.h"
#include "pintle/write/commit.h"
#include "pintle/write/world.h"

namespace pintle::controllers {

// Empties terminating namespaces and lets them go. It follows the namespaces, and what is left in a
// terminating one, through their caches, so it does nothing while nothing happens. Several servers
// of one store may run one each: every step is a compare-and-swap, and a step that another one has
// made is found made. Works on `executor`; the constructor and Stop are for the owner's thread.
class NamespaceController {
 public:
  struct Options {
    // A namespace is seen as empty only so long after its end began: a creation that was admitted
    // just before may still be on its way to the store, or another server may not know yet.
    std::chrono::milliseconds settle{100};
    // Shows the queue; may be absent.
    api::QueueMetrics* metrics = nullptr;
  };

  // All arguments must outlive Stop, or this object.
  NamespaceController(write::World& world, api::RegistryHolder& registry,
                      std::shared_ptr<const api::ServedResource> namespaces, Executor& executor,
                      Options options);
  ~NamespaceController() { Stop(); }
  NamespaceController(const NamespaceController&) = delete;
  NamespaceController& operator=(const NamespaceController&) = delete;

  // Ends between two writes; nothing is posted to the executor any more.
  void Stop();

 private:
  using Namespace = apis::core::v1::Namespace;

  // What is remembered of a terminating namespace while it is one.
  struct Progress {
    std::string uid;
    std::chrono::steady_clock::time_point seen;
    int failures = 0;  // in a row
    // One for each resource of which something is left.
    std::vector<std::unique_ptr<storage::CacheWatch>> watches;
  };

  // The rest runs on the executor.
  void Follow();
  Task<void> Work();
  Task<void> Reconcile(std::string name);
  Task<void> Release(std::string name, std::string uid);
  Task<Status> StoreConditions(std::string name, std::string uid, const NamespaceContent& content);
  // Changes the namespace at an endpoint, if it is still this one and terminating.
  Task<Status> Change(std::string name, std::string uid, std::string subresource,
                      std::function<void(Arena&, Namespace&)> change);
  // Has the namespace looked at again when one of the objects that are left changes.
  Status WatchRemaining(const std::string& name, const NamespaceContent& content,
                        Progress& progress);
  void RetryLater(const std::string& name, std::string_view error);

  write::World& world_;
  api::RegistryHolder& registry_;
  const std::shared_ptr<const api::ServedResource> namespaces_;
  Executor& executor_;
  const Options options_;
  WorkQueue queue_;
  std::atomic<bool> stopped_{false};

  // On the executor.
  std::map<std::string, Progress, std::less<>> terminating_;
  std::unique_ptr<Executor::Timer> follow_retry_;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::condition_variable ended_;
  int workers_ = 0;
  std::unique_ptr<storage::CacheWatch> watch_;
};

}  // namespace pintle::controllers
