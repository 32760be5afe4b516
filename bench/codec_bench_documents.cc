#include "bench/codec_bench_documents.h"

#include <fmt/format.h>

namespace pintle::bench {
namespace {

constexpr int kContainers = 12;
constexpr int kDeploymentContainers = 3;
constexpr int kVariables = 10;
constexpr int kListItems = 1000;

std::string NamedResource(int number) {
  return fmt::format(
      R"({{"apiVersion":"demo.example.org/v1","kind":"Widget","metadata":{{"name":"widget-{0:05}",)"
      R"("namespace":"default","uid":"0f1e2d3c-4b5a-4968-8776-6554433{0:05}","resourceVersion":"{1}",)"
      R"("generation":3,"creationTimestamp":"2024-05-06T07:08:09Z","labels":{{)"
      R"("app.kubernetes.io/name":"widget","app.kubernetes.io/part-of":"shop","tier":"front"}},)"
      R"("annotations":{{"example.com/note":"kept by hand, \"ask\" before you change it"}},)"
      R"("finalizers":["demo.example.org/cleanup"]}},"spec":{{"size":"large","replicas":{2},)"
      R"("ratio":0.{2}5,"paused":false,"selector":{{"matchLabels":{{"app":"widget-{0:05}"}}}},)"
      R"("parts":[{{"name":"wheel","count":4,"material":"rubber"}},)"
      R"({{"name":"frame","count":1,"material":"steel"}},)"
      R"({{"name":"bell","count":1,"material":"brass"}}],"schedule":"*/5 * * * *"}},)"
      R"("status":{{"observedGeneration":3,"readyReplicas":{2},"conditions":[{{"type":"Ready",)"
      R"("status":"True","reason":"AllPartsMounted","message":"all parts are mounted",)"
      R"("lastTransitionTime":"2024-05-06T07:09:10Z","observedGeneration":3}}]}}}})",
      number, 100000 + number, number % 9 + 1);
}

std::string Container(int number) {
  std::string json =
      fmt::format(R"({{"name":"container-{0}","image":"registry.example.org/service:1.2.{0}",)"
                  R"("ports":[{{"name":"http","containerPort":{1},"protocol":"TCP"}}],"env":[)",
                  number, 8000 + number);
  for (int i = 0; i < kVariables; ++i) {
    json += fmt::format(R"({}{{"name":"VARIABLE_{}","value":"value number {}"}})", i > 0 ? "," : "",
                        i, i);
  }
  return json +
         R"(],"resources":{"limits":{"cpu":"500m","memory":"128Mi"},)"
         R"("requests":{"cpu":"100m","memory":"64Mi"}},)"
         R"("terminationMessagePath":"/dev/termination-log","imagePullPolicy":"IfNotPresent"})";
}

}  // namespace

std::string CustomResourceJson() { return NamedResource(1); }

std::string PodJson() {
  std::string json =
      R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-6d4b75cb6d-hx7vz",)"
      R"("generateName":"web-6d4b75cb6d-","namespace":"default",)"
      R"("uid":"0f1e2d3c-4b5a-4968-8776-655443322110","resourceVersion":"123456",)"
      R"("creationTimestamp":"2024-05-06T07:08:09Z","labels":{"app":"web",)"
      R"("pod-template-hash":"6d4b75cb6d"},"annotations":{"example.com/checksum":"d41d8cd9"}},)"
      R"("spec":{"containers":[)";
  for (int i = 0; i < kContainers; ++i) json += (i > 0 ? "," : "") + Container(i);
  return json + R"(],"restartPolicy":"Always","terminationGracePeriodSeconds":30,)"
                R"("dnsPolicy":"ClusterFirst","serviceAccountName":"default","nodeName":"node-1"},)"
                R"("status":{"phase":"Running","podIP":"10.1.2.3"}})";
}

std::string DeploymentJson() {
  std::string json =
      R"({"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web","namespace":"default",)"
      R"("uid":"0f1e2d3c-4b5a-4968-8776-655443322110","resourceVersion":"123456","generation":3,)"
      R"("creationTimestamp":"2024-05-06T07:08:09Z","labels":{"app":"web"},)"
      R"("annotations":{"deployment.kubernetes.io/revision":"3"}},"spec":{"replicas":3,)"
      R"("selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{)"
      R"("creationTimestamp":null,"labels":{"app":"web"}},"spec":{"containers":[)";
  for (int i = 0; i < kDeploymentContainers; ++i) json += (i > 0 ? "," : "") + Container(i);
  return json +
         R"(],"restartPolicy":"Always","terminationGracePeriodSeconds":30,)"
         R"("dnsPolicy":"ClusterFirst","securityContext":{},"schedulerName":"default-scheduler"}},)"
         R"("strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"25%",)"
         R"("maxSurge":"25%"}},"revisionHistoryLimit":10,"progressDeadlineSeconds":600},)"
         R"("status":{"observedGeneration":3,"replicas":3,"updatedReplicas":3,"readyReplicas":3,)"
         R"("availableReplicas":3,"conditions":[{"type":"Progressing","status":"True",)"
         R"("lastUpdateTime":"2024-05-06T07:09:10Z","lastTransitionTime":"2024-05-06T07:08:09Z",)"
         R"("reason":"NewReplicaSetAvailable",)"
         R"("message":"ReplicaSet \"web-6d4b75cb6d\" has successfully progressed."},)"
         R"({"type":"Available","status":"True","lastUpdateTime":"2024-05-06T07:09:10Z",)"
         R"("lastTransitionTime":"2024-05-06T07:09:10Z","reason":"MinimumReplicasAvailable",)"
         R"("message":"Deployment has minimum availability."}]}})";
}

std::string ListJson() {
  std::string json =
      R"({"apiVersion":"demo.example.org/v1","kind":"WidgetList","metadata":{"resourceVersion":"123456"},)"
      R"("items":[)";
  for (int i = 0; i < kListItems; ++i) json += (i > 0 ? "," : "") + NamedResource(i);
  return json + "]}";
}

}  // namespace pintle::bench
