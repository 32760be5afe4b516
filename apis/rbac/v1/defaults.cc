#include "apis/rbac/v1/group.h"
#include "apis/rbac/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::rbac::v1 {
namespace {

using scheme::FunctionContext;

// Both sorts of bindings.
template <typename Binding>
void DefaultBinding(FunctionContext&, Binding& binding) {
  SetIfUnset(binding.role_ref.api_group, kGroup);
}

void DefaultSubject(FunctionContext&, Subject& subject) {
  if (subject.kind == "User" || subject.kind == "Group") SetIfUnset(subject.api_group, kGroup);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultBinding<ClusterRoleBinding>>());
  list.push_back(scheme::On<&DefaultBinding<RoleBinding>>());
  list.push_back(scheme::On<&DefaultSubject>());
}

}  // namespace pintle::apis::rbac::v1
