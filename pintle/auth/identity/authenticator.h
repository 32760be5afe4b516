#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/auth/identity/account_tokens.h"
#include "pintle/auth/user.h"
#include "pintle/base/clock.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/http/server.h"

namespace pintle::auth {

struct AuthenticatorOptions {
  // Contents of a static token file (see token_file.h); empty for none.
  std::string token_file = {};
  // Whether requests without credentials are let in as system:anonymous.
  bool anonymous_allowed = true;
  // Accepts tokens of service accounts; null: nobody does. Must outlive the authenticator.
  const TokenVerifier* account_tokens = nullptr;
  // Of this server's API: whom static tokens are for.
  std::vector<std::string> audiences = {};
  // Tells when certificates run out; null: the system's. Must outlive the authenticator.
  const Clock* clock = nullptr;
};

// Tells who makes a request: by client certificate, then by bearer token. Immutable, thread-safe.
class Authenticator {
 public:
  // Fails if the token file cannot be parsed.
  static Result<std::unique_ptr<Authenticator>> Create(const AuthenticatorOptions& options);

  // Fails with Unauthorized (401) for a token nobody knows, for a certificate that did not verify
  // or has run out since when there is no other credential, and for no credentials at all if
  // anonymous requests are not allowed.
  Task<Result<User>> Authenticate(const http::Request& request) const;

  // Whose token it is, if it is for one of `audiences` (none: those of this server). Fails with
  // Unauthorized and why.
  Task<Result<TokenOwner>> ReviewToken(std::string token, std::vector<std::string> audiences) const;

 private:
  using Digest = std::array<unsigned char, 32>;

  Authenticator() = default;
  Digest DigestOf(std::string_view token) const;
  // Connections may outlive the certificate they were made with.
  bool HasRunOut(const http::PeerCertificate& certificate) const {
    return certificate.not_after_seconds < clock_->NowSeconds();
  }

  // By keyed digest: how long a lookup takes tells nothing about the tokens.
  std::map<Digest, User> tokens_;
  Digest digest_key_{};
  bool anonymous_allowed_ = true;
  const TokenVerifier* account_tokens_ = nullptr;
  std::vector<std::string> audiences_;
  const SystemClock system_clock_;
  const Clock* clock_ = &system_clock_;
};

}  // namespace pintle::auth
