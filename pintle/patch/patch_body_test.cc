#include "pintle/patch/patch_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "pintle/object/encode.h"
#include "pintle/object/kinds_for_test.h"

namespace pintle::patch {
namespace {

using object::MediaType;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr PatchFormat kJson = {PatchType::kJson, MediaType::kJson};
constexpr PatchFormat kMerge = {PatchType::kMerge, MediaType::kJson};
constexpr PatchFormat kStrategic = {PatchType::kStrategic, MediaType::kJson};

class PatchBodyTest : public testing::Test {
 protected:
  std::string DataOf(const object::Object& object) {
    Arena arena;
    return codec::ToJson(object::ToDocument(map_, object, "v1", arena).Find("data"));
  }

  scheme::Scheme scheme_;
  object::Kind map_ = object::ConfigMapKind(scheme_);
  object::Object current_ =
      object::MustDecode(map_, "v1", R"({"metadata":{"name":"m"},"data":{"a":"1","b":"2"}})")
          .object;
};

TEST(PatchFormatTest, NamesStandOnce) {
  std::set<std::string_view> names;
  for (const NamedFormat& named : PatchFormats()) EXPECT_TRUE(names.insert(named.name).second);
  EXPECT_TRUE(names.contains("application/merge-patch+json"));
}

TEST_F(PatchBodyTest, ResultsAndFindings) {
  struct {
    PatchFormat format;
    std::string body;
    std::string data;
    std::vector<std::string> found;
  } const cases[] = {
      {kMerge, "{}", R"({"a":"1","b":"2"})", {}},
      {kMerge, R"({"data":{"a":null,"c":"3"}})", R"({"b":"2","c":"3"})", {}},
      {kMerge,
       R"({"data":{"a":"9","a":"8"},"dta":1})",
       R"({"a":"8","b":"2"})",
       {R"(duplicate field "data.a")", R"(unknown field "dta")"}},
      {kStrategic, R"({"data":{"$patch":"replace","z":"0"}})", R"({"z":"0"})", {}},
      {kStrategic,
       R"({"metdata":{},"dta":1})",
       R"({"a":"1","b":"2"})",
       {R"(unknown field "dta")", R"(unknown field "metdata")"}},
      {kJson, "[]", R"({"a":"1","b":"2"})", {}},
      {kJson,
       R"([{"op":"replace","path":"/data/a","value":"5","vale":1}])",
       R"({"a":"5","b":"2"})",
       {R"(json patch unknown field "[0].vale")"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.body);
    field::Findings misspelt;
    PatchBody told(map_, "v1", c.format, /*collects=*/true, c.body);
    // It is applied again after a lost race.
    for (int i = 0; i < 2; ++i) {
      auto patched = told.Apply(current_, misspelt);
      ASSERT_TRUE(patched) << patched.error().message();
      EXPECT_EQ(DataOf(patched->object), c.data);
      EXPECT_EQ(field::FindingTexts(patched->findings.items()), c.found);
    }
    PatchBody ignoring(map_, "v1", c.format, /*collects=*/false, c.body);
    auto patched = ignoring.Apply(current_, misspelt);
    ASSERT_TRUE(patched) << patched.error().message();
    EXPECT_EQ(DataOf(patched->object), c.data);
    EXPECT_FALSE(patched->findings.any());
    EXPECT_FALSE(misspelt.any());
  }
}

TEST_F(PatchBodyTest, Refusals) {
  struct {
    PatchFormat format;
    std::string body;
    int code;
    std::vector<std::string> misspelt;
  } const cases[] = {
      {kMerge, "[", 400, {}},
      {kMerge, R"({"data":5})", 422, {}},
      {kStrategic, "[]", 400, {}},
      {kJson, "{", 400, {}},
      {kJson, R"([{"op":"remove","path":"/data/zz"}])", 422, {}},
      {kJson,
       R"([{"op":"replace","pth":"/data/a","value":"5"}])",
       422,
       {R"(json patch unknown field "[0].pth")"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.body);
    field::Findings misspelt;
    PatchBody patch(map_, "v1", c.format, /*collects=*/true, c.body);
    auto patched = patch.Apply(current_, misspelt);
    ASSERT_FALSE(patched);
    EXPECT_EQ(patched.error().code(), c.code) << patched.error().message();
    EXPECT_EQ(field::FindingTexts(misspelt.items()), c.misspelt);
  }
}

TEST_F(PatchBodyTest, AStrictRefusalHasPlacesAndWhatWasMeant) {
  const std::string body = "{\"data\":{\"a\":\"1\",\n\"a\":\"2\"},\n \"dta\":{}}";
  field::Findings misspelt;
  PatchBody patch(map_, "v1", kMerge, /*collects=*/true, body);
  auto patched = patch.Apply(current_, misspelt);
  ASSERT_TRUE(patched) << patched.error().message();
  const Error refusal = patch.StrictRefusal(patched->findings);
  EXPECT_EQ(refusal.code(), 422);
  std::vector<std::string> causes;
  for (const Cause& cause : refusal.details()->causes) causes.push_back(cause.message);
  EXPECT_THAT(causes,
              ElementsAre(R"(Invalid value: strict decoding error: duplicate field "data.a", )"
                          R"(unknown field "dta")",
                          R"(duplicate field "data.a" at line 2, column 1)",
                          R"(unknown field "dta" at line 3, column 2; did you mean "data"?)"));
  EXPECT_THAT(patched->findings.items()[0].position, testing::Eq(std::nullopt))
      << "places are looked up for the answer";
}

}  // namespace
}  // namespace pintle::patch
