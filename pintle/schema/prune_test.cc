#include "pintle/schema/prune.h"

#include <gtest/gtest.h>

#include "pintle/base/strings.h"
#include "pintle/schema/test_schema.h"

namespace pintle::schema {
namespace {

struct PruneCase {
  std::string_view id;
  std::string_view schema;
  std::string_view input;
  std::string_view kubernetes;  // the result in each mode
  std::string_view kep;
  std::string_view unknown;  // paths in mode kKubernetes; not compared when empty
};

// P01 to P11 are the examples of the enhancement proposal for pruning.
constexpr PruneCase kPruneCases[] = {
    {"P01", R"({type: object})", R"({"foo":42,"json":{"bar":43}})", R"({})", R"({})",
     R"(foo, json)"},
    {"P02", R"({type: object, props: {foo: {type: object}}})",
     R"({"foo":{"abc":42},"json":{"bar":43}})", R"({"foo":{}})", R"({"foo":{}})",
     R"(foo.abc, json)"},
    {"P03", R"({type: object, props: {foo: {type: object, props: {bar: {type: object}}}}})",
     R"({"foo":{"bar":{"abc":42},"def":43},"json":{"ghi":44}})", R"({"foo":{"bar":{}}})",
     R"({"foo":{"bar":{}}})", ""},
    {"P04", R"({type: object, props: {foo: {type: object, addl: {type: object}}}})",
     R"({"foo":{"abc":{"x":42},"def":{"y":43}},"json":{"ghi":44}})",
     R"({"foo":{"abc":{},"def":{}}})", R"({"foo":{"abc":{},"def":{}}})", ""},
    {"P05", R"({type: object, props: {foo: {type: object, addl: false}}})",
     R"({"foo":{"abc":{"x":42},"def":{"y":43}},"json":{"ghi":44}})",
     R"({"foo":{"abc":{},"def":{}}})", R"({"foo":{"abc":{},"def":{}}})", ""},
    {"P06", R"({type: object, props: {json: {PUF, nullable: true}}})",
     R"({"foo":42,"json":{"bar":43}})", R"({"json":{"bar":43}})", R"({"json":{"bar":43}})", ""},
    {"P07",
     R"({type: object, props: {json: {type: object, PUF, nullable: true, props: {bar: {type: object}}}}})",
     R"({"foo":42,"json":{"bar":{"abc":43},"def":44}})", R"({"json":{"bar":{},"def":44}})",
     R"({"json":{"bar":{"abc":43},"def":44}})", ""},
    {"P08",
     R"({type: object, props: {json: {type: object, PUF, nullable: true, props: {bar: {type: object, props: {inner: {type: integer}}}}}}})",
     R"({"foo":42,"json":{"bar":{"inner":43,"abc":44},"def":45}})",
     R"({"json":{"bar":{"inner":43},"def":45}})", R"({"json":{"bar":{"inner":43},"def":45}})", ""},
    {"P09",
     R"({type: object, props: {json: {type: object, PUF, nullable: true, addl: {type: object}}}})",
     R"({"foo":42,"json":{"bar":{"inner":43,"abc":44},"def":45}})",
     R"({"json":{"bar":{},"def":45}})", R"({"json":{"bar":{"inner":43,"abc":44},"def":45}})", ""},
    {"P10", R"({type: object, props: {object: {type: object, nullable: true, EMB, PUF}}})",
     R"({"foo":42,"object":{"bar":43,"abc":44,"metadata":{"name":"example","garbage":45}}})",
     R"({"object":{"bar":43,"abc":44,"metadata":{"name":"example"}}})",
     R"({"object":{"bar":43,"abc":44,"metadata":{"name":"example"}}})",
     R"(foo, object.metadata.garbage)"},
    {"P11", R"({type: object})",
     R"({"apiVersion":"example/v1","kind":"Foo","metadata":{"name":"example","garbage":43},"foo":42})",
     R"({"apiVersion":"example/v1","kind":"Foo","metadata":{"name":"example"}})",
     R"({"apiVersion":"example/v1","kind":"Foo","metadata":{"name":"example"}})",
     R"(metadata.garbage, foo)"},
    {"P12",
     R"({type: object, props: {a: {type: array, items: {type: object, props: {x: {type: integer}}}}}})",
     R"({"a":[{"x":1},{"y":2},{"x":3,"z":{"q":1}}]})", R"({"a":[{"x":1},{},{"x":3}]})",
     R"({"a":[{"x":1},{},{"x":3}]})", R"(a[1].y, a[2].z)"},
    {"P13",
     R"({type: object, props: {a: {type: array, items: {type: array, items: {type: object}}}}})",
     R"({"a":[[{"k":1},5],[]]})", R"({"a":[[{},5],[]]})", R"({"a":[[{},5],[]]})", R"(a[0][0].k)"},
    {"P14", R"({type: object, props: {m: {type: object, addl: true}}})",
     R"({"m":{"s":"x","o":{"deep":1},"l":[{"deep":2},3]}})", R"({"m":{"s":"x","o":{},"l":[{},3]}})",
     R"({"m":{"s":"x","o":{},"l":[{},3]}})", R"(m.l[0].deep, m.o.deep)"},
    {"P15", R"({type: object, props: {m: {type: object, props: {p: {type: string}}, addl: true}}})",
     R"({"m":{"p":"a","q":"b","r":{"s":1}}})", R"({"m":{"p":"a","q":"b","r":{}}})",
     R"({"m":{"p":"a","q":"b","r":{}}})", ""},
    {"P16",
     R"({type: object, props: {a: {type: array, PUF, items: {type: object, props: {x: {type: object}}}}}})",
     R"({"a":[{"x":{"u":1},"y":{"v":2}}]})", R"({"a":[{"x":{},"y":{"v":2}}]})",
     R"({"a":[{"x":{}}]})", ""},
    {"P17",
     R"({type: object, props: {a: {type: array, items: {type: object, PUF, props: {x: {type: object}}}}}})",
     R"({"a":[{"x":{"u":1},"y":{"v":2}}]})", R"({"a":[{"x":{},"y":{"v":2}}]})",
     R"({"a":[{"x":{"u":1},"y":{"v":2}}]})", ""},
    {"P18", R"({type: object, PUF, props: {spec: {type: object, props: {a: {type: string}}}}})",
     R"({"spec":{"a":"1","b":"2"},"other":{"deep":[1]}})",
     R"({"spec":{"a":"1"},"other":{"deep":[1]}})", R"({"spec":{"a":"1"},"other":{"deep":[1]}})",
     ""},
    {"P19", R"({type: object, props: {v: {IOS}}})", R"({"v":{"a":1}})", R"({"v":{}})",
     R"({"v":{}})", R"(v.a)"},
    {"P20", R"({type: object, props: {spec: {type: object, props: {a: {type: string}}}}})",
     R"({"spec":["x",{"a":"1"},7]})", R"({"spec":["x",{},7]})", R"({"spec":["x",{},7]})",
     R"(spec[1].a)"},
    {"P21",
     R"({type: object, props: {spec: {type: object, props: {metadata: {type: object, props: {name: {type: string}}}}}}})",
     R"({"spec":{"apiVersion":"v1","metadata":{"name":"n","labels":{"a":"b"}}}})",
     R"({"spec":{"metadata":{"name":"n"}}})", R"({"spec":{"metadata":{"name":"n"}}})",
     R"(spec.apiVersion, spec.metadata.labels)"},
    {"P22", R"({type: object, props: {t: {type: object, EMB, props: {spec: {type: object}}}}})",
     R"({"t":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","bad":1},"spec":{"x":1},"status":{}}})",
     R"({"t":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{}}})",
     R"({"t":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{}}})",
     R"(t.spec.x, t.status, t.metadata.bad)"},
    {"P23", R"({type: object, props: {l: {type: array, items: {type: object, EMB, PUF}}}})",
     R"({"l":[{"kind":"A","apiVersion":"v1","metadata":{"zz":1},"any":{"thing":[1]}}]})",
     R"({"l":[{"kind":"A","apiVersion":"v1","metadata":{},"any":{"thing":[1]}}]})",
     R"({"l":[{"kind":"A","apiVersion":"v1","metadata":{},"any":{"thing":[1]}}]})",
     R"(l[0].metadata.zz)"},
    {"P24", R"({type: object, props: {m: {type: object, addl: {type: object, EMB, PUF}}}})",
     R"({"m":{"k.1":{"kind":"A","apiVersion":"v1","metadata":{"zz":1}}}})",
     R"({"m":{"k.1":{"kind":"A","apiVersion":"v1","metadata":{}}}})",
     R"({"m":{"k.1":{"kind":"A","apiVersion":"v1","metadata":{}}}})", R"(m[k.1].metadata.zz)"},
    {"P25",
     R"({type: object, props: {m: {type: object, addl: {type: object, props: {a: {type: string}}}}}})",
     R"({"m":{"x.y":{"a":"1","b":2}}})", R"({"m":{"x.y":{"a":"1"}}})", R"({"m":{"x.y":{"a":"1"}}})",
     R"(m.x.y.b)"},
    {"P26",
     R"({type: object, props: {metadata: {type: object, props: {name: {type: string, maxLength: 5}}}, spec: {type: object}}})",
     R"({"apiVersion":"g/v1","kind":"K","metadata":{"name":"n","labels":{"a":"b"},"nope":1},"spec":{"x":1}})",
     R"({"apiVersion":"g/v1","kind":"K","metadata":{"name":"n","labels":{"a":"b"}},"spec":{}})",
     R"({"apiVersion":"g/v1","kind":"K","metadata":{"name":"n","labels":{"a":"b"}},"spec":{}})",
     R"(metadata.nope, spec.x)"},
    {"P27", R"({type: object, props: {a: {type: string}}})", R"({"a":null,"b":null})",
     R"({"a":null})", R"({"a":null})", R"(b)"},
    {"P28", R"({type: object, props: {j: {PUF}}})", R"({"j":[{"a":{"b":null}},null,"s"]})",
     R"({"j":[{"a":{"b":null}},null,"s"]})", R"({"j":[{"a":{"b":null}},null,"s"]})", ""},
    {"P29", R"({type: object, props: {o: {type: object, PUF, props: {in: {type: object, PUF}}}}})",
     R"({"o":{"in":{"x":1},"out":{"y":2}}})", R"({"o":{"in":{"x":1},"out":{"y":2}}})",
     R"({"o":{"in":{"x":1},"out":{"y":2}}})", ""},
    {"P30",
     R"({type: object, props: {o: {type: object, PUF, addl: {type: object, props: {a: {type: string}}}}}})",
     R"({"o":{"k":{"a":"1","b":2},"s":"v"}})", R"({"o":{"k":{"a":"1"},"s":"v"}})",
     R"({"o":{"k":{"a":"1"},"s":"v"}})", ""}};

struct Decoded {
  std::string json;
  std::string unknown;
};

// What decoding does before nulls are dropped: the resource's own metadata, pruning, embedded
// metadata.
Decoded Decode(const PruneCase& test, PruneMode mode) {
  Arena arena;
  std::shared_ptr<const Structural> schema = SchemaFrom(test.schema);
  Value object = ParseJson(arena, test.input);
  field::Findings unknown;
  if (const Value* metadata = object.FindPtr("metadata")) {
    TidiedMetadata own = TestTidier(arena, *metadata, MalformedFields::kFail, &unknown);
    object = object.With(arena, "metadata", own.metadata);
  }
  object = Prune(arena, *schema, object, mode, true, &unknown);
  TidyResult tidied = TidyEmbedded(
      arena, *schema, object, field::Path(), true,
      {.tidier = TestTidier, .malformed = MalformedFields::kFail, .unknown = &unknown});
  EXPECT_FALSE(tidied.error);
  return Decoded{codec::ToJson(tidied.object), Join(PathsOf(unknown), ", ")};
}

std::string Canonical(std::string_view json) {
  Arena arena;
  return codec::ToJson(ParseJson(arena, json));
}

TEST(PruneTest, Vectors) {
  for (const PruneCase& test : kPruneCases) {
    SCOPED_TRACE(test.id);
    Decoded kubernetes = Decode(test, PruneMode::kKubernetes);
    EXPECT_EQ(kubernetes.json, Canonical(test.kubernetes));
    if (!test.unknown.empty()) {
      EXPECT_EQ(kubernetes.unknown, test.unknown);
    }
    EXPECT_EQ(Decode(test, PruneMode::kKep).json, Canonical(test.kep));
  }
}

TEST(PruneTest, ReturnsTheValueItselfWhenNothingIsUnknown) {
  Arena arena;
  auto schema = SchemaFrom("{type: object, props: {a: {type: array, items: {type: object, PUF}}}}");
  Value object = ParseJson(arena, R"({"a":[{"x":1},{"y":{}}]})");
  Value pruned = Prune(arena, *schema, object, PruneMode::kKep, true, nullptr);
  EXPECT_EQ(pruned.members().data(), object.members().data());
}

// A long name above many members: their paths would be larger than the object by far.
TEST(PruneTest, PathsTakeNoMoreThanTheirLimit) {
  Arena arena;
  std::string name(100'000, 'x');
  std::vector<Member> members;
  for (int i = 0; i < 1000; ++i) members.push_back({arena.Copy(std::to_string(i)), Value(1)});
  Value inner = Value::Object(arena, std::move(members));
  Value object = Value::Object(arena, {{"map", Value::Object(arena, {{name, inner}})}});
  auto schema = SchemaFrom("{type: object, props: {map: {type: object, addl: {type: object}}}}");
  field::Findings unknown;
  Value pruned = Prune(arena, *schema, object, PruneMode::kKep, true, &unknown);
  EXPECT_EQ(pruned.Find("map").Find(name).size(), 0u);
  EXPECT_EQ(unknown.size() + unknown.more(), 1000u);
  size_t bytes = 0;
  for (const std::string& path : PathsOf(unknown)) bytes += path.size();
  EXPECT_LT(bytes, field::Findings::kMaxPathBytes + field::Findings::kMaxOnePathBytes);
  EXPECT_GT(unknown.size(), 10u);
}

TEST(PruneTest, DeepListsWithoutSchemaNeedNoStack) {
  constexpr size_t kDepth = 9000;
  Arena arena;
  auto schema = SchemaFrom("{type: object, props: {m: {type: object, addl: true}}}");
  std::string text =
      R"({"m":{"k":)" + std::string(kDepth, '[') + R"({"a":1})" + std::string(kDepth, ']') + "}}";
  Value object = ParseJson(arena, text);
  field::Findings unknown;
  Value pruned = Prune(arena, *schema, object, PruneMode::kKep, true, &unknown);
  ASSERT_EQ(unknown.size(), 1u);
  EXPECT_TRUE(PathsOf(unknown)[0].starts_with("m.k[0][0]"));
  EXPECT_TRUE(PathsOf(unknown)[0].ends_with("[0].a"));
  EXPECT_EQ(codec::ToJson(pruned),
            R"({"m":{"k":)" + std::string(kDepth, '[') + "{}" + std::string(kDepth, ']') + "}}");
}

}  // namespace
}  // namespace pintle::schema
