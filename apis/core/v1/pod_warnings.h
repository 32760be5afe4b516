#pragma once

#include "apis/core/v1/types.h"
#include "pintle/field/path.h"
#include "pintle/write/strategy.h"

namespace pintle::apis::core::v1 {

// What is allowed in a pod and yet hardly meant: ports that containers share, in number or in name.
void WarnOfPodSpec(const PodSpec& spec, const field::Path& path, write::Warnings& warnings);

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

// As rows take it. Who changes nothing that counts is not told again.
template <typename T>
void WarnOfPods(write::Context& context, const write::Object& object, const write::Object* old) {
  if (old != nullptr && object.meta().generation == old->meta().generation) return;
  const PodSpec* spec = PodSpecOf(object.As<T>());
  if (spec == nullptr) return;
  constexpr const char* kPath = std::is_same_v<T, Pod>           ? "spec"
                                : std::is_same_v<T, PodTemplate> ? "template.spec"
                                                                 : "spec.template.spec";
  WarnOfPodSpec(*spec, field::Path(kPath), context.warnings);
}

}  // namespace pintle::apis::core::v1
