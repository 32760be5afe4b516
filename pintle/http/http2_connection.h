#pragma once

#include <coroutine>
#include <memory>
#include <string>

#include "pintle/http/connection.h"
#include "pintle/http/http2_output.h"
#include "pintle/http/http2_session.h"

namespace pintle::http {

// HTTP/2: one coroutine reads, one writes, and every request has its own. All on the transport's
// thread, and each only ever resumed from its event loop or from Settle, never from inside of
// nghttp2.
class Http2Connection final : public Protocol,
                              public std::enable_shared_from_this<Http2Connection> {
 public:
  explicit Http2Connection(Transport transport);

  Task<void> Run() override;
  void Drain() override;
  void Abort() override;
  void CheckDeadline(Stream::TimePoint now) override;

 private:
  // Until the client or the session ends.
  Task<void> ReadLoop();
  // Until the session is over, or the stream is closed.
  Task<void> WriteLoop();
  Task<void> Serve(std::shared_ptr<Http2Exchange> exchange);
  // Lets handlers see what came of the last bytes in either direction.
  void Settle();
  void StartHandler(std::shared_ptr<Http2Exchange> exchange);
  void EndStreams();
  void NoteIdle();
  bool finished() const { return session_.over() || (session_.going_away() && session_.idle()); }
  const ServerOptions& options() const { return transport_.settings->options; }

  // Resumes `waiter` from the event loop.
  void Wake(std::coroutine_handle<>& waiter);
  void WakeWriter();

  Transport transport_;
  Http2Session session_;
  std::string input_;
  Http2Output output_;
  std::coroutine_handle<> reader_;  // while it waits for input
  std::coroutine_handle<> writer_;  // while it has nothing to write
  std::coroutine_handle<> ending_;  // Run, while it waits for handlers and writer
  bool more_output_ = false;        // said while the writer was at work
  bool writing_ = false;
  bool reading_ = true;
  bool linger_ = false;  // the client may not have read the last answers when it is closed
  bool idle_ = false;    // since
  Stream::TimePoint idle_since_;
};

}  // namespace pintle::http
