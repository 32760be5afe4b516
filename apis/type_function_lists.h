#pragma once

#include <vector>

#include "pintle/scheme/type_functions.h"

// What each package adds to the sets of defaulting.h.
namespace pintle::apis {

using TypeFunctionList = std::vector<scheme::TypeFunction>;

namespace admissionregistration::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace apiextensions::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace apiextensions::v1beta1 {
void AddDefaults(TypeFunctionList& list);
}
namespace apiregistration::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace apps::v1 {
void AddDefaults(TypeFunctionList& list);
void AddReadFixes(TypeFunctionList& list);
void AddWriteFixes(TypeFunctionList& list);
}  // namespace apps::v1
namespace authentication::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace autoscaling::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace autoscaling::v2 {
void AddDefaults(TypeFunctionList& list);
}
namespace batch::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace core::v1 {
void AddDefaults(TypeFunctionList& list);
void AddPodDefaults(TypeFunctionList& list);
void AddServiceDefaults(TypeFunctionList& list);
void AddStorageDefaults(TypeFunctionList& list);
void AddReadFixes(TypeFunctionList& list);
void AddWriteFixes(TypeFunctionList& list);
}  // namespace core::v1
namespace discovery::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace flowcontrol::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace networking::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace policy::v1 {
void AddReadFixes(TypeFunctionList& list);
}
namespace rbac::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace resource::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace scheduling::v1 {
void AddDefaults(TypeFunctionList& list);
}
namespace storage::v1 {
void AddDefaults(TypeFunctionList& list);
}

}  // namespace pintle::apis
