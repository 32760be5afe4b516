#include "apis/core/v1/types.h"
#include "apis/scheduling/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::scheduling::v1 {
namespace {

void DefaultPriorityClass(scheme::FunctionContext&, PriorityClass& priority_class) {
  SetIfUnset(priority_class.preemption_policy, core::v1::kPreemptLowerPriority);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) { list.push_back(scheme::On<&DefaultPriorityClass>()); }

}  // namespace pintle::apis::scheduling::v1
