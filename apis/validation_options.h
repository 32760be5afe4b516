#pragma once

#include "pintle/features/feature_gates.h"

namespace pintle::apis {

// What hand-written validation needs to know besides the object: the gates that change a rule, and
// what the server allows. The defaults are those of the gates.
struct ValidationOptions {
  bool relaxed_service_names = true;          // RelaxedServiceNameValidation
  bool strict_addresses = true;               // StrictIPCIDRValidation
  bool toleration_comparisons = false;        // TaintTolerationComparisonOperators
  bool selinux_mount_option = false;          // SELinuxMount
  bool scale_to_zero = false;                 // HPAScaleToZero
  bool mutable_volume_node_affinity = false;  // MutablePVNodeAffinity
  bool pod_level_resources = true;            // PodLevelResources
  // Whether containers may be privileged at all; a choice of the cluster.
  bool allow_privileged = true;
  // Set by the update functions where the old object already has what the rule forbids.
  bool tolerate_bad_selector_values = false;

  static ValidationOptions From(const features::FeatureGates& gates) {
    ValidationOptions options;
    options.relaxed_service_names = gates.Enabled("RelaxedServiceNameValidation");
    options.strict_addresses = gates.Enabled("StrictIPCIDRValidation");
    options.toleration_comparisons = gates.Enabled("TaintTolerationComparisonOperators");
    options.selinux_mount_option = gates.Enabled("SELinuxMount");
    options.scale_to_zero = gates.Enabled("HPAScaleToZero");
    options.mutable_volume_node_affinity = gates.Enabled("MutablePVNodeAffinity");
    options.pod_level_resources = gates.Enabled("PodLevelResources");
    return options;
  }
};

}  // namespace pintle::apis
