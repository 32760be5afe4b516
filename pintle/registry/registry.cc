#include "pintle/registry/registry.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "pintle/resource/capabilities.h"
#include "pintle/scheme/names.h"

namespace pintle::api {
namespace {

using write::ResourceDefinition;

// Where groups stand in discovery; custom groups come last.
constexpr std::array<std::pair<std::string_view, int>, 24> kGroupPriorities = {{
    {"", 18000},
    {"apps", 17800},
    {"events.k8s.io", 17750},
    {"authentication.k8s.io", 17700},
    {"authorization.k8s.io", 17600},
    {"autoscaling", 17500},
    {"batch", 17400},
    {"certificates.k8s.io", 17300},
    {"networking.k8s.io", 17200},
    {"policy", 17100},
    {"rbac.authorization.k8s.io", 17000},
    {"storage.k8s.io", 16800},
    {"admissionregistration.k8s.io", 16700},
    {"apiextensions.k8s.io", 16700},
    {"scheduling.k8s.io", 16600},
    {"coordination.k8s.io", 16500},
    {"node.k8s.io", 16300},
    {"discovery.k8s.io", 16200},
    {"resource.k8s.io", 16200},
    {"flowcontrol.apiserver.k8s.io", 16100},
    {"internal.apiserver.k8s.io", 16000},
    {"storagemigration.k8s.io", 15800},
    {"apiregistration.k8s.io", 20000},
    {"frobber.example", 1500},
}};
constexpr int kCustomGroupPriority = 1000;

int PriorityOf(std::string_view group) {
  auto at = std::ranges::find(kGroupPriorities, group, &std::pair<std::string_view, int>::first);
  return at != kGroupPriorities.end() ? at->second : kCustomGroupPriority;
}

const std::string& PluralOf(const std::shared_ptr<const ServedResource>& resource) {
  return resource->definition->names.plural;
}

void Insert(ServedGroup& group, const std::string& version,
            const std::shared_ptr<const ServedResource>& resource) {
  auto at = std::ranges::find(group.versions, version, &ServedVersion::version);
  if (at == group.versions.end()) at = group.versions.insert(at, ServedVersion{version, {}});
  at->resources.insert(std::ranges::lower_bound(at->resources, PluralOf(resource), {}, PluralOf),
                       resource);
}

void Erase(ServedGroup& group, std::string_view plural) {
  for (ServedVersion& version : group.versions) {
    auto at = std::ranges::lower_bound(version.resources, plural, std::less<>(), PluralOf);
    if (at != version.resources.end() && PluralOf(*at) == plural) version.resources.erase(at);
  }
  std::erase_if(group.versions,
                [](const ServedVersion& version) { return version.resources.empty(); });
}

// Whether the release before, which shares the store with this one, serves none of these resources
// in this version.
bool IsNew(const ServedVersion& version) {
  return std::ranges::all_of(version.resources, [&](const auto& resource) {
    const scheme::KindInfo* kind = resource->definition->kind.typed;
    const scheme::KindVersion* row = kind != nullptr ? kind->Find(version.version) : nullptr;
    return row != nullptr && row->lifecycle.introduced > scheme::kOldestCompatibleRelease;
  });
}

// Whether the row of a compiled-in resource prefers one of `others` to `version`.
bool ComesAfter(const ServedVersion& version, const std::vector<ServedVersion>& others) {
  return std::ranges::any_of(version.resources, [&](const auto& resource) {
    const ResourceDefinition& definition = *resource->definition;
    if (!write::IsCompiledIn(definition)) return false;
    const auto itself = std::ranges::find(definition.serving.versions, version.version);
    return std::any_of(definition.serving.versions.begin(), itself, [&](const std::string& name) {
      return std::ranges::find(others, name, &ServedVersion::version) != others.end();
    });
  });
}

// Puts the versions of a group in order of preference: as the rows of its compiled-in resources
// say. Where those say nothing, and of custom resources, it is by name, but what is new comes last.
void OrderVersions(ServedGroup& group) {
  if (group.versions.size() < 2) return;
  std::vector<ServedVersion> rest = std::exchange(group.versions, {});
  std::ranges::sort(rest, [](const ServedVersion& a, const ServedVersion& b) {
    const bool a_is_new = IsNew(a);
    if (a_is_new != IsNew(b)) return !a_is_new;
    return scheme::VersionBefore(a.version, b.version);
  });
  while (!rest.empty()) {
    auto next = std::ranges::find_if_not(
        rest, [&](const ServedVersion& version) { return ComesAfter(version, rest); });
    if (next == rest.end()) next = rest.begin();  // rows that contradict each other
    group.versions.push_back(std::move(*next));
    rest.erase(next);
  }
}

bool BeforeInDiscovery(const std::shared_ptr<const ServedGroup>& a,
                       const std::shared_ptr<const ServedGroup>& b) {
  return a->priority != b->priority ? a->priority > b->priority : a->name < b->name;
}

const std::string& NameOf(const std::shared_ptr<const ServedGroup>& group) { return group->name; }

}  // namespace

std::shared_ptr<const ServedGroup> Registry::Shared(std::string_view group) const {
  auto at = std::ranges::lower_bound(by_name_, group, std::less<>(), NameOf);
  return at != by_name_.end() && (*at)->name == group ? *at : nullptr;
}

bool ServedGroup::IsCompiledIn() const {
  return std::ranges::any_of(versions, [](const ServedVersion& version) {
    return std::ranges::any_of(version.resources, [](const auto& resource) {
      return write::IsCompiledIn(*resource->definition);
    });
  });
}

const ServedGroup* Registry::FindGroup(std::string_view group) const {
  auto at = std::ranges::lower_bound(by_name_, group, std::less<>(), NameOf);
  return at != by_name_.end() && (*at)->name == group ? at->get() : nullptr;
}

const ServedVersion* Registry::FindVersion(std::string_view group, std::string_view version) const {
  const ServedGroup* found = FindGroup(group);
  if (found == nullptr) return nullptr;
  auto at = std::ranges::find(found->versions, version, &ServedVersion::version);
  return at != found->versions.end() ? &*at : nullptr;
}

std::shared_ptr<const ServedResource> Registry::Find(std::string_view group,
                                                     std::string_view version,
                                                     std::string_view plural) const {
  const ServedVersion* found = FindVersion(group, version);
  if (found == nullptr) return nullptr;
  auto at = std::ranges::lower_bound(found->resources, plural, std::less<>(), PluralOf);
  return at != found->resources.end() && PluralOf(*at) == plural ? *at : nullptr;
}

void Registry::Replace(ServedGroup group) {
  auto shared = std::make_shared<const ServedGroup>(std::move(group));
  auto replace = [&](std::vector<GroupPtr>& groups, auto before) {
    auto at = std::ranges::lower_bound(groups, shared, before);
    const bool there = at != groups.end() && (*at)->name == shared->name;
    if (shared->versions.empty()) {
      if (there) groups.erase(at);
    } else if (there) {
      *at = shared;
    } else {
      groups.insert(at, shared);
    }
  };
  replace(groups_, BeforeInDiscovery);
  replace(by_name_, [](const GroupPtr& a, const GroupPtr& b) { return a->name < b->name; });
}

std::shared_ptr<const Registry> Registry::With(const ServedResources& resources) const {
  auto changed = std::make_shared<Registry>(*this);
  ++changed->generation_;
  std::map<std::string, ServedGroup> groups;
  for (const auto& resource : resources) {
    const std::string& name = resource->definition->names.group;
    auto group = groups.find(name);
    if (group == groups.end()) {
      GroupPtr before = Shared(name);
      ServedGroup copy = before ? *before : ServedGroup{name, PriorityOf(name), {}};
      group = groups.emplace(name, std::move(copy)).first;
    }
    Erase(group->second, resource->definition->names.plural);
    for (const std::string& version : resource->definition->serving.versions) {
      Insert(group->second, version, resource);
    }
  }
  for (auto& [name, group] : groups) {
    OrderVersions(group);
    changed->Replace(std::move(group));
  }
  return changed;
}

std::shared_ptr<const Registry> Registry::Without(std::string_view group,
                                                  std::string_view plural) const {
  auto changed = std::make_shared<Registry>(*this);
  ++changed->generation_;
  if (GroupPtr before = Shared(group)) {
    ServedGroup copy = *before;
    Erase(copy, plural);
    changed->Replace(std::move(copy));
  }
  return changed;
}

std::shared_ptr<const ServedResource> Registry::FindOf(const typeinfo::TypeInfo& type) const {
  for (const ServedGroup& group : groups()) {
    for (const ServedVersion& version : group.versions) {
      for (const std::shared_ptr<const ServedResource>& resource : version.resources) {
        const scheme::KindInfo* kind = resource->definition->kind.typed;
        if (kind != nullptr && kind->hub == &type) return resource;
      }
    }
  }
  return nullptr;
}

std::shared_ptr<const Registry> Registry::Build(const ServedResources& resources,
                                                uint64_t generation) {
  Registry empty;
  empty.generation_ = generation - 1;
  return empty.With(resources);
}

void RegistryHolder::Publish(std::shared_ptr<const Registry> changed) {
  std::scoped_lock lock(mutex_);
  current_.swap(changed);
}

void RegistryHolder::Put(const ServedResources& resources) {
  std::scoped_lock change(changing_);
  Publish(Current()->With(resources));
}

void RegistryHolder::Remove(std::string_view group, std::string_view plural) {
  std::scoped_lock change(changing_);
  Publish(Current()->Without(group, plural));
}

}  // namespace pintle::api
