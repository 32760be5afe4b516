#include <gmock/gmock.h>

#include "apis/core/v1/pod_usage_warnings.h"
#include "apis/endpoint_for_test.h"
#include "apis/validation_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

using ::testing::ElementsAreArray;

struct WarningCase {
  std::string json;
  std::vector<std::string> warnings;
};

TEST(PodUsage, Warnings) {
  const std::string zone = "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead";
  const std::string nothing = "a null labelSelector results in matching no pod";
  const WarningCase cases[] = {
      {R"({"spec":{"nodeSelector":{"kubernetes.io/os":"linux"},"containers":[{"name":"c"}]}})", {}},
      {R"({"spec":{"nodeSelector":{"failure-domain.beta.kubernetes.io/zone":"z"}}})",
       {"t.spec.nodeSelector[failure-domain.beta.kubernetes.io/zone]: " + zone}},
      {R"({"spec":{"affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":)"
       R"([{"preference":{"matchExpressions":[{"key":"failure-domain.beta.kubernetes.io/zone",)"
       R"("values":["a","-"]}]}}]},"podAntiAffinity":)"
       R"({"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"z"}]}}}})",
       {"t.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]."
        "preference.matchExpressions[0].key: failure-domain.beta.kubernetes.io/zone is " +
            zone,
        "t.spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]."
        "preference.matchExpressions[0].values[1]: - is invalid, a valid label must be an empty "
        "string or consist of alphanumeric characters, '-', '_' or '.', and must start and end "
        "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used "
        "for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
        "t.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]."
        "labelSelector: " +
            nothing}},
      {R"({"spec":{"topologySpreadConstraints":[{"topologyKey":"z"}]}})",
       {"t.spec.topologySpreadConstraints[0].labelSelector: " + nothing}},
      {R"({"metadata":{"annotations":{"scheduler.alpha.kubernetes.io/critical-pod":"",)"
       R"("container.apparmor.security.beta.kubernetes.io/c":"unconfined"}},)"
       R"("spec":{"containers":[{"name":"c"}]}})",
       {"t.metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in "
        "v1.16+; use the \"priorityClassName\" field instead",
        "t.metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated "
        "since v1.30; use the \"appArmorProfile\" field instead"}},
      {R"({"spec":{"volumes":[{"name":"v","gitRepo":{}},{"name":"w","rbd":{}}]}})",
       {"t.spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+",
        "t.spec.volumes[1].rbd: deprecated in v1.28, non-functional in v1.31+"}},
      {R"({"spec":{"hostAliases":[{"ip":"1"},{"ip":"1"}],)"
       R"("imagePullSecrets":[{"name":"a"},{"name":"a"},{"name":""}]}})",
       {"t.spec.hostAliases[1].ip: duplicate ip \"1\"",
        "t.spec.imagePullSecrets[1].name: duplicate name \"a\"",
        "t.spec.imagePullSecrets[2].name: invalid empty name \"\""}},
      {R"({"spec":{"terminationGracePeriodSeconds":-1,"initContainers":[{"name":"c",)"
       R"("resources":{"limits":{"memory":"100m","cpu":"100m"}}}]}})",
       {"t.spec.initContainers[0].resources.limits[memory]: fractional byte value \"100m\" is "
        "invalid, must be an integer",
        "t.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will "
        "be treated as 1"}},
      {R"j({"spec":{"containers":[{"name":"c","env":[{"name":"A","value":"1"},)j"
       R"j({"name":"A","value":"$(A)2"},{"name":"A","value":"3"},{"name":"A","value":"$(A)"}]}]}})j",
       {"t.spec.containers[0].env[2]: hides previous definition of \"A\", which may be dropped "
        "when using apply",
        "t.spec.containers[0].env[3]: hides previous definition of \"A\", which may be dropped "
        "when using apply"}},
  };
  for (const WarningCase& c : cases) {
    Arena arena;
    const Pod& pod = ReadForTest<Pod>(c.json, arena);
    write::Warnings warnings;
    WarnOfPodUsage(pod.spec, pod.metadata, "t.", true, warnings);
    EXPECT_THAT(warnings.texts(), ElementsAreArray(c.warnings)) << c.json;
  }
}

class UsageTest : public EndpointTest {};

TEST_F(UsageTest, Warnings) {
  const WarningCase cases[] = {
      {R"("ports":[{"port":1}])", {}},
      {R"("clusterIP":"None","sessionAffinity":"ClientIP","externalIPs":["1.1.1.1"])",
       {"spec.externalIPs is ignored for headless services",
        "spec.SessionAffinity is ignored for headless services"}},
      {R"("ports":[{"port":1}],"externalName":"a","trafficDistribution":"PreferClose",)"
       R"("externalIPs":["2001:DB8::1"])",
       {"spec.externalIPs[0]: IPv6 address \"2001:DB8::1\" should be in RFC 5952 canonical format "
        "(\"2001:db8::1\")",
        "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
        "spec.externalName is ignored when spec.type is not \"ExternalName\"",
        "spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\""}},
  };
  int count = 0;
  for (const WarningCase& c : cases) {
    auto& services = Resource("services");
    write::TestRequest request = RequestFor(services);
    std::string name = "s" + std::to_string(count++);
    auto created = TryCreate(services, request,
                             R"({"metadata":{"name":")" + name + R"("},"spec":{)" + c.json + "}}");
    ASSERT_TRUE(created) << created.error().message();
    EXPECT_THAT(request.warnings.texts(), ElementsAreArray(c.warnings)) << c.json;
  }
}

TEST_F(UsageTest, WarningsOfVolumesAndClaims) {
  auto warnings = [&](const char* plural, const std::string& json) {
    auto& resource = Resource(plural);
    write::TestRequest request = RequestFor(resource);
    auto created = TryCreate(resource, request, json);
    EXPECT_TRUE(created) << created.error().message();
    return request.warnings.texts();
  };
  const std::string claim =
      R"("accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1500m"}})";
  EXPECT_THAT(
      warnings("persistentvolumeclaims", R"({"metadata":{"name":"c"},"spec":{)" + claim + "}}"),
      testing::ElementsAre("spec.resources.requests[storage]: fractional byte value "
                           "\"1500m\" is invalid, must be an integer"));
  EXPECT_THAT(
      warnings("persistentvolumes",
               R"({"metadata":{"name":"v"},"spec":{"accessModes":["ReadWriteOnce"],"capacity":)"
               R"({"storage":"1Gi"},"hostPath":{"path":"/x"},"persistentVolumeReclaimPolicy":)"
               R"("Recycle"}})"),
      testing::ElementsAre("spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is "
                           "deprecated. Instead, the recommended approach is to use dynamic "
                           "provisioning."));
}

TEST_F(UsageTest, AHealthCheckPortIsAllocatedWhereItIsNeeded) {
  auto& services = Resource("services");
  const std::string local = R"({"metadata":{"name":"s"},"spec":{"type":"LoadBalancer",)"
                            R"("ports":[{"port":1}],"externalTrafficPolicy":)";
  object::Object cluster = MustCreate(services, local + R"("Cluster"}})");
  EXPECT_EQ(cluster.As<Service>().spec.health_check_node_port, 0);
  object::Object changed = Must(TryReplace(services, "s", local + R"("Local"}})")).object;
  EXPECT_NE(changed.As<Service>().spec.health_check_node_port, 0);
  // What is but a name has no traffic policy.
  object::Object named =
      Must(TryReplace(services, "s",
                      R"({"metadata":{"name":"s"},"spec":{"type":"ExternalName","externalName":)"
                      R"("a.b","internalTrafficPolicy":"Cluster"}})"))
          .object;
  EXPECT_FALSE(named.As<Service>().spec.internal_traffic_policy);
}

// As often as the rules of the kind look at it.
TEST_F(UsageTest, FaultsOfMetadataInUpdates) {
  struct Case {
    const char* plural;
    std::string members;
    size_t times;
  };
  const Case cases[] = {
      {"configmaps", "", 4},
      {"limitranges", "", 3},
      {"podtemplates", R"(,"template":{"spec":{"containers":[{"name":"c","image":"i"}]}})", 3},
  };
  for (const Case& c : cases) {
    auto& resource = Resource(c.plural);
    MustCreate(resource, R"({"metadata":{"name":"a"})" + c.members + "}");
    auto refused = TryReplace(resource, "a",
                              R"({"metadata":{"name":"a","labels":{"a b":""}})" + c.members + "}");
    ASSERT_FALSE(refused);
    ASSERT_TRUE(refused.error().details());
    EXPECT_EQ(refused.error().details()->causes.size(), c.times) << c.plural;
  }
}

}  // namespace
}  // namespace pintle::apis::core::v1
