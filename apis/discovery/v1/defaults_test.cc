#include "apis/discovery/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::discovery::v1 {
namespace {

TEST(DiscoveryDefaults, OfPorts) {
  ExpectDefaults<EndpointPort>({
      {"name", "{}", R"("")"},
      {"name", R"({"name":"http"})", R"("http")"},
      {"protocol", "{}", R"("TCP")"},
      {"protocol", R"({"protocol":"UDP"})", R"("UDP")"},
      {"port", "{}", "absent"},
  });
  ExpectDefaults<EndpointSlice>({{"ports.0.protocol", R"({"ports":[{}]})", R"("TCP")"}});
}

}  // namespace
}  // namespace pintle::apis::discovery::v1
