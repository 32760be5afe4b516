#include "pintle/scheme/names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace pintle::scheme {
namespace {

TEST(Names, VersionsSortAsTheApiOffersThem) {
  std::vector<std::string> names = {"foo10", "v1",   "v12alpha1", "v11beta2",
                                    "v10",   "foo1", "v3beta1",   "v2"};
  std::ranges::sort(names, VersionBefore);
  EXPECT_EQ(names, (std::vector<std::string>{"v10", "v2", "v1", "v11beta2", "v3beta1", "v12alpha1",
                                             "foo1", "foo10"}));
}

TEST(Names, StorageVersionHash) {
  EXPECT_EQ(StorageVersionHash("", "v1", "Pod"), "xPOwRZ+Yhw8=");
  EXPECT_EQ(StorageVersionHash("", "v1", "ConfigMap"), "qFsyl6wFWjQ=");
  EXPECT_EQ(StorageVersionHash("apps", "v1", "Deployment"), "8aSe+NMegvE=");
}

TEST(Names, GroupVersionText) {
  GroupVersion gv;
  EXPECT_TRUE(GroupVersion::Parse("apps/v1", &gv));
  EXPECT_EQ(gv.Text(), "apps/v1");
  EXPECT_TRUE(GroupVersion::Parse("v1", &gv));
  EXPECT_EQ(gv.Text(), "v1");
  EXPECT_FALSE(GroupVersion::Parse("a/b/c", &gv));
  EXPECT_EQ(Qualified("deployments", "apps"), "deployments.apps");
  EXPECT_EQ(Qualified("pods", ""), "pods");
}

}  // namespace
}  // namespace pintle::scheme
