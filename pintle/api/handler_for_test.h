#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pintle/api/handler.h"
#include "pintle/api/request/writer_for_test.h"
#include "pintle/codec/document.h"
#include "pintle/http/io_thread.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::api {

// A world of its own: time stands still, uids count up.
class TestWorld final : public write::EndpointWorld {
 public:
  TestWorld(storage::Store& store, Metrics& metrics) : store_(store), metrics_(metrics) {}

  const Clock& clock() const override { return fake_clock; }
  const features::FeatureGates& gates() const override { return gates_; }
  const scheme::DisabledFields& disabled_fields() const override { return disabled_fields_; }
  const admission::Chain& admission() const override { return chain_; }
  storage::Store& store() override { return store_; }
  write::Observer& observer() override { return metrics_; }
  auth::Decision Authorize(const auth::Attributes&) override {
    return {auth::Decision::Verdict::kAllow, ""};
  }
  std::string NewUid() override { return "uid-" + std::to_string(++uids_); }
  std::string RandomSuffix(size_t count) override { return std::string(count, 'x'); }

  FakeClock fake_clock{1'700'000'000};

 private:
  storage::Store& store_;
  Metrics& metrics_;
  features::FeatureGates gates_;
  scheme::DisabledFields disabled_fields_{gates_};
  admission::Chain chain_;
  std::atomic<int> uids_{0};
};

struct TestReply {
  int status = 0;
  http::Headers headers;
  std::string body;

  // The body as JSON; null if it is none.
  Value Json() const;
  std::string Message() const { return std::string(Json().FindString("message")); }
  std::string Reason() const { return std::string(Json().FindString("reason")); }

  std::shared_ptr<Arena> arena = std::make_shared<Arena>();
};

using TestHeaders = std::vector<std::pair<std::string, std::string>>;

// The compiled-in resources over a memory store, without sockets: requests go straight to the
// handler, on a thread of their own.
class TestApi {
 public:
  using Adjust = std::function<void(write::ResourceDefinition&)>;

  // `adjust` may change a definition before it is served.
  explicit TestApi(const Adjust& adjust = {});
  ~TestApi();

  // What the handler was made with, for tests that want another.
  HandlerOptions Options();

  std::shared_ptr<ServedResource> Serve(write::ResourceDefinition definition);

  static http::Request MakeRequest(const std::string& method, const std::string& target,
                                   std::string body, const TestHeaders& headers);

  TestReply Do(const std::string& method, const std::string& target, std::string body = {},
               const TestHeaders& headers = {});
  TestReply Send(http::Request& request);
  TestReply Get(const std::string& target, const TestHeaders& headers = {});
  TestReply Post(const std::string& target, std::string body);

  // Runs a task on the thread and waits for it.
  void OnThread(const std::function<Task<void>()>& make);

 private:
  scheme::Scheme scheme_;
  std::unique_ptr<auth::Authenticator> authenticator_ = *auth::Authenticator::Create({});
  OpenApiDocuments openapi_{OpenApiOptions{}};

 public:
  std::unique_ptr<storage::Store> store = storage::NewMemoryStore();
  Metrics metrics{features::FeatureGates()};
  TestWorld world{*store, metrics};
  RegistryHolder registry;
  StartProgress progress;
  std::unique_ptr<ApiHandler> handler;
  std::shared_ptr<http::IoThread> thread = std::make_shared<http::IoThread>();

 private:
  std::unique_ptr<auth::Authorizer> authorizer_ = auth::AlwaysAllowAuthorizer();
};

}  // namespace pintle::api
