#include "pintle/base/line_diff.h"

#include <gtest/gtest.h>

#include <vector>

#include "pintle/base/strings.h"

namespace pintle {
namespace {

std::string Diff(std::string_view before, std::string_view after) {
  return UnifiedDiff(Split(before, '\n'), Split(after, '\n'));
}

// `count` lines `<prefix>0`, `<prefix>1` ...
std::string Numbered(std::string_view prefix, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += '\n';
    text += std::string(prefix) + std::to_string(i);
  }
  return text;
}

TEST(LineDiffTest, Vectors) {
  const struct {
    const char* before;
    const char* after;
    const char* diff;
  } kCases[] = {
      {"a", "a", ""},
      {"a", "b", "@@ -1 +1 @@\n-a\n+b\n"},
      {"a\nb\nc", "a\nx\nc", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
      {"a", "a\nb", "@@ -1 +1,2 @@\n a\n+b\n"},
      {"1\n2\n3\n4\n5", "1\n2\n3\n4\nn\n5", "@@ -2,4 +2,5 @@\n 2\n 3\n 4\n+n\n 5\n"},
      {"1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5", "@@ -3,4 +3,3 @@\n 3\n 4\n 5\n-6\n"},
      // The longest block is kept, not the first.
      {"a\nb\nc\nx", "x\na\nb\nc", "@@ -1,4 +1,4 @@\n+x\n a\n b\n c\n-x\n"},
      {"q\na\nb\nx\nc\nd", "a\nb\ny\nc\nd\nf", "@@ -1,6 +1,6 @@\n-q\n a\n b\n-x\n+y\n c\n d\n+f\n"},
  };
  for (const auto& [before, after, diff] : kCases) {
    EXPECT_EQ(Diff(before, after), diff) << before << " -> " << after;
  }
}

TEST(LineDiffTest, ChangesShareAHunkUpToSixLinesApart) {
  EXPECT_EQ(Diff("a\n1\n2\n3\n4\n5\n6\nb", "x\n1\n2\n3\n4\n5\n6\ny"),
            "@@ -1,8 +1,8 @@\n-a\n+x\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+y\n");
  EXPECT_EQ(Diff("a\n1\n2\n3\n4\n5\n6\n7\nb", "x\n1\n2\n3\n4\n5\n6\n7\ny"),
            "@@ -1,4 +1,4 @@\n-a\n+x\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+y\n");
}

TEST(LineDiffTest, NothingBefore) {
  EXPECT_EQ(UnifiedDiff({}, Split("a\nb", '\n')), "@@ -0,0 +1,2 @@\n+a\n+b\n");
  EXPECT_EQ(UnifiedDiff(Split("a\nb", '\n'), {}), "@@ -1,2 +0,0 @@\n-a\n-b\n");
  EXPECT_EQ(UnifiedDiff({}, {}), "");
}

TEST(LineDiffTest, PopularLinesOfALongTextBeginNoBlock) {
  // `p` is on more than a hundredth of the lines, so only the block around `k` is found.
  std::string head;
  for (int i = 0; i < 10; ++i) head += "p\n";
  std::string before = "p\nk\np";
  std::string after = head + "k\n" + head + Numbered("u", 200);
  std::string diff = Diff(before, after);
  EXPECT_TRUE(
      diff.starts_with("@@ -1,3 +1,221 @@\n+p\n+p\n+p\n+p\n+p\n+p\n+p\n+p\n+p\n p\n k\n p\n"))
      << diff.substr(0, 200);
}

TEST(LineDiffTest, TimeIsBoundedForLongTextsThatDifferEverywhere) {
  // Each line recurs as often as is allowed, in another order: the dearest case.
  std::vector<std::string> lines;
  for (int i = 0; i < 50'000; ++i) lines.push_back(std::to_string(i % 500));
  std::vector<std::string_view> before(lines.begin(), lines.end());
  std::vector<std::string_view> after(lines.rbegin(), lines.rend());
  EXPECT_FALSE(UnifiedDiff(before, after).empty());
}

}  // namespace
}  // namespace pintle
