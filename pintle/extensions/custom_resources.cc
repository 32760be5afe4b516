#include "pintle/extensions/custom_resources.h"

#include "apis/apiextensions/v1/finalizer.h"
#include "pintle/api/list_request.h"
#include "pintle/base/log.h"
#include "pintle/base/strings.h"
#include "pintle/extensions/naming.h"
#include "pintle/extensions/pause.h"
#include "pintle/object/decode.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;

using v1::kCleanupFinalizer;

// How often a definition that is going away looks whether its last objects are gone.
constexpr std::chrono::milliseconds kCleanupInterval{1000};

int64_t RevisionOf(const write::Object& object) {
  return ParseInt64(object.meta().resource_version).value_or(0);
}

std::shared_ptr<const api::ServedResource> FindServed(const api::Registry& registry,
                                                      const v1::CustomResourceDefinition& crd) {
  for (const auto& version : crd.spec.versions) {
    auto served = registry.Find(crd.spec.group, version.name, crd.spec.names.plural);
    if (served != nullptr) return served;
  }
  return nullptr;
}

// How watches end that would go on with a definition that is not true any more: the client comes
// back and finds the new one, or none.
Error NotServedAnyMore() {
  return Error(Reason::kServiceUnavailable, "the definition of the resource has changed");
}

}  // namespace

CustomResources::CustomResources(write::Effects& effects, api::RegistryHolder& registry,
                                 CustomResourceOptions options,
                                 std::shared_ptr<storage::EncodingBudget> budget)
    : effects_(effects), registry_(registry), options_(options), budget_(std::move(budget)) {}

Task<Status> CustomResources::Load(std::shared_ptr<const api::ServedResource> definitions) {
  definitions_ = std::move(definitions);
  // The server's own changes: status and finalizers, nothing is reset or validated anew.
  internal_strategy_.allow_unconditional_update = true;
  auto snapshot = definitions_->cache->Current();
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    auto crd = object::DecodeStored(definitions_->definition->kind, at.value()->stored(),
                                    at.value()->mod_revision());
    if (!crd) {
      LogError("a CustomResourceDefinition cannot be read",
               {{"key", at.key()}, {"error", crd.error().message()}});
      continue;
    }
    co_await OnWritten(*crd, false);
  }
  co_return Status();
}

Task<void> CustomResources::OnWritten(const write::Object& definition, bool deleted) {
  const auto& crd = definition.As<Definition>();
  if (deleted) {
    auto served = FindServed(*registry_.Current(), crd);
    registry_.Remove(crd.spec.group, crd.spec.names.plural);
    {
      std::scoped_lock lock(mutex_);
      served_.erase(std::string(crd.metadata.name));
    }
    if (served != nullptr) served->cache->Stop(NotServedAnyMore());
    co_await ReconsiderOthers(crd);
    co_return;
  }
  if (!crd.metadata.deletion_timestamp) {
    bool stored = co_await UpdateStatus(crd);
    if (stored) {
      co_await ReconsiderOthers(crd);
      co_return;
    }
  }
  if (HasCondition(crd, v1::kEstablished)) co_await Serve(definition);
  if (crd.metadata.deletion_timestamp) BeginFinalize(crd);
}

Task<void> CustomResources::OnSeen(storage::CachedObjectPtr seen) {
  storage::CachedObjectPtr current = definitions_->cache->Current()->Find(seen->key());
  const bool deleted = current == nullptr;
  const storage::CachedObject& latest = deleted ? *seen : *current;
  auto crd =
      object::DecodeStored(definitions_->definition->kind, latest.stored(), latest.mod_revision());
  if (!crd) co_return;  // reported by Load, or by whoever reads it
  {
    std::scoped_lock lock(mutex_);
    auto served = served_.find(crd->meta().name);
    const bool known = served != served_.end();
    if (deleted ? !known : known && served->second.revision >= latest.mod_revision()) co_return;
  }
  co_await OnWritten(*crd, deleted);
}

Task<void> CustomResources::ReconsiderOthers(const Definition& crd) {
  std::vector<write::Object> others = OthersOfGroup(crd);
  for (const write::Object& other : others) {
    const auto& definition = other.As<Definition>();
    if (definition.metadata.deletion_timestamp || HasCondition(definition, v1::kNamesAccepted)) {
      continue;
    }
    co_await OnWritten(other, false);
  }
}

void CustomResources::BeginFinalize(const Definition& crd) {
  // While the server starts there is no executor to wait on; ResumeDeletions comes back to it.
  if (Executor::Current() == nullptr) return;
  auto& finalizers = crd.metadata.finalizers;
  if (std::ranges::find(finalizers, kCleanupFinalizer) == finalizers.end()) return;
  std::shared_ptr<const api::ServedResource> served = FindServed(*registry_.Current(), crd);
  std::string name(crd.metadata.name);
  std::string uid(crd.metadata.uid);
  {
    std::scoped_lock lock(mutex_);
    if (!finalizing_.insert(uid).second) return;
  }
  Start(Finalize(std::move(name), uid, std::move(served)), [this, uid] {
    std::scoped_lock lock(mutex_);
    finalizing_.erase(uid);
  });
}

void CustomResources::ResumeDeletions() {
  auto snapshot = definitions_->cache->Current();
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    auto crd = object::DecodeStored(definitions_->definition->kind, at.value()->stored(),
                                    at.value()->mod_revision());
    if (crd && crd->meta().deletion_timestamp) BeginFinalize(crd->As<Definition>());
  }
}

std::vector<write::Object> CustomResources::OthersOfGroup(const Definition& crd) const {
  std::vector<write::Object> others;
  auto snapshot = definitions_->cache->Current();
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    auto other = object::DecodeStored(definitions_->definition->kind, at.value()->stored(),
                                      at.value()->mod_revision());
    if (!other) continue;
    const auto& definition = other->As<Definition>();
    if (definition.spec.group == crd.spec.group && definition.metadata.name != crd.metadata.name) {
      others.push_back(std::move(*other));
    }
  }
  return others;
}

Task<bool> CustomResources::UpdateStatus(const Definition& crd) {
  std::vector<write::Object> others = OthersOfGroup(crd);
  std::vector<const Definition*> definitions;
  for (const write::Object& other : others) definitions.push_back(&other.As<Definition>());
  int64_t now = effects_.clock().NowSeconds();

  // Most changes leave the status as it is: look before writing.
  Arena scratch;
  auto* trial = scratch.New<Definition>(crd);
  trial->status.conditions = {};
  for (const auto& condition : crd.status.conditions) {
    trial->status.conditions.Append(scratch, condition);
  }
  if (!AcceptNames(scratch, *trial, definitions, now)) co_return false;

  std::string name(crd.metadata.name);
  auto change = [&](Arena& arena, Definition& current) {
    return AcceptNames(arena, current, definitions, now);
  };
  Result<write::WriteOutcome> outcome = co_await Change(std::move(name), change);
  if (!outcome) {
    LogError("the status of a CustomResourceDefinition cannot be stored",
             {{"name", crd.metadata.name}, {"error", outcome.error().message()}});
  }
  co_return outcome.has_value();
}

Task<Result<write::WriteOutcome>> CustomResources::Change(
    std::string name, std::function<bool(Arena&, Definition&)> change) {
  write::Context context;
  context.user.name = "system:apiserver";
  context.version = "v1";
  context.name = std::move(name);
  context.subresource = "status";
  write::Transform transform = [&](const write::Object& current) -> Result<write::Object> {
    write::Object object = current.Copy();
    change(object.arena(), object.As<Definition>());
    return object;
  };
  write::UpdateOptions options;
  Result<write::WriteOutcome> outcome =
      co_await write::Update(effects_, context, *definitions_->definition, internal_strategy_,
                             std::move(transform), std::move(options));
  co_return outcome;
}

Task<void> CustomResources::Serve(const write::Object& definition) {
  const auto& crd = definition.As<Definition>();
  int64_t revision = RevisionOf(definition);
  std::string name(crd.metadata.name);
  auto resource = MakeCustomResource(crd, options_, next_epoch_.fetch_add(1));
  if (crd.metadata.deletion_timestamp) {
    resource->terminating = true;
    resource->verbs = {"delete", "deletecollection", "get", "list", "watch"};
  }
  // The objects are the same whatever the schema says: an existing cache goes on.
  std::shared_ptr<storage::WatchCache> cache;
  std::shared_ptr<storage::WatchCache> replaced;
  auto current = registry_.Current();
  for (const auto& version : resource->versions) {
    auto served = current->Find(resource->group, version, resource->plural);
    if (served == nullptr) continue;
    const bool same_fields =
        served->definition->kind.selectable_fields == resource->kind.selectable_fields;
    (same_fields ? cache : replaced) = served->cache;
    break;
  }
  if (cache == nullptr) {
    object::Kind kind = resource->kind;
    storage::WatchCacheOptions cache_options;
    cache_options.budget = budget_;
    cache_options.window = options_.event_window;
    cache = std::make_shared<storage::WatchCache>(
        effects_.store(), resource->key_prefix,
        [kind](std::string_view, const Bytes& value) {
          return api::CacheHeader(kind, value.view());
        },
        cache_options);
    Status started = co_await cache->Start();
    if (!started) {
      LogError("a custom resource cannot be served",
               {{"name", name}, {"error", started.error().message()}});
      co_return;
    }
  }
  bool new_spec = false;
  {
    std::scoped_lock lock(mutex_);
    auto [last, first] = served_.try_emplace(name);
    if (revision < last->second.revision) co_return;
    // A deletion that has begun counts as a generation, but changes nothing of what is sent.
    new_spec = !first && !crd.metadata.deletion_timestamp &&
               crd.metadata.generation != last->second.generation;
    last->second = {revision, crd.metadata.generation};
    auto served = std::make_shared<api::ServedResource>();
    served->definition = std::move(resource);
    served->cache = cache;
    registry_.Put({std::move(served)});
  }
  if (replaced != nullptr) replaced->Stop(NotServedAnyMore());
  if (new_spec) cache->EndSubscriptions(NotServedAnyMore());
}

Task<bool> CustomResources::DeleteInstances(const api::ServedResource& resource) {
  const write::ResourceDefinition& definition = *resource.definition;
  auto snapshot = resource.cache->Current();
  for (auto at = snapshot->From(definition.key_prefix); !at.Done(); at.Next()) {
    auto object =
        object::DecodeStored(definition.kind, at.value()->stored(), at.value()->mod_revision());
    if (!object || object->meta().deletion_timestamp) continue;
    write::Context context;
    context.user.name = "system:apiserver";
    context.version = definition.kind.storage_version;
    context.namespace_name = object->meta().namespace_;
    context.name = object->meta().name;
    write::DeleteOptions options;
    Result<write::DeleteOutcome> outcome =
        co_await write::Delete(effects_, context, definition, std::move(options));
    if (!outcome && outcome.error().reason() != Reason::kNotFound) {
      LogWarning("an object of a deleted CustomResourceDefinition cannot be deleted",
                 {{"key", at.key()}, {"error", outcome.error().message()}});
    }
  }
  co_return resource.cache->Current()->count() == 0;
}

bool CustomResources::IsTerminating(const std::string& name, const std::string& uid) const {
  auto found = definitions_->cache->Current()->Find(definitions_->definition->Key("", name));
  return found != nullptr && found->header().uid == uid;
}

Task<void> CustomResources::Finalize(std::string name, std::string uid,
                                     std::shared_ptr<const api::ServedResource> resource) {
  if (resource != nullptr) {
    for (;;) {
      // A new definition of the same name has objects of its own.
      if (!IsTerminating(name, uid)) co_return;
      bool empty = co_await DeleteInstances(*resource);
      if (empty) break;
      // Finalizers of the objects hold them.
      co_await Sleep(kCleanupInterval);
    }
  }
  co_await ReleaseFinalizer(std::move(name), std::move(uid));
}

Task<void> CustomResources::ReleaseFinalizer(std::string name, std::string uid) {
  int64_t now = effects_.clock().NowSeconds();
  auto change = [now, uid](Arena& arena, Definition& crd) {
    if (crd.metadata.uid != uid) return false;
    SetCondition(arena, crd, v1::kTerminating, v1::kConditionFalse, "InstanceDeletionCompleted",
                 "removed all instances", now);
    auto& finalizers = crd.metadata.finalizers;
    for (size_t i = finalizers.size(); i-- > 0;) {
      if (finalizers[i] == kCleanupFinalizer) finalizers.Erase(i);
    }
    return true;
  };
  std::string log_name = name;
  Result<write::WriteOutcome> outcome = co_await Change(std::move(name), change);
  if (!outcome && outcome.error().reason() != Reason::kNotFound) {
    LogError("a CustomResourceDefinition cannot be removed",
             {{"name", log_name}, {"error", outcome.error().message()}});
  }
}

}  // namespace pintle::extensions
