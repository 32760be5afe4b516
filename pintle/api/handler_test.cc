#include "pintle/api/handler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/core/v1/types.h"
#include "pintle/api/handler_for_test.h"
#include "pintle/api/registry_for_test.h"
#include "pintle/api/watch_for_test.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::api {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kMaps = "/api/v1/namespaces/default/configmaps";
constexpr const char* kMergePatch = "application/merge-patch+json";

std::string Map(const std::string& name, const std::string& label = "x") {
  return R"({"metadata":{"name":")" + name + R"(","labels":{"app":")" + label +
         R"("}},"data":{"a":"1"}})";
}

std::vector<std::string> Names(const TestReply& reply) {
  std::vector<std::string> names;
  Value items = reply.Json().Find("items");
  if (!items.is_list()) return {"(no list)"};
  for (const Value& item : items.items()) {
    names.emplace_back(item.Find("metadata").FindString("name"));
  }
  return names;
}

class HandlerTest : public testing::Test {
 protected:
  std::string Path(const std::string& rest) { return kMaps + rest; }
  void Create(const std::string& name, const std::string& label = "x") {
    TestReply reply = api_.Post(kMaps, Map(name, label));
    ASSERT_EQ(reply.status, 201) << reply.body;
  }

  TestApi api_;
};

TEST_F(HandlerTest, CreatesReadsListsAndDeletes) {
  TestReply created = api_.Post(kMaps, Map("a"));
  EXPECT_EQ(created.status, 201);
  EXPECT_EQ(created.headers.Get("Content-Type"), "application/json");
  EXPECT_TRUE(created.headers.Has("Audit-Id"));
  EXPECT_EQ(created.headers.Get("Cache-Control"), "no-cache, private");
  EXPECT_EQ(created.Json().FindPath({"metadata", "creationTimestamp"}).as_string(),
            "2023-11-14T22:13:20Z");

  TestReply read = api_.Get(Path("/a"));
  EXPECT_EQ(read.status, 200);
  EXPECT_EQ(read.body, created.body);
  TestReply list = api_.Get(kMaps);
  EXPECT_EQ(Names(list), std::vector<std::string>{"a"});
  EXPECT_FALSE(list.Json().Find("items").items()[0].Has("kind"));
  EXPECT_EQ(api_.Post(kMaps, Map("a")).status, 409);

  TestReply gone = api_.Do("DELETE", Path("/a"));
  EXPECT_EQ(gone.status, 200);
  EXPECT_EQ(gone.Json().FindString("status"), "Success");
  TestReply missing = api_.Get(Path("/a"));
  EXPECT_EQ(missing.status, 404);
  EXPECT_EQ(missing.Message(), "configmaps \"a\" not found");
}

TEST_F(HandlerTest, EchoesTheAuditId) {
  EXPECT_EQ(api_.Get(kMaps, {{"Audit-Id", "mine"}}).headers.Get("Audit-Id"), "mine");
}

TEST_F(HandlerTest, EmptyListsHaveItems) {
  EXPECT_THAT(api_.Get(kMaps).body, HasSubstr(R"("items":[])"));
  EXPECT_THAT(api_.Get(kMaps, {{"Accept", "application/yaml"}}).body, HasSubstr("items: []"));
}

struct RouteCase {
  std::string method;
  std::string target;
  int status;
  std::string message;  // of a Status; a plain text where it ends in a newline
};

// Whatever is asked, there is a clear answer, and it is the client's fault.
TEST_F(HandlerTest, RefusesPathsThatAreNotServed) {
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
TEST_F(HandlerTest, RefusesPathsOfCustomResources) {
  write::ResourceDefinition widgets = *CustomDefinition("stable.example.com", {"v1"}, "{}");
  widgets.key_prefix = "/registry/stable.example.com/widgets/";
  write::ResourceDefinition boxes = widgets;
  boxes.plural = "boxes";
  boxes.namespaced = false;
  boxes.key_prefix = "/registry/stable.example.com/boxes/";
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
TEST_F(HandlerTest, PostsBelowOrBesideObjects) {
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

TEST_F(HandlerTest, TheRootNamesThePathsThereAre) {
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

TEST_F(HandlerTest, RefusesBadQueries) {
  const std::pair<std::string, int> cases[] = {
      {"?limit=x", 400},
      {"?limit=99999999999999999999", 400},
      {"?resourceVersion=x", 400},
      {"?resourceVersion=-1", 400},
      {"?resourceVersion=99999999999999999999", 400},
      {"?labelSelector=!", 400},
      {"?labelSelector=" + std::string(40'000, '('), 400},
      {"?labelSelector=%zz", 400},
      {"?labelSelector=a;b", 400},
      {"?fieldSelector=metadata.name", 400},
      {"?fieldSelector=nope%3D1", 400},
      {"?continue=x", 400},
      {"?resourceVersionMatch=Foo", 422},
      {"?sendInitialEvents=1", 422},
      {"?watch=1&resourceVersion=x", 400},
      {"?watch=1&timeoutSeconds=x", 400},
      {"?watch=1&resourceVersion=5&resourceVersionMatch=Exact", 422},
  };
  Create("a");
  for (const char* method : {"GET", "DELETE"}) {
    for (const auto& [query, status] : cases) {
      SCOPED_TRACE(method + query.substr(0, 60));
      bool only_get = query.starts_with("?watch");
      if (only_get && method == std::string("DELETE")) continue;
      TestReply reply = api_.Do(method, kMaps + query);
      EXPECT_EQ(reply.status, status) << reply.body;
      EXPECT_FALSE(reply.Message().empty());
    }
  }
  EXPECT_EQ(Names(api_.Get(kMaps)), std::vector<std::string>{"a"}) << "nothing was deleted";
}

TEST_F(HandlerTest, RefusesBadBodies) {
  const std::string kJson = "application/json";
  struct Case {
    std::string type;
    std::string body;
    int status;
  };
  const Case cases[] = {
      {kJson, "", 400},
      {kJson, "{", 400},
      {kJson, "[]", 400},
      {kJson, "1", 400},
      {kJson, "\"x\"", 400},
      {kJson, "\xff\xfe", 400},
      {kJson, "{}", 422},
      {kJson, "{\"metadata\":null}", 422},
      {kJson, "{\"metadata\":[]}", 400},
      {kJson, "{\"metadata\":{\"name\":1}}", 400},
      {kJson, Map(std::string(300, 'a')), 422},
      {kJson, Map("a/b"), 422},
      {kJson, Map("A"), 422},
      {kJson, std::string(200'000, '['), 400},
      {kJson, "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}", 400},
      {"application/yaml", "a: &a [*a]", 400},
      {"application/yaml", std::string(40'000, '['), 400},
      {"application/cbor", std::string(100'000, '\x9f'), 400},
      {"application/cbor", "\xd9\xd9\xf7\xbb\xff\xff\xff\xff\xff\xff\xff\xff", 400},
      {"application/json; charset", "{}", 415},
      {"text/plain", "{}", 415},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.type + " " + c.body.substr(0, 60));
    TestReply reply = api_.Do("POST", kMaps, c.body, {{"Content-Type", c.type}});
    EXPECT_EQ(reply.status, c.status) << reply.body.substr(0, 300);
    EXPECT_FALSE(reply.Message().empty());
  }
  EXPECT_TRUE(Names(api_.Get(kMaps)).empty());
}

TEST_F(HandlerTest, RefusesBodiesThatAreTooLarge) {
  Create("a");
  for (const std::string& target : {std::string(kMaps), Path("/a")}) {
    for (const char* method : {"POST", "PUT", "PATCH", "DELETE"}) {
      if ((method == std::string("POST")) == (target != kMaps) && method != std::string("DELETE")) {
        continue;
      }
      http::Request request = TestApi::MakeRequest(
          method, target, "",
          {{"Content-Type", method == std::string("PATCH") ? kMergePatch : "application/json"}});
      request.body_too_large = true;
      TestReply reply = api_.Send(request);
      EXPECT_EQ(reply.status, 413) << method << " " << target << reply.body;
      EXPECT_EQ(reply.Reason(), "RequestEntityTooLarge");
    }
  }
  EXPECT_EQ(Names(api_.Get(kMaps)), std::vector<std::string>{"a"}) << "nothing was deleted";
}

TEST_F(HandlerTest, ChecksInTheOrderOfTheApi) {
  // A patch that cannot be read for an object that is not there.
  EXPECT_EQ(api_.Do("PATCH", Path("/nope"), "{", {{"Content-Type", kMergePatch}}).status, 404);
  // A bad option beats the body; the content type beats the option on POST, not on PUT.
  EXPECT_EQ(api_.Post(std::string(kMaps) + "?fieldValidation=Foo", "{").status, 422);
  TestHeaders text = {{"Content-Type", "text/plain"}};
  EXPECT_EQ(api_.Do("POST", Path("?fieldValidation=Foo"), "{", text).status, 415);
  EXPECT_EQ(api_.Do("PUT", Path("/a?fieldValidation=Foo"), "{", text).status, 422);
  const std::string reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  EXPECT_EQ(api_.Do("POST", reviews + "?fieldValidation=Foo", "{", text).status, 415);
  // A body for another object than the URL's, that is not there either: its namespace first.
  EXPECT_EQ(
      api_.Do("PUT", Path("/nope"), R"({"metadata":{"name":"a","namespace":"b"}})",
              {{"Content-Type", "application/json"}})
          .Message(),
      "the namespace of the provided object does not match the namespace sent on the request");
  EXPECT_EQ(api_.Do("PUT", Path("/nope"), Map("a"), {{"Content-Type", "application/json"}}).status,
            400);
  // The content type of a patch beats the name.
  EXPECT_EQ(api_.Do("PATCH", Path("/.."), "{", text).status, 415);
  // Accept beats the content type.
  EXPECT_EQ(
      api_.Do("POST", kMaps, "{", {{"Content-Type", "text/plain"}, {"Accept", "text/html"}}).status,
      406);
}

TEST_F(HandlerTest, FieldValidation) {
  const std::string body = R"({"metadata":{"name":"a"},"nope":1,"data":{"a":"1","a":"2"}})";
  TestReply strict = api_.Post(Path("?fieldValidation=Strict"), body);
  EXPECT_EQ(strict.status, 400);
  EXPECT_THAT(strict.Message(), HasSubstr("ConfigMap in version \"v1\" cannot be handled as a "
                                          "ConfigMap: strict decoding error: "));
  TestReply warned = api_.Post(kMaps, body);
  EXPECT_EQ(warned.status, 201);
  std::vector<std::string> warnings;
  for (const auto& [name, value] : warned.headers.fields()) {
    if (name == "Warning") warnings.push_back(value);
  }
  EXPECT_THAT(warnings, testing::UnorderedElementsAre("299 - \"unknown field \\\"nope\\\"\"",
                                                      "299 - \"duplicate field \\\"data.a\\\"\""));
  api_.Do("DELETE", Path("/a"));
  TestReply ignored = api_.Post(Path("?fieldValidation=Ignore"), body);
  EXPECT_EQ(ignored.status, 201);
  EXPECT_FALSE(ignored.headers.Has("Warning"));
}

// What strict decoding found counts before the version, and its warnings stay on the refusal.
TEST_F(HandlerTest, FindingsComeBeforeTheVersionOfTheBody) {
  const std::string scalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
  const std::string body =
      R"({"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","zz":1})";
  EXPECT_EQ(api_.Post(scalers + "?fieldValidation=Strict", body).Message(),
            "HorizontalPodAutoscaler in version \"v1\" cannot be handled as a "
            "HorizontalPodAutoscaler: strict decoding error: unknown field \"zz\"");
  TestReply warned = api_.Post(scalers, body);
  EXPECT_EQ(warned.status, 400);
  EXPECT_EQ(warned.Message(),
            "the API version in the data (autoscaling/v1) does not match the expected API version "
            "(autoscaling/v2)");
  EXPECT_EQ(warned.headers.Get("Warning"), "299 - \"unknown field \\\"zz\\\"\"");
}

// CBOR is for resources; everything else answers a refusal in JSON.
TEST_F(HandlerTest, RefusalsOutsideOfResourcesAreJson) {
  TestHeaders cbor = {{"Accept", "application/cbor"}};
  for (const char* path : {"/api", "/apis", "/apis/apps", "/openapi/v2"}) {
    TestReply reply = api_.Do("GET", path, "", cbor);
    EXPECT_EQ(reply.status, 406) << path;
    EXPECT_EQ(reply.headers.Get("Content-Type"), "application/json") << path;
    EXPECT_EQ(reply.Reason(), "NotAcceptable") << path;
  }
  EXPECT_EQ(api_.Do("GET", Path("/nope"), "", cbor).headers.Get("Content-Type"),
            "application/cbor");
}

TEST_F(HandlerTest, DryRunChangesNothing) {
  EXPECT_EQ(api_.Post(Path("?dryRun=All"), Map("a")).status, 201);
  EXPECT_EQ(api_.Get(Path("/a")).status, 404);
  Create("b");
  EXPECT_EQ(api_.Do("DELETE", Path("/b?dryRun=All")).status, 200);
  EXPECT_EQ(api_.Do("DELETE", Path("?dryRun=All")).status, 200);
  EXPECT_EQ(api_.Get(Path("/b")).status, 200);
}

TEST_F(HandlerTest, Pages) {
  for (const char* name : {"a", "b", "c", "d", "e"})
    Create(name, name == std::string("c") ? "y" : "x");
  TestReply first = api_.Get(Path("?limit=2"));
  EXPECT_EQ(Names(first), (std::vector<std::string>{"a", "b"}));
  Value metadata = first.Json().Find("metadata");
  EXPECT_EQ(metadata.Find("remainingItemCount").as_int(), 3);
  Create("aa");  // not in the pages that follow
  TestReply second =
      api_.Get(Path("?limit=2&continue=") + std::string(metadata.FindString("continue")));
  EXPECT_EQ(Names(second), (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(second.Json().FindPath({"metadata", "resourceVersion"}),
            metadata.Find("resourceVersion"));
  TestReply third = api_.Get(Path("?limit=2&continue=") +
                             std::string(second.Json().Find("metadata").FindString("continue")));
  EXPECT_EQ(Names(third), (std::vector<std::string>{"e"}));
  EXPECT_FALSE(third.Json().Find("metadata").Has("remainingItemCount"));

  TestReply selected = api_.Get(Path("?limit=2&labelSelector=app%3Dx"));
  EXPECT_EQ(Names(selected), (std::vector<std::string>{"a", "aa"}));
  EXPECT_TRUE(selected.Json().Find("metadata").Has("continue"));
  EXPECT_FALSE(selected.Json().Find("metadata").Has("remainingItemCount"));
}

TEST_F(HandlerTest, ReadsOldRevisions) {
  Create("a");
  std::string revision(api_.Get(kMaps).Json().Find("metadata").FindString("resourceVersion"));
  Create("b");
  TestReply exact = api_.Get(Path("?resourceVersionMatch=Exact&resourceVersion=") + revision);
  EXPECT_EQ(Names(exact), (std::vector<std::string>{"a"}));
  EXPECT_EQ(exact.Json().Find("metadata").FindString("resourceVersion"), revision);
  ASSERT_TRUE(BlockOn(api_.store->Compact(std::stoll(revision))));
  TestReply expired = api_.Get(Path("?resourceVersionMatch=Exact&resourceVersion=1"));
  EXPECT_EQ(expired.status, 410);
  EXPECT_EQ(expired.Reason(), "Expired");
  TestReply paged = api_.Get(Path("?continue=") + EncodeContinue({1, "a"}));
  EXPECT_EQ(paged.status, 410);
  std::string token(paged.Json().Find("metadata").FindString("continue"));
  EXPECT_EQ(Names(api_.Get(Path("?continue=") + token)), (std::vector<std::string>{"b"}));
}

TEST_F(HandlerTest, DeletesWhatSelectorsMatch) {
  Create("a", "x");
  Create("b", "y");
  Create("c", "x");
  TestReply deleted = api_.Do("DELETE", Path("?labelSelector=app%3Dx"));
  EXPECT_EQ(deleted.status, 200);
  EXPECT_EQ(Names(deleted), (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(Names(api_.Get(kMaps)), (std::vector<std::string>{"b"}));
}

TEST_F(HandlerTest, MarksDefinitionsAsDeletedWithoutAGracePeriod) {
  const std::string path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  TestReply created = api_.Post(path, R"({"metadata":{"name":"things.a.io"},"spec":{"group":"a.io",
    "scope":"Cluster","names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1",
    "served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
  ASSERT_EQ(created.status, 201) << created.body;
  Value metadata = api_.Do("DELETE", path + "/things.a.io").Json().Find("metadata");
  EXPECT_TRUE(metadata.Find("deletionTimestamp").is_string());
  EXPECT_TRUE(metadata.Find("deletionGracePeriodSeconds").is_null());
  EXPECT_EQ(metadata.Find("generation"), created.Json().FindPath({"metadata", "generation"}));
}

// What is deleted is what a list with the same options shows, in the form that is asked for.
TEST_F(HandlerTest, DeletesAsMuchAsAListShows) {
  for (const char* name : {"a", "b", "c", "d"}) Create(name);
  TestReply page = api_.Do("DELETE", Path("?limit=1"));
  EXPECT_EQ(Names(page), (std::vector<std::string>{"a"}));
  Value metadata = page.Json().Find("metadata");
  EXPECT_EQ(metadata.Find("remainingItemCount").as_int(), 3);
  std::string token(metadata.FindString("continue"));
  EXPECT_EQ(Names(api_.Do("DELETE", Path("?limit=1&continue=" + token))),
            (std::vector<std::string>{"b"}));
  EXPECT_EQ(Names(api_.Get(kMaps)), (std::vector<std::string>{"c", "d"}));

  TestReply table = api_.Do("DELETE", Path("?dryRun=All"), {},
                            {{"Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"}});
  EXPECT_EQ(table.Json().FindString("kind"), "Table");
  EXPECT_EQ(table.Json().Find("rows").items().size(), 2u);
  EXPECT_EQ(Names(api_.Get(kMaps)), (std::vector<std::string>{"c", "d"}));
}

TEST_F(HandlerTest, Transforms) {
  Create("a");
  const TestHeaders table = {{"Accept", "application/json;as=Table;v=v1;g=meta.k8s.io"}};
  EXPECT_EQ(api_.Get(kMaps, table).Json().FindString("kind"), "Table");
  EXPECT_EQ(api_.Get(Path("/a"), table).Json().FindString("kind"), "Table");
  TestReply include = api_.Get(Path("?includeObject=Zed"), table);
  EXPECT_EQ(include.status, 400);
  EXPECT_EQ(
      include.Message(),
      "Unable to convert to Table as requested: includeObject: Invalid value: \"Zed\": must be "
      "'Metadata', 'Object', 'None', or empty");
  TestReply missing = api_.Get(Path("/nope"), table);
  EXPECT_EQ(missing.status, 404);
  EXPECT_THAT(missing.body, StartsWith("{\n  \"kind\": \"Status\""));
  const TestHeaders partial = {
      {"Accept", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"}};
  EXPECT_THAT(api_.Get(Path("/a"), partial).body, Not(HasSubstr("data\":{\"a\"")));
  TestReply list = api_.Get(kMaps, partial);
  EXPECT_EQ(list.status, 406);
  EXPECT_EQ(list.Message(),
            "you requested PartialObjectMetadata, but the requested object is a list "
            "(*core.ConfigMapList)");
  const TestHeaders partial_list = {
      {"Accept", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"}};
  EXPECT_EQ(api_.Get(kMaps, partial_list).Json().FindString("kind"), "PartialObjectMetadataList");
  EXPECT_EQ(api_.Get(Path("/a"), partial_list).Message(),
            "you requested PartialObjectMetadataList, but the requested object is not a list "
            "(*core.ConfigMap)");
  // Everything is in the version that is asked for.
  for (const char* as : {"Table", "PartialObjectMetadataList"}) {
    TestReply old = api_.Get(
        kMaps, {{"Accept", std::string("application/json;as=") + as + ";v=v1beta1;g=meta.k8s.io"}});
    EXPECT_THAT(old.body, HasSubstr("meta.k8s.io/v1beta1"));
    EXPECT_THAT(old.body, Not(HasSubstr("meta.k8s.io/v1\""))) << as;
  }
}

TEST_F(HandlerTest, FormatsSayTheSame) {
  Create("a");
  TestReply json = api_.Get(Path("/a"));
  TestReply pretty = api_.Get(Path("/a?pretty=1"));
  EXPECT_TRUE(json.body.ends_with("}\n"));
  EXPECT_TRUE(pretty.body.ends_with("\n}"));
  EXPECT_EQ(json.Json(), pretty.Json());
  TestReply cbor = api_.Get(Path("/a"), {{"Accept", "application/cbor"}});
  Arena arena;
  auto value = codec::ParseCbor(cbor.body, arena);
  ASSERT_TRUE(value) << value.error().message();
  EXPECT_EQ(*value, json.Json());
  TestReply cbor_list = api_.Get(kMaps, {{"Accept", "application/cbor"}});
  auto list = codec::ParseCbor(cbor_list.body, arena);
  ASSERT_TRUE(list) << list.error().message();
  EXPECT_EQ(*list, api_.Get(kMaps).Json());
  EXPECT_EQ(api_.Get(Path("?pretty=1")).Json(), *list);
}

TEST_F(HandlerTest, LongListsAreStreamedInEveryFormat) {
  using apis::core::v1::ConfigMapList;
  constexpr int kCount = 1201;  // not a multiple of what is sent at once
  for (int i = 0; i < kCount; ++i) Create(std::to_string(i) + std::string(i % 200, 'n'));
  TestReply json = api_.Get(kMaps);
  ASSERT_EQ(json.Json().Find("items").size(), static_cast<size_t>(kCount));
  TestReply cbor = api_.Get(kMaps, {{"Accept", "application/cbor"}});
  Arena arena;
  auto value = codec::ParseCbor(cbor.body, arena);
  ASSERT_TRUE(value) << value.error().message();
  EXPECT_EQ(*value, json.Json());
  TestReply protobuf = api_.Get(kMaps, {{"Accept", "application/vnd.kubernetes.protobuf"}});
  const auto& type = typeinfo::TypeOf<ConfigMapList>();
  auto* list = arena.New<ConfigMapList>();
  ASSERT_TRUE(typeinfo::DecodeProtobuf(protobuf.body, type, list, arena));
  EXPECT_EQ(typeinfo::ToValue(type, list, arena).Find("items"), json.Json().Find("items"));
  EXPECT_EQ(typeinfo::EncodeProtobuf(type, list), protobuf.body);
}

TEST_F(HandlerTest, Health) {
  EXPECT_EQ(api_.Get("/livez/etcd").body, "ok");
  EXPECT_EQ(api_.Get("/healthz/nope").status, 404);
  TestReply starting = api_.Get("/readyz");
  EXPECT_EQ(starting.status, 500);
  EXPECT_THAT(starting.body,
              HasSubstr("[-]poststarthook/storage-readiness failed: reason withheld\n"));
  TestReply single = api_.Get("/readyz/poststarthook/storage-readiness");
  EXPECT_EQ(single.status, 500);
  EXPECT_EQ(single.body, "internal server error: not finished\n");
  EXPECT_THAT(starting.body, HasSubstr("readyz check failed\n"));
  api_.handler->SetReady();
  EXPECT_EQ(api_.Get("/readyz").body, "ok");
  EXPECT_THAT(api_.Get("/readyz?verbose&exclude=etcd").body,
              testing::AllOf(HasSubstr("[+]ping ok\n"), HasSubstr("[+]etcd excluded: ok\n"),
                             HasSubstr("readyz check passed\n")));
  for (const char* path : {"/healthz", "/livez", "/readyz/shutdown"}) {
    EXPECT_EQ(api_.Get(path).body, "ok") << path;
  }
  api_.handler->SetStopping();
  TestReply stopping = api_.Get("/readyz");
  EXPECT_EQ(stopping.status, 500);
  EXPECT_THAT(stopping.body, HasSubstr("[-]shutdown failed: reason withheld\n"));
  EXPECT_EQ(api_.Get("/livez").status, 200);
}

TEST_F(HandlerTest, OpenApiUrlsWithAHashNeverChange) {
  TestReply index = api_.Get("/openapi/v3");
  Value core = index.Json().Find("paths").Find("api/v1");
  std::string url(core.FindString("serverRelativeURL"));
  ASSERT_THAT(url, HasSubstr("/openapi/v3/api/v1?hash="));
  TestReply kept = api_.Get(url);
  EXPECT_EQ(kept.status, 200);
  EXPECT_EQ(kept.headers.Get("Cache-Control"), "public, immutable");
  EXPECT_THAT(std::string(kept.headers.Get("Expires")), testing::EndsWith(" GMT"));
  TestReply stale = api_.Get("/openapi/v3/api/v1?hash=OLD");
  EXPECT_EQ(stale.status, 301);
  EXPECT_EQ(stale.headers.Get("Location"), url);
  TestReply plain = api_.Get("/openapi/v3/api/v1");
  EXPECT_EQ(plain.body, kept.body);
  EXPECT_EQ(plain.headers.Get("Cache-Control"), "public");
  TestReply known =
      api_.Get("/openapi/v3/api/v1", {{"If-None-Match", std::string(plain.headers.Get("ETag"))}});
  EXPECT_EQ(known.status, 304);
}

// One line a combination of labels that a client can cause must not be without bound.
TEST_F(HandlerTest, MetricsDoNotGrowWithWhatClientsInvent) {
  Create("a");
  for (int i = 0; i < 3; ++i) {
    std::string invented = "invented" + std::to_string(i);
    api_.Get("/" + invented);
    api_.Post("/" + invented, "{}");
    api_.Get("/healthz/" + invented);
    api_.Get("/apis/" + invented + "/v1/x");
    api_.Get("/api/v1/" + invented);
    api_.Get(Path("/a/" + invented));
    api_.Do(invented, kMaps);
    api_.Get("/api/v1/namespaces/" + invented + "/configmaps/" + invented + "?dryRun=" + invented);
  }
  std::string text = api_.metrics.Text();
  EXPECT_THAT(text, Not(HasSubstr("invented")));
  EXPECT_THAT(text, HasSubstr(R"(scope="resource",subresource="",verb="POST",version="v1"} 1)"));
  EXPECT_THAT(text, HasSubstr("verb=\"other\""));
}

TEST_F(HandlerTest, MetricLabels) {
  api_.Get(kMaps);
  api_.Get("/api/v1/configmaps");
  api_.Get("/healthz");
  api_.Do("DELETE", kMaps);
  api_.Post(Path("?dryRun=All"), Map("a"));
  api_.Post(Path("?dryRun=All&dryRun=x"), Map("a"));
  std::string text = api_.metrics.Text();
  auto line = [](std::string_view dry_run, std::string_view scope, std::string_view verb,
                 int code) {
    return fmt::format(
        "apiserver_request_total{{code=\"{}\",component=\"apiserver\",dry_run=\"{}\",group=\"\","
        "resource=\"configmaps\",scope=\"{}\",subresource=\"\",verb=\"{}\",version=\"v1\"}} 1\n",
        code, dry_run, scope, verb);
  };
  EXPECT_THAT(text, HasSubstr(line("", "namespace", "LIST", 200)));
  EXPECT_THAT(text, HasSubstr(line("", "cluster", "LIST", 200)));
  EXPECT_THAT(text, HasSubstr(line("", "namespace", "DELETE", 200)));
  EXPECT_THAT(text, HasSubstr(line("All", "resource", "POST", 201)));
  EXPECT_THAT(text, HasSubstr(line("invalid", "resource", "POST", 422)));
  EXPECT_THAT(text, HasSubstr("subresource=\"/healthz\",verb=\"GET\""));
}

TEST_F(HandlerTest, PagesAreOfOneRevisionUntilItIsCompacted) {
  for (const char* name : {"a", "b", "c"}) Create(name);
  TestReply first = api_.Get(Path("?limit=1"));
  Value metadata = first.Json().Find("metadata");
  EXPECT_EQ(metadata.Find("remainingItemCount").as_int(), 2);
  std::string revision(metadata.FindString("resourceVersion"));
  std::string next = Path("?limit=1&continue=" + std::string(metadata.FindString("continue")));
  api_.Do("DELETE", Path("/b"));
  TestReply second = api_.Get(next);
  EXPECT_EQ(second.status, 200);
  EXPECT_THAT(second.body, HasSubstr(R"("name":"b")")) << "as it was when the list began";
  EXPECT_EQ(second.Json().Find("metadata").FindString("resourceVersion"), revision);
  EXPECT_EQ(api_.Get(Path("?resourceVersionMatch=Exact&resourceVersion=" + revision))
                .Json()
                .Find("items")
                .items()
                .size(),
            3u);

  ASSERT_TRUE(BlockOn(api_.store->Compact(*BlockOn(api_.store->CurrentRevision()))));
  TestReply expired = api_.Get(next);
  EXPECT_EQ(expired.status, 410);
  EXPECT_EQ(expired.Reason(), "Expired");
  std::string token(expired.Json().Find("metadata").FindString("continue"));
  TestReply rest = api_.Get(Path("?continue=" + token));
  EXPECT_EQ(rest.status, 200);
  EXPECT_THAT(rest.body, HasSubstr(R"("name":"c")"));
  EXPECT_THAT(rest.body, Not(HasSubstr(R"("name":"b")")));
  EXPECT_EQ(api_.Get(Path("?resourceVersionMatch=Exact&resourceVersion=" + revision)).status, 410);
}

TEST_F(HandlerTest, WatchesInitialObjectsThenChanges) {
  Create("a");
  RunningWatch watch(api_, Path("?watch=1&allowWatchBookmarks=1"));
  std::string initial = watch.WaitFor("initial-events-end");
  EXPECT_THAT(initial,
              StartsWith(R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1")"));
  EXPECT_THAT(initial, HasSubstr(R"({"type":"BOOKMARK",)"));
  Create("b");
  EXPECT_EQ(
      api_.Do("PATCH", Path("/b"), R"({"data":{"a":"2"}})", {{"Content-Type", kMergePatch}}).status,
      200);
  EXPECT_THAT(watch.WaitFor("MODIFIED"), HasSubstr("\"name\":\"b\""));
  api_.Do("DELETE", Path("/b"));
  std::string all = watch.WaitFor("DELETED");
  EXPECT_EQ(watch.response().headers.Get("Content-Type"), "application/json");
  watch.End();
}

TEST_F(HandlerTest, WatchesOneObjectByTheOldPath) {
  Create("a");
  RunningWatch watch(api_, "/api/v1/watch/namespaces/default/configmaps/b");
  Create("aa");
  Create("b");
  std::string seen = watch.WaitFor("\"b\"");
  EXPECT_THAT(seen, Not(HasSubstr("\"name\":\"a")));
}

TEST_F(HandlerTest, WatchFromTheFutureIsAnErrorEvent) {
  RunningWatch watch(api_, Path("?watch=1&resourceVersion=999999"));
  std::string body = watch.WaitForEnd();
  EXPECT_EQ(watch.response().status, 200);
  EXPECT_THAT(body, StartsWith(R"({"type":"ERROR","object":{"kind":"Status")"));
  EXPECT_THAT(body, HasSubstr("Too large resource version: 999999"));
}

TEST_F(HandlerTest, WatchGoesOnAfterItsRevision) {
  Create("a");
  Create("b");
  std::string revision(api_.Get(kMaps).Json().Find("metadata").FindString("resourceVersion"));
  RunningWatch open(api_, Path("?watch=1&resourceVersion=" + revision));
  Create("c");
  EXPECT_THAT(open.WaitFor("\"c\""), Not(HasSubstr("\"b\"")));
}

TEST_F(HandlerTest, WatchTimeoutsOfAnySize) {
  RunningWatch watch(api_, Path("?watch=1&timeoutSeconds=9223372036854775807"));
  Create("late");
  EXPECT_THAT(watch.WaitFor("late"), HasSubstr("ADDED"));
  RunningWatch negative(api_, Path("?watch=1&timeoutSeconds=-5"));
  EXPECT_THAT(negative.WaitFor("late"), HasSubstr("ADDED"));
}

}  // namespace
}  // namespace pintle::api
