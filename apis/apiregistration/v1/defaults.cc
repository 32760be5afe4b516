#include "apis/apiregistration/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::apiregistration::v1 {
namespace {

constexpr int32_t kServicePort = 443;

void DefaultServiceReference(scheme::FunctionContext&, ServiceReference& service) {
  SetIfUnset(service.port, kServicePort);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) { list.push_back(scheme::On<&DefaultServiceReference>()); }

}  // namespace pintle::apis::apiregistration::v1
