#pragma once

#include <memory>
#include <mutex>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/resource/definition.h"
#include "pintle/storage/cache/watch_cache.h"

namespace pintle::api {

// A resource with its cache: what a handler needs to serve it.
struct ServedResource {
  std::shared_ptr<const write::ResourceDefinition> definition;
  // Shared with the requests that read from it: it outlives the resource's removal. Null only of a
  // kind that an endpoint speaks, which is in no registry.
  std::shared_ptr<storage::WatchCache> cache;
};

// One version of a group and the resources served in it, in order of their plurals.
struct ServedVersion {
  std::string version;
  std::vector<std::shared_ptr<const ServedResource>> resources;
};

struct ServedGroup {
  std::string name;  // empty for the core group
  // Higher comes first in discovery.
  int priority = 0;
  std::vector<ServedVersion> versions;  // preferred first

  // Whether a resource of it is not a custom one.
  bool IsCompiledIn() const;
};

using ServedResources = std::vector<std::shared_ptr<const ServedResource>>;

// Everything the server serves at one moment. Immutable; readers keep the snapshot they took. A
// changed registry shares the groups that did not change with the one before: with many custom
// groups a change costs a pointer for each of them and a copy of its own group.
class Registry {
 public:
  // In discovery order: by priority, then by name.
  auto groups() const { return std::views::transform(groups_, Dereference); }
  const ServedGroup* FindGroup(std::string_view group) const;
  const ServedVersion* FindVersion(std::string_view group, std::string_view version) const;
  // Null if the resource is not served in that version.
  std::shared_ptr<const ServedResource> Find(std::string_view group, std::string_view version,
                                             std::string_view plural) const;
  // The one that is compiled in whose objects are `T`; null if it is not served.
  template <typename T>
  std::shared_ptr<const ServedResource> FindOf() const {
    return FindOf(typeinfo::TypeOf<T>());
  }
  std::shared_ptr<const ServedResource> FindOf(const typeinfo::TypeInfo& type) const;
  // Grows with every change; documents made from the registry are kept per generation.
  uint64_t generation() const { return generation_; }

  // A registry of these resources; group priorities by the API's table.
  static std::shared_ptr<const Registry> Build(const ServedResources& resources,
                                               uint64_t generation);
  // With more resources, in place of those of the same group and plural; of the next generation.
  std::shared_ptr<const Registry> With(const ServedResources& resources) const;
  std::shared_ptr<const Registry> Without(std::string_view group, std::string_view plural) const;

 private:
  using GroupPtr = std::shared_ptr<const ServedGroup>;
  static const ServedGroup& Dereference(const GroupPtr& group) { return *group; }

  // Null if there is none.
  GroupPtr Shared(std::string_view group) const;
  // Puts a group in place of the one of that name; one without versions is left out.
  void Replace(ServedGroup group);

  std::vector<GroupPtr> groups_;
  std::vector<GroupPtr> by_name_;  // the same
  uint64_t generation_ = 0;
};

// The current registry. Reading is a pointer copy; changes are made one at a time. Thread-safe.
// (std::atomic<std::shared_ptr> is a lock too, and g++ 12 lets go of it in an order that only x86
// makes good.)
class RegistryHolder {
 public:
  std::shared_ptr<const Registry> Current() const {
    std::scoped_lock lock(mutex_);
    return current_;
  }
  // Adds resources, replacing those of the same group and plural.
  void Put(const ServedResources& resources);
  void Remove(std::string_view group, std::string_view plural);

 private:
  void Publish(std::shared_ptr<const Registry> changed);

  std::mutex changing_;  // held while the next one is made
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::shared_ptr<const Registry> current_ = std::make_shared<const Registry>();
};

}  // namespace pintle::api
