#include "pintle/api/request/route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/api/config_maps_for_test.h"
#include "pintle/registry/registry_for_test.h"

namespace pintle::api {
namespace {

using RouteTest = ConfigMapsTest;

struct RouteCase {
  std::string method;
  std::string target;
  int status;
  std::string message;  // of a Status; a plain text where it ends in a newline
};

// Whatever is asked, there is a clear answer, and it is the client's fault.
TEST_F(RouteTest, RefusesPathsThatAreNotServed) {
  const char* kUnknown = "the server could not find the requested resource";
  const char* kMethod = "the server does not allow this method on the requested resource";
  const char* kNoPage = "404 page not found\n";
  const std::string long_name(5000, 'a');
  const RouteCase cases[] = {
      {"GET", "//", 404, kNoPage},
      {"GET", "/nope", 404, kNoPage},
      {"GET", "/apis/nope", 404, kNoPage},
      {"GET", "/apis/nope/v1/things", 404, kNoPage},
      {"GET", "/apis/apiextensions.k8s.io/v9", 404, kUnknown},
      {"GET", "/apis/apiextensions.k8s.io/v9/things", 404, kUnknown},
      {"GET", "/api/v9", 404, kUnknown},
      {"GET", "/api/v9/pods", 404, kUnknown},
      {"GET", "/api/v1/nothing", 404, kUnknown},
      {"GET", "/api//", 404, kNoPage},
      {"GET", "/api/v1/namespaces//configmaps", 404, kNoPage},
      {"DELETE", "/api/v1/namespaces//configmaps", 404, kNoPage},
      {"DELETE", Path("//"), 404, kNoPage},
      {"DELETE", Path("/%2f"), 404, kNoPage},
      {"GET", Path("/%2fa"), 404, kNoPage},
      {"GET", Path("/a%2fb"), 404, kUnknown},
      {"PUT", Path("/a%2fb"), 404, kUnknown},
      {"GET", Path("/a/status"), 404, kUnknown},
      {"GET", Path("/a/b/c/d"), 404, kUnknown},
      {"GET", "/api/v1/watch", 400,
       "unable to determine kind and namespace from url, /api/v1/watch"},
      {"GET", "/api/v1/proxy", 400,
       "unable to determine kind and namespace from url, /api/v1/proxy"},
      {"GET", "/api/v1/watch/nothing", 404, kUnknown},
      {"GET", "/api/v1/configmaps/a", 404, kUnknown},
      {"GET", "/api/v1/namespaces/default/namespaces", 404, kUnknown},
      {"GET", "/api/v1/namespaces/default/namespaces/default", 404, kUnknown},
      {"GET", "/apis/apiextensions.k8s.io/v1/namespaces/a/customresourcedefinitions", 404,
       kUnknown},
      {"GET", Path("/.."), 400, "Name parameter invalid: \"..\": may not be '..'"},
      {"GET", Path("/%2e"), 400, "Name parameter invalid: \".\": may not be '.'"},
      {"GET", Path("/a%25b"), 400, "Name parameter invalid: \"a%b\": may not contain '%'"},
      {"GET", Path("/" + long_name), 404, "configmaps \"" + long_name + "\" not found"},
      {"GET", Path("/%00"), 404, std::string("configmaps \"\0\" not found", 24)},
      {"POST", Path("/a"), 405, kMethod},
      {"PUT", kMaps, 405, kMethod},
      {"PATCH", kMaps, 405, kMethod},
      {"POST", "/api/v1/configmaps", 405, kMethod},
      {"DELETE", "/api/v1/configmaps", 405, kMethod},
      {"OPTIONS", kMaps, 405, kMethod},
      {"FOO", kMaps, 405, kMethod},
      {"DELETE", "/api/v1/watch/namespaces/default/configmaps", 405, kMethod},
      {"DELETE", "/api/v1/namespaces", 405, kMethod},
      {"HEAD", kMaps, 405, kMethod},
      {"HEAD", "/api/v1/namespaces/default/status", 405, kMethod},
      {"HEAD", "/api/v1", 405, kMethod},
      {"HEAD", "/version", 405, kMethod},
      // A path with which nothing can be done is not there.
      {"GET", "/api/v1/namespaces/default/bindings", 405, kMethod},
      {"GET", "/api/v1/namespaces/default/bindings/a", 404, kUnknown},
      {"POST", "/api/v1/bindings", 404, kUnknown},
      {"GET", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", 405, kMethod},
      {"PUT", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/a", 404, kUnknown},
      {"POST", "/healthz", 405, kMethod},
      {"GET", "/api/v1/namespaces/default/finalize", 405, kMethod},
  };
  for (const RouteCase& c : cases) {
    SCOPED_TRACE(c.method + " " + c.target.substr(0, 90));
    TestReply reply = api_.Do(c.method, c.target, "{}");
    EXPECT_EQ(reply.status, c.status) << reply.body;
    EXPECT_EQ(c.message.ends_with('\n') ? reply.body : reply.Message(), c.message);
  }
}

// Custom resources are found by name, not by path: other paths are nobody's, verbs are named.
TEST_F(RouteTest, RefusesPathsOfCustomResources) {
  write::ResourceDefinition widgets = *CustomDefinition("stable.example.com", {"v1"}, "{}");
  widgets.storing.key_prefix = "/registry/stable.example.com/widgets/";
  write::ResourceDefinition boxes = widgets;
  boxes.names.plural = "boxes";
  boxes.names.namespaced = false;
  boxes.storing.key_prefix = "/registry/stable.example.com/boxes/";
  api_.registry.Put({api_.Serve(widgets), api_.Serve(boxes)});
  const char* kNoPage = "404 page not found\n";
  const std::string root = "/apis/stable.example.com/v1";
  const std::string path = root + "/namespaces/default/widgets";
  const RouteCase cases[] = {
      {"GET", "/apis/stable.example.com/v9", 404, kNoPage},
      {"GET", root + "/nope", 404, kNoPage},
      {"GET", root + "/widgets/a", 404, kNoPage},
      {"POST", root + "/widgets", 404, kNoPage},
      {"DELETE", root + "/widgets", 404, kNoPage},
      {"GET", root + "/namespaces/default/boxes", 404, kNoPage},
      {"GET", path + "/a/nope", 404, "widgets.stable.example.com \"a\" not found"},
      {"GET", path + "/a/status/b", 404, "widgets.stable.example.com \"a\" not found"},
      {"POST", path + "/a/status", 405,
       "create is not supported on resources of kind \"widgets.stable.example.com\""},
      {"DELETE", path + "/a/status", 405,
       "delete is not supported on resources of kind \"widgets.stable.example.com\""},
      {"FOO", path, 405, " is not supported on resources of kind \"widgets.stable.example.com\""},
      {"PUT", path, 400, "name must be provided"},
      {"PATCH", path, 400, "name must be provided"},
  };
  for (const RouteCase& c : cases) {
    SCOPED_TRACE(c.method + " " + c.target);
    TestReply reply = api_.Do(c.method, c.target, "{}");
    EXPECT_EQ(reply.status, c.status) << reply.body;
    EXPECT_EQ(c.message.ends_with('\n') ? reply.body : reply.Message(), c.message);
  }
  EXPECT_EQ(api_.Get(root + "/widgets").status, 200);
  EXPECT_EQ(api_.Do("HEAD", path).status, 200);
}

// What is not stored is taken in like what is.
TEST_F(RouteTest, PostsBelowOrBesideObjects) {
  const std::string reviews =
      "/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews";
  TestReply elsewhere = api_.Post(reviews, R"({"metadata":{"namespace":"other"}})");
  EXPECT_EQ(elsewhere.status, 400);
  EXPECT_EQ(
      elsewhere.Message(),
      "the namespace of the provided object does not match the namespace sent on the request");
  const std::string exec = "/api/v1/namespaces/default/pods/a/exec?dryRun=All";
  EXPECT_EQ(api_.Post(exec, "").status, 400);
  EXPECT_EQ(api_.Post(exec, "").Message(), "dryRun is not supported");
}

TEST_F(RouteTest, TheRootNamesThePathsThereAre) {
  TestReply reply = api_.Get("/");
  EXPECT_EQ(reply.status, 200);
  std::vector<std::string> paths;
  for (const Value& path : reply.Json().Find("paths").items()) paths.emplace_back(path.as_string());
  EXPECT_TRUE(std::ranges::is_sorted(paths));
  for (const char* path : {"/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/version"}) {
    EXPECT_THAT(paths, testing::Contains(path));
    EXPECT_EQ(api_.Get(path).status, 200) << path;
  }
}

}  // namespace
}  // namespace pintle::api
