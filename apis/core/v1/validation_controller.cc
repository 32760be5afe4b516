#include "apis/core/v1/validation_controller.h"

#include "apis/core/v1/validation_pod_spec.h"
#include "apis/core/v1/validation_template.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

bool Matches(const typeinfo::Map<Str>& selector, const typeinfo::Map<Str>& labels) {
  for (const auto& wanted : selector) {
    const Str* label = labels.Find(wanted.key);
    if (label == nullptr || *label != wanted.value) return false;
  }
  return true;
}

}  // namespace

ErrorList ValidateReplicationController(const ReplicationController& object,
                                        const ValidationOptions& options) {
  ErrorList errors;
  const ReplicationControllerSpec& spec = object.spec;
  validate::NonNegative(Path("spec.minReadySeconds"), int64_t{spec.min_ready_seconds}, errors);
  if (spec.selector.empty()) errors.push_back(field::Required(Path("spec.selector")));
  if (!spec.replicas) {
    errors.push_back(field::Required(Path("spec.replicas")));
  } else {
    validate::NonNegative(Path("spec.replicas"), spec.replicas, errors);
  }
  Path path("spec.template");
  if (!spec.template_) {
    errors.push_back(field::Required(path));
    return errors;
  }
  if (!spec.selector.empty() && !Matches(spec.selector, spec.template_->metadata.labels)) {
    AddSelectorMismatch(*spec.template_, path, errors);
  }
  ValidatePodTemplateSpec(*spec.template_, path, options, errors);
  ValidateAlwaysRunning(spec.template_->spec, "ReplicationController", path, errors);
  return errors;
}

ErrorList ValidateReplicationControllerUpdate(const ReplicationController& object,
                                              const ReplicationController& old,
                                              ValidationOptions options) {
  options.tolerate_bad_selector_values |=
      old.spec.template_ && HasBadSelectorValues(old.spec.template_->spec);
  // The rules run for the object and for the change, so that clients get every fault twice.
  ErrorList errors = ValidateReplicationController(object, options);
  field::Append(errors, ValidateReplicationController(object, options));
  return errors;
}

ErrorList ValidateReplicationControllerStatusUpdate(const ReplicationController& object,
                                                    const ReplicationController& /*old*/) {
  ErrorList errors;
  Path path("status");
  const ReplicationControllerStatus& status = object.status;
  auto count = [&](std::string_view name, int64_t number) {
    validate::NonNegative(path.Child(name), number, errors);
  };
  count("replicas", status.replicas);
  count("fullyLabeledReplicas", status.fully_labeled_replicas);
  count("readyReplicas", status.ready_replicas);
  count("availableReplicas", status.available_replicas);
  count("observedGeneration", status.observed_generation);
  auto not_above = [&](std::string_view name, int32_t number, int32_t most, std::string_view text) {
    if (number > most) errors.push_back(field::Invalid(path.Child(name), number, text));
  };
  constexpr std::string_view kAboveReplicas = "cannot be greater than status.replicas";
  not_above("fullyLabeledReplicas", status.fully_labeled_replicas, status.replicas, kAboveReplicas);
  not_above("readyReplicas", status.ready_replicas, status.replicas, kAboveReplicas);
  not_above("availableReplicas", status.available_replicas, status.replicas, kAboveReplicas);
  not_above("availableReplicas", status.available_replicas, status.ready_replicas,
            "cannot be greater than readyReplicas");
  return errors;
}

}  // namespace pintle::apis::core::v1
