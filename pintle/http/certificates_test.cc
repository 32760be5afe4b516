#include "pintle/http/certificates.h"

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/x509_vfy.h>

#include "pintle/http/openssl_handles.h"

namespace pintle::http {
namespace {

X509Handle Parse(const std::string& pem) {
  BioHandle bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  return X509Handle(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
}

// X509_V_OK, or why the chain does not hold.
int Verify(const std::string& certificate_pem, const std::string& ca_pem, int purpose) {
  X509Handle certificate = Parse(certificate_pem);
  X509Handle ca = Parse(ca_pem);
  StoreHandle store(X509_STORE_new());
  X509_STORE_add_cert(store.get(), ca.get());
  StoreContextHandle context(X509_STORE_CTX_new());
  X509_STORE_CTX_init(context.get(), store.get(), certificate.get(), nullptr);
  X509_STORE_CTX_set_purpose(context.get(), purpose);
  X509_VERIFY_PARAM_set_flags(X509_STORE_CTX_get0_param(context.get()), X509_V_FLAG_X509_STRICT);
  X509_verify_cert(context.get());
  return X509_STORE_CTX_get_error(context.get());
}

std::vector<std::string> SubjectValues(const std::string& pem, int nid) {
  X509Handle certificate = Parse(pem);
  X509_NAME* subject = X509_get_subject_name(certificate.get());
  std::vector<std::string> values;
  for (int i = -1; (i = X509_NAME_get_index_by_NID(subject, nid, i)) >= 0;) {
    ASN1_STRING* text = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, i));
    values.emplace_back(reinterpret_cast<const char*>(ASN1_STRING_get0_data(text)),
                        ASN1_STRING_length(text));
  }
  return values;
}

TEST(Certificates, ChainsVerifyForTheirPurposeOnly) {
  auto ca = GenerateCa("test-ca", 10);
  ASSERT_TRUE(ca);
  auto serving = IssueServing(*ca, {"localhost", "kubernetes.default.svc"}, {"127.0.0.1", "::1"});
  ASSERT_TRUE(serving) << serving.error().message();
  auto client = IssueClient(*ca, "jane", {"developers", "system:masters"});
  ASSERT_TRUE(client) << client.error().message();
  auto other = GenerateCa("test-ca", 10);

  EXPECT_EQ(Verify(serving->certificate_pem, ca->certificate_pem, X509_PURPOSE_SSL_SERVER),
            X509_V_OK);
  EXPECT_EQ(Verify(client->certificate_pem, ca->certificate_pem, X509_PURPOSE_SSL_CLIENT),
            X509_V_OK);
  EXPECT_NE(Verify(client->certificate_pem, ca->certificate_pem, X509_PURPOSE_SSL_SERVER),
            X509_V_OK);
  EXPECT_NE(Verify(serving->certificate_pem, ca->certificate_pem, X509_PURPOSE_SSL_CLIENT),
            X509_V_OK);
  EXPECT_NE(Verify(client->certificate_pem, other->certificate_pem, X509_PURPOSE_SSL_CLIENT),
            X509_V_OK);
  EXPECT_TRUE(IsIssuedBy(client->certificate_pem, ca->certificate_pem));
  EXPECT_FALSE(IsIssuedBy(client->certificate_pem, other->certificate_pem));
  EXPECT_EQ(SubjectValues(client->certificate_pem, NID_commonName),
            std::vector<std::string>{"jane"});
  EXPECT_EQ(SubjectValues(client->certificate_pem, NID_organizationName),
            (std::vector<std::string>{"developers", "system:masters"}));
}

TEST(Certificates, CoverExactlyTheirNames) {
  auto ca = GenerateCa("test-ca", 10);
  auto serving = IssueServing(*ca, {"localhost", "a,DNS:evil"}, {"127.0.0.1", "fd00::1"});
  ASSERT_TRUE(serving) << serving.error().message();
  const std::string& pem = serving->certificate_pem;
  EXPECT_TRUE(CoversNames(pem, {"localhost"}, {"127.0.0.1", "fd00:0::1"}));
  EXPECT_FALSE(CoversNames(pem, {"evil"}, {}));
  EXPECT_FALSE(CoversNames(pem, {"localhost", "example.com"}, {}));
  EXPECT_FALSE(CoversNames(pem, {}, {"127.0.0.2"}));
  EXPECT_FALSE(CoversNames("nonsense", {}, {}));
}

TEST(Certificates, UsablePairsAreCurrentAndMatch) {
  auto ca = GenerateCa("test-ca", 10);
  auto expired = GenerateCa("test-ca", -1);
  ASSERT_TRUE(ca && expired);
  EXPECT_TRUE(IsUsablePair(*ca, std::chrono::hours(0)));
  EXPECT_TRUE(IsUsablePair(*ca, std::chrono::hours(9 * 24)));
  EXPECT_FALSE(IsUsablePair(*ca, std::chrono::hours(11 * 24)));
  EXPECT_FALSE(IsUsablePair(*expired, std::chrono::hours(0)));
  EXPECT_FALSE(IsUsablePair({ca->certificate_pem, expired->private_key_pem}, {}));
  EXPECT_FALSE(IsUsablePair({ca->certificate_pem, "nonsense"}, {}));
  EXPECT_FALSE(IsUsablePair({}, {}));
}

TEST(Certificates, RefuseWhatCannotBeIssued) {
  auto ca = GenerateCa("test-ca", 10);
  auto other = GenerateCa("other", 10);
  EXPECT_FALSE(IssueServing(*ca, {}, {"not an address"}));
  EXPECT_FALSE(IssueClient({}, "jane", {}));
  EXPECT_FALSE(IssueClient({ca->certificate_pem, other->private_key_pem}, "jane", {}));
  EXPECT_FALSE(GenerateCa(std::string(100, 'x'), 10)) << "a common name has at most 64 characters";
}

}  // namespace
}  // namespace pintle::http
