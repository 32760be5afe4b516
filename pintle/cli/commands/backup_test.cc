#include "pintle/cli/commands/backup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "pintle/server/folder_for_test.h"
#include "pintle/server/options.h"
#include "pintle/storage/lmdb/lmdb_store.h"

namespace pintle::cli {
namespace {

using testing::HasSubstr;

TEST(BackupTest, CopiesAndRestores) {
  server::TestFolder folder;
  const std::string old_data = folder.path() + "/old";
  const std::string new_data = folder.path() + "/new";
  const std::string file = folder.path() + "/copy";
  {
    auto store = storage::OpenLmdbStore({.path = server::StoreFolder(old_data)});
    ASSERT_TRUE(store) << store.error().message();
    ASSERT_TRUE(BlockOn((*store)->Create("/a", Bytes("1"), 0)));
  }
  auto copied = Backup({file, "--data-dir=" + old_data});
  ASSERT_TRUE(copied) << copied.error().message();
  EXPECT_THAT(*copied, HasSubstr("revision 2: "));
  auto restored = Restore({"--data-dir", new_data, file});
  ASSERT_TRUE(restored) << restored.error().message();
  EXPECT_THAT(*restored, HasSubstr("the next write gets 1000000003"));
  auto again = Restore({"--data-dir", new_data, file});
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message(), HasSubstr("already holds a store"));
  auto store = storage::OpenLmdbStore({.path = server::StoreFolder(new_data)});
  ASSERT_TRUE(store);
  EXPECT_EQ(BlockOn((*store)->Get("/a"))->record->value.view(), "1");
}

TEST(BackupTest, NeedsAFileAndKnowsItsFlags) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"a", "b"}, {"a", "--unknown=1"}}) {
    auto result = Backup(arguments);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().reason(), Reason::kBadRequest);
  }
  EXPECT_THAT(*Restore({"--help"}), HasSubstr("pintle restore"));
  EXPECT_EQ(*Backup({"--version"}), "v1.36.4+pintle.0.1.0\n");
  EXPECT_EQ(*Restore({"--version"}), "v1.36.4+pintle.0.1.0\n");
}

}  // namespace
}  // namespace pintle::cli
