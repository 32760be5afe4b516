#include "apis/apiregistration/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::apiregistration::v1 {
namespace {

TEST(ApiRegistrationDefaults, OfServices) {
  ExpectDefaults<ServiceReference>({{"port", "{}", "443"}, {"port", R"({"port":6443})", "6443"}});
  ExpectDefaults<APIService>({{"spec.service", "{}", "absent"},
                              {"spec.service.port", R"({"spec":{"service":{}}})", "443"}});
}

}  // namespace
}  // namespace pintle::apis::apiregistration::v1
