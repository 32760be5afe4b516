#include "pintle/schema/embedded.h"

#include <gtest/gtest.h>

#include "pintle/field/names.h"
#include "pintle/schema/test_schema.h"

namespace pintle::schema {
namespace {

constexpr std::string_view kSchema = "{type: object, props: {t: {type: object, EMB, PUF}}}";

TidyResult Tidy(Arena& arena, std::string_view input, MalformedFields malformed) {
  auto schema = SchemaFrom(kSchema);
  return TidyEmbedded(arena, *schema, ParseJson(arena, input), field::Path(), true,
                      {.tidier = TestTidier, .malformed = malformed});
}

TEST(EmbeddedTest, RequestsWithMalformedMetadataFail) {
  struct {
    std::string_view input;
    std::string_view error;
  } const cases[] = {
      {R"({"t":{"apiVersion":"v1","kind":5}})", "t.kind: Invalid value: 5: must be a string"},
      {R"({"t":{"apiVersion":"v1","kind":{"hidden":"x"}}})",
       "t.kind: Invalid value: must be a string"},
      {R"({"t":{"apiVersion":["hidden"],"kind":"K"}})",
       "t.apiVersion: Invalid value: must be a string"},
      {R"({"t":{"apiVersion":"v1","kind":"K","metadata":{"labels":{"a":1}}}})",
       "t.metadata: Invalid value: malformed labels"},
      {R"({"kind":5,"t":{"apiVersion":"v1","kind":"K","metadata":{"name":"n"}}})", ""},
  };
  for (const auto& test : cases) {
    Arena arena;
    TidyResult result = Tidy(arena, test.input, MalformedFields::kFail);
    EXPECT_EQ(result.error ? result.error->Text() : "", test.error);
  }
}

TEST(EmbeddedTest, StoredObjectsLoseMalformedMetadata) {
  Arena arena;
  TidyResult result =
      Tidy(arena, R"({"t":{"apiVersion":"v1","kind":5,"metadata":{"name":"n","labels":{"a":1}}}})",
           MalformedFields::kDrop);
  EXPECT_FALSE(result.error);
  EXPECT_EQ(codec::ToJson(result.object), R"({"t":{"apiVersion":"v1","metadata":{"name":"n"}}})");
}

TEST(EmbeddedTest, ValidatesEmbeddedResources) {
  struct {
    std::string_view input;
    std::string_view errors;
  } const cases[] = {
      {R"({"t":{"apiVersion":"v1"}})", "t.kind: Required value"},
      {R"({"t":{"apiVersion":"a/b/c","kind":"K"}})",
       "t.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: a/b/c"},
      {R"({"t":{"apiVersion":"v1","kind":"K","metadata":{"name":"a/b"}}})",
       "t.metadata.name: Invalid value: \"a/b\": may not contain '/'"},
      {R"({"t":{"apiVersion":"v1","kind":"K"}})", ""},
      {R"({"t":{"apiVersion":"","kind":""}})",
       "t.apiVersion: Invalid value: \"\": must not be empty ++ t.kind: Invalid value: \"\": must "
       "not be empty"},
  };
  MetadataValidator validator = [](const Value& metadata, const field::Path& path,
                                   field::ErrorList& errors) {
    std::string_view name = metadata.FindString("name");
    for (const std::string& message : validate::IsPathSegmentName(name)) {
      errors.push_back(field::Invalid(path.Child("name"), name, message));
    }
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.input);
    Arena arena;
    auto schema = SchemaFrom(kSchema);
    field::ErrorList errors;
    ValidateEmbedded(*schema, ParseJson(arena, test.input), field::Path(), true, validator, errors);
    EXPECT_EQ(Texts(errors), test.errors);
  }
}

}  // namespace
}  // namespace pintle::schema
