#include "pintle/api/request/list_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/api/request/writer_for_test.h"
#include "pintle/base/strings.h"
#include "pintle/registry/registry_for_test.h"

namespace pintle::api {
namespace {

using testing::HasSubstr;

class ListRequestTest : public testing::Test {
 protected:
  ListRequestTest() {
    resources_.config_maps->storing.key_prefix = "/registry/configmaps/";
    resources_.namespaces->storing.key_prefix = "/registry/namespaces/";
    resources_.widgets->storing.key_prefix = "/registry/stable.example.com/widgets/";
  }

  Result<ListRequest> Parse(const DefinitionPtr& definition, const std::string& path,
                            const std::string& query, bool watch = false) {
    http::Request request;
    TestWriter writer;
    Exchange exchange(request, writer);
    exchange.query = http::Query(query);
    exchange.asked.what = ParseAttributes("GET", path, exchange.query);
    exchange.resource = std::make_shared<ServedResource>(ServedResource{definition, nullptr});
    return ListRequest::Parse(exchange, watch);
  }
  Result<ListRequest> ConfigMaps(const std::string& query, bool watch = false) {
    return Parse(resources_.config_maps, "/api/v1/namespaces/default/configmaps", query, watch);
  }

  TestResources resources_;
};

TEST_F(ListRequestTest, Prefixes) {
  EXPECT_EQ(ConfigMaps("")->prefix, "/registry/configmaps/default/");
  EXPECT_EQ(Parse(resources_.config_maps, "/api/v1/configmaps", "")->prefix,
            "/registry/configmaps/");
  EXPECT_EQ(Parse(resources_.namespaces, "/api/v1/namespaces", "")->prefix,
            "/registry/namespaces/");
}

// The table of resourceVersion semantics.
TEST_F(ListRequestTest, Revisions) {
  struct Case {
    const char* query;
    int64_t limit;
    int64_t min_revision;
    int64_t exact_revision;
  };
  const Case cases[] = {
      {"", 0, 0, 0},
      {"limit=5", 5, 0, 0},
      {"resourceVersion=0", 0, 0, 0},
      {"resourceVersion=0&limit=5", 0, 0, 0},
      {"resourceVersion=7", 0, 7, 0},
      {"resourceVersion=7&limit=5", 5, 7, 7},
      {"resourceVersion=7&limit=5&resourceVersionMatch=NotOlderThan", 5, 7, 0},
      {"resourceVersion=7&resourceVersionMatch=Exact", 0, 7, 7},
  };
  for (const Case& c : cases) {
    auto list = ConfigMaps(c.query);
    ASSERT_TRUE(list) << c.query;
    EXPECT_EQ(list->limit, c.limit) << c.query;
    EXPECT_EQ(list->min_revision, c.min_revision) << c.query;
    EXPECT_EQ(list->exact_revision, c.exact_revision) << c.query;
  }
  EXPECT_EQ(ConfigMaps("resourceVersion=7&limit=5", true)->exact_revision, 0);
}

TEST_F(ListRequestTest, Continues) {
  std::string token = ConfigMaps("limit=2")->TokenAfter("/registry/configmaps/default/b", 9);
  auto next = ConfigMaps("limit=2&continue=" + token);
  ASSERT_TRUE(next) << next.error().message();
  EXPECT_EQ(next->start, std::string("/registry/configmaps/default/b\0", 31));
  EXPECT_EQ(next->exact_revision, 9);
  EXPECT_TRUE(ConfigMaps("resourceVersion=0&continue=" + token));

  auto newest = ConfigMaps("continue=" + EncodeContinue({-1, "b"}));
  ASSERT_TRUE(newest);
  EXPECT_EQ(newest->exact_revision, 0);
}

TEST_F(ListRequestTest, ExpiredContinuationsCarryATokenThatGoesOn) {
  auto list = ConfigMaps("continue=" + EncodeContinue({9, "b"}));
  ASSERT_TRUE(list);
  Error expired = list->Expired().error();
  EXPECT_EQ(expired.code(), 410);
  EXPECT_THAT(expired.message(), HasSubstr("The provided continue parameter is too old"));
  auto token = DecodeContinue(expired.continue_token());
  ASSERT_TRUE(token);
  EXPECT_EQ(token->revision, -1);
  EXPECT_EQ(token->start, std::string("b\0", 2));

  Error plain = ConfigMaps("resourceVersion=1&resourceVersionMatch=Exact")->Expired().error();
  EXPECT_EQ(plain.message(), "The resourceVersion for the provided list is too old.");
  EXPECT_EQ(plain.continue_token(), "");
}

TEST_F(ListRequestTest, Refuses) {
  std::string token = EncodeContinue({9, "b"});
  const std::pair<std::string, const char*> cases[] = {
      {"resourceVersion=5&continue=" + token,
       "specifying resource version is not allowed when using continue"},
      {"continue=x", "invalid continue token: "},
      {"resourceVersion=x", "invalid resource version: "},
      {"labelSelector=!!", "unable to parse requirement"},
      {"fieldSelector=spec.x%3D1", "\"spec.x\" is not a known field selector"},
      {"limit=x", "\"x\""},
      // What cannot be read comes before what does not go together, a label that is unknown after
      // it.
      {"labelSelector=a%20b&resourceVersionMatch=Exact", "found 'b', expected: in, notin"},
      {"fieldSelector=a&resourceVersionMatch=Exact", "can't understand 'a'"},
      {"continue=x&resourceVersion=y", "invalid continue token: "},
      {"resourceVersion=y&continue=" + token,
       "specifying resource version is not allowed when using continue"},
  };
  for (const auto& [query, message] : cases) {
    auto list = ConfigMaps(query);
    ASSERT_FALSE(list) << query;
    EXPECT_EQ(list.error().code(), 400) << query;
    EXPECT_THAT(list.error().message(), HasSubstr(message));
  }
  EXPECT_EQ(ConfigMaps("fieldSelector=a%3Db&resourceVersionMatch=Exact").error().code(), 422);
}

TEST_F(ListRequestTest, SelectableFieldsOfCustomResources) {
  const std::string path = "/apis/stable.example.com/v1/namespaces/a/widgets";
  EXPECT_TRUE(Parse(resources_.widgets, path, "fieldSelector=spec.color%3Dred"));
  EXPECT_TRUE(Parse(resources_.widgets, path, "fieldSelector=metadata.namespace%3Da"));
  EXPECT_EQ(Parse(resources_.widgets, path, "fieldSelector=spec.size%3D1").error().message(),
            "field label not supported: spec.size");
  resources_.widgets->names.namespaced = false;
  EXPECT_FALSE(Parse(resources_.widgets, path, "fieldSelector=metadata.namespace%3Da"));
}

TEST_F(ListRequestTest, WatchOfOneObjectByPath) {
  const std::string path = "/api/v1/watch/namespaces/default/configmaps/a";
  auto list = Parse(resources_.config_maps, path, "", true);
  ASSERT_TRUE(list);
  EXPECT_TRUE(list->Matches({{}, {{"metadata.name", "a"}}, ""}));
  EXPECT_FALSE(list->Matches({{}, {{"metadata.name", "ab"}}, ""}));
  EXPECT_TRUE(Parse(resources_.config_maps, path, "fieldSelector=metadata.name%3Da", true));
  auto other = Parse(resources_.config_maps, path, "fieldSelector=metadata.name%3Db", true);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message(), "fieldSelector metadata.name doesn't match requested name");
  EXPECT_FALSE(Parse(resources_.config_maps, path, "fieldSelector=metadata.namespace%3Da", true));
  // A namespace's own name is not a namespace to look in.
  auto ns = Parse(resources_.namespaces, "/api/v1/watch/namespaces/a", "", true);
  ASSERT_TRUE(ns);
  EXPECT_EQ(ns->prefix, "/registry/namespaces/");
  EXPECT_FALSE(ns->Matches({{}, {{"metadata.name", "b"}}, ""}));
}

}  // namespace
}  // namespace pintle::api
