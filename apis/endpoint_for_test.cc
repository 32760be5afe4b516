#include "apis/endpoint_for_test.h"

namespace pintle::apis {

const write::Endpoint& EndpointTest::EndpointOf(std::string_view plural, const std::string& name) {
  auto& endpoints = Resource(plural).endpoints;
  EXPECT_TRUE(endpoints.contains(name)) << plural << "/" << name;
  return endpoints[name];
}

write::Context EndpointTest::RequestTo(std::string_view plural, std::string name,
                                       std::string subresource) {
  write::Context context = RequestFor(Resource(plural), std::move(name));
  context.subresource = std::move(subresource);
  write::UseWorld(world_, context);
  return context;
}

EndpointTest::Created EndpointTest::Post(std::string_view plural, std::string name,
                                         const std::string& subresource, std::string_view json,
                                         bool dry_run) {
  const write::Endpoint& endpoint = EndpointOf(plural, subresource);
  write::Context context = RequestTo(plural, std::move(name), subresource);
  context.dry_run = dry_run;
  auto task = endpoint.create(world_, context, Resource(plural), Body(*endpoint.spoken, json));
  return executor_.Run(std::move(task));
}

EndpointTest::Created EndpointTest::PostVirtual(std::string_view plural, std::string_view json,
                                                auth::User user) {
  const write::ResourceDefinition& resource = Resource(plural);
  write::Context context = RequestFor(resource);
  context.user = std::move(user);
  write::UseWorld(world_, context);
  auto task = resource.create(world_, context, resource, Body(resource, json));
  return executor_.Run(std::move(task));
}

Result<std::string> EndpointTest::Connect(std::string_view plural, std::string name,
                                          const std::string& subresource, Query query) {
  const write::Endpoint& endpoint = EndpointOf(plural, subresource);
  write::Context context = RequestTo(plural, std::move(name), subresource);
  write::ConnectRequest request;
  request.method = "GET";
  request.query = [query = std::move(query)](std::string_view key) {
    auto found = query.find(key);
    return found != query.end() ? std::optional(found->second) : std::nullopt;
  };
  auto task = endpoint.connect(world_, context, Resource(plural), request);
  return executor_.Run(std::move(task));
}

Result<write::WriteOutcome> EndpointTest::PutAt(std::string_view plural, std::string name,
                                                const std::string& subresource,
                                                std::string_view json) {
  write::ResourceDefinition& resource = Resource(plural);
  write::Context context = RequestTo(plural, std::move(name), subresource);
  return TryReplace(resource, context, resource.subresources[subresource], json);
}

object::Object EndpointTest::MustPutAt(std::string_view plural, std::string name,
                                       const std::string& subresource, std::string_view json) {
  return Must(PutAt(plural, std::move(name), subresource, json)).object;
}

}  // namespace pintle::apis
