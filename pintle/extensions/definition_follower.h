#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "pintle/base/executor.h"
#include "pintle/base/task.h"
#include "pintle/extensions/custom_resources.h"
#include "pintle/registry/registry.h"
#include "pintle/storage/cache/watch_cache.h"

namespace pintle::extensions {

// Serves and removes custom resources whose definitions other servers of the same store wrote. What
// this server writes is served before the write is answered; the follower looks a little later and
// finds nothing left to do. Thread-safe.
class DefinitionFollower {
 public:
  // `executor` runs the work; all three must outlive Stop, or this object.
  DefinitionFollower(CustomResources& custom,
                     std::shared_ptr<const api::ServedResource> definitions, Executor& executor);
  ~DefinitionFollower() { Stop(); }
  DefinitionFollower(const DefinitionFollower&) = delete;
  DefinitionFollower& operator=(const DefinitionFollower&) = delete;

  // Nothing is posted to the executor any more.
  void Stop();

 private:
  // On the executor: begins, and begins again when the cache had to load anew.
  void Subscribe();
  Task<void> SubscribeLater();
  Task<void> LookAt(std::vector<storage::CacheEventPtr> events);
  void Post(std::function<void()> callback);

  CustomResources& custom_;
  const std::shared_ptr<const api::ServedResource> definitions_;
  Executor& executor_;

  std::mutex mutex_;
  // Guarded by mutex_.
  bool stopped_ = false;
  std::unique_ptr<storage::CacheWatch> watch_;
};

}  // namespace pintle::extensions
