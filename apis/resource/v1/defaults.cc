#include "apis/resource/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::resource::v1 {
namespace {

using scheme::FunctionContext;

// Requests and the alternatives of one.
template <typename Request>
void DefaultRequest(FunctionContext&, Request& request) {
  SetIfUnset(request.allocation_mode, kDeviceAllocationModeExactCount);
  if (request.allocation_mode == kDeviceAllocationModeExactCount) SetIfUnset(request.count, 1);
}

void DefaultTaint(FunctionContext& context, DeviceTaint& taint) {
  if (!taint.time_added) taint.time_added = typeinfo::Time::FromSeconds(context.NowSeconds());
}

void DefaultDevice(FunctionContext&, Device& device) {
  for (auto& mapping : device.node_allocatable_resource_mappings) {
    SetIfUnset(mapping.value.allocation_multiplier, typeinfo::Quantity{"1"});
  }
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultRequest<ExactDeviceRequest>>());
  list.push_back(scheme::On<&DefaultRequest<DeviceSubRequest>>());
  list.push_back(scheme::On<&DefaultTaint>());
  list.push_back(scheme::On<&DefaultDevice>());
}

}  // namespace pintle::apis::resource::v1
