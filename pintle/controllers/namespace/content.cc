#include "pintle/controllers/namespace/content.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "pintle/object/read/decode.h"
#include "pintle/write/commit.h"

namespace pintle::controllers {
namespace {

using api::ServedResource;
using ServedPtr = std::shared_ptr<const ServedResource>;

bool IsPods(const ServedPtr& resource) {
  return resource->definition->names.group.empty() && resource->definition->names.plural == "pods";
}

// Every resource that may have objects in a namespace, once, pods first.
std::vector<ServedPtr> NamespacedResources(const api::Registry& registry) {
  std::vector<ServedPtr> found;
  std::set<std::string_view> prefixes;  // two groups may serve the same objects
  for (const api::ServedGroup& group : registry.groups()) {
    for (const api::ServedVersion& version : group.versions) {
      for (const ServedPtr& resource : version.resources) {
        const write::ResourceDefinition& definition = *resource->definition;
        const bool deletable = definition.serving.verbs.Has(write::Verb::kDelete);
        if (!definition.names.namespaced || !deletable) continue;
        if (prefixes.insert(definition.storing.key_prefix).second) found.push_back(resource);
      }
    }
  }
  auto pods = std::ranges::find_if(found, IsPods);
  if (pods != found.end()) std::rotate(found.begin(), pods, pods + 1);
  return found;
}

std::string ResourceText(const write::ResourceDefinition& definition) {
  return definition.names.group.empty() ? definition.names.plural
                                        : definition.names.plural + "." + definition.names.group;
}

// One pass over the objects of one resource.
class ResourcePass {
 public:
  ResourcePass(write::World& world, ServedPtr resource, const std::string& namespace_name,
               const std::atomic<bool>& stopped, NamespaceContent& content)
      : world_(world),
        definition_(*resource->definition),
        resource_(std::move(resource)),
        namespace_name_(namespace_name),
        stopped_(stopped),
        content_(content) {}

  Task<void> Run() {
    const std::string prefix = definition_.Prefix(namespace_name_);
    storage::Freshness freshness;
    freshness.latest = true;
    auto reading = resource_->cache->Read(prefix, freshness);
    Result<storage::SnapshotPtr> snapshot = co_await reading;
    if (!snapshot) {
      Fail(snapshot.error());
      co_return;
    }
    for (auto at = (*snapshot)->From(prefix); !at.Done() && at.key().starts_with(prefix);
         at.Next()) {
      if (stopped_) {
        content_.incomplete = true;
        co_return;
      }
      co_await DeleteOne(*at.value());  // which the snapshot keeps
    }
    if (count_ > 0) content_.remaining.push_back({resource_, count_, (*snapshot)->revision()});
  }

 private:
  Task<void> DeleteOne(const storage::CachedObject& found) {
    auto object = object::DecodeStored(definition_.kind, found.stored(), found.mod_revision());
    if (!object) {
      ++count_;
      Fail(object.error());
      co_return;
    }
    if (object->meta().deletion_timestamp) {
      Hold(*object);
      co_return;
    }
    // A version that takes no conversion.
    write::Request request = write::OwnRequest(
        definition_, write::Verb::kDelete,
        definition_.kind.is_typed() ? std::string_view(definition_.kind.storage_version)
                                    : object->version());
    request.what.user.name = kNamespaceControllerUser;
    request.what.namespace_name = namespace_name_;
    request.what.name = object->meta().name;
    const write::Rules rules = write::RulesOf(world_, definition_);
    write::DeleteOptions options;
    options.precondition_uid = std::string(object->meta().uid);
    options.propagation_policy = "Background";
    write::Warnings warnings;
    auto deleting =
        write::Commit(world_, request, rules, write::EndBy(std::move(options)), warnings);
    Result<write::Outcome> outcome = co_await deleting;
    if (outcome) {
      if (!outcome->removed) Hold(outcome->object);
    } else if (outcome.error().reason() != Reason::kNotFound) {
      ++count_;
      Fail(outcome.error());
    }
  }

  void Hold(const write::Object& object) {
    ++count_;
    for (std::string_view finalizer : object.meta().finalizers) {
      ++content_.finalizers[std::string(finalizer)];
    }
  }
  // The first failure stands for all: there may be as many as objects.
  void Fail(const Error& error) {
    if (std::exchange(failed_, true)) return;
    content_.failures.push_back(fmt::format("{}: {}", ResourceText(definition_), error.message()));
  }

  write::World& world_;
  const write::ResourceDefinition& definition_;
  const ServedPtr resource_;
  const std::string& namespace_name_;
  const std::atomic<bool>& stopped_;
  NamespaceContent& content_;
  size_t count_ = 0;
  bool failed_ = false;
};

}  // namespace

Task<NamespaceContent> DeleteContent(write::World& world, const api::Registry& registry,
                                     std::string namespace_name, const std::atomic<bool>& stopped) {
  NamespaceContent content;
  for (const ServedPtr& resource : NamespacedResources(registry)) {
    ResourcePass pass(world, resource, namespace_name, stopped, content);
    co_await pass.Run();
    if (content.incomplete || (IsPods(resource) && !content.empty())) break;
  }
  co_return content;
}

}  // namespace pintle::controllers
