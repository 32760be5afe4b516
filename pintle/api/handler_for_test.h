#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <semaphore>
#include <string>
#include <utility>
#include <vector>

#include "apis/builtin.h"
#include "pintle/api/handler.h"
#include "pintle/api/list_request.h"
#include "pintle/api/writer_for_test.h"
#include "pintle/codec/document.h"
#include "pintle/http/io_thread.h"
#include "pintle/http/query.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::api {

// A world of its own: time stands still, uids count up.
class TestEffects final : public write::Effects {
 public:
  TestEffects(storage::Store& store, Metrics& metrics) : store_(store), metrics_(metrics) {}

  const Clock& clock() const override { return fake_clock; }
  const features::FeatureGates& gates() const override { return gates_; }
  const scheme::DisabledFields& disabled_fields() const override { return disabled_fields_; }
  const admission::Chain& admission() const override { return chain_; }
  storage::Store& store() override { return store_; }
  write::ValidationMetrics& validation_metrics() override { return metrics_; }
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
  Value Json() const {
    auto parsed = codec::ParseJson(body, *arena);
    return parsed ? *parsed : Value();
  }
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
  explicit TestApi(const Adjust& adjust = {}) {
    std::vector<std::shared_ptr<const ServedResource>> served;
    for (write::ResourceDefinition& definition : apis::BuiltinResources(scheme_, {})) {
      if (adjust) adjust(definition);
      served.push_back(Serve(std::move(definition)));
    }
    registry.Put(std::move(served));
    HandlerOptions options;
    options.registry = &registry;
    options.effects = &effects;
    options.authenticator = authenticator_.get();
    options.authorizer = authorizer_.get();
    options.metrics = &metrics;
    options.openapi = &openapi_;
    options.address = [] { return "127.0.0.1:6443"; };
    options.version = "v1.36.4+pintle.0.0.0";
    handler = std::make_unique<ApiHandler>(std::move(options));
    thread->Start();
  }
  ~TestApi() { thread->Stop(); }

  std::shared_ptr<ServedResource> Serve(write::ResourceDefinition definition) {
    auto resource = std::make_shared<ServedResource>();
    auto shared = std::make_shared<const write::ResourceDefinition>(std::move(definition));
    resource->definition = shared;
    resource->cache = std::make_shared<storage::WatchCache>(
        *store, shared->key_prefix, [shared](std::string_view, const Bytes& value) {
          return CacheHeader(shared->kind, value.view());
        });
    EXPECT_TRUE(BlockOn(resource->cache->Start()));
    return resource;
  }

  static http::Request MakeRequest(const std::string& method, const std::string& target,
                                   std::string body, const TestHeaders& headers) {
    http::Request request;
    size_t mark = target.find('?');
    request.method = method;
    request.path =
        http::PercentDecode(target.substr(0, mark), http::PlusSign::kLiteral).value_or("/");
    if (mark != std::string::npos) request.query = target.substr(mark + 1);
    request.body = std::move(body);
    for (const auto& [name, value] : headers) request.headers.Add(name, value);
    return request;
  }

  TestReply Do(const std::string& method, const std::string& target, std::string body = {},
               const TestHeaders& headers = {}) {
    http::Request request = MakeRequest(method, target, std::move(body), headers);
    return Send(request);
  }
  TestReply Send(http::Request& request) {
    TestWriter writer;
    OnThread([&] { return handler->Handle(request, writer); });
    TestReply reply;
    reply.status = writer.response.status;
    reply.headers = writer.response.headers;
    reply.body = writer.Body();
    return reply;
  }
  TestReply Get(const std::string& target, const TestHeaders& headers = {}) {
    return Do("GET", target, {}, headers);
  }
  TestReply Post(const std::string& target, std::string body) {
    return Do("POST", target, std::move(body), {{"Content-Type", "application/json"}});
  }

  // Runs a task on the thread and waits for it.
  void OnThread(const std::function<Task<void>()>& make) {
    std::binary_semaphore ended(0);
    thread->Post([&] { Start(make(), [&] { ended.release(); }); });
    ended.acquire();
  }

 private:
  scheme::Scheme scheme_;
  std::unique_ptr<auth::Authenticator> authenticator_ = *auth::Authenticator::Create({});
  OpenApiDocuments openapi_{OpenApiOptions{}};

 public:
  std::unique_ptr<storage::Store> store = storage::NewMemoryStore();
  Metrics metrics{features::FeatureGates()};
  TestEffects effects{*store, metrics};
  RegistryHolder registry;
  std::unique_ptr<ApiHandler> handler;
  std::shared_ptr<http::IoThread> thread = std::make_shared<http::IoThread>();

 private:
  std::unique_ptr<auth::Authorizer> authorizer_ = auth::AlwaysAllowAuthorizer();
};

}  // namespace pintle::api
