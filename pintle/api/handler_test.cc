#include "pintle/api/handler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/api/config_maps_for_test.h"
#include "pintle/registry/registry_for_test.h"

namespace pintle::api {
namespace {

using HandlerTest = ConfigMapsTest;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

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

// A body of another version is told that, whatever else was found in it; warnings stay on the
// refusal.
TEST_F(HandlerTest, TheVersionOfTheBodyComesBeforeFindings) {
  const std::string scalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
  const std::string body =
      R"({"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","zz":1})";
  const std::string message =
      "the API version in the data (autoscaling/v1) does not match the expected API version "
      "(autoscaling/v2)";
  EXPECT_EQ(api_.Post(scalers + "?fieldValidation=Strict", body).Message(), message);
  TestReply warned = api_.Post(scalers, body);
  EXPECT_EQ(warned.status, 400);
  EXPECT_EQ(warned.Message(), message);
  EXPECT_EQ(warned.headers.Get("Warning"), "299 - \"unknown field \\\"zz\\\"\"");
}

// CBOR is for resources; where it is not offered that is said in JSON.
TEST_F(HandlerTest, RefusalsOfCborAreJson) {
  api_.registry.Put({api_.Serve(*CustomDefinition("stable.example.com", {"v1"}, "{}"))});
  TestHeaders cbor = {{"Accept", "application/cbor"}};
  for (const char* path :
       {"/api", "/apis", "/apis/apps", "/apis/stable.example.com/v1", "/openapi/v2"}) {
    TestReply reply = api_.Do("GET", path, "", cbor);
    EXPECT_EQ(reply.status, 406) << path;
    EXPECT_EQ(reply.headers.Get("Content-Type"), "application/json") << path;
    EXPECT_EQ(reply.Reason(), "NotAcceptable") << path;
  }
  for (const std::string& path : {Path("/nope"), std::string("/api/v1")}) {
    EXPECT_EQ(api_.Do("GET", path, "", cbor).headers.Get("Content-Type"), "application/cbor");
  }
}

TEST_F(HandlerTest, DryRunChangesNothing) {
  EXPECT_EQ(api_.Post(Path("?dryRun=All"), Map("a")).status, 201);
  EXPECT_EQ(api_.Get(Path("/a")).status, 404);
  Create("b");
  EXPECT_EQ(api_.Do("DELETE", Path("/b?dryRun=All")).status, 200);
  EXPECT_EQ(api_.Do("DELETE", Path("?dryRun=All")).status, 200);
  EXPECT_EQ(api_.Get(Path("/b")).status, 200);
}

TEST_F(HandlerTest, MarksDefinitionsAsDeletedWithoutAGracePeriod) {
  const std::string path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  TestReply created = api_.Post(path, R"({"metadata":{"name":"things.a.io"},"spec":{"group":"a.io",
    "scope":"Cluster","names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1",
    "served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
  ASSERT_EQ(created.status, 201) << created.body;
  TestReply deleted = api_.Do("DELETE", path + "/things.a.io");
  Value metadata = deleted.Json().Find("metadata");
  EXPECT_TRUE(metadata.Find("deletionTimestamp").is_string());
  EXPECT_TRUE(metadata.Find("deletionGracePeriodSeconds").is_null());
  EXPECT_EQ(metadata.Find("generation"), created.Json().FindPath({"metadata", "generation"}));
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

// What could not be answered is not done.
TEST_F(HandlerTest, WritesAreRefusedWhoseAnswerHasNoSuchForm) {
  auto as = [](const std::string& form, const char* type) {
    return TestHeaders{{"Accept", "application/json;as=" + form + ";v=v1;g=meta.k8s.io"},
                       {"Content-Type", type}};
  };
  const char* merge = "application/merge-patch+json";
  Create("old");
  const TestHeaders list = as("PartialObjectMetadataList", "application/json");
  EXPECT_EQ(api_.Do("POST", kMaps, Map("new"), list).status, 406);
  EXPECT_EQ(api_.Do("POST", Path("?includeObject=Zed"), Map("new"), as("Table", "application/json"))
                .status,
            400);
  EXPECT_EQ(api_.Get(Path("/new")).status, 404);
  const std::string change = R"({"data":{"a":"changed"}})";
  EXPECT_EQ(api_.Do("PATCH", Path("/old"), change, as("PartialObjectMetadataList", merge)).status,
            406);
  EXPECT_EQ(
      api_.Do("PUT", Path("/old"), R"({"metadata":{"name":"old"},"data":{"a":"changed"}})", list)
          .status,
      406);
  EXPECT_THAT(api_.Get(Path("/old")).body, Not(HasSubstr("changed")));
  TestReply collection =
      api_.Do("DELETE", kMaps, "", as("PartialObjectMetadata", "application/json"));
  EXPECT_EQ(collection.status, 406);
  EXPECT_EQ(api_.Get(Path("/old")).status, 200);
  // Where the answer has the form, it is given.
  TestReply table = api_.Do("POST", kMaps, Map("new"), as("Table", "application/json"));
  EXPECT_EQ(table.status, 201);
  EXPECT_EQ(table.Json().FindString("kind"), "Table");
  EXPECT_EQ(api_.Do("DELETE", Path("/new"), "", list).Json().FindString("kind"), "Status");
}

TEST_F(HandlerTest, ReviewsAndActionsHaveNoTable) {
  const std::string review =
      R"({"spec":{"resourceAttributes":{"verb":"get","resource":"pods","namespace":"default"}}})";
  const std::string reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  const std::string account = "/api/v1/namespaces/default/serviceaccounts/a/token";
  const std::string table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  auto post = [&](const std::string& path, const std::string& accept) {
    return api_.Do("POST", path, review,
                   {{"Accept", accept}, {"Content-Type", "application/json"}});
  };
  for (const std::string& path : {reviews, account}) {
    TestReply refused = post(path, table);
    EXPECT_EQ(refused.status, 406) << path;
    EXPECT_EQ(refused.Message(),
              "only the following media types are accepted: application/json, application/yaml, "
              "application/vnd.kubernetes.protobuf, application/cbor");
    // As kubectl asks: the next best will do.
    EXPECT_NE(post(path, table + ",application/json").status, 406) << path;
  }
  const std::string pod = "/api/v1/namespaces/default/pods/p/eviction";
  EXPECT_EQ(post(pod, table).status, 406);
}

// As resources answer.
TEST_F(HandlerTest, ErrorsOfTheRouterAreInTheTypeAskedFor) {
  struct Case {
    const char* method;
    std::string path;
    int status;
  };
  const Case cases[] = {
      {"GET", "/apis/apps/v1/nope", 404}, {"GET", "/api/v1/namespaces/a/nope/b", 404},
      {"GET", "/apis/apps/v9", 404},      {"POST", "/api/v1/configmaps", 405},
      {"POST", "/version", 405},          {"PUT", kMaps, 405},
      {"PATCH", Path("/a"), 415},         {"POST", kMaps, 415},
  };
  for (const Case& c : cases) {
    for (const char* type :
         {"application/cbor", "application/yaml", "application/vnd.kubernetes.protobuf"}) {
      TestReply reply =
          api_.Do(c.method, c.path, "{}", {{"Accept", type}, {"Content-Type", "text/plain"}});
      EXPECT_EQ(reply.status, c.status) << c.path;
      EXPECT_EQ(reply.headers.Get("Content-Type"), type) << c.method << " " << c.path;
    }
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
  // Each step counts for itself.
  api_.progress.Done(StartStep::kBuiltins);
  EXPECT_EQ(api_.Get("/readyz/poststarthook/storage-readiness").body, "ok");
  EXPECT_EQ(api_.Get("/readyz/poststarthook/crd-informer-synced").status, 500);
  for (int step = 0; step <= static_cast<int>(kLastStartStep); ++step) {
    EXPECT_EQ(api_.Get("/readyz").status, 500) << step;
    api_.progress.Done(static_cast<StartStep>(step));
  }
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
  api_.Do("LIST", "/no/resource");
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
  // A method with the name of a verb is counted as that.
  EXPECT_THAT(text, ContainsRegex("code=\"405\".*subresource=\"\",verb=\"LIST\""));
}

}  // namespace
}  // namespace pintle::api
