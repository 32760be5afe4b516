#pragma once

#include "apis/core/v1/pod_usage_warnings.h"
#include "apis/core/v1/types.h"
#include "pintle/field/path.h"
#include "pintle/resource/strategy.h"

namespace pintle::apis::core::v1 {

// What is allowed in a pod and yet hardly meant: ports that containers share, in number or in name.
void WarnOfPodSpec(const PodSpec& spec, const field::Path& path, write::Warnings& warnings);

// A name that cannot be one label of a host name, where those of pods are made of it.
void WarnOfPodName(std::string_view name, std::string_view used_in, write::Warnings& warnings);

// The spec of the pods of a kind, and where it is.
inline const PodSpec* PodSpecOf(const Pod& pod) { return &pod.spec; }
inline const PodSpec* PodSpecOf(const PodTemplate& object) { return &object.template_.spec; }
inline const PodSpec* PodSpecOf(const ReplicationController& object) {
  return object.spec.template_ ? &object.spec.template_->spec : nullptr;
}
template <typename T>
const PodSpec* PodSpecOf(const T& workload) {
  return &workload.spec.template_.spec;
}

// The metadata beside that spec.
inline const meta::v1::ObjectMeta* PodMetadataOf(const Pod& pod) { return &pod.metadata; }
inline const meta::v1::ObjectMeta* PodMetadataOf(const PodTemplate& object) {
  return &object.template_.metadata;
}
inline const meta::v1::ObjectMeta* PodMetadataOf(const ReplicationController& object) {
  return object.spec.template_ ? &object.spec.template_->metadata : nullptr;
}
template <typename T>
const meta::v1::ObjectMeta* PodMetadataOf(const T& workload) {
  return &workload.spec.template_.metadata;
}

// As rows take it. Who changes nothing that counts is not told again, nor is who changes a pod:
// that are controllers, and often.
template <typename T>
void WarnOfPods(const write::Context& context, const write::Object& object,
                const write::Object* old) {
  if (old != nullptr &&
      (std::is_same_v<T, Pod> || object.meta().generation == old->meta().generation)) {
    return;
  }
  const PodSpec* spec = PodSpecOf(object.As<T>());
  if (spec == nullptr) return;
  constexpr const char* kPath = std::is_same_v<T, Pod>           ? "spec"
                                : std::is_same_v<T, PodTemplate> ? "template.spec"
                                                                 : "spec.template.spec";
  constexpr const char* kBase = std::is_same_v<T, Pod>           ? ""
                                : std::is_same_v<T, PodTemplate> ? "template."
                                                                 : "spec.template.";
  WarnOfPodUsage(*spec, *PodMetadataOf(object.As<T>()), kBase, !std::is_same_v<T, Pod>,
                 context.warnings);
  WarnOfPodSpec(*spec, field::Path(kPath), context.warnings);
}

// The same for kinds whose pods are named after the object.
template <typename T>
void WarnOfNamedPods(const write::Context& context, const write::Object& object,
                     const write::Object* old) {
  constexpr std::string_view kUsedIn =
      std::is_same_v<T, Pod> ? "the Pod's hostname" : "Pod names and hostnames";
  if (old == nullptr) WarnOfPodName(object.meta().name, kUsedIn, context.warnings);
  WarnOfPods<T>(context, object, old);
}

}  // namespace pintle::apis::core::v1
