#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/authentication/v1/types.h"
#include "apis/core/v1/types.h"
#include "pintle/auth/identity/account_tokens.h"
#include "pintle/write/write_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

using authentication::v1::TokenRequest;
using testing::ElementsAre;

constexpr int64_t kNow = 1'600'000'000;  // of TestWorld

class TokenRequests : public write::WriteTest {
 protected:
  TokenRequests() {
    world_.issuer = std::make_unique<auth::TokenIssuer>(
        *auth::SigningKey::FromPem(pem_), "https://issuer", std::vector<std::string>{"api"});
    EXPECT_TRUE(keys_.AddPem(pem_));
    account_uid_ =
        MustCreate(Resource("serviceaccounts"), R"({"metadata":{"name":"robot"}})").meta().uid;
  }

  Result<std::optional<write::Object>> Try(std::string_view json, std::string name = "robot") {
    write::ResourceDefinition& accounts = Resource("serviceaccounts");
    const write::Endpoint& token = accounts.actions.endpoints.at("token");
    write::TestRequest request = RequestFor(accounts, std::move(name));
    request.what.subresource = "token";
    return executor_.Run(
        token.create(world_, request, accounts, Body(*token.spoken, json), request.warnings));
  }
  // What the token of the answer says.
  auth::TokenClaims Claims(std::string_view json) {
    auto made = Try(json);
    if (!made || !*made) {
      ADD_FAILURE() << (made ? "no answer" : made.error().message());
      return {};
    }
    auto payload = keys_.Verify((*made)->As<TokenRequest>().status.token);
    EXPECT_TRUE(payload);
    return auth::DecodeClaims(payload.value_or("")).value_or(auth::TokenClaims());
  }
  std::string CreatePod(std::string_view account, std::string_view node) {
    std::string json = fmt::format(
        R"({{"metadata":{{"name":"p"}},"spec":{{"serviceAccountName":"{}","nodeName":"{}",)"
        R"("containers":[{{"name":"c","image":"i"}}]}}}})",
        account, node);
    return std::string(MustCreate(Resource("pods"), json).meta().uid);
  }

  const std::string pem_ = *auth::SigningKey::GeneratePem();
  auth::VerificationKeys keys_;
  std::string account_uid_;
};

TEST_F(TokenRequests, AreForTheApiAndAnHourUnlessTheySayOtherwise) {
  auto made = Try("{}");
  ASSERT_TRUE(made) << made.error().message();
  const auto& request = (*made)->As<TokenRequest>();
  EXPECT_EQ(request.metadata.name, "robot");
  EXPECT_EQ(request.metadata.namespace_, "ns");
  EXPECT_EQ(request.metadata.creation_timestamp.seconds, kNow);
  ASSERT_EQ(request.spec.audiences.size(), 1u);
  EXPECT_EQ(request.spec.audiences[0], "api");
  EXPECT_EQ(request.spec.expiration_seconds.value, 3600);
  EXPECT_EQ(request.status.expiration_timestamp.seconds, kNow + 3600);
  auth::TokenClaims claims = Claims("{}");
  EXPECT_EQ(claims.issuer, "https://issuer");
  EXPECT_EQ(claims.issued_at, kNow);
  EXPECT_EQ(claims.not_before, kNow);
  EXPECT_EQ(claims.expires_at, kNow + 3600);
  EXPECT_EQ(claims.namespace_name, "ns");
  EXPECT_EQ(claims.account.name, "robot");
  EXPECT_EQ(claims.account.uid, account_uid_);
  EXPECT_FALSE(claims.id.empty());
  EXPECT_FALSE(claims.pod || claims.secret || claims.node || claims.warn_after);
  claims = Claims(R"({"spec":{"audiences":["vault","x"],"expirationSeconds":600}})");
  EXPECT_THAT(claims.audiences, ElementsAre("vault", "x"));
  EXPECT_EQ(claims.expires_at, kNow + 600);
}

TEST_F(TokenRequests, WhatIsRefused) {
  MustCreate(Resource("serviceaccounts"), R"({"metadata":{"name":"other"}})");
  CreatePod("other", "");
  struct Case {
    const char* json;
    int code;
    const char* message;
  };
  const Case cases[] = {
      {R"({"spec":{"expirationSeconds":599}})", 422,
       R"(TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: )"
       R"(599: may not specify a duration less than 10 minutes)"},
      {R"({"spec":{"expirationSeconds":4294967297}})", 422,
       R"(TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: )"
       R"(4294967297: may not specify a duration larger than 2^32 seconds)"},
      {R"({"metadata":{"name":"else"}})", 422,
       R"(TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: )"
       R"("else": must match the service account name if specified)"},
      {R"({"metadata":{"namespace":"else"}})", 422,
       R"(TokenRequest.authentication.k8s.io "robot" is invalid: metadata.namespace: Invalid value: )"
       R"("else": must match the service account namespace if specified)"},
      {R"({"spec":{"boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"none"}}})", 404,
       R"(pods "none" not found)"},
      {R"({"spec":{"boundObjectRef":{"kind":"Secret","apiVersion":"v1","name":"none"}}})", 404,
       R"(secrets "none" not found)"},
      {R"({"spec":{"boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"p"}}})", 400,
       R"(cannot bind token for serviceaccount "robot" to pod running with different )"
       R"(serviceaccount name.)"},
      {R"({"spec":{"boundObjectRef":{"kind":"ConfigMap","apiVersion":"v1","name":"x"}}})", 400,
       "cannot bind token to object of type /v1, Kind=ConfigMap"},
      {R"({"spec":{"boundObjectRef":{"kind":"Pod","apiVersion":"apps/v1","name":"x"}}})", 400,
       "cannot bind token to object of type apps/v1, Kind=Pod"},
  };
  for (const Case& c : cases)
    EXPECT_TRUE(write::FailsWith(Try(c.json), c.code, c.message)) << c.json;
  EXPECT_TRUE(write::FailsWith(Try("{}", "nobody"), 404, R"(serviceaccounts "nobody" not found)"));
  world_.namespaces["ns"] = write::TestWorld::Phase::kTerminating;
  EXPECT_TRUE(write::FailsWith(Try("{}"), 403,
                               R"(serviceaccounts "robot" is forbidden: unable to create new )"
                               R"(content in namespace ns because it is being terminated)"));
  world_.namespaces["ns"] = write::TestWorld::Phase::kActive;
  world_.issuer.reset();
  EXPECT_EQ(Try("{}").error().code(), 503);
}

TEST_F(TokenRequests, AreBoundToPodsAndTheirNodes) {
  std::string uid = CreatePod("robot", "n");
  const char* bound = R"({"spec":{"boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"p"}}})";
  auth::TokenClaims claims = Claims(bound);
  ASSERT_TRUE(claims.pod && claims.node);
  EXPECT_EQ(claims.pod->name, "p");
  EXPECT_EQ(claims.pod->uid, uid);
  EXPECT_EQ(claims.node->name, "n");
  EXPECT_EQ(claims.node->uid, "");
  std::string node_uid(MustCreate(Resource("nodes"), R"({"metadata":{"name":"n"}})").meta().uid);
  EXPECT_EQ(Claims(bound).node->uid, node_uid);
  auto other = Try(
      R"({"spec":{"boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"p","uid":"other"}}})");
  EXPECT_TRUE(write::FailsWith(
      other, 409,
      R"(Operation cannot be fulfilled on Pod "p": the UID in the bound object reference (other) )"
      R"(does not match the UID in record. The object might have been deleted and then recreated)"));
}

TEST_F(TokenRequests, AreBoundToSecretsAndNodes) {
  MustCreate(Resource("secrets"), R"({"metadata":{"name":"s"}})");
  MustCreate(Resource("nodes"), R"({"metadata":{"name":"n"}})");
  auth::TokenClaims claims =
      Claims(R"({"spec":{"boundObjectRef":{"kind":"Secret","apiVersion":"v1","name":"s"}}})");
  ASSERT_TRUE(claims.secret);
  EXPECT_EQ(claims.secret->name, "s");
  claims = Claims(R"({"spec":{"boundObjectRef":{"kind":"Node","apiVersion":"v1","name":"n"}}})");
  ASSERT_TRUE(claims.node);
  EXPECT_FALSE(claims.pod);
}

// Tokens that the kubelet asks for in the name of pods that do not know how to fetch a new one.
TEST_F(TokenRequests, OfOldPodsLastLongerAndWarn) {
  CreatePod("robot", "");
  constexpr const char* kOfPod =
      R"({{"spec":{{"expirationSeconds":{},"audiences":[{}],"boundObjectRef":)"
      R"({{"kind":"Pod","apiVersion":"v1","name":"p"}}}}}})";
  auth::TokenClaims claims = Claims(fmt::format(kOfPod, 3607, ""));
  EXPECT_EQ(claims.warn_after, kNow + 3607);
  EXPECT_EQ(claims.expires_at, kNow + 365 * 24 * 3600);
  EXPECT_FALSE(Claims(fmt::format(kOfPod, 3608, "")).warn_after);
  EXPECT_FALSE(Claims(fmt::format(kOfPod, 3607, R"("vault")")).warn_after);
  EXPECT_FALSE(Claims(R"({"spec":{"expirationSeconds":3607}})").warn_after);
}

}  // namespace
}  // namespace pintle::apis::core::v1
