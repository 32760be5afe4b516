#include "apis/coordination/v1/validation_rules.h"

#include "pintle/field/names.h"

namespace pintle::apis::coordination::v1 {
namespace {

using field::ErrorList;
using field::Path;

void ValidateStrategy(const LeaseSpec& spec, ErrorList& errors) {
  if (!spec.strategy) {
    if (spec.preferred_holder) {
      errors.push_back(field::Forbidden(Path("spec.preferredHolder"),
                                        "may only be specified if `strategy` is defined"));
    }
    return;
  }
  // The repeated name is how the API reports it.
  Path path("spec.strategy.strategy");
  std::string_view strategy = *spec.strategy;
  if (strategy.find('/') == std::string_view::npos) {
    if (strategy != kOldestEmulationVersion) {
      errors.push_back(field::NotSupported(path, strategy, {std::string(kOldestEmulationVersion)}));
    }
    return;
  }
  for (const std::string& message : validate::IsQualifiedName(strategy)) {
    errors.push_back(field::Invalid(path, strategy, message));
  }
}

}  // namespace

ErrorList ValidateLease(const Lease& lease) {
  ErrorList errors;
  const LeaseSpec& spec = lease.spec;
  if (spec.lease_duration_seconds && *spec.lease_duration_seconds <= 0) {
    errors.push_back(field::Invalid(Path("spec.leaseDurationSeconds"), *spec.lease_duration_seconds,
                                    "must be greater than 0")
                         .WithOrigin("minimum")
                         .MarkCovered());
  }
  if (spec.lease_transitions && *spec.lease_transitions < 0) {
    errors.push_back(field::Invalid(Path("spec.leaseTransitions"), *spec.lease_transitions,
                                    "must be greater than or equal to 0")
                         .WithOrigin("minimum")
                         .MarkCovered());
  }
  ValidateStrategy(spec, errors);
  return errors;
}

}  // namespace pintle::apis::coordination::v1
