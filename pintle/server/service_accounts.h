#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pintle/auth/identity/account_tokens.h"
#include "pintle/registry/cached_objects.h"
#include "pintle/server/options.h"

namespace pintle::server {

// What tokens of service accounts are held against.
class CachedTokenObjects final : public auth::TokenObjects {
 public:
  explicit CachedTokenObjects(const CachedObjects& objects) : objects_(objects) {}
  Task<Result<std::optional<Found>>> Find(Kind kind, std::string namespace_name,
                                          std::string name) override;

 private:
  const CachedObjects& objects_;
};

// Makes and accepts tokens of service accounts.
struct ServiceAccounts {
  std::string issuer_name;
  std::vector<std::string> audiences;
  std::unique_ptr<auth::TokenObjects> objects;
  std::unique_ptr<auth::TokenIssuer> issuer;
  auth::VerificationKeys keys;
  std::unique_ptr<auth::TokenVerifier> verifier;
};

// As the options say; without a key to sign with one is made in `cert_dir`.
Result<ServiceAccounts> MakeServiceAccounts(const Options& options, const std::string& cert_dir,
                                            std::unique_ptr<auth::TokenObjects> objects,
                                            const Clock& clock);

}  // namespace pintle::server
