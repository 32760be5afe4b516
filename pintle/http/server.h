#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/bytes.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"

namespace pintle::http {

// Header fields in order; names compare without regard to case.
class Headers {
 public:
  void Add(std::string name, std::string value) {
    fields_.emplace_back(std::move(name), std::move(value));
  }
  // Replaces all fields of this name.
  void Set(std::string name, std::string value);
  // The first field of this name, or an empty view.
  std::string_view Get(std::string_view name) const;
  bool Has(std::string_view name) const;
  const std::vector<std::pair<std::string, std::string>>& fields() const { return fields_; }

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

// The verified client certificate of a connection.
struct PeerCertificate {
  std::string common_name;
  std::vector<std::string> organizations;
  std::string sha256_hex;
  // Subject attribute 1.3.6.1.4.1.57683.2; mostly empty.
  std::string uid;
  // Until when it is good, in seconds since 1970.
  int64_t not_after_seconds = 0;
};

// What is still to come of a request.
class BodySource {
 public:
  virtual ~BodySource() = default;
  // See Request::ReadBody.
  virtual Task<Status> Read() = 0;
};

struct Request {
  std::string method;
  int http_major = 1;  // 1 or 2
  std::string path;    // decoded, starts with `/`, without the query
  std::string query;   // raw, without the `?`
  Headers headers;
  // Complete unless there is an `unread_body`; larger bodies than the server's limit never reach
  // the handler as bytes: `body_too_large` is set instead.
  std::string body;
  bool body_too_large = false;
  // Set as long as ReadBody has something to do. Most bodies are short and come with their head.
  BodySource* unread_body = nullptr;
  // Set when the client presented a certificate that the client CA verified.
  std::shared_ptr<const PeerCertificate> peer_certificate;
  // A certificate was presented that did not verify.
  bool peer_certificate_invalid = false;
  std::string remote_address;

  // Completes the body, if there is an `unread_body`. Once, on the connection's executor, and
  // before the answer begins; a handler that answers without it does not want the body. Fails with
  // kTooManyRequests if there is no room for it, with kBadRequest if the rest does not come or is
  // no body.
  Task<Status> ReadBody() { return unread_body->Read(); }
};

// A whole response. Body pieces are shared bytes, so that kept encodings are sent without copying.
struct Response {
  int status = 200;
  Headers headers;
  std::vector<Bytes> body;
};

// What a stream is for decides how it may be sent.
enum class StreamKind : uint8_t {
  kLive,  // every write is for the client to see now: watches, logs
  kBulk,  // a long answer in parts: may be gathered and compressed
};

// Answers one request: either Send once, or Start, any number of Write, then Finish. All calls on
// the connection's executor, one at a time. A failed call means that the client is gone: stop.
class ResponseWriter {
 public:
  virtual ~ResponseWriter() = default;
  // Sends status, headers, Content-Length and body.
  virtual Task<Status> Send(Response response) = 0;
  // Begins a stream (chunked in HTTP/1.1); a live one sends status and headers at once.
  virtual Task<Status> Start(int status, Headers headers, StreamKind kind = StreamKind::kLive) = 0;
  // Sends pieces now; returns when the transport has taken them (back-pressure).
  virtual Task<Status> Write(std::vector<Bytes> pieces) = 0;
  virtual Task<Status> Finish() = 0;
  // Breaks off what has begun: the client sees that it is not whole, and a call that waits for the
  // client fails. May be called while another call waits.
  virtual void Abort() {}
  // `callback` runs once on the connection's executor when the client goes away or the server
  // stops; at once if that has happened already. Setting an empty one removes it.
  virtual void OnGone(std::function<void()> callback) = 0;
  // The client itself has gone, which is looked for once somebody has called OnGone; a server that
  // stops still lets it have its answer.
  virtual bool ClientHasGone() const { return false; }
};

// Runs on the executor of the request's connection as soon as the head is there; request and writer
// live until it ends. A handler that ends without answering is answered with 500 by the server.
using Handler = std::function<Task<void>(Request& request, ResponseWriter& writer)>;

struct ServerOptions {
  std::string bind_address = "127.0.0.1";
  // 0 picks a free port.
  uint16_t port = 0;
  // PEM texts (not file names); an empty certificate means plain HTTP, for tests only.
  std::string certificate_pem;
  std::string private_key_pem;
  // Client certificates are asked for when this is set, and verified against it; clients without
  // one still connect.
  std::string client_ca_pem;
  // One thread and io_context each; a connection lives on one of them.
  int threads = 2;
  size_t max_body_bytes = 3 * 1024 * 1024;
  // Bytes of request bodies that are held at a time, in all and for one address; a body for which
  // there is no room is not read. Many clients may stand behind one address, hence a good part of
  // the whole for each. At least max_body_bytes. What came with its head (64 KiB at most) counts
  // from when it is handed on or asked for.
  size_t max_body_bytes_in_flight = size_t{256} * 1024 * 1024;
  size_t max_peer_body_bytes_in_flight = size_t{64} * 1024 * 1024;
  size_t max_header_bytes = 64 * 1024;
  size_t max_header_fields = 1000;
  // Requests in progress on one HTTP/2 connection.
  uint32_t max_concurrent_streams = 250;
  // A connection without a request for this long is closed.
  std::chrono::seconds idle_timeout{90};
  // A request whose head or body takes longer to arrive is dropped.
  std::chrono::seconds read_timeout{60};
  // A client that takes nothing of what waits for it for this long is dropped.
  std::chrono::seconds write_timeout{60};
};

// A server of HTTP/1.1 and, where TLS negotiates it, HTTP/2; compresses long answers where the
// client offers gzip. Thread-safe.
class Server {
 public:
  virtual ~Server() = default;  // stops
  // Accepts connections from now on.
  static Result<std::unique_ptr<Server>> Start(ServerOptions options, Handler handler);
  virtual uint16_t port() const = 0;
  // Bytes of request bodies that are held now.
  virtual size_t body_bytes() const = 0;
  // Executors of the threads, for work that belongs to no request.
  virtual std::vector<Executor*> executors() = 0;
  // Stops accepting, ends streams through OnGone, lets requests in flight finish for at most
  // `grace`, closes the rest and joins the threads.
  virtual void Stop(std::chrono::milliseconds grace) = 0;
};

}  // namespace pintle::http
