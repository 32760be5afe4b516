#include "pintle/object/read/finding_causes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "apis/apps/v1/types.h"
#include "pintle/object/kinds_for_test.h"
#include "pintle/object/read/nearest_field.h"

namespace pintle::object {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr std::string_view kUnknown = "FieldUnknown";
constexpr std::string_view kDuplicate = "FieldDuplicate";

class FindingCausesTest : public ::testing::Test {
 protected:
  std::vector<Cause> Causes(const Kind& kind, std::string_view body,
                            MediaType media = MediaType::kJson) {
    Decoded decoded = MustDecode(kind, "v1", body, media);
    return FindingCauses(kind, "v1", media, body, decoded.findings);
  }

  scheme::Scheme scheme_;
  Kind deployment_ = SingleVersionKind<apis::apps::v1::Deployment>(scheme_, "Deployment");
  Kind widget_ = WidgetKind();
};

testing::Matcher<const Cause&> Is(std::string_view reason, std::string_view field,
                                  std::string_view message) {
  return testing::AllOf(testing::Field(&Cause::reason, reason),
                        testing::Field(&Cause::field, field),
                        testing::Field(&Cause::message, message));
}

TEST_F(FindingCausesTest, OfJson) {
  EXPECT_THAT(
      Causes(deployment_, R"({
  "metadata": {"name": "d", "labels": {"a.b/c": "1", "a.b/c": "2"}},
  "spec": {
    "replicas": 1, "Replicas": 2,
    "template": {"spec": {"containers": [{"name": "c"}, {"image_pull_policy": "Always",
      "name": "d", "name": "e"}]}}
  },
  "zzzzzzzz\n": {}
})"),
      ElementsAre(
          Is(kDuplicate, "metadata.labels.a.b/c",
             R"(duplicate field "metadata.labels.a.b/c" at line 2, column 54)"),
          Is(kUnknown, "spec.Replicas",
             R"(unknown field "spec.Replicas" at line 4, column 20; did you mean "replicas"?)"),
          Is(kUnknown, "spec.template.spec.containers[1].image_pull_policy",
             R"(unknown field "spec.template.spec.containers[1].image_pull_policy")"
             R"( at line 5, column 58; did you mean "imagePullPolicy"?)"),
          Is(kDuplicate, "spec.template.spec.containers[1].name",
             R"(duplicate field "spec.template.spec.containers[1].name")"
             R"( at line 6, column 20)"),
          Is(kUnknown, "zzzzzzzz\n", R"(unknown field "zzzzzzzz\n" at line 8, column 3)")));
}

TEST_F(FindingCausesTest, OfYaml) {
  EXPECT_THAT(
      Causes(deployment_, "spec:\n  paused: true\n  replcas: 1\n  paused: false\n",
             MediaType::kYaml),
      ElementsAre(
          Is(kDuplicate, "spec.paused", R"(duplicate field "spec.paused" at line 4, column 3)"),
          Is(kUnknown, "spec.replcas",
             R"(unknown field "spec.replcas" at line 3, column 3; did you mean "replicas"?)")));
}

TEST_F(FindingCausesTest, OfFormatsWithoutLines) {
  Arena arena;
  std::string body = codec::ToCbor(*codec::ParseJson(R"({"spec":{"replcas":1}})", arena));
  EXPECT_THAT(Causes(deployment_, body, MediaType::kCbor),
              ElementsAre(Is(kUnknown, "spec.replcas",
                             R"(unknown field "spec.replcas"; did you mean "replicas"?)")));
}

TEST_F(FindingCausesTest, OfCustomResources) {
  EXPECT_THAT(
      Causes(widget_, R"({"apiVersion":"demo.example.org/v1","kind":"Widget",
"metadata":{"lables":{}},
"spec":{"sise":1,"ports":[{"nun":1}],"tags":{"a.b":{"w":1}},
  "child":{"apiVersion":"v1","kind":"C","metadata":{"nane":"x"},"spce":1}}})"),
      ElementsAre(
          Is(kUnknown, "metadata.lables",
             R"(unknown field "metadata.lables" at line 2, column 13; did you mean "labels"?)"),
          Is(kUnknown, "spec.child.spce",
             R"(unknown field "spec.child.spce" at line 4, column 65; did you mean "spec"?)"),
          Is(kUnknown, "spec.ports[0].nun",
             R"(unknown field "spec.ports[0].nun" at line 3, column 28; did you mean "num"?)"),
          Is(kUnknown, "spec.sise",
             R"(unknown field "spec.sise" at line 3, column 9; did you mean "size"?)"),
          Is(kUnknown, "spec.tags.a.b.w",
             R"(unknown field "spec.tags.a.b.w" at line 3, column 53; did you mean "v"?)"),
          Is(kUnknown, "spec.child.metadata.nane",
             R"(unknown field "spec.child.metadata.nane" at line 4, column 53; did you mean "name"?)")));
}

TEST_F(FindingCausesTest, AreBounded) {
  std::string spec;
  for (int i = 0; i < 150; ++i) spec += (i ? ",\"u" : "\"u") + std::to_string(i) + "\":1";
  std::string head = R"({"apiVersion":"demo.example.org/v1","kind":"Widget","spec":{)";
  EXPECT_THAT(Causes(widget_, head + spec + "}}"), SizeIs(field::Findings::kMaxFindings));
  // A large body, and a path nobody wrote by mistake: what was found, and no more.
  std::string padding = std::string(size_t{1} << 20, ' ');
  EXPECT_THAT(
      Causes(widget_, head + R"("sise":1}})" + padding),
      ElementsAre(Is(kUnknown, "spec.sise", R"(unknown field "spec.sise"; did you mean "size"?)")));
  std::string name = "spec." + std::string(2000, 'x');
  EXPECT_THAT(Causes(widget_, head + "\"" + name.substr(5) + "\":1}}"),
              ElementsAre(Is(kUnknown, name, "unknown field \"" + name + "\"")));
}

TEST_F(FindingCausesTest, PathsAreReadInEveryWay) {
  struct Case {
    std::string_view path;
    std::optional<std::string> meant;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"spce", "spec"},
           {"metadata.labels.a.nme", std::nullopt},
           {"spec.tags.spec.size.w", "v"},
           {"spec.tags[a].w", "v"},
           {"spec.kids[one].metadata.nme", "name"},
           {"spec.kids.on.e.metadata.nme", "name"},
           {"spec.ports[x].nun", std::nullopt},
           {"spec.ports[7].nun", "num"},
           {"spec.opaque.nothing.is.known", std::nullopt},
           // A name with a dot in it.
           {"spec.siz.e", "size"},
           {"", std::nullopt},
       }) {
    EXPECT_EQ(NearestField(widget_, "v1", c.path), c.meant) << c.path;
  }
  EXPECT_EQ(NearestField(widget_, "v9", "spce"), std::nullopt);
  EXPECT_EQ(NearestField(deployment_, "v9", "spce"), std::nullopt);
}

// Every reading of a path costs; there is an end to it.
TEST_F(FindingCausesTest, LongPathsThroughMapsEndSoon) {
  Kind kind = WidgetKind();
  std::string schema = R"({"type":"string"})";
  for (int i = 0; i < 50; ++i) {
    schema = R"({"type":"object","additionalProperties":)" + schema + "}";
  }
  schema = R"({"type":"object","properties":{"a":)" + schema + "}}";
  kind.schemas = {{"v1", CompileSchema(schema)}};
  std::string path = "a";
  while (path.size() < 510) path += ".a";
  EXPECT_EQ(NearestField(kind, "v1", path), std::nullopt);
}

TEST_F(FindingCausesTest, ManyFieldsAreNotSearched) {
  for (const auto& [count, meant] :
       {std::pair<int, std::optional<std::string>>{100, "first"}, {5000, std::nullopt}}) {
    std::string properties = R"("first":{"type":"string"})";
    for (int i = 0; i < count; ++i) properties += fmt::format(R"(,"p{}":{{"type":"string"}})", i);
    Kind kind = WidgetKind();
    kind.schemas = {
        {"v1", CompileSchema(R"({"type":"object","properties":{)" + properties + "}}")}};
    EXPECT_EQ(NearestField(kind, "v1", "fisrt"), meant) << count;
  }
}

TEST_F(FindingCausesTest, CausesTakeNoMoreThanTheirLimit) {
  field::Findings findings;
  for (char c = 'a'; c < 'k'; ++c) findings.Unknown(std::string(4000, c));
  findings.Unknown("spce");
  std::vector<Cause> causes = FindingCauses(widget_, "v1", MediaType::kJson, "{}", findings);
  ASSERT_EQ(causes.size(), 9U) << "each of the long ones is there twice";
  EXPECT_EQ(causes[8].field, "spce");
  field::Findings many;
  for (int i = 0; i < 20; ++i) many.Unknown(fmt::format("a{}.spce", i));
  many.Unknown("spce");
  causes = FindingCauses(widget_, "v1", MediaType::kJson, "{}", many);
  ASSERT_EQ(causes.size(), 21U);
  EXPECT_EQ(causes.back().message, R"(unknown field "spce")") << "nobody looks that far";
}

}  // namespace
}  // namespace pintle::object
