#include "pintle/server/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "pintle/http/test_client.h"
#include "pintle/server/files.h"
#include "pintle/server/folder_for_test.h"

namespace pintle::server {
namespace {

using http::TestClient;
using testing::HasSubstr;

constexpr const char* kToken = "token-of-the-test";

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    EXPECT_TRUE(WritePrivateFile(folder_.path() + "/tokens",
                                 std::string(kToken) + ",me,1,\"system:masters\"\n"));
    options_.secure_port = 0;
    options_.data_dir = folder_.path() + "/data";
    options_.storage = storage::Engine::kMemory;
    options_.token_auth_file = folder_.path() + "/tokens";
    options_.threads = 1;
  }

  std::unique_ptr<ApiServer> MustStart() {
    auto server = ApiServer::Start(options_);
    EXPECT_TRUE(server) << server.error().message();
    return server ? std::move(*server) : nullptr;
  }
  static uint16_t PortOf(const ApiServer& server) {
    std::string url = server.url();
    return static_cast<uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  // One request over TLS, trusting the generated CA.
  TestClient::Reply Ask(const ApiServer& server, const std::string& method,
                        const std::string& target, const std::string& token = kToken,
                        const std::string& body = "") {
    TestClient::Options options;
    options.ca_pem = *ReadFile(options_.data_dir + "/pki/ca.crt");
    TestClient client(PortOf(server), options);
    EXPECT_TRUE(client.connected());
    std::string request = method + " " + target + " HTTP/1.1\r\nHost: test\r\n";
    if (!token.empty()) request += "Authorization: Bearer " + token + "\r\n";
    if (!body.empty()) {
      request +=
          "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
          "\r\n";
    }
    client.Send(request + "\r\n" + body);
    return client.ReceiveReply();
  }

  TestFolder folder_;
  Options options_;
};

TEST_F(ServerTest, AnswersOverTls) {
  auto server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_THAT(server->url(), HasSubstr("https://127.0.0.1:"));
  EXPECT_NE(PortOf(*server), 0);
  EXPECT_EQ(Ask(*server, "GET", "/readyz").body, "ok");
  TestClient::Reply namespaces = Ask(*server, "GET", "/api/v1/namespaces");
  EXPECT_EQ(namespaces.status, 200);
  for (const char* name : {"default", "kube-system", "kube-public", "kube-node-lease"}) {
    EXPECT_THAT(namespaces.body, HasSubstr(std::string("\"name\":\"") + name + "\""));
  }
  TestClient::Reply created = Ask(*server, "POST", "/api/v1/namespaces/default/configmaps", kToken,
                                  R"({"metadata":{"generateName":"m-"},"data":{"a":"b"}})");
  EXPECT_EQ(created.status, 201) << created.body;
  TestClient::Reply refused = Ask(*server, "POST", "/api/v1/namespaces/nowhere/configmaps", kToken,
                                  R"({"metadata":{"name":"m"}})");
  EXPECT_EQ(refused.status, 404) << refused.body;
}

TEST_F(ServerTest, UrlsOfIpv6AddressesHaveBrackets) {
  options_.bind_address = "::1";
  auto server = ApiServer::Start(options_);
  if (!server) GTEST_SKIP() << "this machine has no IPv6: " << server.error().message();
  EXPECT_THAT((*server)->url(), testing::StartsWith("https://[::1]:"));
}

TEST_F(ServerTest, KnowsItsUsers) {
  auto server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(Ask(*server, "GET", "/healthz", "").status, 200) << "anybody may ask for health";
  EXPECT_EQ(Ask(*server, "GET", "/api/v1/namespaces", "").status, 403);
  EXPECT_EQ(Ask(*server, "GET", "/api/v1/namespaces", "wrong").status, 401);
}

TEST_F(ServerTest, AnonymousRequestsCanBeRefused) {
  options_.anonymous_auth = false;
  auto server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(Ask(*server, "GET", "/healthz", "").status, 401);
}

TEST_F(ServerTest, WritesAKubeconfig) {
  auto server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(server->kubeconfig_path(), options_.data_dir + "/kubeconfig");
  EXPECT_THAT(*ReadFile(server->kubeconfig_path()), HasSubstr(server->url()));
  server.reset();
  options_.write_kubeconfig = "-";
  std::filesystem::remove(options_.data_dir + "/kubeconfig");
  server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(server->kubeconfig_path(), "");
  EXPECT_FALSE(std::filesystem::exists(options_.data_dir + "/kubeconfig"));
}

TEST_F(ServerTest, CustomResourcesAreServedWhenTheirDefinitionIs) {
  auto server = MustStart();
  ASSERT_NE(server, nullptr);
  TestClient::Reply defined =
      Ask(*server, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", kToken,
          R"({"metadata":{"name":"things.example.com"},"spec":{"group":"example.com",
              "scope":"Cluster","names":{"plural":"things","kind":"Thing"},"versions":[
              {"name":"v1","served":true,"storage":true,
               "schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
  EXPECT_EQ(defined.status, 201) << defined.body;
  EXPECT_EQ(Ask(*server, "GET", "/apis/example.com/v1/things").status, 200);
}

TEST_F(ServerTest, StopsWhileAWatchIsOpen) {
  auto server = MustStart();
  ASSERT_NE(server, nullptr);
  TestClient::Options options;
  options.ca_pem = *ReadFile(options_.data_dir + "/pki/ca.crt");
  TestClient client(PortOf(*server), options);
  ASSERT_TRUE(client.connected());
  client.Send(
      std::string("GET /api/v1/namespaces?watch=1 HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer ") +
      kToken + "\r\n\r\n");
  EXPECT_EQ(client.ReceiveHead().status, 200);
  EXPECT_THAT(client.ReceiveChunk(), HasSubstr("ADDED"));
  constexpr std::chrono::seconds kGrace{60};
  auto began = std::chrono::steady_clock::now();
  server->Stop(kGrace);
  EXPECT_LT(std::chrono::steady_clock::now() - began, kGrace) << "it waits no longer than needed";
  EXPECT_EQ(client.ReceiveChunk(), "") << "the stream ends cleanly";
  EXPECT_TRUE(client.AtEnd());
  server->Stop(std::chrono::milliseconds(0));  // a second time does nothing
}

TEST_F(ServerTest, EmbeddedDataOutlivesTheServer) {
  options_.storage = storage::Engine::kEmbedded;
  auto server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(Ask(*server, "POST", "/api/v1/namespaces/default/configmaps", kToken,
                R"({"metadata":{"name":"kept"}})")
                .status,
            201);
  server.reset();
  server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(Ask(*server, "GET", "/api/v1/namespaces/default/configmaps/kept").status, 200);
}

TEST_F(ServerTest, RuntimeConfigDecidesWhatIsServed) {
  auto server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(Ask(*server, "GET", "/apis/frobber.example/v6").status, 404);
  server.reset();
  options_.runtime_config = {{"frobber.example/v6", true}};
  server = MustStart();
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(Ask(*server, "GET", "/apis/frobber.example/v6").status, 200);
}

TEST_F(ServerTest, StartFailuresSayWhy) {
  struct Case {
    std::function<void(Options&)> change;
    const char* message;
  };
  const Case cases[] = {
      {[](Options& o) { o.token_auth_file = "/nowhere/tokens"; }, "/nowhere/tokens"},
      {[](Options& o) { o.client_ca_file = "/nowhere/ca"; }, "/nowhere/ca"},
      {[](Options& o) {
         o.tls_cert_file = "/nowhere/crt";
         o.tls_private_key_file = "/nowhere/key";
       },
       "/nowhere/crt"},
      {[](Options& o) { o.data_dir = "/proc/none"; }, "/proc/none"},
      {[](Options& o) { o.bind_address = "not an address"; }, "not an address"},
      {[](Options& o) { o.runtime_config = {{"nope/v1", true}}; }, "unknown api groups nope"},
  };
  for (const Case& c : cases) {
    Options options = options_;
    c.change(options);
    auto server = ApiServer::Start(options);
    ASSERT_FALSE(server) << c.message;
    EXPECT_THAT(server.error().message(), HasSubstr(c.message));
  }
}

TEST_F(ServerTest, ATakenPortIsAnError) {
  auto first = MustStart();
  ASSERT_NE(first, nullptr);
  Options options = options_;
  options.secure_port = PortOf(*first);
  auto second = ApiServer::Start(options);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message(), HasSubstr(std::to_string(options.secure_port)));
}

// Of servers in one folder each has a kubeconfig that leads to it.
TEST_F(ServerTest, ASecondServerInAFolderLeavesTheKubeconfigOfTheFirstAlone) {
  auto first = MustStart();
  auto second = MustStart();
  ASSERT_TRUE(first != nullptr && second != nullptr);
  EXPECT_EQ(first->kubeconfig_path(), options_.data_dir + "/kubeconfig");
  EXPECT_NE(second->kubeconfig_path(), first->kubeconfig_path());
  for (const ApiServer* server : {first.get(), second.get()}) {
    EXPECT_THAT(*ReadFile(server->kubeconfig_path()),
                HasSubstr("server: \"" + server->url() + "\""));
  }
  const std::string other = second->kubeconfig_path();
  second.reset();
  EXPECT_FALSE(std::filesystem::exists(other)) << "nobody would know whose it was";
  first.reset();
  auto third = MustStart();
  ASSERT_NE(third, nullptr);
  EXPECT_EQ(third->kubeconfig_path(), options_.data_dir + "/kubeconfig");
  EXPECT_THAT(*ReadFile(third->kubeconfig_path()), HasSubstr("server: \"" + third->url() + "\""));
}

TEST_F(ServerTest, AClientCaFileNeedsACertificate) {
  options_.client_ca_file = folder_.path() + "/ca.crt";
  for (const char* text :
       {"", "no certificate\n", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"}) {
    ASSERT_TRUE(WritePrivateFile(options_.client_ca_file, text));
    auto server = ApiServer::Start(options_);
    ASSERT_FALSE(server) << text;
    EXPECT_EQ(server.error().message(),
              "--client-ca-file: " + options_.client_ca_file + ": no PEM certificate found");
  }
  // One that is broken would be left out, and so would all behind it.
  const std::string good = http::GenerateCa("ca", 1)->certificate_pem;
  const std::string broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  const std::pair<std::string, const char*> cases[] = {{good + broken + good, "certificate 2"},
                                                       {broken + good, "certificate 1"}};
  for (const auto& [text, which] : cases) {
    ASSERT_TRUE(WritePrivateFile(options_.client_ca_file, text));
    auto server = ApiServer::Start(options_);
    ASSERT_FALSE(server) << text;
    EXPECT_THAT(server.error().message(), HasSubstr(std::string(which) + " cannot be read"));
  }
}

// As a store that is elsewhere allows it.
TEST_F(ServerTest, WithoutADataFolderNothingIsWritten) {
  const std::filesystem::path before = std::filesystem::current_path();
  const std::filesystem::path empty = folder_.path() + "/empty";
  std::filesystem::create_directory(empty);
  std::filesystem::current_path(empty);
  options_.data_dir = "";
  auto server = MustStart();
  std::filesystem::current_path(before);
  ASSERT_NE(server, nullptr);
  EXPECT_EQ(server->kubeconfig_path(), "");
  EXPECT_TRUE(std::filesystem::is_empty(empty));
}

}  // namespace
}  // namespace pintle::server
