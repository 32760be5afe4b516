#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/auth/account_tokens.h"
#include "pintle/auth/user.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/http/server.h"

namespace pintle::auth {

struct AuthenticatorOptions {
  // Contents of a static token file (see token_file.h); empty for none.
  std::string token_file;
  // Whether requests without credentials are let in as system:anonymous.
  bool anonymous_allowed = true;
  // Accepts tokens of service accounts; null: nobody does. Must outlive the authenticator.
  const TokenVerifier* account_tokens = nullptr;
  // Of this server's API: whom static tokens are for.
  std::vector<std::string> audiences = {};
};

// Tells who makes a request: by client certificate, then by bearer token. Immutable, thread-safe.
class Authenticator {
 public:
  // Fails if the token file cannot be parsed.
  static Result<std::unique_ptr<Authenticator>> Create(const AuthenticatorOptions& options);

  // Fails with Unauthorized (401) for a token nobody knows, for a certificate that did not verify
  // when there is no other credential, and for no credentials at all if anonymous requests are not
  // allowed.
  Task<Result<User>> Authenticate(const http::Request& request) const;

  // Whose token it is, if it is for one of `audiences` (none: those of this server). Fails with
  // Unauthorized and why.
  Task<Result<TokenOwner>> ReviewToken(std::string token, std::vector<std::string> audiences) const;

 private:
  using Digest = std::array<unsigned char, 32>;

  Authenticator() = default;
  Digest DigestOf(std::string_view token) const;

  // By keyed digest: how long a lookup takes tells nothing about the tokens.
  std::map<Digest, User> tokens_;
  Digest digest_key_{};
  bool anonymous_allowed_ = true;
  const TokenVerifier* account_tokens_ = nullptr;
  std::vector<std::string> audiences_;
};

}  // namespace pintle::auth
