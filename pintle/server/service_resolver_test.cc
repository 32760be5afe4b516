#include "pintle/server/service_resolver.h"

#include <gtest/gtest.h>

#include "pintle/api/handler_for_test.h"

namespace pintle::server {
namespace {

TEST(ServiceResolverTest, WhereServicesAreReached) {
  api::TestApi api;
  struct Case {
    const char* name;
    const char* spec;
    const char* reached;  // at port 443, or why not
  };
  const Case cases[] = {
      {"usual",
       R"({"clusterIP":"10.0.0.7","ports":[{"name":"a","port":80},{"name":"b","port":443}]})",
       "10.0.0.7"},
      {"other-port", R"({"clusterIP":"10.0.0.8","ports":[{"port":80}]})",
       "no service port 443 found for service \"other-port\""},
      {"headless", R"({"clusterIP":"None","ports":[{"port":443}]})",
       "cannot route to service with ClusterIP \"None\""},
      {"alias", R"({"type":"ExternalName","externalName":"hook.example"})", "hook.example"},
  };
  for (const Case& c : cases) {
    api::TestReply made = api.Post(
        "/api/v1/namespaces/default/services",
        fmt::format(
            R"({{"apiVersion":"v1","kind":"Service","metadata":{{"name":"{}"}},"spec":{}}})",
            c.name, c.spec));
    ASSERT_EQ(made.status, 201) << made.body;
  }
  auto services = api.registry.Current()->Find("", "v1", "services");
  auto reached = [&](const std::string& name) {
    auto address =
        ResolveService(*services, {.namespace_name = "default", .name = name, .path = ""});
    if (!address) return address.error().message();
    EXPECT_EQ(address->port, 443);
    return address->host;
  };
  for (const Case& c : cases) EXPECT_EQ(reached(c.name), c.reached);
  EXPECT_EQ(reached("missing"), "service \"missing\" not found");
}

}  // namespace
}  // namespace pintle::server
