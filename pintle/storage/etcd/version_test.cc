#include "pintle/storage/etcd/version.h"

#include <gtest/gtest.h>

namespace pintle::storage::etcd {
namespace {

TEST(VersionTest, ProgressIsTrustedFromThePatchesThatMendedIt) {
  const std::pair<const char*, bool> cases[] = {
      {"3.4.23", false},
      {"3.4.30", false},
      {"3.4.31", true},
      {"3.4.100", true},
      {"3.5.0", false},
      {"3.5.12", false},
      {"3.5.13", true},
      {"3.5.21", true},
      {"3.6.0", true},
      {"3.6.0-rc.1", true},
      {"3.5.13+git", true},
      {"3.5.12-patched", false},
      {"4.0.0", true},
      {"3.3.27", false},
      {"2.3.8", false},
      {"", false},
      {"3.5", false},
      {"3.5.13.1", false},
      {"v3.5.13", false},
      {"3.x.13", false},
      {"3.5.-1", false},
      {"not decided", false},
      {"3.5.99999999999999999999", false},
  };
  for (const auto& [version, trusted] : cases) {
    EXPECT_EQ(HasTrustworthyProgress(version), trusted) << version;
  }
}

}  // namespace
}  // namespace pintle::storage::etcd
