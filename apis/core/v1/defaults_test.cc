#include "apis/core/v1/types.h"
#include "apis/functions_for_test.h"
#include "apis/node/v1/types.h"

namespace pintle::apis::core::v1 {
namespace {

TEST(CoreDefaults, OfResourceLists) {
  ExpectDefaults<ResourceRequirements>({
      {"limits.cpu", R"({"limits":{"cpu":"1u"}})", R"("1m")"},
      {"limits.cpu", R"({"limits":{"cpu":"1.0001"}})", R"("1001m")"},
      {"limits.cpu", R"({"limits":{"cpu":"123456789n"}})", R"("124m")"},
      {"limits.cpu", R"({"limits":{"cpu":"-0.5u"}})", R"("-1m")"},
      {"limits.cpu", R"({"limits":{"cpu":"1e-4"}})", R"("1e-3")"},
      {"limits.cpu", R"({"limits":{"cpu":"1.5"}})", R"("1500m")"},
      {"limits.cpu", R"({"limits":{"cpu":"1.500"}})", R"("1.500")"},
      {"limits.cpu", R"({"limits":{"cpu":"250m"}})", R"("250m")"},
      {"limits.memory", R"({"limits":{"memory":"0.0001Gi"}})", R"("107374183m")"},
      {"limits.memory", R"({"limits":{"memory":"64Mi"}})", R"("64Mi")"},
      {"limits.memory", R"({"limits":{"memory":"1E"}})", R"("1E")"},
      {"requests.cpu", R"({"requests":{"cpu":"1n"}})", R"("1m")"},
  });
}

// Every field of that type, and no other map of quantities.
TEST(CoreDefaults, ReachEveryResourceList) {
  constexpr std::string_view kOneMilli = R"("1m")";
  ExpectDefaults<PersistentVolume>(
      {{"spec.capacity.storage", R"({"spec":{"capacity":{"storage":"1u"}}})", kOneMilli}});
  ExpectDefaults<PersistentVolumeClaim>({
      {"spec.resources.limits.storage", R"({"spec":{"resources":{"limits":{"storage":"1u"}}}})",
       kOneMilli},
      {"spec.resources.requests.storage", R"({"spec":{"resources":{"requests":{"storage":"1u"}}}})",
       kOneMilli},
      {"status.capacity.storage", R"({"status":{"capacity":{"storage":"1u"}}})", kOneMilli},
      {"status.allocatedResources.storage", R"({"status":{"allocatedResources":{"storage":"1u"}}})",
       kOneMilli},
  });
  ExpectDefaults<Pod>({
      {"spec.overhead.cpu", R"({"spec":{"overhead":{"cpu":"1u"}}})", kOneMilli},
      {"spec.containers.0.resources.requests.cpu",
       R"({"spec":{"containers":[{"resources":{"limits":{"cpu":"1u"}}}]}})", kOneMilli},
      {"status.containerStatuses.0.allocatedResources.cpu",
       R"({"status":{"containerStatuses":[{"allocatedResources":{"cpu":"1u"}}]}})", kOneMilli},
      {"status.allocatedResources.cpu", R"({"status":{"allocatedResources":{"cpu":"1u"}}})",
       kOneMilli},
      {"status.nodeAllocatableResourceClaimStatuses.0.resources.cpu",
       R"({"status":{"nodeAllocatableResourceClaimStatuses":[{"resources":{"cpu":"1u"}}]}})",
       R"("1u")"},
  });
  ExpectDefaults<Node>({
      {"status.capacity.cpu", R"({"status":{"capacity":{"cpu":"1u"}}})", kOneMilli},
      {"status.allocatable.cpu", R"({"status":{"allocatable":{"cpu":"1u"}}})", kOneMilli},
  });
  ExpectDefaults<LimitRange>({
      {"spec.limits.0.max.cpu", R"({"spec":{"limits":[{"max":{"cpu":"1u"}}]}})", kOneMilli},
      {"spec.limits.0.min.cpu", R"({"spec":{"limits":[{"min":{"cpu":"1u"}}]}})", kOneMilli},
      {"spec.limits.0.default.cpu", R"({"spec":{"limits":[{"default":{"cpu":"1u"}}]}})", kOneMilli},
      {"spec.limits.0.defaultRequest.cpu",
       R"({"spec":{"limits":[{"defaultRequest":{"cpu":"1u"}}]}})", kOneMilli},
      {"spec.limits.0.maxLimitRequestRatio.cpu",
       R"({"spec":{"limits":[{"maxLimitRequestRatio":{"cpu":"1u"}}]}})", kOneMilli},
  });
  ExpectDefaults<ResourceQuota>({
      {"spec.hard.cpu", R"({"spec":{"hard":{"cpu":"1u"}}})", kOneMilli},
      {"status.hard.cpu", R"({"status":{"hard":{"cpu":"1u"}}})", kOneMilli},
      {"status.used.cpu", R"({"status":{"used":{"cpu":"1u"}}})", kOneMilli},
  });
  ExpectDefaults<node::v1::RuntimeClass>(
      {{"overhead.podFixed.cpu", R"({"overhead":{"podFixed":{"cpu":"1u"}}})", kOneMilli}});
}

TEST(CoreDefaults, OfReplicationControllers) {
  constexpr std::string_view kLabelled =
      R"({"spec":{"template":{"metadata":{"labels":{"a":"b"}}}}})";
  ExpectDefaults<ReplicationController>({
      {"spec.selector", kLabelled, R"({"a":"b"})"},
      {"spec.selector",
       R"({"spec":{"selector":{"x":"y"},"template":{"metadata":{"labels":{"a":"b"}}}}})",
       R"({"x":"y"})"},
      {"spec.selector", "{}", "absent"},
      {"metadata.labels", kLabelled, R"({"a":"b"})"},
      {"metadata.labels",
       R"({"metadata":{"labels":{"x":"y"}},"spec":{"template":{"metadata":{"labels":{"a":"b"}}}}})",
       R"({"x":"y"})"},
      {"metadata.labels", R"({"spec":{"template":{}}})", "absent"},
  });
  ExpectDefaults<ReplicationControllerSpec>({
      {"replicas", "{}", "1"},
      {"replicas", R"({"replicas":0})", "0"},
      {"minReadySeconds", "{}", "absent"},
      {"minReadySeconds", R"({"minReadySeconds":4})", "4"},
  });
}

TEST(CoreDefaults, OfSecretsAndConfigMaps) {
  ExpectDefaults<Secret>({{"type", "{}", R"("Opaque")"},
                          {"type", R"({"type":"example.com/t"})", R"("example.com/t")"}});
  ExpectDefaults<ConfigMap>(
      {{"data", "{}", "absent"}, {"data", R"({"data":{"a":"b"}})", R"({"a":"b"})"}});
}

TEST(CoreDefaults, DataOfAConfigMapIsNeverNil) {
  Arena arena;
  ConfigMap config_map;
  scheme::FunctionContext context{arena};
  Defaults().Apply(typeinfo::TypeOf<ConfigMap>(), context, &config_map);
  EXPECT_FALSE(config_map.data.is_nil());
  EXPECT_TRUE(config_map.data.empty());
}

TEST(CoreDefaults, OfEndpoints) {
  ExpectDefaults<Endpoints>({
      {"subsets.0.ports.0.protocol", R"({"subsets":[{"ports":[{"port":1}]}]})", R"("TCP")"},
      {"subsets.0.ports.0.protocol", R"({"subsets":[{"ports":[{"protocol":"UDP"}]}]})", R"("UDP")"},
  });
}

TEST(CoreDefaults, OfNamespaces) {
  ExpectDefaults<Namespace>({
      {"metadata.labels", R"({"metadata":{"name":"n"}})", R"({"kubernetes.io/metadata.name":"n"})"},
      {"metadata.labels",
       R"({"metadata":{"name":"n","labels":{"a":"b","kubernetes.io/metadata.name":"lie"}}})",
       R"({"a":"b","kubernetes.io/metadata.name":"n"})"},
      {"metadata.labels", R"({"metadata":{"generateName":"n-"}})", "absent"},
      {"status.phase", "{}", R"("Active")"},
  });
  ExpectDefaults<NamespaceStatus>({{"phase", "{}", R"("Active")"},
                                   {"phase", R"({"phase":"Terminating"})", R"("Terminating")"}});
}

TEST(CoreDefaults, OfNodes) {
  ExpectDefaults<NodeStatus>({
      {"allocatable", R"({"capacity":{"cpu":"4"}})", R"({"cpu":"4"})"},
      {"allocatable", R"({"capacity":{"cpu":"4"},"allocatable":{"cpu":"3"}})", R"({"cpu":"3"})"},
      {"allocatable", R"({"capacity":{"cpu":"4"},"allocatable":{}})", "absent"},
      {"allocatable", "{}", "absent"},
  });
}

TEST(CoreDefaults, OfLimitRanges) {
  ExpectDefaults<LimitRangeItem>({
      {"default", R"({"type":"Container","max":{"cpu":"2","memory":"1Gi"},"default":{"cpu":"1"}})",
       R"({"cpu":"1","memory":"1Gi"})"},
      {"default", R"({"type":"Pod","max":{"cpu":"2"}})", "absent"},
      {"defaultRequest",
       R"({"type":"Container","default":{"cpu":"2","memory":"1Gi"},"defaultRequest":{"cpu":"1"}})",
       R"({"cpu":"1","memory":"1Gi"})"},
      {"defaultRequest", R"({"type":"Container","max":{"cpu":"2"}})", R"({"cpu":"2"})"},
      {"defaultRequest", R"({"type":"Pod","default":{"cpu":"2"}})", "absent"},
      {"defaultRequest",
       R"({"type":"Container","default":{"cpu":"2"},"min":{"cpu":"1","memory":"1Mi"}})",
       R"({"cpu":"2","memory":"1Mi"})"},
      {"defaultRequest", R"({"type":"Pod","min":{"cpu":"1"}})", "absent"},
  });
}

TEST(CoreDefaults, OfLogOptions) {
  constexpr std::string_view kGate = "PodLogsQuerySplitStreams=true";
  ExpectDefaults<PodLogOptions>({
      {"stream", "{}", R"("All")", kGate},
      {"stream", R"({"stream":"Stdout"})", R"("Stdout")", kGate},
      {"stream", "{}", "absent"},
  });
}

TEST(CoreDefaults, OfReferences) {
  ExpectDefaults<LocalObjectReference>(
      {{"name", "{}", "absent"}, {"name", R"({"name":"n"})", R"("n")"}});
}

}  // namespace
}  // namespace pintle::apis::core::v1
