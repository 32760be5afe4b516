#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "pintle/base/task.h"
#include "pintle/extensions/conditions.h"
#include "pintle/extensions/definition_store.h"
#include "pintle/registry/registry.h"
#include "pintle/write/world.h"

namespace pintle::extensions {

struct CleanupOptions {
  // How often a definition that is going away looks whether its last objects are gone.
  std::chrono::milliseconds interval{1000};
  // How long their finalizers may hold them before the definition says so.
  std::chrono::milliseconds patience{60'000};
  // A creation that was admitted before the end began may still be on its way to the store.
  std::chrono::milliseconds settle{100};
};

// What a definition serves now; null if nothing, perhaps not yet. Thread-safe.
using ServedFinder = std::function<std::shared_ptr<const api::ServedResource>(
    std::string_view name, std::string_view uid)>;

// Ends definitions that are deleted: removes all their objects, then the finalizer that holds the
// definition. What it does stands in the condition Terminating. All state is in the store: after a
// restart it begins anew. Thread-safe.
class DefinitionCleanup {
 public:
  DefinitionCleanup(write::World& world, DefinitionStore& definitions, ServedFinder find_served,
                    CleanupOptions options)
      : world_(world),
        definitions_(definitions),
        find_served_(std::move(find_served)),
        options_(options) {}

  // Begins on the calling executor, unless it is at it already. If there may be objects of the
  // definition it is held until it is served and has none.
  void Begin(const CustomResourceDefinition& crd, bool may_have_objects);

 private:
  // What one look at the objects came to.
  struct Pass {
    bool empty = false;
    std::string failure;
  };
  // How the end is told when there is nothing left, or nothing to do.
  static ConditionState FinalState(const CustomResourceDefinition& crd);

  Task<void> Run(std::string name, std::string uid, bool may_have_objects);
  // Ends when there is no object left; false if the definition is gone before.
  Task<bool> RemoveObjects(const std::string& name, const std::string& uid);
  Task<Pass> DeleteObjects(const api::ServedResource& resource);
  Task<void> Tell(const std::string& name, const std::string& uid, std::string_view reason,
                  std::string_view message);
  // False if it has to be tried again.
  Task<bool> Release(const std::string& name, const std::string& uid);

  write::World& world_;
  DefinitionStore& definitions_;
  const ServedFinder find_served_;
  const CleanupOptions options_;

  std::mutex mutex_;
  std::set<std::string, std::less<>> running_;  // guarded by mutex_: uids
};

}  // namespace pintle::extensions
