#include "apis/rbac/v1/validation_rbac.h"

#include "apis/validation_for_test.h"

namespace pintle::apis::rbac::v1 {
namespace {

const ValidationOptions kOptions;

TEST(RoleRules, Faults) {
  ExpectFaults<Role>(
      {{R"({"rules":[{},{"nonResourceURLs":["/x"],"verbs":["get"]},{"nonResourceURLs":["/x"],)"
        R"("apiGroups":[""]}]})",
        {"rules[0].verbs: Required value: verbs must contain at least one value",
         "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
         "rules[0].resources: Required value: resource rules must supply at least one resource",
         "rules[1].nonResourceURLs: Invalid value: [\"/x\"]: namespaced rules cannot apply to "
         "non-resource URLs",
         "rules[2].verbs: Required value: verbs must contain at least one value",
         "rules[2].nonResourceURLs: Invalid value: [\"/x\"]: namespaced rules cannot apply to "
         "non-resource URLs",
         "rules[2].nonResourceURLs: Invalid value: [\"/x\"]: rules cannot apply to both regular "
         "resources and non-resource URLs"}}},
      [](const Role& role, field::ErrorList& errors) { errors = ValidateRole(role); });
  ExpectFaults<ClusterRole>(
      {{R"({"rules":[{"nonResourceURLs":["/x"],"verbs":["get"]}],"aggregationRule":{}})",
        {"aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector "
         "required if aggregationRule is non-nil"}},
       {R"({"aggregationRule":{"clusterRoleSelectors":[{"matchExpressions":[{"key":"a",)"
        R"("operator":"X"}]}]}})",
        {"aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "
         "\"X\": not a valid selector operator",
         "aggregationRule.clusterRoleSelectors[0]: Invalid value: "
         "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"X\"}]}: invalid label selector."}}},
      [](const ClusterRole& role, field::ErrorList& errors) {
        errors = ValidateClusterRole(role, kOptions);
      });
}

TEST(RoleBindingRules, Faults) {
  const std::string ref =
      R"("roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"r"})";
  ExpectFaults<RoleBinding>(
      {
          {"{" + ref + "}", {}},
          {R"({"roleRef":{"apiGroup":"x","kind":"Foo"},"subjects":[{"kind":"Bar"}]})",
           {"roleRef.apiGroup: Unsupported value: \"x\": supported values: "
            "\"rbac.authorization.k8s.io\"",
            "roleRef.kind: Unsupported value: \"Foo\": supported values: \"Role\", "
            "\"ClusterRole\"",
            "roleRef.name: Required value", "subjects[0].name: Required value",
            "subjects[0].kind: Unsupported value: \"Bar\": supported values: \"ServiceAccount\", "
            "\"User\", \"Group\""}},
          {"{" + ref +
               R"(,"subjects":[{"kind":"ServiceAccount","name":"A","apiGroup":"x"},)"
               R"({"kind":"User","name":"u","apiGroup":"x"}]})",
           {"subjects[0].name: Invalid value: \"A\": a lowercase RFC 1123 ...",
            "subjects[0].apiGroup: Unsupported value: \"x\": supported values: \"\"",
            "subjects[1].apiGroup: Unsupported value: \"x\": supported values: "
            "\"rbac.authorization.k8s.io\""}},
      },
      [](const RoleBinding& binding, field::ErrorList& errors) {
        errors = ValidateRoleBinding(binding);
      });
  ExpectFaults<ClusterRoleBinding>(
      {{R"({"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"r"},)"
        R"("subjects":[{"kind":"ServiceAccount","name":"a"}]})",
        {"roleRef.kind: Unsupported value: \"Role\": supported values: \"ClusterRole\"",
         "subjects[0].namespace: Required value"}}},
      [](const ClusterRoleBinding& binding, field::ErrorList& errors) {
        errors = ValidateClusterRoleBinding(binding);
      });
  ExpectUpdateFaults<RoleBinding>(
      {{"{" + ref + "}",
        R"({"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"other"}})",
        {"roleRef: Invalid value: "
         "{\"APIGroup\":\"rbac.authorization.k8s.io\",\"Kind\":\"Role\",\"Name\":\"other\"}: "
         "cannot change roleRef"}}},
      [](const RoleBinding& now, const RoleBinding& old, field::ErrorList& errors) {
        errors = ValidateRoleBindingUpdate(now, old);
      });
}

}  // namespace
}  // namespace pintle::apis::rbac::v1
