#include "apis/authentication/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::authentication::v1 {
namespace {

TEST(AuthenticationDefaults, OfTokenRequests) {
  ExpectDefaults<TokenRequestSpec>({{"expirationSeconds", "{}", "3600"},
                                    {"expirationSeconds", R"({"expirationSeconds":60})", "60"}});
}

}  // namespace
}  // namespace pintle::apis::authentication::v1
