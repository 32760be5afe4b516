#pragma once

#include <string>
#include <variant>

#include "pintle/http/certificates.h"

namespace pintle::auth {

// A client certificate, or a bearer token.
using Credential = std::variant<http::KeyPair, std::string>;

// The text of a kubeconfig file with one cluster, one user (`admin`) and one context.
std::string AdminKubeconfig(const std::string& server_url, const std::string& ca_pem,
                            const Credential& credential);

}  // namespace pintle::auth
