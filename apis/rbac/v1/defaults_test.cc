#include "apis/functions_for_test.h"
#include "apis/rbac/v1/types.h"

namespace pintle::apis::rbac::v1 {
namespace {

TEST(RbacDefaults, OfBindings) {
  ExpectDefaults<ClusterRoleBinding>({
      {"roleRef.apiGroup", "{}", R"("rbac.authorization.k8s.io")"},
      {"roleRef.apiGroup", R"({"roleRef":{"apiGroup":"x"}})", R"("x")"},
      {"subjects.0.apiGroup", R"({"subjects":[{"kind":"User","name":"u"}]})",
       R"("rbac.authorization.k8s.io")"},
  });
  ExpectDefaults<RoleBinding>({
      {"roleRef.apiGroup", "{}", R"("rbac.authorization.k8s.io")"},
      {"roleRef.apiGroup", R"({"roleRef":{"apiGroup":"x"}})", R"("x")"},
  });
}

TEST(RbacDefaults, OfSubjects) {
  ExpectDefaults<Subject>({
      {"apiGroup", R"({"kind":"User"})", R"("rbac.authorization.k8s.io")"},
      {"apiGroup", R"({"kind":"Group"})", R"("rbac.authorization.k8s.io")"},
      {"apiGroup", R"({"kind":"ServiceAccount"})", "absent"},
      {"apiGroup", R"({"kind":"User","apiGroup":"x"})", R"("x")"},
      {"apiGroup", "{}", "absent"},
  });
}

}  // namespace
}  // namespace pintle::apis::rbac::v1
