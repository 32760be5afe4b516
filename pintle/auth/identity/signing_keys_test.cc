#include "pintle/auth/identity/signing_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include "pintle/base/strings.h"
#include "pintle/http/certificates.h"
#include "pintle/http/openssl_handles.h"

namespace pintle::auth {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string Contents(BIO* bio) {
  char* data = nullptr;
  long size = BIO_get_mem_data(bio, &data);
  return std::string(data, static_cast<size_t>(size));
}
std::string PrivatePem(EVP_PKEY* key) {
  http::BioHandle out(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(out.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  return Contents(out.get());
}
std::string PublicPem(EVP_PKEY* key) {
  http::BioHandle out(BIO_new(BIO_s_mem()));
  PEM_write_bio_PUBKEY(out.get(), key);
  return Contents(out.get());
}

VerificationKeys KeysOf(const std::string& pem) {
  VerificationKeys keys;
  Status added = keys.AddPem(pem);
  EXPECT_TRUE(added) << added.error().message();
  return keys;
}

std::string HeaderOf(const std::string& token) {
  return Base64UrlDecode(token.substr(0, token.find('.'))).value_or("");
}

TEST(SigningKeys, EveryAlgorithmSignsWhatItsPublicHalfVerifies) {
  struct Case {
    http::KeyHandle key;
    const char* algorithm;
  };
  Case cases[] = {{http::KeyHandle(EVP_RSA_gen(2048)), "RS256"},
                  {http::KeyHandle(EVP_EC_gen("P-256")), "ES256"},
                  {http::KeyHandle(EVP_EC_gen("P-384")), "ES384"},
                  {http::KeyHandle(EVP_EC_gen("P-521")), "ES512"}};
  for (Case& c : cases) {
    auto signer = SigningKey::FromPem(PrivatePem(c.key.get()));
    ASSERT_TRUE(signer) << signer.error().message();
    auto token = signer->Sign(R"({"a":1})");
    ASSERT_TRUE(token) << token.error().message();
    EXPECT_EQ(HeaderOf(*token), "{\"alg\":\"" + std::string(c.algorithm) + "\",\"kid\":\"" +
                                    signer->key().id + "\"}");
    for (const std::string& pem : {PublicPem(c.key.get()), PrivatePem(c.key.get())}) {
      EXPECT_EQ(KeysOf(pem).Verify(*token), R"({"a":1})") << c.algorithm;
    }
    VerificationKeys others;
    for (Case& other : cases) {
      if (&other == &c) continue;
      EXPECT_TRUE(others.AddPem(PublicPem(other.key.get())));
    }
    EXPECT_EQ(others.Verify(*token), std::nullopt) << c.algorithm;
  }
}

// As test environments pass them.
TEST(SigningKeys, CertificatesVerifyToo) {
  auto pair = http::GenerateCa("signer", 1);
  ASSERT_TRUE(pair);
  auto signer = SigningKey::FromPem(pair->private_key_pem);
  ASSERT_TRUE(signer);
  EXPECT_EQ(KeysOf(pair->certificate_pem).Verify(*signer->Sign("{}")), "{}");
}

TEST(SigningKeys, WhatWasChangedIsRefused) {
  auto pem = SigningKey::GeneratePem();
  ASSERT_TRUE(pem);
  auto signer = SigningKey::FromPem(*pem);
  ASSERT_TRUE(signer);
  std::string token = *signer->Sign(R"({"sub":"me"})");
  VerificationKeys keys = KeysOf(*pem);
  ASSERT_TRUE(keys.Verify(token));
  const size_t first = token.find('.');
  const size_t last = token.rfind('.');
  const std::string header = token.substr(0, first);
  const std::string payload = token.substr(first + 1, last - first - 1);
  const std::string signature = token.substr(last + 1);
  const std::string none = Base64UrlEncode(R"({"alg":"none"})");
  const std::string hmac = Base64UrlEncode(R"({"alg":"HS256"})");
  const std::string critical = Base64UrlEncode(R"({"alg":"ES256","crit":["x"]})");
  const std::string cases[] = {
      "",
      "..",
      header + "." + payload,
      header + "." + payload + ".",
      header + "." + Base64UrlEncode(R"({"sub":"you"})") + "." + signature,
      header + "." + payload + "." + signature.substr(1),
      header + "." + payload + "." + std::string(signature.size(), 'A'),
      none + "." + payload + ".",
      none + "." + payload + "." + signature,
      hmac + "." + payload + "." + signature,
      critical + "." + payload + "." + signature,
      token + ".x",
      token + "=",
      "x" + token,
  };
  for (const std::string& bad : cases) EXPECT_EQ(keys.Verify(bad), std::nullopt) << bad;
}

TEST(SigningKeys, OfOneFileAllKeysCount) {
  http::KeyHandle one(EVP_EC_gen("P-256"));
  http::KeyHandle two(EVP_EC_gen("P-256"));
  VerificationKeys keys = KeysOf(PublicPem(one.get()) + "words between\n" + PublicPem(two.get()));
  for (EVP_PKEY* key : {one.get(), two.get()}) {
    auto signer = SigningKey::FromPem(PrivatePem(key));
    EXPECT_EQ(keys.Verify(*signer->Sign("{}")), "{}");
  }
}

TEST(SigningKeys, WhatIsNoKeyIsRefused) {
  http::KeyHandle weak(EVP_RSA_gen(1024));
  http::KeyHandle other(EVP_EC_gen("secp256k1"));
  http::KeyHandle good(EVP_EC_gen("P-256"));
  EXPECT_THAT(SigningKey::FromPem("").error().message(), HasSubstr("no private key"));
  EXPECT_THAT(SigningKey::FromPem(PublicPem(good.get())).error().message(),
              HasSubstr("no private key"));
  EXPECT_THAT(SigningKey::FromPem(PrivatePem(weak.get())).error().message(),
              HasSubstr("RSA with at least 2048 bits"));
  EXPECT_FALSE(SigningKey::FromPem(PrivatePem(other.get())));
  VerificationKeys keys;
  EXPECT_THAT(keys.AddPem("nothing").error().message(), HasSubstr("neither a key"));
}

TEST(SigningKeys, KeySetsHaveThePublicHalvesOnly) {
  http::KeyHandle rsa(EVP_RSA_gen(2048));
  http::KeyHandle ec(EVP_EC_gen("P-256"));
  VerificationKeys keys = KeysOf(PrivatePem(rsa.get()) + PrivatePem(ec.get()));
  EXPECT_THAT(keys.Algorithms(), ElementsAre("RS256", "ES256"));
  auto set = keys.KeySet();
  ASSERT_TRUE(set) << set.error().message();
  EXPECT_THAT(*set, HasSubstr(R"("e":"AQAB")"));
  EXPECT_THAT(*set, HasSubstr(R"("kty":"RSA")"));
  EXPECT_THAT(*set, HasSubstr(R"("crv":"P-256")"));
  EXPECT_THAT(*set, HasSubstr(R"("use":"sig")"));
  EXPECT_EQ(set->find("\"d\""), std::string::npos);
}

}  // namespace
}  // namespace pintle::auth
