#include "pintle/auth/identity/account_tokens.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "pintle/auth/identity/authenticator.h"
#include "pintle/base/strings.h"

namespace pintle::auth {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr int64_t kNow = 1'700'000'000;

// Objects in a map.
class MapObjects final : public TokenObjects {
 public:
  Task<Result<std::optional<Found>>> Find(Kind kind, std::string namespace_name,
                                          std::string name) override {
    auto found = objects.find({kind, namespace_name + "/" + name});
    if (found == objects.end()) co_return std::optional<Found>();
    co_return std::optional(found->second);
  }
  std::map<std::pair<Kind, std::string>, Found> objects;
};

class AccountTokens : public testing::Test {
 protected:
  AccountTokens() {
    objects_.objects[{TokenObjects::Kind::kServiceAccount, "ns/robot"}] = {"uid-1", {}};
    VerificationKeys keys;
    EXPECT_TRUE(keys.AddPem(pem_));
    verifier_.emplace(
        TokenVerifierOptions{{"https://issuer", "https://before"}, {"api"}, std::move(keys)},
        objects_, clock_);
  }

  static TokenClaims Claims() {
    TokenClaims claims;
    claims.id = "id-1";
    claims.audiences = {"api"};
    claims.issued_at = claims.not_before = kNow;
    claims.expires_at = kNow + 600;
    claims.namespace_name = "ns";
    claims.account = {"robot", "uid-1"};
    return claims;
  }
  std::string Token(const TokenClaims& claims, const std::string& issuer = "https://issuer") {
    return *TokenIssuer(*SigningKey::FromPem(pem_), issuer, {"api"}).Issue(claims);
  }
  Result<TokenOwner> Verify(const std::string& token, std::vector<std::string> audiences = {}) {
    return BlockOn(verifier_->Verify(token, std::move(audiences)));
  }
  std::string Refusal(const TokenClaims& claims, std::vector<std::string> audiences = {}) {
    auto owner = Verify(Token(claims), std::move(audiences));
    return owner ? "accepted" : owner.error().message();
  }

  const std::string pem_ = *SigningKey::GeneratePem();
  FakeClock clock_{kNow};
  MapObjects objects_;
  std::optional<TokenVerifier> verifier_;
};

TEST_F(AccountTokens, ClaimsAreWrittenAsOthersReadThem) {
  TokenClaims claims = Claims();
  claims.issuer = "https://issuer";
  claims.pod = TokenReference{"p", "uid-p"};
  claims.node = TokenReference{"n", ""};
  claims.warn_after = kNow + 10;
  EXPECT_EQ(EncodeClaims(claims),
            R"({"aud":["api"],"exp":1700000600,"iat":1700000000,"iss":"https://issuer",)"
            R"("jti":"id-1","kubernetes.io":{"namespace":"ns","node":{"name":"n"},)"
            R"("pod":{"name":"p","uid":"uid-p"},"serviceaccount":{"name":"robot","uid":"uid-1"},)"
            R"("warnafter":1700000010},"nbf":1700000000,"sub":"system:serviceaccount:ns:robot"})");
  auto read = DecodeClaims(EncodeClaims(claims));
  ASSERT_TRUE(read);
  EXPECT_EQ(EncodeClaims(*read), EncodeClaims(claims));
  // One audience may be a plain text, and times may have fractions.
  auto loose = DecodeClaims(
      R"({"aud":"api","exp":1700000600.5,"sub":"system:serviceaccount:ns:robot","kubernetes.io":)"
      R"({"namespace":"ns","serviceaccount":{"name":"robot","uid":"u"}}})");
  ASSERT_TRUE(loose);
  EXPECT_THAT(loose->audiences, ElementsAre("api"));
  EXPECT_EQ(loose->expires_at, 1700000600);
  for (const char* bad : {"", "[]", "{}", R"({"exp":1})",
                          R"({"exp":1,"sub":"system:serviceaccount:ns:other","kubernetes.io":)"
                          R"({"namespace":"ns","serviceaccount":{"name":"robot"}}})"}) {
    EXPECT_FALSE(DecodeClaims(bad)) << bad;
  }
}

TEST_F(AccountTokens, TellWhoTheAccountIs) {
  TokenClaims claims = Claims();
  objects_.objects[{TokenObjects::Kind::kPod, "ns/p"}] = {"uid-p", {}};
  claims.pod = TokenReference{"p", "uid-p"};
  claims.node = TokenReference{"n", "uid-n"};  // only told: the pod is what counts
  auto owner = Verify(Token(claims));
  ASSERT_TRUE(owner) << owner.error().message();
  EXPECT_EQ(owner->user.name, "system:serviceaccount:ns:robot");
  EXPECT_EQ(owner->user.uid, "uid-1");
  EXPECT_THAT(owner->user.groups,
              ElementsAre("system:serviceaccounts", "system:serviceaccounts:ns"));
  EXPECT_THAT(owner->user.extra,
              UnorderedElementsAre(
                  Pair("authentication.kubernetes.io/credential-id", ElementsAre("JTI=id-1")),
                  Pair("authentication.kubernetes.io/pod-name", ElementsAre("p")),
                  Pair("authentication.kubernetes.io/pod-uid", ElementsAre("uid-p")),
                  Pair("authentication.kubernetes.io/node-name", ElementsAre("n")),
                  Pair("authentication.kubernetes.io/node-uid", ElementsAre("uid-n"))));
  EXPECT_THAT(owner->audiences, ElementsAre("api"));
}

TEST_F(AccountTokens, LastAsLongAsTheySay) {
  std::string token = Token(Claims());
  EXPECT_TRUE(Verify(token));
  clock_.AdvanceSeconds(660);  // clocks may differ by a minute
  EXPECT_TRUE(Verify(token));
  clock_.AdvanceSeconds(1);
  EXPECT_EQ(Verify(token).error().message(), "service account token has expired");
  clock_.AdvanceSeconds(-661 - 61);
  EXPECT_EQ(Verify(token).error().message(), "service account token is not valid yet");
}

TEST_F(AccountTokens, DieWithTheAccount) {
  std::string token = Token(Claims());
  auto& account = objects_.objects[{TokenObjects::Kind::kServiceAccount, "ns/robot"}];
  EXPECT_TRUE(Verify(token));
  account.deleted_at_seconds = kNow - 60;
  EXPECT_TRUE(Verify(token));
  account.deleted_at_seconds = kNow - 61;
  EXPECT_EQ(Verify(token).error().message(), "service account \"robot\" has been deleted");
  account = {"uid-2", {}};
  EXPECT_EQ(Verify(token).error().message(),
            "service account UID (uid-2) does not match claim (uid-1)");
  objects_.objects.clear();
  EXPECT_EQ(Verify(token).error().message(), "service account \"robot\" not found");
}

TEST_F(AccountTokens, DieWithWhatTheyAreBoundTo) {
  const std::pair<TokenObjects::Kind, std::string> bindable[] = {
      {TokenObjects::Kind::kPod, "ns/x"},
      {TokenObjects::Kind::kSecret, "ns/x"},
      {TokenObjects::Kind::kNode, "/x"}};
  for (const auto& object : bindable) {
    TokenClaims claims = Claims();
    TokenReference reference{"x", "uid-x"};
    if (object.first == TokenObjects::Kind::kPod) claims.pod = reference;
    if (object.first == TokenObjects::Kind::kSecret) claims.secret = reference;
    if (object.first == TokenObjects::Kind::kNode) claims.node = reference;
    EXPECT_THAT(Refusal(claims), HasSubstr("\"x\" not found"));
    objects_.objects[object] = {"uid-y", {}};
    EXPECT_THAT(Refusal(claims), HasSubstr("UID (uid-y) does not match claim (uid-x)"));
    objects_.objects[object] = {"uid-x", kNow - 61};
    EXPECT_THAT(Refusal(claims), HasSubstr("has been deleted"));
    objects_.objects[object] = {"uid-x", {}};
    EXPECT_EQ(Refusal(claims), "accepted");
  }
}

TEST_F(AccountTokens, AreForTheirAudiences) {
  TokenClaims claims = Claims();
  claims.audiences = {"vault", "other"};
  EXPECT_EQ(Refusal(claims),
            R"(token audiences ["vault" "other"] is invalid for the target audiences ["api"])");
  auto owner = Verify(Token(claims), {"nobody", "vault"});
  ASSERT_TRUE(owner);
  EXPECT_THAT(owner->audiences, ElementsAre("vault"));
}

TEST_F(AccountTokens, OfOthersAreNotAccepted) {
  EXPECT_TRUE(verifier_->IsMine(Token(Claims())));
  EXPECT_TRUE(Verify(Token(Claims(), "https://before")));
  std::string foreign = Token(Claims(), "https://elsewhere");
  EXPECT_FALSE(verifier_->IsMine(foreign));
  EXPECT_FALSE(Verify(foreign));
  EXPECT_FALSE(verifier_->IsMine("a.b.c"));
  EXPECT_FALSE(verifier_->IsMine("secret"));
  TokenIssuer impostor(*SigningKey::FromPem(*SigningKey::GeneratePem()), "https://issuer", {});
  std::string forged = *impostor.Issue(Claims());
  EXPECT_TRUE(verifier_->IsMine(forged));
  EXPECT_EQ(Verify(forged).error().message(), "the signature of the token is not valid");
}

TEST_F(AccountTokens, LetRequestsIn) {
  AuthenticatorOptions options;
  options.token_file = "static,jane,uid-j\n";
  options.account_tokens = &*verifier_;
  options.audiences = {"api", "api2"};
  auto authenticator = Authenticator::Create(options);
  ASSERT_TRUE(authenticator);
  std::string token = Token(Claims());
  auto user = [&](const std::string& bearer) {
    http::Request request;
    request.headers.Add("Authorization", "Bearer " + bearer);
    auto who = BlockOn((*authenticator)->Authenticate(request));
    return who ? fmt::format("{} {}", who->name, fmt::join(who->groups, "+"))
               : who.error().message();
  };
  EXPECT_EQ(user(token),
            "system:serviceaccount:ns:robot "
            "system:serviceaccounts+system:serviceaccounts:ns+system:authenticated");
  EXPECT_EQ(user("static"), "jane system:authenticated");
  auto review = [&](const std::string& bearer, std::vector<std::string> audiences) {
    auto owner = BlockOn((*authenticator)->ReviewToken(bearer, std::move(audiences)));
    return owner ? fmt::format("{} {}", owner->user.name, fmt::join(owner->audiences, "+"))
                 : owner.error().message();
  };
  EXPECT_EQ(review("static", {}), "jane api+api2");
  EXPECT_EQ(review("static", {"api2", "x"}), "jane api2");
  EXPECT_EQ(review("static", {"x"}), "invalid bearer token");
  EXPECT_EQ(review("unknown", {}), "invalid bearer token");
  EXPECT_EQ(review(token, {"api"}), "system:serviceaccount:ns:robot api");
  objects_.objects.clear();
  EXPECT_EQ(user(token), "Unauthorized");
  EXPECT_EQ(review(token, {}), "[invalid bearer token, service account \"robot\" not found]");
}

}  // namespace
}  // namespace pintle::auth
