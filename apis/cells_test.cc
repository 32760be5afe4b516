#include "apis/cells.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "apis/apps/v1/cells.h"
#include "apis/apps/v1/types.h"
#include "apis/autoscaling/v2/cells.h"
#include "apis/autoscaling/v2/types.h"
#include "apis/batch/v1/cells.h"
#include "apis/batch/v1/types.h"
#include "apis/certificates/v1/cells.h"
#include "apis/certificates/v1/types.h"
#include "apis/core/v1/cells.h"
#include "apis/discovery/v1/cells.h"
#include "apis/discovery/v1/types.h"
#include "apis/networking/v1/cells.h"
#include "apis/networking/v1/types.h"
#include "apis/policy/v1/cells.h"
#include "apis/policy/v1/types.h"
#include "apis/rbac/v1/cells.h"
#include "apis/rbac/v1/types.h"
#include "apis/storage/v1/cells.h"
#include "apis/storage/v1/types.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/typeinfo/decode.h"

namespace pintle::apis {
namespace {

constexpr int64_t kNow = 1767225600;  // 2026-01-01T00:00:00Z

struct Case {
  std::string json;
  std::string cells;
};

template <typename T>
object::Object Decoded(const std::shared_ptr<Arena>& arena, const std::string& json) {
  T* data = arena->New<T>();
  codec::JsonReader reader(json);
  EXPECT_TRUE(typeinfo::Decode(reader, typeinfo::TypeOf<T>(), data, *arena, nullptr)) << json;
  return object::Object::Typed(arena, typeinfo::TypeOf<T>(), data);
}

template <typename T>
std::string CellsOf(const write::Table& table, const std::string& json) {
  auto arena = std::make_shared<Arena>();
  object::Object object = Decoded<T>(arena, json);
  std::vector<Value> cells = table.cells(object, Value(), *arena, kNow);
  EXPECT_EQ(cells.size(), table.columns.size()) << json;
  std::string text;
  for (const Value& cell : cells) {
    if (!text.empty()) text += ' ';
    text += cell.is_string() ? fmt::format("\"{}\"", cell.as_string()) : codec::ToJson(cell);
  }
  return text;
}

template <typename T>
void Expect(const write::Table& table, const std::vector<Case>& cases) {
  for (const Case& c : cases) EXPECT_EQ(CellsOf<T>(table, c.json), c.cells) << c.json;
}

std::string Pod(const std::string& spec, const std::string& status) {
  return R"({"metadata":{"name":"p","creationTimestamp":"2025-12-31T23:58:00Z"},"spec":{)" + spec +
         R"(},"status":{)" + status + "}}";
}

TEST(CellsTest, Pods) {
  const std::string one = R"("containers":[{"name":"a"}])";
  const std::string two = R"("containers":[{"name":"a"},{"name":"b"}])";
  const std::string rest = R"( "<none>" "<none>" "<none>" "<none>")";
  Expect<core::v1::Pod>(
      core::v1::PodTable(),
      {
          {Pod(one, R"("phase":"Pending")"), R"("p" "0/1" "Pending" "0" "2m")" + rest},
          {Pod(one, R"("phase":"Failed","reason":"Evicted")"),
           R"("p" "0/1" "Evicted" "0" "2m")" + rest},
          {Pod(one, R"("phase":"Pending","conditions":[{"type":"PodScheduled","status":"False",
                     "reason":"SchedulingGated"}])"),
           R"("p" "0/1" "SchedulingGated" "0" "2m")" + rest},
          {Pod(two, R"("phase":"Running","containerStatuses":[
               {"name":"a","ready":true,"state":{"running":{}},"restartCount":2,
                "lastState":{"terminated":{"exitCode":1,"finishedAt":"2025-12-31T23:59:00Z"}}},
               {"name":"b","state":{"waiting":{"reason":"CrashLoopBackOff"}},"restartCount":1}])"),
           R"x("p" "1/2" "CrashLoopBackOff" "3 (60s ago)" "2m")x" + rest},
          // The first container with a state of its own wins.
          {Pod(two, R"("phase":"Running","containerStatuses":[
               {"name":"a","state":{"terminated":{"exitCode":3}}},
               {"name":"b","state":{"terminated":{"exitCode":0,"signal":9}}}])"),
           R"("p" "0/2" "ExitCode:3" "0" "2m")" + rest},
          {Pod(two, R"("phase":"Running","conditions":[{"type":"Ready","status":"True"}],
               "containerStatuses":[
               {"name":"a","state":{"terminated":{"exitCode":0,"reason":"Completed"}}},
               {"name":"b","ready":true,"state":{"running":{}}}])"),
           R"("p" "1/2" "Running" "0" "2m")" + rest},
          {Pod(two, R"("phase":"Running","containerStatuses":[
               {"name":"a","state":{"terminated":{"exitCode":0,"reason":"Completed"}}},
               {"name":"b","ready":true,"state":{"running":{}}}])"),
           R"("p" "1/2" "NotReady" "0" "2m")" + rest},
          {Pod(two, R"("phase":"Running","containerStatuses":[
               {"name":"a","state":{"terminated":{"exitCode":0,"reason":"Completed"}}},
               {"name":"b","state":{"terminated":{"exitCode":1,"reason":"Error"}}}])"),
           R"("p" "0/2" "Error" "0" "2m")" + rest},
          {Pod(one + R"(,"initContainers":[{"name":"i"},{"name":"j"}])",
               R"("phase":"Pending","initContainerStatuses":[
               {"name":"i","state":{"terminated":{"exitCode":0}}},
               {"name":"j","state":{"running":{}}}])"),
           R"("p" "0/1" "Init:1/2" "0" "2m")" + rest},
          {Pod(one + R"(,"initContainers":[{"name":"i"}])",
               R"("phase":"Pending","initContainerStatuses":[
               {"name":"i","restartCount":4,"state":{"waiting":{"reason":"ImagePullBackOff"}}}])"),
           R"("p" "0/1" "Init:ImagePullBackOff" "4" "2m")" + rest},
          {Pod(one + R"(,"initContainers":[{"name":"i"}])",
               R"("phase":"Pending","initContainerStatuses":[
               {"name":"i","state":{"terminated":{"exitCode":7}}}])"),
           R"("p" "0/1" "Init:ExitCode:7" "0" "2m")" + rest},
          // A sidecar counts as a container.
          {Pod(one + R"(,"initContainers":[{"name":"i","restartPolicy":"Always"}])",
               R"("phase":"Running","initContainerStatuses":[
               {"name":"i","started":true,"ready":true,"restartCount":1,"state":{"running":{}}}],
               "containerStatuses":[{"name":"a","ready":true,"state":{"running":{}}}])"),
           R"("p" "2/2" "Running" "1" "2m")" + rest},
          {R"({"metadata":{"name":"p","deletionTimestamp":"2026-01-01T00:00:00Z"},"spec":{"nodeName":"n",
               "readinessGates":[{"conditionType":"x"},{"conditionType":"y"}]},
               "status":{"phase":"Running","podIPs":[{"ip":"10.0.0.1"}],"nominatedNodeName":"m",
               "conditions":[{"type":"x","status":"True"}]}})",
           R"("p" "0/0" "Terminating" "0" "<unknown>" "10.0.0.1" "n" "m" "1/2")"},
          {R"({"metadata":{"name":"p","deletionTimestamp":"2026-01-01T00:00:00Z"},
               "status":{"phase":"Running","reason":"NodeLost"}})",
           R"("p" "0/0" "Unknown" "0" "<unknown>")" + rest},
          {R"({"metadata":{"name":"p","deletionTimestamp":"2026-01-01T00:00:00Z"},
               "status":{"phase":"Succeeded"}})",
           R"("p" "0/0" "Succeeded" "0" "<unknown>")" + rest},
      });
}

TEST(CellsTest, RowsOfPodsThatEndedSaySo) {
  write::Table table = core::v1::PodTable();
  auto conditions = [&table](const std::string& phase) {
    auto arena = std::make_shared<Arena>();
    std::string json = Pod(R"("containers":[])", R"("phase":")" + phase + "\"");
    return codec::ToJson(table.conditions(Decoded<core::v1::Pod>(arena, json), *arena));
  };
  EXPECT_EQ(conditions("Running"), "null");
  EXPECT_EQ(conditions("Succeeded"),
            R"([{"message":"The pod has completed successfully.","reason":"Succeeded",)"
            R"("status":"True","type":"Completed"}])");
  EXPECT_EQ(conditions("Failed"), R"([{"message":"The pod failed.","reason":"Failed",)"
                                  R"("status":"True","type":"Completed"}])");
}

TEST(CellsTest, Services) {
  Expect<core::v1::Service>(
      core::v1::ServiceTable(),
      {
          {R"({"metadata":{"name":"s"},"spec":{"type":"ClusterIP","clusterIPs":["10.0.0.1"],
               "ports":[{"port":80,"protocol":"TCP"},{"port":53,"nodePort":30053,"protocol":"UDP"}],
               "selector":{"b":"2","a":"1"}}})",
           R"("s" "ClusterIP" "10.0.0.1" "<none>" "80/TCP,53:30053/UDP" "<unknown>" "a=1,b=2")"},
          {R"({"metadata":{"name":"s"},"spec":{"type":"LoadBalancer"}})",
           R"("s" "LoadBalancer" "<none>" "<pending>" "<none>" "<unknown>" "<none>")"},
          {R"({"metadata":{"name":"s"},"spec":{"type":"LoadBalancer","externalIPs":["192.0.2.9"]},
               "status":{"loadBalancer":{"ingress":[{"hostname":"z"},{"ip":"192.0.2.1"}]}}})",
           R"("s" "LoadBalancer" "<none>" "192.0.2.1,z,192.0.2.9" "<none>" "<unknown>" "<none>")"},
          {R"({"metadata":{"name":"s"},"spec":{"type":"ExternalName","externalName":"x.example"}})",
           R"("s" "ExternalName" "<none>" "x.example" "<none>" "<unknown>" "<none>")"},
      });
}

TEST(CellsTest, Endpoints) {
  Expect<core::v1::Endpoints>(
      core::v1::EndpointsTable(),
      {
          {R"({"metadata":{"name":"e"}})", R"("e" "<none>" "<unknown>")"},
          {R"({"metadata":{"name":"e"},"subsets":[{"addresses":[{"ip":"10.0.0.1"},{"ip":"::1"}],
               "ports":[{"port":80},{"port":81}]}]})",
           R"("e" "10.0.0.1:80,[::1]:80,10.0.0.1:81 + 1 more..." "<unknown>")"},
          {R"({"metadata":{"name":"e"},"subsets":[{"addresses":[{"ip":"10.0.0.1"}]}]})",
           R"("e" "10.0.0.1" "<unknown>")"},
      });
  Expect<discovery::v1::EndpointSlice>(
      discovery::v1::EndpointSliceTable(),
      {
          {R"({"metadata":{"name":"e"},"addressType":"IPv4"})",
           R"("e" "IPv4" "<unset>" "<unset>" "<unknown>")"},
          {R"({"metadata":{"name":"e"},"addressType":"IPv4","ports":[{"port":80},{"name":"q"},{}],
               "endpoints":[{"addresses":["1","2"]},{"addresses":["3","4"]}]})",
           R"("e" "IPv4" "80,q,*" "1,2,3 + 1 more..." "<unknown>")"},
      });
}

// Every port of every address is one.
TEST(CellsTest, ManyEndpointsAreCounted) {
  constexpr int kCount = 50'000;
  std::string addresses = R"({"ip":"10.0.0.1"})";
  std::string ports = R"({"port":80})";
  for (int i = 1; i < kCount; ++i) {
    addresses += R"(,{"ip":"10.0.0.2"})";
    ports += R"(,{"port":81})";
  }
  EXPECT_EQ(CellsOf<core::v1::Endpoints>(core::v1::EndpointsTable(),
                                         R"({"metadata":{"name":"e"},"subsets":[{"addresses":[)" +
                                             addresses + R"(],"ports":[)" + ports + "]}]}"),
            R"("e" "10.0.0.1:80,10.0.0.2:80,10.0.0.2:80 + 2499999997 more..." "<unknown>")");
}

TEST(CellsTest, Nodes) {
  const std::string unknown = R"( "" "<none>" "<none>" "<unknown>" "<unknown>" "<unknown>")";
  Expect<core::v1::Node>(
      core::v1::NodeTable(),
      {
          {R"({"metadata":{"name":"n"}})", R"("n" "Unknown" "<none>" "<unknown>")" + unknown},
          {R"({"metadata":{"name":"n","labels":{"node-role.kubernetes.io/worker":"",
               "kubernetes.io/role":"edge"}},"spec":{"unschedulable":true},
               "status":{"conditions":[{"type":"Ready","status":"False"}]}})",
           R"("n" "NotReady,SchedulingDisabled" "edge,worker" "<unknown>")" + unknown},
      });
}

TEST(CellsTest, Events) {
  Expect<core::v1::Event>(
      core::v1::EventTable(),
      {
          {R"({"metadata":{"name":"e"},"involvedObject":{"kind":"Pod","name":"p","fieldPath":"f"},
               "reason":"R","type":"Normal","message":" text\n","source":{"component":"c","host":"h"},
               "firstTimestamp":"2025-12-31T23:59:30Z"})",
           R"("30s" "Normal" "R" "pod/p" "f" "c, h" "text" "30s" 1 "e")"},
          {R"({"metadata":{"name":"e"},"involvedObject":{"kind":"Pod"},"reportingComponent":"rc",
               "eventTime":"2025-12-31T23:59:00.000000Z",
               "series":{"count":7,"lastObservedTime":"2025-12-31T23:59:50.000000Z"}})",
           R"("10s" "" "" "pod" "" "rc" "" "60s" 7 "e")"},
      });
}

TEST(CellsTest, Volumes) {
  Expect<core::v1::PersistentVolume>(
      core::v1::PersistentVolumeTable(),
      {{R"({"metadata":{"name":"v"},"spec":{"capacity":{"storage":"1Gi"},
            "accessModes":["ReadWriteMany","ReadWriteOnce"],"persistentVolumeReclaimPolicy":"Retain",
            "claimRef":{"namespace":"ns","name":"c"},"storageClassName":"fast"},
            "status":{"phase":"Bound"}})",
        R"("v" "1Gi" "RWO,RWX" "Retain" "Bound" "ns/c" "fast" "<unset>" "" "<unknown>" "<unset>")"}});
  Expect<core::v1::PersistentVolumeClaim>(
      core::v1::PersistentVolumeClaimTable(),
      {{R"({"metadata":{"name":"c"},"spec":{"storageClassName":"fast","volumeMode":"Block"},
            "status":{"phase":"Pending","capacity":{"storage":"1Gi"}}})",
        R"("c" "Pending" "" "" "" "fast" "<unset>" "<unknown>" "Block")"},
       {R"({"metadata":{"name":"c"},"spec":{"volumeName":"v"},
            "status":{"phase":"Bound","capacity":{"storage":"1Gi"},"accessModes":["ReadOnlyMany"]}})",
        R"("c" "Bound" "v" "1Gi" "ROX" "" "<unset>" "<unknown>" "<unset>")"}});
  Expect<storage::v1::StorageClass>(
      storage::v1::StorageClassTable(),
      {{R"({"metadata":{"name":"f","annotations":
            {"storageclass.kubernetes.io/is-default-class":"true"}},"provisioner":"x"})",
        R"x("f (default)" "x" "Delete" "Immediate" false "<unknown>")x"}});
  Expect<storage::v1::CSIDriver>(
      storage::v1::CSIDriverTable(),
      {{R"({"metadata":{"name":"d"},"spec":{"tokenRequests":[{"audience":"a"},{"audience":"b"}],
            "volumeLifecycleModes":["Persistent"]}})",
        R"("d" true false false "a,b" false "Persistent" "<unknown>")"}});
}

TEST(CellsTest, Quotas) {
  Expect<core::v1::ResourceQuota>(
      core::v1::ResourceQuotaTable(),
      {{R"({"metadata":{"name":"q"},"status":{"hard":{"cpu":"2","limits.cpu":"4","pods":"9"},
            "used":{"cpu":"1"}}})",
        R"("q" "cpu: 1/2, pods: 0/9" "limits.cpu: 0/4" "<unknown>")"}});
}

TEST(CellsTest, Workloads) {
  Expect<apps::v1::Deployment>(
      apps::v1::DeploymentTable(),
      {{R"({"metadata":{"name":"d"},"spec":{"replicas":3,
            "selector":{"matchLabels":{"b":"1"},"matchExpressions":[
              {"key":"a","operator":"NotIn","values":["y","x"]},{"key":"c","operator":"DoesNotExist"}]},
            "template":{"spec":{"containers":[{"name":"x","image":"i"},{"name":"y","image":"j"}]}}},
            "status":{"readyReplicas":2,"updatedReplicas":1,"availableReplicas":2}})",
        R"("d" "2/3" 1 2 "<unknown>" "x,y" "i,j" "a notin (x,y),b=1,!c")"}});
  Expect<apps::v1::ReplicaSet>(apps::v1::ReplicaSetTable(),
                               {{R"({"metadata":{"name":"r"},"spec":{"replicas":1}})",
                                 R"("r" 1 0 0 "<unknown>" "" "" "<none>")"}});
  Expect<apps::v1::ControllerRevision>(
      apps::v1::ControllerRevisionTable(),
      {{R"({"metadata":{"name":"r","ownerReferences":[{"apiVersion":"apps/v1","kind":"DaemonSet",
            "name":"d","uid":"u","controller":true}]},"revision":4})",
        R"("r" "daemonset.apps/d" 4 "<unknown>")"}});
  Expect<batch::v1::Job>(
      batch::v1::JobTable(),
      {{R"({"metadata":{"name":"j"},"spec":{"parallelism":2},"status":{"succeeded":1,
            "startTime":"2025-12-31T23:59:00Z"}})",
        R"("j" "Running" "1/1 of 2" "60s" "<unknown>" "" "" "<none>")"},
       {R"({"metadata":{"name":"j"},"spec":{"completions":3},"status":{"succeeded":3,
            "startTime":"2025-12-31T23:59:00Z","completionTime":"2025-12-31T23:59:20Z",
            "conditions":[{"type":"SuccessCriteriaMet","status":"True"},
                          {"type":"Complete","status":"True"}]}})",
        R"("j" "Complete" "3/3" "20s" "<unknown>" "" "" "<none>")"}});
  Expect<batch::v1::CronJob>(
      batch::v1::CronJobTable(),
      {{R"({"metadata":{"name":"c"},"spec":{"schedule":"@daily","suspend":true},
            "status":{"lastScheduleTime":"2025-12-31T23:59:00Z"}})",
        R"("c" "@daily" "<none>" "True" 0 "60s" "<unknown>" "" "" "<none>")"}});
  Expect<policy::v1::PodDisruptionBudget>(
      policy::v1::PodDisruptionBudgetTable(),
      {{R"({"metadata":{"name":"b"},"spec":{"minAvailable":"50%"},"status":{"disruptionsAllowed":2}})",
        R"("b" "50%" "N/A" 2 "<unknown>")"}});
}

TEST(CellsTest, Autoscalers) {
  const std::string head = R"({"metadata":{"name":"h"},"spec":{"scaleTargetRef":
      {"kind":"Deployment","name":"d"},"maxReplicas":5,)";
  const std::string tail = R"( "<unset>" 5 0 "<unknown>")";
  Expect<autoscaling::v2::HorizontalPodAutoscaler>(
      autoscaling::v2::HorizontalPodAutoscalerTable(),
      {
          {head + R"("metrics":[]}})", R"("h" "Deployment/d" "<none>")" + tail},
          {head + R"("metrics":[{"type":"Resource","resource":{"name":"cpu","target":
               {"type":"Utilization","averageUtilization":80}}}]},
               "status":{"currentMetrics":[{"type":"Resource","resource":{"name":"cpu","current":
               {"averageUtilization":12}}}]}})",
           R"("h" "Deployment/d" "cpu: 12%/80%")" + tail},
          {head + R"("metrics":[
               {"type":"External","external":{"target":{"averageValue":"3"}}},
               {"type":"Object","object":{"target":{"value":"4"}}},
               {"type":"Pods","pods":{"target":{"averageValue":"5"}}}]}})",
           R"("h" "Deployment/d" "<unknown>/3 (avg), <unknown>/4 + 1 more...")" + tail},
      });
}

TEST(CellsTest, Networking) {
  Expect<networking::v1::Ingress>(
      networking::v1::IngressTable(),
      {
          {R"({"metadata":{"name":"i"}})", R"("i" "<none>" "*" "" "80" "<unknown>")"},
          {R"({"metadata":{"name":"i"},"spec":{"ingressClassName":"c","tls":[{}],"rules":[
               {"host":"a"},{},{"host":"b"},{"host":"c"},{"host":"d"}]},
               "status":{"loadBalancer":{"ingress":[{"ip":"192.0.2.1"}]}}})",
           R"("i" "c" "a,b,c + 1 more..." "192.0.2.1" "80, 443" "<unknown>")"},
      });
  Expect<networking::v1::IngressClass>(
      networking::v1::IngressClassTable(),
      {{R"({"metadata":{"name":"c"},"spec":{"controller":"x","parameters":
            {"apiGroup":"g","kind":"K","name":"n"}}})",
        R"("c" "x" "K.g/n" "<unknown>")"}});
  Expect<networking::v1::NetworkPolicy>(
      networking::v1::NetworkPolicyTable(),
      {{R"({"metadata":{"name":"p"},"spec":{"podSelector":{}}})", R"("p" "<none>" "<unknown>")"}});
}

TEST(CellsTest, Access) {
  Expect<rbac::v1::RoleBinding>(
      rbac::v1::RoleBindingTable(),
      {{R"({"metadata":{"name":"b"},"roleRef":{"kind":"Role","name":"r"},"subjects":[
            {"kind":"User","name":"u"},{"kind":"Group","name":"g"},{"kind":"User","name":"v"},
            {"kind":"ServiceAccount","namespace":"ns","name":"s"}]})",
        R"("b" "Role/r" "<unknown>" "u, v" "g" "ns/s")"}});
  Expect<certificates::v1::CertificateSigningRequest>(
      certificates::v1::CertificateSigningRequestTable(),
      {{R"({"metadata":{"name":"c"},"spec":{"signerName":"s","username":"u","expirationSeconds":3600},
            "status":{"conditions":[{"type":"Approved"}],"certificate":"YQ=="}})",
        R"("c" "<unknown>" "s" "u" "60m" "Approved,Issued")"}});
}

}  // namespace
}  // namespace pintle::apis
