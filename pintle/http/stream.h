#pragma once

#include <chrono>
#include <coroutine>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/task.h"
#include "pintle/http/io_thread.h"
#include "pintle/http/tls_context.h"

namespace pintle::http {

// A connected socket with TLS on it, or without. Lives on one IoThread; every call on that thread.
// System calls are tried first and the reactor is asked only when they would block, so an idle
// stream holds no buffers. (asio's own TLS stream is not used: it sends one record per system call
// and keeps four record buffers per connection.)
class Stream : public std::enable_shared_from_this<Stream> {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  enum class ReadStatus { kData, kWouldBlock, kEnd };

  // Takes over `fd`, which must be non-blocking. `ssl` may be null. A peer that takes nothing of a
  // write for `write_timeout` is taken for dead.
  Stream(IoThread& thread, int fd, SslHandle ssl, std::chrono::seconds write_timeout);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // False if the peer does not complete it.
  Task<bool> Handshake();
  // Why it failed, as far as this side knows.
  std::string handshake_error() const { return handshake_error_; }
  TlsPeer peer() const;
  // The protocol the handshake agreed on (`h2`); empty for none. Good as long as the stream.
  std::string_view negotiated() const;

  // Appends what has arrived, a bounded part at a time. kEnd also stands for every failure.
  ReadStatus TryRead(std::string& into);

  // Whether TLS keeps its record buffers, 32 KiB, between two uses: for a connection that is busy.
  // At first it does not.
  void KeepBuffers(bool keep);

  // Whether bytes have been received that TryRead has not given out: it is worth a try at once.
  bool HasReceived() const;

  // co_await stream.Readable(): until TryRead may have more to say, or the stream is closed.
  struct ReadableAwaiter {
    Stream& stream;
    bool await_ready() const { return stream.closed(); }
    void await_suspend(std::coroutine_handle<> waiter) {
      stream.OnReadable([waiter] { waiter.resume(); });
    }
    void await_resume() const {}
  };
  ReadableAwaiter Readable() { return ReadableAwaiter{*this}; }
  // Runs `callback` once when that is so; replaces the one before. An empty one removes it.
  void OnReadable(std::function<void()> callback);
  // Runs it although nothing has arrived.
  void WakeReader();

  // Sends all pieces; true when the transport has taken them. The bytes must stay until then. One
  // at a time. After the `last` ones nothing is written any more: the goodbye goes with them.
  Task<bool> Write(std::vector<std::string_view> pieces, bool last = false);

  // Says goodbye and closes. With `linger`, first waits a moment for the peer to close and drops
  // what it still sends, within limits, so that it can read the answer to a request that was not
  // read to its end.
  Task<void> Close(bool linger);
  // Closes now; waiting coroutines resume.
  void Abort();
  bool closed() const { return closed_; }

  // Abort() follows once the deadline, or that of a write without progress, has passed and
  // CheckDeadline is called.
  void SetDeadline(TimePoint deadline) { deadline_ = deadline; }
  void ClearDeadline() { deadline_ = TimePoint::max(); }
  void CheckDeadline(TimePoint now);

 private:
  struct Impl;
  struct WritableAwaiter;
  class PieceCursor;

  Task<bool> WritePlain(PieceCursor& pieces);
  Task<bool> WriteTls(PieceCursor& pieces, bool last);
  // Tells a TLS peer that nothing more comes, once, with what is sent next.
  void SayGoodbye();
  void TakeLargeOutput();
  void ReturnLargeOutput();
  bool EncryptSome(PieceCursor& pieces);
  // Sends `output_`. False if the connection is broken.
  Task<bool> Flush();
  enum class SendStatus { kAll, kWouldBlock, kFailed };
  SendStatus TryFlush();
  Task<void> WaitWritable();
  void AnswerPlainHttp();
  // Until the peer closes, or has sent too much.
  Task<void> DropInput();

  std::unique_ptr<Impl> impl_;
  SslHandle ssl_;
  std::string output_;  // encrypted, not sent yet
  size_t output_sent_ = 0;
  bool handshake_done_ = false;
  bool said_goodbye_ = false;
  std::string handshake_error_;
  bool closed_ = false;
  const std::chrono::seconds write_timeout_;
  TimePoint deadline_ = TimePoint::max();
  TimePoint write_deadline_ = TimePoint::max();
  bool readable_asked_ = false;  // of the reactor
  std::function<void()> readable_callback_;
};

}  // namespace pintle::http
