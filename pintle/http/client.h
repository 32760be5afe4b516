#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/http/io_thread.h"
#include "pintle/http/server.h"

namespace pintle::http {

// Where a client connects to and what it believes.
struct ClientOptions {
  // A name or an address.
  std::string host;
  uint16_t port = 443;
  // False: plain HTTP, for tests.
  bool tls = true;
  // The name the server has to prove; empty: the host.
  std::string server_name;
  // PEM of the authorities that may vouch for it; empty: those of the system.
  std::string ca_pem;
  size_t max_response_bytes = 3 * 1024 * 1024;
  // Connections that wait for another request, and for how long.
  size_t max_idle_connections = 8;
  std::chrono::milliseconds idle_timeout{30'000};
};

struct ClientRequest {
  std::string method = "GET";
  // Path and query, as sent.
  std::string target = "/";
  // Host and Content-Length are added.
  Headers headers;
  std::string body;
  // For everything from finding the address to the last byte.
  std::chrono::milliseconds timeout{10'000};
};

struct ClientResponse {
  int status = 0;
  Headers headers;
  std::string body;
};

// An HTTP/1.1 client of one server; keeps connections for later requests and follows no redirects.
// Thread-safe. Works on `thread`, which many clients may share and which must run as long as calls
// are made.
class Client {
 public:
  // Fails if a PEM text makes no sense.
  static Result<std::unique_ptr<Client>> Create(ClientOptions options,
                                                std::shared_ptr<IoThread> thread);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Any answer is a success, whatever its status. Fails with Reason::kTimeout when the time is
  // over, kRequestEntityTooLarge when the answer is too large, else with kUnknown.
  Task<Result<ClientResponse>> Send(ClientRequest request);

 private:
  class Core;
  explicit Client(std::shared_ptr<Core> core) : core_(std::move(core)) {}
  std::shared_ptr<Core> core_;
};

}  // namespace pintle::http
