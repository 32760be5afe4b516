#include "apis/core/v1/types.h"
#include "apis/discovery/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::discovery::v1 {
namespace {

void DefaultEndpointPort(scheme::FunctionContext&, EndpointPort& port) {
  SetIfUnset(port.name, "");
  SetIfUnset(port.protocol, core::v1::kProtocolTCP);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) { list.push_back(scheme::On<&DefaultEndpointPort>()); }

}  // namespace pintle::apis::discovery::v1
