#include "pintle/http/tls_context.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <ctime>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/http/openssl_handles.h"
#include "pintle/http/tls_pem.h"

namespace pintle::http {
namespace {

// Sessions resumed with a client certificate must name the service they belong to.
constexpr std::string_view kSessionContext = "pintle";
// In order of preference, each after its length.
constexpr std::string_view kAlpnProtocols("\x02h2\x08http/1.1", 12);
// In order of preference: the first is as safe as any and costs least.
constexpr const char kCipherSuites[] =
    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";
// Subject attribute that carries a user's uid.
constexpr const char kUidOid[] = "1.3.6.1.4.1.57683.2";

int SelectAlpn(SSL*, const unsigned char** out, unsigned char* out_size,
               const unsigned char* offered, unsigned int offered_size, void*) {
  unsigned char* chosen = nullptr;
  int found = SSL_select_next_proto(&chosen, out_size,
                                    reinterpret_cast<const unsigned char*>(kAlpnProtocols.data()),
                                    kAlpnProtocols.size(), offered, offered_size);
  *out = chosen;
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// Verifies, and lets the handshake go on whatever comes out: the session keeps the verdict, and a
// request with a bad certificate may still bring a good token.
int VerifyWithoutFailing(X509_STORE_CTX* store, void*) {
  X509_verify_cert(store);
  return 1;
}

// Trusts each of these certificates for itself, whoever signed it: it may be an authority below
// another one, or the very certificate of the other side.
Result<std::vector<X509Handle>> Trust(SSL_CTX* context, const std::string& pem,
                                      const std::string& what) {
  PINTLE_TRY(auto trusted, ReadCertificates(pem, what));
  X509_STORE* store = SSL_CTX_get_cert_store(context);
  X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
  for (const X509Handle& certificate : trusted) {
    if (X509_STORE_add_cert(store, certificate.get()) != 1) {
      return BadRequest(fmt::format("{}: {}", what, TakeOpenSslError()));
    }
  }
  return trusted;
}

Status AskForClientCertificates(SSL_CTX* context, const std::string& client_ca_pem) {
  PINTLE_TRY(auto authorities, Trust(context, client_ca_pem, "client CA"));
  for (const X509Handle& authority : authorities) {
    if (SSL_CTX_add_client_CA(context, authority.get()) != 1) {
      return BadRequest("client CA: " + TakeOpenSslError());
    }
  }
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_cert_verify_callback(context, VerifyWithoutFailing, nullptr);
  return {};
}

std::string EntryText(const X509_NAME_ENTRY* entry) {
  unsigned char* utf8 = nullptr;
  int size = ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(entry));
  if (size < 0) return {};
  std::string text(reinterpret_cast<char*>(utf8), static_cast<size_t>(size));
  OPENSSL_free(utf8);
  return text;
}

void ReadSubject(const X509* certificate, PeerCertificate& peer) {
  const X509_NAME* subject = X509_get_subject_name(certificate);
  ObjectHandle uid_oid(OBJ_txt2obj(kUidOid, 1));
  for (int i = 0; i < X509_NAME_entry_count(subject); ++i) {
    const X509_NAME_ENTRY* entry = X509_NAME_get_entry(subject, i);
    const ASN1_OBJECT* object = X509_NAME_ENTRY_get_object(entry);
    switch (OBJ_obj2nid(object)) {
      case NID_commonName:
        peer.common_name = EntryText(entry);
        break;
      case NID_organizationName:
        peer.organizations.push_back(EntryText(entry));
        break;
      default:
        if (OBJ_cmp(object, uid_oid.get()) == 0) peer.uid = EntryText(entry);
    }
  }
}

}  // namespace

void SslDeleter::operator()(SSL* ssl) const { SSL_free(ssl); }

Result<std::shared_ptr<const TlsContext>> TlsContext::Create(const ServerOptions& options) {
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  if (context == nullptr) return InternalError(TakeOpenSslError());
  std::shared_ptr<const TlsContext> owner(new TlsContext(context));
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_ciphersuites(context, kCipherSuites);
  // Idle connections, which most watches are, keep no record buffers; see Stream::KeepBuffers.
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
  // Resumption works through tickets; nothing is kept here for it.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_session_id_context(context,
                                 reinterpret_cast<const unsigned char*>(kSessionContext.data()),
                                 kSessionContext.size());
  SSL_CTX_set_alpn_select_cb(context, SelectAlpn, nullptr);
  PINTLE_RETURN_IF_ERROR(
      UseServingPair(context, {options.certificate_pem, options.private_key_pem}));
  if (!options.client_ca_pem.empty()) {
    PINTLE_RETURN_IF_ERROR(AskForClientCertificates(context, options.client_ca_pem));
  }
  return owner;
}

Result<std::shared_ptr<const TlsContext>> TlsContext::CreateForClient(
    const TlsClientOptions& options) {
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  if (context == nullptr) return InternalError(TakeOpenSslError());
  std::shared_ptr<const TlsContext> owner(new TlsContext(context, options.server_name));
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_read_ahead(context, 1);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  if (options.ca_pem.empty()) {
    SSL_CTX_set_default_verify_paths(context);
  } else {
    PINTLE_RETURN_IF_ERROR(Trust(context, options.ca_pem, "CA"));
  }
  return owner;
}

TlsContext::~TlsContext() { SSL_CTX_free(context_); }

SslHandle TlsContext::NewSession() const {
  SslHandle ssl(SSL_new(context_));
  if (!ssl) return ssl;
  if (server_name_.empty()) {
    SSL_set_accept_state(ssl.get());
    return ssl;
  }
  SSL_set_connect_state(ssl.get());
  // The peer has to prove this name or address.
  X509_VERIFY_PARAM* verified = SSL_get0_param(ssl.get());
  if (X509_VERIFY_PARAM_set1_ip_asc(verified, server_name_.c_str()) != 1) {
    ERR_clear_error();
    SSL_set_tlsext_host_name(ssl.get(), server_name_.c_str());
    if (SSL_set1_host(ssl.get(), server_name_.c_str()) != 1) return nullptr;
  }
  return ssl;
}

TlsPeer ReadTlsPeer(const SSL* ssl) {
  TlsPeer peer;
  const X509* certificate = SSL_get0_peer_certificate(ssl);
  if (certificate == nullptr) return peer;
  if (SSL_get_verify_result(ssl) != X509_V_OK) {
    peer.invalid = true;
    return peer;
  }
  auto read = std::make_shared<PeerCertificate>();
  ReadSubject(certificate, *read);
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (X509_digest(certificate, EVP_sha256(), digest, &size) == 1) {
    read->sha256_hex = HexLower(std::string_view(reinterpret_cast<char*>(digest), size));
  }
  std::tm not_after{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &not_after) == 1) {
    read->not_after_seconds = ::timegm(&not_after);
  }
  peer.certificate = std::move(read);
  return peer;
}

}  // namespace pintle::http
