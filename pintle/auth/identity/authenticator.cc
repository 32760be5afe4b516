#include "pintle/auth/identity/authenticator.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <cstdlib>
#include <memory>

#include "pintle/auth/identity/token_file.h"
#include "pintle/base/log.h"
#include "pintle/base/strings.h"

namespace pintle::auth {
namespace {

constexpr char kCredentialIdExtra[] = "authentication.kubernetes.io/credential-id";

std::unexpected<Error> Unauthorized() { return Fail(Reason::kUnauthorized, "Unauthorized"); }
std::unexpected<Error> UnknownToken() {
  return Fail(Reason::kUnauthorized, "invalid bearer token");
}

// The token of an `Authorization: Bearer` header; nothing if there is none or it is empty.
std::optional<std::string_view> BearerToken(const http::Headers& headers) {
  std::string_view value = TrimSpace(headers.Get("Authorization"));
  size_t space = value.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  if (!EqualIgnoreCase(value.substr(0, space), "Bearer")) return std::nullopt;
  return TrimSpace(value.substr(space + 1));
}

std::optional<User> UserOf(const http::PeerCertificate& certificate) {
  if (certificate.common_name.empty()) return std::nullopt;
  User user{certificate.common_name, certificate.uid, certificate.organizations, {}};
  user.extra[kCredentialIdExtra] = {"X509SHA256=" + certificate.sha256_hex};
  return user;
}

// One for each thread: finding an algorithm takes OpenSSL ten times as long as using it.
EVP_MD_CTX* DigestContext() {
  struct Deleter {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  thread_local std::unique_ptr<EVP_MD_CTX, Deleter> context = [] {
    std::unique_ptr<EVP_MD_CTX, Deleter> made(EVP_MD_CTX_new());
    // A library without SHA-256 is none that a server can run with.
    if (EVP_DigestInit_ex(made.get(), EVP_sha256(), nullptr) != 1) std::abort();
    return made;
  }();
  return context.get();
}

User WithAuthenticatedGroup(User user) {
  if (!user.InGroup(kAuthenticatedGroup)) user.groups.emplace_back(kAuthenticatedGroup);
  return user;
}

}  // namespace

Result<std::unique_ptr<Authenticator>> Authenticator::Create(const AuthenticatorOptions& options) {
  std::unique_ptr<Authenticator> made(new Authenticator);
  made->anonymous_allowed_ = options.anonymous_allowed;
  made->account_tokens_ = options.account_tokens;
  made->audiences_ = options.audiences;
  if (options.clock != nullptr) made->clock_ = options.clock;
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
  EVP_MD_CTX* context = DigestContext();
  Digest digest{};
  // Without a type: the one the context has.
  if (EVP_DigestInit_ex(context, nullptr, nullptr) != 1 ||
      EVP_DigestUpdate(context, digest_key_.data(), digest_key_.size()) != 1 ||
      EVP_DigestUpdate(context, token.data(), token.size()) != 1 ||
      EVP_DigestFinal_ex(context, digest.data(), nullptr) != 1) {
    std::abort();
  }
  return digest;
}

Task<Result<TokenOwner>> Authenticator::ReviewToken(std::string token,
                                                    std::vector<std::string> audiences) const {
  if (auto found = tokens_.find(DigestOf(token)); found != tokens_.end()) {
    TokenOwner owner;
    owner.audiences = audiences.empty() ? audiences_ : CommonAudiences(audiences_, audiences);
    if (owner.audiences.empty() && !audiences.empty()) co_return UnknownToken();
    owner.user = WithAuthenticatedGroup(found->second);
    co_return owner;
  }
  if (account_tokens_ == nullptr || !account_tokens_->IsMine(token)) co_return UnknownToken();
  auto verifying = account_tokens_->Verify(std::move(token), std::move(audiences));
  Result<TokenOwner> owner = co_await verifying;
  if (!owner) {
    co_return Fail(Reason::kUnauthorized,
                   fmt::format("[invalid bearer token, {}]", owner.error().message()));
  }
  owner->user = WithAuthenticatedGroup(std::move(owner->user));
  co_return owner;
}

Task<Result<User>> Authenticator::Authenticate(const http::Request& request) const {
  const auto& certificate = request.peer_certificate;
  const bool has_run_out = certificate && HasRunOut(*certificate);
  if (certificate && !has_run_out) {
    if (auto user = UserOf(*certificate)) co_return WithAuthenticatedGroup(std::move(*user));
  }
  if (auto token = BearerToken(request.headers)) {
    if (auto found = tokens_.find(DigestOf(*token)); found != tokens_.end()) {
      co_return WithAuthenticatedGroup(found->second);
    }
    auto reviewing = ReviewToken(std::string(*token), {});
    Result<TokenOwner> owner = co_await reviewing;
    if (owner) co_return std::move(owner->user);
    LogDebug("a bearer token was refused", {{"reason", owner.error().message()}});
    co_return Unauthorized();
  }
  if (request.peer_certificate_invalid || has_run_out || !anonymous_allowed_) {
    co_return Unauthorized();
  }
  co_return User{std::string(kAnonymousUser), "", {std::string(kUnauthenticatedGroup)}, {}};
}

}  // namespace pintle::auth
