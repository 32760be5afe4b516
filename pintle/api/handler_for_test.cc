#include "pintle/api/handler_for_test.h"

#include <gtest/gtest.h>

#include <semaphore>
#include <utility>

#include "apis/builtin.h"
#include "pintle/codec/document.h"
#include "pintle/http/query.h"
#include "pintle/registry/resource_cache.h"

namespace pintle::api {

Value TestReply::Json() const {
  auto parsed = codec::ParseJson(body, *arena);
  return parsed ? *parsed : Value();
}

TestApi::TestApi(const Adjust& adjust) {
  std::vector<std::shared_ptr<const ServedResource>> served;
  for (write::ResourceDefinition& definition : apis::BuiltinResources(scheme_, {})) {
    if (adjust) adjust(definition);
    served.push_back(Serve(std::move(definition)));
  }
  registry.Put(std::move(served));
  handler = std::make_unique<ApiHandler>(Options());
  thread->Start();
}

HandlerOptions TestApi::Options() {
  HandlerOptions options;
  options.registry = &registry;
  options.world = &world;
  options.authenticator = authenticator_.get();
  options.authorizer = authorizer_.get();
  options.metrics = &metrics;
  options.progress = &progress;
  options.openapi = &openapi_;
  options.address = [] { return "127.0.0.1:6443"; };
  options.version = "v1.36.4+pintle.0.0.0";
  return options;
}

TestApi::~TestApi() { thread->Stop(); }

std::shared_ptr<ServedResource> TestApi::Serve(write::ResourceDefinition definition) {
  auto resource = std::make_shared<ServedResource>();
  auto shared = std::make_shared<const write::ResourceDefinition>(std::move(definition));
  resource->definition = shared;
  resource->cache = MakeCache(*store, *shared);
  EXPECT_TRUE(BlockOn(resource->cache->Start()));
  return resource;
}

http::Request TestApi::MakeRequest(const std::string& method, const std::string& target,
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

TestReply TestApi::Do(const std::string& method, const std::string& target, std::string body,
                      const TestHeaders& headers) {
  http::Request request = MakeRequest(method, target, std::move(body), headers);
  return Send(request);
}

TestReply TestApi::Send(http::Request& request) {
  TestWriter writer;
  OnThread([&] { return handler->Handle(request, writer); });
  TestReply reply;
  reply.status = writer.response.status;
  reply.headers = writer.response.headers;
  reply.body = writer.Body();
  return reply;
}

TestReply TestApi::Get(const std::string& target, const TestHeaders& headers) {
  return Do("GET", target, {}, headers);
}

TestReply TestApi::Post(const std::string& target, std::string body) {
  return Do("POST", target, std::move(body), {{"Content-Type", "application/json"}});
}

void TestApi::OnThread(const std::function<Task<void>()>& make) {
  std::binary_semaphore ended(0);
  thread->Post([&] { Start(make(), [&] { ended.release(); }); });
  ended.acquire();
}

}  // namespace pintle::api
