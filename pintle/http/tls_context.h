#pragma once

#include <openssl/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/http/server.h"

namespace pintle::http {

struct SslDeleter {
  void operator()(SSL* ssl) const;
};
using SslHandle = std::unique_ptr<SSL, SslDeleter>;

// The name of HTTP/2 in the handshake.
inline constexpr std::string_view kAlpnHttp2 = "h2";

struct TlsClientOptions {
  // What the server has to prove: a name or an address.
  std::string server_name;
  // PEM of the authorities that may vouch for it; empty: those of the system.
  std::string ca_pem;
};

// What one side proves itself with and how it judges the other. Thread-safe once created; shared by
// all connections.
class TlsContext {
 public:
  static Result<std::shared_ptr<const TlsContext>> Create(const ServerOptions& options);
  static Result<std::shared_ptr<const TlsContext>> CreateForClient(const TlsClientOptions& options);
  ~TlsContext();
  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;

  // This side of a new connection.
  SslHandle NewSession() const;

 private:
  explicit TlsContext(SSL_CTX* context, std::string server_name = {})
      : context_(context), server_name_(std::move(server_name)) {}
  SSL_CTX* context_;
  const std::string server_name_;  // empty: this is the server
};

// What a client proved about itself in the handshake.
struct TlsPeer {
  std::shared_ptr<const PeerCertificate> certificate;  // null unless presented and verified
  bool invalid = false;
};
TlsPeer ReadTlsPeer(const SSL* ssl);

}  // namespace pintle::http
