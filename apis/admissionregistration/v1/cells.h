#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::admissionregistration::v1 {

write::Table MutatingAdmissionPolicyTable();
write::Table MutatingAdmissionPolicyBindingTable();
write::Table MutatingWebhookConfigurationTable();
write::Table ValidatingAdmissionPolicyTable();
write::Table ValidatingAdmissionPolicyBindingTable();
write::Table ValidatingWebhookConfigurationTable();

}  // namespace pintle::apis::admissionregistration::v1
