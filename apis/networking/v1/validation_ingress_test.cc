#include "apis/networking/v1/validation_ingress.h"

#include "apis/validation_for_test.h"

namespace pintle::apis::networking::v1 {
namespace {

const ValidationOptions kOptions;

std::string WithPath(const std::string& path) {
  return R"({"spec":{"rules":[{"http":{"paths":[{)" + path + "}]}}]}}";
}

TEST(IngressRules, Faults) {
  const std::string backend = R"(,"backend":{"service":{"name":"s","port":{"number":80}}})";
  const std::string at = "spec.rules[0].http.paths[0]";
  ExpectFaults<Ingress>(
      {
          {WithPath(R"("path":"/","pathType":"Prefix")" + backend), {}},
          {R"({"spec":{}})",
           {"spec: Invalid value: null: either `defaultBackend` or `rules` must be specified"}},
          {R"({"spec":{"rules":[{"host":"1.2.3.4","http":{"paths":[{"path":"x","pathType":)"
           R"("Weird"}]}}]}})",
           {"spec.rules[0].host: Invalid value: \"1.2.3.4\": must be a DNS name, not an IP address",
            at + ".pathType: Unsupported value: \"Weird\": supported values: \"Exact\", "
                 "\"ImplementationSpecific\", \"Prefix\"",
            at + ".backend: Invalid value: \"\": resource or service backend is required"}},
          {R"({"spec":{"rules":[{"host":"*.A","http":{}}],"tls":[{"hosts":["A"],"secretName":"B"}],)"
           R"("ingressClassName":"C"}})",
           {"spec.rules[0].host: Invalid value: \"*.A\": a wildcard DNS-1123 subdomain ...",
            "spec.rules[0].http.paths: Required value",
            "spec.tls[0].hosts[0]: Invalid value: \"A\": a lowercase RFC 1123 ...",
            "spec.tls[0].secretName: Invalid value: \"B\": a lowercase RFC 1123 ...",
            "spec.ingressClassName: Invalid value: \"C\": a lowercase RFC 1123 ..."}},
          {WithPath(R"("path":"/")" + backend),
           {at + ".pathType: Required value: pathType must be specified"}},
          {WithPath(R"("path":"a//b/..","pathType":"Exact")" + backend),
           {at + ".path: Invalid value: \"a//b/..\": must be an absolute path",
            at + ".path: Invalid value: \"a//b/..\": must not contain '//'",
            at + ".path: Invalid value: \"a//b/..\": cannot end with '/..'"}},
          {WithPath(R"("path":"a","pathType":"ImplementationSpecific")" + backend),
           {at + ".path: Invalid value: \"a\": must be an absolute path"}},
          {R"({"spec":{"defaultBackend":{"service":{"name":"A","port":{}}}}})",
           {"spec.defaultBackend.service.name: Invalid value: \"A\": a lowercase RFC 1123 label "
            "...",
            "spec.defaultBackend: Required value: port name or number is required"}},
          {R"({"spec":{"defaultBackend":{"service":{"name":"a","port":{"name":"x","number":1}}}}})",
           {"spec.defaultBackend: Invalid value: \"\": cannot set both port name & port number"}},
          {R"({"spec":{"defaultBackend":{"service":{"name":"a"},"resource":{}}}})",
           {"spec.defaultBackend: Invalid value: \"\": cannot set both resource and service "
            "backends"}},
          {R"({"spec":{"defaultBackend":{"resource":{"apiGroup":"A","kind":"a/b"}}}})",
           {"spec.defaultBackend.resource.apiGroup: Invalid value: \"A\": a lowercase RFC 1123 ...",
            "spec.defaultBackend.resource.kind: Invalid value: \"a/b\": may not contain '/'",
            "spec.defaultBackend.resource.name: Required value"}},
          {R"({"metadata":{"annotations":{"kubernetes.io/ingress.class":"a"}},"spec":)"
           R"({"ingressClassName":"b","defaultBackend":{"service":{"name":"a","port":)"
           R"({"number":1}}}}})",
           {"annotations.kubernetes.io/ingress.class: Invalid value: \"a\": must match "
            "`ingressClassName` when both are specified"}},
      },
      [](const Ingress& ingress, field::ErrorList& errors) {
        errors = ValidateIngress(ingress, kOptions);
      });
  ExpectUpdateFaults<Ingress>(
      {{"{}",
        R"({"status":{"loadBalancer":{"ingress":[{"ip":"x","hostname":"A"}]}}})",
        {"status.loadBalancer.ingress[0].ip: Invalid value: \"x\": must be a valid IP ...",
         "status.loadBalancer.ingress[0].hostname: Invalid value: \"A\": a lowercase ..."}}},
      [](const Ingress& now, const Ingress& old, field::ErrorList& errors) {
        errors = ValidateIngressStatusUpdate(now, old, kOptions);
      });
}

TEST(IngressClassRules, Faults) {
  ExpectFaults<IngressClass>(
      {
          {R"({"spec":{"controller":"a.io/b","parameters":{"kind":"K","name":"n","scope":)"
           R"("Cluster"}}})",
           {}},
          {R"({"spec":{"controller":"x","parameters":{"apiGroup":"A"}}})",
           {"spec.controller: Invalid value: \"x\": must be a domain-prefixed path ...",
            "spec.parameters.apiGroup: Invalid value: \"A\": a lowercase RFC 1123 ...",
            "spec.parameters.kind: Required value", "spec.parameters.name: Required value",
            "spec.parameters.scope: Required value"}},
          {R"({"spec":{"controller":"a.io/b","parameters":{"kind":"K","name":"n","scope":)"
           R"("Namespace"}}})",
           {"spec.parameters.namespace: Required value: `parameters.scope` is set to "
            "'Namespace'"}},
          {R"({"spec":{"controller":"a.io/b","parameters":{"kind":"K","name":"n","scope":)"
           R"("Cluster","namespace":"x"}}})",
           {"spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"}},
          {R"({"spec":{"controller":"a.io/b","parameters":{"kind":"K","name":"n","scope":"X"}}})",
           {"spec.parameters.scope: Unsupported value: \"X\": supported values: \"Cluster\", "
            "\"Namespace\""}},
      },
      [](const IngressClass& object, field::ErrorList& errors) {
        errors = ValidateIngressClass(object);
      });
  ExpectUpdateFaults<IngressClass>(
      {{R"({"spec":{"controller":"a.io/b"}})",
        R"({"spec":{"controller":"a.io/c"}})",
        {"spec.controller: Invalid value: \"a.io/c\": field is immutable"}},
       {R"({"spec":{"controller":"a.io/b"}})",
        R"({"spec":{"controller":"x"}})",
        {"spec.controller: Invalid value: \"x\": field is immutable",
         "spec.controller: Invalid value: \"x\": must be a domain-prefixed path ..."}}},
      [](const IngressClass& now, const IngressClass& old, field::ErrorList& errors) {
        errors = ValidateIngressClassUpdate(now, old);
      });
}

TEST(NetworkPolicyRules, Faults) {
  ExpectFaults<NetworkPolicy>(
      {
          {R"({"spec":{"podSelector":{},"ingress":[{"from":[{"podSelector":{}}],"ports":)"
           R"([{"protocol":"TCP","port":80,"endPort":90}]}]}})",
           {}},
          {R"({"spec":{"podSelector":{"matchLabels":{"a b":"c"}},"ingress":[{"ports":)"
           R"([{"protocol":"X","port":0},{"port":80,"endPort":70},{"port":"http","endPort":1},)"
           R"({"endPort":1}],"from":[{}]}],"egress":[{"to":[{"podSelector":{},"ipBlock":)"
           R"({"cidr":""}},{"ipBlock":{"cidr":"10.0.0.0/8","except":["10.0.0.0/8","x"]}}]}],)"
           R"("policyTypes":["X"]}})",
           {"spec.podSelector.matchLabels: Invalid value: \"a b\": name part ...",
            "spec.ingress[0].ports[0].protocol: Unsupported value: \"X\": supported values: "
            "\"TCP\", \"UDP\", \"SCTP\"",
            "spec.ingress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, "
            "inclusive",
            "spec.ingress[0].ports[1].endPort: Invalid value: 80: must be greater than or equal to "
            "`port`",
            "spec.ingress[0].ports[2].endPort: Invalid value: 1: may not be specified when `port` "
            "is non-numeric",
            "spec.ingress[0].ports[3].endPort: Invalid value: 1: may not be specified when `port` "
            "is not specified",
            "spec.ingress[0].from[0]: Required value: must specify a peer",
            "spec.egress[0].to[0].ipBlock.cidr: Required value",
            "spec.egress[0].to[0]: Forbidden: may not specify both ipBlock and another peer",
            "spec.egress[0].to[1].ipBlock.except[0]: Invalid value: \"10.0.0.0/8\": must be a "
            "strict subset of `cidr`",
            "spec.egress[0].to[1].ipBlock.except[1]: Invalid value: \"x\": must be a valid CIDR "
            "...",
            "spec.policyTypes[0]: Unsupported value: \"X\": supported values: \"Ingress\", "
            "\"Egress\""}},
          {R"({"spec":{"policyTypes":["Ingress","Egress","X"]}})",
           {"spec.policyTypes: Invalid value: [\"Ingress\",\"Egress\",\"X\"]: may not specify more "
            "than two policyTypes"}},
      },
      [](const NetworkPolicy& policy, field::ErrorList& errors) {
        errors = ValidateNetworkPolicy(policy, kOptions);
      });
  const std::string sloppy = R"({"spec":{"egress":[{"to":[{"ipBlock":{"cidr":"10.0.0.1/8"}}]}]}})";
  ExpectUpdateFaults<NetworkPolicy>(
      {{sloppy, sloppy, {}}},
      [](const NetworkPolicy& now, const NetworkPolicy& old, field::ErrorList& errors) {
        errors = ValidateNetworkPolicyUpdate(now, old, kOptions);
      });
}

}  // namespace
}  // namespace pintle::apis::networking::v1
