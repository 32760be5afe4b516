#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/storage/cache/watch_cache.h"
#include "pintle/write/strategy.h"

namespace pintle::api {

// A resource with its cache: what a handler needs to serve it.
struct ServedResource {
  std::shared_ptr<const write::ResourceDefinition> definition;
  // Shared with the requests that read from it: it outlives the resource's removal.
  std::shared_ptr<storage::WatchCache> cache;
};

// One version of a group and the resources served in it, by plural.
struct ServedVersion {
  std::string version;
  std::vector<std::shared_ptr<const ServedResource>> resources;
};

struct ServedGroup {
  std::string name;  // empty for the core group
  // Higher comes first in discovery.
  int priority = 0;
  std::vector<ServedVersion> versions;  // preferred first
};

// Everything the server serves at one moment. Immutable; readers keep the snapshot they took.
class Registry {
 public:
  // In discovery order: by priority, then by name.
  const std::vector<ServedGroup>& groups() const { return groups_; }
  const ServedGroup* FindGroup(std::string_view group) const;
  const ServedVersion* FindVersion(std::string_view group, std::string_view version) const;
  // Null if the resource is not served in that version.
  std::shared_ptr<const ServedResource> Find(std::string_view group, std::string_view version,
                                             std::string_view plural) const;
  // Grows with every change; documents made from the registry are kept per generation.
  uint64_t generation() const { return generation_; }

  // A registry of these resources; group priorities by the API's table.
  static std::shared_ptr<const Registry> Build(
      const std::vector<std::shared_ptr<const ServedResource>>& resources, uint64_t generation);

 private:
  std::vector<ServedGroup> groups_;
  uint64_t generation_ = 0;
};

// The current registry. Reading is a pointer copy; changes are made one at a time. Thread-safe.
class RegistryHolder {
 public:
  RegistryHolder();
  std::shared_ptr<const Registry> Current() const { return current_.load(); }
  // Adds resources, replacing those of the same group and plural.
  void Put(std::vector<std::shared_ptr<const ServedResource>> resources);
  void Remove(std::string_view group, std::string_view plural);

 private:
  void Publish();

  std::mutex mutex_;
  std::vector<std::shared_ptr<const ServedResource>> resources_;  // guarded by mutex_
  uint64_t generation_ = 0;                                       // guarded by mutex_
  std::atomic<std::shared_ptr<const Registry>> current_;
};

}  // namespace pintle::api
