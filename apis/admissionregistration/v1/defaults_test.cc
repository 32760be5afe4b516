#include "apis/admissionregistration/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::admissionregistration::v1 {
namespace {

template <typename T>
void ExpectDefaultsOfAnyWebhook() {
  ExpectDefaults<T>({
      {"failurePolicy", "{}", R"("Fail")"},
      {"failurePolicy", R"({"failurePolicy":"Ignore"})", R"("Ignore")"},
      {"matchPolicy", "{}", R"("Equivalent")"},
      {"matchPolicy", R"({"matchPolicy":"Exact"})", R"("Exact")"},
      {"namespaceSelector", "{}", "{}"},
      {"namespaceSelector", R"({"namespaceSelector":{"matchLabels":{"a":"b"}}})",
       R"({"matchLabels":{"a":"b"}})"},
      {"objectSelector", "{}", "{}"},
      {"objectSelector", R"({"objectSelector":{"matchLabels":{"a":"b"}}})",
       R"({"matchLabels":{"a":"b"}})"},
      {"timeoutSeconds", "{}", "10"},
      {"timeoutSeconds", R"({"timeoutSeconds":3})", "3"},
  });
}

TEST(AdmissionRegistrationDefaults, OfWebhooks) {
  ExpectDefaultsOfAnyWebhook<ValidatingWebhook>();
  ExpectDefaults<ValidatingWebhook>({{"reinvocationPolicy", "{}", "absent"}});
  ExpectDefaultsOfAnyWebhook<MutatingWebhook>();
  ExpectDefaults<MutatingWebhook>({
      {"reinvocationPolicy", "{}", R"("Never")"},
      {"reinvocationPolicy", R"({"reinvocationPolicy":"IfNeeded"})", R"("IfNeeded")"},
  });
}

TEST(AdmissionRegistrationDefaults, OfRulesAndServices) {
  ExpectDefaults<Rule>(
      {{"scope", "{}", R"("*")"}, {"scope", R"({"scope":"Namespaced"})", R"("Namespaced")"}});
  ExpectDefaults<ServiceReference>({{"port", "{}", "443"}, {"port", R"({"port":8443})", "8443"}});
  ExpectDefaults<MutatingWebhookConfiguration>(
      {{"webhooks.0.rules.0.scope", R"({"webhooks":[{"rules":[{}]}]})", R"("*")"},
       {"webhooks.0.clientConfig.service.port",
        R"({"webhooks":[{"clientConfig":{"service":{"name":"s","namespace":"n"}}}]})", "443"}});
}

TEST(AdmissionRegistrationDefaults, OfPolicies) {
  ExpectDefaults<ValidatingAdmissionPolicySpec>({
      {"failurePolicy", "{}", R"("Fail")"},
      {"failurePolicy", R"({"failurePolicy":"Ignore"})", R"("Ignore")"},
      {"matchConstraints", "{}", "absent"},
      {"matchConstraints.resourceRules.0.scope", R"({"matchConstraints":{"resourceRules":[{}]}})",
       R"("*")"},
  });
  ExpectDefaults<MutatingAdmissionPolicySpec>({
      {"failurePolicy", "{}", R"("Fail")"},
      {"failurePolicy", R"({"failurePolicy":"Ignore"})", R"("Ignore")"},
  });
  ExpectDefaults<MatchResources>({
      {"matchPolicy", "{}", R"("Equivalent")"},
      {"matchPolicy", R"({"matchPolicy":"Exact"})", R"("Exact")"},
      {"namespaceSelector", "{}", "{}"},
      {"namespaceSelector", R"({"namespaceSelector":{"matchLabels":{"a":"b"}}})",
       R"({"matchLabels":{"a":"b"}})"},
      {"objectSelector", "{}", "{}"},
      {"objectSelector", R"({"objectSelector":{"matchLabels":{"a":"b"}}})",
       R"({"matchLabels":{"a":"b"}})"},
  });
}

}  // namespace
}  // namespace pintle::apis::admissionregistration::v1
