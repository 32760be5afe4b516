#include "pintle/storage/etcd/key_layout.h"

#include <gtest/gtest.h>

namespace pintle::storage::etcd {
namespace {

TEST(KeyLayoutTest, PutsThePrefixInPlaceOfTheRoot) {
  struct Case {
    const char* root;
    const char* prefix;
    const char* key;
    const char* etcd_key;
  } const cases[] = {
      {"/registry", "/registry", "/registry/minions/a", "/registry/minions/a"},
      {"/registry", "/registry/", "/registry/minions/a", "/registry/minions/a"},
      {"/registry", "registry", "/registry/minions/a", "/registry/minions/a"},
      {"/registry", "/clusters/one", "/registry/pods/n/a", "/clusters/one/pods/n/a"},
      {"/registry", "/", "/registry/pods/n/a", "/pods/n/a"},
      {"", "", "/a", "/a"},
      {"", "/tests", "/a", "/tests/a"},
  };
  for (const Case& c : cases) {
    const KeyLayout layout(c.root, c.prefix);
    auto key = layout.ToEtcd(c.key);
    ASSERT_TRUE(key) << c.key;
    EXPECT_EQ(*key, c.etcd_key);
    EXPECT_EQ(layout.FromEtcd(*key), c.key);
  }
}

TEST(KeyLayoutTest, RefusesKeysOutsideTheRoot) {
  const KeyLayout layout("/registry", "/registry");
  for (const char* key : {"/other/a", "/registry", "/registry/", "/registry2/a", "registry/a"}) {
    auto result = layout.ToEtcd(key);
    ASSERT_FALSE(result) << key;
    EXPECT_EQ(result.error().reason(), Reason::kBadRequest);
  }
}

TEST(KeyLayoutTest, Ranges) {
  struct Case {
    const char* prefix;
    std::string start;
    std::string begin;
    std::string end;
  } const cases[] = {
      {"/registry/pods/", "", "/x/pods/", "/x/pods0"},
      {"/registry/pods/", "/registry/pods/n/a", "/x/pods/n/a", "/x/pods0"},
      {"/registry/pods/", std::string("/registry/pods/a\0", 17), std::string("/x/pods/a\0", 10),
       "/x/pods0"},
      {"/registry/pods/", "/registry/a", "/x/pods/", "/x/pods0"},
      {"/registry/pods/", "/registry/q", "", ""},
      {"/registry/pods/", "/zoo", "", ""},
      {"/registry/pods/n/a", "", "/x/pods/n/a", "/x/pods/n/b"},
      {"/registry/", "", "/x/", "/x0"},
      {"/registry", "", "/x/", "/x0"},
      {"/", "", "/x/", "/x0"},
      {"", "", "/x/", "/x0"},
      {"/other/", "", "", ""},
  };
  const KeyLayout layout("/registry", "/x");
  for (const Case& c : cases) {
    const KeyRange range = layout.Range(c.prefix, c.start);
    EXPECT_EQ(range.begin, c.begin) << c.prefix << " from " << c.start;
    EXPECT_EQ(range.end, c.end) << c.prefix << " from " << c.start;
  }
}

TEST(KeyLayoutTest, PrefixEnds) {
  EXPECT_EQ(PrefixEnd("/a/"), "/a0");
  EXPECT_EQ(PrefixEnd("/a\xff"), "/b");
  EXPECT_EQ(PrefixEnd("\xff\xff"), std::string(1, '\0'));
}

}  // namespace
}  // namespace pintle::storage::etcd
