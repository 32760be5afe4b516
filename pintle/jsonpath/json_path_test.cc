#include "pintle/jsonpath/json_path.h"

#include <gtest/gtest.h>

#include "pintle/codec/document.h"

namespace pintle::api {
namespace {

constexpr std::string_view kDocument = R"({
  "metadata": {"name": "n", "annotations": {"a.b": "dotted", "a/b": "slash", "it's": "quote"}},
  "spec": {"replicas": 3, "ratio": 1.5, "paused": false, "nothing": null, "empty": [],
           "ports": [{"name": "http", "port": 80}, {"name": "https", "port": 443}, {"name": "x", "port": 9}]},
  "status": {"conditions": [{"type": "Synced", "status": "False"},
                            {"type": "Ready", "status": "True", "reason": "Fine"}],
             "matrix": [[1, 2], [3, 4]]}
})";

class JsonPathTest : public testing::Test {
 protected:
  // The first match as JSON, `none`, or `no path`.
  std::string First(std::string_view path) {
    auto parsed = JsonPath::Parse(path);
    if (!parsed) return "no path";
    std::optional<Value> found = parsed->First(root_);
    return found ? codec::ToJson(*found) : "none";
  }

  Arena arena_;
  Value root_ = *codec::ParseJson(kDocument, arena_);
};

TEST_F(JsonPathTest, Vectors) {
  const struct {
    const char* path;
    const char* expected;
  } kCases[] = {
      {".metadata.name", "\"n\""},
      {"$.metadata.name", "\"n\""},
      {"@.metadata.name", "\"n\""},
      {".metadata['name']", "\"n\""},
      {".metadata[\"name\"]", "\"n\""},
      {R"(.metadata.annotations.a\.b)", "\"dotted\""},
      {".metadata.annotations['a.b']", "\"dotted\""},
      {".metadata.annotations.a/b", "\"slash\""},
      {".metadata.annotations[\"it's\"]", "\"quote\""},
      {".spec.replicas", "3"},
      {".spec.paused", "false"},
      {".spec.nothing", "null"},
      {".spec.nope", "none"},
      {".spec.replicas.nope", "none"},
      {".spec.nothing.nope", "none"},
      {".spec.nothing[0]", "none"},
      {".spec.replicas[0]", "none"},
      {".spec.empty[0]", "none"},
      {".spec.empty[*]", "none"},
      {".spec.ports[0].port", "80"},
      {".spec.ports[-1].port", "9"},
      {".spec.ports[3]", "none"},
      {".spec.ports[-4]", "none"},
      {".spec.ports[9223372036854775807]", "none"},
      {".spec.ports[-9223372036854775808]", "none"},
      {".spec.ports[-9223372036854775808:9223372036854775807]", "none"},
      {".spec.ports[1:3].port", "443"},
      {".spec.ports[1:].port", "443"},
      {".spec.ports[:1].name", "\"http\""},
      {".spec.ports[1:2:9223372036854775807].port", "443"},
      {".spec.ports[2:1]", "none"},
      {".spec.ports[*].port", "80"},
      {".spec.ports.*.port", "80"},
      {".spec.ports[2,0].port", "9"},
      {".metadata['nope','name']", "\"n\""},
      {".status.matrix[1][0]", "3"},
      {"..port", "80"},
      {"..reason", "\"Fine\""},
      {".status..status", "\"False\""},
      {".status.conditions[?(@.type==\"Ready\")].status", "\"True\""},
      {".status.conditions[?(@.type=='Ready')].status", "\"True\""},
      {".status.conditions[?( @.type == 'Ready' )].status", "\"True\""},
      {".status.conditions[?(@.type!=\"Ready\")].status", "\"False\""},
      {".status.conditions[?(@.reason)].type", "\"Ready\""},
      {".status.conditions[?(@.type==\"No\")].status", "none"},
      {".status.conditions[?(@.reason==\"Fine\")].type", "\"Ready\""},
      {".spec.ports[?(@.port>80)].name", "\"https\""},
      {".spec.ports[?(@.port>=443)].name", "\"https\""},
      {".spec.ports[?(@.port<80)].name", "\"x\""},
      {".spec.ports[?(@.port<=80.5)].name", "\"http\""},
      {".spec.ports[?(@.port==\"80\")].name", "none"},  // not comparable
      {".spec[?(@.port==80)]", "none"},
      {".", "{"},
      {"", "no path"},
      {"spec.replicas", "no path"},
      {".spec.ports[0", "no path"},
      {".spec.ports[x]", "no path"},
      {".spec.ports[0:1:0]", "no path"},
      {".spec.ports[0:1:1:1]", "no path"},
      {".spec.ports[?(@.port=80)]", "no path"},
      {".spec.ports[?(80)]", "no path"},
      {".spec.ports[?(@.port==)]", "no path"},
      {"...a", "no path"},
      {".a b", "no path"},
      {".a{b}", "no path"},
  };
  for (const auto& [path, expected] : kCases) {
    std::string found = First(path);
    if (std::string_view(expected) == "{") {
      EXPECT_TRUE(found.starts_with("{")) << path;
    } else {
      EXPECT_EQ(found, expected) << path;
    }
  }
}

TEST_F(JsonPathTest, NestedFiltersAreBounded) {
  std::string inner = "@.a";
  for (int i = 0; i < 100; ++i) inner = "@[?(" + inner + ")]";
  EXPECT_FALSE(JsonPath::Parse(inner).has_value());
}

TEST_F(JsonPathTest, ManyMatchesAreBounded) {
  std::vector<Value> items(20000, Value::EmptyObject());
  Value root = Value::List(arena_, items);
  std::optional<JsonPath> path = JsonPath::Parse("..[*]..[*]");
  EXPECT_FALSE(path.has_value() && path->First(root).has_value());
}

TEST_F(JsonPathTest, DeepDocumentsDoNotOverflow) {
  Value deep = Value::EmptyObject();
  for (int i = 0; i < 9000; ++i) deep = Value::EmptyObject().With(arena_, "a", deep);
  EXPECT_FALSE(JsonPath::Parse("..b")->First(deep).has_value());
}

}  // namespace
}  // namespace pintle::api
