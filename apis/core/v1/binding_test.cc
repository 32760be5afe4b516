#include <gtest/gtest.h>

#include "apis/core/v1/types.h"
#include "apis/endpoint_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

using write::FailsWith;

class BindingTest : public EndpointTest {
 protected:
  void MakePod(const std::string& spec = "") {
    MustCreate(
        Resource("pods"),
        R"({"metadata":{"name":"p","labels":{"zone":"old","app":"a"},"annotations":{"x":"1"}},
                   "spec":{"containers":[{"name":"c","image":"i"}])" +
            spec + "}}");
  }
  Created Bind(const std::string& meta = "",
               const std::string& target = R"("kind":"Node","name":"n")") {
    return Post("pods", "p", "binding",
                R"({"metadata":{"name":"p")" + meta + R"(},"target":{)" + target + "}}");
  }
  std::string Refusal(const std::string& why) {
    return "Operation cannot be fulfilled on pods/binding \"p\": " + why;
  }
};

TEST_F(BindingTest, PutsThePodOnTheNode) {
  MakePod();
  MustPutAt("pods", "p", "status",
            R"({"metadata":{"name":"p","labels":{"zone":"old","app":"a"},"annotations":{"x":"1"}},
                "status":{"phase":"Pending","nominatedNodeName":"m",
                "conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable"}]}})");
  Created bound = Bind(R"(,"annotations":{"x":"2","y":"3"},"labels":{"zone":"new"})");
  ASSERT_TRUE(bound) << bound.error().message();
  EXPECT_FALSE(bound->has_value());
  auto object = Stored(Resource("pods"), "p");
  const Pod& pod = object->As<Pod>();
  EXPECT_EQ(pod.spec.node_name, "n");
  EXPECT_EQ(*pod.metadata.annotations.Find("x"), "2");
  EXPECT_EQ(*pod.metadata.annotations.Find("y"), "3");
  EXPECT_EQ(*pod.metadata.labels.Find("zone"), "new");
  EXPECT_EQ(*pod.metadata.labels.Find("app"), "a");
  EXPECT_EQ(pod.status.nominated_node_name, "");
  ASSERT_EQ(pod.status.conditions.size(), 1u);
  EXPECT_EQ(pod.status.conditions[0].type, "PodScheduled");
  EXPECT_EQ(pod.status.conditions[0].status, "True");
  EXPECT_EQ(pod.status.conditions[0].reason, "");
}

TEST_F(BindingTest, OnlyOnce) {
  MakePod();
  ASSERT_TRUE(Bind());
  EXPECT_TRUE(FailsWith(Bind(), 409, Refusal("pod p is already assigned to node \"n\"")));
}

TEST_F(BindingTest, NotWhileGatesAreOpenOrItGoes) {
  MakePod(R"(,"schedulingGates":[{"name":"g"}])");
  EXPECT_TRUE(FailsWith(Bind(), 409, Refusal("pod p has non-empty .spec.schedulingGates")));
  TryDelete(Resource("pods"), "p").value();
  EXPECT_TRUE(FailsWith(Bind(), 404, "pods \"p\" not found"));
  MustCreate(Resource("pods"), R"({"metadata":{"name":"p","finalizers":["x.io/f"]},
                                   "spec":{"containers":[{"name":"c","image":"i"}]}})");
  TryDelete(Resource("pods"), "p").value();
  EXPECT_TRUE(
      FailsWith(Bind(), 409, Refusal("pod p is being deleted, cannot be assigned to a host")));
}

TEST_F(BindingTest, UidAndRevisionArePreconditions) {
  MakePod();
  auto object = Stored(Resource("pods"), "p");
  std::string uid(object->meta().uid);
  std::string revision(object->meta().resource_version);
  EXPECT_EQ(Bind(R"(,"uid":"other")").error().code(), 409);
  EXPECT_EQ(Bind(R"(,"resourceVersion":"1")").error().code(), 409);
  EXPECT_TRUE(Bind(R"(,"uid":")" + uid + R"(","resourceVersion":")" + revision + "\""));
}

TEST_F(BindingTest, TheTargetIsANode) {
  MakePod();
  EXPECT_TRUE(FailsWith(Bind("", R"("kind":"Pod","name":"n")"), 422,
                        "Binding \"p\" is invalid: target.kind: Unsupported value: \"Pod\": "
                        "supported values: \"Node\", \"<empty>\""));
  EXPECT_TRUE(FailsWith(Bind("", R"("kind":"Node")"), 422,
                        "Binding \"p\" is invalid: target.name: Required value"));
  EXPECT_TRUE(FailsWith(Post("pods", "q", "binding", R"({"metadata":{"name":"p"},
                             "target":{"name":"n"}})"),
                        400, "name in URL does not match name in Binding object"));
}

TEST_F(BindingTest, AtTheOldPlaceTheBodyNamesThePod) {
  MakePod();
  ASSERT_TRUE(PostVirtual("bindings", R"({"metadata":{"name":"p"},"target":{"name":"n"}})"));
  EXPECT_EQ(Stored(Resource("pods"), "p")->As<Pod>().spec.node_name, "n");
}

}  // namespace
}  // namespace pintle::apis::core::v1
