#include "apis/apps/v1/validation_workloads.h"

#include "apis/validation_for_test.h"

namespace pintle::apis::apps::v1 {
namespace {

const ValidationOptions kOptions;
const std::string kPodSpec =
    R"("terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","restartPolicy":"Always",)"
    R"("containers":[{"name":"c","image":"i","terminationMessagePolicy":"File",)"
    R"("imagePullPolicy":"Always"}])";
const std::string kTemplate =
    R"("template":{"metadata":{"labels":{"a":"b"}},"spec":{)" + kPodSpec + "}}";
const std::string kSelector = R"("selector":{"matchLabels":{"a":"b"}})";

std::string SpecOf(const std::string& more) {
  return R"({"spec":{)" +
         MembersForTest("selector", kSelector, MembersForTest("template", kTemplate, more)) + "}}";
}
std::string DeploymentOf(const std::string& more) {
  return SpecOf(MembersForTest("strategy",
                               R"("strategy":{"type":"RollingUpdate","rollingUpdate":)"
                               R"({"maxSurge":"25%","maxUnavailable":"25%"}})",
                               more));
}
std::string Rolling(const std::string& update) {
  return DeploymentOf(R"("strategy":{"type":"RollingUpdate","rollingUpdate":{)" + update + "}}");
}

TEST(DeploymentRules, Faults) {
  const std::string at = "spec.strategy.rollingUpdate";
  ExpectFaults<Deployment>(
      {
          {DeploymentOf(""), {}},
          {DeploymentOf(R"("replicas":-1,"minReadySeconds":-5,"revisionHistoryLimit":-1,)"
                        R"("progressDeadlineSeconds":-5)"),
           {"spec.replicas: Invalid value: -1: must be greater than or equal to 0",
            "spec.minReadySeconds: Invalid value: -5: must be greater than or equal to 0",
            "spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
            "spec.progressDeadlineSeconds: Invalid value: -5: must be greater than or equal to 0",
            "spec.progressDeadlineSeconds: Invalid value: -5: must be greater than "
            "minReadySeconds"}},
          {DeploymentOf(R"("selector":null)"),
           {"spec.selector: Required value",
            "spec.template.metadata.labels: Invalid value: {\"a\":\"b\"}: `selector` does not "
            "match template `labels`"}},
          {DeploymentOf(R"("selector":{})"),
           {"spec.selector: Invalid value: {}: empty selector is invalid for deployment"}},
          {DeploymentOf(R"("selector":{"matchExpressions":[{"key":"a","operator":"Foo"},)"
                        R"({"key":"b c","operator":"In"}]})"),
           {"spec.selector.matchExpressions[0].operator: Invalid value: \"Foo\": not a valid "
            "selector operator",
            "spec.selector.matchExpressions[1].values: Required value: must be specified when "
            "`operator` is 'In' or 'NotIn'",
            "spec.selector.matchExpressions[1].key: Invalid value: \"b c\": name part ...",
            "spec.selector: Invalid value: "
            "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Foo\"},{\"key\":\"b "
            "c\",\"operator\":\"In\"}]}: invalid label selector"}},
          {DeploymentOf(R"("selector":{"matchLabels":{"a":"c"}})"),
           {"spec.template.metadata.labels: Invalid value: {\"a\":\"b\"}: `selector` does not "
            "match template `labels`"}},
          {DeploymentOf(R"("template":{"metadata":{"labels":{"a":"b"}},"spec":{)" + kPodSpec +
                        R"(,"restartPolicy":"Never","activeDeadlineSeconds":1}})"),
           {"spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: "
            "\"Always\"",
            "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in "
            "ReplicaSet is not Supported"}},
          {DeploymentOf(R"("strategy":{"type":"Recreate","rollingUpdate":{}})"),
           {at + ": Forbidden: may not be specified when strategy `type` is 'Recreate'"}},
          {DeploymentOf(R"("strategy":{"type":"RollingUpdate"})"),
           {at + ": Required value: this should be defaulted and never be nil"}},
          {DeploymentOf(R"("strategy":{"type":"X"})"),
           {"spec.strategy: Unsupported value: {\"Type\":\"X\",\"RollingUpdate\":null}: supported "
            "values: \"Recreate\", \"RollingUpdate\""}},
          {DeploymentOf(R"("strategy":{"type":"X","rollingUpdate":{}})"),
           {"spec.strategy: Unsupported value: {\"Type\":\"X\",\"RollingUpdate\":"
            "{\"MaxUnavailable\":0,\"MaxSurge\":0}}: supported values: \"Recreate\", "
            "\"RollingUpdate\""}},
          {R"({"metadata":{"annotations":{"deprecated.deployment.rollback.to":"-3"}},)" +
               DeploymentOf("").substr(1),
           {"spec.rollback.version: Invalid value: -3: must be greater than or equal to 0"}},
          {Rolling(R"("maxUnavailable":"0%","maxSurge":0)"),
           {at + ".maxUnavailable: Invalid value: \"0%\": may not be 0 when `maxSurge` is 0"}},
          {Rolling(R"("maxUnavailable":-1,"maxSurge":"x%")"),
           {at + ".maxUnavailable: Invalid value: -1: must be greater than or equal to 0",
            at + ".maxSurge: Invalid value: \"x%\": a valid percent string must be ..."}},
          {Rolling(R"("maxUnavailable":"101%","maxSurge":"200%")"),
           {at + ".maxUnavailable: Invalid value: \"101%\": must not be greater than 100%"}},
      },
      [](const Deployment& object, field::ErrorList& errors) {
        errors = ValidateDeployment(object, kOptions);
      });
  ExpectUpdateFaults<Deployment>(
      {{DeploymentOf(""),
        DeploymentOf(R"("selector":{"matchExpressions":[{"key":"a","operator":"Exists"}]})"),
        {"spec.selector: Invalid value: "
         "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\"}]}: field is immutable"}}},
      [](const Deployment& now, const Deployment& old, field::ErrorList& errors) {
        errors = ValidateDeploymentUpdate(now, old, kOptions);
      });
  ExpectUpdateFaults<Deployment>(
      {{R"({"status":{"collisionCount":2}})",
        R"({"status":{"replicas":1,"updatedReplicas":2,"readyReplicas":2,"availableReplicas":3,)"
        R"("unavailableReplicas":-1,"collisionCount":1}})",
        {"status.unavailableReplicas: Invalid value: -1: must be greater than or equal to 0",
         "status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas",
         "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
         "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
         "status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas",
         "status.collisionCount: Invalid value: 1: cannot be decremented"}}},
      [](const Deployment& now, const Deployment& old, field::ErrorList& errors) {
        errors = ValidateDeploymentStatusUpdate(now, old);
      });
}

TEST(ReplicaSetRules, Faults) {
  ExpectFaults<ReplicaSet>(
      {
          {SpecOf(""), {}},
          {SpecOf(R"("replicas":-1,"minReadySeconds":-1,"selector":{})"),
           {"spec.replicas: Invalid value: -1: must be greater than or equal to 0",
            "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
            "spec.selector: Invalid value: {}: empty selector is invalid for deployment"}},
      },
      [](const ReplicaSet& object, field::ErrorList& errors) {
        errors = ValidateReplicaSet(object, kOptions);
      });
  // Faults of the spec are reported twice.
  ExpectUpdateFaults<ReplicaSet>(
      {{SpecOf(""),
        SpecOf(R"("replicas":-1)"),
        {"spec.replicas: Invalid value: -1: must be greater than or equal to 0",
         "spec.replicas: Invalid value: -1: must be greater than or equal to 0"}}},
      [](const ReplicaSet& now, const ReplicaSet& old, field::ErrorList& errors) {
        errors = ValidateReplicaSetUpdate(now, old, kOptions);
      });
  ExpectUpdateFaults<ReplicaSet>(
      {{"{}",
        R"({"status":{"replicas":1,"fullyLabeledReplicas":2}})",
        {"status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than "
         "status.replicas"}}},
      [](const ReplicaSet& now, const ReplicaSet& old, field::ErrorList& errors) {
        errors = ValidateReplicaSetStatusUpdate(now, old);
      });
}

std::string StatefulOf(const std::string& more) {
  return SpecOf(MembersForTest(
      "podManagementPolicy", R"("podManagementPolicy":"OrderedReady")",
      MembersForTest("updateStrategy", R"("updateStrategy":{"type":"RollingUpdate"})", more)));
}

std::string BadTemplate(const std::string& label) {
  return R"("template":{"metadata":{"labels":{"a":")" + label + R"("}},"spec":{)" + kPodSpec +
         R"(,"dnsPolicy":"X"}})";
}

TEST(StatefulSetRules, Faults) {
  ExpectFaults<StatefulSet>(
      {
          {StatefulOf(""), {}},
          {StatefulOf(R"("podManagementPolicy":"X","updateStrategy":{"type":"Y"},"replicas":-1)"),
           {"spec.podManagementPolicy: Invalid value: \"X\": must be 'OrderedReady' or 'Parallel'",
            "spec.updateStrategy: Invalid value: {\"Type\":\"Y\",\"RollingUpdate\":null}: must be "
            "'RollingUpdate' or 'OnDelete'",
            "spec.replicas: Invalid value: -1: must be greater than or equal to 0"}},
          {StatefulOf(R"("podManagementPolicy":"","updateStrategy":{},"serviceName":"A",)"
                      R"("ordinals":{"start":-1},"persistentVolumeClaimRetentionPolicy":)"
                      R"({"whenDeleted":"X","whenScaled":"Delete"})"),
           {"spec.podManagementPolicy: Required value", "spec.updateStrategy: Required value",
            "spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: \"X\": "
            "supported values: \"Retain\", \"Delete\"",
            "spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0",
            "spec.serviceName: Invalid value: \"A\": a lowercase RFC 1123 label ..."}},
          {StatefulOf(R"("updateStrategy":{"type":"OnDelete","rollingUpdate":{}})"),
           {"spec.updateStrategy.rollingUpdate: Invalid value: "
            "{\"Partition\":0,\"MaxUnavailable\":null}: only allowed for updateStrategy "
            "'RollingUpdate'"}},
          {StatefulOf(R"("updateStrategy":{"type":"X","rollingUpdate":{}})"),
           {"spec.updateStrategy: Invalid value: {\"Type\":\"X\",\"RollingUpdate\":"
            "{\"Partition\":0,\"MaxUnavailable\":null}}: must be 'RollingUpdate' or 'OnDelete'"}},
          {StatefulOf(R"("selector":{"matchExpressions":[{"key":"a","operator":"Foo"}]})"),
           {"spec.selector.matchExpressions[0].operator: Invalid value: \"Foo\": not a valid "
            "selector operator",
            "spec.selector: Invalid value: "
            "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Foo\"}]}"}},
          // Claims are the first volumes; labels are reported twice.
          {StatefulOf(R"("template":{"metadata":{"labels":{"a":"b","c":"d e"}},"spec":{)" +
                      kPodSpec +
                      R"(,"volumes":[{"name":"v"},{"name":"W","emptyDir":{}}]}},)"
                      R"("volumeClaimTemplates":[{"metadata":{"name":"v"},"spec":{"accessModes":)"
                      R"(["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}}])"),
           {"spec.template.labels: Invalid value: \"d e\": a valid label must be ...",
            "spec.template.spec.volumes[1].name: Invalid value: \"W\": a lowercase RFC 1123 ...",
            "spec.template.labels: Invalid value: \"d e\": a valid label must be ..."}},
          {StatefulOf(R"("updateStrategy":{"type":"RollingUpdate","rollingUpdate":)"
                      R"({"partition":-1,"maxUnavailable":0}})"),
           {"spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than "
            "or equal to 0",
            "spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0"}},
          {StatefulOf(R"("selector":{},"volumeClaimTemplates":[{"metadata":{"name":"v"}}])"),
           {"spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode "
            "is required",
            "spec.volumeClaimTemplates[0].spec.resources[storage]: Required value",
            "spec.selector: Invalid value: {}: empty selector is invalid for statefulset"}},
      },
      [](const StatefulSet& object, field::ErrorList& errors) {
        errors = ValidateStatefulSet(object, kOptions);
      });
  ExpectUpdateFaults<StatefulSet>(
      {
          {StatefulOf(""), StatefulOf(R"("replicas":3,"minReadySeconds":1)"), {}},
          {StatefulOf(""),
           StatefulOf(R"("serviceName":"s")"),
           {"spec: Forbidden: updates to statefulset spec for fields other than 'replicas', ..."}},
          // A template that was bad may stay so, its labels apart.
          {StatefulOf(BadTemplate("b")), StatefulOf(BadTemplate("b")), {}},
          {StatefulOf(""),
           StatefulOf(BadTemplate("b")),
           {"spec.template.spec.dnsPolicy: Unsupported value: \"X\": supported values: ..."}},
          {StatefulOf(BadTemplate("b")),
           StatefulOf(BadTemplate("b\",\"c\":\"d e")),
           {"spec.template.labels: Invalid value: \"d e\": a valid label must be ..."}},
      },
      [](const StatefulSet& now, const StatefulSet& old, field::ErrorList& errors) {
        errors = ValidateStatefulSetUpdate(now, old, kOptions);
      });
  ExpectUpdateFaults<StatefulSet>(
      {{"{}",
        R"({"status":{"replicas":1,"availableReplicas":2}})",
        {"status.availableReplicas: Invalid value: 2: cannot be greater than status.replicas",
         "status.availableReplicas: Invalid value: 2: cannot be greater than "
         "status.readyReplicas"}}},
      [](const StatefulSet& now, const StatefulSet& old, field::ErrorList& errors) {
        errors = ValidateStatefulSetStatusUpdate(now, old);
      });
}

TEST(DaemonSetRules, Faults) {
  auto set = [](const std::string& more) {
    return SpecOf(
        MembersForTest("updateStrategy", R"("updateStrategy":{"type":"OnDelete"})", more));
  };
  ExpectFaults<DaemonSet>(
      {
          {set(""), {}},
          {set(R"("selector":null)"),
           {"spec.template.metadata.labels: Invalid value: {\"a\":\"b\"}: `selector` does not "
            "match template `labels`"}},
          {set(R"("selector":{},"minReadySeconds":-1,"revisionHistoryLimit":-1)"),
           {"spec.selector: Invalid value: {}: empty selector is invalid for daemonset",
            "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
            "spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0"}},
          {set(R"("updateStrategy":{"type":"X"})"),
           {"spec.updateStrategy: Unsupported value: {\"Type\":\"X\",\"RollingUpdate\":null}: "
            "supported values: \"RollingUpdate\", \"OnDelete\""}},
          {set(R"("updateStrategy":{"type":"X","rollingUpdate":{}})"),
           {"spec.updateStrategy: Unsupported value: {\"Type\":\"X\",\"RollingUpdate\":"
            "{\"MaxUnavailable\":0,\"MaxSurge\":0}}: supported values: \"RollingUpdate\", "
            "\"OnDelete\""}},
          {set(R"("updateStrategy":{"type":"RollingUpdate"})"),
           {"spec.updateStrategy.rollingUpdate: Required value"}},
          {set(R"("updateStrategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":1,)"
               R"("maxSurge":1}})"),
           {"spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when "
            "maxUnavailable is non-zero"}},
          {set(R"("updateStrategy":{"type":"RollingUpdate","rollingUpdate":{}})"),
           {"spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when "
            "maxSurge is 0"}},
      },
      [](const DaemonSet& object, field::ErrorList& errors) {
        errors = ValidateDaemonSet(object, kOptions);
      });
  ExpectUpdateFaults<DaemonSet>(
      {{set(""),
        set(R"("minReadySeconds":-1,"selector":{"matchExpressions":[{"key":"a","operator":)"
            R"("Exists"}]})"),
        {"spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
         "spec.selector: Invalid value: "
         "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\"}]}: field is immutable",
         "spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0"}}},
      [](const DaemonSet& now, const DaemonSet& old, field::ErrorList& errors) {
        errors = ValidateDaemonSetUpdate(now, old, kOptions);
      });
  ExpectUpdateFaults<DaemonSet>(
      {{R"({"status":{"collisionCount":2}})",
        R"({"status":{"numberReady":-1}})",
        {"status.numberReady: Invalid value: -1: must be greater than or equal to 0",
         "status.collisionCount: Invalid value: 0: cannot be decremented"}}},
      [](const DaemonSet& now, const DaemonSet& old, field::ErrorList& errors) {
        errors = ValidateDaemonSetStatusUpdate(now, old);
      });
}

TEST(ControllerRevisionRules, Faults) {
  ExpectFaults<ControllerRevision>(
      {{R"({"revision":-1})",
        {"revision: Invalid value: -1: must be greater than or equal to 0",
         "data: Required value: data is mandatory"}},
       {R"({"data":[]})", {"data: Required value: data must be a valid JSON object"}}},
      [](const ControllerRevision& object, field::ErrorList& errors) {
        errors = ValidateControllerRevision(object);
      });
  ExpectUpdateFaults<ControllerRevision>(
      {{R"({"data":{}})",
        R"({"data":{"any":{"x":1}}})",
        {"data: Invalid value: {\"any\":{\"x\":1}}: field is immutable"}},
       // As data is stored, and as a client still has it.
       {R"({"data":{"any":{"x":1}}})", R"({"data":{"any":{"x":1.0}}})", {}},
       {R"({"data":{"x":1}})",
        R"({"data":{"x":1.5}})",
        {"data: Invalid value: {\"x\":1.5}: field is immutable"}}},
      [](const ControllerRevision& now, const ControllerRevision& old, field::ErrorList& errors) {
        errors = ValidateControllerRevisionUpdate(now, old);
      });
}

}  // namespace
}  // namespace pintle::apis::apps::v1
