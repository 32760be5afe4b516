#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <map>
#include <memory>
#include <string>

#include "pintle/base/strings.h"
#include "pintle/http/certificates.h"
#include "pintle/http/openssl_handles.h"

namespace pintle::http {

struct TestClientOptions {
  std::string ca_pem;  // empty: plain HTTP
  KeyPair certificate;
  int receive_buffer_bytes = 0;
  SSL_SESSION* resume = nullptr;
  std::string alpn;  // wire form
};

// A blocking HTTP client for tests that shows bytes as they are on the wire.
class TestClient {
 public:
  using Options = TestClientOptions;
  struct Reply {
    int status = 0;
    std::map<std::string, std::string> headers;  // lower-case names
    std::string body;
  };

  TestClient(uint16_t port, Options options = {}) {
    fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    timeval limit{30, 0};  // a failing test ends
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    if (options.receive_buffer_bytes > 0) {
      ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &options.receive_buffer_bytes, sizeof(int));
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
    if (connected_ && !options.ca_pem.empty()) connected_ = Handshake(options);
  }
  ~TestClient() {
    ssl_.reset();
    if (fd_ >= 0) ::close(fd_);
  }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  bool connected() const { return connected_; }
  SSL* ssl() { return ssl_.get(); }
  int fd() const { return fd_; }

  // False once the connection takes nothing more; what was received before can still be read.
  bool Send(std::string_view text) {
    while (!text.empty() && takes_more_) {
      ssize_t size = Uninterrupted([&]() -> ssize_t {
        return ssl_ ? SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size()))
                    : ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      });
      // A second failed SSL_write would end reading too.
      takes_more_ = size > 0;
      if (takes_more_) text.remove_prefix(static_cast<size_t>(size));
    }
    return takes_more_;
  }

  // Appends to the received bytes; false at the end of the connection.
  bool Receive() {
    char data[16384];
    ssize_t size = Uninterrupted([&]() -> ssize_t {
      return ssl_ ? SSL_read(ssl_.get(), data, sizeof(data)) : ::recv(fd_, data, sizeof(data), 0);
    });
    if (size <= 0) return false;
    received_.append(data, static_cast<size_t>(size));
    return true;
  }
  bool ReceiveAtLeast(size_t size) {
    while (received_.size() < size) {
      if (!Receive()) return false;
    }
    return true;
  }
  // The bytes up to and including `mark`; all there were if the connection ends before.
  std::string ReceiveThrough(std::string_view mark) {
    size_t at;
    while ((at = received_.find(mark)) == std::string::npos) {
      if (!Receive()) return std::exchange(received_, {});
    }
    return Take(at + mark.size());
  }
  std::string ReceiveAll() {
    while (Receive()) {
    }
    return std::exchange(received_, {});
  }
  std::string TakeReceived() { return std::exchange(received_, {}); }
  bool AtEnd() { return received_.empty() && !Receive(); }

  Reply ReceiveHead() {
    Reply reply;
    std::string head = ReceiveThrough("\r\n\r\n");
    auto lines = Split(head, '\n');
    if (head.size() > 12) std::from_chars(head.data() + 9, head.data() + 12, reply.status);
    for (size_t i = 1; i < lines.size(); ++i) {
      size_t colon = lines[i].find(':');
      if (colon == std::string_view::npos) continue;
      reply.headers[ToLower(lines[i].substr(0, colon))] = TrimSpace(lines[i].substr(colon + 1));
    }
    return reply;
  }
  // A chunk of a chunked body; empty for the last one.
  std::string ReceiveChunk() {
    std::string head = ReceiveThrough("\r\n");
    size_t size = 0;
    std::from_chars(head.data(), head.data() + head.size(), size, 16);
    ReceiveAtLeast(size + 2);
    std::string chunk = Take(size + 2);
    EXPECT_TRUE(chunk.ends_with("\r\n")) << chunk;
    return chunk.substr(0, size);
  }
  Reply ReceiveReply(bool has_body = true) {
    Reply reply = ReceiveHead();
    if (!has_body) return reply;
    if (reply.headers["transfer-encoding"] == "chunked") {
      for (std::string chunk = ReceiveChunk(); !chunk.empty(); chunk = ReceiveChunk()) {
        reply.body += chunk;
      }
    } else if (reply.headers.contains("content-length")) {
      size_t size = std::stoul(reply.headers["content-length"]);
      ReceiveAtLeast(size);
      reply.body = Take(size);
    }
    return reply;
  }
  Reply Get(const std::string& target) {
    Send("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n");
    return ReceiveReply();
  }

  void CloseWithReset() {
    linger reset{1, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
    Close();
  }
  void Close() {
    ::close(fd_);
    fd_ = -1;
  }

 private:
  // A process that was stopped and goes on sees its calls interrupted.
  template <typename Call>
  static ssize_t Uninterrupted(Call call) {
    ssize_t result = 0;
    do {
      errno = 0;
      result = call();
    } while (result <= 0 && errno == EINTR);
    return result;
  }
  bool Handshake(const Options& options) {
    std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes to sockets that the server has closed
    context_.reset(SSL_CTX_new(TLS_client_method()));
    BioHandle bio(BIO_new_mem_buf(options.ca_pem.data(), static_cast<int>(options.ca_pem.size())));
    X509Handle ca(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context_.get()), ca.get());
    SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    if (!options.certificate.certificate_pem.empty()) UseCertificate(options.certificate);
    ssl_.reset(SSL_new(context_.get()));
    SSL_set1_host(ssl_.get(), "localhost");
    if (!options.alpn.empty()) {
      SSL_set_alpn_protos(ssl_.get(), reinterpret_cast<const unsigned char*>(options.alpn.data()),
                          static_cast<unsigned>(options.alpn.size()));
    }
    if (options.resume != nullptr) SSL_set_session(ssl_.get(), options.resume);
    SSL_set_fd(ssl_.get(), fd_);
    return Uninterrupted([&] { return SSL_connect(ssl_.get()); }) == 1;
  }
  void UseCertificate(const KeyPair& pair) {
    BioHandle certificate_bio(BIO_new_mem_buf(pair.certificate_pem.data(), -1));
    BioHandle key_bio(BIO_new_mem_buf(pair.private_key_pem.data(), -1));
    X509Handle certificate(PEM_read_bio_X509(certificate_bio.get(), nullptr, nullptr, nullptr));
    KeyHandle key(PEM_read_bio_PrivateKey(key_bio.get(), nullptr, nullptr, nullptr));
    SSL_CTX_use_certificate(context_.get(), certificate.get());
    SSL_CTX_use_PrivateKey(context_.get(), key.get());
  }
  std::string Take(size_t size) {
    std::string taken = received_.substr(0, size);
    received_.erase(0, size);
    return taken;
  }

  int fd_ = -1;
  bool connected_ = false;
  bool takes_more_ = true;
  OpenSslHandle<SSL_CTX, SSL_CTX_free> context_;
  OpenSslHandle<SSL, SSL_free> ssl_;
  std::string received_;
};

}  // namespace pintle::http
