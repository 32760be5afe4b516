#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "pintle/base/error.h"
#include "pintle/base/executor.h"
#include "pintle/base/task.h"
#include "pintle/registry/registry.h"
#include "pintle/server/bootstrap/periodic.h"
#include "pintle/write/world.h"

namespace pintle::server {

// Creates those of default, kube-system, kube-public and kube-node-lease that are missing.
Task<Status> EnsureSystemNamespaces(write::World& world, const api::ServedResource& namespaces);

// Does that again and again, for clients may delete one. Thread-safe.
class SystemNamespaces {
 public:
  static constexpr std::chrono::minutes kInterval{1};

  // Works on `executor`, which outlives Stop; the rest outlives this object.
  SystemNamespaces(write::World& world, std::shared_ptr<const api::ServedResource> namespaces,
                   Executor& executor, std::chrono::milliseconds interval = kInterval)
      : task_("the system namespaces", executor, interval,
              [&world, namespaces = std::move(namespaces)] {
                return EnsureSystemNamespaces(world, *namespaces);
              }) {}

  // Waits a moment for a write in progress. Not on the executor.
  void Stop() { task_.Stop(); }

 private:
  PeriodicTask task_;
};

}  // namespace pintle::server
