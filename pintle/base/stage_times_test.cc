#include "pintle/base/stage_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(StageTimes, AreInOrderAndNamed) {
  StageTimes times;
  EXPECT_EQ(times.Text(), "");
  EndStage(&times, "decode");
  EndStage(&times, "store");
  EXPECT_THAT(times.Text(), testing::MatchesRegex("decode [0-9]+us, store [0-9]+us"));
}

TEST(StageTimes, WhereNobodyAsksNothingIsKept) { EndStage(nullptr, "decode"); }

TEST(StageTimes, AreAddedUpByName) {
  StageTimes times;
  for (int i = 0; i < 1000; ++i) {
    times.End("read");
    times.End("store");
  }
  times.End("answer");
  EXPECT_THAT(times.Text(), testing::MatchesRegex("read [0-9]+us \\(1000 times\\), "
                                                  "store [0-9]+us \\(1000 times\\), "
                                                  "answer [0-9]+us"));
}

}  // namespace
}  // namespace pintle
