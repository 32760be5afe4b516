#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/authorization/v1/types.h"
#include "apis/endpoint_for_test.h"

namespace pintle::apis::authorization::v1 {
namespace {

using ::testing::ElementsAre;
using Verdict = auth::Decision::Verdict;
using write::FailsWith;

class ReviewTest : public EndpointTest {
 protected:
  void SetUp() override {
    world_.authorize = [this](const auth::Attributes& attributes) {
      asked_ = attributes;
      return answer_;
    };
  }

  auth::Attributes asked_;
  auth::Decision answer_{Verdict::kAllow, ""};
};

TEST_F(ReviewTest, OfOneself) {
  auth::User jane;
  jane.name = "jane";
  auto review = PostVirtual("selfsubjectaccessreviews",
                            R"({"spec":{"resourceAttributes":{"namespace":"ns","verb":"get",
                "group":"apps","version":"v1","resource":"deployments","subresource":"scale",
                "name":"d"}}})",
                            jane);
  ASSERT_TRUE(review) << review.error().message();
  const auto& status = (*review)->As<SelfSubjectAccessReview>().status;
  EXPECT_TRUE(status.allowed);
  EXPECT_FALSE(status.denied);
  EXPECT_EQ(asked_.user.name, "jane");
  EXPECT_TRUE(asked_.is_resource);
  EXPECT_EQ(asked_.verb, "get");
  EXPECT_EQ(asked_.group, "apps");
  EXPECT_EQ(asked_.version, "v1");
  EXPECT_EQ(asked_.resource, "deployments");
  EXPECT_EQ(asked_.subresource, "scale");
  EXPECT_EQ(asked_.namespace_name, "ns");
  EXPECT_EQ(asked_.name, "d");
}

TEST_F(ReviewTest, OfPaths) {
  auto review =
      PostVirtual("selfsubjectaccessreviews",
                  R"({"spec":{"nonResourceAttributes":{"path":"/metrics","verb":"get"}}})");
  ASSERT_TRUE(review) << review.error().message();
  EXPECT_FALSE(asked_.is_resource);
  EXPECT_EQ(asked_.path, "/metrics");
  EXPECT_EQ(asked_.verb, "get");
}

TEST_F(ReviewTest, SaysWhatTheAuthorizerSays) {
  const struct {
    Verdict verdict;
    bool allowed;
    bool denied;
  } kCases[] = {{Verdict::kAllow, true, false},
                {Verdict::kDeny, false, true},
                {Verdict::kNoOpinion, false, false}};
  for (const auto& c : kCases) {
    answer_ = {c.verdict, "because"};
    auto review =
        PostVirtual("subjectaccessreviews",
                    R"({"spec":{"user":"joe","groups":["g","h"],"uid":"7","extra":{"k":["v","w"]},
            "resourceAttributes":{"verb":"list","resource":"pods"}}})");
    ASSERT_TRUE(review) << review.error().message();
    const auto& status = (*review)->As<SubjectAccessReview>().status;
    EXPECT_EQ(status.allowed, c.allowed);
    EXPECT_EQ(status.denied, c.denied);
    EXPECT_EQ(status.reason, "because");
    EXPECT_EQ(asked_.user.name, "joe");
    EXPECT_EQ(asked_.user.uid, "7");
    EXPECT_THAT(asked_.user.groups, ElementsAre("g", "h"));
    EXPECT_THAT(asked_.user.extra["k"], ElementsAre("v", "w"));
  }
}

TEST_F(ReviewTest, TheQuestionIsOne) {
  const std::string neither =
      "spec.resourceAttributes: Invalid value: \"resourceAttributes\": exactly one of "
      "nonResourceAttributes or resourceAttributes must be specified";
  EXPECT_TRUE(
      FailsWith(PostVirtual("selfsubjectaccessreviews", R"({"spec":{}})"), 422,
                "SelfSubjectAccessReview.authorization.k8s.io \"\" is invalid: " + neither));
  EXPECT_TRUE(FailsWith(
      PostVirtual("selfsubjectaccessreviews",
                  R"({"spec":{"resourceAttributes":{},"nonResourceAttributes":{}}})"),
      422,
      "SelfSubjectAccessReview.authorization.k8s.io \"\" is invalid: spec.nonResourceAttributes: "
      "Invalid value: \"nonResourceAttributes\": cannot be specified in combination with "
      "resourceAttributes"));
  EXPECT_TRUE(FailsWith(
      PostVirtual("subjectaccessreviews", R"({"spec":{}})"), 422,
      "SubjectAccessReview.authorization.k8s.io \"\" is invalid: [" + neither +
          ", spec.user: Invalid value: \"\": at least one of user or group must be specified]"));
}

TEST_F(ReviewTest, InANamespace) {
  auto review = PostVirtual(
      "localsubjectaccessreviews",
      R"({"spec":{"user":"joe","resourceAttributes":{"namespace":"ns","verb":"get","resource":"pods"}}})");
  ASSERT_TRUE(review) << review.error().message();
  EXPECT_EQ((*review)->meta().namespace_, "ns");
  EXPECT_TRUE(FailsWith(
      PostVirtual("localsubjectaccessreviews",
                  R"({"spec":{"user":"joe","resourceAttributes":{"namespace":"other"}}})"),
      422,
      "LocalSubjectAccessReview.authorization.k8s.io \"\" is invalid: "
      "spec.resourceAttributes.namespace: Invalid value: \"other\": must match "
      "metadata.namespace"));
}

TEST_F(ReviewTest, RulesOfOneself) {
  auto review = PostVirtual("selfsubjectrulesreviews", R"({"spec":{"namespace":"ns"}})");
  ASSERT_TRUE(review) << review.error().message();
  const auto& all = (*review)->As<SelfSubjectRulesReview>().status;
  ASSERT_EQ(all.resource_rules.size(), 1u);
  EXPECT_EQ(all.resource_rules[0].verbs[0], "*");
  EXPECT_FALSE(all.incomplete);
  answer_ = {Verdict::kNoOpinion, ""};
  review = PostVirtual("selfsubjectrulesreviews", R"({"spec":{"namespace":"ns"}})");
  ASSERT_TRUE(review) << review.error().message();
  EXPECT_TRUE((*review)->As<SelfSubjectRulesReview>().status.incomplete);
  EXPECT_TRUE(FailsWith(PostVirtual("selfsubjectrulesreviews", R"({"spec":{}})"), 400,
                        "no namespace on request"));
}

}  // namespace
}  // namespace pintle::apis::authorization::v1
