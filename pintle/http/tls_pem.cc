#include "pintle/http/tls_pem.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

namespace pintle::http {

Result<std::vector<X509Handle>> ReadCertificates(const std::string& pem, const std::string& what) {
  BioHandle bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  std::vector<X509Handle> certificates;
  while (X509* certificate = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)) {
    certificates.emplace_back(certificate);
  }
  // The end of the text is reported as an error too.
  const bool at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  ERR_clear_error();
  if (!at_end) {
    return BadRequest(
        fmt::format("{}: certificate {} cannot be read", what, certificates.size() + 1));
  }
  if (certificates.empty()) return BadRequest(fmt::format("{}: no PEM certificate found", what));
  return certificates;
}

Status UseServingPair(SSL_CTX* context, const KeyPair& pair) {
  PINTLE_TRY(auto chain, ReadCertificates(pair.certificate_pem, "serving certificate"));
  BioHandle bio(
      BIO_new_mem_buf(pair.private_key_pem.data(), static_cast<int>(pair.private_key_pem.size())));
  // The empty passphrase keeps OpenSSL from asking for one on the terminal.
  char passphrase[] = "";
  KeyHandle key(PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, passphrase));
  if (!key) return BadRequest("serving key: " + TakeOpenSslError());
  bool used = SSL_CTX_use_certificate(context, chain[0].get()) == 1 &&
              SSL_CTX_use_PrivateKey(context, key.get()) == 1 &&
              SSL_CTX_check_private_key(context) == 1;
  for (size_t i = 1; used && i < chain.size(); ++i) {
    used = SSL_CTX_add1_chain_cert(context, chain[i].get()) == 1;
  }
  if (!used) return BadRequest("serving certificate: " + TakeOpenSslError());
  return {};
}

std::string TakeOpenSslError() {
  unsigned long code = ERR_get_error();
  ERR_clear_error();
  if (code == 0) return "unknown TLS error";
  char text[256];
  ERR_error_string_n(code, text, sizeof(text));
  return text;
}

}  // namespace pintle::http
