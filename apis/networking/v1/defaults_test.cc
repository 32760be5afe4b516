#include "apis/functions_for_test.h"
#include "apis/networking/v1/types.h"

namespace pintle::apis::networking::v1 {
namespace {

TEST(NetworkingDefaults, OfNetworkPolicies) {
  ExpectDefaults<NetworkPolicyPort>(
      {{"protocol", "{}", R"("TCP")"}, {"protocol", R"({"protocol":"SCTP"})", R"("SCTP")"}});
  ExpectDefaults<NetworkPolicy>({
      {"spec.policyTypes", "{}", R"(["Ingress"])"},
      {"spec.policyTypes", R"({"spec":{"egress":[{}]}})", R"(["Ingress","Egress"])"},
      {"spec.policyTypes", R"({"spec":{"egress":[]}})", R"(["Ingress"])"},
      {"spec.policyTypes", R"({"spec":{"policyTypes":["Egress"],"egress":[{}]}})", R"(["Egress"])"},
      {"spec.ingress.0.ports.0.protocol", R"({"spec":{"ingress":[{"ports":[{}]}]}})", R"("TCP")"},
  });
}

TEST(NetworkingDefaults, OfIngressClasses) {
  ExpectDefaults<IngressClass>({
      {"spec.parameters.scope", R"({"spec":{"parameters":{"kind":"K","name":"n"}}})",
       R"("Cluster")"},
      {"spec.parameters.scope", R"({"spec":{"parameters":{"scope":"Namespace"}}})",
       R"("Namespace")"},
      {"spec.parameters", "{}", "absent"},
  });
}

}  // namespace
}  // namespace pintle::apis::networking::v1
