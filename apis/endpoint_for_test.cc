#include "apis/endpoint_for_test.h"

namespace pintle::apis {

const write::Endpoint& EndpointTest::EndpointOf(std::string_view plural, const std::string& name) {
  auto& endpoints = Resource(plural).actions.endpoints;
  EXPECT_TRUE(endpoints.contains(name)) << plural << "/" << name;
  return endpoints[name];
}

write::TestRequest EndpointTest::RequestTo(std::string_view plural, std::string name,
                                           std::string subresource) {
  write::TestRequest request = RequestFor(Resource(plural), std::move(name));
  request.what.subresource = std::move(subresource);
  return request;
}

EndpointTest::Created EndpointTest::Post(std::string_view plural, std::string name,
                                         const std::string& subresource, std::string_view json,
                                         bool dry_run) {
  const write::Endpoint& endpoint = EndpointOf(plural, subresource);
  write::TestRequest request = RequestTo(plural, std::move(name), subresource);
  request.dry_run = dry_run;
  write::Warnings warnings;
  auto task =
      endpoint.create(world_, request, Resource(plural), Body(*endpoint.spoken, json), warnings);
  return executor_.Run(std::move(task));
}

EndpointTest::Created EndpointTest::PostVirtual(std::string_view plural, std::string_view json,
                                                auth::User user) {
  const write::ResourceDefinition& resource = Resource(plural);
  write::TestRequest request = RequestFor(resource);
  request.what.user = std::move(user);
  write::Warnings warnings;
  auto task = resource.actions.create(world_, request, resource, Body(resource, json), warnings);
  return executor_.Run(std::move(task));
}

Result<std::string> EndpointTest::Connect(std::string_view plural, std::string name,
                                          const std::string& subresource, Query query) {
  const write::Endpoint& endpoint = EndpointOf(plural, subresource);
  write::TestRequest request = RequestTo(plural, std::move(name), subresource);
  write::ConnectRequest connection;
  connection.method = "GET";
  connection.query = [query = std::move(query)](std::string_view key) {
    auto found = query.find(key);
    return found != query.end() ? std::optional(found->second) : std::nullopt;
  };
  auto task = endpoint.connect(world_, request, Resource(plural), connection);
  return executor_.Run(std::move(task));
}

Result<write::Outcome> EndpointTest::PutAt(std::string_view plural, std::string name,
                                           const std::string& subresource, std::string_view json) {
  write::ResourceDefinition& resource = Resource(plural);
  write::TestRequest request = RequestTo(plural, std::move(name), subresource);
  return TryReplace(resource, request, resource.writing.subresources[subresource].strategy, json);
}

object::Object EndpointTest::MustPutAt(std::string_view plural, std::string name,
                                       const std::string& subresource, std::string_view json) {
  return Must(PutAt(plural, std::move(name), subresource, json)).object;
}

}  // namespace pintle::apis
