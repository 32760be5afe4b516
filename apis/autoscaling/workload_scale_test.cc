#include <gtest/gtest.h>

#include "apis/apps/v1/types.h"
#include "apis/autoscaling/v1/types.h"
#include "apis/core/v1/types.h"
#include "apis/endpoint_for_test.h"

namespace pintle::apis::autoscaling {
namespace {

using v1::Scale;

class WorkloadScaleTest : public EndpointTest {
 protected:
  void Make(std::string_view plural, const std::string& selector, const std::string& more = "") {
    MustCreate(Resource(plural), R"({"metadata":{"name":"w"},"spec":{"replicas":3,"selector":)" +
                                     selector + more +
                                     R"(,"template":{"metadata":{"labels":{"app":"a"}},
                       "spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  }
  object::Object View(std::string_view plural) {
    return Must(EndpointOf(plural, "scale").view(*Stored(Resource(plural), "w")));
  }
  // The object with the changed scale in it.
  Result<object::Object> Put(std::string_view plural, std::string_view json) {
    const write::Endpoint& scale = EndpointOf(plural, "scale");
    object::Object object = Stored(Resource(plural), "w")->Copy();
    object::Object view = Body(*scale.spoken, json);
    PINTLE_RETURN_IF_ERROR(scale.put(view, object));
    return object;
  }
};

TEST_F(WorkloadScaleTest, ShowsReplicasAndSelector) {
  const std::string labels = R"({"matchLabels":{"app":"a"}})";
  Make("deployments", R"({"matchLabels":{"app":"a"},
       "matchExpressions":[{"key":"x","operator":"NotIn","values":["z","y"]}]})");
  Make("replicasets", labels);
  Make("statefulsets", labels, R"(,"serviceName":"s")");
  Make("replicationcontrollers", R"({"app":"a"})");
  const struct {
    const char* plural;
    const char* selector;
  } kCases[] = {{"deployments", "app=a,x notin (y,z)"},
                {"replicasets", "app=a"},
                {"statefulsets", "app=a"},
                {"replicationcontrollers", "app=a"}};
  for (const auto& c : kCases) {
    object::Object object = View(c.plural);
    const Scale& scale = object.As<Scale>();
    auto stored = Stored(Resource(c.plural), "w");
    EXPECT_EQ(scale.spec.replicas, 3) << c.plural;
    EXPECT_EQ(scale.status.replicas, 0) << c.plural;
    EXPECT_EQ(scale.status.selector, c.selector) << c.plural;
    EXPECT_EQ(scale.metadata.name, "w");
    EXPECT_EQ(scale.metadata.namespace_, "ns");
    EXPECT_EQ(scale.metadata.uid, stored->meta().uid);
    EXPECT_EQ(scale.metadata.resource_version, stored->meta().resource_version);
    EXPECT_TRUE(scale.metadata.creation_timestamp);
  }
}

TEST_F(WorkloadScaleTest, ShowsTheReplicasThereAre) {
  Make("deployments", R"({"matchLabels":{"app":"a"}})");
  object::Object current = *Stored(Resource("deployments"), "w");
  current.As<apps::v1::Deployment>().status.replicas = 2;
  auto view = EndpointOf("deployments", "scale").view(current);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->As<Scale>().status.replicas, 2);
}

TEST_F(WorkloadScaleTest, ChangesReplicasAlone) {
  Make("replicasets", R"({"matchLabels":{"app":"a"}})");
  auto changed = Put("replicasets", R"({"metadata":{"name":"w"},"spec":{"replicas":7},
                             "status":{"replicas":9,"selector":"x=y"}})");
  ASSERT_TRUE(changed) << changed.error().message();
  const auto& set = changed->As<apps::v1::ReplicaSet>();
  EXPECT_EQ(set.spec.replicas.value_or(0), 7);
  EXPECT_EQ(set.status.replicas, 0);
  EXPECT_EQ(*set.spec.selector->match_labels.Find("app"), "a");
}

TEST_F(WorkloadScaleTest, RefusesANegativeNumberAsAScale) {
  Make("replicationcontrollers", R"({"app":"a"})");
  EXPECT_TRUE(write::FailsWith(
      Put("replicationcontrollers", R"({"metadata":{"name":"w"},"spec":{"replicas":-1}})"), 422,
      "Scale.autoscaling \"w\" is invalid: spec.replicas: Invalid value: -1: must be greater than "
      "or equal to 0"));
}

}  // namespace
}  // namespace pintle::apis::autoscaling
