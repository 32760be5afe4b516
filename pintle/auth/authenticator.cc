#include "pintle/auth/authenticator.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include "pintle/auth/token_file.h"
#include "pintle/base/log.h"
#include "pintle/base/strings.h"

namespace pintle::auth {
namespace {

constexpr char kCredentialIdExtra[] = "authentication.kubernetes.io/credential-id";

std::unexpected<Error> Unauthorized() { return Fail(Reason::kUnauthorized, "Unauthorized"); }

// The token of an `Authorization: Bearer` header; nothing if there is none or it is empty.
std::optional<std::string_view> BearerToken(const http::Headers& headers) {
  std::string_view value = TrimSpace(headers.Get("Authorization"));
  size_t space = value.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  if (!EqualIgnoreCase(value.substr(0, space), "Bearer")) return std::nullopt;
  return TrimSpace(value.substr(space + 1));
}

std::optional<User> UserOfCertificate(const http::Request& request) {
  if (!request.peer_certificate || request.peer_certificate->common_name.empty()) {
    return std::nullopt;
  }
  const http::PeerCertificate& certificate = *request.peer_certificate;
  User user{certificate.common_name, certificate.uid, certificate.organizations, {}};
  user.extra[kCredentialIdExtra] = {"X509SHA256=" + certificate.sha256_hex};
  return user;
}

User WithAuthenticatedGroup(User user) {
  if (!user.InGroup(kAuthenticatedGroup)) user.groups.emplace_back(kAuthenticatedGroup);
  return user;
}

}  // namespace

Result<std::unique_ptr<Authenticator>> Authenticator::Create(const AuthenticatorOptions& options) {
  std::unique_ptr<Authenticator> made(new Authenticator);
  made->anonymous_allowed_ = options.anonymous_allowed;
  if (RAND_bytes(made->digest_key_.data(), static_cast<int>(made->digest_key_.size())) != 1) {
    return InternalError("no random bytes");
  }
  auto records = ParseTokenFile(options.token_file);
  if (!records) return std::unexpected(std::move(records).error().Prefixed("token file: "));
  for (TokenRecord& record : *records) {
    auto [entry, added] =
        made->tokens_.insert_or_assign(made->DigestOf(record.token), std::move(record.user));
    if (!added)
      LogWarning("a token occurs twice in the token file", {{"user", entry->second.name}});
  }
  return made;
}

Authenticator::Digest Authenticator::DigestOf(std::string_view token) const {
  Digest digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), digest_key_.data(), static_cast<int>(digest_key_.size()),
       reinterpret_cast<const unsigned char*>(token.data()), token.size(), digest.data(), &size);
  return digest;
}

Result<User> Authenticator::Authenticate(const http::Request& request) const {
  if (auto user = UserOfCertificate(request)) return WithAuthenticatedGroup(std::move(*user));
  if (auto token = BearerToken(request.headers)) {
    auto found = tokens_.find(DigestOf(*token));
    if (found == tokens_.end()) return Unauthorized();
    return WithAuthenticatedGroup(found->second);
  }
  if (request.peer_certificate_invalid || !anonymous_allowed_) return Unauthorized();
  return User{std::string(kAnonymousUser), "", {std::string(kUnauthenticatedGroup)}, {}};
}

}  // namespace pintle::auth
