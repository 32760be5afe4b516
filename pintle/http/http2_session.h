#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pintle/http/http2_exchange.h"
#include "pintle/http/http2_output.h"
#include "pintle/http/reset_budget.h"
#include "pintle/http/server.h"

struct nghttp2_session;

namespace pintle::http {

// The HTTP/2 protocol of one connection: nghttp2 with this server's limits. Knows nothing of
// sockets. nghttp2 must not be re-entered from its callbacks, so nobody else's code runs here: what
// came of bytes is kept as Events until the connection takes them. Lives on the connection's
// thread.
//
// Request bodies: a stream may send its first 64 KiB (HTTP/2's own window) at once. A longer body
// that is wanted needs one of a few permits, given in the order in which they are asked for, and is
// then let in whole; so a connection buffers little, and bodies that began cannot wait for each
// other.
class Http2Session {
 public:
  // `wake` is called when there is something to collect.
  Http2Session(const ServerOptions& options, BodyPeer& peer, std::function<void()> wake);
  ~Http2Session();
  Http2Session(const Http2Session&) = delete;
  Http2Session& operator=(const Http2Session&) = delete;

  // Takes received bytes. False if the connection must be closed at once.
  bool Receive(std::string_view bytes);
  // Adds frames to `output` up to its usual size.
  void Collect(Http2Output& output);
  // Nothing more will be received or sent.
  bool over() const;

  struct Events {
    // Requests whose head is complete; some are to be refused.
    std::vector<std::shared_ptr<Http2Exchange>> arrived;
    // Exchanges whose body is wanted, and complete or not to be waited for.
    std::vector<std::shared_ptr<Http2Exchange>> bodies;
    // Streams that are closed, for whatever reason.
    std::vector<std::shared_ptr<Http2Exchange>> closed;
    // Exchanges whose pending bytes have all been collected.
    std::vector<std::shared_ptr<Http2Exchange>> settled;
    bool empty() const {
      return arrived.empty() && bodies.empty() && closed.empty() && settled.empty();
    }
  };
  Events TakeEvents() { return std::exchange(events_, {}); }

  struct Head {
    int status = 200;
    const Headers& headers;
    std::optional<uint64_t> content_length = {};
    bool has_body = false;
  };
  void SubmitHead(Http2Exchange& exchange, const Head& head);
  void DataAvailable(Http2Exchange& exchange);
  // Breaks the stream off.
  void Reset(Http2Exchange& exchange);
  // Lets the body of a request come that has not come whole with its head.
  void WantBody(Http2Exchange& exchange);
  // Whoever waits for this body is to go on.
  void NoteBody(Http2Exchange& exchange);
  // Wants no more of a request that has been answered.
  void StopRequest(Http2Exchange& exchange);
  // Takes no new streams; those that are open go on.
  void GoAway();

  // Handlers that have not ended, also those of closed streams, count against the limit of streams.
  void HandlerStarted() { ++handlers_; }
  void HandlerEnded() { --handlers_; }
  size_t handlers() const { return handlers_; }
  bool going_away() const { return going_away_; }
  // No stream is open and no handler runs.
  bool idle() const { return exchanges_.empty() && handlers_ == 0; }

  // A copy: what is done with them may close streams.
  std::vector<std::shared_ptr<Http2Exchange>> exchanges() const;

  struct Callbacks;  // http2_callbacks.cc

 private:
  void SubmitSettings();
  std::shared_ptr<Http2Exchange> Find(int32_t stream_id) const;
  bool Open(int32_t stream_id);
  void AddField(Http2Exchange& exchange, std::string_view name, std::string_view value);
  void FinishHead(Http2Exchange& exchange, bool has_body);
  void AddBody(Http2Exchange& exchange, std::string_view bytes);
  void EndBody(Http2Exchange& exchange);
  void Refuse(Http2Exchange& exchange, int status, const char* text);
  void Close(int32_t stream_id, uint32_t error_code);
  void AskForPermit(Http2Exchange& exchange);
  void GivePermits();

  const ServerOptions& options_;
  BodyPeer& peer_;
  std::function<void()> wake_;
  nghttp2_session* session_ = nullptr;
  std::unordered_map<int32_t, std::shared_ptr<Http2Exchange>> exchanges_;  // open streams
  Events events_;
  size_t handlers_ = 0;
  bool going_away_ = false;
  ResetBudget reset_budget_;
  std::deque<int32_t> permit_queue_;
  std::vector<int32_t> permits_;   // streams that have one
  Http2Output* output_ = nullptr;  // while collecting
};

}  // namespace pintle::http
