#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pintle/base/error.h"

namespace pintle::http {

// A certificate and its private key (EC P-256 where made here), both PEM.
struct KeyPair {
  std::string certificate_pem;
  std::string private_key_pem;
};

// A self-signed certificate authority.
Result<KeyPair> GenerateCa(const std::string& common_name, int days);
// A serving certificate for these DNS names and IP addresses (text form).
Result<KeyPair> IssueServing(const KeyPair& ca, const std::vector<std::string>& dns_names,
                             const std::vector<std::string>& ips);
// A client certificate: user `common_name` in the groups `organizations`.
Result<KeyPair> IssueClient(const KeyPair& ca, const std::string& common_name,
                            const std::vector<std::string>& organizations);

// Whether the (first) certificate parses, is valid now and for `remaining` longer, and belongs to
// the private key.
bool IsUsablePair(const KeyPair& pair, std::chrono::seconds remaining);
// Whether the (first) certificate is signed by the authority, times aside.
bool IsIssuedBy(const std::string& certificate_pem, const std::string& ca_certificate_pem);
// Whether the (first) certificate is good for all these names and addresses.
bool CoversNames(const std::string& certificate_pem, const std::vector<std::string>& dns_names,
                 const std::vector<std::string>& ips);

}  // namespace pintle::http
