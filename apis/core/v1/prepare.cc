#include "apis/core/v1/prepare.h"

#include <algorithm>

#include "apis/core/v1/registry_rules.h"
#include "apis/core/v1/types.h"
#include "pintle/typeinfo/copy.h"
#include "pintle/typeinfo/equal.h"

namespace pintle::apis::core::v1 {
namespace {

using write::Context;
using write::Object;

constexpr std::string_view kSchedulingGated = "SchedulingGated";
constexpr std::string_view kSchedulingGatedMessage =
    "Scheduling is blocked due to non-empty scheduling gates";

const features::FeatureGates& GatesOf(const Context& context) {
  static const features::FeatureGates kDefaults;
  return context.gates != nullptr ? *context.gates : kDefaults;
}

typeinfo::Time Now(const Context& context) {
  if (context.clock == nullptr) return {};
  return typeinfo::Time::FromSeconds(context.clock->NowSeconds());
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

// The pod as it was, with its metadata as sent; the endpoint's own fields are put in after that.
Pod OldSpec(const Pod& pod, const Pod& old, Arena& arena) {
  Pod out = pod;
  out.spec = CopyOf(old.spec, arena);
  out.status = CopyOf(old.status, arena);
  return out;
}

void TakeResources(const typeinfo::List<Container>& from, typeinfo::List<Container>& to) {
  for (Container& container : to) {
    for (const Container& changed : from) {
      if (changed.name != container.name) continue;
      container.resources = changed.resources;
      container.resize_policy = changed.resize_policy;
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
  pod.status.qos_class = QosClass(pod.spec, GatesOf(context));
  if (!pod.spec.scheduling_gates.empty()) {
    pod.status.conditions.Append(arena, {.type = kPodScheduled,
                                         .status = kConditionFalse,
                                         .reason = kSchedulingGated,
                                         .message = kSchedulingGatedMessage});
  }
  MergeLabelKeys(arena, pod, GatesOf(context));
}

void PreparePodStatus(const Context&, Object& object, const Object& old) {
  Pod& pod = object.As<Pod>();
  pod.metadata.deletion_timestamp.reset();
  if (pod.status.qos_class.empty()) pod.status.qos_class = old.As<Pod>().status.qos_class;
}

void PreparePodEphemeralContainers(const Context&, Object& object, const Object& old) {
  Pod& pod = object.As<Pod>();
  const Pod& before = old.As<Pod>();
  auto containers = pod.spec.ephemeral_containers;
  pod = OldSpec(pod, before, object.arena());
  pod.spec.ephemeral_containers = containers;
  CountSpecChange(object, before);
}

void PreparePodResize(const Context&, Object& object, const Object& old) {
  Pod& pod = object.As<Pod>();
  const Pod& before = old.As<Pod>();
  PodSpec sent = pod.spec;
  pod = OldSpec(pod, before, object.arena());
  TakeResources(sent.containers, pod.spec.containers);
  TakeResources(sent.init_containers, pod.spec.init_containers);
  pod.spec.resources = sent.resources;
  CountSpecChange(object, before);
}

void PrepareSecretUpdate(const Context&, Object& object, const Object& old) {
  auto& type = object.As<Secret>().type;
  if (type.empty()) type = old.As<Secret>().type;
}

void WarnOfSecret(Context& context, const Object& object, const Object*) {
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

}  // namespace pintle::apis::core::v1
