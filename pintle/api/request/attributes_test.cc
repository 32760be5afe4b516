#include "pintle/api/request/attributes.h"

#include <gtest/gtest.h>

namespace pintle::api {
namespace {

struct PathCase {
  std::string method;
  std::string target;
  bool is_resource;
  std::string verb;
  std::string group;
  std::string version;
  std::string namespace_name;
  std::string resource;
  std::string name;
  std::string subresource;
};

auth::Attributes Parse(const std::string& method, const std::string& target) {
  size_t mark = target.find('?');
  http::Query query(mark == std::string::npos ? "" : target.substr(mark + 1));
  return ParseAttributes(method, target.substr(0, mark), query);
}

TEST(AttributesTest, ReadsResourcePaths) {
  const PathCase cases[] = {
      {"GET", "/api/v1/configmaps", true, "list", "", "v1", "", "configmaps", "", ""},
      {"POST", "/api/v1/namespaces/a/configmaps", true, "create", "", "v1", "a", "configmaps", "",
       ""},
      {"GET", "/api/v1/namespaces/a/configmaps/b", true, "get", "", "v1", "a", "configmaps", "b",
       ""},
      {"HEAD", "/api/v1/namespaces/a/configmaps/b", true, "get", "", "v1", "a", "configmaps", "b",
       ""},
      {"PUT", "/api/v1/namespaces/a/pods/b/status", true, "update", "", "v1", "a", "pods", "b",
       "status"},
      {"PATCH", "/apis/apps/v1/namespaces/a/deployments/b", true, "patch", "apps", "v1", "a",
       "deployments", "b", ""},
      {"DELETE", "/apis/g/v2/things/x", true, "delete", "g", "v2", "", "things", "x", ""},
      {"DELETE", "/apis/g/v2/things", true, "deletecollection", "g", "v2", "", "things", "", ""},
      {"OPTIONS", "/apis/g/v2/things", true, "", "g", "v2", "", "things", "", ""},
      // A namespace is its own namespace; only status and finalize belong to it.
      {"GET", "/api/v1/namespaces", true, "list", "", "v1", "", "namespaces", "", ""},
      {"GET", "/api/v1/namespaces/foo", true, "get", "", "v1", "foo", "namespaces", "foo", ""},
      {"GET", "/api/v1/namespaces/foo/status", true, "get", "", "v1", "foo", "namespaces", "foo",
       "status"},
      {"PUT", "/api/v1/namespaces/foo/finalize", true, "update", "", "v1", "foo", "namespaces",
       "foo", "finalize"},
      // The old form of watching, whatever the method.
      {"GET", "/api/v1/watch/configmaps", true, "watch", "", "v1", "", "configmaps", "", ""},
      {"GET", "/api/v1/watch/namespaces/a/configmaps/b", true, "watch", "", "v1", "a", "configmaps",
       "b", ""},
      {"GET", "/api/v1/watch", true, "watch", "", "v1", "", "", "", ""},
      // Slashes at the ends are no segments.
      {"GET", "//api/v1/configmaps/", true, "list", "", "v1", "", "configmaps", "", ""},
  };
  for (const PathCase& c : cases) {
    SCOPED_TRACE(c.method + " " + c.target);
    auth::Attributes info = Parse(c.method, c.target);
    EXPECT_EQ(info.is_resource, c.is_resource);
    EXPECT_EQ(info.verb, c.verb);
    EXPECT_EQ(info.group, c.group);
    EXPECT_EQ(info.version, c.version);
    EXPECT_EQ(info.namespace_name, c.namespace_name);
    EXPECT_EQ(info.resource, c.resource);
    EXPECT_EQ(info.name, c.name);
    EXPECT_EQ(info.subresource, c.subresource);
    EXPECT_FALSE(info.has_rest);
  }
}

TEST(AttributesTest, OtherPathsHaveTheMethodAsVerb) {
  for (const char* path :
       {"/", "//", "///", "/api", "/api/", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1",
        "/healthz", "/readyz/etcd", "/openapi/v2", "/other/a/b/c/d", ""}) {
    auth::Attributes info = Parse("GET", path);
    EXPECT_FALSE(info.is_resource) << path;
    EXPECT_EQ(info.verb, "get") << path;
    EXPECT_EQ(info.path, path);
  }
  EXPECT_EQ(Parse("POST", "/healthz").verb, "post");
}

TEST(AttributesTest, EmptySegmentsAreNoResource) {
  for (const char* path :
       {"/api//configmaps", "/api/v1//configmaps", "/api/v1/namespaces//configmaps",
        "/apis//v1/things", "/api/v1/namespaces/a//configmaps", "/api/v1/namespaces/a/configmaps//",
        "/api/v1/namespaces/a/configmaps//b"}) {
    EXPECT_FALSE(Parse("DELETE", path).is_resource) << path;
  }
}

TEST(AttributesTest, TellsPathsInsideNamespaces) {
  EXPECT_TRUE(Parse("GET", "/api/v1/namespaces/a/configmaps").in_namespace);
  EXPECT_TRUE(Parse("GET", "/api/v1/namespaces/a/namespaces/a").in_namespace);
  EXPECT_FALSE(Parse("GET", "/api/v1/namespaces/a").in_namespace);
  EXPECT_FALSE(Parse("GET", "/api/v1/namespaces/a/status").in_namespace);
  EXPECT_FALSE(Parse("GET", "/api/v1/configmaps").in_namespace);
}

TEST(AttributesTest, MarksPathsThatGoOn) {
  EXPECT_TRUE(Parse("GET", "/api/v1/namespaces/a/pods/b/proxy/x").has_rest);
  EXPECT_TRUE(Parse("GET", "/api/v1/namespaces/a/status/x").has_rest);
}

TEST(AttributesTest, WatchQueryTurnsListsIntoWatches) {
  const std::pair<const char*, const char*> cases[] = {
      {"watch=true", "watch"}, {"watch=1", "watch"},        {"watch", "watch"},
      {"watch=", "watch"},     {"watch=nonsense", "watch"}, {"watch=0", "list"},
      {"watch=false", "list"}, {"watch=FALSE", "list"},     {"other=1", "list"},
      {"watch=%zz", "list"},   {"watch=0&watch=1", "list"},
  };
  for (const auto& [query, verb] : cases) {
    EXPECT_EQ(Parse("GET", std::string("/api/v1/configmaps?") + query).verb, verb) << query;
  }
  EXPECT_EQ(Parse("GET", "/api/v1/namespaces/a/configmaps/b?watch=1").verb, "get");
}

}  // namespace
}  // namespace pintle::api
