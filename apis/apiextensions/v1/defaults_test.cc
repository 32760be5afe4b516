#include "apis/apiextensions/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::apiextensions::v1 {
namespace {

TEST(ApiExtensionsDefaults, OfDefinitions) {
  ExpectDefaults<CustomResourceDefinition>({
      {"spec.names.singular", R"({"spec":{"names":{"kind":"CronTab"}}})", R"("crontab")"},
      {"spec.names.singular", R"({"spec":{"names":{"kind":"CronTab","singular":"tab"}}})",
       R"("tab")"},
      {"spec.names.singular", "{}", "absent"},
      {"spec.names.listKind", R"({"spec":{"names":{"kind":"CronTab"}}})", R"("CronTabList")"},
      {"spec.names.listKind", R"({"spec":{"names":{"kind":"CronTab","listKind":"Tabs"}}})",
       R"("Tabs")"},
      {"spec.names.listKind", "{}", "absent"},
      {"spec.conversion", "{}", R"({"strategy":"None"})"},
      {"spec.conversion.strategy", R"({"spec":{"conversion":{"strategy":"Webhook"}}})",
       R"("Webhook")"},
      {"status.storedVersions",
       R"({"spec":{"versions":[{"name":"v2"},{"name":"v1","storage":true}]}})", R"(["v1"])"},
      {"status.storedVersions",
       R"({"spec":{"versions":[{"name":"v1","storage":true}]},"status":{"storedVersions":["v0"]}})",
       R"(["v0"])"},
      {"status.storedVersions", R"({"spec":{"versions":[{"name":"v2"}]}})", "null"},
  });
}

TEST(ApiExtensionsDefaults, OfServices) {
  ExpectDefaults<ServiceReference>({{"port", "{}", "443"}, {"port", R"({"port":8443})", "8443"}});
  ExpectDefaults<CustomResourceDefinition>({{"spec.conversion.webhook.clientConfig.service.port",
                                             R"({"spec":{"conversion":{"strategy":"Webhook",
          "webhook":{"clientConfig":{"service":{"name":"s","namespace":"n"}}}}}})",
                                             "443"}});
}

}  // namespace
}  // namespace pintle::apis::apiextensions::v1
