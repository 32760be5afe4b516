#pragma once

#include <memory>
#include <string>

#include "pintle/http/connection.h"
#include "pintle/http/http1_exchange.h"
#include "pintle/http/request_parser.h"

namespace pintle::http {

// HTTP/1.x: reads a request, runs the handler, and only then looks at the next request.
class Http1Connection final : public Protocol,
                              public std::enable_shared_from_this<Http1Connection> {
 public:
  explicit Http1Connection(Transport transport) : transport_(std::move(transport)) {}

  Task<void> Run() override;
  void Drain() override;
  void Abort() override;
  void CheckDeadline(Stream::TimePoint now) override;

 private:
  struct Incoming;
  enum class Arrival { kRequest, kNothing, kBad };

  void KeepBuffers(bool keep);
  // Until the head is there, and what came with it of the body.
  Task<Arrival> ReadHead(Incoming& incoming);
  // Lets the parser see the input. kNeedMore when it is used up.
  RequestParser::Progress Parse(RequestParser& parser);
  // True when there is more input; false at its end, or once the request it is for is answered.
  Task<bool> Receive();
  Task<void> Serve(Incoming& incoming);
  Http1Exchange::Traits TraitsOf(const Incoming& incoming) const;
  Task<void> Reject(const RequestParser& parser);
  // The rest of the body, for a handler that wants it.
  Task<Status> ReadBody(Incoming& incoming);
  Task<Status> ReceiveBody(Incoming& incoming);
  // The rest of a short body that the handler did not want. False if the connection is of no use.
  Task<bool> SkipBody(Incoming& incoming);
  // Notices the client's end while a handler runs. What arrives meanwhile is kept for the next
  // request.
  void WatchPeer();

  const ServerOptions& options() const { return transport_.settings->options; }

  Transport transport_;
  std::string input_;  // received and not parsed
  size_t input_used_ = 0;
  std::shared_ptr<Http1Exchange> exchange_;  // while a handler runs
  bool reading_body_ = false;                // for that handler
  bool watching_peer_ = false;               // for it, when the body has been read
  Stream::TimePoint idle_since_;
  bool served_ = false;         // a request, so that more can be expected
  bool keeps_buffers_ = false;  // of TLS
  bool busy_ = false;           // a request has begun to arrive or is being served
  bool draining_ = false;
  bool keep_alive_ = true;
  bool linger_ = false;  // the client may still be sending when the connection is closed
};

}  // namespace pintle::http
