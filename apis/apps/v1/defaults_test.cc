#include "apis/apps/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::apps::v1 {
namespace {

TEST(AppsDefaults, OfDeployments) {
  ExpectDefaults<Deployment>({
      {"spec.replicas", "{}", "1"},
      {"spec.replicas", R"({"spec":{"replicas":0}})", "0"},
      {"spec.strategy.type", "{}", R"("RollingUpdate")"},
      {"spec.strategy", R"({"spec":{"strategy":{"type":"Recreate"}}})", R"({"type":"Recreate"})"},
      {"spec.strategy.rollingUpdate", R"({"spec":{"strategy":{"type":"RollingUpdate"}}})",
       R"({"maxSurge":"25%","maxUnavailable":"25%"})"},
      {"spec.strategy.rollingUpdate.maxUnavailable",
       R"({"spec":{"strategy":{"rollingUpdate":{"maxSurge":1}}}})", R"("25%")"},
      {"spec.strategy.rollingUpdate.maxUnavailable",
       R"({"spec":{"strategy":{"rollingUpdate":{"maxUnavailable":0}}}})", "0"},
      {"spec.strategy.rollingUpdate.maxSurge",
       R"({"spec":{"strategy":{"rollingUpdate":{"maxUnavailable":1}}}})", R"("25%")"},
      {"spec.strategy.rollingUpdate.maxSurge",
       R"({"spec":{"strategy":{"rollingUpdate":{"maxSurge":"10%"}}}})", R"("10%")"},
      {"spec.revisionHistoryLimit", "{}", "10"},
      {"spec.revisionHistoryLimit", R"({"spec":{"revisionHistoryLimit":0}})", "0"},
      {"spec.progressDeadlineSeconds", "{}", "600"},
      {"spec.progressDeadlineSeconds", R"({"spec":{"progressDeadlineSeconds":5}})", "5"},
  });
}

TEST(AppsDefaults, OfDaemonSets) {
  ExpectDefaults<DaemonSet>({
      {"spec.updateStrategy.type", "{}", R"("RollingUpdate")"},
      {"spec.updateStrategy", R"({"spec":{"updateStrategy":{"type":"OnDelete"}}})",
       R"({"type":"OnDelete"})"},
      {"spec.updateStrategy.rollingUpdate", "{}", R"({"maxSurge":0,"maxUnavailable":1})"},
      {"spec.updateStrategy.rollingUpdate.maxUnavailable",
       R"({"spec":{"updateStrategy":{"rollingUpdate":{"maxSurge":1}}}})", "1"},
      {"spec.updateStrategy.rollingUpdate.maxUnavailable",
       R"({"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":"5%"}}}})", R"("5%")"},
      {"spec.updateStrategy.rollingUpdate.maxSurge",
       R"({"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":0}}}})", "0"},
      {"spec.updateStrategy.rollingUpdate.maxSurge",
       R"({"spec":{"updateStrategy":{"rollingUpdate":{"maxSurge":3}}}})", "3"},
      {"spec.revisionHistoryLimit", "{}", "10"},
      {"spec.revisionHistoryLimit", R"({"spec":{"revisionHistoryLimit":2}})", "2"},
  });
}

TEST(AppsDefaults, OfStatefulSets) {
  constexpr std::string_view kGate = "MaxUnavailableStatefulSet=true";
  ExpectDefaults<StatefulSet>({
      {"spec.podManagementPolicy", "{}", R"("OrderedReady")"},
      {"spec.podManagementPolicy", R"({"spec":{"podManagementPolicy":"Parallel"}})",
       R"("Parallel")"},
      {"spec.updateStrategy.type", "{}", R"("RollingUpdate")"},
      {"spec.updateStrategy", R"({"spec":{"updateStrategy":{"type":"OnDelete"}}})",
       R"({"type":"OnDelete"})"},
      {"spec.updateStrategy.rollingUpdate", "{}", R"({"partition":0})"},
      {"spec.updateStrategy", R"({"spec":{"updateStrategy":{"type":"RollingUpdate"}}})",
       R"({"type":"RollingUpdate"})"},
      {"spec.updateStrategy.rollingUpdate.partition",
       R"({"spec":{"updateStrategy":{"type":"RollingUpdate","rollingUpdate":{}}}})", "0"},
      {"spec.updateStrategy.rollingUpdate.partition",
       R"({"spec":{"updateStrategy":{"rollingUpdate":{"partition":4}}}})", "4"},
      {"spec.updateStrategy.rollingUpdate",
       R"({"spec":{"updateStrategy":{"type":"OnDelete","rollingUpdate":{}}}})", "{}"},
      {"spec.updateStrategy.rollingUpdate.maxUnavailable", "{}", "1", kGate},
      {"spec.updateStrategy.rollingUpdate.maxUnavailable", "{}", "absent"},
      {"spec.updateStrategy.rollingUpdate.maxUnavailable",
       R"({"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":"20%"}}}})", R"("20%")",
       kGate},
      {"spec.updateStrategy.rollingUpdate",
       R"({"spec":{"updateStrategy":{"type":"OnDelete","rollingUpdate":{}}}})", "{}", kGate},
      {"spec.persistentVolumeClaimRetentionPolicy", "{}",
       R"({"whenDeleted":"Retain","whenScaled":"Retain"})"},
      {"spec.persistentVolumeClaimRetentionPolicy.whenDeleted",
       R"({"spec":{"persistentVolumeClaimRetentionPolicy":{"whenScaled":"Delete"}}})",
       R"("Retain")"},
      {"spec.persistentVolumeClaimRetentionPolicy.whenDeleted",
       R"({"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Delete"}}})",
       R"("Delete")"},
      {"spec.persistentVolumeClaimRetentionPolicy.whenScaled",
       R"({"spec":{"persistentVolumeClaimRetentionPolicy":{"whenDeleted":"Delete"}}})",
       R"("Retain")"},
      {"spec.persistentVolumeClaimRetentionPolicy.whenScaled",
       R"({"spec":{"persistentVolumeClaimRetentionPolicy":{"whenScaled":"Delete"}}})",
       R"("Delete")"},
      {"spec.replicas", "{}", "1"},
      {"spec.replicas", R"({"spec":{"replicas":3}})", "3"},
      {"spec.revisionHistoryLimit", "{}", "10"},
      {"spec.revisionHistoryLimit", R"({"spec":{"revisionHistoryLimit":1}})", "1"},
      // Claims inside have their own defaults.
      {"spec.volumeClaimTemplates.0.spec.volumeMode", R"({"spec":{"volumeClaimTemplates":[{}]}})",
       R"("Filesystem")"},
      {"spec.volumeClaimTemplates.0.status.phase", R"({"spec":{"volumeClaimTemplates":[{}]}})",
       R"("Pending")"},
  });
}

TEST(AppsDefaults, OfReplicaSets) {
  ExpectDefaults<ReplicaSet>(
      {{"spec.replicas", "{}", "1"}, {"spec.replicas", R"({"spec":{"replicas":0}})", "0"}});
}

// Nothing but the rules touches an object; templates have no rules of pods.
TEST(AppsDefaults, OfAWholeDeployment) {
  ExpectDefaults<Deployment>({{"", R"({
      "metadata":{"name":"web"},
      "spec":{"selector":{"matchLabels":{"app":"web"}},
        "template":{"metadata":{"labels":{"app":"web"}},
          "spec":{"hostNetwork":true,
            "containers":[{"name":"c","image":"nginx:1.27","ports":[{"containerPort":80}],
                           "resources":{"limits":{"cpu":"0.1"}}}]}}}})",
                               R"({"metadata":{"name":"web"},)"
                               R"("spec":{"replicas":1,"selector":{"matchLabels":{"app":"web"}},)"
                               R"("template":{"metadata":{"labels":{"app":"web"}},)"
                               R"("spec":{"containers":[{"name":"c","image":"nginx:1.27",)"
                               R"("ports":[{"containerPort":80,"protocol":"TCP"}],)"
                               R"("resources":{"limits":{"cpu":"100m"}},)"
                               R"("terminationMessagePath":"/dev/termination-log",)"
                               R"("terminationMessagePolicy":"File",)"
                               R"("imagePullPolicy":"IfNotPresent"}],)"
                               R"("restartPolicy":"Always","terminationGracePeriodSeconds":30,)"
                               R"("dnsPolicy":"ClusterFirst","hostNetwork":true,)"
                               R"("securityContext":{},"schedulerName":"default-scheduler"}},)"
                               R"("strategy":{"type":"RollingUpdate","rollingUpdate":)"
                               R"({"maxUnavailable":"25%","maxSurge":"25%"}},)"
                               R"("revisionHistoryLimit":10,"progressDeadlineSeconds":600},)"
                               R"("status":{}})"}});
}

}  // namespace
}  // namespace pintle::apis::apps::v1
