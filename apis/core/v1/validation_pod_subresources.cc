#include <fmt/format.h>

#include <map>

#include "apis/core/v1/memory_forms.h"
#include "apis/core/v1/registry_rules.h"
#include "apis/core/v1/validation_pod.h"
#include "apis/core/v1/validation_pod_annotations.h"
#include "apis/core/v1/validation_pod_spec.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

bool IsComputeResource(Str name) { return name == kResourceCPU || name == kResourceMemory; }

// `now` with cpu and memory as they are in `old`.
ResourceList KeepCompute(const ResourceList& now, const ResourceList& old, Arena& arena) {
  ResourceList kept;
  for (const auto& entry : now) {
    if (!IsComputeResource(entry.key)) kept.Set(arena, entry.key, entry.value);
  }
  for (const auto& entry : old) {
    if (IsComputeResource(entry.key)) kept.Set(arena, entry.key, entry.value);
  }
  return kept;
}

ResourceRequirements KeepCompute(const ResourceRequirements& now, const ResourceRequirements& old,
                                 Arena& arena) {
  ResourceRequirements kept = now;
  kept.requests = KeepCompute(now.requests, old.requests, arena);
  kept.limits = KeepCompute(now.limits, old.limits, arena);
  return kept;
}

bool RemovesResource(const ResourceList& now, const ResourceList& old) {
  for (const auto& entry : old) {
    if (now.Find(entry.key) == nullptr) return true;
  }
  return false;
}

// A node tells the resources of what it runs if it can change them.
bool RunsWhereResizeWorks(const Pod& pod) {
  for (const ContainerStatus& status : pod.status.container_statuses) {
    if (status.state.running) return bool(status.resources);
  }
  return true;
}

void ValidateNothingRemoved(const ResourceRequirements& now, const ResourceRequirements& old,
                            std::string_view what, const Path& path, ErrorList& errors) {
  if (RemovesResource(now.requests, old.requests)) {
    errors.push_back(field::Forbidden(path.Child("requests"),
                                      fmt::format("{} requests cannot be removed", what)));
  }
  if (RemovesResource(now.limits, old.limits)) {
    errors.push_back(
        field::Forbidden(path.Child("limits"), fmt::format("{} limits cannot be removed", what)));
  }
}

// Whether the lists name the same containers in the same order.
bool ValidateSameContainers(const typeinfo::List<Container>& now,
                            const typeinfo::List<Container>& old, std::string_view name,
                            const Path& path, ErrorList& errors) {
  if (now.size() != old.size()) {
    errors.push_back(
        field::Forbidden(path, fmt::format("{} may not be added or removed on resize", name)));
    return false;
  }
  bool same = true;
  for (size_t i = 0; i < now.size(); ++i) {
    if (now[i].name == old[i].name) continue;
    Path item = path.Index(i);
    errors.push_back(field::Forbidden(
        item.Child("name"), fmt::format("{} may not be renamed or reordered on resize", name)));
    same = false;
  }
  return same;
}

typeinfo::List<Container> ResizedContainers(const typeinfo::List<Container>& now,
                                            const typeinfo::List<Container>& old, const Path& path,
                                            Arena& arena, ErrorList& errors) {
  typeinfo::List<Container> kept;
  for (size_t i = 0; i < now.size(); ++i) {
    Path item = path.Index(i);
    ValidateNothingRemoved(now[i].resources, old[i].resources, "resource", item.Child("resources"),
                           errors);
    Container& container = kept.Append(arena, now[i]);
    container.resources = KeepCompute(now[i].resources, old[i].resources, arena);
  }
  return now.is_nil() ? now : kept;
}

void ValidatePodLevelResize(const PodSpec& now, const PodSpec& old, ErrorList& errors) {
  if (!now.resources && !old.resources) return;
  Path path("spec.resources");
  if (!now.resources) {
    errors.push_back(field::Forbidden(path, "pod-level resources cannot be removed"));
    return;
  }
  Arena arena;
  ResourceRequirements before = old.resources ? *old.resources : ResourceRequirements();
  ValidateNothingRemoved(*now.resources, before, "pod-level resource", path, errors);
  if (!typeinfo::SemanticEqual(KeepCompute(*now.resources, before, arena), before)) {
    errors.push_back(
        field::Forbidden(Path("spec"), "only cpu and memory resources are mutable at pod-level"));
  }
}

void ValidateResizedSpec(const PodSpec& now, const PodSpec& old, ErrorList& errors) {
  constexpr std::string_view kOnlyCompute = "only cpu and memory resources are mutable";
  ValidatePodLevelResize(now, old, errors);
  bool containers = ValidateSameContainers(now.containers, old.containers, "containers",
                                           Path("spec.containers"), errors);
  bool init_containers =
      ValidateSameContainers(now.init_containers, old.init_containers, "initContainers",
                             Path("spec.initContainers"), errors);
  if (!containers || !init_containers) return;
  Arena arena;
  PodSpec kept = now;
  kept.containers =
      ResizedContainers(now.containers, old.containers, Path("spec.containers"), arena, errors);
  kept.init_containers = ResizedContainers(now.init_containers, old.init_containers,
                                           Path("spec.initContainers"), arena, errors);
  for (size_t i = 0; i < kept.containers.size(); ++i) {
    if (typeinfo::SemanticEqual(kept.containers[i], old.containers[i])) continue;
    errors.push_back(field::Forbidden(Path("spec"), kOnlyCompute));
  }
  Path list("spec.initContainers");
  for (size_t i = 0; i < kept.init_containers.size(); ++i) {
    if (typeinfo::SemanticEqual(kept.init_containers[i], old.init_containers[i])) continue;
    errors.push_back(
        field::Forbidden(list.Index(i),
                         "only cpu and memory resources for init or sidecar containers are "
                         "mutable"));
  }
  if (!errors.empty()) return;
  kept.resources = old.resources;
  if (!typeinfo::SemanticEqual(kept, old)) {
    errors.push_back(field::Forbidden(Path("spec"), kOnlyCompute));
  }
}

}  // namespace

ErrorList ValidatePodEphemeralContainersUpdate(const Pod& pod, const Pod& old,
                                               ValidationOptions options) {
  options.tolerate_bad_selector_values |= HasBadSelectorValues(old.spec);
  if (old.metadata.annotations.Find(kMirrorAnnotation) != nullptr) {
    return {field::Forbidden(Path("[]"), "static pods do not support ephemeral containers")};
  }
  ErrorList errors;
  ValidatePodAndSpec(pod, options, errors);
  ValidatePodAnnotationsUpdate(pod, old, Path("metadata.annotations"), options, errors);
  std::map<Str, const EphemeralContainer*> now;
  for (const EphemeralContainer& container : pod.spec.ephemeral_containers) {
    now[container.ephemeral_container_common.name] = &container;
  }
  Path path("spec.ephemeralContainers");
  for (const EphemeralContainer& container : old.spec.ephemeral_containers) {
    Str name = container.ephemeral_container_common.name;
    auto found = now.find(name);
    if (found == now.end()) {
      errors.push_back(field::Forbidden(
          path, fmt::format("existing ephemeral containers \"{}\" may not be removed\n", name)));
    } else if (!typeinfo::SemanticEqual(*found->second, container)) {
      errors.push_back(field::Forbidden(
          path, fmt::format("existing ephemeral containers \"{}\" may not be changed\n{}", name,
                            DiffInMemory(container, *found->second))));
    }
  }
  return errors;
}

ErrorList ValidatePodResize(const Pod& pod, const Pod& old, ValidationOptions options) {
  options.tolerate_bad_selector_values |= HasBadSelectorValues(old.spec);
  if (old.metadata.annotations.Find(kMirrorAnnotation) != nullptr) {
    return {field::Forbidden(Path("[]"), "static pods cannot be resized")};
  }
  if (old.spec.os && old.spec.os->name == kWindows) {
    return {field::Forbidden(Path("[]"), "windows pods cannot be resized")};
  }
  ErrorList errors;
  ValidatePodAndSpec(pod, options, errors);
  Str before = old.status.qos_class;
  if (before.empty()) before = QosClass(old.spec, options.pod_level_resources);
  if (QosClass(pod.spec, options.pod_level_resources) != before) {
    errors.push_back(field::Invalid(Path("spec"), validate::NamedText(pod.status.qos_class),
                                    "Pod QOS Class may not change as a result of resizing"));
  }
  if (!RunsWhereResizeWorks(old)) {
    errors.push_back(
        field::Forbidden(Path("spec"), "Pod running on node without support for resize"));
  }
  if (!old.status.node_allocatable_resource_claim_statuses.empty()) {
    errors.push_back(field::Forbidden(
        Path("spec"), "pods with node allocatable resource claims cannot be resized"));
  }
  ValidateResizedSpec(pod.spec, old.spec, errors);
  return errors;
}

ErrorList ValidatePodBinding(const Binding& binding) {
  ErrorList errors;
  if (!binding.target.kind.empty() && binding.target.kind != "Node") {
    errors.push_back(
        field::NotSupported(Path("target.kind"), binding.target.kind, {"Node", "<empty>"}));
  }
  validate::NotEmpty(Path("target.name"), binding.target.name, errors);
  return errors;
}

ErrorList ValidatePodLogOptions(const PodLogOptions& log) {
  ErrorList errors;
  validate::NonNegative(Path("tailLines"), log.tail_lines, errors);
  if (log.limit_bytes && *log.limit_bytes < 1) {
    errors.push_back(
        field::Invalid(Path("limitBytes"), *log.limit_bytes, "must be greater than 0"));
  }
  if (log.since_seconds && log.since_time) {
    errors.push_back(field::Forbidden(
        Path("[]"), "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  } else if (log.since_seconds && *log.since_seconds < 1) {
    errors.push_back(
        field::Invalid(Path("sinceSeconds"), *log.since_seconds, "must be greater than 0"));
  }
  return errors;
}

}  // namespace pintle::apis::core::v1
