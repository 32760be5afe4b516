#pragma once

#include <string>
#include <vector>

#include "apis/admission/v1/tables.h"
#include "apis/admissionregistration/v1/tables.h"
#include "apis/apidiscovery/v2/tables.h"
#include "apis/apiextensions/v1/tables.h"
#include "apis/apiextensions/v1beta1/tables.h"
#include "apis/apiregistration/v1/tables.h"
#include "apis/apps/v1/tables.h"
#include "apis/audit/v1/tables.h"
#include "apis/authentication/v1/tables.h"
#include "apis/authorization/v1/tables.h"
#include "apis/autoscaling/v1/tables.h"
#include "apis/autoscaling/v2/tables.h"
#include "apis/batch/v1/tables.h"
#include "apis/certificates/v1/tables.h"
#include "apis/coordination/v1/tables.h"
#include "apis/core/v1/tables.h"
#include "apis/discovery/v1/tables.h"
#include "apis/events/v1/tables.h"
#include "apis/flowcontrol/v1/tables.h"
#include "apis/frobber/internal/tables.h"
#include "apis/frobber/v6/tables.h"
#include "apis/frobber/v7beta1/tables.h"
#include "apis/meta/v1/tables.h"
#include "apis/meta/v1beta1/tables.h"
#include "apis/networking/v1/tables.h"
#include "apis/node/v1/tables.h"
#include "apis/policy/v1/tables.h"
#include "apis/rbac/v1/tables.h"
#include "apis/resource/v1/tables.h"
#include "apis/runtime/tables.h"
#include "apis/scheduling/v1/tables.h"
#include "apis/storage/v1/tables.h"
#include "apis/version/tables.h"
#include "pintle/typeinfo/type_info.h"

// For tests that look at the whole built-in API.
namespace pintle::apis {

// All structs of all packages.
inline std::vector<const typeinfo::TypeInfo*> AllStructs() {
  std::vector<const typeinfo::TypeInfo*> all;
  for (auto structs : {admission::v1::tables::Structs(),
                       admissionregistration::v1::tables::Structs(),
                       apidiscovery::v2::tables::Structs(),
                       apiextensions::v1::tables::Structs(),
                       apiextensions::v1beta1::tables::Structs(),
                       apiregistration::v1::tables::Structs(),
                       apps::v1::tables::Structs(),
                       audit::v1::tables::Structs(),
                       authentication::v1::tables::Structs(),
                       authorization::v1::tables::Structs(),
                       autoscaling::v1::tables::Structs(),
                       autoscaling::v2::tables::Structs(),
                       batch::v1::tables::Structs(),
                       certificates::v1::tables::Structs(),
                       coordination::v1::tables::Structs(),
                       core::v1::tables::Structs(),
                       discovery::v1::tables::Structs(),
                       events::v1::tables::Structs(),
                       flowcontrol::v1::tables::Structs(),
                       frobber::internal::tables::Structs(),
                       frobber::v6::tables::Structs(),
                       frobber::v7beta1::tables::Structs(),
                       meta::v1::tables::Structs(),
                       meta::v1beta1::tables::Structs(),
                       networking::v1::tables::Structs(),
                       node::v1::tables::Structs(),
                       policy::v1::tables::Structs(),
                       rbac::v1::tables::Structs(),
                       resource::v1::tables::Structs(),
                       runtime::tables::Structs(),
                       scheduling::v1::tables::Structs(),
                       storage::v1::tables::Structs(),
                       version::tables::Structs()}) {
    all.insert(all.end(), structs.begin(), structs.end());
  }
  return all;
}

// `io.k8s.api.core.v1.Pod`.
inline std::string FullName(const typeinfo::TypeInfo& type) {
  return std::string(type.package) + "." + std::string(type.name);
}

}  // namespace pintle::apis
