#include "pintle/http/connection.h"

#include "pintle/http/http1_connection.h"
#include "pintle/http/http2_connection.h"

namespace pintle::http {

void Transport::Describe(Request& request) const {
  request.peer_certificate = peer.certificate;
  request.peer_certificate_invalid = peer.invalid;
  request.remote_address = remote_address;
}

Connection::Connection(std::shared_ptr<IoThread> thread, int fd, std::string remote_address,
                       std::shared_ptr<const ConnectionSettings> settings) {
  SslHandle session = settings->tls ? settings->tls->NewSession() : nullptr;
  const bool failed = settings->tls && !session;
  transport_.stream =
      std::make_shared<Stream>(*thread, fd, std::move(session), settings->options.write_timeout);
  if (failed) transport_.stream->Abort();  // never in the clear instead
  transport_.thread = std::move(thread);
  transport_.bodies = settings->bodies->PeerOf(remote_address);
  transport_.settings = std::move(settings);
  transport_.remote_address = std::move(remote_address);
}

Task<void> Connection::Run() {
  transport_.stream->SetDeadline(After(transport_.settings->options.read_timeout));
  Task<bool> handshake = transport_.stream->Handshake();
  bool shaken = co_await handshake;
  if (!shaken || draining_) {
    Task<void> close = transport_.stream->Close(false);
    co_await close;
    co_return;
  }
  transport_.peer = transport_.stream->peer();
  if (transport_.stream->negotiated() == kAlpnHttp2) {
    protocol_ = std::make_shared<Http2Connection>(transport_);
  } else {
    protocol_ = std::make_shared<Http1Connection>(transport_);
  }
  Task<void> run = protocol_->Run();
  co_await run;
}

void Connection::Drain() {
  draining_ = true;
  protocol_ ? protocol_->Drain() : transport_.stream->Abort();
}

void Connection::Abort() { protocol_ ? protocol_->Abort() : transport_.stream->Abort(); }

void Connection::CheckDeadline(Stream::TimePoint now) {
  bool was_open = !transport_.stream->closed();
  transport_.stream->CheckDeadline(now);
  if (was_open && transport_.stream->closed()) {
    Abort();
  } else if (protocol_) {
    protocol_->CheckDeadline(now);
  }
}

}  // namespace pintle::http
