#include "pintle/schema/defaults.h"

#include <gtest/gtest.h>

#include "pintle/schema/prune.h"
#include "pintle/schema/test_schema.h"

namespace pintle::schema {
namespace {

struct DecodeCase {
  std::string_view id;
  std::string_view schema;
  std::string_view input;
  std::string_view result;
};

constexpr DecodeCase kDecodeCases[] = {
    {"D01",
     R"({type: object, props: {spec: {type: object, props: {a: {type: string, default: A}}}}})",
     R"({})", R"({})"},
    {"D02",
     R"({type: object, props: {spec: {type: object, props: {a: {type: string, default: A}}}}})",
     R"({"spec":{}})", R"({"spec":{"a":"A"}})"},
    {"D03",
     R"({type: object, props: {spec: {type: object, default: {}, props: {a: {type: string, default: A}}}}})",
     R"({})", R"({"spec":{"a":"A"}})"},
    {"D04", R"({type: object, props: {a: {type: string, default: A}}})", R"({"a":null})",
     R"({"a":"A"})"},
    {"D05", R"({type: object, props: {a: {type: string, default: A, nullable: true}}})",
     R"({"a":null})", R"({"a":null})"},
    {"D06", R"({type: object, props: {a: {type: string, nullable: true}}})", R"({"a":null})",
     R"({"a":null})"},
    {"D07", R"({type: object, props: {a: {type: string}}})", R"({"a":null})", R"({})"},
    {"D08", R"({type: object, props: {a: {type: string, default: A}}})", R"({"a":""})",
     R"({"a":""})"},
    {"D09", R"({type: object, props: {a: {type: integer, default: 5}}})", R"({"a":0})",
     R"({"a":0})"},
    {"D10",
     R"({type: object, props: {l: {type: array, items: {type: object, props: {p: {type: string, default: TCP}}}}}})",
     R"({"l":[{},{"p":"UDP"},{"p":null}]})", R"({"l":[{"p":"TCP"},{"p":"UDP"},{"p":"TCP"}]})"},
    {"D11", R"({type: object, props: {l: {type: array, items: {type: string, default: x}}}})",
     R"({"l":[null,"y"]})", R"({"l":["x","y"]})"},
    {"D12", R"({type: object, props: {l: {type: array, items: {type: string}}}})",
     R"({"l":[null,"y"]})", R"({"l":[null,"y"]})"},
    {"D13", R"({type: object, props: {m: {type: object, addl: {type: string, default: d}}}})",
     R"({"m":{"a":null,"b":"x"}})", R"({"m":{"a":"d","b":"x"}})"},
    {"D14", R"({type: object, props: {m: {type: object, addl: {type: string}}}})",
     R"({"m":{"a":null,"b":"x"}})", R"({"m":{"b":"x"}})"},
    {"D15", R"({type: object, props: {m: {type: object, addl: true}}})", R"({"m":{"a":null}})",
     R"({"m":{"a":null}})"},
    {"D16",
     R"({type: object, props: {m: {type: object, addl: {type: object, props: {a: {type: integer, default: 1}}}}}})",
     R"({"m":{"x":{},"y":{"a":2}}})", R"({"m":{"x":{"a":1},"y":{"a":2}}})"},
    {"D17",
     R"({type: object, props: {o: {type: object, default: {x: 1}, props: {x: {type: integer}, 'y': {type: integer, default: 2}}}}})",
     R"({"o":null})", R"({"o":{"x":1,"y":2}})"},
    {"D18",
     R"({type: object, props: {o: {type: object, nullable: true, default: {x: 1}, props: {x: {type: integer}, 'y': {type: integer, default: 2}}}}})",
     R"({"o":null})", R"({"o":null})"},
    {"D19", R"({type: object, props: {j: {PUF, props: {a: {type: string, default: A}}}}})",
     R"({"j":{"z":null}})", R"({"j":{"z":null,"a":"A"}})"},
    {"D20",
     R"({type: object, props: {a: {type: boolean, default: false}, b: {type: string, default: ""}}})",
     R"({})", R"({"a":false,"b":""})"}};

std::string Decode(const DecodeCase& test, PruneMode mode) {
  Arena arena;
  std::shared_ptr<const Structural> schema = SchemaFrom(test.schema);
  Value object = ParseJson(arena, test.input);
  object = Prune(arena, *schema, object, mode, true, nullptr);
  object = DropNulls(arena, *schema, object);
  return codec::ToJson(ApplyDefaults(arena, *schema, object));
}

TEST(DefaultsTest, Vectors) {
  for (const DecodeCase& test : kDecodeCases) {
    SCOPED_TRACE(test.id);
    Arena arena;
    std::string expected = codec::ToJson(ParseJson(arena, test.result));
    EXPECT_EQ(Decode(test, PruneMode::kKubernetes), expected);
    EXPECT_EQ(Decode(test, PruneMode::kKep), expected);
  }
}

TEST(DefaultsTest, ReturnsTheValueItselfWhenNothingIsMissing) {
  Arena arena;
  auto schema = SchemaFrom(
      "{type: object, props: {s: {type: object, props: {a: {type: string, default: x}}}}}");
  Value object = ParseJson(arena, R"({"s":{"a":"y"}})");
  EXPECT_EQ(ApplyDefaults(arena, *schema, object).members().data(), object.members().data());
  EXPECT_EQ(DropNulls(arena, *schema, object).members().data(), object.members().data());
}

TEST(DefaultsTest, ResultsOutliveTheSchema) {
  Arena arena;
  Value object = ParseJson(arena, "{}");
  {
    auto schema = SchemaFrom("{type: object, props: {a: {type: object, default: {b: text}, PUF}}}");
    object = ApplyDefaults(arena, *schema, object);
  }
  EXPECT_EQ(codec::ToJson(object), R"({"a":{"b":"text"}})");
}

TEST(DefaultsTest, ServedSchemasHavePrunedDefaults) {
  constexpr std::string_view kSchema =
      "{type: object, props: {o: {type: object, PUF, props: {in: {type: object, default: {x: "
      "1}}}}}}";
  for (PruneMode mode : {PruneMode::kKubernetes, PruneMode::kKep}) {
    Arena arena;
    CompileOptions options;
    options.prune_defaults = mode;
    auto schema = CompileUnchecked(SchemaValue(arena, kSchema), options);
    Value object = ApplyDefaults(arena, *schema, ParseJson(arena, R"({"o":{}})"));
    EXPECT_EQ(codec::ToJson(object),
              mode == PruneMode::kKep ? R"({"o":{"in":{"x":1}}})" : R"({"o":{"in":{}}})");
  }
}

}  // namespace
}  // namespace pintle::schema
