#include "pintle/object/read/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/object/kinds_for_test.h"
#include "pintle/object/read/metadata.h"

namespace pintle::object {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string Widget(std::string_view rest) {
  return R"({"apiVersion":"demo.example.org/v1","kind":"Widget",)" + std::string(rest) + "}";
}

// What became of the members besides apiVersion, kind and metadata.
std::string Content(const Decoded& decoded) { return codec::ToJson(decoded.object.content()); }

TEST(ReadTest, FindingsOfCustomResourcesInOrder) {
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

TEST(ReadTest, FindingsOfCustomResourcesAreNotCapped) {
  std::string spec;
  for (int i = 0; i < 150; ++i) spec += (i ? ",\"u" : "\"u") + std::to_string(i) + "\":1";
  EXPECT_EQ(MustDecode(WidgetKind(), "v1", Widget("\"spec\":{" + spec + "}")).findings.size(),
            150u);
}

TEST(ReadTest, PathsOfPrunedFieldsAreEscaped) {
  Decoded decoded = MustDecode(
      WidgetKind(), "v1", Widget(R"("spec":{"ok\"q":1,"a\nb":1,"child":{"metadata":{"a\tb":1}}})"));
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ElementsAre(R"(unknown field "spec.a\nb")", R"(unknown field "spec.ok\"q")",
                          R"(unknown field "spec.child.metadata.a\tb")"));
}

TEST(ReadTest, NumbersNullsAndDefaults) {
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

TEST(ReadTest, MalformedMetadataIsRefused) {
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

TEST(ReadTest, ANumberThatNoDoubleHoldsIsRefused) {
  EXPECT_THAT(DecodeError(WidgetKind(), "v1", Widget(R"("spec":{"opaque":{"x":1e400}})")),
              ::testing::HasSubstr("1e400"));
}

TEST(ReadTest, AnObjectOfAnotherKindIsLeftAsItIs) {
  Decoded decoded = MustDecode(
      WidgetKind(), "v1",
      R"({"apiVersion":"demo.example.org/v1","kind":"Other","metadata":{"name":"a","zz":1},)"
      R"("spec":{"unk":1}})");
  EXPECT_EQ(decoded.object.kind(), "Other");
  EXPECT_EQ(Content(decoded), R"({"spec":{"unk":1}})");
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ElementsAre("unknown field \"metadata.zz\""));
}

TEST(ReadTest, AKindThatPreservesUnknownFieldsKeepsThemAndGetsNoDefaults) {
  Kind kind = WidgetKind();
  kind.preserve_unknown_fields = true;
  Decoded decoded =
      MustDecode(kind, "v1", Widget(R"("metadata":{"zz":1},"spec":{"unk":1,"size":null},"top":1)"));
  EXPECT_EQ(Content(decoded), R"({"spec":{"size":null,"unk":1},"top":1})");
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()),
              ElementsAre("unknown field \"metadata.zz\""));
}

TEST(ReadTest, AVersionWithoutASchemaPrunesEverything) {
  Kind kind = WidgetKind();
  kind.schemas.push_back({"v3", nullptr});
  Decoded decoded = MustDecode(
      kind, "v3",
      R"({"apiVersion":"demo.example.org/v3","kind":"Widget","metadata":{"name":"a"},"spec":{}})");
  EXPECT_EQ(Content(decoded), "{}");
  EXPECT_THAT(field::FindingTexts(decoded.findings.items()), ElementsAre("unknown field \"spec\""));
}

TEST(ReadTest, MetadataOfEmbeddedResources) {
  using schema::MalformedFields;
  Arena arena;
  Value metadata = *codec::ParseJson(R"({"name":"a","labels":{"x":1},"zz":1})", arena);
  schema::TidiedMetadata lenient = TidyMetadata(arena, metadata, MalformedFields::kDrop, nullptr);
  EXPECT_FALSE(lenient.error);
  EXPECT_EQ(codec::ToJson(lenient.metadata), R"({"name":"a"})");
  EXPECT_TRUE(TidyMetadata(arena, metadata, MalformedFields::kFail, nullptr).error);

  metadata =
      *codec::ParseJson(R"({"name":"a","":1,"zz":1,"ownerReferences":[{"uid":"u","q":1}]})", arena);
  field::Findings unknown;
  schema::TidiedMetadata strict = TidyMetadata(arena, metadata, MalformedFields::kFail, &unknown);
  EXPECT_FALSE(strict.error);
  EXPECT_THAT(field::FindingTexts(unknown.items()),
              testing::UnorderedElementsAre(R"(unknown field "metadata.ownerReferences[0].q")",
                                            R"(unknown field "metadata.zz")"));
}

// What reading made of a document.
struct Outcome {
  std::string content;  // or the error
  int64_t generation = 0;
  std::vector<std::string> found = {};
};

constexpr int64_t kNone = -1;

Outcome ReadFrom(Origin origin, const Kind& kind, std::string_view json) {
  Arena arena;
  field::Findings findings;
  const Value document = *codec::ParseJson(json, arena);
  auto parts =
      Read(kind, document,
           {.origin = origin, .api_version = "demo.example.org/v1", .findings = &findings}, arena);
  if (!parts) return {.content = parts.error().message()};
  return {codec::ToJson(parts->content), parts->meta != nullptr ? parts->meta->generation : kNone,
          field::FindingTexts(findings.items())};
}

// Each step is there for some origins and not for others.
TEST(ReadTest, WhatIsDoneDependsOnWhereADocumentComesFrom) {
  const std::string spec =
      R"("spec":{"unk":1,"size":null,"child":{"apiVersion":"v1","kind":"C","metadata":{"zz":1}}})";
  const std::string full = Widget(R"("metadata":{"name":"a"},)" + spec);
  const std::string content =
      R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{"zz":1}},"size":null,"unk":1}})";
  const std::string other_kind =
      R"({"apiVersion":"demo.example.org/v1","kind":"Other","metadata":{},"spec":{"unk":1}})";
  const std::string faulty = Widget(R"("metadata":{"name":"a","labels":{"x":1}},"spec":{})");
  const std::string fault =
      R"(cannot decode number into field "metadata.labels.x": expected a string)";
  const std::string faulty_child = Widget(
      R"("metadata":{},"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{"labels":1}}})");
  const std::string child_fault =
      "spec.child.metadata: Invalid value: cannot decode number into field \"metadata.labels\": "
      "expected an object";
  const Kind pruned = WidgetKind();
  Kind preserving = WidgetKind();
  preserving.preserve_unknown_fields = true;
  struct {
    std::string name;
    const Kind* kind;
    std::string document;
    Origin origin;
    std::string content;
    int64_t generation;
    std::vector<std::string> found;
  } const cases[] = {
      {"request",
       &pruned,
       full,
       Origin::kRequest,
       R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{}},"dflt":"D"}})",
       0,
       {R"(unknown field "spec.unk")", R"(unknown field "spec.child.metadata.zz")"}},
      {"stored",
       &pruned,
       full,
       Origin::kStored,
       R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{}},"dflt":"D"}})",
       1,
       {R"(unknown field "spec.unk")"}},
      {"converted",
       &pruned,
       full,
       Origin::kConverted,
       R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{}}}})",
       0,
       {R"(unknown field "spec.unk")", R"(unknown field "spec.child.metadata.zz")"}},
      {"relabelled",
       &pruned,
       content,
       Origin::kRelabelled,
       R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{"zz":1}}}})",
       kNone,
       {R"(unknown field "spec.unk")"}},
      {"preserving, request",
       &preserving,
       full,
       Origin::kRequest,
       R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{}},"size":null,"unk":1}})",
       0,
       {R"(unknown field "spec.child.metadata.zz")"}},
      {"preserving, stored",
       &preserving,
       full,
       Origin::kStored,
       R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{}},"size":null,"unk":1}})",
       1,
       {}},
      {"preserving, converted",
       &preserving,
       full,
       Origin::kConverted,
       R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{}}}})",
       0,
       {R"(unknown field "spec.unk")", R"(unknown field "spec.child.metadata.zz")"}},
      {"preserving, relabelled", &preserving, content, Origin::kRelabelled, content, kNone, {}},
      {"of another kind, request",
       &pruned,
       other_kind,
       Origin::kRequest,
       R"({"spec":{"unk":1}})",
       0,
       {}},
      {"of another kind, stored",
       &pruned,
       other_kind,
       Origin::kStored,
       R"({"spec":{"dflt":"D"}})",
       1,
       {R"(unknown field "spec.unk")"}},
      {"faulty, request", &pruned, faulty, Origin::kRequest, fault, 0, {}},
      {"faulty, stored", &pruned, faulty, Origin::kStored, R"({"spec":{"dflt":"D"}})", 1, {}},
      {"faulty, converted", &pruned, faulty, Origin::kConverted, fault, 0, {}},
      {"faulty inside, request", &pruned, faulty_child, Origin::kRequest, child_fault, 0, {}},
      {"faulty inside, stored",
       &pruned,
       faulty_child,
       Origin::kStored,
       R"({"spec":{"child":{"apiVersion":"v1","kind":"C","metadata":{}},"dflt":"D"}})",
       1,
       {}},
      {"faulty inside, converted", &pruned, faulty_child, Origin::kConverted, child_fault, 0, {}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    Outcome outcome = ReadFrom(c.origin, *c.kind, c.document);
    EXPECT_EQ(outcome.content, c.content);
    EXPECT_EQ(outcome.generation, c.generation);
    EXPECT_THAT(outcome.found, ::testing::ElementsAreArray(c.found));
  }
}

// Of a document with many unknown and repeated fields, everywhere, nobody writes a path if nobody
// wants findings.
TEST(ReadTest, WithoutFindingsNothingIsCollectedAndNoPathIsWritten) {
  std::string spec;
  for (int i = 0; i < 1000; ++i) spec += "\"u" + std::to_string(i) + "\":{\"a\":1},";
  const std::string body =
      Widget(R"("metadata":{"name":"a","bogus":1,"name":"a"},"top":1,"top":2,"spec":{)" + spec +
             R"("size":1,"size":2,"child":{"apiVersion":"v1","kind":"C","metadata":{"zz":1}}})");
  for (MediaType media : {MediaType::kJson, MediaType::kYaml}) {
    const Kind kind = WidgetKind();
    size_t before = field::Path::texts_written();
    auto ignored = DecodeBody(kind, "v1", media, body, /*collect_findings=*/false);
    ASSERT_TRUE(ignored) << ignored.error().message();
    EXPECT_EQ(field::Path::texts_written(), before);
    EXPECT_FALSE(ignored->findings.any());

    auto told = DecodeBody(kind, "v1", media, body, /*collect_findings=*/true);
    ASSERT_TRUE(told) << told.error().message();
    EXPECT_GE(field::Path::texts_written(), before + 1000);
    EXPECT_GT(told->findings.size() + told->findings.more(), 1000U);
    EXPECT_EQ(Content(*ignored), Content(*told));
  }

  scheme::Scheme scheme;
  const Kind map = ConfigMapKind(scheme);
  const std::string unknown = "{" + spec + R"("data":{"a":"1","a":"2"}})";
  for (MediaType media : {MediaType::kJson, MediaType::kYaml}) {
    size_t before = field::Path::texts_written();
    auto ignored = DecodeBody(map, "v1", media, unknown, /*collect_findings=*/false);
    ASSERT_TRUE(ignored) << ignored.error().message();
    EXPECT_EQ(field::Path::texts_written(), before);
    auto told = DecodeBody(map, "v1", media, unknown, /*collect_findings=*/true);
    ASSERT_TRUE(told) << told.error().message();
    EXPECT_GT(field::Path::texts_written(), before);
    EXPECT_TRUE(told->findings.any());
  }
}

}  // namespace
}  // namespace pintle::object
