#include "apis/core/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

TEST(ServiceDefaults, OfSessionAffinity) {
  ExpectDefaults<Service>({
      {"spec.sessionAffinity", "{}", R"("None")"},
      {"spec.sessionAffinity", R"({"spec":{"sessionAffinity":"ClientIP"}})", R"("ClientIP")"},
      {"spec.sessionAffinityConfig",
       R"({"spec":{"sessionAffinityConfig":{"clientIP":{"timeoutSeconds":5}}}})", "absent"},
      {"spec.sessionAffinityConfig",
       R"({"spec":{"sessionAffinity":"None","sessionAffinityConfig":{}}})", "absent"},
      {"spec.sessionAffinityConfig", R"({"spec":{"sessionAffinity":"ClientIP"}})",
       R"({"clientIP":{"timeoutSeconds":10800}})"},
      {"spec.sessionAffinityConfig",
       R"({"spec":{"sessionAffinity":"ClientIP","sessionAffinityConfig":{"clientIP":{}}}})",
       R"({"clientIP":{"timeoutSeconds":10800}})"},
      {"spec.sessionAffinityConfig.clientIP.timeoutSeconds", R"({"spec":{
          "sessionAffinity":"ClientIP","sessionAffinityConfig":{"clientIP":{"timeoutSeconds":5}}}})",
       "5"},
  });
}

TEST(ServiceDefaults, OfTypeAndPorts) {
  ExpectDefaults<Service>({
      {"spec.type", "{}", R"("ClusterIP")"},
      {"spec.type", R"({"spec":{"type":"NodePort"}})", R"("NodePort")"},
      {"spec.ports.0.protocol", R"({"spec":{"ports":[{"port":80}]}})", R"("TCP")"},
      {"spec.ports.0.protocol", R"({"spec":{"ports":[{"protocol":"UDP"}]}})", R"("UDP")"},
      {"spec.ports.0.targetPort", R"({"spec":{"ports":[{"port":80}]}})", "80"},
      {"spec.ports.0.targetPort", R"({"spec":{"ports":[{"port":80,"targetPort":0}]}})", "80"},
      {"spec.ports.0.targetPort", R"({"spec":{"ports":[{"port":80,"targetPort":""}]}})", "80"},
      {"spec.ports.0.targetPort", R"({"spec":{"ports":[{"port":80,"targetPort":8080}]}})", "8080"},
      {"spec.ports.0.targetPort", R"({"spec":{"ports":[{"port":80,"targetPort":"http"}]}})",
       R"("http")"},
  });
  ExpectDefaults<ServicePort>(
      {{"protocol", "{}", R"("TCP")"}, {"protocol", R"({"protocol":"SCTP"})", R"("SCTP")"}});
}

TEST(ServiceDefaults, OfTrafficPolicies) {
  ExpectDefaults<Service>({
      {"spec.externalTrafficPolicy", R"({"spec":{"type":"LoadBalancer"}})", R"("Cluster")"},
      {"spec.externalTrafficPolicy", R"({"spec":{"type":"NodePort"}})", R"("Cluster")"},
      {"spec.externalTrafficPolicy", R"({"spec":{"externalIPs":["192.0.2.1"]}})", R"("Cluster")"},
      {"spec.externalTrafficPolicy", R"({"spec":{"type":"ClusterIP"}})", "absent"},
      {"spec.externalTrafficPolicy",
       R"({"spec":{"type":"ExternalName","externalIPs":["192.0.2.1"]}})", "absent"},
      {"spec.externalTrafficPolicy",
       R"({"spec":{"type":"NodePort","externalTrafficPolicy":"Local"}})", R"("Local")"},
      {"spec.internalTrafficPolicy", "{}", R"("Cluster")"},
      {"spec.internalTrafficPolicy", R"({"spec":{"type":"NodePort"}})", R"("Cluster")"},
      {"spec.internalTrafficPolicy", R"({"spec":{"type":"LoadBalancer"}})", R"("Cluster")"},
      {"spec.internalTrafficPolicy", R"({"spec":{"type":"ExternalName"}})", "absent"},
      {"spec.internalTrafficPolicy", R"({"spec":{"internalTrafficPolicy":"Local"}})", R"("Local")"},
  });
}

TEST(ServiceDefaults, OfLoadBalancers) {
  ExpectDefaults<Service>({
      {"spec.allocateLoadBalancerNodePorts", R"({"spec":{"type":"LoadBalancer"}})", "true"},
      {"spec.allocateLoadBalancerNodePorts",
       R"({"spec":{"type":"LoadBalancer","allocateLoadBalancerNodePorts":false}})", "false"},
      {"spec.allocateLoadBalancerNodePorts", R"({"spec":{"type":"NodePort"}})", "absent"},
      {"status.loadBalancer.ingress.0.ipMode",
       R"({"spec":{"type":"LoadBalancer"},"status":{"loadBalancer":{"ingress":[{"ip":"192.0.2.1"}]}}})",
       R"("VIP")"},
      {"status.loadBalancer.ingress.0.ipMode", R"({"spec":{"type":"LoadBalancer"},
          "status":{"loadBalancer":{"ingress":[{"ip":"192.0.2.1","ipMode":"Proxy"}]}}})",
       R"("Proxy")"},
      {"status.loadBalancer.ingress.0.ipMode",
       R"({"spec":{"type":"LoadBalancer"},"status":{"loadBalancer":{"ingress":[{"hostname":"h"}]}}})",
       "absent"},
      {"status.loadBalancer.ingress.0.ipMode",
       R"({"status":{"loadBalancer":{"ingress":[{"ip":"192.0.2.1"}]}}})", "absent"},
  });
}

}  // namespace
}  // namespace pintle::apis::core::v1
