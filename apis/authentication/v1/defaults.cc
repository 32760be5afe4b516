#include "apis/authentication/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::authentication::v1 {
namespace {

constexpr int64_t kTokenSeconds = 3600;

void DefaultTokenRequest(scheme::FunctionContext&, TokenRequestSpec& spec) {
  SetIfUnset(spec.expiration_seconds, kTokenSeconds);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) { list.push_back(scheme::On<&DefaultTokenRequest>()); }

}  // namespace pintle::apis::authentication::v1
