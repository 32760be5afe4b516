#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "pintle/http/exchange.h"
#include "pintle/http/io_thread.h"
#include "pintle/http/request_parser.h"
#include "pintle/http/server.h"
#include "pintle/http/stream.h"

namespace pintle::http {

// What all connections of a server share; immutable.
struct ConnectionSettings {
  ServerOptions options;
  Handler handler;
  std::shared_ptr<const TlsContext> tls;  // null: plain
};

// One HTTP/1.x connection: reads a request, runs the handler, and only then looks at the next
// request. Every call on `thread`. Whoever runs Run keeps the connection until it ends.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<IoThread> thread, int fd, std::string remote_address,
             std::shared_ptr<const ConnectionSettings> settings);

  // Serves until either side closes.
  Task<void> Run();

  // The server stops: closes if there is no request, else after it; tells its handler.
  void Drain();
  // Closes at once.
  void Abort();
  void CheckDeadline(Stream::TimePoint now);

 private:
  enum class Arrival { kRequest, kNothing, kBad };

  Task<Arrival> ReadRequest(RequestParser& parser, Request& request);
  // Lets the parser see the input. kNeedMore when it is used up.
  RequestParser::Progress Parse(RequestParser& parser);
  Task<bool> Receive();
  Task<void> Serve(Request& request, const RequestParser& parser);
  Task<void> Reject(const RequestParser& parser);
  // Notices the client's end while a handler runs. What arrives meanwhile is kept for the next
  // request.
  void WatchPeer();

  std::shared_ptr<IoThread> thread_;
  std::shared_ptr<const ConnectionSettings> settings_;
  std::shared_ptr<Stream> stream_;
  std::string remote_address_;
  TlsPeer peer_;
  std::string input_;  // received and not parsed
  size_t input_used_ = 0;
  std::shared_ptr<Exchange> exchange_;  // while a handler runs
  bool busy_ = false;                   // a request has begun to arrive or is being served
  bool draining_ = false;
  bool keep_alive_ = true;
  bool linger_ = false;  // the client may still be sending when the connection is closed
};

}  // namespace pintle::http
