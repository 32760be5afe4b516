// What the emitted conversion of testdata/versions does.
#include <gtest/gtest.h>

#include <random>

#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/random_fill.h"
#include "versions/old/conversion.h"

// The part that is written by hand.
namespace testdata::versions::old {

void ToHub(pintle::Arena& arena, const Hull& from, hub::Hull& to) {
  SameFieldsToHub(arena, from, to);
  to.size = {.length = from.length, .beam = from.beam};
}

void FromHub(pintle::Arena& arena, const hub::Hull& from, Hull& to) {
  SameFieldsFromHub(arena, from, to);
  to.length = from.size.length;
  to.beam = from.size.beam;
}

}  // namespace testdata::versions::old

namespace pintle::gen {
namespace {

namespace hub = testdata::versions::hub;
namespace old = testdata::versions::old;

TEST(ConversionTest, FieldByField) {
  Arena arena;
  old::Boat boat;
  boat.metadata.name = "Otter";
  boat.hull = {.color = "red", .length = 12, .beam = 3, .plates = {}};
  boat.people = typeinfo::List<old::Sailor>::Of(arena, {{.rank = "mate", .name = "Ann"}});
  boat.cabins.Set(arena, "aft", {.beds = 2, .door = {}, .who = boat.people});
  boat.tender.Ensure(arena).hull.length = 4;
  boat.watches.Append(arena);
  boat.watches.Append(arena, boat.people);
  boat.spares = boat.people;
  boat.sails = 0;
  boat.type_meta.api_version = "v1";

  hub::Boat in_hub;
  old::ToHub(arena, boat, in_hub);
  EXPECT_EQ(in_hub.metadata.name, "Otter");
  EXPECT_EQ(in_hub.type_meta.api_version, "");
  EXPECT_EQ(in_hub.hull.colour, "red");
  EXPECT_EQ(in_hub.hull.size.length, 12);
  ASSERT_EQ(in_hub.crew.size(), 1u);
  EXPECT_EQ(in_hub.crew[0].name, "Ann");
  ASSERT_NE(in_hub.cabins.Find("aft"), nullptr);
  EXPECT_EQ(in_hub.cabins.Find("aft")->who[0].rank, "mate");
  EXPECT_EQ(in_hub.tender->hull.size.length, 4);
  ASSERT_EQ(in_hub.watches.size(), 2u);
  EXPECT_TRUE(in_hub.watches[0].is_nil());
  EXPECT_EQ(in_hub.watches[1][0].name, "Ann");
  EXPECT_EQ(in_hub.spares->front().name, "Ann");
  EXPECT_EQ(in_hub.sails, 0);
  EXPECT_TRUE(in_hub.log.is_nil());
}

TEST(ConversionTest, StructsThatAreAlikeAreShared) {
  Arena arena;
  old::Boat boat;
  boat.log = typeinfo::List<old::Entry>::Of(arena, {{.text = "calm"}});
  hub::Boat in_hub;
  old::ToHub(arena, boat, in_hub);
  ASSERT_EQ(in_hub.log.size(), 1u);
  EXPECT_EQ(in_hub.log[0].text, "calm");
  EXPECT_EQ(static_cast<void*>(in_hub.log.data), static_cast<void*>(boat.log.data));
}

TEST(ConversionTest, ThereAndBackIsTheSame) {
  constexpr int kRounds = 1000;
  constexpr int kDepth = 5;
  std::mt19937_64 random(1);
  auto conversions = old::Conversions();
  ASSERT_EQ(conversions.size(), 1u);
  EXPECT_EQ(conversions[0].hub, &typeinfo::TypeOf<hub::Boat>());
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    old::Boat boat;
    typeinfo::RandomFill(typeinfo::TypeOf<old::Boat>(), &boat, arena, random, kDepth);
    boat.type_meta = {};
    for (auto* at = &boat; at->tender; at = at->tender.get()) at->tender->type_meta = {};
    hub::Boat in_hub;
    conversions[0].to_hub(arena, &boat, &in_hub);
    old::Boat back;
    conversions[0].from_hub(arena, &in_hub, &back);
    ASSERT_TRUE(typeinfo::SemanticEqual(typeinfo::TypeOf<old::Boat>(), &boat, &back));
  }
}

}  // namespace
}  // namespace pintle::gen
