#include "pintle/extensions/kind/conversion_review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/codec/document.h"

namespace pintle::extensions {
namespace {

using testing::HasSubstr;

TEST(ConversionReviewTest, FirstKnownVersionIsTaken) {
  EXPECT_EQ(*ChooseReviewVersion({"v1"}), "v1");
  EXPECT_EQ(*ChooseReviewVersion({"v2", "v1beta1", "v1"}), "v1beta1");
  for (const std::vector<std::string>& none : {std::vector<std::string>{}, {"v2", "v0"}}) {
    auto chosen = ChooseReviewVersion(none);
    ASSERT_FALSE(chosen);
    EXPECT_EQ(chosen.error().message(), "no supported conversion review versions");
  }
}

TEST(ConversionReviewTest, Request) {
  Arena arena;
  const Value objects[] = {*codec::ParseJson(R"({"a":1})", arena),
                           *codec::ParseJson(R"({"b":2})", arena)};
  EXPECT_EQ(EncodeReview({"v1", "u", "g/v2"}, objects),
            R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":)"
            R"({"desiredAPIVersion":"g/v2","objects":[{"a":1},{"b":2}],"uid":"u"}})");
}

struct AnswerCase {
  const char* version;
  const char* answer;
  const char* result;  // the objects, or the error
};

TEST(ConversionReviewTest, Answers) {
#define REVIEW R"("kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1",)"
#define GOOD R"("result":{"status":"Success"},"convertedObjects":[{"a":1},{}])"
  const AnswerCase cases[] = {
      {"v1", "{" REVIEW R"("response":{"uid":"u",)" GOOD "}}", R"([{"a":1},{}])"},
      {"v1", "{" REVIEW R"("response":{"uid":"u","result":{"status":"Success"}}})", "[]"},
      {"v1", "{" REVIEW R"("response":{"uid":"x",)" GOOD "}}",
       R"(expected response.uid="u", got "x")"},
      {"v1", "{" REVIEW R"("response":{)" GOOD "}}", R"(expected response.uid="u", got "")"},
      {"v1", R"({"response":{"uid":"u",)" GOOD "}}",
       "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got , Kind="},
      {"v1", R"({"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1beta1"})",
       "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got "
       "apiextensions.k8s.io/v1beta1, Kind=ConversionReview"},
      {"v1beta1", R"({"response":{)" GOOD "}}", R"([{"a":1},{}])"},
      {"v1beta1", R"({})", "no response provided"},
      {"v1", "{" REVIEW R"("response":null})", "no response provided"},
      {"v1", "{" REVIEW R"("response":{"uid":"u"}})",
       "response.result.status was '', not 'Success'"},
      {"v1", "{" REVIEW R"("response":{"uid":"u","result":{"status":"Failure"}}})",
       "response.result.status was 'Failure', not 'Success'"},
      {"v1", "{" REVIEW R"("response":{"uid":"u","result":{"status":"Failure","message":"why"}}})",
       "why"},
      {"v1",
       "{" REVIEW R"("response":{"uid":"u","result":{"status":"Success"},"convertedObjects":{}}})",
       "response.convertedObjects is not a list"},
      {"v1", "[]", "the answer is not a JSON object"},
  };
#undef REVIEW
#undef GOOD
  for (const AnswerCase& c : cases) {
    Arena arena;
    auto objects = DecodeReview({c.version, "u", "g/v2"}, c.answer, arena);
    EXPECT_EQ(objects ? codec::ToJson(Value::List(arena, *objects)) : objects.error().message(),
              c.result)
        << c.answer;
  }
  Arena arena;
  auto rubbish = DecodeReview({"v1", "u", "g/v2"}, "<html>", arena);
  ASSERT_FALSE(rubbish);
  EXPECT_THAT(rubbish.error().message(), HasSubstr("the answer is not JSON: "));
}

struct ObjectCase {
  const char* converted;
  const char* result;  // the object, or the error
};

TEST(ConversionReviewTest, ConvertedObjects) {
  constexpr const char* kOriginal =
      R"({"apiVersion":"g/v1","kind":"Foo","metadata":{"name":"a","namespace":"n","uid":"u",)"
      R"("generation":3,"labels":{"l":"1"},"annotations":{"bad key":"2"}},"spec":{}})";
#define HEAD R"({"apiVersion":"g/v2","kind":"Foo","metadata":{"name":"a","namespace":"n","uid":"u")"
  const ObjectCase cases[] = {
      // Labels and annotations are taken, also when there are none; nothing else is.
      {HEAD R"(},"spec":{"x":1}})",
       R"({"apiVersion":"g/v2","kind":"Foo","metadata":{"generation":3,"name":"a",)"
       R"("namespace":"n","uid":"u"},"spec":{"x":1}})"},
      {HEAD R"(,"generation":9,"finalizers":["f"],"labels":{"m":"2"},"annotations":null}})",
       R"({"apiVersion":"g/v2","kind":"Foo","metadata":{"generation":3,"labels":{"m":"2"},)"
       R"("name":"a","namespace":"n","uid":"u"}})"},
      // What did not change is not checked again.
      {HEAD R"(,"annotations":{"bad key":"2"}}})",
       R"({"apiVersion":"g/v2","kind":"Foo","metadata":{"annotations":{"bad key":"2"},)"
       R"("generation":3,"name":"a","namespace":"n","uid":"u"}})"},
      {HEAD R"(,"labels":{"k":1}}})",
       "metadata.labels[k] must be a string, but is int64 in converted object"},
      {HEAD R"(,"labels":[]}})", "invalid metadata.labels of type array in converted object"},
      {R"([])", "it is not an object"},
      {R"({"apiVersion":"g/v1","kind":"Foo"})",
       "invalid groupVersion (expected g/v2, received g/v1)"},
      {R"({"apiVersion":"g/v2","kind":"Bar"})", "invalid kind (expected Foo, received Bar)"},
      {R"({"apiVersion":"g/v2","kind":"Foo"})", "missing metadata in converted object"},
      {R"({"apiVersion":"g/v2","kind":"Foo","metadata":{}})", "must have the same name: a != "},
      {R"({"apiVersion":"g/v2","kind":"Foo","metadata":{"name":"a"}})",
       "must have the same namespace: n != "},
      {R"({"apiVersion":"g/v2","kind":"Foo","metadata":{"name":"a","namespace":"n","uid":"x"}})",
       "must have the same UID: u != x"},
  };
  for (const ObjectCase& c : cases) {
    Arena arena;
    Value original = *codec::ParseJson(kOriginal, arena);
    Value converted = *codec::ParseJson(c.converted, arena);
    auto accepted = AcceptConverted({"v1", "r", "g/v2"}, original, converted, arena);
    EXPECT_EQ(accepted ? codec::ToJson(*accepted) : accepted.error().message(), c.result)
        << c.converted;
  }
  for (const char* metadata :
       {R"(,"labels":{"k":"not a value"}}})", R"(,"annotations":{"bad key":"other"}}})"}) {
    Arena arena;
    Value original = *codec::ParseJson(kOriginal, arena);
    Value converted = *codec::ParseJson(std::string(HEAD) + metadata, arena);
    auto accepted = AcceptConverted({"v1", "r", "g/v2"}, original, converted, arena);
    ASSERT_FALSE(accepted) << metadata;
    EXPECT_THAT(accepted.error().message(), HasSubstr(": Invalid value: "));
  }
#undef HEAD
}

}  // namespace
}  // namespace pintle::extensions
