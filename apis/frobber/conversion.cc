#include "apis/frobber/conversion.h"

#include "apis/frobber/internal/types.h"
#include "apis/frobber/v6/types.h"
#include "apis/frobber/v7beta1/types.h"

namespace pintle::apis::frobber {
namespace {

constexpr int32_t kDefaultReplicas = 1;

// Status has the same fields everywhere.
template <typename To, typename From>
void CopyStatus(const From& from, To& to) {
  to.observed_generation = from.observed_generation;
  to.ready_replicas = from.ready_replicas;
  to.conditions = from.conditions;
}

// What all versions of the spec call by the same name.
template <typename To, typename From>
void CopyCommonSpec(const From& from, To& to) {
  to.mode = from.mode;
  to.replicas = from.replicas;
  to.notes = from.notes;
  to.owner = from.owner;
}

}  // namespace

void V6ToHub(Arena& arena, const void* spoke, void* hub) {
  const auto& from = *static_cast<const v6::Frobber*>(spoke);
  auto& to = *static_cast<internal::Frobber*>(hub);
  to.metadata = from.metadata;
  to.spec.size.height = from.spec.height;
  to.spec.size.width = from.spec.width;
  to.spec.params = from.spec.params;
  // A client that knows only the singular field sends only that.
  if (to.spec.params.empty() && !from.spec.param.empty()) {
    to.spec.params.Append(arena, from.spec.param);
  }
  CopyCommonSpec(from.spec, to.spec);
  CopyStatus(from.status, to.status);
}

void HubToV6(Arena&, const void* hub, void* spoke) {
  const auto& from = *static_cast<const internal::Frobber*>(hub);
  auto& to = *static_cast<v6::Frobber*>(spoke);
  to.metadata = from.metadata;
  to.spec.height = from.spec.size.height;
  to.spec.width = from.spec.size.width;
  to.spec.params = from.spec.params;
  if (!from.spec.params.empty()) to.spec.param = from.spec.params[0];
  CopyCommonSpec(from.spec, to.spec);
  CopyStatus(from.status, to.status);
}

void V7beta1ToHub(Arena&, const void* spoke, void* hub) {
  const auto& from = *static_cast<const v7beta1::Frobber*>(spoke);
  auto& to = *static_cast<internal::Frobber*>(hub);
  to.metadata = from.metadata;
  to.spec.size.height = from.spec.size.height;
  to.spec.size.width = from.spec.size.width;
  to.spec.params = from.spec.params;
  CopyCommonSpec(from.spec, to.spec);
  CopyStatus(from.status, to.status);
}

void HubToV7beta1(Arena&, const void* hub, void* spoke) {
  const auto& from = *static_cast<const internal::Frobber*>(hub);
  auto& to = *static_cast<v7beta1::Frobber*>(spoke);
  to.metadata = from.metadata;
  to.spec.size.height = from.spec.size.height;
  to.spec.size.width = from.spec.size.width;
  to.spec.params = from.spec.params;
  CopyCommonSpec(from.spec, to.spec);
  CopyStatus(from.status, to.status);
}

void DefaultV6(Arena&, void* spoke) {
  auto& spec = static_cast<v6::Frobber*>(spoke)->spec;
  if (spec.mode.empty()) spec.mode = v6::kFrobberModeGentle;
  if (!spec.replicas) spec.replicas = kDefaultReplicas;
}

void DefaultV7beta1(Arena&, void* spoke) {
  auto& spec = static_cast<v7beta1::Frobber*>(spoke)->spec;
  if (spec.mode.empty()) spec.mode = v7beta1::kFrobberModeGentle;
  if (!spec.replicas) spec.replicas = kDefaultReplicas;
}

}  // namespace pintle::apis::frobber
