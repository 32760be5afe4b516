#include "pintle/auth/kubeconfig.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"

namespace pintle::auth {
namespace {

std::string UserFields(const Credential& credential) {
  if (const auto* token = std::get_if<std::string>(&credential)) {
    return fmt::format("    token: {}\n", Quoted(*token));
  }
  const auto& pair = std::get<http::KeyPair>(credential);
  return fmt::format("    client-certificate-data: {}\n    client-key-data: {}\n",
                     Base64Encode(pair.certificate_pem), Base64Encode(pair.private_key_pem));
}

}  // namespace

std::string AdminKubeconfig(const std::string& server_url, const std::string& ca_pem,
                            const Credential& credential) {
  std::string trust;
  if (!ca_pem.empty()) {
    trust = fmt::format("    certificate-authority-data: {}\n", Base64Encode(ca_pem));
  }
  return fmt::format(R"(apiVersion: v1
kind: Config
clusters:
- name: pintle
  cluster:
{}    server: {}
users:
- name: admin
  user:
{}contexts:
- name: pintle
  context:
    cluster: pintle
    user: admin
current-context: pintle
)",
                     trust, Quoted(server_url), UserFields(credential));
}

}  // namespace pintle::auth
