#include "pintle/server/service_accounts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/http/certificates.h"
#include "pintle/server/files.h"
#include "pintle/server/folder_for_test.h"

namespace pintle::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Everybody is there.
class Everything final : public auth::TokenObjects {
 public:
  Task<Result<std::optional<Found>>> Find(Kind, std::string, std::string) override {
    co_return std::optional(Found{"uid", {}});
  }
};

class ServiceAccountsTest : public testing::Test {
 protected:
  Result<ServiceAccounts> Make() {
    return MakeServiceAccounts(options_, folder_.path() + "/pki", std::make_unique<Everything>(),
                               clock_);
  }
  std::string File(const std::string& name, const std::string& text) {
    std::string path = folder_.path() + "/" + name;
    EXPECT_TRUE(WritePrivateFile(path, text));
    return path;
  }
  auth::TokenClaims Claims(const ServiceAccounts& accounts) {
    auth::TokenClaims claims;
    claims.audiences = accounts.audiences;
    claims.issued_at = claims.not_before = clock_.NowSeconds();
    claims.expires_at = clock_.NowSeconds() + 600;
    claims.namespace_name = "ns";
    claims.account = {"robot", "uid"};
    return claims;
  }
  // Whether `accepting` lets in what `issuing` has signed.
  bool Accepts(const ServiceAccounts& accepting, const ServiceAccounts& issuing) {
    std::string token = *issuing.issuer->Issue(Claims(issuing));
    return BlockOn(accepting.verifier->Verify(token, {})).has_value();
  }

  TestFolder folder_;
  FakeClock clock_{1'700'000'000};
  Options options_;
};

TEST_F(ServiceAccountsTest, AKeyIsMadeOnce) {
  auto first = Make();
  ASSERT_TRUE(first) << first.error().message();
  EXPECT_EQ(first->issuer_name, "https://kubernetes.default.svc.cluster.local");
  EXPECT_THAT(first->audiences, ElementsAre("https://kubernetes.default.svc.cluster.local"));
  auto second = Make();
  ASSERT_TRUE(second);
  EXPECT_TRUE(Accepts(*second, *first));
}

// As test environments start it.
TEST_F(ServiceAccountsTest, KeysOfFiles) {
  auto signer = http::GenerateCa("signer", 1);
  ASSERT_TRUE(signer);
  options_.service_account_issuers = {"https://127.0.0.1:6443/", "https://before"};
  options_.service_account_signing_key_file = File("sa-signer.key", signer->private_key_pem);
  options_.service_account_key_files = {File("sa-signer.crt", signer->certificate_pem)};
  auto accounts = Make();
  ASSERT_TRUE(accounts) << accounts.error().message();
  EXPECT_EQ(accounts->issuer_name, "https://127.0.0.1:6443/");
  EXPECT_THAT(accounts->audiences, ElementsAre("https://127.0.0.1:6443/", "https://before"));
  EXPECT_TRUE(Accepts(*accounts, *accounts));
  // Tokens of before, when the other was the first, are still good; those for others are not.
  std::swap(options_.service_account_issuers[0], options_.service_account_issuers[1]);
  auto before = Make();
  ASSERT_TRUE(before);
  EXPECT_TRUE(Accepts(*accounts, *before));
  options_.api_audiences = {"other"};
  auto other = Make();
  ASSERT_TRUE(other);
  EXPECT_THAT(other->audiences, ElementsAre("other"));
  EXPECT_FALSE(Accepts(*other, *accounts));
  // Only the keys that are named verify.
  options_.api_audiences.clear();
  auto stranger = http::GenerateCa("stranger", 1);
  options_.service_account_key_files = {File("other.crt", stranger->certificate_pem)};
  auto mismatched = Make();
  ASSERT_TRUE(mismatched);
  EXPECT_FALSE(Accepts(*mismatched, *mismatched));
}

TEST_F(ServiceAccountsTest, FailuresSayWhy) {
  options_.service_account_signing_key_file = "/nowhere/key";
  EXPECT_THAT(
      Make().error().message(),
      testing::AllOf(HasSubstr("--service-account-signing-key-file: "), HasSubstr("/nowhere/key")));
  options_.service_account_signing_key_file = File("text", "no key");
  EXPECT_EQ(Make().error().message(),
            "--service-account-signing-key-file: there is no private key in the file");
  options_.service_account_signing_key_file.clear();
  options_.service_account_key_files = {File("text", "no key")};
  EXPECT_THAT(Make().error().message(),
              HasSubstr("text: there is neither a key nor a certificate in the file"));
}

}  // namespace
}  // namespace pintle::server
