#include "pintle/typeinfo/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/typeinfo/decode_for_test.h"
#include "pintle/typeinfo/sample_types.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::typeinfo {
namespace {

using sample::Plain;
using sample::Sample;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

struct Accepted {
  std::string_view input;
  std::string_view output;
  std::vector<std::string> findings = {};
};

constexpr std::string_view kNested = R"("nested":{"name":""})";

// `members` before or after the member that is always written.
std::string Object(std::string_view before, std::string_view after) {
  std::string text = "{" + std::string(before);
  if (!before.empty()) text += ",";
  text += kNested;
  if (!after.empty()) text += "," + std::string(after);
  return text + "}";
}

void ExpectAccepted(const std::vector<Accepted>& cases) {
  for (const Accepted& c : cases) {
    Outcome outcome = DecodeJson(c.input);
    EXPECT_EQ(outcome.error, "") << c.input;
    EXPECT_EQ(outcome.json, Object("", c.output)) << c.input;
    EXPECT_THAT(outcome.findings, ElementsAreArray(c.findings)) << c.input;
  }
}

TEST(Decode, ReadsEveryKindOfField) {
  ExpectAccepted({
      {R"({})", ""},
      {R"(null)", ""},
      {R"({"flag":true})", R"("flag":true)"},
      {R"({"small":-2147483648})", R"("small":-2147483648)"},
      {R"({"small":-0})", ""},
      {R"({"large":9223372036854775807})", R"("large":9223372036854775807)"},
      {R"({"ratio":3})", R"("ratio":3)"},
      {R"({"ratio":1.5e2})", R"("ratio":150)"},
      {R"({"text":"a\u00e9\n"})", R"("text":"aé\n")"},
      {R"({"color":"Green"})", R"("color":"Green")"},
      {R"({"blob":"AQI="})", R"("blob":"AQI=")"},
      {R"({"blob":"AQ\nI=\r\n"})", R"("blob":"AQI=")"},
      {R"({"blob":[1,2,null]})", R"("blob":"AQIA")"},
      {R"({"any":{"b":[1,1.5],"a":null}})", R"("any":{"a":null,"b":[1,1.5]})"},
      {R"({"at":"2020-01-02T03:04:05Z"})", R"("at":"2020-01-02T03:04:05Z")"},
      {R"({"at":"2020-01-02T03:04:05.9+02:00"})", R"("at":"2020-01-02T01:04:05Z")"},
      {R"({"at":"0001-01-01T00:00:00Z"})", ""},
      {R"({"fine":"2020-01-02T03:04:05.000007Z"})", R"("fine":"2020-01-02T03:04:05.000007Z")"},
      {R"({"maybeFlag":false,"replicas":0,"maybeText":""})",
       R"("maybeFlag":false,"replicas":0,"maybeText":"")"},
      {R"({"maybeAny":[]})", R"("maybeAny":[])"},
      {R"({"leaf":{}})", R"("leaf":{"name":""})"},
      {R"({"names":["b","a"],"leaves":[{"name":"x","port":1}]})",
       R"("names":["b","a"],"leaves":[{"name":"x","port":1}])"},
      {R"({"values":[1,null,{"a":"b"}],"matrix":[[1,2],[],null]})",
       R"("values":[1,null,{"a":"b"}],"matrix":[[1,2],[],null])"},
      {R"({"labels":{"b":"2","a":"1"}})", R"("labels":{"a":"1","b":"2"})"},
      {R"({"byName":{"z":{"port":1},"y":{"port":2}},"files":{"f":"AQ=="},"flags":{"t":true}})",
       R"("byName":{"y":{"name":"","port":2},"z":{"name":"","port":1}},"files":{"f":"AQ=="},)"
       R"("flags":{"t":true})"},
  });
  EXPECT_EQ(DecodeJson(R"({"apiVersion":"v1","nested":{"name":"n"},"kind":"S"})").json,
            R"({"kind":"S","apiVersion":"v1","nested":{"name":"n"}})");
}

TEST(Decode, NullUnsetsOrIsIgnored) {
  ExpectAccepted({
      {R"({"nested":null,"flag":null,"small":null,"large":null,"ratio":null,"text":null})", ""},
      {R"({"blob":null,"any":null,"at":null,"fine":null,"maybeFlag":null,"leaf":null})", ""},
      {R"({"names":null,"labels":null,"tree":null,"maybeAt":null,"maybeAny":null})", ""},
      {R"({"labels":{"a":null}})", R"("labels":{"a":""})"},
      {R"({"byName":{"a":null},"files":{"f":null}})",
       R"("byName":{"a":{"name":""}},"files":{"f":null})"},
      {R"({"names":[null,"x"],"leaves":[null]})", R"("names":["","x"],"leaves":[{"name":""}])"},
  });
}

TEST(Decode, EmptyIsNotNil) {
  Outcome empty = DecodeJson<Plain>(R"({"blob":"","names":[],"labels":{}})");
  EXPECT_EQ(empty.json,
            R"({"flag":false,"text":"","blob":"","any":null,"at":null,"replicas":null,"leaf":null,)"
            R"("names":[],"labels":{},"either":false,"oneOrMany":null})");
  Outcome nil = DecodeJson<Plain>(R"({"blob":null,"names":null,"labels":null})");
  EXPECT_EQ(nil.json, R"({"flag":false,"text":"","blob":null,"any":null,"at":null,"replicas":null,)"
                      R"("leaf":null,"names":null,"labels":null,"either":false,"oneOrMany":null})");
}

TEST(Decode, RepeatedMembersAreDecodedOnTopOfEachOther) {
  const std::string kLeaves = R"(duplicate field "leaves")";
  ExpectAccepted({
      {R"({"text":"a","text":"b"})", R"("text":"b")", {R"(duplicate field "text")"}},
      {R"({"small":1,"small":null})", R"("small":1)", {R"(duplicate field "small")"}},
      {R"({"replicas":1,"replicas":null})", "", {R"(duplicate field "replicas")"}},
      {R"({"names":["a"],"names":null})", "", {R"(duplicate field "names")"}},
      {R"({"labels":{"a":"1"},"labels":null})", "", {R"(duplicate field "labels")"}},
      {R"({"leaf":{"name":"a","port":1},"leaf":{"name":"b"}})",
       R"("leaf":{"name":"b","port":1})",
       {R"(duplicate field "leaf")"}},
      {R"({"labels":{"b":"1","d":"1"},"labels":{"e":"2","d":"2","a":"2"}})",
       R"("labels":{"a":"2","b":"1","d":"2","e":"2"})",
       {R"(duplicate field "labels")"}},
      {R"({"labels":{"b":"1"},"labels":{},"labels":{"c":"2","a":"2"},"labels":{"b":"3","a":"4"}})",
       R"("labels":{"a":"4","b":"3","c":"2"})",
       {R"(duplicate field "labels")"}},
      {R"({"labels":{"b":"1"},"labels":{"a":"2"},"labels":null,"labels":{"d":"3","c":"3"}})",
       R"("labels":{"c":"3","d":"3"})",
       {R"(duplicate field "labels")"}},
      {R"({"byName":{"b":{"port":1}},"byName":{"b":{"name":"n"},"a":{}}})",
       R"("byName":{"a":{"name":""},"b":{"name":"n"}})",
       {R"(duplicate field "byName")"}},
      {R"({"leaves":[{"name":"a","image":"x"},{"name":"c"}],"leaves":[{"name":"b"}]})",
       R"("leaves":[{"name":"b","image":"x"}])",
       {kLeaves}},
      {R"({"leaves":[{"name":"a"}],"leaves":[null,{"name":"b"}]})",
       R"("leaves":[{"name":"a"},{"name":"b"}])",
       {kLeaves}},
      {R"({"leaves":[{"image":"x"},{"image":"y"}],"leaves":[{}],"leaves":[{},{"name":"z"}]})",
       R"("leaves":[{"name":"","image":"x"},{"name":"z"}])",
       {kLeaves}},
      {R"({"labels":{"a":"1","a":"2","a":"3"}})",
       R"("labels":{"a":"3"})",
       {R"(duplicate field "labels.a")"}},
      {R"({"byName":{"b":{"port":1},"a":{},"b":{"name":"n"}}})",
       R"("byName":{"a":{"name":""},"b":{"name":"n"}})",
       {R"(duplicate field "byName.b")"}},
      {R"({"any":{"a":1},"any":null})", R"("any":{"a":1})", {R"(duplicate field "any")"}},
      {R"({"any":{"a":1},"any":{"b":1}})", R"("any":{"b":1})", {R"(duplicate field "any")"}},
      {R"({"at":"2020-01-02T03:04:05Z","at":null})", "", {R"(duplicate field "at")"}},
  });
}

TEST(Decode, ALargeMapIsNotCopiedForEachRepeat) {
  constexpr int kEntries = 1000;
  constexpr int kRepeats = 1000;
  std::string text = R"({"labels":{)";
  for (int i = 0; i < kEntries; ++i) text += "\"key" + std::to_string(i) + "\":\"\",";
  text.back() = '}';
  for (int i = 0; i < kRepeats; ++i) text += R"(,"labels":{},"labels":{"key7":"last"})";
  text += '}';
  Arena arena;
  Sample object;
  codec::JsonReader reader(text);
  ASSERT_TRUE(Decode(reader, TypeOf<Sample>(), &object, arena, nullptr));
  EXPECT_EQ(object.labels.size(), kEntries);
  EXPECT_EQ(object.labels.value_or("key7", ""), "last");
  EXPECT_EQ(object.labels.begin()->key, "key0");
  EXPECT_LT(arena.allocated_bytes(), size_t{1} << 20);
}

TEST(Decode, DecodesOnTopOfAFilledObject) {
  Arena arena;
  Sample object;
  object.text = "kept";
  object.labels.Set(arena, "b", "old");
  object.leaf.Ensure(arena).port = 7;
  codec::JsonReader reader(R"({"labels":{"a":"new"},"leaf":{"name":"n"}})");
  ASSERT_TRUE(Decode(reader, TypeOf<Sample>(), &object, arena, nullptr));
  EXPECT_EQ(ToJsonText(TypeOf<Sample>(), &object),
            Object("", R"("text":"kept","leaf":{"name":"n","port":7},)"
                       R"("labels":{"a":"new","b":"old"})"));
}

TEST(Decode, FindsUnknownAndRepeatedMembersInDocumentOrder) {
  Outcome outcome =
      DecodeJson(R"({"zeta":{"x":1,"x":2},"nested":{"nmae":1,"name":"n","name":"m"},"Flag":true,)"
                 R"("labels":{"app.kubernetes.io/name":"1","app.kubernetes.io/name":"2"},)"
                 R"("leaves":[{"port":80,"port":81,"bogus":{}},{"bogus":1}],"zeta":2,)"
                 R"("byName":{"k":{"bogus":[1,{"y":1}]}},"kind":"a","kind":"b"})");
  EXPECT_EQ(outcome.error, "");
  EXPECT_THAT(
      outcome.findings,
      ElementsAre(R"(unknown field "zeta")", R"(unknown field "nested.nmae")",
                  R"(duplicate field "nested.name")", R"(unknown field "Flag")",
                  R"(duplicate field "labels.app.kubernetes.io/name")",
                  R"(duplicate field "leaves[0].port")", R"(unknown field "leaves[0].bogus")",
                  R"(unknown field "leaves[1].bogus")", R"(unknown field "byName.k.bogus")",
                  R"(duplicate field "kind")"));
  EXPECT_THAT(DecodeJson("{\"k\\n\\u00e9\\u0001\\\"q\":1}").findings,
              ElementsAre(R"(unknown field "k\né\x01\"q")"));
}

TEST(Decode, ReportsARepeatBeforeWhatIsInsideIt) {
  EXPECT_THAT(DecodeJson(R"({"leaf":{"a":1},"leaf":{"b":1}})").findings,
              ElementsAre(R"(unknown field "leaf.a")", R"(duplicate field "leaf")",
                          R"(unknown field "leaf.b")"));
}

TEST(Decode, KeepsAtMostAHundredFindings) {
  std::string text = "{";
  for (int i = 0; i < 150; ++i) text += "\"zz" + std::to_string(i) + "\":1,";
  text.back() = '}';
  EXPECT_EQ(DecodeJson(text).findings.size(), field::Findings::kMaxFindings);
  text = "{";
  for (int i = 0; i < 1000; ++i) text += R"("zz":1,"flag":true,)";
  EXPECT_THAT(DecodeJson(text + R"("late":1})").findings,
              ElementsAre(R"(unknown field "zz")", R"(duplicate field "flag")"));
}

TEST(Decode, AddsToTheFindingsOfTheCallerUnlessItFails) {
  Arena arena;
  Sample object;
  field::Findings findings;
  findings.Unknown("before");
  codec::JsonReader refused(R"({"zz":1,"flag":1})");
  EXPECT_FALSE(Decode(refused, TypeOf<Sample>(), &object, arena, &findings));
  EXPECT_THAT(field::FindingTexts(findings.items()), ElementsAre(R"(unknown field "before")"));
  codec::JsonReader accepted(R"({"zz":1})");
  EXPECT_TRUE(Decode(accepted, TypeOf<Sample>(), &object, arena, &findings));
  EXPECT_THAT(field::FindingTexts(findings.items()),
              ElementsAre(R"(unknown field "before")", R"(unknown field "zz")"));
}

TEST(Decode, SomeValuesAreOpaqueToFindings) {
  Outcome outcome =
      DecodeJson(R"({"any":{"a":1,"a":2},"values":[{"a":1,"a":2}],"tree":{"bogusA":1,)"
                 R"("children":{"a":{"bogusB":1}},"extra":{"bogusC":1,"title":"t","title":"u"},)"
                 R"("items":[{"bogusD":1}]}})");
  EXPECT_THAT(outcome.findings, ElementsAre(R"(unknown field "tree.bogusA")",
                                            R"(unknown field "tree.children.a.bogusB")"));
  EXPECT_EQ(outcome.json,
            Object("", R"("any":{"a":2},"values":[{"a":2}],"tree":{"children":{"a":{}},)"
                       R"("extra":{"title":"u"},"items":[{}]})"));
}

struct Refused {
  std::string_view input;
  std::string_view error;
};

TEST(Decode, RefusesValuesOfTheWrongType) {
  const std::vector<Refused> kCases = {
      {R"([])", R"(cannot decode array: expected an object)"},
      {R"("x")", R"(cannot decode string: expected an object)"},
      {R"({"replicas":"3","zz":1})",
       R"(cannot decode string into field "replicas": expected an integer)"},
      {R"({"replicas":1.0})",
       R"(cannot decode number 1.0 into field "replicas": expected an integer)"},
      {R"({"small":1e0})", R"(cannot decode number 1e0 into field "small": expected an integer)"},
      {R"({"small":3000000000})",
       R"(cannot decode number 3000000000 into field "small": expected a 32-bit integer)"},
      {R"({"large":9223372036854775808})",
       R"(cannot decode number 9223372036854775808 into field "large": expected an integer)"},
      {R"({"small":true})", R"(cannot decode boolean into field "small": expected an integer)"},
      {R"({"ratio":"1"})", R"(cannot decode string into field "ratio": expected a number)"},
      {R"({"flag":"true"})", R"(cannot decode string into field "flag": expected a boolean)"},
      {R"({"flag":1})", R"(cannot decode number into field "flag": expected a boolean)"},
      {R"({"labels":{"k":5}})", R"(cannot decode number into field "labels.k": expected a string)"},
      {R"({"leaves":[{},{"name":{"a":[1,{}]}}],"zz":1})",
       R"(cannot decode object into field "leaves[1].name": expected a string)"},
      {R"({"leaves":{}})", R"(cannot decode object into field "leaves": expected an array)"},
      {R"({"labels":[[]]})", R"(cannot decode array into field "labels": expected an object)"},
      {R"({"leaf":"x"})", R"(cannot decode string into field "leaf": expected an object)"},
      {R"({"blob":"!!"})", R"(illegal base64 data at input byte 0)"},
      {R"({"blob":"AQI"})", R"(illegal base64 data at input byte 0)"},
      {R"({"blob":{}})", R"(cannot decode object into field "blob": expected a base64 string)"},
      {R"({"blob":[1,256]})",
       R"(cannot decode number into field "blob[1]": expected a number from 0 to 255)"},
      {R"({"at":5})", R"(cannot decode number into field "at": expected a time as a string)"},
      {R"({"at":"x"})",
       R"(parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006")"},
      {R"({"tree":{"extra":5}})",
       R"(cannot decode number into field "tree.extra": expected a boolean or an object)"},
  };
  for (const Refused& c : kCases) {
    Outcome outcome = DecodeJson(c.input);
    EXPECT_EQ(outcome.error, c.error) << c.input;
    EXPECT_THAT(outcome.findings, IsEmpty()) << c.input;
  }
}

TEST(Decode, ChoosesAmongSeveralErrors) {
  const std::vector<Refused> kCases = {
      // The first type error.
      {R"({"flag":1,"small":"x"})",
       R"(cannot decode number into field "flag": expected a boolean)"},
      {R"({"blob":"!","small":"x"})", R"(illegal base64 data at input byte 0)"},
      // The error of a value with its own form beats an earlier type error.
      {R"({"flag":1,"fine":"2020-01-02T03:04:05Z"})",
       R"(parsing time "2020-01-02T03:04:05Z" as "2006-01-02T15:04:05.000000Z07:00": )"
       R"(cannot parse "Z" as ".000000")"},
      {R"({"flag":1,"tree":{"extra":{"title":5}}})",
       R"(cannot decode number into field "tree.extra.title": expected a string)"},
      // A syntax error beats all.
      {R"({"flag":1,"at":"x","small":})",
       R"(invalid character '}' looking for beginning of value)"},
      {R"({"flag":1} x)", R"(invalid character 'x' after top-level value)"},
      {R"({"flag":true} x)", R"(invalid character 'x' after top-level value)"},
  };
  for (const Refused& c : kCases) EXPECT_EQ(DecodeJson(c.input).error, c.error) << c.input;
}

TEST(Decode, UnionsAreChosenByTheJsonType) {
  struct {
    std::string_view either;
    std::string_view one_or_many;
    std::string_view written;
  } const kCases[] = {
      {R"(true)", R"([])", R"("either":true,"oneOrMany":null)"},
      {R"(false)", R"({"title":"t"})", R"("either":false,"oneOrMany":{"title":"t"})"},
      {R"({})", R"([{"title":"t"},{}])", R"("either":{},"oneOrMany":[{"title":"t"},{}])"},
      {R"({"title":"t"})", R"(null)", R"("either":{"title":"t"},"oneOrMany":null)"},
      {R"(true)", R"("x")", R"("either":true,"oneOrMany":null)"},
  };
  for (const auto& c : kCases) {
    std::string text = "{\"either\":" + std::string(c.either) +
                       ",\"oneOrMany\":" + std::string(c.one_or_many) + "}";
    Outcome outcome = DecodeJson<Plain>(text);
    EXPECT_EQ(outcome.error, "") << text;
    EXPECT_THAT(outcome.json, ::testing::EndsWith(std::string(c.written) + "}")) << text;
  }
  // An object sets the flag, and the later of two values replaces the earlier one.
  Arena arena;
  Plain plain;
  codec::JsonReader reader(R"({"either":{},"oneOrMany":{"title":"t"},"oneOrMany":[{}]})");
  ASSERT_TRUE(Decode(reader, TypeOf<Plain>(), &plain, arena, nullptr));
  EXPECT_TRUE(plain.either.allows);
  EXPECT_FALSE(plain.one_or_many.node);
  EXPECT_EQ(plain.one_or_many.list.size(), 1u);
  EXPECT_EQ(DecodeJson<Plain>(R"({"either":null})").error,
            R"(cannot decode null into field "either": expected a boolean or an object)");
}

TEST(Decode, WhatUnionsDropIsToldApart) {
  constexpr std::string_view kText =
      R"({"zz":1,"either":{"titel":"t","next":{"a":1}},"oneOrMany":[{"title":"t","title":"u"}]})";
  Arena arena;
  Plain plain;
  field::Findings findings;
  codec::JsonReader reader(kText);
  ASSERT_TRUE(Decode(reader, TypeOf<Plain>(), &plain, arena, &findings));
  EXPECT_THAT(field::FindingTexts(findings.items()), ElementsAre(R"(unknown field "zz")"));
  EXPECT_THAT(field::FindingTexts(findings.drops()),
              ElementsAre(R"(unknown field "either.titel")", R"(unknown field "either.next.a")",
                          R"(duplicate field "oneOrMany[0].title")"));
}

std::string Repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Decode, BoundsTheDepthOfRecursiveTypes) {
  auto nested = [](int levels) {
    return DecodeJson<sample::Node>(Repeat(R"({"next":)", levels - 1) + "{}" +
                                    Repeat("}", levels - 1));
  };
  EXPECT_EQ(nested(kMaxTypedDepth).error, "");
  EXPECT_THAT(nested(kMaxTypedDepth + 1).error,
              ::testing::StartsWith(R"(nested deeper than 1000 levels, in field "next.next.)"));
  EXPECT_THAT(nested(9000).error, ::testing::StartsWith("nested deeper than 1000 levels"));
  // Where the type does not recurse only the reader's limit counts.
  EXPECT_EQ(DecodeJson(R"({"any":)" + Repeat("[", 5000) + Repeat("]", 5000) + "}").error, "");
  EXPECT_EQ(DecodeJson(Repeat("[", 5000) + Repeat("]", 5000)).error,
            "cannot decode array: expected an object");
  EXPECT_THAT(DecodeJson(Repeat("[", 10001) + Repeat("]", 10001)).error,
              ::testing::HasSubstr("exceeded max depth"));
}

TEST(Decode, LargeMapsInAnyOrder) {
  constexpr int kEntries = 20000;
  std::string text = R"({"labels":{)";
  for (int i = kEntries; i > 0; --i) {
    text += '"' + std::to_string(i * 7919 % kEntries) + R"(":"v",)";
  }
  text += R"("5":"last"}})";
  Arena arena;
  Sample object;
  field::Findings findings;
  codec::JsonReader reader(text);
  ASSERT_TRUE(Decode(reader, TypeOf<Sample>(), &object, arena, &findings));
  EXPECT_EQ(object.labels.size(), static_cast<size_t>(kEntries));
  EXPECT_TRUE(std::ranges::is_sorted(object.labels, {}, &Map<Str>::Entry::key));
  ASSERT_NE(object.labels.Find("5"), nullptr);
  EXPECT_EQ(*object.labels.Find("5"), "last");
  EXPECT_THAT(field::FindingTexts(findings.items()), ElementsAre(R"(duplicate field "labels.5")"));
}

TEST(Decode, ReadsDynamicValues) {
  Arena arena;
  Value value = *codec::ParseJson(
      R"({"zz":1,"names":["a"],"blob":"AQ==","labels":{"b":"1"},"at":"2020-01-02T03:04:05Z"})",
      arena);
  Sample object;
  field::Findings findings;
  ASSERT_TRUE(FromValue(value, TypeOf<Sample>(), &object, arena, &findings));
  EXPECT_EQ(ToJsonText(TypeOf<Sample>(), &object),
            Object("", R"("blob":"AQ==","at":"2020-01-02T03:04:05Z","names":["a"],)"
                       R"("labels":{"b":"1"})"));
  EXPECT_THAT(field::FindingTexts(findings.items()), ElementsAre(R"(unknown field "zz")"));
  Status refused = FromValue(*codec::ParseJson(R"({"small":1.5})", arena), TypeOf<Sample>(),
                             &object, arena, nullptr);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            R"(cannot decode number 1.5 into field "small": expected an integer)");
}

TEST(Decode, ReadsCbor) {
  struct {
    std::string_view hex;
    std::string_view output;
  } const kCases[] = {
      {"f6", ""},
      {"a145736d616c6c05", R"("small":5)"},                    // byte string key
      {"a165736d616c6c05", R"("small":5)"},                    // text key
      {"a145726174696f20", R"("ratio":-1)"},                   // integer into a double
      {"a144746578744161", R"("text":"a")"},                   // byte string
      {"a14474657874d64101", R"("text":"AQ==")"},              // binary into a string
      {"a144626c6f62d6420102", R"("blob":"AQI=")"},            // tagged: raw
      {"a144626c6f62444151493d", R"("blob":"AQI=")"},          // untagged: base64
      {"a144626c6f62454151493d0a", R"("blob":"AQI=")"},        // line feed ignored
      {"a144626c6f62820102", R"("blob":"AQI=")"},              // list of numbers
      {"a1456e616d65739f41614162ff", R"("names":["a","b"])"},  // indefinite length
      {"a1466c6162656c73a2416141784162f6", R"("labels":{"a":"x","b":""})"},
      {"a1487265706c69636173f6", ""},
      {"a142617454313939382d30352d30355430353a30353a30355a", R"("at":"1998-05-05T05:05:05Z")"},
  };
  for (const auto& c : kCases) {
    Outcome outcome = DecodeCborHex(c.hex);
    EXPECT_EQ(outcome.error, "") << c.hex;
    EXPECT_EQ(outcome.json, Object("", c.output)) << c.hex;
  }
  Outcome unknown = DecodeCborHex("a1466e6573746564a2417801417902");
  EXPECT_THAT(unknown.findings,
              ElementsAre(R"(unknown field "nested.x")", R"(unknown field "nested.y")"));
  const std::vector<Refused> kRefused = {
      {"a145736d616c6cf93c00",
       R"(cannot decode number 1.0 into field "small": expected an integer)"},
      {"a145736d616c6c1a80000000",
       R"(cannot decode number 2147483648 into field "small": expected a 32-bit integer)"},
      {"a1447465787407", R"(cannot decode number into field "text": expected a string)"},
      {"a144626c6f6241ff",
       R"(cbor: failed to decode base64 from byte string: illegal base64 data at input byte 0)"},
      {"a1426174"
       "1a514b67b0",
       R"(cannot decode number into field "at": expected a time as a string)"},
      {"80", R"(cannot decode array: expected an object)"},
  };
  for (const Refused& c : kRefused) EXPECT_EQ(DecodeCborHex(c.input).error, c.error) << c.input;
  EXPECT_THAT(DecodeCborHex("a245736d616c6c0165736d616c6c02").error,
              ::testing::HasSubstr("duplicate map key"));
}

}  // namespace
}  // namespace pintle::typeinfo
