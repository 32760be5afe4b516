#include "pintle/api/registry.h"

#include <algorithm>
#include <array>
#include <utility>

#include "pintle/scheme/names.h"

namespace pintle::api {
namespace {

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

ServedGroup& EnsureGroup(std::vector<ServedGroup>& groups, const std::string& name) {
  auto at = std::ranges::find(groups, name, &ServedGroup::name);
  if (at != groups.end()) return *at;
  return groups.emplace_back(ServedGroup{name, PriorityOf(name), {}});
}

ServedVersion& EnsureVersion(ServedGroup& group, const std::string& version) {
  auto at = std::ranges::find(group.versions, version, &ServedVersion::version);
  if (at != group.versions.end()) return *at;
  return group.versions.emplace_back(ServedVersion{version, {}});
}

}  // namespace

const ServedGroup* Registry::FindGroup(std::string_view group) const {
  auto at = std::ranges::find(groups_, group, &ServedGroup::name);
  return at != groups_.end() ? &*at : nullptr;
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
  auto at = std::ranges::find_if(found->resources, [&](const auto& resource) {
    return resource->definition->plural == plural;
  });
  return at != found->resources.end() ? *at : nullptr;
}

std::shared_ptr<const Registry> Registry::Build(
    const std::vector<std::shared_ptr<const ServedResource>>& resources, uint64_t generation) {
  auto registry = std::make_shared<Registry>();
  registry->generation_ = generation;
  for (const auto& resource : resources) {
    ServedGroup& group = EnsureGroup(registry->groups_, resource->definition->group);
    for (const std::string& version : resource->definition->versions) {
      EnsureVersion(group, version).resources.push_back(resource);
    }
  }
  std::erase_if(registry->groups_, [](const ServedGroup& group) { return group.versions.empty(); });
  for (ServedGroup& group : registry->groups_) {
    std::ranges::stable_sort(group.versions, scheme::VersionBefore, &ServedVersion::version);
    for (ServedVersion& version : group.versions) {
      std::ranges::sort(version.resources, {}, [](const auto& resource) -> const std::string& {
        return resource->definition->plural;
      });
    }
  }
  std::ranges::sort(registry->groups_, [](const ServedGroup& a, const ServedGroup& b) {
    return a.priority != b.priority ? a.priority > b.priority : a.name < b.name;
  });
  return registry;
}

RegistryHolder::RegistryHolder() { Publish(); }

void RegistryHolder::Put(std::vector<std::shared_ptr<const ServedResource>> resources) {
  std::scoped_lock lock(mutex_);
  for (auto& resource : resources) {
    std::erase_if(resources_, [&](const auto& old) {
      return old->definition->group == resource->definition->group &&
             old->definition->plural == resource->definition->plural;
    });
    resources_.push_back(std::move(resource));
  }
  Publish();
}

void RegistryHolder::Remove(std::string_view group, std::string_view plural) {
  std::scoped_lock lock(mutex_);
  std::erase_if(resources_, [&](const auto& old) {
    return old->definition->group == group && old->definition->plural == plural;
  });
  Publish();
}

void RegistryHolder::Publish() { current_.store(Registry::Build(resources_, ++generation_)); }

}  // namespace pintle::api
