#include "pintle/client/config/kubeconfig.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"

namespace pintle::auth {

std::string AdminKubeconfig(const std::string& server_url, const std::string& ca_pem,
                            const http::KeyPair& admin) {
  return fmt::format(R"(apiVersion: v1
kind: Config
clusters:
- name: pintle
  cluster:
    certificate-authority-data: {}
    server: {}
users:
- name: admin
  user:
    client-certificate-data: {}
    client-key-data: {}
contexts:
- name: pintle
  context:
    cluster: pintle
    user: admin
current-context: pintle
)",
                     Base64Encode(ca_pem), Quoted(server_url), Base64Encode(admin.certificate_pem),
                     Base64Encode(admin.private_key_pem));
}

}  // namespace pintle::auth
