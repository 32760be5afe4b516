#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/http/client.h"
#include "pintle/http/io_thread.h"

namespace pintle::webhook {

inline constexpr uint16_t kHttpsPort = 443;

// A service of the cluster that a webhook is behind.
struct ServiceReference {
  std::string namespace_name;
  std::string name;
  std::string path;  // empty: `/`
  uint16_t port = kHttpsPort;
};

// Where a webhook is, by URL or by service, and who vouches for it: the API's `clientConfig`.
struct ClientConfig {
  std::string url;
  std::optional<ServiceReference> service;
  // PEM; empty: the system's authorities.
  std::string ca_pem;
};

struct Address {
  std::string host;
  uint16_t port = kHttpsPort;

  bool operator==(const Address&) const = default;
};

// Finds where a service is reached now. Thread-safe.
using ServiceResolver = std::function<Result<Address>(const ServiceReference& service)>;

// What calls need of the server that makes them.
struct Environment {
  // Runs while calls are made.
  std::shared_ptr<http::IoThread> thread;
  ServiceResolver resolve;
};

// `https://host[:port][/path]` in its parts.
struct Url {
  Address address;
  std::string path;
};
Result<Url> ParseUrl(std::string_view text);

// Calls one webhook: a JSON document there, a JSON document back. Connects when it is first needed
// and keeps connections for the next call. Thread-safe.
class Caller {
 public:
  Caller(ClientConfig config, Environment environment);

  // The body of the answer. Errors, also an answer that does not say success, are as
  // `Post "https://host/path?timeout=30s": <cause>`.
  Task<Result<std::string>> Post(std::string document, std::chrono::milliseconds timeout);

 private:
  struct Target {
    Address address;
    std::string server_name;
    std::string path;
  };
  Result<Target> Find() const;
  // What to call in messages.
  std::string UrlText() const;
  Result<std::shared_ptr<http::Client>> ClientFor(const Target& target);

  const ClientConfig config_;
  const Environment environment_;
  std::mutex mutex_;
  // Guarded by mutex_: for the address used last.
  std::shared_ptr<http::Client> client_;
  Address address_;
};

}  // namespace pintle::webhook
