#include "pintle/auth/identity/token_claims.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::auth {
namespace {

constexpr std::string_view kPrivateClaims = "kubernetes.io";

Value EncodeReference(Arena& arena, const TokenReference& reference) {
  std::vector<Member> members = {{"name", Value(std::string_view(reference.name))}};
  if (!reference.uid.empty()) members.emplace_back("uid", Value(std::string_view(reference.uid)));
  return Value::Object(arena, std::move(members));
}

std::optional<TokenReference> DecodeReference(const Value& claims, std::string_view key) {
  Value reference = claims.Find(key);
  if (!reference.is_object()) return std::nullopt;
  return TokenReference{std::string(reference.FindString("name")),
                        std::string(reference.FindString("uid"))};
}

// Times may have fractions, which nothing here needs.
std::optional<int64_t> DecodeTime(const Value& claims, std::string_view key) {
  Value time = claims.Find(key);
  if (time.is_int()) return time.as_int();
  constexpr double kMaxSeconds = 1e15;
  if (!time.is_double() || !(time.as_double() > -kMaxSeconds && time.as_double() < kMaxSeconds)) {
    return std::nullopt;
  }
  return static_cast<int64_t>(time.as_double());
}

std::vector<std::string> DecodeAudiences(const Value& audiences) {
  std::vector<std::string> out;
  if (audiences.is_string()) out.emplace_back(audiences.as_string());
  if (audiences.is_list()) {
    for (const Value& audience : audiences.items()) {
      if (audience.is_string()) out.emplace_back(audience.as_string());
    }
  }
  return out;
}

}  // namespace

std::string AccountUserName(std::string_view namespace_name, std::string_view name) {
  return fmt::format("system:serviceaccount:{}:{}", namespace_name, name);
}

std::string EncodeClaims(const TokenClaims& claims) {
  Arena arena;
  std::vector<Member> own = {{"namespace", Value(std::string_view(claims.namespace_name))},
                             {"serviceaccount", EncodeReference(arena, claims.account)}};
  if (claims.pod) own.emplace_back("pod", EncodeReference(arena, *claims.pod));
  if (claims.secret) own.emplace_back("secret", EncodeReference(arena, *claims.secret));
  if (claims.node) own.emplace_back("node", EncodeReference(arena, *claims.node));
  if (claims.warn_after) own.emplace_back("warnafter", Value(*claims.warn_after));
  std::vector<Value> audiences;
  for (const std::string& audience : claims.audiences) {
    audiences.emplace_back(std::string_view(audience));
  }
  std::string subject = AccountUserName(claims.namespace_name, claims.account.name);
  return codec::ToJson(
      Value::Object(arena, {{"iss", Value(std::string_view(claims.issuer))},
                            {"sub", Value(std::string_view(subject))},
                            {"aud", Value::List(arena, audiences)},
                            {"iat", Value(claims.issued_at)},
                            {"nbf", Value(claims.not_before)},
                            {"exp", Value(claims.expires_at)},
                            {"jti", Value(std::string_view(claims.id))},
                            {kPrivateClaims, Value::Object(arena, std::move(own))}}));
}

std::optional<TokenClaims> DecodeClaims(std::string_view payload) {
  Arena arena;
  auto parsed = codec::ParseJson(payload, arena);
  if (!parsed || !parsed->is_object()) return std::nullopt;
  Value own = parsed->Find(kPrivateClaims);
  auto account = DecodeReference(own, "serviceaccount");
  auto expires_at = DecodeTime(*parsed, "exp");
  if (!account || !expires_at) return std::nullopt;
  TokenClaims claims;
  claims.issuer = parsed->FindString("iss");
  claims.id = parsed->FindString("jti");
  claims.audiences = DecodeAudiences(parsed->Find("aud"));
  claims.issued_at = DecodeTime(*parsed, "iat").value_or(0);
  claims.not_before = DecodeTime(*parsed, "nbf").value_or(0);
  claims.expires_at = *expires_at;
  claims.namespace_name = own.FindString("namespace");
  claims.account = std::move(*account);
  claims.pod = DecodeReference(own, "pod");
  claims.secret = DecodeReference(own, "secret");
  claims.node = DecodeReference(own, "node");
  claims.warn_after = DecodeTime(own, "warnafter");
  if (parsed->FindString("sub") != AccountUserName(claims.namespace_name, claims.account.name)) {
    return std::nullopt;
  }
  return claims;
}

std::string IssuerOf(std::string_view token) {
  std::vector<std::string_view> parts = Split(token, '.');
  if (parts.size() != 3) return {};
  auto payload = Base64UrlDecode(parts[1]);
  if (!payload) return {};
  Arena arena;
  auto parsed = codec::ParseJson(*payload, arena);
  return parsed ? std::string(parsed->FindString("iss")) : std::string();
}

}  // namespace pintle::auth
