#include "apis/apiextensions/v1beta1/form.h"

#include <gtest/gtest.h>

#include "apis/apiextensions/v1beta1/types.h"
#include "pintle/codec/document.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::apis::apiextensions::v1beta1 {
namespace {

constexpr std::string_view kSchema = R"({"openAPIV3Schema":{"type":"object"}})";

TEST(V1beta1FormTest, WhereThingsAreSaid) {
  const std::string schema(kSchema);
  std::string many = R"({"name":"v1"})";
  for (int i = 2; i <= 33; ++i) many += R"(,{"name":"v)" + std::to_string(i) + R"("})";
  struct {
    std::string spec;
    std::string errors;
  } const cases[] = {
      {R"("version":"v1","versions":[{"name":"v1"}],"validation":)" + schema, ""},
      {R"("version":"v2","versions":[{"name":"v1"},{"name":"v2"}])",
       "spec.version: Invalid value: \"v2\": must match the first version in spec.versions"},
      {R"("version":"v1","versions":[{"name":"v1","schema":)" + schema +
           R"(},{"name":"v2"}],"validation":)" + schema,
       "spec.validation: Forbidden: top-level and per-version schemas are mutually exclusive"},
      {R"("version":"v1","versions":[{"name":"v1","subresources":{"status":{}}},{"name":"v2"}],
          "subresources":{"status":{}})",
       "spec.subresources: Forbidden: top-level and per-version subresources are mutually "
       "exclusive"},
      {R"("version":"v1","versions":[{"name":"v1","additionalPrinterColumns":[{"name":"a"}]},
          {"name":"v2"}],"additionalPrinterColumns":[{"name":"b"}])",
       "spec.additionalPrinterColumns: Forbidden: top-level and per-version "
       "additionalPrinterColumns are mutually exclusive"},
      {R"("version":"v1","versions":[{"name":"v1","schema":)" + schema + "}]",
       R"(spec.versions: Invalid value: [{"name":"v1","schema":{"openAPIV3Schema":{"type":)"
       R"("object"}},"served":false,"storage":false}]: per-version schemas may not all be set to )"
       "identical values (top-level validation should be used instead)"},
      {R"("version":"v1","versions":[{"name":"v1","schema":)" + schema +
           R"(},{"name":"v2","schema":{"openAPIV3Schema":{"type":"object","title":"t"}}}])",
       ""},
      {R"("version":"v1","versions":[)" + many + "]", ""},
      {R"("version":"v1","versions":[)" + many + R"(],"validation":)" + schema,
       "spec.versions: Too many: 33: must have at most 32 items"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.spec);
    Arena arena;
    auto document = codec::ParseJson("{\"spec\":{" + test.spec + "}}", arena);
    ASSERT_TRUE(document);
    CustomResourceDefinition crd;
    ASSERT_TRUE(typeinfo::FromValue(*document, typeinfo::TypeOf<CustomResourceDefinition>(), &crd,
                                    arena, nullptr));
    std::string texts;
    for (const field::Error& error : CheckForm(&crd)) texts += error.Text();
    EXPECT_EQ(texts, test.errors);
  }
}

}  // namespace
}  // namespace pintle::apis::apiextensions::v1beta1
