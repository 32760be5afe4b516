#include "pintle/auth/identity/account_tokens.h"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <algorithm>

#include "pintle/auth/identity/account_name.h"
#include "pintle/base/strings.h"

namespace pintle::auth {
namespace {

// Clocks of machines differ by about as much, and objects are on their way out for a while.
constexpr int64_t kLeewaySeconds = 60;
// Signatures that are remembered; a claim is a few hundred bytes.
constexpr size_t kMaxChecked = 4096;

constexpr std::string_view kExtraPrefix = "authentication.kubernetes.io/";

std::unexpected<Error> Refuse(std::string why) {
  return Fail(Reason::kUnauthorized, std::move(why));
}

std::string_view KindText(TokenObjects::Kind kind) {
  switch (kind) {
    case TokenObjects::Kind::kServiceAccount:
      return "service account";
    case TokenObjects::Kind::kPod:
      return "pod";
    case TokenObjects::Kind::kSecret:
      return "secret";
    case TokenObjects::Kind::kNode:
      return "node";
  }
  return "";
}

std::string Listed(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) {
    if (out.size() > 1) out += ' ';
    AppendQuoted(out, text);
  }
  return out + "]";
}

User UserOf(const TokenClaims& claims) {
  User user;
  user.name = AccountUserName(claims.namespace_name, claims.account.name);
  user.uid = claims.account.uid;
  user.groups = AccountGroups(claims.namespace_name);
  auto add = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) user.extra[fmt::format("{}{}", kExtraPrefix, name)] = {value};
  };
  if (!claims.id.empty()) add("credential-id", "JTI=" + claims.id);
  if (claims.pod) {
    add("pod-name", claims.pod->name);
    add("pod-uid", claims.pod->uid);
  }
  if (claims.node) {
    add("node-name", claims.node->name);
    add("node-uid", claims.node->uid);
  }
  return user;
}

}  // namespace

std::vector<std::string> CommonAudiences(const std::vector<std::string>& offered,
                                         const std::vector<std::string>& wanted) {
  std::vector<std::string> common;
  for (const std::string& audience : offered) {
    if (std::ranges::find(wanted, audience) != wanted.end()) common.push_back(audience);
  }
  return common;
}

Result<std::string> TokenIssuer::Issue(TokenClaims claims) const {
  claims.issuer = issuer_;
  return key_.Sign(EncodeClaims(claims));
}

bool TokenVerifier::IsMine(std::string_view token) const {
  return std::ranges::find(options_.issuers, IssuerOf(token)) != options_.issuers.end();
}

TokenVerifier::ClaimsPtr TokenVerifier::SignedClaims(std::string_view token) const {
  Digest digest;
  SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), digest.data());
  {
    std::scoped_lock lock(mutex_);
    if (auto found = checked_.find(digest); found != checked_.end()) return found->second;
  }
  std::optional<std::string> payload = options_.keys.Verify(token);
  if (!payload) return nullptr;
  std::optional<TokenClaims> claims = DecodeClaims(*payload);
  if (!claims) return nullptr;
  auto shared = std::make_shared<const TokenClaims>(std::move(*claims));
  std::scoped_lock lock(mutex_);
  if (checked_.size() >= kMaxChecked) checked_.clear();
  checked_.emplace(digest, shared);
  return shared;
}

Status TokenVerifier::CheckTime(const TokenClaims& claims) const {
  const int64_t now = clock_.NowSeconds();
  if (now - kLeewaySeconds > claims.expires_at) return Refuse("service account token has expired");
  if (now + kLeewaySeconds < claims.not_before || now + kLeewaySeconds < claims.issued_at) {
    return Refuse("service account token is not valid yet");
  }
  return {};
}

Task<Status> TokenVerifier::CheckObject(TokenObjects::Kind kind, const TokenClaims& claims,
                                        const TokenReference& reference) const {
  const bool in_namespace = kind != TokenObjects::Kind::kNode;
  auto finding =
      objects_.Find(kind, in_namespace ? claims.namespace_name : std::string(), reference.name);
  Result<std::optional<TokenObjects::Found>> found = co_await finding;
  if (!found) co_return std::unexpected(found.error());
  if (!*found) {
    co_return Refuse(fmt::format("{} \"{}\" not found", KindText(kind), reference.name));
  }
  const TokenObjects::Found& object = **found;
  if (object.deleted_at_seconds &&
      *object.deleted_at_seconds < clock_.NowSeconds() - kLeewaySeconds) {
    co_return Refuse(fmt::format("{} \"{}\" has been deleted", KindText(kind), reference.name));
  }
  if (object.uid != reference.uid) {
    co_return Refuse(fmt::format("{} UID ({}) does not match claim ({})", KindText(kind),
                                 object.uid, reference.uid));
  }
  co_return Status();
}

Task<Status> TokenVerifier::CheckObjects(ClaimsPtr claims) const {
  using Kind = TokenObjects::Kind;
  Status there = co_await CheckObject(Kind::kServiceAccount, *claims, claims->account);
  if (there && claims->secret) {
    there = co_await CheckObject(Kind::kSecret, *claims, *claims->secret);
  }
  if (there && claims->pod) {
    there = co_await CheckObject(Kind::kPod, *claims, *claims->pod);
  } else if (there && claims->node) {
    there = co_await CheckObject(Kind::kNode, *claims, *claims->node);
  }
  co_return there;
}

Task<Result<TokenOwner>> TokenVerifier::Verify(std::string token,
                                               std::vector<std::string> audiences) const {
  ClaimsPtr claims = SignedClaims(token);
  if (claims == nullptr) co_return Refuse("the signature of the token is not valid");
  if (std::ranges::find(options_.issuers, claims->issuer) == options_.issuers.end()) {
    co_return Refuse("the issuer of the token is not accepted");
  }
  if (audiences.empty()) audiences = options_.audiences;
  TokenOwner owner;
  owner.audiences = CommonAudiences(claims->audiences, audiences);
  if (owner.audiences.empty()) {
    co_return Refuse(fmt::format("token audiences {} is invalid for the target audiences {}",
                                 Listed(claims->audiences), Listed(audiences)));
  }
  PINTLE_CO_RETURN_IF_ERROR(CheckTime(*claims));
  auto checking = CheckObjects(claims);
  Status there = co_await checking;
  if (!there) co_return std::unexpected(there.error());
  owner.user = UserOf(*claims);
  co_return owner;
}

}  // namespace pintle::auth
