#pragma once

#include <functional>
#include <string>

#include "pintle/api/routes/routes.h"
#include "pintle/auth/identity/signing_keys.h"

namespace pintle::api {

struct TokenKeySources {
  // Who issues tokens of service accounts, and the keys they are verified with, which outlive the
  // routes; null: nobody does.
  std::string issuer;
  const auth::VerificationKeys* keys = nullptr;
  // The `host:port` that clients are to use.
  std::function<std::string()> address;
};

// `/.well-known/openid-configuration` and `/openid/v1/jwks`: how others verify the tokens of
// service accounts (OpenID Connect discovery).
void AddTokenKeys(Routes& routes, TokenKeySources sources);

}  // namespace pintle::api
