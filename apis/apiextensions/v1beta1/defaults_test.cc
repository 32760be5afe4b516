#include "apis/apiextensions/v1beta1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::apiextensions::v1beta1 {
namespace {

TEST(ApiExtensionsBetaDefaults, OfDefinitions) {
  ExpectDefaults<CustomResourceDefinition>({
      {"spec.scope", "{}", R"("Namespaced")"},
      {"spec.scope", R"({"spec":{"scope":"Cluster"}})", R"("Cluster")"},
      {"spec.names.singular", R"({"spec":{"names":{"kind":"CronTab"}}})", R"("crontab")"},
      {"spec.names.singular", R"({"spec":{"names":{"kind":"CronTab","singular":"tab"}}})",
       R"("tab")"},
      {"spec.names.listKind", R"({"spec":{"names":{"kind":"CronTab"}}})", R"("CronTabList")"},
      {"spec.names.listKind", "{}", "absent"},
      {"spec.versions", R"({"spec":{"version":"v1"}})",
       R"([{"name":"v1","served":true,"storage":true}])"},
      {"spec.versions", R"({"spec":{"version":"v1","versions":[{"name":"v2"}]}})",
       R"([{"name":"v2","served":false,"storage":false}])"},
      {"spec.versions", "{}", "absent"},
      {"spec.version", R"({"spec":{"versions":[{"name":"v2"},{"name":"v3"}]}})", R"("v2")"},
      {"spec.version", R"({"spec":{"version":"v1","versions":[{"name":"v2"}]}})", R"("v1")"},
      {"spec.version", "{}", "absent"},
      {"spec.conversion", "{}", R"({"strategy":"None"})"},
      {"spec.conversion", R"({"spec":{"conversion":{"strategy":"Webhook"}}})",
       R"({"conversionReviewVersions":["v1beta1"],"strategy":"Webhook"})"},
      {"spec.conversion.conversionReviewVersions",
       R"({"spec":{"conversion":{"strategy":"Webhook","conversionReviewVersions":["v1"]}}})",
       R"(["v1"])"},
      {"spec.conversion.conversionReviewVersions", R"({"spec":{"conversion":{"strategy":"None"}}})",
       "absent"},
      {"spec.preserveUnknownFields", "{}", "true"},
      {"spec.preserveUnknownFields", R"({"spec":{"preserveUnknownFields":false}})", "false"},
      {"status.storedVersions", R"({"spec":{"version":"v1"}})", R"(["v1"])"},
      {"status.storedVersions", R"({"spec":{"version":"v1"},"status":{"storedVersions":["v0"]}})",
       R"(["v0"])"},
  });
}

TEST(ApiExtensionsBetaDefaults, OfServices) {
  ExpectDefaults<ServiceReference>({{"port", "{}", "443"}, {"port", R"({"port":8443})", "8443"}});
}

}  // namespace
}  // namespace pintle::apis::apiextensions::v1beta1
