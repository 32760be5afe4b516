#include "apis/core/v1/pod_resources.h"

namespace pintle::apis::core::v1 {
namespace {

using ListOfRequirements = typeinfo::Map<typeinfo::Quantity> ResourceRequirements::*;

// Sums beyond what is kept stay as they are: no machine is that large.
void Add(std::string_view name, const Quantity& amount, Amounts& total) {
  auto [at, added] = total.try_emplace(name, amount);
  if (added) return;
  // A sum is written like the first amount in it that is not zero.
  at->second = at->second.is_zero() ? amount : at->second.Plus(amount).value_or(at->second);
}

void Raise(std::string_view name, const Quantity& amount, Amounts& largest) {
  auto [at, added] = largest.try_emplace(name, amount);
  if (!added && amount > at->second) at->second = amount;
}

// What the containers of a pod need together. Each init container runs beside the sidecars before
// it, so of what it does not speak of the sidecars alone need most.
class Need {
 public:
  void AddContainer(const ResourceList& list) {
    Visit(list,
          [this](std::string_view name, const Quantity& amount) { Add(name, amount, total_); });
  }
  void AddSidecar(const ResourceList& list) {
    Visit(list, [this](std::string_view name, const Quantity& amount) {
      Add(name, amount, total_);
      Add(name, amount, sidecars_);
      Raise(name, sidecars_.at(name), starting_);
    });
  }
  void AddInitContainer(const ResourceList& list) {
    Visit(list, [this](std::string_view name, const Quantity& amount) {
      Amounts beside;
      if (auto sidecars = sidecars_.find(name); sidecars != sidecars_.end())
        beside.insert(*sidecars);
      Add(name, amount, beside);
      Raise(name, beside.at(name), starting_);
    });
  }
  Amounts Total() && {
    for (const auto& [name, amount] : starting_) Raise(name, amount, total_);
    return std::move(total_);
  }

 private:
  template <typename Function>
  static void Visit(const ResourceList& list, Function function) {
    for (const auto& entry : list) {
      Result<Quantity> amount = Quantity::Parse(entry.value.view());
      if (amount) function(entry.key, *amount);
    }
  }

  Amounts total_;
  Amounts sidecars_;
  Amounts starting_;
};

Amounts Total(const PodSpec& spec, ListOfRequirements list) {
  Need need;
  for (const Container& container : spec.containers) need.AddContainer(container.resources.*list);
  for (const Container& container : spec.init_containers) {
    if (container.restart_policy.value_or({}) == kContainerRestartPolicyAlways) {
      need.AddSidecar(container.resources.*list);
    } else {
      need.AddInitContainer(container.resources.*list);
    }
  }
  return std::move(need).Total();
}

}  // namespace

Amounts TotalRequests(const PodSpec& spec) { return Total(spec, &ResourceRequirements::requests); }
Amounts TotalLimits(const PodSpec& spec) { return Total(spec, &ResourceRequirements::limits); }

bool IsHugePages(std::string_view resource) { return resource.starts_with("hugepages-"); }

bool IsPodLevelResource(std::string_view resource) {
  return resource == kResourceCPU || resource == kResourceMemory || IsHugePages(resource);
}

}  // namespace pintle::apis::core::v1
