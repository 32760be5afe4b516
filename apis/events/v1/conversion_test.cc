#include "apis/events/v1/conversion.h"

#include <gtest/gtest.h>

#include <random>

#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/random_fill.h"

namespace pintle::apis::events::v1 {
namespace {

constexpr int kRounds = 1000;
constexpr int kDepth = 6;

TEST(EventConversionTest, MembersHaveOtherNamesInCore) {
  Arena arena;
  Event event;
  event.regarding = {.kind = "Pod", .name = "p"};
  event.note = "pulled";
  event.deprecated_source = {.component = "kubelet"};
  event.deprecated_first_timestamp = typeinfo::Time::FromSeconds(1);
  event.deprecated_last_timestamp = typeinfo::Time::FromSeconds(2);
  event.deprecated_count = 3;
  event.reporting_controller = "k8s.io/kubelet";
  event.series.Ensure(arena).count = 4;
  core::v1::Event hub;
  ToHub(arena, event, hub);
  EXPECT_EQ(hub.involved_object.kind, "Pod");
  EXPECT_EQ(hub.message, "pulled");
  EXPECT_EQ(hub.source.component, "kubelet");
  EXPECT_EQ(hub.first_timestamp, typeinfo::Time::FromSeconds(1));
  EXPECT_EQ(hub.last_timestamp, typeinfo::Time::FromSeconds(2));
  EXPECT_EQ(hub.count, 3);
  EXPECT_EQ(hub.reporting_component, "k8s.io/kubelet");
  EXPECT_EQ(hub.series->count, 4);
}

TEST(EventConversionTest, BothGroupsSayTheSame) {
  std::mt19937_64 random(1);
  auto conversions = Conversions();
  ASSERT_EQ(conversions.size(), 1u);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    Event event;
    typeinfo::RandomFill(typeinfo::TypeOf<Event>(), &event, arena, random, kDepth);
    event.type_meta = {};
    core::v1::Event hub;
    conversions[0].to_hub(arena, &event, &hub);
    Event back;
    conversions[0].from_hub(arena, &hub, &back);
    ASSERT_TRUE(typeinfo::SemanticEqual(event, back));

    core::v1::Event core;
    typeinfo::RandomFill(typeinfo::TypeOf<core::v1::Event>(), &core, arena, random, kDepth);
    core.type_meta = {};
    Event spoke;
    FromHub(arena, core, spoke);
    core::v1::Event core_back;
    ToHub(arena, spoke, core_back);
    ASSERT_TRUE(typeinfo::SemanticEqual(core, core_back));
  }
}

}  // namespace
}  // namespace pintle::apis::events::v1
