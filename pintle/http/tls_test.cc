#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pintle/http/server.h"
#include "pintle/http/test_client.h"

namespace pintle::http {
namespace {

class TlsTest : public testing::Test {
 protected:
  void SetUp() override {
    ca_ = *GenerateCa("ca", 1);
    Serve(ca_.certificate_pem);
    trusting_.ca_pem = ca_.certificate_pem;
  }
  void Serve(const std::string& client_ca_pem) {
    auto serving = *IssueServing(ca_, {"localhost"}, {"127.0.0.1"});
    ServerOptions options;
    options.certificate_pem = serving.certificate_pem;
    options.private_key_pem = serving.private_key_pem;
    options.client_ca_pem = client_ca_pem;
    auto server =
        Server::Start(options, [](Request& request, ResponseWriter& writer) -> Task<void> {
          std::string who = request.peer_certificate_invalid ? "invalid" : "nobody";
          if (const auto& peer = request.peer_certificate) {
            who = fmt::format("{} {} {}", peer->common_name, Join(peer->organizations, "+"),
                              peer->sha256_hex);
          }
          Response response;
          response.body.emplace_back(std::move(who));
          Task<Status> send = writer.Send(std::move(response));
          Status sent = co_await send;
        });
    ASSERT_TRUE(server) << server.error().message();
    server_ = std::move(*server);
  }

  KeyPair ca_;
  std::unique_ptr<Server> server_;
  TestClient::Options trusting_;
};

std::string Fingerprint(const std::string& pem) {
  BioHandle bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  X509Handle certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
  unsigned char digest[32];
  X509_digest(certificate.get(), EVP_sha256(), digest, nullptr);
  return HexLower(std::string_view(reinterpret_cast<char*>(digest), sizeof(digest)));
}

TEST_F(TlsTest, ClientsVerifyTheServer) {
  TestClient client(server_->port(), trusting_);
  ASSERT_TRUE(client.connected());
  EXPECT_EQ(client.Get("/").body, "nobody");
  TestClient::Options distrusting;
  distrusting.ca_pem = GenerateCa("other", 1)->certificate_pem;
  EXPECT_FALSE(TestClient(server_->port(), distrusting).connected());
}

TEST_F(TlsTest, TheServerKnowsItsClients) {
  auto jane = *IssueClient(ca_, "jane", {"developers", "admins"});
  auto stranger = *IssueClient(*GenerateCa("ca", 1), "jane", {});
  auto misused = *IssueServing(ca_, {"jane"}, {});
  struct Case {
    KeyPair certificate;
    std::string expected;
  };
  const Case cases[] = {
      {jane, "jane developers+admins " + Fingerprint(jane.certificate_pem)},
      {stranger, "invalid"},
      {misused, "invalid"},
      {{}, "nobody"},
  };
  for (const Case& c : cases) {
    trusting_.certificate = c.certificate;
    TestClient client(server_->port(), trusting_);
    ASSERT_TRUE(client.connected());
    EXPECT_EQ(client.Get("/").body, c.expected);
    EXPECT_EQ(client.Get("/").body, c.expected);
  }
}

TEST_F(TlsTest, TheServerKnowsAClientByItsOwnCertificate) {
  auto jane = *IssueClient(ca_, "jane", {});
  Serve(jane.certificate_pem);
  trusting_.certificate = jane;
  EXPECT_EQ(TestClient(server_->port(), trusting_).Get("/").body,
            "jane  " + Fingerprint(jane.certificate_pem));
  trusting_.certificate = *IssueClient(ca_, "jane", {});
  EXPECT_EQ(TestClient(server_->port(), trusting_).Get("/").body, "invalid");
}

TEST_F(TlsTest, ResumedSessionsKeepTheirIdentity) {
  trusting_.certificate = *IssueClient(ca_, "jane", {});
  TestClient first(server_->port(), trusting_);
  std::string who = first.Get("/").body;  // the ticket comes with the answer
  OpenSslHandle<SSL_SESSION, SSL_SESSION_free> session(SSL_get1_session(first.ssl()));
  trusting_.resume = session.get();
  TestClient second(server_->port(), trusting_);
  ASSERT_TRUE(second.connected());
  EXPECT_EQ(SSL_session_reused(second.ssl()), 1);
  EXPECT_EQ(second.Get("/").body, who);
}

TEST_F(TlsTest, NegotiatesTheProtocol) {
  struct Case {
    std::string offered;  // each name after its length
    std::string chosen;
  };
  const Case cases[] = {
      {std::string("\x08http/1.1\x02h2", 12), "h2"},
      {std::string("\x02h2", 3), "h2"},
      {std::string("\x08http/1.1", 9), "http/1.1"},
      {"", ""},
  };
  for (const Case& c : cases) {
    trusting_.alpn = c.offered;
    TestClient client(server_->port(), trusting_);
    ASSERT_TRUE(client.connected());
    const unsigned char* chosen = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(client.ssl(), &chosen, &size);
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(chosen), size), c.chosen);
  }
  trusting_.alpn = std::string("\x02h9", 3);
  EXPECT_FALSE(TestClient(server_->port(), trusting_).connected());
}

TEST_F(TlsTest, TellsPlainClientsWhatIsWrong) {
  TestClient client(server_->port());
  client.Send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  std::string answer = client.ReceiveAll();
  EXPECT_TRUE(answer.starts_with("HTTP/1.0 400 Bad Request\r\n")) << answer;
  EXPECT_NE(answer.find("\r\nX-Content-Type-Options: nosniff\r\n"), std::string::npos) << answer;
}

TEST_F(TlsTest, SurvivesNoise) {
  for (std::string noise :
       {std::string("\x16\x03\x01\x00\x05hello"), std::string(100000, '\0'), std::string("x")}) {
    TestClient client(server_->port());
    client.Send(noise);
    client.Close();
  }
  TestClient client(server_->port(), trusting_);
  EXPECT_EQ(client.Get("/").body, "nobody");
}

}  // namespace
}  // namespace pintle::http
