#include "pintle/auth/identity/account_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle::auth {
namespace {

using testing::ElementsAre;

TEST(AccountName, IsInTheNameOfTheUser) {
  auto account = ParseAccountUserName("system:serviceaccount:ns:sa.example");
  ASSERT_TRUE(account);
  EXPECT_EQ(account->namespace_name, "ns");
  EXPECT_EQ(account->name, "sa.example");
  for (const char* other : {"", "bob", "system:serviceaccount:", "system:serviceaccount:ns",
                            "system:serviceaccount:ns:", "system:serviceaccount::sa",
                            "system:serviceaccount:ns:sa:x", "system:serviceaccount:n.s:sa",
                            "system:serviceaccount:ns:SA", "System:serviceaccount:ns:sa"}) {
    EXPECT_FALSE(ParseAccountUserName(other)) << other;
  }
}

TEST(AccountName, Groups) {
  EXPECT_THAT(AccountGroups("ns"),
              ElementsAre("system:serviceaccounts", "system:serviceaccounts:ns"));
}

}  // namespace
}  // namespace pintle::auth
