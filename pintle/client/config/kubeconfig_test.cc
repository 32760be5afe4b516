#include "pintle/client/config/kubeconfig.h"

#include <gtest/gtest.h>

namespace pintle::auth {
namespace {

TEST(AdminKubeconfig, HasAllThatIsNeeded) {
  EXPECT_EQ(AdminKubeconfig("https://127.0.0.1:6443", "CA", http::KeyPair{"CERT", "KEY"}),
            R"(apiVersion: v1
kind: Config
clusters:
- name: pintle
  cluster:
    certificate-authority-data: Q0E=
    server: "https://127.0.0.1:6443"
users:
- name: admin
  user:
    client-certificate-data: Q0VSVA==
    client-key-data: S0VZ
contexts:
- name: pintle
  context:
    cluster: pintle
    user: admin
current-context: pintle
)");
}

}  // namespace
}  // namespace pintle::auth
