#include "apis/core/v1/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "apis/core/v1/registry_rules.h"
#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_pod_annotations.h"
#include "apis/core/v1/validation_security.h"
#include "pintle/typeinfo/copy.h"
#include "pintle/typeinfo/equal.h"

namespace pintle::apis::core::v1 {
namespace {

using write::Context;
using write::Object;

constexpr std::string_view kPodLevelResources = "PodLevelResources";
constexpr std::string_view kSchedulingGated = "SchedulingGated";
constexpr std::string_view kSchedulingGatedMessage =
    "Scheduling is blocked due to non-empty scheduling gates";

typeinfo::Time Now(const Context& context) {
  return typeinfo::Time::FromSeconds(context.now_seconds);
}

void ReduceSecrets(Object& object) {
  auto& secrets = object.As<ServiceAccount>().secrets;
  secrets = secrets.Clone(object.arena());
  for (ObjectReference& secret : secrets) secret = {.name = secret.name};
}

template <typename T>
T CopyOf(const T& from, Arena& arena) {
  T to = {};
  typeinfo::DeepCopy(typeinfo::TypeOf<T>(), &from, &to, arena);
  return to;
}

// The pod as it was, metadata that belongs to its own endpoint too; what this endpoint is for is
// put in after that.
Pod OldPod(const Pod& pod, const Pod& old, Arena& arena) {
  Pod out = pod;
  meta::v1::ObjectMeta metadata = CopyOf(old.metadata, arena);
  out.metadata.labels = metadata.labels;
  out.metadata.annotations = metadata.annotations;
  out.metadata.finalizers = metadata.finalizers;
  out.metadata.owner_references = metadata.owner_references;
  out.spec = CopyOf(old.spec, arena);
  out.status = CopyOf(old.status, arena);
  return out;
}

bool SameNames(const typeinfo::List<Container>& now, const typeinfo::List<Container>& old) {
  for (size_t i = 0; i < now.size(); ++i) {
    if (now[i].name != old[i].name) return false;
  }
  return true;
}

// `old` with the resources of `sent`; `sent` itself if containers were renamed or moved, which
// validation tells.
typeinfo::List<Container> Resized(const typeinfo::List<Container>& sent,
                                  const typeinfo::List<Container>& old) {
  if (!SameNames(sent, old)) return sent;
  typeinfo::List<Container> resized = old;
  for (size_t i = 0; i < sent.size(); ++i) {
    resized[i].resources = sent[i].resources;
    resized[i].resize_policy = sent[i].resize_policy;
  }
  return resized;
}

// What an annotation of a time before the field says, if it says anything.
std::optional<AppArmorProfile> ProfileOf(std::string_view annotation) {
  constexpr std::string_view kLocalhost = "localhost/";
  AppArmorProfile profile;
  if (annotation == "unconfined") {
    profile.type = kAppArmorProfileTypeUnconfined;
  } else if (annotation == "runtime/default") {
    profile.type = kAppArmorProfileTypeRuntimeDefault;
  } else if (annotation.starts_with(kLocalhost)) {
    profile.type = kAppArmorProfileTypeLocalhost;
    profile.localhost_profile = annotation.substr(kLocalhost.size());
  }
  field::ErrorList errors;
  ValidateAppArmorProfile(profile, field::Path(), errors);
  if (!errors.empty()) return std::nullopt;
  return profile;
}

// Containers get the field that their annotation stands for, unless that is the pod's anyway.
void SetAppArmorProfiles(const Context& context, Pod& pod, Arena& arena) {
  if (pod.spec.os && pod.spec.os->name == kWindows) return;
  const AppArmorProfile* of_pod =
      pod.spec.security_context ? pod.spec.security_context->app_armor_profile.get() : nullptr;
  for (auto* containers : {&pod.spec.init_containers, &pod.spec.containers}) {
    for (Container& container : *containers) {
      std::string key = std::string(kAppArmorAnnotationPrefix) + std::string(container.name);
      const typeinfo::Str* annotation = pod.metadata.annotations.Find(key);
      if (annotation == nullptr) continue;
      if (container.security_context && container.security_context->app_armor_profile) continue;
      std::optional<AppArmorProfile> profile = ProfileOf(*annotation);
      if (profile && of_pod != nullptr && typeinfo::SemanticEqual(*profile, *of_pod)) continue;
      if (profile) {
        container.security_context.Ensure(arena).app_armor_profile.Ensure(arena) = *profile;
      }
      context.warnings.Add(
          fmt::format("metadata.annotations[{}]: deprecated since v1.30; use the "
                      "\"appArmorProfile\" field instead",
                      key));
    }
  }
}

// A client that does not know of observed generations does not take them away.
void KeepObservedGenerations(PodStatus& status, const PodStatus& old) {
  if (status.observed_generation == 0) status.observed_generation = old.observed_generation;
  // Several conditions may have the same type: the first is compared with the first, and so on.
  std::map<std::pair<std::string_view, size_t>, int64_t> known;
  std::map<std::string_view, size_t> ranks;
  for (const PodCondition& before : old.conditions) {
    known[{before.type, ranks[before.type]++}] = before.observed_generation;
  }
  ranks.clear();
  for (PodCondition& condition : status.conditions) {
    auto before = known.find({condition.type, ranks[condition.type]++});
    if (before != known.end() && condition.observed_generation == 0) {
      condition.observed_generation = before->second;
    }
  }
}

void CountSpecChange(Object& object, const Pod& old) {
  Pod& pod = object.As<Pod>();
  if (!typeinfo::SemanticEqual(typeinfo::TypeOf<PodSpec>(), &pod.spec, &old.spec)) {
    ++pod.metadata.generation;
  }
}

}  // namespace

void NameLimitRange(const Context&, Object& object) {
  auto& meta = object.meta();
  if (meta.name.empty()) meta.name = meta.uid;
}

void PrepareClaimCreate(const Context&, Object& object) {
  auto& claim = object.As<PersistentVolumeClaim>();
  DropForeignDataSource(claim.spec, nullptr);
  MirrorDataSource(object.arena(), claim.spec);
  claim.status.phase = kClaimPending;
}

void PrepareClaimUpdate(const Context&, Object& object, const Object& old) {
  auto& claim = object.As<PersistentVolumeClaim>();
  DropForeignDataSource(claim.spec, &old.As<PersistentVolumeClaim>().spec);
  MirrorDataSource(object.arena(), claim.spec);
}

void PrepareVolumeCreate(const Context& context, Object& object) {
  auto& status = object.As<PersistentVolume>().status;
  status.phase = kVolumePending;
  status.last_phase_transition_time = Now(context);
}

void PrepareVolumeStatus(const Context& context, Object& object, const Object& old) {
  auto& status = object.As<PersistentVolume>().status;
  const auto& before = old.As<PersistentVolume>().status;
  auto& time = status.last_phase_transition_time;
  if (status.phase == before.phase) {
    if (!time) time = before.last_phase_transition_time;
  } else if (!time || time == before.last_phase_transition_time) {
    time = Now(context);
  }
}

void PreparePodCreate(const Context& context, Object& object) {
  Pod& pod = object.As<Pod>();
  Arena& arena = object.arena();
  pod.status.phase = kPodPending;
  pod.status.qos_class = QosClass(pod.spec, context.gates.Enabled(kPodLevelResources));
  if (!pod.spec.scheduling_gates.empty()) {
    pod.status.conditions.Append(arena, {.type = kPodScheduled,
                                         .status = kConditionFalse,
                                         .last_transition_time = Now(context),
                                         .reason = kSchedulingGated,
                                         .message = kSchedulingGatedMessage});
  }
  MergeLabelKeys(arena, pod, context.gates);
  SetAppArmorProfiles(context, pod, arena);
}

void PreparePodStatus(const Context&, Object& object, const Object& old) {
  Pod& pod = object.As<Pod>();
  pod.metadata.deletion_timestamp.reset();
  const PodStatus& before = old.As<Pod>().status;
  if (pod.status.qos_class.empty()) pod.status.qos_class = before.qos_class;
  pod.status.conditions = pod.status.conditions.Clone(object.arena());
  KeepObservedGenerations(pod.status, before);
}

void PreparePodEphemeralContainers(const Context&, Object& object, const Object& old) {
  Pod& pod = object.As<Pod>();
  const Pod& before = old.As<Pod>();
  auto containers = pod.spec.ephemeral_containers;
  pod = OldPod(pod, before, object.arena());
  pod.spec.ephemeral_containers = containers;
  CountSpecChange(object, before);
}

void PreparePodResize(const Context&, Object& object, const Object& old) {
  Pod& pod = object.As<Pod>();
  const Pod& before = old.As<Pod>();
  const PodSpec sent = pod.spec;
  // Containers that were added or taken away are left for validation to tell.
  if (sent.containers.size() != before.spec.containers.size() ||
      sent.init_containers.size() != before.spec.init_containers.size()) {
    return;
  }
  pod = OldPod(pod, before, object.arena());
  pod.spec.containers = Resized(sent.containers, pod.spec.containers);
  pod.spec.init_containers = Resized(sent.init_containers, pod.spec.init_containers);
  pod.spec.resources = sent.resources;
  CountSpecChange(object, before);
}

void PrepareSecretUpdate(const Context&, Object& object, const Object& old) {
  auto& type = object.As<Secret>().type;
  if (type.empty()) type = old.As<Secret>().type;
}

void WarnOfSecret(const Context& context, const Object& object, const Object*) {
  const auto& secret = object.As<Secret>();
  if (secret.type != kSecretTypeTLS) return;
  auto has_pem = [&](std::string_view key) {
    const auto* data = secret.data.Find(key);
    return data != nullptr && data->view().find("-----BEGIN") != std::string_view::npos;
  };
  if (!has_pem("tls.crt")) {
    context.warnings.Add("tls: failed to find any PEM data in certificate input");
  } else if (!has_pem("tls.key")) {
    context.warnings.Add("tls: failed to find any PEM data in key input");
  }
}

int64_t PodGracePeriod(const Object& object, std::optional<int64_t> requested) {
  const Pod& pod = object.As<Pod>();
  int64_t seconds = requested ? *requested : pod.spec.termination_grace_period_seconds.value_or(0);
  if (pod.spec.node_name.empty() || pod.status.phase == kPodFailed ||
      pod.status.phase == kPodSucceeded) {
    return 0;
  }
  return seconds < 0 ? 1 : seconds;
}

void PrepareServiceAccountCreate(const Context&, Object& object) { ReduceSecrets(object); }

void PrepareServiceAccountUpdate(const Context&, Object& object, const Object&) {
  ReduceSecrets(object);
}

void PrepareServiceCreate(const Context&, Object& object) {
  SyncClusterIps(object.arena(), nullptr, object.As<Service>());
}

void PrepareServiceUpdate(const Context&, Object& object, const Object& old) {
  auto& service = object.As<Service>();
  const auto& before = old.As<Service>();
  CopyAllocated(object.arena(), before, service);
  SyncClusterIps(object.arena(), &before, service);
  DropUnusedFields(before, service);
  if (service.spec.type != kServiceTypeLoadBalancer) service.status.load_balancer = {};
}

void DropInternalPolicyOfNames(Object& object) {
  auto& spec = object.As<Service>().spec;
  if (spec.type == kServiceTypeExternalName) spec.internal_traffic_policy.reset();
}

}  // namespace pintle::apis::core::v1
