#include <gtest/gtest.h>

#include "apis/core/v1/types.h"
#include "apis/endpoint_for_test.h"

// Endpoints at which a pod or a namespace is written under rules of its own.
namespace pintle::apis::core::v1 {
namespace {

using write::FailsWith;

class SubresourceTest : public EndpointTest {
 protected:
  Pod StoredPod() {
    object_ = Stored(Resource("pods"), "p");
    return object_->As<Pod>();
  }
  std::optional<object::Object> object_;
};

std::string PodWith(const std::string& container, const std::string& spec = "",
                    const std::string& metadata = "") {
  return R"({"metadata":{"name":"p")" + metadata +
         R"(},"spec":{"containers":[{"name":"c","image":"i")" + container + "}]" + spec + "}}";
}

TEST_F(SubresourceTest, ResizeTakesResourcesAlone) {
  const std::string small = R"(,"resources":{"requests":{"cpu":"1"},"limits":{"memory":"1Gi"}})";
  const std::string large = R"(,"resources":{"requests":{"cpu":"2"},"limits":{"memory":"2Gi"}})";
  MustCreate(Resource("pods"), PodWith(small));
  EXPECT_EQ(StoredPod().metadata.generation, 1);
  MustPutAt(
      "pods", "p", "resize",
      PodWith(large + R"(,"workingDir":"/x")", R"(,"hostname":"h")", R"(,"labels":{"a":"b"})"));
  Pod pod = StoredPod();
  EXPECT_EQ(pod.spec.containers[0].resources.requests.Find("cpu")->view(), "2");
  EXPECT_EQ(pod.spec.containers[0].resources.limits.Find("memory")->view(), "2Gi");
  EXPECT_EQ(pod.spec.containers[0].working_dir, "");
  EXPECT_EQ(pod.spec.hostname, "");
  EXPECT_TRUE(pod.metadata.labels.empty());
  EXPECT_EQ(pod.metadata.generation, 2);
  EXPECT_TRUE(FailsWith(
      PutAt("pods", "p", "resize", PodWith("", R"(,"initContainers":[{"name":"i","image":"i"}])")),
      422,
      "Pod \"p\" is invalid: [spec: Invalid value: \"\": Pod QOS Class may not change as "
      "a result of resizing, spec.initContainers: Forbidden: initContainers may not be added or "
      "removed on resize]"));
  EXPECT_TRUE(FailsWith(
      PutAt("pods", "p", "resize", PodWith(R"(,"resources":{"limits":{"memory":"2Gi"}})")), 422,
      "Pod \"p\" is invalid: spec.containers[0].resources.requests: Forbidden: "
      "resource requests cannot be removed"));
}

TEST_F(SubresourceTest, ResizeKeepsTheQualityOfService) {
  MustCreate(Resource("pods"), PodWith(R"(,"resources":{"requests":{"cpu":"1"}})"));
  auto refused = PutAt(
      "pods", "p", "resize",
      PodWith(
          R"(,"resources":{"requests":{"cpu":"1","memory":"1"},"limits":{"cpu":"1","memory":"1"}})"));
  EXPECT_TRUE(FailsWith(refused, 422,
                        "Pod \"p\" is invalid: spec: Invalid value: \"Burstable\": Pod QOS Class "
                        "may not change as a result of resizing"));
}

const char kDebugger[] =
    R"(,"ephemeralContainers":[{"name":"debug","image":"tools","terminationMessagePolicy":"File"}])";

TEST_F(SubresourceTest, EphemeralContainersAreAdded) {
  EXPECT_TRUE(FailsWith(TryCreate(Resource("pods"), PodWith("", kDebugger)), 422,
                        "Pod \"p\" is invalid: spec.ephemeralContainers: Forbidden: cannot be set "
                        "on create"));
  MustCreate(Resource("pods"), PodWith(""));
  MustPutAt("pods", "p", "ephemeralcontainers",
            PodWith(R"(,"workingDir":"/x")", std::string(kDebugger) + R"(,"hostname":"h")",
                    R"(,"labels":{"a":"b"},"annotations":{"c":"d"})"));
  Pod pod = StoredPod();
  ASSERT_EQ(pod.spec.ephemeral_containers.size(), 1u);
  EXPECT_EQ(pod.spec.ephemeral_containers[0].ephemeral_container_common.name, "debug");
  EXPECT_EQ(pod.spec.hostname, "");
  EXPECT_EQ(pod.spec.containers[0].working_dir, "");
  EXPECT_TRUE(pod.metadata.labels.empty());
  EXPECT_TRUE(pod.metadata.annotations.empty());
  EXPECT_EQ(pod.metadata.generation, 2);
}

TEST_F(SubresourceTest, ObservedGenerationsStayWhereTheyAreNotTold) {
  MustCreate(Resource("pods"), PodWith(""));
  auto status = [](const std::string& members) {
    return R"({"metadata":{"name":"p"},"spec":{"containers":[]},"status":{)" + members + "}}";
  };
  MustPutAt("pods", "p", "status",
            status(R"("observedGeneration":4,"conditions":[)"
                   R"({"type":"Ready","status":"True","observedGeneration":2},)"
                   R"({"type":"Ready","status":"True","observedGeneration":3}])"));
  MustPutAt("pods", "p", "status",
            status(R"("conditions":[{"type":"Ready","status":"False"},)"
                   R"({"type":"Ready","status":"False","observedGeneration":5},)"
                   R"({"type":"Initialized","status":"True"}])"));
  Pod pod = StoredPod();
  EXPECT_EQ(pod.status.observed_generation, 4);
  ASSERT_EQ(pod.status.conditions.size(), 3u);
  EXPECT_EQ(pod.status.conditions[0].observed_generation, 2);
  EXPECT_EQ(pod.status.conditions[1].observed_generation, 5);
  EXPECT_EQ(pod.status.conditions[2].observed_generation, 0);
}

TEST_F(SubresourceTest, AppArmorAnnotationsBecomeFields) {
  const std::string key = "container.apparmor.security.beta.kubernetes.io/c";
  auto created = MustCreate(Resource("pods"),
                            PodWith("", "", R"(,"annotations":{")" + key + R"(":"localhost/x"})"));
  const auto& context = created.As<Pod>().spec.containers[0].security_context;
  ASSERT_TRUE(context && context->app_armor_profile);
  EXPECT_EQ(context->app_armor_profile->type, kAppArmorProfileTypeLocalhost);
  EXPECT_EQ(context->app_armor_profile->localhost_profile.value_or(""), "x");
  EXPECT_TRUE(FailsWith(
      TryCreate(Resource("pods"),
                PodWith("", R"(,"securityContext":{"appArmorProfile":{"type":"RuntimeDefault"}})",
                        R"(,"annotations":{")" + key + R"(":"bad"})")),
      422,
      "Pod \"p\" is invalid: [metadata.annotations[" + key +
          "]: Invalid value: \"bad\": invalid AppArmor profile name: \"bad\", "
          "spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in "
          "annotation and field must match]"));
}

TEST_F(SubresourceTest, EphemeralContainersStayAsTheyAre) {
  MustCreate(Resource("pods"), PodWith(""));
  MustPutAt("pods", "p", "ephemeralcontainers", PodWith("", kDebugger));
  EXPECT_TRUE(FailsWith(PutAt("pods", "p", "ephemeralcontainers", PodWith("")), 422,
                        "Pod \"p\" is invalid: spec.ephemeralContainers: Forbidden: existing "
                        "ephemeral containers \"debug\" may not be removed\n"));
  std::string changed = kDebugger;
  changed.replace(changed.find("tools"), 5, "other");
  EXPECT_TRUE(FailsWith(PutAt("pods", "p", "ephemeralcontainers", PodWith("", changed)), 422,
                        "Pod \"p\" is invalid: spec.ephemeralContainers: Forbidden: existing "
                        "ephemeral containers \"debug\" may not be changed\n"
                        "@@ -1,6 +1,6 @@\n"
                        " {\n"
                        "  \"Name\": \"debug\",\n"
                        "- \"Image\": \"tools\",\n"
                        "+ \"Image\": \"other\",\n"
                        "  \"Command\": null,\n"
                        "  \"Args\": null,\n"
                        "  \"WorkingDir\": \"\",\n"));
  // An ordinary update leaves them alone too.
  Must(TryReplace(Resource("pods"), "p", PodWith("", kDebugger, R"(,"labels":{"a":"b"})")));
}

TEST_F(SubresourceTest, FinalizersOfANamespaceGoAtFinalize) {
  auto& namespaces = Resource("namespaces");
  MustCreate(namespaces, R"({"metadata":{"name":"x"}})");
  auto finalizers = [&] {
    auto ns = Stored(namespaces, "x");
    return ns ? ns->As<Namespace>().spec.finalizers.size() : 0;
  };
  EXPECT_EQ(finalizers(), 1u);
  Must(TryReplace(namespaces, "x", R"({"metadata":{"name":"x"},"spec":{"finalizers":[]}})"));
  EXPECT_EQ(finalizers(), 1u);
  EXPECT_TRUE(FailsWith(
      PutAt("namespaces", "x", "finalize",
            R"({"metadata":{"name":"x"},"spec":{"finalizers":["kubernetes","mine"]}})"),
      422,
      "Namespace \"x\" is invalid: spec.finalizers[1]: Invalid value: \"mine\": name is neither a "
      "standard finalizer name nor is it fully qualified"));
  // Before its end it only loses them, after that it goes with the last.
  MustPutAt("namespaces", "x", "finalize",
            R"({"metadata":{"name":"x"},"spec":{"finalizers":["x.io/f"]},
                "status":{"phase":"Terminating"}})");
  EXPECT_EQ(Stored(namespaces, "x")->As<Namespace>().status.phase, kNamespaceActive);
  auto deleted = TryDelete(namespaces, "x");
  ASSERT_TRUE(deleted) << deleted.error().message();
  EXPECT_FALSE(deleted->removed);
  EXPECT_EQ(Stored(namespaces, "x")->As<Namespace>().status.phase, kNamespaceTerminating);
  auto ended =
      PutAt("namespaces", "x", "finalize", R"({"metadata":{"name":"x"},"spec":{"finalizers":[]}})");
  ASSERT_TRUE(ended) << ended.error().message();
  EXPECT_TRUE(ended->removed);
  EXPECT_FALSE(Stored(namespaces, "x"));
}

}  // namespace
}  // namespace pintle::apis::core::v1
