#include "pintle/object/object.h"

#include <gtest/gtest.h>

#include <string>

#include "pintle/object/kinds_for_test.h"
#include "pintle/object/status.h"

namespace pintle::object {
namespace {

constexpr std::string_view kConfigMap =
    R"({"metadata":{"name":"a","labels":{"x":"1"}},"data":{"k":"v"}})";
constexpr std::string_view kWidget =
    R"({"apiVersion":"demo.example.org/v1","kind":"Widget","metadata":{"name":"a","labels":{"x":"1"}},)"
    R"("spec":{"size":1}})";

TEST(Object, ACopyIsIndependentAndOutlivesTheOriginal) {
  scheme::Scheme scheme;
  Kind config_map = ConfigMapKind(scheme);
  Kind widget = WidgetKind();
  for (const Kind* kind : {&config_map, &widget}) {
    Object object = MustDecode(*kind, "v1", kind == &widget ? kWidget : kConfigMap).object;
    std::string before = ToJson(*kind, object, "v1");
    Object copy = object.Copy();
    EXPECT_EQ(ToJson(*kind, copy, "v1"), before);
    copy.meta().labels.Set(copy.arena(), "x", "2");
    copy.meta().name = "b";
    EXPECT_NE(ToJson(*kind, copy, "v1"), before);
    EXPECT_EQ(ToJson(*kind, object, "v1"), before);

    Object fork = object.Fork();
    EXPECT_EQ(ToJson(*kind, fork, "v1"), before);
    fork.meta().labels.Set(fork.arena(), "x", "2");
    fork.meta().name = "b";
    EXPECT_NE(ToJson(*kind, fork, "v1"), before);
    EXPECT_EQ(ToJson(*kind, object, "v1"), before);

    Object another = object.Copy();
    object = Object();
    EXPECT_EQ(ToJson(*kind, another, "v1"), before);
  }
}

TEST(Status, ErrorsThatNameAResource) {
  const ResourceName leases{"coordination.k8s.io", "leases"};
  const ResourceName pods{"", "pods"};
  struct Case {
    std::unexpected<Error> error;
    int code;
    const char* message;
  };
  for (const Case& c : std::initializer_list<Case>{
           {NotFound(leases, "a"), 404, "leases.coordination.k8s.io \"a\" not found"},
           {AlreadyExists(pods, "a"), 409, "pods \"a\" already exists"},
           {ModifiedConflict(pods, "a"), 409,
            "Operation cannot be fulfilled on pods \"a\": the object has been modified; please "
            "apply "
            "your changes to the latest version and try again"},
           {Forbidden(pods, "a", "why"), 403, "pods \"a\" is forbidden: why"},
           {Forbidden(pods, "", "why"), 403, "pods is forbidden: why"},
           {Forbidden({}, "", "why"), 403, "forbidden: why"},
           {MethodNotSupported(leases, "patch"), 405,
            "patch is not supported on resources of kind \"leases.coordination.k8s.io\""},
           {GenericInvalid(), 422,
            "the server rejected our request due to an error in our request"},
       }) {
    EXPECT_EQ(c.error.error().code(), c.code) << c.message;
    EXPECT_EQ(c.error.error().message(), c.message);
  }
  const Error error = NotFound(leases, "a").error();
  ASSERT_NE(error.details(), nullptr);
  EXPECT_EQ(error.details()->name, "a");
  EXPECT_EQ(error.details()->group, "coordination.k8s.io");
  EXPECT_EQ(error.details()->kind, "leases");
}

}  // namespace
}  // namespace pintle::object
