#pragma once

#include <openssl/types.h>

#include <memory>
#include <string>

#include "pintle/base/error.h"
#include "pintle/http/server.h"

namespace pintle::http {

struct SslDeleter {
  void operator()(SSL* ssl) const;
};
using SslHandle = std::unique_ptr<SSL, SslDeleter>;

// The serving certificate and how to judge client certificates. Thread-safe once created; shared by
// all connections.
class TlsContext {
 public:
  static Result<std::shared_ptr<const TlsContext>> Create(const ServerOptions& options);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  // The server side of a new connection.
  SslHandle NewSession() const;

 private:
  explicit TlsContext(SSL_CTX* context) : context_(context) {}
  SSL_CTX* context_;
};

// What a client proved about itself in the handshake.
struct TlsPeer {
  std::shared_ptr<const PeerCertificate> certificate;  // null unless presented and verified
  bool invalid = false;
};
TlsPeer ReadTlsPeer(const SSL* ssl);

// The text of OpenSSL's oldest queued error; empties the queue.
std::string TakeOpenSslError();

}  // namespace pintle::http
