#include "apis/core/v1/memory_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "apis/validation_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

// Everything declared is shown once, but for the old name of a field.
TEST(MemoryForms, NameAllFieldsOnce) {
  for (const validate::ShownForm& form : MemoryForms()) {
    std::multiset<std::string_view> shown(form.order.begin(), form.order.end());
    shown.insert(form.held.begin(), form.held.end());
    if (form.type == &typeinfo::TypeOf<PodSpec>()) shown.insert("DeprecatedServiceAccount");
    std::multiset<std::string_view> declared;
    for (const typeinfo::FieldInfo& field : form.type->fields) declared.insert(field.go_name);
    EXPECT_EQ(shown, declared) << form.type->name;
  }
}

TEST(MemoryForms, TheSecurityContextHoldsWhatAPodUsesOfTheHost) {
  Arena arena;
  const auto& spec = ReadForTest<PodSpec>(
      R"({"hostNetwork":true,"hostUsers":false,"serviceAccount":"s","securityContext":{"fsGroup":7},
          "volumes":[{"name":"v","quobyte":{"registry":"r","volume":"w"}}]})",
      arena);
  std::string text = ShownInMemory(spec).text();
  EXPECT_THAT(text, ::testing::HasSubstr(
                        R"("NodeName":"","SecurityContext":{"HostNetwork":true,"HostPID":false,)"
                        R"("HostIPC":false,"ShareProcessNamespace":null,"HostUsers":false,)"
                        R"("SELinuxOptions":null)"));
  EXPECT_THAT(text,
              ::testing::HasSubstr(R"("FSGroup":7,"FSGroupChangePolicy":null,"Sysctls":null)"));
  EXPECT_THAT(text, ::testing::HasSubstr(
                        R"("RBD":null,"Quobyte":{"Registry":"r","Volume":"w","ReadOnly":false,)"
                        R"("User":"","Group":"","Tenant":""},"FlexVolume":null)"));
  EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("ServiceAccount\":\"s\"")));
  const auto& bare = ReadForTest<PodSpec>("{}", arena);
  EXPECT_THAT(ShownInMemory(bare).text(), ::testing::HasSubstr(R"("SecurityContext":null)"));
}

TEST(MemoryForms, ClaimsDifferInLines) {
  Arena arena;
  const auto& before = ReadForTest<PersistentVolumeClaimSpec>(
      R"({"accessModes":["ReadWriteMany"],"resources":{"requests":{"storage":"1Gi"}}})", arena);
  const auto& after = ReadForTest<PersistentVolumeClaimSpec>(
      R"({"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}})", arena);
  EXPECT_EQ(DiffInMemory(before, after),
            "@@ -1,6 +1,6 @@\n"
            " {\n"
            "  \"AccessModes\": [\n"
            "-  \"ReadWriteMany\"\n"
            "+  \"ReadWriteOnce\"\n"
            "  ],\n"
            "  \"Selector\": null,\n"
            "  \"Resources\": {\n");
  EXPECT_EQ(DiffInMemory(before, before), "");
}

TEST(MemoryForms, PodsDifferInLines) {
  Arena arena;
  const std::string head = R"({"containers":[{"name":"c","image":"i"}],"securityContext":{})";
  const auto& before = ReadForTest<PodSpec>(head + "}", arena);
  const auto& after = ReadForTest<PodSpec>(head + R"(,"hostPID":true,"hostname":"x"})", arena);
  EXPECT_EQ(DiffInMemory(before, after),
            "@@ -45,7 +45,7 @@\n"
            "  \"NodeName\": \"\",\n"
            "  \"SecurityContext\": {\n"
            "   \"HostNetwork\": false,\n"
            "-  \"HostPID\": false,\n"
            "+  \"HostPID\": true,\n"
            "   \"HostIPC\": false,\n"
            "   \"ShareProcessNamespace\": null,\n"
            "   \"HostUsers\": null,\n"
            "@@ -64,7 +64,7 @@\n"
            "   \"SELinuxChangePolicy\": null\n"
            "  },\n"
            "  \"ImagePullSecrets\": null,\n"
            "- \"Hostname\": \"\",\n"
            "+ \"Hostname\": \"x\",\n"
            "  \"Subdomain\": \"\",\n"
            "  \"SetHostnameAsFQDN\": null,\n"
            "  \"Affinity\": null,\n");
}

}  // namespace
}  // namespace pintle::apis::core::v1
