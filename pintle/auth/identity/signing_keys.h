#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"

struct evp_pkey_st;  // OpenSSL's key

// JSON Web Tokens in their compact form: `header.payload.signature`, each part base64url. RSA keys
// sign as RS256; EC keys as ES256, ES384 or ES512 after their curve.
namespace pintle::auth {

// What is known of a key: its algorithm, and its id, which is the digest of its public half.
struct TokenKey {
  std::shared_ptr<evp_pkey_st> key;
  std::string_view algorithm;
  std::string id;
};

// Signs tokens. Immutable, thread-safe.
class SigningKey {
 public:
  // The first private key in the text.
  static Result<SigningKey> FromPem(const std::string& pem);
  // The text of a fresh EC P-256 key.
  static Result<std::string> GeneratePem();

  // The token with this payload.
  Result<std::string> Sign(std::string_view payload) const;
  const TokenKey& key() const { return key_; }

 private:
  explicit SigningKey(TokenKey key) : key_(std::move(key)) {}
  TokenKey key_;
};

// Tells whether a token was signed with one of its keys. Immutable once made, thread-safe.
class VerificationKeys {
 public:
  // Adds all private keys, public keys and certificates in the text; fails if there are none.
  Status AddPem(const std::string& pem);
  void Add(TokenKey key);

  // The payload of a token that one of the keys has signed, else nothing.
  std::optional<std::string> Verify(std::string_view token) const;
  // The algorithms of the keys, each once, and the keys as a JSON Web Key Set.
  std::vector<std::string_view> Algorithms() const;
  Result<std::string> KeySet() const;

 private:
  std::vector<TokenKey> keys_;
};

}  // namespace pintle::auth
