#include "pintle/extensions/definition_cleanup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apis/apiextensions/v1/finalizer.h"
#include "pintle/base/executor.h"
#include "pintle/base/log.h"
#include "pintle/extensions/pause.h"
#include "pintle/object/read/decode.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;

// Definitions of these names would have the objects of compiled-in resources for their own.
constexpr std::array<std::string_view, 2> kOverlapping = {
    "apiservices.apiregistration.k8s.io", "customresourcedefinitions.apiextensions.k8s.io"};

bool IsOverlapping(std::string_view name) {
  return std::ranges::find(kOverlapping, name) != kOverlapping.end();
}

}  // namespace

void DefinitionCleanup::Begin(const CustomResourceDefinition& crd, bool may_have_objects) {
  if (!crd.metadata.finalizers.contains(v1::kCleanupFinalizer)) return;
  std::string name(crd.metadata.name);
  std::string uid(crd.metadata.uid);
  {
    std::scoped_lock lock(mutex_);
    if (!running_.insert(uid).second) return;
  }
  may_have_objects &= !IsOverlapping(name);
  Start(Run(std::move(name), uid, may_have_objects), [this, uid] {
    std::scoped_lock lock(mutex_);
    running_.erase(uid);
  });
}

Task<void> DefinitionCleanup::Run(std::string name, std::string uid, bool may_have_objects) {
  if (may_have_objects) {
    co_await Tell(name, uid, "InstanceDeletionInProgress",
                  "CustomResource deletion is in progress");
    bool removed = co_await RemoveObjects(name, uid);
    if (!removed) co_return;
  }
  // Until it works: nobody else comes back to it.
  for (;;) {
    bool released = co_await Release(name, uid);
    if (released) co_return;
    co_await Sleep(options_.interval);
  }
}

Task<bool> DefinitionCleanup::RemoveObjects(const std::string& name, const std::string& uid) {
  const auto begin = std::chrono::steady_clock::now();
  bool settled = false;
  bool told = false;
  for (;;) {
    // A new definition of the same name has objects of its own.
    if (!definitions_.Has(name, uid)) co_return false;
    // Looked up each time: it may come late, and a change of the definition may change the cache.
    std::shared_ptr<const api::ServedResource> resource = find_served_(name, uid);
    Pass pass;
    if (resource != nullptr) {
      auto deleting = DeleteObjects(*resource);
      pass = co_await deleting;
    }
    if (pass.empty && settled) co_return true;
    if (!pass.failure.empty()) {
      std::string message = "could not issue all deletes: " + pass.failure;
      co_await Tell(name, uid, "InstanceDeletionFailed", message);
    } else if (!told && std::chrono::steady_clock::now() - begin > options_.patience) {
      told = true;
      co_await Tell(name, uid, "InstanceDeletionCheck",
                    "could not confirm zero CustomResources remaining: "
                    "timed out waiting for the condition");
    }
    co_await Sleep(settled ? options_.interval : options_.settle);
    settled = true;
  }
}

Task<DefinitionCleanup::Pass> DefinitionCleanup::DeleteObjects(
    const api::ServedResource& resource) {
  Pass pass;
  const write::ResourceDefinition& definition = *resource.definition;
  auto snapshot = resource.cache->Current();
  for (auto at = snapshot->From(definition.storing.key_prefix); !at.Done(); at.Next()) {
    auto object =
        object::DecodeStored(definition.kind, at.value()->stored(), at.value()->mod_revision());
    if (object && object->meta().deletion_timestamp) continue;
    Result<write::Outcome> outcome = Fail(Reason::kUnknown, "");
    if (object) {
      // In the version that takes no conversion.
      write::Request request =
          write::OwnRequest(definition, write::Verb::kDelete, object->version());
      request.what.namespace_name = object->meta().namespace_;
      request.what.name = object->meta().name;
      const write::Rules rules = write::RulesOf(world_, definition);
      write::Warnings warnings;
      auto deleting = write::Commit(world_, request, rules, write::EndBy({}), warnings);
      outcome = co_await deleting;
    } else {
      outcome = std::unexpected(object.error());
    }
    if (outcome || outcome.error().reason() == Reason::kNotFound) continue;
    pass.failure = outcome.error().message();
    LogWarning("an object of a deleted CustomResourceDefinition cannot be deleted",
               {{"key", at.key()}, {"error", pass.failure}});
  }
  pass.empty = resource.cache->Current()->count() == 0;
  co_return pass;
}

Task<void> DefinitionCleanup::Tell(const std::string& name, const std::string& uid,
                                   std::string_view reason, std::string_view message) {
  DefinitionStore::Edit edit = [&](Arena& arena, CustomResourceDefinition& crd) {
    if (crd.metadata.uid != uid) return;
    SetCondition(arena, crd, v1::kTerminating,
                 {.status = v1::kConditionTrue, .reason = reason, .message = message},
                 definitions_.clock().NowSeconds());
  };
  auto changing = definitions_.Change(name, edit);
  Result<write::Outcome> outcome = co_await changing;
  if (!outcome && outcome.error().reason() != Reason::kNotFound) {
    LogWarning("the status of a CustomResourceDefinition cannot be stored",
               {{"name", name}, {"error", outcome.error().message()}});
  }
}

ConditionState DefinitionCleanup::FinalState(const CustomResourceDefinition& crd) {
  ConditionState state{.status = v1::kConditionFalse,
                       .reason = "InstanceDeletionCompleted",
                       .message = "removed all instances"};
  if (IsOverlapping(crd.metadata.name)) {
    state.reason = "OverlappingBuiltInResource";
    state.message = "instances overlap with built-in resources in storage";
  } else if (!HasCondition(crd, v1::kEstablished)) {
    state.reason = "NeverEstablished";
    state.message = "resource was never established";
  }
  return state;
}

Task<bool> DefinitionCleanup::Release(const std::string& name, const std::string& uid) {
  DefinitionStore::Edit edit = [&](Arena& arena, CustomResourceDefinition& crd) {
    if (crd.metadata.uid != uid) return;
    SetCondition(arena, crd, v1::kTerminating, FinalState(crd), definitions_.clock().NowSeconds());
    auto& finalizers = crd.metadata.finalizers;
    for (size_t i = finalizers.size(); i-- > 0;) {
      if (finalizers[i] == v1::kCleanupFinalizer) finalizers.Erase(i);
    }
  };
  auto changing = definitions_.Change(name, edit);
  Result<write::Outcome> outcome = co_await changing;
  if (outcome || outcome.error().reason() == Reason::kNotFound) co_return true;
  LogError("a CustomResourceDefinition cannot be removed",
           {{"name", name}, {"error", outcome.error().message()}});
  co_return false;
}

}  // namespace pintle::extensions
