#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/auth/user.h"
#include "pintle/base/error.h"
#include "pintle/http/server.h"

namespace pintle::auth {

struct AuthenticatorOptions {
  // Contents of a static token file (see token_file.h); empty for none.
  std::string token_file;
  // Whether requests without credentials are let in as system:anonymous.
  bool anonymous_allowed = true;
};

// Tells who makes a request: by client certificate, then by bearer token. Immutable, thread-safe.
class Authenticator {
 public:
  // Fails if the token file cannot be parsed.
  static Result<std::unique_ptr<Authenticator>> Create(const AuthenticatorOptions& options);

  // Fails with Unauthorized (401) for a token nobody knows, for a certificate that did not verify
  // when there is no other credential, and for no credentials at all if anonymous requests are not
  // allowed.
  Result<User> Authenticate(const http::Request& request) const;

 private:
  using Digest = std::array<unsigned char, 32>;

  Authenticator() = default;
  Digest DigestOf(std::string_view token) const;

  // By keyed digest: how long a lookup takes tells nothing about the tokens.
  std::map<Digest, User> tokens_;
  Digest digest_key_{};
  bool anonymous_allowed_ = true;
};

}  // namespace pintle::auth
