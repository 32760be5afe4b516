#include "pintle/server/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "pintle/server/folder_for_test.h"

namespace pintle::server {
namespace {

using testing::HasSubstr;

unsigned ModeOf(const std::string& path) {
  struct stat info{};
  EXPECT_EQ(stat(path.c_str(), &info), 0) << path;
  return info.st_mode & 0777u;
}

TEST(FilesTest, WritesForTheOwnerAlone) {
  TestFolder folder;
  std::string path = folder.path() + "/secret";
  ASSERT_TRUE(WritePrivateFile(path, "one"));
  EXPECT_EQ(ModeOf(path), 0600u);
  EXPECT_EQ(*ReadFile(path), "one");
  ASSERT_TRUE(WritePrivateFile(path, std::string("two\0\n", 5)));
  EXPECT_EQ(*ReadFile(path), std::string("two\0\n", 5));
  EXPECT_FALSE(std::filesystem::exists(path + ".new")) << "nothing is left behind";
}

TEST(FilesTest, ReplacesAFileOthersCouldRead) {
  TestFolder folder;
  std::string path = folder.path() + "/secret";
  ASSERT_TRUE(WritePrivateFile(path, "one"));
  ASSERT_EQ(chmod(path.c_str(), 0644), 0);
  ASSERT_TRUE(WritePrivateFile(path, "two"));
  EXPECT_EQ(ModeOf(path), 0600u);
  // So is what an earlier, interrupted write left.
  ASSERT_TRUE(WritePrivateFile(path + ".new", "left"));
  ASSERT_EQ(chmod((path + ".new").c_str(), 0644), 0);
  ASSERT_TRUE(WritePrivateFile(path, "three"));
  EXPECT_EQ(ModeOf(path), 0600u);
}

TEST(FilesTest, FailuresNameTheFile) {
  TestFolder folder;
  std::string missing = folder.path() + "/missing/file";
  auto read = ReadFile(missing);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message(), HasSubstr("cannot read " + missing));
  EXPECT_THAT(read.error().message(), HasSubstr("No such file"));
  auto written = WritePrivateFile(missing, "x");
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message(), HasSubstr("cannot write " + missing));
  EXPECT_FALSE(ReadFile(folder.path())) << "a folder is no file";
}

TEST(FilesTest, MakesFolders) {
  TestFolder folder;
  std::string path = folder.path() + "/a/b";
  ASSERT_TRUE(EnsureDirectory(path));
  EXPECT_EQ(ModeOf(path), 0700u);
  EXPECT_TRUE(EnsureDirectory(path)) << "it is there already";
  ASSERT_TRUE(WritePrivateFile(folder.path() + "/file", "x"));
  auto refused = EnsureDirectory(folder.path() + "/file/sub");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message(), HasSubstr("cannot make folder"));
  EXPECT_FALSE(EnsureDirectory(folder.path() + "/file"));
}

}  // namespace
}  // namespace pintle::server
