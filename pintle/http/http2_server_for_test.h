#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <semaphore>
#include <string>

#include "pintle/http/handlers_for_test.h"
#include "pintle/http/http2_test_client.h"
#include "pintle/http/server.h"

namespace pintle::http {

// A failing test ends.
inline constexpr std::chrono::seconds kPatience{30};
inline constexpr int kAttempts = 30;

// A server with one thread, and HTTP/2 clients of it.
class Http2Test : public testing::Test {
 protected:
  void TearDown() override {
    if (server_) server_->Stop(kPatience);
  }
  void Start(Handler handler, ServerOptions options = {}) {
    auto ca = GenerateCa("ca", 1);
    auto serving = IssueServing(*ca, {"localhost"}, {});
    options.certificate_pem = serving->certificate_pem;
    options.private_key_pem = serving->private_key_pem;
    options.threads = 1;
    ca_pem_ = ca->certificate_pem;
    auto server = Server::Start(std::move(options), std::move(handler));
    ASSERT_TRUE(server) << server.error().message();
    server_ = std::move(*server);
  }
  std::unique_ptr<Http2TestClient> Connect(bool auto_window = true) {
    auto client = std::make_unique<Http2TestClient>(server_->port(), ca_pem_, auto_window);
    EXPECT_TRUE(client->connected());
    return client;
  }
  // For servers with a short time-out: on a busy machine the handshake may take longer.
  std::unique_ptr<Http2TestClient> ConnectInTime() {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      auto client = std::make_unique<Http2TestClient>(server_->port(), ca_pem_);
      if (client->connected()) return client;
    }
    return Connect();
  }
  // Returns when the server's thread has nothing else to do at this moment.
  void WaitForTurn() {
    std::binary_semaphore turn(0);
    server_->executors()[0]->Post([&] { turn.release(); });
    turn.acquire();
  }

  std::string ca_pem_;
  std::unique_ptr<Server> server_;
};

}  // namespace pintle::http
