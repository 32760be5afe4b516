#include <gtest/gtest.h>

#include <random>

#include "pintle/http/handlers_for_test.h"
#include "pintle/http/test_client.h"

namespace pintle::http {
namespace {

// Ten thousand streams of noise in all: whatever comes, the server answers or closes, and goes on.
constexpr int kPlainStreams = 6000;
constexpr int kTlsStreams = 3000;
constexpr int kHttp2Streams = 1000;

class NoiseTest : public testing::Test {
 protected:
  void Start(bool tls) {
    ServerOptions options;
    if (tls) {
      auto ca = GenerateCa("ca", 1);
      auto serving = IssueServing(*ca, {"localhost"}, {});
      options.certificate_pem = serving->certificate_pem;
      options.private_key_pem = serving->private_key_pem;
      http1_.ca_pem = http2_.ca_pem = ca->certificate_pem;
      http2_.alpn = std::string("\x02h2", 3);
    }
    auto server = Server::Start(options, [](Request&, ResponseWriter& writer) -> Task<void> {
      Task<Status> send = writer.Send(Text(200, "heard"));
      Status ignored = co_await send;  // the client may have gone already
    });
    ASSERT_TRUE(server) << server.error().message();
    server_ = std::move(*server);
  }
  size_t Below(size_t limit) { return random_() % limit; }
  std::string RandomBytes(size_t size) {
    std::string bytes;
    for (size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(random_()));
    return bytes;
  }
  // A valid text with a few bytes changed, cut off somewhere.
  std::string Mutated(std::string text) {
    for (size_t i = Below(4); i > 0; --i) text[Below(text.size())] = static_cast<char>(random_());
    if (Below(4) == 0) text.resize(Below(text.size()));
    return text;
  }
  // Sends and hangs up; sometimes only after all there is to hear has been heard.
  void Throw(TestClient::Options options, const std::string& noise) {
    TestClient client(server_->port(), options);
    ASSERT_TRUE(client.connected());
    client.Send(noise);
    ::shutdown(client.fd(), SHUT_WR);
    if (Below(2) == 0) client.ReceiveAll();
  }
  void ExpectServing() {
    TestClient client(server_->port(), http1_);
    EXPECT_EQ(client.Get("/").status, 200);
  }

  std::mt19937 random_{20240811};
  TestClient::Options http1_;
  TestClient::Options http2_;
  std::unique_ptr<Server> server_;
};

TEST_F(NoiseTest, PlainHttp1) {
  Start(false);
  const std::string texts[] = {
      "GET /a?b HTTP/1.1\r\nHost: h\r\nX: y\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbodyGET / HTTP/1.1\r\nHost: "
      "h\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
      "PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 99\r\n\r\n",
  };
  for (int i = 0; i < kPlainStreams; ++i) {
    Throw({}, i % 3 == 0 ? RandomBytes(Below(2000)) : Mutated(texts[Below(std::size(texts))]));
  }
  ExpectServing();
}

TEST_F(NoiseTest, InsteadOfTls) {
  Start(true);
  for (int i = 0; i < kTlsStreams; ++i) {
    std::string noise = RandomBytes(Below(1000));
    // Half of them look like the beginning of a handshake.
    Throw({}, i % 2 == 0 ? noise
                         : std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + noise);
  }
  ExpectServing();
}

TEST_F(NoiseTest, Http2Frames) {
  Start(true);
  const std::string preface("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 33);
  // :method GET, :scheme https, :path /, from the static table.
  const std::string request("\0\0\3\1\5\0\0\0\1\x82\x87\x84", 12);
  for (int i = 0; i < kHttp2Streams; ++i) {
    std::string noise = i % 4 == 0 ? Mutated(preface + request) : preface + request;
    for (size_t frames = Below(20); frames > 0; --frames) {
      std::string payload = RandomBytes(Below(40));
      noise += {'\0',
                '\0',
                static_cast<char>(payload.size()),
                static_cast<char>(Below(11)),
                static_cast<char>(Below(64)),
                '\0',
                '\0',
                '\0',
                static_cast<char>(Below(8))};
      noise += payload;
    }
    Throw(http2_, noise);
  }
  ExpectServing();
}

}  // namespace
}  // namespace pintle::http
