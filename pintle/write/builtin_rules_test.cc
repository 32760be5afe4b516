#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "apis/core/v1/service_allocator.h"
#include "apis/core/v1/types.h"
#include "pintle/write/write_for_test.h"

// What the server sets, keeps and hands out for the built-in kinds.
namespace pintle::write {
namespace {

namespace core = apis::core::v1;
using ::testing::HasSubstr;

class BuiltinRulesTest : public WriteTest {};

struct CreateCase {
  const char* plural;
  const char* body;
  const char* expected;
};

TEST_F(BuiltinRulesTest, WhatCreationSets) {
  constexpr CreateCase kCases[] = {
      {"pods", R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"c","image":"i"}]},
                   "status":{"phase":"Running"}})",
       R"("status":{"phase":"Pending","qosClass":"BestEffort"})"},
      {"pods", R"({"metadata":{"name":"b"},"spec":{"schedulingGates":[{"name":"g"}],
                   "containers":[{"name":"c","image":"i"}]}})",
       R"("reason":"SchedulingGated")"},
      {"persistentvolumes",
       R"({"metadata":{"name":"v"},"spec":{"capacity":{"storage":"1Gi"},
           "accessModes":["ReadWriteOnce"],"hostPath":{"path":"/x"}}})",
       R"("status":{"phase":"Pending","lastPhaseTransitionTime":"2020-09-13T12:26:40Z"})"},
      {"persistentvolumeclaims",
       R"({"metadata":{"name":"c"},"spec":{"accessModes":["ReadWriteOnce"],
           "resources":{"requests":{"storage":"1Gi"}}},"status":{"phase":"Bound"}})",
       R"("status":{"phase":"Pending"})"},
      {"serviceaccounts", R"({"metadata":{"name":"s"},"secrets":[{"name":"x","kind":"Secret"}]})",
       R"("secrets":[{"name":"x"}])"},
      {"limitranges", R"({"metadata":{},"spec":{"limits":[]}})", R"("name":"uid-)"},
      {"priorityclasses", R"({"metadata":{"name":"p"},"value":1})", R"("generation":1)"},
      {"apiservices",
       R"({"metadata":{"name":"v1.g.x"},"spec":{"group":"g.x","version":"v1",
           "groupPriorityMinimum":1,"versionPriority":1}})",
       R"("reason":"Local")"},
      {"daemonsets",
       R"({"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{
           "metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})",
       R"("deprecated.daemonset.template.generation":"1")"},
      {"jobs",
       R"({"metadata":{"name":"j"},"spec":{"template":{"spec":{"restartPolicy":"Never",
           "containers":[{"name":"c","image":"i"}]}}}})",
       R"("batch.kubernetes.io/job-name":"j")"},
  };
  for (const CreateCase& test : kCases) {
    const ResourceDefinition& resource = Resource(test.plural);
    Object created = MustCreate(resource, test.body);
    if (!created) continue;
    EXPECT_THAT(ToJson(resource, created), HasSubstr(test.expected)) << test.plural;
  }
}

TEST_F(BuiltinRulesTest, AJobWithoutLabelsHasThoseOfItsTemplate) {
  const ResourceDefinition& jobs = Resource("jobs");
  const std::string spec = R"("spec":{"template":{"spec":{"restartPolicy":"Never","containers":)"
                           R"([{"name":"c","image":"i"}]}}}})";
  Object created = MustCreate(jobs, R"({"metadata":{"name":"j"},)" + spec);
  EXPECT_EQ(created.meta().labels.value_or("job-name", ""), "j");
  EXPECT_EQ(created.meta().labels.size(), 4u);
  Object labelled = MustCreate(jobs, R"({"metadata":{"name":"k","labels":{"a":"b"}},)" + spec);
  EXPECT_EQ(labelled.meta().labels.size(), 1u);
}

TEST_F(BuiltinRulesTest, ASigningRequestNamesWhoMadeIt) {
  const ResourceDefinition& requests = Resource("certificatesigningrequests");
  TestRequest request = RequestFor(requests);
  request.what.user.name = "jane";
  request.what.user.groups = {"people"};
  Object created =
      Must(TryCreate(requests, request,
                     R"({"metadata":{"name":"r"},"spec":{"request":"eA==","signerName":"a.b/c",
                         "usages":["any"],"username":"root","groups":["system:masters"]}})"))
          .object;
  std::string json = ToJson(requests, created);
  EXPECT_THAT(json, HasSubstr(R"("username":"jane")"));
  EXPECT_THAT(json, HasSubstr(R"("groups":["people"])"));
}

TEST_F(BuiltinRulesTest, ASecretKeepsItsType) {
  const ResourceDefinition& secrets = Resource("secrets");
  MustCreate(secrets, R"({"metadata":{"name":"s"},"type":"x/y"})");
  TestRequest request = RequestFor(secrets, "s");
  auto changed =
      TryChange(secrets, request, [](Object& object) { object.As<core::Secret>().type = {}; });
  ASSERT_TRUE(changed) << changed.error().message();
  EXPECT_EQ(changed->object.As<core::Secret>().type, "x/y");
}

TEST_F(BuiltinRulesTest, FaultsOfTheKindAreFound) {
  auto refused = TryCreate(Resource("pods"), R"({"metadata":{"name":"a"},"spec":{}})");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), 422);
  EXPECT_THAT(refused.error().message(), HasSubstr("spec.containers: Required value"));
}

TEST_F(BuiltinRulesTest, PortsThatContainersShareAreWarnedOf) {
  const ResourceDefinition& pods = Resource("pods");
  TestRequest request = RequestFor(pods);
  auto created = TryCreate(pods, request, R"({"metadata":{"name":"a"},"spec":{"containers":[
      {"name":"a","image":"i","ports":[{"name":"p","containerPort":80}]},
      {"name":"b","image":"i","ports":[{"name":"p","containerPort":81},{"containerPort":80}]}]}})");
  ASSERT_TRUE(created) << created.error().message();
  EXPECT_THAT(
      request.warnings.texts(),
      ::testing::ElementsAre(
          "spec.containers[1].ports[0]: duplicate port name \"p\" with "
          "spec.containers[0].ports[0], services and probes that select ports by name will use "
          "spec.containers[0].ports[0]",
          "spec.containers[1].ports[1]: duplicate port definition with "
          "spec.containers[0].ports[0]"));
  TestRequest again = RequestFor(pods, "a");
  auto labelled = TryChange(
      pods, again, [](Object& object) { object.meta().labels.Set(object.arena(), "x", "y"); });
  ASSERT_TRUE(labelled) << labelled.error().message();
  EXPECT_THAT(again.warnings.texts(), ::testing::IsEmpty());
}

TEST_F(BuiltinRulesTest, PortsOfTheHostCanClashInManyWays) {
  const ResourceDefinition& pods = Resource("pods");
  const std::string at = "spec.containers[0].ports";
  struct Case {
    const char* name;
    std::string ports;
    std::vector<std::string> warnings;
  };
  const Case cases[] = {
      {"other-addresses",
       R"({"containerPort":80,"hostPort":1,"hostIP":"1.1.1.1"},)"
       R"({"containerPort":80,"hostPort":1,"hostIP":"1.1.1.2"},{"containerPort":80,"hostPort":2})",
       {}},
      {"no-host-port",
       R"({"containerPort":80,"hostPort":1},{"containerPort":80},{"containerPort":80,"hostPort":2})",
       {at + "[1]: overlapping port definition with " + at + "[0]",
        at + "[2]: overlapping port definition with " + at + "[1]"}},
      {"all-addresses",
       R"({"containerPort":80,"hostPort":1,"hostIP":"1.1.1.1"},{"containerPort":80,"hostPort":1})",
       {at + "[1]: dangerously ambiguous port definition with " + at + "[0]"}},
  };
  for (const Case& test : cases) {
    TestRequest request = RequestFor(pods);
    auto created = TryCreate(pods, request,
                             std::string(R"({"metadata":{"name":")") + test.name +
                                 R"("},"spec":{"containers":[{"name":"c","image":"i","ports":[)" +
                                 test.ports + "]}]}}");
    ASSERT_TRUE(created) << created.error().message();
    EXPECT_EQ(request.warnings.texts(), test.warnings) << test.name;
  }
}

TEST_F(BuiltinRulesTest, NamesThatPodsGetTheirsFromShouldBeLabels) {
  const std::string used = "metadata.name: this is used in ";
  const std::string why =
      ", which can result in surprising behavior; a DNS label is recommended: [must not contain "
      "dots]";
  const std::string pods = R"("spec":{"restartPolicy":"Always","containers":[{"name":"c",)"
                           R"("image":"i"}]})";
  const std::string once = R"("spec":{"restartPolicy":"Never","containers":[{"name":"c",)"
                           R"("image":"i"}]})";
  const std::string selected =
      R"("spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":)"
      R"({"a":"b"}},)" +
      pods + "}}";
  struct Case {
    const char* plural;
    std::string members;
    std::string warning;
  };
  const Case cases[] = {
      {"pods", pods, used + "the Pod's hostname" + why},
      {"deployments", selected, used + "Pod names and hostnames" + why},
      {"replicasets", selected, used + "Pod names and hostnames" + why},
      {"daemonsets", selected, ""},
      {"jobs", R"("spec":{"template":{)" + once + "}}", used + "Pod names and hostnames" + why},
      {"cronjobs",
       R"("spec":{"schedule":"@daily","jobTemplate":{"spec":{"template":{)" + once + "}}}}",
       used + "Pod names and hostnames" + why},
  };
  for (const Case& test : cases) {
    const ResourceDefinition& resource = Resource(test.plural);
    TestRequest request = RequestFor(resource);
    auto created =
        TryCreate(resource, request, R"({"metadata":{"name":"a.b"},)" + test.members + "}");
    ASSERT_TRUE(created) << test.plural << ": " << created.error().message();
    std::vector<std::string> expected;
    if (!test.warning.empty()) expected.push_back(test.warning);
    EXPECT_EQ(request.warnings.texts(), expected) << test.plural;
  }
}

TEST_F(BuiltinRulesTest, AStatefulSetIsWarnedOfItsClaimsAndItsHistory) {
  const ResourceDefinition& sets = Resource("statefulsets");
  TestRequest request = RequestFor(sets);
  auto created = TryCreate(
      sets, request,
      R"({"metadata":{"name":"s"},"spec":{"revisionHistoryLimit":-1,"selector":{"matchLabels":)"
      R"({"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c",)"
      R"("image":"i"}]}},"volumeClaimTemplates":[{"metadata":{"name":"v"},"spec":{"accessModes":)"
      R"(["ReadWriteOnce"],"resources":{"requests":{"storage":"200m"}}}}]}})");
  ASSERT_TRUE(created) << created.error().message();
  EXPECT_THAT(
      request.warnings.texts(),
      ::testing::ElementsAre(
          ::testing::StartsWith("spec.volumeClaimTemplates[0].resources.requests[storage]: "),
          ::testing::StartsWith("spec.revisionHistoryLimit: a negative value")));
}

TEST_F(BuiltinRulesTest, SomeKindsTakeAnyNameThatCanBeInAPath) {
  MustCreate(Resource("poddisruptionbudgets"), R"({"metadata":{"name":"A_b"},"spec":{}})");
  MustCreate(Resource("roles"), R"({"metadata":{"name":"A:b"}})");
  MustCreate(Resource("events"), R"({"metadata":{"name":"A_b"},"involvedObject":)"
                                 R"({"namespace":"ns"}})");
}

TEST_F(BuiltinRulesTest, AnnotationsThatFieldsReplacedAreWarnedOf) {
  const ResourceDefinition& ingresses = Resource("ingresses");
  TestRequest request = RequestFor(ingresses);
  auto created = TryCreate(
      ingresses, request,
      R"({"metadata":{"name":"a","annotations":{"kubernetes.io/ingress.class":"c"}},"spec":)"
      R"({"defaultBackend":{"service":{"name":"s","port":{"number":1}}}}})");
  ASSERT_TRUE(created) << created.error().message();
  EXPECT_THAT(request.warnings.texts(),
              ::testing::ElementsAre("annotation \"kubernetes.io/ingress.class\" is deprecated, "
                                     "please use 'spec.ingressClassName' instead"));
}

// --- Deletion ---

class GraceTest : public BuiltinRulesTest {
 protected:
  void MakePod(bool on_node) {
    std::string node = on_node ? R"("nodeName":"n",)" : "";
    MustCreate(pods_, R"({"metadata":{"name":"p"},"spec":{)" + node +
                          R"("terminationGracePeriodSeconds":30,
                             "containers":[{"name":"c","image":"i"}]}})");
  }
  Outcome Delete(std::optional<int64_t> seconds) {
    DeleteOptions options;
    options.grace_period_seconds = seconds;
    return Must(TryDelete(pods_, "p", options));
  }

  const ResourceDefinition& pods_ = Resource("pods");
};

TEST_F(GraceTest, APodThatRunsNowhereGoesAtOnce) {
  MakePod(false);
  EXPECT_TRUE(Delete({}).removed);
  EXPECT_FALSE(Stored(pods_, "p"));
}

TEST_F(GraceTest, APodOnANodeGetsItsTime) {
  MakePod(true);
  Outcome marked = Delete({});
  EXPECT_FALSE(marked.removed);
  EXPECT_EQ(marked.object.meta().deletion_grace_period_seconds.value_or(-1), 30);
  EXPECT_EQ(marked.object.meta().deletion_timestamp->seconds, 1'600'000'030);
  EXPECT_EQ(marked.object.meta().generation, 2);
  // A longer time changes nothing, a shorter one does.
  storage::Revision before = CurrentRevision();
  EXPECT_FALSE(Delete(60).removed);
  EXPECT_EQ(CurrentRevision(), before);
  EXPECT_EQ(Delete(10).object.meta().deletion_timestamp->seconds, 1'600'000'010);
  EXPECT_TRUE(Delete(0).removed);
  EXPECT_FALSE(Stored(pods_, "p"));
}

TEST_F(GraceTest, ATimeThatIsOverIsNotMovedIntoThePast) {
  MakePod(true);
  Delete({});
  world_.fake_clock.AdvanceSeconds(20);
  Outcome shortened = Delete(5);
  EXPECT_EQ(shortened.object.meta().deletion_grace_period_seconds.value_or(-1), 1);
  EXPECT_EQ(shortened.object.meta().deletion_timestamp->seconds, 1'600'000'020);
}

TEST_F(GraceTest, JobsAreOrphanedUnlessTheRequestSaysOtherwise) {
  const ResourceDefinition& jobs = Resource("jobs");
  MustCreate(jobs, R"({"metadata":{"name":"j"},"spec":{"template":{"spec":{
      "restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}})");
  TestRequest request = RequestFor(jobs, "j");
  Outcome marked = Must(TryDelete(jobs, request, {}));
  EXPECT_FALSE(marked.removed);
  ASSERT_EQ(marked.object.meta().finalizers.size(), 1u);
  EXPECT_EQ(marked.object.meta().finalizers[0], "orphan");
  EXPECT_THAT(request.warnings.texts(),
              ::testing::ElementsAre(HasSubstr("child pods are preserved by default")));
  TestRequest background = RequestFor(jobs, "j");
  DeleteOptions options;
  options.propagation_policy = "Background";
  Must(TryDelete(jobs, background, options));
  EXPECT_THAT(background.warnings.texts(), ::testing::IsEmpty());
}

// --- Services ---

class AllocationTest : public BuiltinRulesTest {
 protected:
  static std::string Named(const std::string& name, const std::string& spec) {
    return R"({"metadata":{"name":")" + name + R"("},"spec":{"ports":[{"port":80}],)" + spec + "}}";
  }
  const core::ServiceSpec& SpecOf(const Object& object) { return object.As<core::Service>().spec; }

  const ResourceDefinition& services_ = Resource("services");
  const ResourceDefinition& addresses_ = Resource("ipaddresses");
};

TEST_F(AllocationTest, NoTwoServicesGetTheSame) {
  std::set<std::string> addresses;
  std::set<int32_t> ports;
  for (int i = 0; i < 60; ++i) {
    Object made = MustCreate(services_, Named("s" + std::to_string(i), R"("type":"NodePort")"));
    ASSERT_TRUE(made);
    addresses.emplace(SpecOf(made).cluster_ip);
    ports.insert(SpecOf(made).ports[0].node_port);
    EXPECT_TRUE(Stored(addresses_, SpecOf(made).cluster_ip));
  }
  EXPECT_EQ(addresses.size(), 60u);
  EXPECT_EQ(ports.size(), 60u);
}

TEST_F(AllocationTest, WhatAServiceHadIsFreeAgain) {
  const std::string wanted =
      R"("type":"NodePort","clusterIP":"10.0.0.7","ports":[{"port":80,"nodePort":30100}])";
  const std::string body = R"({"metadata":{"name":"a"},"spec":{)" + wanted + "}}";
  const std::string other = R"({"metadata":{"name":"b"},"spec":{)" + wanted + "}}";
  MustCreate(services_, body);
  auto taken = TryCreate(services_, other);
  ASSERT_FALSE(taken);
  EXPECT_THAT(taken.error().message(), HasSubstr("provided IP is already allocated"));
  Must(TryDelete(services_, "a"));
  EXPECT_FALSE(Stored(addresses_, "10.0.0.7"));
  MustCreate(services_, other);
}

TEST_F(AllocationTest, ARefusedServiceLeavesNothingBehind) {
  MustCreate(services_, Named("a", R"("type":"NodePort")"));
  const int32_t port = SpecOf(*Stored(services_, "a")).ports[0].node_port;
  std::string body = R"({"metadata":{"name":"b"},"spec":{"type":"NodePort","clusterIP":"10.0.0.9",
      "ports":[{"port":80,"nodePort":)" +
                     std::to_string(port) + "}]}}";
  auto refused = TryCreate(services_, body);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message(), HasSubstr("spec.ports[0].nodePort: Invalid value"));
  EXPECT_THAT(refused.error().message(), HasSubstr("provided port is already allocated"));
  EXPECT_FALSE(Stored(addresses_, "10.0.0.9"));
  // The name is taken: found out when everything has been allocated.
  auto exists = TryCreate(services_, Named("a", R"("clusterIP":"10.0.0.10")"));
  ASSERT_FALSE(exists);
  EXPECT_FALSE(Stored(addresses_, "10.0.0.10"));
}

TEST_F(AllocationTest, ADryRunTakesNothing) {
  TestRequest request = RequestFor(services_);
  request.dry_run = true;
  storage::Revision before = CurrentRevision();
  auto tried = TryCreate(services_, request, Named("a", R"("type":"NodePort")"));
  ASSERT_TRUE(tried) << tried.error().message();
  EXPECT_NE(SpecOf(tried->object).ports[0].node_port, 0);
  EXPECT_EQ(CurrentRevision(), before);
}

TEST_F(AllocationTest, AServiceThatBecomesAnotherTypeGivesBackItsPorts) {
  MustCreate(services_, Named("a", R"("type":"NodePort")"));
  const int32_t port = SpecOf(*Stored(services_, "a")).ports[0].node_port;
  auto changed = TryChange(services_, "a", [](Object& object) {
    object.As<core::Service>().spec.type = core::kServiceTypeClusterIP;
  });
  ASSERT_TRUE(changed) << changed.error().message();
  EXPECT_EQ(SpecOf(changed->object).ports[0].node_port, 0);
  MustCreate(services_, R"({"metadata":{"name":"b"},"spec":{"type":"NodePort",
      "ports":[{"port":80,"nodePort":)" +
                            std::to_string(port) + "}]}}");
}

TEST_F(AllocationTest, HeadlessServicesAndExternalNamesNeedNoAddress) {
  storage::Revision before = CurrentRevision();
  Object headless = MustCreate(services_, Named("a", R"("clusterIP":"None")"));
  EXPECT_EQ(SpecOf(headless).cluster_ips.front(), "None");
  MustCreate(services_, Named("b", R"("type":"ExternalName","externalName":"x.y")"));
  EXPECT_EQ(CurrentRevision(), before + 2);
}

}  // namespace
}  // namespace pintle::write
