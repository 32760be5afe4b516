#include "apis/apps/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::apps::v1 {
namespace {

TEST(AppsFixes, RollbackOfADeployment) {
  ExpectRows<Deployment>(
      ReadFixes(),
      {
          {"metadata.annotations",
           R"({"metadata":{"annotations":{"a":"b","deprecated.deployment.rollback.to":"+007"}}})",
           R"({"a":"b","deprecated.deployment.rollback.to":"7"})"},
          {"metadata.annotations",
           R"({"metadata":{"annotations":{"a":"b","deprecated.deployment.rollback.to":"-3"}}})",
           R"({"a":"b","deprecated.deployment.rollback.to":"-3"})"},
          {"metadata.annotations",
           R"({"metadata":{"annotations":{"a":"b","deprecated.deployment.rollback.to":""}}})",
           R"({"a":"b"})"},
          {"metadata.annotations", "{}", "absent"},
          {"", R"({"metadata":{"annotations":{"deprecated.deployment.rollback.to":"x"}}})",
           R"(annotation deprecated.deployment.rollback.to: "x" is not a number of 64 bits)"},
          {"",
           R"({"metadata":{"annotations":{"deprecated.deployment.rollback.to":"9223372036854775808"}}})",
           R"(annotation deprecated.deployment.rollback.to: "9223372036854775808" is not a number of 64 bits)"},
      });
  ExpectRows<Deployment>(
      WriteFixes(),
      {
          {"metadata.annotations",
           R"({"metadata":{"annotations":{"deprecated.deployment.rollback.to":"7"}}})",
           R"({"deprecated.deployment.rollback.to":"7"})"},
      });
}

TEST(AppsFixes, TemplateGenerationOfADaemonSet) {
  ExpectRows<DaemonSet>(
      ReadFixes(),
      {
          {"metadata.annotations",
           R"({"metadata":{"annotations":{"deprecated.daemonset.template.generation":"012"}}})",
           R"({"deprecated.daemonset.template.generation":"12"})"},
          {"metadata.annotations", "{}", R"({"deprecated.daemonset.template.generation":"0"})"},
          {"", R"({"metadata":{"annotations":{"deprecated.daemonset.template.generation":""}}})",
           R"(annotation deprecated.daemonset.template.generation: "" is not a number of 64 bits)"},
      });
  ExpectRows<DaemonSet>(
      WriteFixes(),
      {
          {"metadata.annotations", "{}", R"({"deprecated.daemonset.template.generation":"0"})"},
          {"metadata.annotations",
           R"({"metadata":{"annotations":{"deprecated.daemonset.template.generation":"12"}}})",
           R"({"deprecated.daemonset.template.generation":"12"})"},
      });
}

TEST(AppsFixes, ClaimsOfAStatefulSetSayWhatTheyAre) {
  for (const scheme::TypeFunctions* set : {&ReadFixes(), &WriteFixes()}) {
    ExpectRows<StatefulSet>(
        *set, {
                  {"spec.volumeClaimTemplates.0.apiVersion",
                   R"({"spec":{"volumeClaimTemplates":[{}]}})", R"("v1")"},
                  {"spec.volumeClaimTemplates.0.kind",
                   R"({"spec":{"volumeClaimTemplates":[{"kind":"Lie","apiVersion":"v9"}]}})",
                   R"("PersistentVolumeClaim")"},
              });
  }
}

}  // namespace
}  // namespace pintle::apis::apps::v1
