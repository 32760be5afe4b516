#include "pintle/base/log.h"

#include <gtest/gtest.h>

#include <functional>

namespace pintle {
namespace {

// What `write` logs, without the time in front.
std::string Logged(const std::function<void()>& write) {
  testing::internal::CaptureStderr();
  write();
  std::string text = testing::internal::GetCapturedStderr();
  size_t space = text.find(' ');
  return space == std::string::npos ? text : text.substr(space + 1);
}

TEST(Log, WritesLevelMessageAndFields) {
  EXPECT_EQ(Logged([] { LogInfo("stored", {{"key", "a/b"}, {"revision", 7}, {"size", 9UL}}); }),
            "I stored key=\"a/b\" revision=\"7\" size=\"9\"\n");
  EXPECT_EQ(Logged([] { LogWarning("slow"); }), "W slow\n");
  EXPECT_EQ(Logged([] { LogError("broken"); }), "E broken\n");
}

TEST(Log, ALineIsOneLine) {
  EXPECT_EQ(Logged([] { LogInfo("a\nb", {{"text", "x\ny\"z\x01"}}); }),
            "I \"a\\nb\" text=\"x\\ny\\\"z\\x01\"\n");
}

TEST(Log, DropsWhatIsBelowTheLevel) {
  EXPECT_EQ(Logged([] { LogDebug("quiet"); }), "");
  SetLogLevel(LogLevel::kDebug);
  EXPECT_EQ(Logged([] { LogDebug("loud"); }), "D loud\n");
  SetLogLevel(LogLevel::kError);
  EXPECT_EQ(Logged([] { LogWarning("quiet"); }), "");
  SetLogLevel(LogLevel::kInfo);
}

}  // namespace
}  // namespace pintle
