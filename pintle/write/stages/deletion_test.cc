#include "pintle/write/stages/deletion.h"

#include <gtest/gtest.h>

#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

class DeletionTest : public WriteTest {
 protected:
  // What becomes of a ConfigMap with this metadata; `object` is it then.
  Ending Delete(std::string_view metadata, const DeleteOptions& options, Object& object) {
    const Object old = Body(resource_, R"({"metadata":)" + std::string(metadata) + "}");
    Warnings warnings;
    Draft draft{.object = old.Copy(), .old = &old, .warnings = warnings};
    const Drawn drawn{.now_seconds = 1000};
    Ending ending = MarkDeleted(RulesOf(world_, resource_), options, drawn, draft);
    object = draft.object;
    return ending;
  }
  // The same with 30 seconds to end in, unless the options say otherwise.
  void GiveGrace() {
    resource_.writing.strategy.grace_period = [](const Object&, std::optional<int64_t> requested) {
      return requested.value_or(30);
    };
  }

  ResourceDefinition resource_ = Resource("configmaps");
};

TEST_F(DeletionTest, WhatNothingHoldsIsRemovedAsItWas) {
  Object object;
  EXPECT_EQ(Delete(R"({"name":"a"})", {}, object), Ending::kRemoved);
  EXPECT_FALSE(object.meta().deletion_timestamp);
}

TEST_F(DeletionTest, WhatIsHeldIsMarkedOnce) {
  Object object;
  EXPECT_EQ(Delete(R"({"name":"a","finalizers":["x.io/f"],"generation":2})", {}, object),
            Ending::kMarked);
  EXPECT_EQ((*object.meta().deletion_timestamp).seconds, 1000);
  EXPECT_EQ(object.meta().deletion_grace_period_seconds.value_or(-1), 0);
  EXPECT_EQ(object.meta().generation, 3);
  EXPECT_EQ(Delete(R"({"name":"a","finalizers":["x.io/f"],"deletionGracePeriodSeconds":0,
    "deletionTimestamp":"2001-01-01T00:00:00Z"})",
                   {}, object),
            Ending::kUnchanged);
}

TEST_F(DeletionTest, APeriodHoldsAndCanOnlyBecomeShorter) {
  GiveGrace();
  Object object;
  EXPECT_EQ(Delete(R"({"name":"a"})", {}, object), Ending::kMarked);
  EXPECT_EQ((*object.meta().deletion_timestamp).seconds, 1030);
  EXPECT_EQ(object.meta().deletion_grace_period_seconds.value_or(0), 30);
  // Begun at 980.
  constexpr const char* kEnding =
      R"({"name":"a","deletionTimestamp":"1970-01-01T00:16:50Z","deletionGracePeriodSeconds":30})";
  struct Case {
    int64_t seconds;
    Ending ending;
    int64_t end;
    int64_t period;
  };
  for (const Case& c : std::initializer_list<Case>{{40, Ending::kUnchanged, 1010, 30},
                                                   {30, Ending::kUnchanged, 1010, 30},
                                                   {25, Ending::kMarked, 1005, 25},
                                                   {5, Ending::kMarked, 1000, 1},
                                                   {-1, Ending::kMarked, 1000, 1},
                                                   {0, Ending::kRemoved, 1000, 0}}) {
    DeleteOptions options;
    options.grace_period_seconds = c.seconds;
    EXPECT_EQ(Delete(kEnding, options, object), c.ending) << c.seconds;
    EXPECT_EQ((*object.meta().deletion_timestamp).seconds, c.end) << c.seconds;
    EXPECT_EQ(object.meta().deletion_grace_period_seconds.value_or(-1), c.period) << c.seconds;
  }
}

TEST_F(DeletionTest, AnUpdateMayTakeAwayWhatHeldIt) {
  const Rules rules = RulesOf(world_, resource_);
  Warnings warnings;
  auto ends = [&](std::string_view before, std::string_view now) {
    const Object old = Body(resource_, R"({"metadata":)" + std::string(before) + "}");
    Draft draft{.object = Body(resource_, R"({"metadata":)" + std::string(now) + "}"),
                .old = &old,
                .warnings = warnings};
    return EndsDeletion(rules, draft);
  };
  constexpr const char* kMarked =
      R"({"name":"a","finalizers":["x.io/f"],"deletionTimestamp":"2001-01-01T00:00:00Z"})";
  EXPECT_TRUE(ends(kMarked, R"({"name":"a"})"));
  EXPECT_FALSE(ends(kMarked, R"({"name":"a","finalizers":["x.io/f"]})"));
  EXPECT_FALSE(ends(R"({"name":"a","finalizers":["x.io/f"]})", R"({"name":"a"})"));
  EXPECT_FALSE(ends(R"({"name":"a","deletionTimestamp":"2001-01-01T00:00:00Z",
    "deletionGracePeriodSeconds":5})",
                    R"({"name":"a"})"));
  Draft made{.object = Body(resource_, R"({"metadata":{"name":"a"}})"), .warnings = warnings};
  EXPECT_FALSE(EndsDeletion(rules, made));
}

}  // namespace
}  // namespace pintle::write
