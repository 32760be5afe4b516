#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "apis/apiextensions/v1/types.h"
#include "pintle/extensions/definition_cleanup.h"
#include "pintle/extensions/definition_store.h"
#include "pintle/extensions/kind/custom_definition.h"
#include "pintle/extensions/name_index.h"
#include "pintle/registry/registry.h"
#include "pintle/storage/cache/event_window.h"
#include "pintle/write/world.h"

namespace pintle::extensions {

struct CustomResourceOptions {
  CustomKindOptions kinds{};
  // Of the caches of custom resources.
  storage::WindowLimits event_window{};
  CleanupOptions cleanup{};
};

// Keeps what is served in step with the CustomResourceDefinitions in the store: accepts names,
// builds resources, removes them. It hears of every change before the change is acknowledged, so a
// resource is served when the POST of its definition returns. Thread-safe; must outlive all
// requests.
class CustomResources {
 public:
  CustomResources(write::World& world, api::RegistryHolder& registry, CustomResourceOptions options,
                  std::shared_ptr<storage::EncodingBudget> budget);

  // The hook for ResourceDefinition::on_written.
  Task<void> OnWritten(const write::Object& definition, bool deleted);
  // A definition was seen in the cache, perhaps written by another server: does what is left to do
  // about its current state. On an executor.
  Task<void> OnSeen(storage::CachedObjectPtr seen);
  // Serves all definitions that are stored; `definitions` is the served resource of the definitions
  // themselves. Called once, before requests come.
  Task<Status> Load(std::shared_ptr<const api::ServedResource> definitions);
  // Goes on with deletions that an earlier process began. Called once, on an executor.
  void ResumeDeletions();

 private:
  using Definition = apis::apiextensions::v1::CustomResourceDefinition;

  // What is served for a definition.
  struct Served {
    int64_t revision = 0;    // of the definition, so that a late older change does not win
    int64_t generation = 0;  // of its spec
    std::string uid;
    std::shared_ptr<const api::ServedResource> resource;
  };

  // Takes note of a definition's names; false if it is gone by now.
  bool Note(const write::Object& definition);
  // It is or was to be served.
  bool MayHaveObjects(const Definition& crd) const;
  Task<void> OnDeleted(const Definition& crd);
  // Gives a definition the names and conditions it may have. Nothing if it has them; otherwise
  // OnWritten has run for what was stored, or nothing could be stored.
  enum class StatusUpdate : uint8_t { kNothingToDo, kDone };
  Task<StatusUpdate> UpdateStatus(const Definition& crd);
  // Looks at a definition again later, when the store may work again: nobody else would. On an
  // executor; does nothing elsewhere.
  void LookAgain(const std::string& name);
  Task<void> LookLater(std::string name);
  std::shared_ptr<void> Decide(Arena& arena, Definition& crd);
  // Gives definitions of the group that were refused a name another chance.
  Task<void> ReconsiderOthers(std::string group);

  Task<void> Serve(const write::Object& definition);
  // Something of the definition is to be served otherwise than it is.
  bool IsNews(const Definition& crd, int64_t revision);
  SchemaReader SchemasOf(const Definition& crd, int64_t revision) const;
  // The cache that is there, if it has what the new definition needs; else null.
  std::shared_ptr<storage::WatchCache> CacheFor(const Definition& crd,
                                                const write::ResourceDefinition& resource);
  std::shared_ptr<storage::WatchCache> NewCache(const write::ResourceDefinition& resource) const;
  // False if `cache`, an `existing` one, is not the one in service any more.
  bool Publish(const Definition& crd, int64_t revision,
               std::shared_ptr<const write::ResourceDefinition> resource,
               std::shared_ptr<storage::WatchCache> cache, bool existing);
  // What this very definition serves; null if nothing.
  std::shared_ptr<const api::ServedResource> FindServed(std::string_view name,
                                                        std::string_view uid);

  write::World& world_;
  api::RegistryHolder& registry_;
  const CustomResourceOptions options_;
  const std::shared_ptr<storage::EncodingBudget> budget_;
  std::atomic<uint64_t> next_epoch_{1};
  NameIndex names_;
  // Set by Load, then constant.
  std::unique_ptr<DefinitionStore> definitions_;
  std::unique_ptr<DefinitionCleanup> cleanup_;

  // Held while what is served is changed, together with the look whether the definition is still
  // there.
  std::mutex mutex_;
  // Guarded by mutex_; by name.
  std::map<std::string, Served, std::less<>> served_;
  std::set<std::string, std::less<>> looked_at_later_;
};

}  // namespace pintle::extensions
