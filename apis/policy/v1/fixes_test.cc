#include "apis/functions_for_test.h"
#include "apis/policy/v1/types.h"

namespace pintle::apis::policy::v1 {
namespace {

TEST(PolicyFixes, TheEmptySelectorOfOldStandsAlone) {
  ExpectRows<PodDisruptionBudget>(
      ReadFixes(),
      {
          {"spec.selector", R"({"spec":{"selector":{"matchExpressions":[
          {"key":"pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match","operator":"Exists"}]}}})",
           R"({"matchExpressions":[)"
           R"({"key":"pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match","operator":"Exists"}]})"},
          {"spec.selector", R"({"spec":{"selector":{}}})", "{}"},
          {"spec.selector", "{}", "absent"},
          {"spec.selector", R"({"spec":{"selector":{"matchExpressions":[
          {"key":"pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match","operator":"DoesNotExist"}]}}})",
           "{}"},
          {"spec.selector", R"({"spec":{"selector":{"matchLabels":{"a":"b"},"matchExpressions":[
          {"key":"pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match","operator":"Exists"},
          {"key":"x","operator":"Exists"},
          {"key":"pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match","operator":"Exists"}]}}})",
           R"({"matchExpressions":[{"key":"x","operator":"Exists"}],"matchLabels":{"a":"b"}})"},
      });
}

}  // namespace
}  // namespace pintle::apis::policy::v1
