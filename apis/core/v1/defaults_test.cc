#include "apis/core/v1/defaults.h"

#include <gtest/gtest.h>

#include "apis/core/v1/types.h"

namespace pintle::apis::core::v1 {
namespace {

TEST(Defaults, OfANamespace) {
  Arena arena;
  Namespace ns;
  DefaultNamespace(arena, &ns);
  EXPECT_EQ(ns.status.phase, "Active");
  EXPECT_TRUE(ns.metadata.labels.empty()) << "no name yet";
  ns.metadata.name = "n";
  ns.metadata.labels.Set(arena, "kubernetes.io/metadata.name", "lie");
  ns.status.phase = "Terminating";
  DefaultNamespace(arena, &ns);
  EXPECT_EQ(*ns.metadata.labels.Find("kubernetes.io/metadata.name"), "n");
  EXPECT_EQ(ns.status.phase, "Terminating");
}

TEST(Defaults, OfASecret) {
  Arena arena;
  Secret secret;
  secret.data.Set(arena, "a", typeinfo::Binary{"old", 3});
  secret.data.Set(arena, "b", typeinfo::Binary{"kept", 4});
  secret.string_data.Set(arena, "a", "new");
  DefaultSecret(arena, &secret);
  EXPECT_EQ(secret.type, "Opaque");
  EXPECT_EQ(secret.data.Find("a")->view(), "new") << "texts win";
  EXPECT_EQ(secret.data.Find("b")->view(), "kept");
  EXPECT_TRUE(secret.string_data.empty()) << "they are never stored";
  secret.type = "kubernetes.io/tls";
  DefaultSecret(arena, &secret);
  EXPECT_EQ(secret.type, "kubernetes.io/tls");
}

}  // namespace
}  // namespace pintle::apis::core::v1
