#include "pintle/http/stream.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <climits>

namespace pintle::http {
namespace {

using boost::asio::posix::stream_descriptor;

// Largest plaintext of a TLS record: small pieces are gathered up to it.
constexpr size_t kRecordBytes = 16 * 1024;
// Encrypted bytes handed to one system call.
constexpr size_t kFlushBytes = 128 * 1024;
// A stream with nothing to send keeps an output buffer of this size at most.
constexpr size_t kKeptOutputBytes = 4 * 1024;
// What long writes encrypt into: a flush, and the record that fills it with what TLS adds.
constexpr size_t kLargeOutputBytes = kFlushBytes + kRecordBytes + 1024;
// What one TryRead takes at most, so that one connection cannot hold its thread.
constexpr size_t kReadBytes = 64 * 1024;
// A client that is answered early may go on sending for so long, and so much: far more than the
// largest body.
constexpr std::chrono::seconds kLingerTimeout{2};
constexpr size_t kLingerBytes = 16 * 1024 * 1024;
// Of it dropped in one go, then other work of the thread gets its turn.
constexpr size_t kLingerTurnBytes = 256 * 1024;
constexpr size_t kGatherPieces = 64;
static_assert(kGatherPieces <= IOV_MAX);

bool WouldBlock() { return errno == EAGAIN || errno == EWOULDBLOCK; }

// A part of what was received.
ssize_t DropSome(int fd) {
  char dropped[kRecordBytes];
  return ::recv(fd, dropped, sizeof(dropped), 0);
}

// A BIO that appends to a std::string: unlike a socket it never blocks, unlike OpenSSL's memory BIO
// it can be emptied without clearing and give its memory back.
int SinkWrite(BIO* bio, const char* data, int size) {
  static_cast<std::string*>(BIO_get_data(bio))->append(data, static_cast<size_t>(size));
  return size;
}

long SinkControl(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

BIO* NewSink(std::string* into) {
  static BIO_METHOD* method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "string sink");
    BIO_meth_set_write(made, SinkWrite);
    BIO_meth_set_ctrl(made, SinkControl);
    return made;
  }();
  BIO* bio = BIO_new(method);
  BIO_set_data(bio, into);
  BIO_set_init(bio, 1);
  return bio;
}

// A thread keeps one large output buffer, lent to the stream that has much to write.
std::string& SpareOutput() {
  thread_local std::string spare;
  return spare;
}

std::string HandshakeError(const SSL* ssl) {
  if (long verdict = SSL_get_verify_result(ssl); verdict != X509_V_OK) {
    return X509_verify_cert_error_string(verdict);
  }
  if (const char* reason = ERR_reason_error_string(ERR_peek_error())) return reason;
  return "the connection was closed";
}

}  // namespace

struct Stream::Impl {
  Impl(IoThread& thread, int fd) : descriptor(thread.context(), fd), fd(fd) {}
  stream_descriptor descriptor;
  int fd;
};

// Walks over pieces without copying them.
class Stream::PieceCursor {
 public:
  explicit PieceCursor(std::vector<std::string_view> pieces) : pieces_(std::move(pieces)) {
    Skip();
  }
  bool done() const { return index_ == pieces_.size(); }
  std::string_view front() const { return pieces_[index_]; }
  void Advance(size_t bytes) {
    while (bytes > 0) {
      size_t taken = std::min(bytes, pieces_[index_].size());
      pieces_[index_].remove_prefix(taken);
      bytes -= taken;
      Skip();
    }
  }
  bool FitsIn(size_t bytes) const {
    for (size_t i = index_; i < pieces_.size(); ++i) {
      if (pieces_[i].size() > bytes) return false;
      bytes -= pieces_[i].size();
    }
    return true;
  }
  int Gather(std::array<iovec, kGatherPieces>& into) const {
    size_t count = 0;
    for (size_t i = index_; i < pieces_.size() && count < into.size(); ++i) {
      into[count++] = {const_cast<char*>(pieces_[i].data()), pieces_[i].size()};
    }
    return static_cast<int>(count);
  }

 private:
  void Skip() {
    while (index_ < pieces_.size() && pieces_[index_].empty()) ++index_;
  }
  std::vector<std::string_view> pieces_;
  size_t index_ = 0;
};

Stream::Stream(IoThread& thread, int fd, SslHandle ssl, std::chrono::seconds write_timeout)
    : impl_(std::make_unique<Impl>(thread, fd)),
      ssl_(std::move(ssl)),
      write_timeout_(write_timeout) {
  if (ssl_) SSL_set_bio(ssl_.get(), BIO_new_socket(fd, BIO_NOCLOSE), NewSink(&output_));
}

Stream::~Stream() = default;

Task<bool> Stream::Handshake() {
  if (!ssl_) co_return true;
  while (!closed_) {
    ERR_clear_error();
    int done = SSL_do_handshake(ssl_.get());
    int error = SSL_get_error(ssl_.get(), done);
    if (done != 1 && ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST) AnswerPlainHttp();
    if (done != 1 && error != SSL_ERROR_WANT_READ) handshake_error_ = HandshakeError(ssl_.get());
    bool sent = co_await Flush();  // handshake messages, or the alert that says what went wrong
    if (!sent) co_return false;
    if (done == 1) {
      handshake_done_ = true;
      co_return true;
    }
    if (error != SSL_ERROR_WANT_READ) co_return false;
    co_await Readable();
  }
  co_return false;
}

void Stream::AnswerPlainHttp() {
  output_ =
      "HTTP/1.0 400 Bad Request\r\nConnection: close\r\n"
      "Content-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n\r\n"
      "Client sent an HTTP request to an HTTPS server.\n";
  output_sent_ = 0;
}

std::string_view Stream::negotiated() const {
  if (!ssl_) return {};
  const unsigned char* name = nullptr;
  unsigned size = 0;
  SSL_get0_alpn_selected(ssl_.get(), &name, &size);
  return {reinterpret_cast<const char*>(name), size};
}

TlsPeer Stream::peer() const { return ssl_ ? ReadTlsPeer(ssl_.get()) : TlsPeer(); }

Stream::ReadStatus Stream::TryRead(std::string& into) {
  if (closed_) return ReadStatus::kEnd;
  thread_local std::array<char, kReadBytes> scratch;
  if (!ssl_) {
    ssize_t size = ::recv(impl_->fd, scratch.data(), scratch.size(), 0);
    if (size < 0 && (WouldBlock() || errno == EINTR)) return ReadStatus::kWouldBlock;
    if (size <= 0) return ReadStatus::kEnd;
    into.append(scratch.data(), static_cast<size_t>(size));
    return ReadStatus::kData;
  }
  size_t total = 0;
  while (total < scratch.size()) {
    ERR_clear_error();
    size_t size = 0;
    int done = SSL_read_ex(ssl_.get(), scratch.data() + total, scratch.size() - total, &size);
    total += size;
    // Most requests are one record: asking for a second one would be a system call for nothing.
    if (done == 1 && SSL_has_pending(ssl_.get()) == 1) continue;
    if (done == 1) break;
    // Reading may have queued a key update; if it cannot be sent now it goes with the next write.
    TryFlush();
    if (total > 0) break;
    return SSL_get_error(ssl_.get(), done) == SSL_ERROR_WANT_READ ? ReadStatus::kWouldBlock
                                                                  : ReadStatus::kEnd;
  }
  into.append(scratch.data(), total);
  return ReadStatus::kData;
}

void Stream::KeepBuffers(bool keep) {
  if (!ssl_) return;
  if (keep) {
    SSL_clear_mode(ssl_.get(), SSL_MODE_RELEASE_BUFFERS);
  } else {
    SSL_set_mode(ssl_.get(), SSL_MODE_RELEASE_BUFFERS);
    SSL_free_buffers(ssl_.get());  // unless there is something in them
  }
}

bool Stream::HasReceived() const { return ssl_ && SSL_has_pending(ssl_.get()) == 1; }

void Stream::OnReadable(std::function<void()> callback) {
  readable_callback_ = std::move(callback);
  if (readable_asked_ || !readable_callback_) return;
  readable_asked_ = true;
  impl_->descriptor.async_wait(stream_descriptor::wait_read,
                               [self = shared_from_this()](const boost::system::error_code&) {
                                 self->readable_asked_ = false;
                                 auto callback = std::exchange(self->readable_callback_, nullptr);
                                 if (callback) callback();
                               });
}

void Stream::WakeReader() {
  if (auto callback = std::exchange(readable_callback_, nullptr)) callback();
}

struct Stream::WritableAwaiter {
  Stream& stream;
  bool await_ready() const { return stream.closed_; }
  void await_suspend(std::coroutine_handle<> waiter) {
    stream.impl_->descriptor.async_wait(stream_descriptor::wait_write,
                                        [waiter, self = stream.shared_from_this()](
                                            const boost::system::error_code&) { waiter.resume(); });
  }
  void await_resume() const {}
};

Task<void> Stream::WaitWritable() {
  write_deadline_ = std::chrono::steady_clock::now() + write_timeout_;
  co_await WritableAwaiter{*this};
  write_deadline_ = TimePoint::max();
}

Task<bool> Stream::Write(std::vector<std::string_view> pieces, bool last) {
  PieceCursor cursor(std::move(pieces));
  Task<bool> write = ssl_ ? WriteTls(cursor, last) : WritePlain(cursor);
  bool written = co_await write;
  co_return written;
}

Task<bool> Stream::WritePlain(PieceCursor& pieces) {
  while (!closed_ && !pieces.done()) {
    std::array<iovec, kGatherPieces> gathered;
    msghdr message{};
    message.msg_iov = gathered.data();
    message.msg_iovlen = pieces.Gather(gathered);
    ssize_t size = ::sendmsg(impl_->fd, &message, MSG_NOSIGNAL);
    if (size >= 0) {
      pieces.Advance(static_cast<size_t>(size));
    } else if (WouldBlock()) {
      co_await WaitWritable();
    } else if (errno != EINTR) {
      co_return false;
    }
  }
  co_return !closed_;
}

void Stream::TakeLargeOutput() {
  if (output_.capacity() >= kLargeOutputBytes || !output_.empty()) return;
  output_ = std::exchange(SpareOutput(), std::string());
  output_.reserve(kLargeOutputBytes);
}

void Stream::ReturnLargeOutput() {
  if (output_.capacity() <= kKeptOutputBytes) return;
  output_.clear();
  SpareOutput() = std::exchange(output_, std::string());
}

void Stream::SayGoodbye() {
  if (!ssl_ || !handshake_done_ || std::exchange(said_goodbye_, true)) return;
  SSL_shutdown(ssl_.get());
}

Task<bool> Stream::WriteTls(PieceCursor& pieces, bool last) {
  if (!pieces.FitsIn(kKeptOutputBytes)) TakeLargeOutput();
  while (!closed_ && !pieces.done()) {
    while (!pieces.done() && output_.size() < kFlushBytes) {
      if (!EncryptSome(pieces)) co_return false;
    }
    if (last && pieces.done()) SayGoodbye();
    bool sent = co_await Flush();
    if (!sent) co_return false;
  }
  ReturnLargeOutput();
  co_return !closed_;
}

// One record: a large piece goes in directly, small ones are gathered.
bool Stream::EncryptSome(PieceCursor& pieces) {
  thread_local std::array<char, kRecordBytes> gathered;
  std::string_view record = pieces.front().substr(0, kRecordBytes);
  size_t taken = record.size();
  if (record.size() < kRecordBytes) {
    taken = 0;
    while (!pieces.done() && taken < gathered.size()) {
      std::string_view part = pieces.front().substr(0, gathered.size() - taken);
      part.copy(gathered.data() + taken, part.size());
      taken += part.size();
      pieces.Advance(part.size());
    }
    record = std::string_view(gathered.data(), taken);
    taken = 0;
  }
  ERR_clear_error();
  size_t size = 0;
  bool written = SSL_write_ex(ssl_.get(), record.data(), record.size(), &size) == 1;
  pieces.Advance(taken);
  return written;
}

Task<bool> Stream::Flush() {
  while (true) {
    switch (TryFlush()) {
      case SendStatus::kAll:
        co_return true;
      case SendStatus::kFailed:
        co_return false;
      case SendStatus::kWouldBlock:
        co_await WaitWritable();
    }
  }
}

Stream::SendStatus Stream::TryFlush() {
  while (!closed_ && output_sent_ < output_.size()) {
    ssize_t size = ::send(impl_->fd, output_.data() + output_sent_, output_.size() - output_sent_,
                          MSG_NOSIGNAL);
    if (size >= 0) {
      output_sent_ += static_cast<size_t>(size);
    } else if (WouldBlock()) {
      return SendStatus::kWouldBlock;
    } else if (errno != EINTR) {
      return SendStatus::kFailed;
    }
  }
  if (closed_) return SendStatus::kFailed;
  output_.clear();
  output_sent_ = 0;
  return SendStatus::kAll;
}

Task<void> Stream::DropInput() {
  size_t dropped = 0;
  size_t turn = 0;
  while (!closed_ && dropped < kLingerBytes) {
    ssize_t size = DropSome(impl_->fd);
    if (size == 0 || (size < 0 && !WouldBlock() && errno != EINTR)) break;
    if (size > 0) {
      dropped += static_cast<size_t>(size);
      turn += static_cast<size_t>(size);
    }
    if (size > 0 && turn < kLingerTurnBytes) continue;
    turn = 0;
    co_await Readable();
  }
}

Task<void> Stream::Close(bool linger) {
  if (closed_) co_return;
  SayGoodbye();
  bool sent = co_await Flush();
  if (sent && linger && ::shutdown(impl_->fd, SHUT_WR) == 0) {
    deadline_ = std::chrono::steady_clock::now() + kLingerTimeout;
    Task<void> drop = DropInput();
    co_await drop;
  }
  Abort();
}

void Stream::Abort() {
  if (closed_) return;
  if (output_.empty()) {
    SayGoodbye();
    TryFlush();
  }
  closed_ = true;
  boost::system::error_code ignored;
  impl_->descriptor.close(ignored);
}

void Stream::CheckDeadline(TimePoint now) {
  if (now >= deadline_ || now >= write_deadline_) Abort();
}

}  // namespace pintle::http
