#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/core/v1/types.h"
#include "apis/endpoint_for_test.h"
#include "apis/policy/v1/types.h"

namespace pintle::apis::core::v1 {
namespace {

using policy::v1::PodDisruptionBudget;
using write::FailsWith;

constexpr const char* kRefusal =
    "Cannot evict pod as it would violate the pod's disruption budget.";
constexpr const char* kEviction = R"({"metadata":{"name":"p"}})";

class EvictionTest : public EndpointTest {
 protected:
  // A pod on a node, so that its deletion waits for the kubelet and can be looked at.
  void MakePod(const std::string& phase, bool ready, const std::string& name = "p") {
    MustCreate(Resource("pods"), R"({"metadata":{"name":")" + name + R"(","labels":{"app":"a"}},
        "spec":{"nodeName":"n","containers":[{"name":"c","image":"i"}]}})");
    MustPutAt("pods", name, "status",
              R"({"metadata":{"name":")" + name + R"(","labels":{"app":"a"}},"status":{"phase":")" +
                  phase + R"(","conditions":[{"type":"Ready","status":")" +
                  (ready ? "True" : "False") + R"("}]}})");
  }

  void MakeBudget(const std::string& status, const std::string& spec = "",
                  const std::string& name = "b") {
    std::string head = R"({"metadata":{"name":")" + name + R"(")";
    MustCreate(Resource("poddisruptionbudgets"),
               head + R"(},"spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"a"}})" +
                   spec + "}}");
    std::string revision(Budget(name).metadata.resource_version);
    MustPutAt("poddisruptionbudgets", name, "status",
              head + R"(,"resourceVersion":")" + revision + R"("},"status":{)" + status + "}}");
  }

  // Takes away what another case left.
  void Clear() {
    write::DeleteOptions at_once;
    at_once.grace_period_seconds = 0;
    (void)TryDelete(Resource("pods"), "p", at_once);
    (void)TryDelete(Resource("poddisruptionbudgets"), "b");
  }

  PodDisruptionBudget Budget(const std::string& name = "b") {
    kept_.push_back(Stored(Resource("poddisruptionbudgets"), name));
    return kept_.back()->As<PodDisruptionBudget>();
  }
  // Whether the pod is on its way out, and says why.
  bool IsEvicted() {
    auto pod = Stored(Resource("pods"), "p");
    if (!pod) return true;
    if (!pod->meta().deletion_timestamp) return false;
    for (const PodCondition& condition : pod->As<Pod>().status.conditions) {
      if (condition.type == kDisruptionTarget && condition.reason == "EvictionByEvictionAPI" &&
          condition.status == kConditionTrue && condition.last_transition_time) {
        return true;
      }
    }
    ADD_FAILURE() << "deleted without a word";
    return false;
  }
  Created Evict(std::string_view json = kEviction, bool dry_run = false) {
    return Post("pods", "p", "eviction", json, dry_run);
  }
  static std::string CauseOf(const Created& refused) {
    if (refused || refused.error().details() == nullptr) return "no details";
    const ErrorDetails& details = *refused.error().details();
    if (details.causes.size() != 1) return "no cause";
    return details.causes[0].reason + ": " + details.causes[0].message;
  }

  std::vector<std::optional<object::Object>> kept_;
};

TEST_F(EvictionTest, APodWithoutABudgetGoes) {
  MakePod("Running", true);
  Created evicted = Evict();
  ASSERT_TRUE(evicted) << evicted.error().message();
  EXPECT_FALSE(evicted->has_value());
  EXPECT_TRUE(IsEvicted());
}

TEST_F(EvictionTest, TheNameIsThatOfTheUrl) {
  MakePod("Running", true);
  const char* mismatch = "name in URL does not match name in Eviction object";
  EXPECT_TRUE(FailsWith(Evict(R"({"metadata":{"name":"q"}})"), 400, mismatch));
  EXPECT_TRUE(FailsWith(Evict("{}"), 400, mismatch));
  EXPECT_TRUE(FailsWith(Post("pods", "q", "eviction", R"({"metadata":{"name":"q"}})"), 404,
                        "pods \"q\" not found"));
}

TEST_F(EvictionTest, OlderClientsSayV1beta1) {
  EXPECT_THAT(EndpointOf("pods", "eviction").spoken->serving.versions,
              ::testing::ElementsAre("v1", "v1beta1"));
}

TEST_F(EvictionTest, TakesFromTheBudget) {
  MakePod("Running", true);
  MakeBudget(R"("disruptionsAllowed":2,"currentHealthy":3,"desiredHealthy":1,"expectedPods":3,
                "observedGeneration":1)");
  ASSERT_TRUE(Evict());
  EXPECT_TRUE(IsEvicted());
  PodDisruptionBudget budget = Budget();
  EXPECT_EQ(budget.status.disruptions_allowed, 1);
  EXPECT_NE(budget.status.disrupted_pods.Find("p"), nullptr);
  EXPECT_TRUE(budget.status.conditions.empty());
}

TEST_F(EvictionTest, TheLastDisruptionIsNoted) {
  MakePod("Running", true);
  MakeBudget(R"("disruptionsAllowed":1,"currentHealthy":2,"desiredHealthy":1,"expectedPods":2,
                "observedGeneration":1)");
  ASSERT_TRUE(Evict());
  PodDisruptionBudget budget = Budget();
  EXPECT_EQ(budget.status.disruptions_allowed, 0);
  ASSERT_EQ(budget.status.conditions.size(), 1u);
  const meta::v1::Condition& condition = budget.status.conditions[0];
  EXPECT_EQ(condition.type, "DisruptionAllowed");
  EXPECT_EQ(condition.status, "False");
  EXPECT_EQ(condition.reason, "InsufficientPods");
  EXPECT_EQ(condition.observed_generation, 1);
  EXPECT_TRUE(condition.last_transition_time);
}

TEST_F(EvictionTest, AnExhaustedBudgetRefuses) {
  MakePod("Running", true);
  MakeBudget(R"("disruptionsAllowed":0,"currentHealthy":1,"desiredHealthy":1,"expectedPods":1,
                "observedGeneration":1)");
  Created refused = Evict();
  ASSERT_TRUE(FailsWith(refused, 429, kRefusal));
  EXPECT_EQ(CauseOf(refused),
            "DisruptionBudget: The disruption budget b needs 1 healthy pods and has 1 currently");
  EXPECT_FALSE(IsEvicted());
}

TEST_F(EvictionTest, ABudgetThatIsNotUpToDateRefusesForNow) {
  MakePod("Running", true);
  MakeBudget(R"("disruptionsAllowed":5,"currentHealthy":6,"desiredHealthy":1,"expectedPods":6)");
  Created refused = Evict();
  ASSERT_TRUE(FailsWith(refused, 429, kRefusal));
  EXPECT_EQ(CauseOf(refused),
            "DisruptionBudget: The disruption budget b is still being processed by the server.");
  EXPECT_EQ(refused.error().details()->retry_after_seconds, 10);
  EXPECT_FALSE(IsEvicted());
}

TEST_F(EvictionTest, SeveralBudgetsAreAnError) {
  MakePod("Running", true);
  const std::string status = R"("disruptionsAllowed":5,"currentHealthy":6,"desiredHealthy":1,
                                "expectedPods":6,"observedGeneration":1)";
  MakeBudget(status);
  MakeBudget(status, "", "b2");
  EXPECT_TRUE(FailsWith(Evict(), 500,
                        "This pod has more than one PodDisruptionBudget, which the eviction "
                        "subresource does not support."));
  EXPECT_FALSE(IsEvicted());
}

TEST_F(EvictionTest, ABudgetForOtherPodsDoesNotMatter) {
  MakePod("Running", true);
  MustCreate(Resource("poddisruptionbudgets"),
             R"({"metadata":{"name":"b"},"spec":{"minAvailable":1,
                 "selector":{"matchLabels":{"app":"other"}}}})");
  ASSERT_TRUE(Evict());
  EXPECT_TRUE(IsEvicted());
}

TEST_F(EvictionTest, PodsThatDoNotRunNeedNoBudget) {
  for (const char* phase : {"Pending", "Succeeded", "Failed"}) {
    Clear();
    MakePod(phase, false);
    MakeBudget(R"("disruptionsAllowed":0,"currentHealthy":1,"desiredHealthy":1,"expectedPods":1,
                  "observedGeneration":1)");
    ASSERT_TRUE(Evict()) << phase;
    EXPECT_EQ(Budget().status.disrupted_pods.Find("p"), nullptr) << phase;
  }
}

TEST_F(EvictionTest, AnUnreadyPodGoesIfThoseThatAreReadySuffice) {
  const std::string exhausted = R"("disruptionsAllowed":0,"currentHealthy":%,"desiredHealthy":2,
                                   "expectedPods":3,"observedGeneration":1)";
  const struct {
    std::string healthy;
    std::string spec;
    bool goes;
  } kCases[] = {
      {"2", "", true},
      {"1", "", false},
      {"1", R"(,"unhealthyPodEvictionPolicy":"IfHealthyBudget")", false},
      {"1", R"(,"unhealthyPodEvictionPolicy":"AlwaysAllow")", true},
  };
  for (const auto& c : kCases) {
    Clear();
    MakePod("Running", false);
    std::string status = exhausted;
    status.replace(status.find('%'), 1, c.healthy);
    MakeBudget(status, c.spec);
    EXPECT_EQ(static_cast<bool>(Evict()), c.goes) << c.healthy << c.spec;
    EXPECT_EQ(IsEvicted(), c.goes) << c.healthy << c.spec;
    EXPECT_EQ(Budget().status.disruptions_allowed, 0);
  }
}

TEST_F(EvictionTest, ADryRunChangesNothing) {
  MakePod("Running", true);
  MakeBudget(R"("disruptionsAllowed":1,"currentHealthy":2,"desiredHealthy":1,"expectedPods":2,
                "observedGeneration":1)");
  auto before = CurrentRevision();
  ASSERT_TRUE(Evict(kEviction, true));
  ASSERT_TRUE(Evict(R"({"metadata":{"name":"p"},"deleteOptions":{"dryRun":["All"]}})"));
  EXPECT_EQ(CurrentRevision(), before);
}

TEST_F(EvictionTest, OptionsOfTheDeletionAreKept) {
  MakePod("Running", true);
  EXPECT_EQ(Evict(R"({"metadata":{"name":"p"},"deleteOptions":{"preconditions":{"uid":"x"}}})")
                .error()
                .code(),
            409);
  EXPECT_EQ(Evict(R"({"metadata":{"name":"p"},
                      "deleteOptions":{"preconditions":{"resourceVersion":"1"}}})")
                .error()
                .code(),
            409);
  ASSERT_TRUE(Evict(R"({"metadata":{"name":"p"},"deleteOptions":{"gracePeriodSeconds":7}})"));
  auto pod = Stored(Resource("pods"), "p");
  ASSERT_TRUE(pod);
  EXPECT_EQ(pod->meta().deletion_grace_period_seconds.value_or(0), 7);
}

}  // namespace
}  // namespace pintle::apis::core::v1
