#pragma once

#include <string>

#include "pintle/http/certificates.h"

namespace pintle::auth {

// The text of a kubeconfig file with one cluster, one user (`admin`, by certificate) and one
// context.
std::string AdminKubeconfig(const std::string& server_url, const std::string& ca_pem,
                            const http::KeyPair& admin);

}  // namespace pintle::auth
