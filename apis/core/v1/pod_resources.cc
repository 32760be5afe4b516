#include "apis/core/v1/pod_resources.h"

namespace pintle::apis::core::v1 {
namespace {

using ListOfRequirements = typeinfo::Map<typeinfo::Quantity> ResourceRequirements::*;

// Sums beyond what is kept stay as they are: no machine is that large.
void Add(const ResourceList& list, Amounts& total) {
  for (const auto& entry : list) {
    Result<Quantity> amount = Quantity::Parse(entry.value.view());
    if (!amount) continue;
    auto [at, added] = total.try_emplace(entry.key, *amount);
    if (added) continue;
    // A sum is written like the first amount in it that is not zero.
    at->second = at->second.is_zero() ? *amount : at->second.Plus(*amount).value_or(at->second);
  }
}

void Raise(const Amounts& amounts, Amounts& largest) {
  for (const auto& [name, amount] : amounts) {
    auto [at, added] = largest.try_emplace(name, amount);
    if (!added && amount > at->second) at->second = amount;
  }
}

Amounts Total(const PodSpec& spec, ListOfRequirements list) {
  Amounts total;
  for (const Container& container : spec.containers) Add(container.resources.*list, total);
  Amounts sidecars;
  Amounts starting;
  for (const Container& container : spec.init_containers) {
    const ResourceList& own = container.resources.*list;
    if (container.restart_policy.value_or({}) == kContainerRestartPolicyAlways) {
      Add(own, total);
      Add(own, sidecars);
      Raise(sidecars, starting);
    } else {
      Amounts with_sidecars = sidecars;
      Add(own, with_sidecars);
      Raise(with_sidecars, starting);
    }
  }
  Raise(starting, total);
  return total;
}

}  // namespace

Amounts TotalRequests(const PodSpec& spec) { return Total(spec, &ResourceRequirements::requests); }
Amounts TotalLimits(const PodSpec& spec) { return Total(spec, &ResourceRequirements::limits); }

bool IsHugePages(std::string_view resource) { return resource.starts_with("hugepages-"); }

bool IsPodLevelResource(std::string_view resource) {
  return resource == kResourceCPU || resource == kResourceMemory || IsHugePages(resource);
}

}  // namespace pintle::apis::core::v1
