#include "pintle/http/response_head.h"

#include <gtest/gtest.h>

namespace pintle::http {
namespace {

TEST(ReasonPhrase, KnowsTheCommonOnes) {
  EXPECT_EQ(ReasonPhrase(404), "Not Found");
  EXPECT_EQ(ReasonPhrase(422), "Unprocessable Entity");
  EXPECT_EQ(ReasonPhrase(431), "Request Header Fields Too Large");
}

}  // namespace
}  // namespace pintle::http
