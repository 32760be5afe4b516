#include "pintle/http/certificates.h"

#include <fmt/format.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include "pintle/http/openssl_handles.h"
#include "pintle/http/tls_pem.h"

namespace pintle::http {
namespace {

constexpr int kIssuedDays = 365;
// Clients whose clock is behind must accept a fresh certificate.
constexpr long kBackdateSeconds = 3600;
constexpr long kSecondsPerDay = 24 * 3600;
constexpr int kSerialBits = 127;

// What a certificate says besides its key. `issuer` is null for a self-signed one.
struct Profile {
  std::string common_name;
  std::vector<std::string> organizations;
  int days = kIssuedDays;
  const char* basic_constraints = "critical,CA:FALSE";
  const char* key_usage = "critical,digitalSignature";
  const char* extended_key_usage = nullptr;
  std::vector<std::string> dns_names;
  std::vector<std::string> ips;
};

struct Authority {
  X509Handle certificate;
  KeyHandle key;
};

std::unexpected<Error> Failed(std::string_view what) {
  return InternalError(fmt::format("{}: {}", what, TakeOpenSslError()));
}

BioHandle Reader(const std::string& text) {
  return BioHandle(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

X509Handle ParseCertificate(const std::string& pem) {
  X509Handle certificate(PEM_read_bio_X509(Reader(pem).get(), nullptr, nullptr, nullptr));
  ERR_clear_error();
  return certificate;
}

KeyHandle ParseKey(const std::string& pem) {
  char passphrase[] = "";  // keeps OpenSSL from asking for one on the terminal
  KeyHandle key(PEM_read_bio_PrivateKey(Reader(pem).get(), nullptr, nullptr, passphrase));
  ERR_clear_error();
  return key;
}

std::string Contents(BIO* bio) {
  char* data = nullptr;
  long size = BIO_get_mem_data(bio, &data);
  return std::string(data, static_cast<size_t>(size));
}

bool SetSerial(X509* certificate) {
  NumberHandle serial(BN_new());
  return BN_rand(serial.get(), kSerialBits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
         BN_to_ASN1_INTEGER(serial.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool AddNameEntry(X509_NAME* name, int nid, const std::string& value) {
  return X509_NAME_add_entry_by_NID(name, nid, MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(value.data()),
                                    static_cast<int>(value.size()), -1, 0) == 1;
}

bool SetSubject(X509* certificate, const Profile& profile) {
  X509_NAME* name = X509_get_subject_name(certificate);
  bool done = true;
  for (const std::string& organization : profile.organizations) {
    done = done && AddNameEntry(name, NID_organizationName, organization);
  }
  return done && AddNameEntry(name, NID_commonName, profile.common_name);
}

bool AddExtension(X509* certificate, X509V3_CTX* context, int nid, const char* value) {
  ExtensionHandle extension(X509V3_EXT_conf_nid(nullptr, context, nid, value));
  return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

// Built from parts and not from text, in which a name could smuggle in further names.
bool AddAlternativeNames(X509* certificate, const Profile& profile) {
  NamesHandle names(GENERAL_NAMES_new());
  auto add = [&](int type, ASN1_STRING* value) {
    if (value == nullptr) return false;
    GENERAL_NAME* name = GENERAL_NAME_new();
    GENERAL_NAME_set0_value(name, type, value);
    return sk_GENERAL_NAME_push(names.get(), name) > 0;
  };
  for (const std::string& dns_name : profile.dns_names) {
    ASN1_IA5STRING* text = ASN1_IA5STRING_new();
    ASN1_STRING_set(text, dns_name.data(), static_cast<int>(dns_name.size()));
    if (!add(GEN_DNS, text)) return false;
  }
  for (const std::string& ip : profile.ips) {
    if (!add(GEN_IPADD, a2i_IPADDRESS(ip.c_str()))) return false;
  }
  return X509_add1_ext_i2d(certificate, NID_subject_alt_name, names.get(), 0, X509V3_ADD_DEFAULT) ==
         1;
}

bool AddExtensions(X509* certificate, X509* issuer, const Profile& profile) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  bool done =
      AddExtension(certificate, &context, NID_basic_constraints, profile.basic_constraints) &&
      AddExtension(certificate, &context, NID_key_usage, profile.key_usage) &&
      AddExtension(certificate, &context, NID_subject_key_identifier, "hash") &&
      AddExtension(certificate, &context, NID_authority_key_identifier, "keyid");
  if (done && profile.extended_key_usage != nullptr) {
    done = AddExtension(certificate, &context, NID_ext_key_usage, profile.extended_key_usage);
  }
  if (done && !(profile.dns_names.empty() && profile.ips.empty())) {
    done = AddAlternativeNames(certificate, profile);
  }
  return done;
}

Result<KeyPair> ToPem(const X509* certificate, const EVP_PKEY* key) {
  BioHandle certificate_bio(BIO_new(BIO_s_mem()));
  BioHandle key_bio(BIO_new(BIO_s_mem()));
  if (PEM_write_bio_X509(certificate_bio.get(), certificate) != 1 ||
      PEM_write_bio_PrivateKey(key_bio.get(), key, nullptr, nullptr, 0, nullptr, nullptr) != 1) {
    return Failed("write PEM");
  }
  return KeyPair{Contents(certificate_bio.get()), Contents(key_bio.get())};
}

Result<KeyPair> MakeCertificate(const Profile& profile, const Authority* authority) {
  KeyHandle key(EVP_EC_gen("P-256"));
  X509Handle certificate(X509_new());
  if (!key || !certificate) return Failed("generate key");
  X509* issuer = authority != nullptr ? authority->certificate.get() : certificate.get();
  EVP_PKEY* signer = authority != nullptr ? authority->key.get() : key.get();
  bool made =
      X509_set_version(certificate.get(), X509_VERSION_3) == 1 && SetSerial(certificate.get()) &&
      SetSubject(certificate.get(), profile) &&
      X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer)) == 1 &&
      X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kBackdateSeconds) &&
      X509_gmtime_adj(X509_getm_notAfter(certificate.get()), profile.days * kSecondsPerDay) &&
      X509_set_pubkey(certificate.get(), key.get()) == 1 &&
      AddExtensions(certificate.get(), issuer, profile) &&
      X509_sign(certificate.get(), signer, EVP_sha256()) > 0;
  if (!made) return Failed(fmt::format("make certificate \"{}\"", profile.common_name));
  return ToPem(certificate.get(), key.get());
}

Result<KeyPair> Issue(const KeyPair& ca, const Profile& profile) {
  Authority authority{ParseCertificate(ca.certificate_pem), ParseKey(ca.private_key_pem)};
  if (!authority.certificate || !authority.key) {
    return InternalError("the certificate authority's certificate or key cannot be read");
  }
  if (X509_check_private_key(authority.certificate.get(), authority.key.get()) != 1) {
    return Failed("certificate authority");
  }
  return MakeCertificate(profile, &authority);
}

}  // namespace

Result<KeyPair> GenerateCa(const std::string& common_name, int days) {
  Profile profile;
  profile.common_name = common_name;
  profile.days = days;
  profile.basic_constraints = "critical,CA:TRUE";
  profile.key_usage = "critical,digitalSignature,keyCertSign,cRLSign";
  return MakeCertificate(profile, nullptr);
}

Result<KeyPair> IssueServing(const KeyPair& ca, const std::vector<std::string>& dns_names,
                             const std::vector<std::string>& ips) {
  Profile profile;
  profile.common_name = "kube-apiserver";
  profile.extended_key_usage = "serverAuth";
  profile.dns_names = dns_names;
  profile.ips = ips;
  return Issue(ca, profile);
}

Result<KeyPair> IssueClient(const KeyPair& ca, const std::string& common_name,
                            const std::vector<std::string>& organizations) {
  Profile profile;
  profile.common_name = common_name;
  profile.organizations = organizations;
  profile.extended_key_usage = "clientAuth";
  return Issue(ca, profile);
}

bool IsUsablePair(const KeyPair& pair, std::chrono::seconds remaining) {
  X509Handle certificate = ParseCertificate(pair.certificate_pem);
  KeyHandle key = ParseKey(pair.private_key_pem);
  if (!certificate || !key) return false;
  bool matches = X509_check_private_key(certificate.get(), key.get()) == 1;
  ERR_clear_error();
  time_t then = time(nullptr) + remaining.count();
  return matches && X509_cmp_current_time(X509_get0_notBefore(certificate.get())) < 0 &&
         X509_cmp_time(X509_get0_notAfter(certificate.get()), &then) > 0;
}

bool IsIssuedBy(const std::string& certificate_pem, const std::string& ca_certificate_pem) {
  X509Handle certificate = ParseCertificate(certificate_pem);
  X509Handle authority = ParseCertificate(ca_certificate_pem);
  if (!certificate || !authority) return false;
  bool issued = X509_check_issued(authority.get(), certificate.get()) == X509_V_OK &&
                X509_verify(certificate.get(), X509_get0_pubkey(authority.get())) == 1;
  ERR_clear_error();
  return issued;
}

bool CoversNames(const std::string& certificate_pem, const std::vector<std::string>& dns_names,
                 const std::vector<std::string>& ips) {
  X509Handle certificate = ParseCertificate(certificate_pem);
  if (!certificate) return false;
  for (const std::string& name : dns_names) {
    if (X509_check_host(certificate.get(), name.data(), name.size(), 0, nullptr) != 1) return false;
  }
  for (const std::string& ip : ips) {
    if (X509_check_ip_asc(certificate.get(), ip.c_str(), 0) != 1) return false;
  }
  return true;
}

}  // namespace pintle::http
