#include "pintle/extensions/conditions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/extensions/definition_for_test.h"
#include "pintle/http/certificates.h"

namespace pintle::extensions {
namespace {

constexpr int64_t kNow = 1000;

std::string Shown(const CustomResourceDefinition& crd, std::string_view type) {
  const CustomResourceDefinitionCondition* found = FindCondition(crd, type);
  if (found == nullptr) return "";
  return std::string(found->status) + "/" + std::string(found->reason) + "/" +
         std::string(found->message);
}

TEST(ConditionsTest, TransitionTimesMoveWithTheStatusOnly) {
  Arena arena;
  CustomResourceDefinition crd;
  EXPECT_TRUE(SetCondition(arena, crd, "T", {"True", "a", "m"}, 10));
  EXPECT_FALSE(SetCondition(arena, crd, "T", {"True", "a", "m"}, 20));
  EXPECT_TRUE(SetCondition(arena, crd, "T", {"True", "b", "m"}, 30));
  ASSERT_EQ(crd.status.conditions.size(), 1u);
  EXPECT_EQ(crd.status.conditions[0].last_transition_time, typeinfo::Time::FromSeconds(10));
  EXPECT_TRUE(SetCondition(arena, crd, "T", {"False", "b", "m"}, 40));
  EXPECT_EQ(crd.status.conditions[0].last_transition_time, typeinfo::Time::FromSeconds(40));
  EXPECT_FALSE(HasCondition(crd, "T"));
  EXPECT_FALSE(HasCondition(crd, "Other"));
  EXPECT_TRUE(RemoveCondition(crd, "T"));
  EXPECT_FALSE(RemoveCondition(crd, "T"));
  EXPECT_EQ(FindCondition(crd, "T"), nullptr);
}

TEST(ConditionsTest, EstablishedOnceTheNamesAre) {
  Arena arena;
  CustomResourceDefinition crd;
  EXPECT_FALSE(SetEstablished(arena, crd, kNow));
  SetCondition(arena, crd, "NamesAccepted", {"True", "", ""}, kNow);
  EXPECT_TRUE(SetEstablished(arena, crd, kNow));
  EXPECT_EQ(Shown(crd, "Established"),
            "True/InitialNamesAccepted/the initial names have been accepted");
  SetCondition(arena, crd, "NamesAccepted", {"False", "", ""}, kNow);
  EXPECT_FALSE(SetEstablished(arena, crd, kNow)) << "it stays";
  EXPECT_TRUE(HasCondition(crd, "Established"));
}

TEST(ConditionsTest, AWebhookThatCannotBeTrustedKeepsItBack) {
  Arena arena;
  CustomResourceDefinition crd;
  SetCondition(arena, crd, "NamesAccepted", {"True", "", ""}, kNow);
  auto& config =
      crd.spec.conversion.Ensure(arena).webhook.Ensure(arena).client_config.Ensure(arena);
  config.ca_bundle = typeinfo::Binary::Of("no certificate");
  EXPECT_TRUE(SetEstablished(arena, crd, kNow));
  EXPECT_EQ(Shown(crd, "Established"),
            "False/InvalidCABundle/The conversion webhook CABundle is invalid");
  EXPECT_FALSE(SetEstablished(arena, crd, kNow));
  auto authority = http::GenerateCa("test", 1);
  ASSERT_TRUE(authority);
  config.ca_bundle = typeinfo::Binary::Of(authority->certificate_pem);
  EXPECT_TRUE(SetEstablished(arena, crd, kNow));
  EXPECT_TRUE(HasCondition(crd, "Established"));
}

TEST(ConditionsTest, SchemasThatAreNotStructural) {
  Arena arena;
  ParsedDefinition parsed(DefinitionJson("example.com", "things", "Thing", R"([
    {"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"properties":{"a":{}}}}},
    {"name":"v2","served":true,"storage":false}])"));
  CustomResourceDefinition crd = *parsed;
  crd.spec.preserve_unknown_fields = true;
  EXPECT_TRUE(SetNonStructural(arena, crd, kNow));
  EXPECT_EQ(
      Shown(crd, "NonStructuralSchema"),
      "True/Violations/[spec.preserveUnknownFields: Invalid value: true: must be false, "
      "spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value: must not be "
      "empty for specified object fields, spec.versions[0].schema.openAPIV3Schema.type: Required "
      "value: must not be empty at the root]");
  EXPECT_FALSE(SetNonStructural(arena, crd, kNow));
  crd.spec.preserve_unknown_fields = false;
  EXPECT_TRUE(SetNonStructural(arena, crd, kNow));
  EXPECT_EQ(Shown(crd, "NonStructuralSchema"), "") << "absent when all is well";
}

TEST(ConditionsTest, AMessageHasAnEnd) {
  constexpr int kProperties = 5'000;
  std::string properties;
  for (int i = 0; i < kProperties; ++i)
    properties += fmt::format("{}\"p{}\":{{}}", i ? "," : "", i);
  ParsedDefinition parsed(DefinitionJson(
      "example.com", "things", "Thing",
      R"([{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",)"
      R"("properties":{)" +
          properties + "}}}}]"));
  Arena arena;
  CustomResourceDefinition crd = *parsed;
  crd.spec.preserve_unknown_fields = true;
  EXPECT_TRUE(SetNonStructural(arena, crd, kNow));
  const std::string shown = Shown(crd, "NonStructuralSchema");
  EXPECT_LT(shown.size(), size_t{40} << 10);
  EXPECT_TRUE(shown.ends_with(" more]")) << shown.substr(shown.size() - 100);
}

TEST(ConditionsTest, SchemasWithoutAStructuralForm) {
  Arena arena;
  ParsedDefinition parsed(DefinitionJson("example.com", "things", "Thing", R"([
    {"name":"v1","served":true,"storage":true,
     "schema":{"openAPIV3Schema":{"type":"object","$ref":"#/x"}}}])"));
  CustomResourceDefinition crd = *parsed;
  crd.spec.preserve_unknown_fields = true;
  SetNonStructural(arena, crd, kNow);
  EXPECT_EQ(Shown(crd, "NonStructuralSchema").substr(0, 24), "Unknown/StructuralError/");
}

TEST(ConditionsTest, Approval) {
  const std::string text =
      "protected groups must have approval annotation \"api-approved.kubernetes.io\"";
  const std::string reference = ", see https://github.com/kubernetes/enhancements/pull/1111";
  struct {
    const char* group;
    const char* annotation;
    std::string condition;
  } const cases[] = {
      {"example.com", "", ""},
      {"k8s.io.example.com", "", ""},
      {"k8s.io", "", "False/MissingAnnotation/" + text + reference},
      {"x.kubernetes.io", "", "False/MissingAnnotation/" + text + reference},
      {"x.k8s.io", "unapproved, a test",
       "False/UnapprovedAnnotation/not approved: \"unapproved, a test\""},
      {"x.k8s.io", "https://example.com/pull/1",
       "True/ApprovedAnnotation/approved in https://example.com/pull/1"},
      {"x.k8s.io", "yes",
       "False/InvalidAnnotation/" + text +
           " with either a URL or a reason starting with \"unapproved\"" + reference},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.group + std::string(test.annotation));
    Arena arena;
    CustomResourceDefinition crd;
    crd.spec.group = test.group;
    crd.metadata.annotations.Set(arena, "api-approved.kubernetes.io", test.annotation);
    EXPECT_EQ(SetApproval(arena, crd, kNow), !test.condition.empty());
    EXPECT_EQ(Shown(crd, "KubernetesAPIApprovalPolicyConformant"), test.condition);
    EXPECT_FALSE(SetApproval(arena, crd, kNow));
  }
}

}  // namespace
}  // namespace pintle::extensions
