#include "pintle/extensions/custom_resources.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "pintle/base/log.h"
#include "pintle/base/strings.h"
#include "pintle/extensions/conditions.h"
#include "pintle/extensions/pause.h"
#include "pintle/object/read/decode.h"
#include "pintle/registry/resource_cache.h"
#include "pintle/resource/capabilities.h"
#include "pintle/typeinfo/equal.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;

int64_t RevisionOf(const write::Object& object) {
  return ParseInt64(object.meta().resource_version).value_or(0);
}

// How watches end that would go on with a definition that is not true any more: the client comes
// back and finds the new one, or none.
Error NotServedAnyMore() {
  return Error(Reason::kServiceUnavailable, "the definition of the resource has changed");
}

// The server itself has a resource of this name, which no definition can replace.
bool IsCompiledIn(const api::Registry& registry, std::string_view group, std::string_view plural) {
  const api::ServedGroup* found = registry.FindGroup(group);
  if (found == nullptr) return false;
  return std::ranges::any_of(found->versions, [&](const api::ServedVersion& version) {
    auto resource = registry.Find(group, version.version, plural);
    return resource != nullptr && write::IsCompiledIn(*resource->definition);
  });
}

bool SameNames(const v1::CustomResourceDefinitionNames& names,
               const write::ResourceDefinition& resource) {
  return names.plural == resource.names.plural && names.singular == resource.names.singular &&
         names.kind == resource.kind.kind && names.list_kind == resource.kind.list_kind &&
         std::ranges::equal(names.short_names, resource.names.short_names) &&
         std::ranges::equal(names.categories, resource.names.categories);
}

}  // namespace

CustomResources::CustomResources(write::World& world, api::RegistryHolder& registry,
                                 CustomResourceOptions options,
                                 std::shared_ptr<storage::EncodingBudget> budget)
    : world_(world), registry_(registry), options_(options), budget_(std::move(budget)) {}

Task<Status> CustomResources::Load(std::shared_ptr<const api::ServedResource> definitions) {
  definitions_ = std::make_unique<DefinitionStore>(world_, std::move(definitions));
  ServedFinder find_served = [this](std::string_view name, std::string_view uid) {
    return FindServed(name, uid);
  };
  cleanup_ = std::make_unique<DefinitionCleanup>(world_, *definitions_, std::move(find_served),
                                                 options_.cleanup);
  // All names that are taken are known before any is given.
  definitions_->ForEach([this](const write::Object& definition) {
    names_.Note(definition.As<Definition>(), RevisionOf(definition));
  });
  std::vector<std::string> names = definitions_->Names();
  for (const std::string& name : names) {
    std::optional<write::Object> definition = definitions_->Read(name);
    if (definition) co_await OnWritten(*definition, false);
  }
  co_return Status();
}

void CustomResources::ResumeDeletions() {
  definitions_->ForEach([this](const write::Object& definition) {
    const auto& crd = definition.As<Definition>();
    if (crd.metadata.deletion_timestamp) cleanup_->Begin(crd, MayHaveObjects(crd));
  });
}

Task<void> CustomResources::OnWritten(const write::Object& definition, bool deleted) {
  const auto& crd = definition.As<Definition>();
  if (deleted) {
    co_await OnDeleted(crd);
    co_return;
  }
  if (!Note(definition)) co_return;
  if (!crd.metadata.deletion_timestamp) {
    StatusUpdate update = co_await UpdateStatus(crd);
    if (update == StatusUpdate::kDone) {
      std::string group(crd.spec.group);
      co_await ReconsiderOthers(std::move(group));
      co_return;
    }
  }
  if (HasCondition(crd, v1::kEstablished)) co_await Serve(definition);
  // While the server starts there is no executor to wait on; ResumeDeletions comes back to it.
  if (crd.metadata.deletion_timestamp && Executor::Current() != nullptr) {
    cleanup_->Begin(crd, MayHaveObjects(crd));
  }
}

bool CustomResources::MayHaveObjects(const Definition& crd) const {
  return HasCondition(crd, v1::kEstablished) &&
         !IsCompiledIn(*registry_.Current(), crd.spec.group, crd.spec.names.plural);
}

bool CustomResources::Note(const write::Object& definition) {
  const auto& crd = definition.As<Definition>();
  std::scoped_lock lock(mutex_);
  if (!definitions_->Has(crd.metadata.name, crd.metadata.uid)) return false;
  names_.Note(crd, RevisionOf(definition));
  return true;
}

Task<void> CustomResources::OnDeleted(const Definition& crd) {
  std::shared_ptr<const api::ServedResource> removed;
  {
    std::scoped_lock lock(mutex_);
    // A new definition of the same name has taken its place already, or will.
    if (definitions_->Find(crd.metadata.name) == nullptr) names_.Forget(crd);
    auto served = served_.find(crd.metadata.name);
    if (served != served_.end() && served->second.uid == crd.metadata.uid) {
      removed = std::move(served->second.resource);
      served_.erase(served);
      registry_.Remove(removed->definition->names.group, removed->definition->names.plural);
    }
  }
  if (removed != nullptr) removed->cache->Stop(NotServedAnyMore());
  std::string group(crd.spec.group);
  co_await ReconsiderOthers(std::move(group));
}

Task<void> CustomResources::OnSeen(storage::CachedObjectPtr seen) {
  const object::Kind& kind = definitions_->resource()->definition->kind;
  storage::CachedObjectPtr current = definitions_->resource()->cache->Current()->Find(seen->key());
  const bool deleted = current == nullptr;
  const storage::CachedObject& latest = deleted ? *seen : *current;
  auto crd = object::DecodeStored(kind, latest.stored(), latest.mod_revision());
  if (!crd) co_return;  // reported by Load, or by whoever reads it
  {
    std::scoped_lock lock(mutex_);
    auto served = served_.find(crd->meta().name);
    const bool known = served != served_.end();
    if (!deleted && known && served->second.revision >= latest.mod_revision()) co_return;
  }
  co_await OnWritten(*crd, deleted);
}

std::shared_ptr<void> CustomResources::Decide(Arena& arena, Definition& crd) {
  const int64_t now = world_.clock().NowSeconds();
  std::shared_ptr<void> held = names_.Claim(arena, crd, now);
  SetEstablished(arena, crd, now);
  SetNonStructural(arena, crd, now);
  SetApproval(arena, crd, now);
  return held;
}

Task<CustomResources::StatusUpdate> CustomResources::UpdateStatus(const Definition& crd) {
  // Most changes leave the status as it is: look before writing.
  Arena scratch;
  auto* trial = scratch.New<Definition>(crd);
  trial->status.conditions = crd.status.conditions.Clone(scratch);
  std::shared_ptr<void> held = Decide(scratch, *trial);
  if (typeinfo::SemanticEqual(crd.status, trial->status)) co_return StatusUpdate::kNothingToDo;

  std::string name(crd.metadata.name);
  DefinitionStore::Edit edit = [&](Arena& arena, Definition& current) {
    if (!current.metadata.deletion_timestamp) held = Decide(arena, current);
  };
  auto changing = definitions_->Change(name, edit);
  Result<write::Outcome> outcome = co_await changing;
  if (!outcome) {
    if (outcome.error().reason() != Reason::kNotFound) {
      LogError("the status of a CustomResourceDefinition cannot be stored",
               {{"name", name}, {"error", outcome.error().message()}});
      LookAgain(name);
    }
    co_return StatusUpdate::kDone;
  }
  // If somebody else stored the same, that one may not have come to serving it yet.
  if (HasCondition(outcome->object.As<Definition>(), v1::kEstablished)) {
    co_await Serve(outcome->object);
  }
  co_return StatusUpdate::kDone;
}

void CustomResources::LookAgain(const std::string& name) {
  if (Executor::Current() == nullptr) return;
  {
    std::scoped_lock lock(mutex_);
    if (!looked_at_later_.insert(name).second) return;
  }
  Start(LookLater(name), [] {});
}

Task<void> CustomResources::LookLater(std::string name) {
  co_await Sleep(options_.cleanup.interval);
  {
    std::scoped_lock lock(mutex_);
    looked_at_later_.erase(name);
  }
  if (storage::CachedObjectPtr found = definitions_->Find(name)) {
    auto looking = OnSeen(std::move(found));
    co_await looking;
  }
}

Task<void> CustomResources::ReconsiderOthers(std::string group) {
  // A definition that gets its names may free others; each can do so once.
  std::vector<std::string> refused = names_.Refused(group);
  for (size_t rounds = refused.size(); rounds > 0 && !refused.empty(); --rounds) {
    bool changed = false;
    for (const std::string& name : refused) {
      std::optional<write::Object> other = definitions_->Read(name);
      if (!other || other->meta().deletion_timestamp) continue;
      StatusUpdate update = co_await UpdateStatus(other->As<Definition>());
      changed |= update == StatusUpdate::kDone;
    }
    if (!changed) co_return;
    refused = names_.Refused(group);
  }
}

std::shared_ptr<const api::ServedResource> CustomResources::FindServed(std::string_view name,
                                                                       std::string_view uid) {
  std::scoped_lock lock(mutex_);
  auto served = served_.find(name);
  return served != served_.end() && served->second.uid == uid ? served->second.resource : nullptr;
}

bool CustomResources::IsNews(const Definition& crd, int64_t revision) {
  if (IsCompiledIn(*registry_.Current(), crd.spec.group, crd.spec.names.plural)) return false;
  std::scoped_lock lock(mutex_);
  auto found = served_.find(crd.metadata.name);
  if (found == served_.end()) return true;
  Served& served = found->second;
  if (revision < served.revision) return false;
  const write::ResourceDefinition& resource = *served.resource->definition;
  const bool terminating = static_cast<bool>(crd.metadata.deletion_timestamp);
  const bool same =
      served.uid == crd.metadata.uid && served.generation == crd.metadata.generation &&
      resource.serving.terminating == terminating && SameNames(crd.status.accepted_names, resource);
  if (same) served.revision = revision;
  return !same;
}

SchemaReader CustomResources::SchemasOf(const Definition& crd, int64_t revision) const {
  storage::CachedObjectPtr stored = definitions_->Find(crd.metadata.name);
  if (stored == nullptr || stored->mod_revision() != revision) return CopiedSchemas(crd);
  const auto& definition = definitions_->resource()->definition;
  std::shared_ptr<const object::Kind> kind(definition, &definition->kind);
  return StoredSchemas(std::move(kind), stored->stored());
}

std::shared_ptr<storage::WatchCache> CustomResources::CacheFor(
    const Definition& crd, const write::ResourceDefinition& resource) {
  std::scoped_lock lock(mutex_);
  auto found = served_.find(crd.metadata.name);
  if (found == served_.end()) return nullptr;
  const api::ServedResource& served = *found->second.resource;
  const bool same = served.definition->kind.selectable_fields == resource.kind.selectable_fields;
  return same ? served.cache : nullptr;
}

std::shared_ptr<storage::WatchCache> CustomResources::NewCache(
    const write::ResourceDefinition& resource) const {
  storage::WatchCacheOptions cache_options;
  cache_options.budget = budget_;
  cache_options.window = options_.event_window;
  return api::MakeCache(world_.store(), resource, cache_options);
}

Task<void> CustomResources::Serve(const write::Object& definition) {
  const auto& crd = definition.As<Definition>();
  const int64_t revision = RevisionOf(definition);
  if (!IsNews(crd, revision)) co_return;
  SchemaReader schemas = SchemasOf(crd, revision);
  auto resource = MakeCustomResource(crd, options_.kinds, next_epoch_.fetch_add(1), schemas);
  if (crd.metadata.deletion_timestamp) {
    resource->serving.terminating = true;
    resource->serving.verbs = {write::Verb::kDelete, write::Verb::kDeleteCollection,
                               write::Verb::kGet, write::Verb::kList, write::Verb::kWatch};
  }
  for (;;) {
    // The objects are the same whatever the schema says: an existing cache goes on.
    std::shared_ptr<storage::WatchCache> cache = CacheFor(crd, *resource);
    const bool existing = cache != nullptr;
    if (!existing) {
      cache = NewCache(*resource);
      Status started = co_await cache->Start();
      if (!started) {
        LogError("a custom resource cannot be served",
                 {{"name", crd.metadata.name}, {"error", started.error().message()}});
        LookAgain(std::string(crd.metadata.name));
        co_return;
      }
    }
    if (Publish(crd, revision, resource, std::move(cache), existing)) co_return;
  }
}

bool CustomResources::Publish(const Definition& crd, int64_t revision,
                              std::shared_ptr<const write::ResourceDefinition> resource,
                              std::shared_ptr<storage::WatchCache> cache, bool existing) {
  std::shared_ptr<storage::WatchCache> replaced;
  bool changed = false;
  {
    std::scoped_lock lock(mutex_);
    if (!definitions_->Has(crd.metadata.name, crd.metadata.uid)) return true;
    auto found = served_.find(crd.metadata.name);
    const Served* served = found != served_.end() ? &found->second : nullptr;
    if (served != nullptr && revision < served->revision) return true;
    // Who has taken it out of service since has stopped it.
    if (existing && (served == nullptr || served->resource->cache != cache)) return false;
    if (served != nullptr) {
      const write::ResourceDefinition& before = *served->resource->definition;
      if (before.kind.selectable_fields == resource->kind.selectable_fields) {
        cache = served->resource->cache;  // another change may have made one meanwhile
      } else {
        replaced = served->resource->cache;
      }
      // A deletion that begins changes nothing of what is sent.
      const bool only_ends = served->uid == crd.metadata.uid &&
                             served->generation == crd.metadata.generation &&
                             !before.serving.terminating && resource->serving.terminating;
      changed = !only_ends;
    }
    auto made = std::make_shared<api::ServedResource>();
    made->definition = std::move(resource);
    made->cache = cache;
    served_[std::string(crd.metadata.name)] = {revision, crd.metadata.generation,
                                               std::string(crd.metadata.uid), made};
    registry_.Put({std::move(made)});
  }
  if (replaced != nullptr) replaced->Stop(NotServedAnyMore());
  if (changed) cache->EndSubscriptions(NotServedAnyMore());
  return true;
}

}  // namespace pintle::extensions
