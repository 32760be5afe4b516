#pragma once

#include "apis/core/v1/types.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::core::v1 {

field::ErrorList ValidateNamespace(const Namespace& ns);
// Of the endpoint `finalize`, which says which finalizer is at fault.
field::ErrorList ValidateNamespaceFinalize(const Namespace& ns);
field::ErrorList ValidateNamespaceStatus(const Namespace& ns);
field::ErrorList ValidateConfigMap(const ConfigMap& map);
field::ErrorList ValidateConfigMapUpdate(const ConfigMap& map, const ConfigMap& old);
field::ErrorList ValidateSecret(const Secret& secret);
field::ErrorList ValidateSecretUpdate(const Secret& secret, const Secret& old);

}  // namespace pintle::apis::core::v1
