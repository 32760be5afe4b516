#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "pintle/http/body_budget.h"
#include "pintle/http/io_thread.h"
#include "pintle/http/server.h"
#include "pintle/http/stream.h"
#include "pintle/http/tls_context.h"

namespace pintle::http {

// What all connections of a server share; immutable.
struct ConnectionSettings {
  ServerOptions options;
  Handler handler;
  std::shared_ptr<const TlsContext> tls;  // null: plain
  std::shared_ptr<BodyBudget> bodies;
};

// What a protocol runs on: one client, connected and known.
struct Transport {
  std::shared_ptr<IoThread> thread;
  std::shared_ptr<const ConnectionSettings> settings;
  std::shared_ptr<Stream> stream;
  std::string remote_address;
  TlsPeer peer;
  std::shared_ptr<BodyPeer> bodies;

  // Says in `request` where it comes from.
  void Describe(Request& request) const;
};

inline Stream::TimePoint After(std::chrono::seconds delay) {
  return std::chrono::steady_clock::now() + delay;
}

// What a connection speaks once the TLS handshake is done. Every call on the transport's thread.
class Protocol {
 public:
  virtual ~Protocol() = default;
  // Serves until either side closes.
  virtual Task<void> Run() = 0;
  // The server stops: closes if there is no request, else after them; tells their handlers.
  virtual void Drain() = 0;
  // Closes at once; tells the handlers.
  virtual void Abort() = 0;
  // Called every moment, for time-outs besides those of the stream.
  virtual void CheckDeadline(Stream::TimePoint) {}
};

// One client: the handshake, then the protocol it chose. Every call on `thread`. Whoever runs Run
// keeps the connection until it ends.
class Connection {
 public:
  Connection(std::shared_ptr<IoThread> thread, int fd, std::string remote_address,
             std::shared_ptr<const ConnectionSettings> settings);

  // Serves until either side closes.
  Task<void> Run();
  void Drain();
  void Abort();
  void CheckDeadline(Stream::TimePoint now);

 private:
  Transport transport_;
  std::shared_ptr<Protocol> protocol_;  // null until the handshake is done
  bool draining_ = false;
};

}  // namespace pintle::http
