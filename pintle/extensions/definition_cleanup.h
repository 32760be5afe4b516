#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "pintle/api/registry.h"
#include "pintle/base/task.h"
#include "pintle/extensions/conditions.h"
#include "pintle/extensions/definition_store.h"
#include "pintle/write/effects.h"

namespace pintle::extensions {

struct CleanupOptions {
  // How often a definition that is going away looks whether its last objects are gone.
  std::chrono::milliseconds interval{1000};
  // How long their finalizers may hold them before the definition says so.
  std::chrono::milliseconds patience{60'000};
  // A creation that was admitted before the end began may still be on its way to the store.
  std::chrono::milliseconds settle{100};
};

// Ends definitions that are deleted: removes all their objects, then the finalizer that holds the
// definition. What it does stands in the condition Terminating. All state is in the store: after a
// restart it begins anew. Thread-safe.
class DefinitionCleanup {
 public:
  DefinitionCleanup(write::Effects& effects, DefinitionStore& definitions, CleanupOptions options)
      : effects_(effects), definitions_(definitions), options_(options) {}

  // Begins on the calling executor, unless it is at it already. `resource` is what the definition
  // serves, null if nothing.
  void Begin(const CustomResourceDefinition& crd,
             std::shared_ptr<const api::ServedResource> resource);

 private:
  // What one look at the objects came to.
  struct Pass {
    bool empty = false;
    std::string failure;
  };
  // How the end is told when there is nothing left, or nothing to do.
  static ConditionState FinalState(const CustomResourceDefinition& crd);

  Task<void> Run(std::string name, std::string uid,
                 std::shared_ptr<const api::ServedResource> resource);
  // Ends when there is no object left; false if the definition is gone before.
  Task<bool> RemoveObjects(const std::string& name, const std::string& uid,
                           const api::ServedResource& resource);
  Task<Pass> DeleteObjects(const api::ServedResource& resource);
  Task<void> Tell(const std::string& name, const std::string& uid, std::string_view reason,
                  std::string_view message);
  // False if it has to be tried again.
  Task<bool> Release(const std::string& name, const std::string& uid);

  write::Effects& effects_;
  DefinitionStore& definitions_;
  const CleanupOptions options_;

  std::mutex mutex_;
  std::set<std::string, std::less<>> running_;  // guarded by mutex_: uids
};

}  // namespace pintle::extensions
