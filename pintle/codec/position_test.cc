#include "pintle/codec/position.h"

#include <gtest/gtest.h>

namespace pintle::codec {
namespace {

std::string Text(const std::optional<Location>& location) {
  if (!location) return "none";
  auto text = [](Position at) { return std::to_string(at.line) + ":" + std::to_string(at.column); };
  if (location->key == location->value) return text(location->value);
  return text(location->key) + " " + text(location->value);
}

struct Row {
  std::string_view path;
  const char* expected;  // `line:column of the key, of the value`
};

TEST(Position, AdvancesOverLinesAndCharacters) {
  EXPECT_EQ(Advance({}, ""), (Position{1, 1}));
  EXPECT_EQ(Advance({}, "ab"), (Position{1, 3}));
  EXPECT_EQ(Advance({3, 4}, "\xc3\xbc\xe6\xb0\xb4"), (Position{3, 6}));
  EXPECT_EQ(Advance({}, "a\nb\r\nc\rd"), (Position{4, 2}));
}

TEST(PositionMap, OfJson) {
  std::string_view json = R"({
  "kind": "Pod", "metadata": {"labels": {"app.k8s.io/name": "x", "b": {"c": 1}}},
  "spec": {
    "containers": [
      {"name": "a"}, {"name": "ü", "ports": [1, 2]}
    ],
    "a\u0062": null
  }
})";
  constexpr Row kRows[] = {
      {"", "1:1"},
      {"kind", "2:3 2:11"},
      {"metadata", "2:18 2:30"},
      {"metadata.labels.app.k8s.io/name", "2:42 2:61"},
      {"metadata.labels[app.k8s.io/name]", "2:42 2:61"},
      {"metadata.labels.b.c", "2:72 2:77"},
      {"spec.containers", "4:5 4:19"},
      {"spec.containers[0]", "5:7"},
      {"spec.containers[1].name", "5:23 5:31"},
      {"spec.containers[1].ports[1]", "5:49"},
      {"spec.ab", "7:5 7:16"},
      {"spec.containers[2]", "none"},
      {"spec.containers.name", "none"},
      {"spec.container", "none"},
      {"kind.x", "none"},
      {"Kind", "none"},
  };
  auto map = PositionMap::OfJson(json);
  ASSERT_TRUE(map);
  for (const Row& row : kRows) EXPECT_EQ(Text(map->Find(row.path)), row.expected) << row.path;
  auto shifted = PositionMap::OfJson(json, {10, 5});
  EXPECT_EQ(Text(shifted->Find("")), "10:5");
  EXPECT_EQ(Text(shifted->Find("kind")), "11:3 11:11");
  EXPECT_EQ(PositionMap::OfJson("{\"a\"").error().message(), "unexpected end of JSON input");
}

TEST(PositionMap, OfYaml) {
  std::string_view yaml = R"(# a pod
kind: Pod
metadata:
  labels: {app.k8s.io/name: x, "b": [1, two]}
spec:
  containers:
  - name: a
    0x10: y
  -
    name: b
    env:
      - &e {name: N}
      - *e
  text: |
    block
  none:
)";
  constexpr Row kRows[] = {
      {"", "2:1"},
      {"kind", "2:1 2:7"},
      {"metadata", "3:1 4:3"},
      {"metadata.labels", "4:3 4:11"},
      {"metadata.labels.app.k8s.io/name", "4:12 4:29"},
      {"metadata.labels.b[1]", "4:41"},
      {"spec.containers", "6:3 7:3"},
      {"spec.containers[0]", "7:5"},
      {"spec.containers[0].16", "8:5 8:11"},
      {"spec.containers[1].name", "10:5 10:11"},
      {"spec.containers[1].env[0]", "12:9"},
      {"spec.containers[1].env[0].name", "12:13 12:19"},
      {"spec.containers[1].env[1]", "13:9"},
      {"spec.containers[1].env[1].name", "12:13 12:19"},
      {"spec.text", "14:3 14:9"},
      {"spec.none", "16:3 16:8"},
      {"spec.nothing", "none"},
  };
  auto map = PositionMap::OfYaml(yaml);
  ASSERT_TRUE(map);
  for (const Row& row : kRows) EXPECT_EQ(Text(map->Find(row.path)), row.expected) << row.path;
  auto shifted = PositionMap::OfYaml(yaml, {11, 1});
  EXPECT_EQ(Text(shifted->Find("spec.text")), "24:3 24:9");
  EXPECT_EQ(Text(PositionMap::OfYaml("")->Find("")), "1:1");
  EXPECT_FALSE(PositionMap::OfYaml("a: b: c"));
}

TEST(PositionMap, OfMergedMembers) {
  auto map = PositionMap::OfYaml(
      "base: &b {a: 1, b: {c: 2}}\n"
      "other:\n"
      "  a: 0\n"
      "  <<: *b\n"
      "list:\n"
      "  <<: [{x: 1}, {x: 2, w: 3}]\n"
      "  z: 4\n");
  ASSERT_TRUE(map);
  constexpr Row kRows[] = {
      {"other.a", "4:3 1:14"}, {"other.b.c", "1:21 1:24"}, {"list.x", "6:3 6:12"},
      {"list.w", "6:3 6:26"},  {"list.z", "7:3 7:6"},      {"other.<<", "none"},
  };
  for (const Row& row : kRows) EXPECT_EQ(Text(map->Find(row.path)), row.expected) << row.path;
  EXPECT_EQ(Text(map->FindRepeated("other.a")), "4:3 1:14");
  EXPECT_EQ(Text(map->FindRepeated("list.x")), "6:3 6:12");
  EXPECT_EQ(Text(map->FindRepeated("other.b")), "none");
}

TEST(PositionMap, OfRepeatedMembers) {
  auto map =
      PositionMap::OfJson("{\"a\":1,\n\"a\":{\"b\":1},\n\"a\":{\"b\":2,\n\"b\":3},\"c\":{}}");
  ASSERT_TRUE(map);
  EXPECT_EQ(Text(map->Find("a")), "3:1 3:5");
  EXPECT_EQ(Text(map->FindRepeated("a")), "2:1 2:5");
  EXPECT_EQ(Text(map->Find("a.b")), "4:1 4:5");
  EXPECT_EQ(Text(map->FindRepeated("a.b")), "4:1 4:5");
  EXPECT_EQ(Text(map->FindRepeated("c")), "none");
  auto yaml = PositionMap::OfYaml("a: 1\nb: 2\n'a': 3\n");
  EXPECT_EQ(Text(yaml->FindRepeated("a")), "3:1 3:6");
  auto unnamed = PositionMap::OfJson(R"({"":{"a":1,"a":2}})");
  EXPECT_EQ(Text(unnamed->FindRepeated("a")), "1:12 1:16");
}

TEST(PositionMap, KnowsTheNearestPlaceOfWhatIsMissing) {
  auto map = PositionMap::OfYaml("kind: X\nspec:\n  ports:\n  - port: 1\n");
  ASSERT_TRUE(map);
  EXPECT_EQ(Text(map->FindNearest("spec.ports[0].name")), "4:5");
  EXPECT_EQ(Text(map->FindNearest("spec.ports[7].name")), "3:3 4:3");
  EXPECT_EQ(Text(map->FindNearest("spec.selector.x")), "2:1 3:3");
  EXPECT_EQ(Text(map->FindNearest("status")), "1:1");
  EXPECT_EQ(Text(map->FindNearest("<nil>")), "1:1");
  EXPECT_EQ(Text(map->FindNearest("spec.ports[0].port")), "4:5 4:11");
}

TEST(PositionMap, PathsThatCanBeReadInTwoWays) {
  auto map =
      PositionMap::OfJson(R"({"a":{"b":1}, "a.b":2, "c.d":{"e":3}, "c":{}, "x":[{"y[0]":4}]})");
  ASSERT_TRUE(map);
  EXPECT_EQ(Text(map->Find("c.d.e")), "1:31 1:35");
  EXPECT_EQ(Text(map->Find("x[0].y[0]")), "1:53 1:60");
  EXPECT_NE(Text(map->Find("a.b")), "none");
}

TEST(PositionMap, AliasesDoNotMultiplyTheSearch) {
  std::string yaml = "x0: &x0 {a: 1}\n";
  std::string path = "x40";
  for (int i = 1; i <= 40; ++i) {
    std::string last = "*x" + std::to_string(i - 1);
    std::string name = "x" + std::to_string(i);
    yaml += name;
    yaml += ": &" + name;
    yaml += i <= 5 ? " {a: " + last + ", a: " + last + "}\n" : " {a: " + last + "}\n";
    path += ".a";
  }
  auto map = PositionMap::OfYaml(yaml);
  ASSERT_TRUE(map) << map.error().message();
  EXPECT_EQ(Text(map->Find(path + ".a")), "1:10 1:13");
  EXPECT_EQ(Text(map->Find(path + ".b")), "none");
}

}  // namespace
}  // namespace pintle::codec
