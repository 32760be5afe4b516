#include "pintle/admission/plugins/pod_priority.h"

#include <fmt/format.h>

#include "apis/core/v1/types.h"
#include "apis/scheduling/v1/types.h"

namespace pintle::admission {
namespace {

using apis::core::v1::Pod;
using apis::core::v1::PodSpec;
using apis::scheduling::v1::PriorityClass;

// Clients that do not know the fields must not lose them.
void KeepPriority(PodSpec& spec, const PodSpec& old) {
  if (!spec.priority) spec.priority = old.priority;
  if (!spec.preemption_policy) spec.preemption_policy = old.preemption_policy;
}

}  // namespace

Task<Status> Priority::Prioritize(Attributes& attributes) {
  PodSpec& spec = attributes.object->As<Pod>().spec;
  Arena& arena = attributes.object->arena();
  PriorityClassInfo chosen;
  chosen.preemption_policy = apis::core::v1::kPreemptLowerPriority;
  if (spec.priority_class_name.empty()) {
    PINTLE_CO_TRY(auto by_default, classes_.Default());
    if (by_default) chosen = std::move(*by_default);
    spec.priority_class_name = arena.Copy(chosen.name);
  } else {
    auto finding = classes_.Find(std::string(spec.priority_class_name));
    Result<std::optional<PriorityClassInfo>> found = co_await finding;
    if (!found) co_return std::unexpected(found.error());
    if (!*found) {
      co_return Forbid(attributes, fmt::format("no PriorityClass with name {} was found",
                                               spec.priority_class_name));
    }
    chosen = std::move(**found);
  }
  if (spec.priority && *spec.priority != chosen.value) {
    co_return Forbid(attributes,
                     fmt::format("the integer value of priority ({}) must not be provided in pod "
                                 "spec; priority admission controller computed {} from the given "
                                 "PriorityClass name",
                                 *spec.priority, chosen.value));
  }
  spec.priority = chosen.value;
  if (!chosen.preemption_policy) co_return Status();
  if (spec.preemption_policy && *spec.preemption_policy != *chosen.preemption_policy) {
    co_return Forbid(
        attributes, fmt::format("the string value of PreemptionPolicy ({}) must not be provided in "
                                "pod spec; priority admission controller computed {} from the "
                                "given PriorityClass name",
                                *spec.preemption_policy, *chosen.preemption_policy));
  }
  spec.preemption_policy = arena.Copy(*chosen.preemption_policy);
  co_return Status();
}

Task<Status> Priority::Mutate(Attributes& attributes) {
  if (!attributes.IsFor("", "pods")) co_return Status();
  if (attributes.operation == Operation::kUpdate) {
    KeepPriority(attributes.object->As<Pod>().spec, attributes.old_object->As<Pod>().spec);
  }
  if (attributes.operation != Operation::kCreate) co_return Status();
  auto prioritizing = Prioritize(attributes);
  Status done = co_await prioritizing;
  co_return done;
}

Task<Status> Priority::Validate(const Attributes& attributes) {
  if (!attributes.IsFor("scheduling.k8s.io", "priorityclasses") ||
      attributes.operation == Operation::kDelete) {
    co_return Status();
  }
  const auto& priority_class = attributes.object->As<PriorityClass>();
  if (!priority_class.global_default) co_return Status();
  PINTLE_CO_TRY(auto by_default, classes_.Default());
  if (!by_default) co_return Status();
  if (attributes.operation == Operation::kUpdate &&
      by_default->name == priority_class.metadata.name) {
    co_return Status();
  }
  co_return Forbid(attributes, fmt::format("PriorityClass {} is already marked as default. Only "
                                           "one default can exist",
                                           by_default->name));
}

}  // namespace pintle::admission
