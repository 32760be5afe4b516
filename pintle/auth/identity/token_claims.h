#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pintle::auth {

// An object by name, and, if it is to be that very one, uid.
struct TokenReference {
  std::string name;
  std::string uid;
};

// What a token of a service account says: the payload of its JSON Web Token. Times are seconds.
struct TokenClaims {
  std::string issuer;
  std::string id;
  std::vector<std::string> audiences;
  int64_t issued_at = 0;
  int64_t not_before = 0;
  int64_t expires_at = 0;
  std::string namespace_name;
  TokenReference account;
  // Objects the token dies with. The node is only told where there is a pod.
  std::optional<TokenReference> pod;
  std::optional<TokenReference> secret;
  std::optional<TokenReference> node;
  // Whoever still uses it after this should have fetched another by now.
  std::optional<int64_t> warn_after;
};

// `system:serviceaccount:<namespace>:<name>`
std::string AccountUserName(std::string_view namespace_name, std::string_view name);

std::string EncodeClaims(const TokenClaims& claims);
// Nothing for what is not the payload of a service account's token.
std::optional<TokenClaims> DecodeClaims(std::string_view payload);
// Who the payload of a token says has issued it; empty if it does not. The token is not verified.
std::string IssuerOf(std::string_view token);

}  // namespace pintle::auth
