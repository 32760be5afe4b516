#include "pintle/object/read/coerce.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/object/kinds_for_test.h"

namespace pintle::object {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string Widget(std::string_view rest) {
  return R"({"apiVersion":"demo.example.org/v1","kind":"Widget",)" + std::string(rest) + "}";
}

// What became of the members besides apiVersion, kind and metadata.
std::string Content(const Decoded& decoded) { return codec::ToJson(decoded.object.content()); }

TEST(Coerce, FindingsOfCustomResourcesInOrder) {
  const std::string body = Widget(R"(
    "metadata":{"name":"a","bogusMeta":1,"ownerReferences":[{"uid":"u","bogusRef":1}]},
    "top":1,
    "spec":{"size":1,"size":2,"unk":1,"unk":2,
      "ports":[{"num":1,"zz":1},{"num":1,"num":2}],
      "tags":{"k1":{"v":"x","bad":1}},
      "opaque":{"any":{"x":1,"x":2}},
      "empty":{"y":1},
      "child":{"apiVersion":"v1","kind":"C","metadata":{"name":"c","zz":1},
               "spec":{"a":"x","b":1},"other":1},
      "kids":{"one":{"apiVersion":"v1","kind":"K","metadata":{"q":1},"free":1}}},
    "status":{"phase":"p","bad":1})");
  Decoded decoded = MustDecode(WidgetKind(), "v1", body);
  EXPECT_THAT(
      field::FindingTexts(decoded.findings.items()),
      ElementsAre("duplicate field \"spec.size\"", "duplicate field \"spec.unk\"",
                  "duplicate field \"spec.ports[1].num\"", "duplicate field \"spec.opaque.any.x\"",
                  "unknown field \"metadata.bogusMeta\"",
                  "unknown field \"metadata.ownerReferences[0].bogusRef\"",
                  "unknown field \"spec.child.other\"", "unknown field \"spec.child.spec.b\"",
                  "unknown field \"spec.empty.y\"", "unknown field \"spec.ports[0].zz\"",
                  "unknown field \"spec.tags.k1.bad\"", "unknown field \"spec.unk\"",
                  "unknown field \"status.bad\"", "unknown field \"top\"",
                  "unknown field \"spec.child.metadata.zz\"",
                  "unknown field \"spec.kids[one].metadata.q\""));
  EXPECT_EQ(decoded.object.content().FindPath({"spec", "size"}), Value(2));
  EXPECT_FALSE(decoded.object.content().Find("spec").Has("unk"));
  EXPECT_EQ(codec::ToJson(decoded.object.content().FindPath({"spec", "child"})),
            R"({"apiVersion":"v1","kind":"C","metadata":{"name":"c"},"spec":{"a":"x"}})");
}

TEST(Coerce, FindingsOfCustomResourcesAreNotCapped) {
  std::string spec;
  for (int i = 0; i < 150; ++i) spec += (i ? ",\"u" : "\"u") + std::to_string(i) + "\":1";
  EXPECT_EQ(MustDecode(WidgetKind(), "v1", Widget("\"spec\":{" + spec + "}")).findings.size(),
            150u);
}

TEST(Coerce, PathsOfPrunedFieldsAreEscaped) {
  Decoded decoded = MustDecode(
      WidgetKind(), "v1", Widget(R"("spec":{"ok\"q":1,"a\nb":1,"child":{"metadata":{"a\tb":1}}})"));
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ElementsAre(R"(unknown field "spec.a\nb")", R"(unknown field "spec.ok\"q")",
                          R"(unknown field "spec.child.metadata.a\tb")"));
}

TEST(Coerce, NumbersNullsAndDefaults) {
  struct Case {
    const char* spec;
    const char* content;
  };
  for (const Case& c : std::initializer_list<Case>{
           {R"({})", R"({"spec":{"dflt":"D"}})"},
           {R"({"dflt":"x"})", R"({"spec":{"dflt":"x"}})"},
           {R"({"dflt":null})", R"({"spec":{"dflt":"D"}})"},
           // A null for a known field that is not nullable goes, others stay.
           {R"({"size":null,"maybe":null,"opaque":{"x":null}})",
            R"({"spec":{"dflt":"D","maybe":null,"opaque":{"x":null}}})"},
           {R"({"size":1.0,"ratio":1e3,"opaque":{"big":9223372036854775808,"i":9007199254740993}})",
            R"({"spec":{"dflt":"D","opaque":{"big":9223372036854776000,"i":9007199254740993},)"
            R"("ratio":1000,"size":1}})"},
       }) {
    Decoded decoded = MustDecode(WidgetKind(), "v1", Widget("\"spec\":" + std::string(c.spec)));
    EXPECT_EQ(Content(decoded), c.content) << c.spec;
    EXPECT_THAT(field::FindingTexts(decoded.findings.items()), IsEmpty()) << c.spec;
  }
}

TEST(Coerce, MalformedMetadataIsRefused) {
  const std::string lead = "Widget in version \"v1\" cannot be handled as a Widget: ";
  EXPECT_EQ(DecodeError(WidgetKind(), "v1", Widget(R"("metadata":{"labels":{"a":1}})")),
            lead + "cannot decode number into field \"metadata.labels.a\": expected a string");
  EXPECT_EQ(DecodeError(WidgetKind(), "v1", Widget(R"("metadata":"x")")),
            lead + "cannot decode string into field \"metadata\": expected an object");
  EXPECT_EQ(
      DecodeError(WidgetKind(), "v1", Widget(R"("spec":{"child":{"apiVersion":"v1","kind":5}})")),
      lead + "spec.child.kind: Invalid value: 5: must be a string");
  EXPECT_EQ(DecodeError(WidgetKind(), "v1",
                        Widget(R"("spec":{"child":{"metadata":{"labels":{"a":1}}}})")),
            lead +
                "spec.child.metadata: Invalid value: cannot decode number into field "
                "\"metadata.labels.a\": expected a string");
}

TEST(Coerce, ANumberThatNoDoubleHoldsIsRefused) {
  EXPECT_THAT(DecodeError(WidgetKind(), "v1", Widget(R"("spec":{"opaque":{"x":1e400}})")),
              ::testing::HasSubstr("1e400"));
}

TEST(Coerce, AnObjectOfAnotherKindIsLeftAsItIs) {
  Decoded decoded = MustDecode(
      WidgetKind(), "v1",
      R"({"apiVersion":"demo.example.org/v1","kind":"Other","metadata":{"name":"a","zz":1},)"
      R"("spec":{"unk":1}})");
  EXPECT_EQ(decoded.object.kind(), "Other");
  EXPECT_EQ(Content(decoded), R"({"spec":{"unk":1}})");
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ElementsAre("unknown field \"metadata.zz\""));
}

TEST(Coerce, AKindThatPreservesUnknownFieldsKeepsThemAndGetsNoDefaults) {
  Kind kind = WidgetKind();
  kind.preserve_unknown_fields = true;
  Decoded decoded =
      MustDecode(kind, "v1", Widget(R"("metadata":{"zz":1},"spec":{"unk":1,"size":null},"top":1)"));
  EXPECT_EQ(Content(decoded), R"({"spec":{"size":null,"unk":1},"top":1})");
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ElementsAre("unknown field \"metadata.zz\""));
}

TEST(Coerce, AVersionWithoutASchemaPrunesEverything) {
  Kind kind = WidgetKind();
  kind.schemas.push_back({"v3", nullptr});
  Decoded decoded = MustDecode(
      kind, "v3",
      R"({"apiVersion":"demo.example.org/v3","kind":"Widget","metadata":{"name":"a"},"spec":{}})");
  EXPECT_EQ(Content(decoded), "{}");
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()), ElementsAre("unknown field \"spec\""));
}

TEST(Coerce, MetadataOfEmbeddedResources) {
  Arena arena;
  Value metadata = *codec::ParseJson(R"({"name":"a","labels":{"x":1},"zz":1})", arena);
  schema::TidiedMetadata lenient = TidyMetadata(arena, metadata, schema::MalformedFields::kDrop);
  EXPECT_FALSE(lenient.error);
  EXPECT_EQ(codec::ToJson(lenient.metadata), R"({"name":"a"})");
  EXPECT_TRUE(TidyMetadata(arena, metadata, schema::MalformedFields::kFail).error);

  metadata =
      *codec::ParseJson(R"({"name":"a","zz":1,"ownerReferences":[{"uid":"u","q":1}]})", arena);
  schema::TidiedMetadata strict = TidyMetadata(arena, metadata, schema::MalformedFields::kFail);
  EXPECT_FALSE(strict.error);
  EXPECT_THAT(strict.unknown_paths, ElementsAre("ownerReferences[0].q", "zz"));
}

}  // namespace
}  // namespace pintle::object
