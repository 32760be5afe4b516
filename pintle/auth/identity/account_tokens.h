#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/auth/identity/signing_keys.h"
#include "pintle/auth/identity/token_claims.h"
#include "pintle/auth/user.h"
#include "pintle/base/clock.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"

// Tokens of service accounts: who makes them and who accepts them.
namespace pintle::auth {

// Signs tokens of service accounts. Immutable, thread-safe.
class TokenIssuer {
 public:
  // `audiences` are those of this server's API, which a token is for unless it says otherwise.
  TokenIssuer(SigningKey key, std::string issuer, std::vector<std::string> audiences)
      : key_(std::move(key)), issuer_(std::move(issuer)), audiences_(std::move(audiences)) {}

  const std::vector<std::string>& audiences() const { return audiences_; }
  // Signs the claims as this issuer's.
  Result<std::string> Issue(TokenClaims claims) const;

 private:
  const SigningKey key_;
  const std::string issuer_;
  const std::vector<std::string> audiences_;
};

// The objects that tokens live and die with, as they are now. Thread-safe.
class TokenObjects {
 public:
  enum class Kind : uint8_t { kServiceAccount, kPod, kSecret, kNode };
  struct Found {
    std::string uid;
    std::optional<int64_t> deleted_at_seconds;
  };
  virtual ~TokenObjects() = default;
  // Nothing if there is no such object.
  virtual Task<Result<std::optional<Found>>> Find(Kind kind, std::string namespace_name,
                                                  std::string name) = 0;
};

// Whose token it is, and for which of the audiences asked for.
struct TokenOwner {
  User user;
  std::vector<std::string> audiences;
};

struct TokenVerifierOptions {
  // Tokens of these issuers are accepted.
  std::vector<std::string> issuers;
  // Of this server's API.
  std::vector<std::string> audiences;
  VerificationKeys keys;
};

// Accepts tokens of service accounts whose account, and object they are bound to, still exist.
// Thread-safe; `objects` and `clock` must outlive it.
class TokenVerifier {
 public:
  TokenVerifier(TokenVerifierOptions options, TokenObjects& objects, const Clock& clock)
      : options_(std::move(options)), objects_(objects), clock_(clock) {}

  // Whether it is one of these tokens at all.
  bool IsMine(std::string_view token) const;
  // Fails with why the token is not good (any more). `audiences` as in Authenticator.
  Task<Result<TokenOwner>> Verify(std::string token, std::vector<std::string> audiences) const;

 private:
  using ClaimsPtr = std::shared_ptr<const TokenClaims>;
  using Digest = std::array<unsigned char, 32>;

  // What a token with a good signature says; null for others. Signatures that were checked are
  // remembered, since checking one costs more than a request does.
  ClaimsPtr SignedClaims(std::string_view token) const;
  Status CheckTime(const TokenClaims& claims) const;
  Task<Status> CheckObjects(ClaimsPtr claims) const;
  Task<Status> CheckObject(TokenObjects::Kind kind, const TokenClaims& claims,
                           const TokenReference& reference) const;

  const TokenVerifierOptions options_;
  TokenObjects& objects_;
  const Clock& clock_;
  mutable std::mutex mutex_;
  mutable std::map<Digest, ClaimsPtr> checked_;  // guarded by mutex_
};

// Those of `wanted` that are in `offered`.
std::vector<std::string> CommonAudiences(const std::vector<std::string>& offered,
                                         const std::vector<std::string>& wanted);

}  // namespace pintle::auth
