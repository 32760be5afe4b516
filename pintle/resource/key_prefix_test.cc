#include "pintle/resource/key_prefix.h"

#include <gtest/gtest.h>

namespace pintle::write {
namespace {

TEST(KeyPrefixTest, IsWhereKubernetesKeepsTheResource) {
  struct Case {
    const char* group;
    const char* plural;
    const char* prefix;
  } const cases[] = {
      {"", "configmaps", "/registry/configmaps/"},
      {"", "namespaces", "/registry/namespaces/"},
      {"coordination.k8s.io", "leases", "/registry/leases/"},
      {"apps", "deployments", "/registry/deployments/"},
      {"", "nodes", "/registry/minions/"},
      {"", "replicationcontrollers", "/registry/controllers/"},
      {"", "services", "/registry/services/specs/"},
      {"", "endpoints", "/registry/services/endpoints/"},
      {"networking.k8s.io", "ingresses", "/registry/ingress/"},
      {"networking.k8s.io", "ingressclasses", "/registry/ingressclasses/"},
      {"apiextensions.k8s.io", "customresourcedefinitions",
       "/registry/apiextensions.k8s.io/customresourcedefinitions/"},
      {"apiregistration.k8s.io", "apiservices", "/registry/apiregistration.k8s.io/apiservices/"},
      {"metrics.example", "nodes", "/registry/nodes/"},
  };
  for (const Case& c : cases) EXPECT_EQ(KeyPrefix(c.group, c.plural), c.prefix);
}

}  // namespace
}  // namespace pintle::write
