#include "pintle/storage/etcd/event_ring.h"

#include <gtest/gtest.h>

#include "pintle/storage/store_testing.h"

namespace pintle::storage::etcd {
namespace {

Event Put(std::string key, Revision revision, std::string value = "v") {
  Event event;
  event.current = {.key = std::move(key),
                   .value = Bytes(std::move(value)),
                   .mod_revision = revision,
                   .create_revision = revision};
  return event;
}

TEST(EventRingTest, ReplaysWhatIsAskedFor) {
  EventRing ring(10);
  ring.Append({Put("/a/1", 11)}, 11);
  ring.Append({Put("/b/1", 12), Put("/a/2", 13)}, 13);
  ring.Append({}, 20);
  ring.Append({Put("/a/3", 21)}, 21);
  auto all = ring.Replay("/a/", 10, 21);
  ASSERT_TRUE(all);
  EXPECT_EQ(Describe(all->events), "put /a/1=v@11\nput /a/2=v@13\nput /a/3=v@21\n");
  EXPECT_EQ(all->covered, 21);
  auto some = ring.Replay("/", 11, 20);
  ASSERT_TRUE(some);
  EXPECT_EQ(Describe(some->events), "put /b/1=v@12\nput /a/2=v@13\n");
  EXPECT_EQ(some->covered, 20);
  auto inside = ring.Replay("/", 12, 21);
  ASSERT_TRUE(inside);
  EXPECT_EQ(Describe(inside->events), "put /a/2=v@13\nput /a/3=v@21\n");
  EXPECT_EQ(ring.Replay("/", 9, 21).error().reason(), Reason::kExpired);
}

TEST(EventRingTest, ForgetsTheOldestWhenItIsFull) {
  EventRing ring(0);
  Revision revision = 0;
  while (ring.Covers(0)) {
    ++revision;
    ring.Append({Put("/k", revision, std::string(100'000, 'v'))}, revision);
    ASSERT_LT(revision, 1000);
  }
  EXPECT_FALSE(ring.Covers(0));
  EXPECT_TRUE(ring.Covers(1));
  auto slice = ring.Replay("/", 1, revision);
  ASSERT_TRUE(slice);
  EXPECT_EQ(slice->events.size(), static_cast<size_t>(revision - 1));
  ring.Forget(5);
  EXPECT_FALSE(ring.Covers(4));
  EXPECT_EQ(ring.Replay("/", 5, revision)->events.front().current.mod_revision, 6);
}

TEST(EventRingTest, GivesLongHistoriesInSlices) {
  EventRing ring(0);
  constexpr Revision kLast = 5000;
  for (Revision revision = 1; revision <= kLast; ++revision) {
    ring.Append({Put("/k", revision)}, revision);
  }
  Revision covered = 0;
  size_t events = 0;
  int slices = 0;
  while (covered < kLast) {
    auto slice = ring.Replay("/", covered, kLast);
    ASSERT_TRUE(slice);
    ASSERT_GT(slice->covered, covered);
    EXPECT_EQ(slice->events.front().current.mod_revision, covered + 1);
    EXPECT_EQ(slice->events.back().current.mod_revision, slice->covered);
    covered = slice->covered;
    events += slice->events.size();
    ++slices;
  }
  EXPECT_EQ(events, static_cast<size_t>(kLast));
  EXPECT_GT(slices, 1);
}

}  // namespace
}  // namespace pintle::storage::etcd
