#include "apis/autoscaling/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::autoscaling::v1 {
namespace {

void DefaultAutoscaler(scheme::FunctionContext&, HorizontalPodAutoscaler& autoscaler) {
  SetIfUnset(autoscaler.spec.min_replicas, 1);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) { list.push_back(scheme::On<&DefaultAutoscaler>()); }

}  // namespace pintle::apis::autoscaling::v1
