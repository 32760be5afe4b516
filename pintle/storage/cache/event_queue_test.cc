#include "pintle/storage/cache/event_queue.h"

#include <gtest/gtest.h>

#include <thread>

namespace pintle::storage {
namespace {

CacheEventPtr MakeEvent(Revision revision, const Bytes& value = Bytes("v")) {
  auto object = std::make_shared<const CachedObject>(
      "/key", revision, value, std::make_shared<const ObjectHeader>(), nullptr);
  return std::make_shared<const CacheEvent>(CacheEvent::Type::kAdded, object, nullptr, nullptr);
}

void PushOne(EventQueue& queue, Revision revision) {
  const CacheEventPtr events[] = {MakeEvent(revision)};
  queue.Push(events);
}

TEST(EventQueue, GivesEventsInOrderInBatches) {
  auto queue = EventQueue::Create(10);
  for (Revision revision = 1; revision <= 5; ++revision) PushOne(*queue, revision);
  auto first = BlockOn(queue->Next(3));
  ASSERT_TRUE(first);
  ASSERT_EQ(first->events.size(), 3u);
  EXPECT_EQ(first->events[2]->revision(), 3);
  auto second = BlockOn(queue->Next(3));
  ASSERT_EQ(second->events.size(), 2u);
  EXPECT_EQ(second->events[1]->revision(), 5);
  EXPECT_TRUE(queue->empty());
}

TEST(EventQueue, ANextThatWaitsIsResumedByPushWakeAndClose) {
  auto queue = EventQueue::Create(10);
  std::thread pusher([&] { PushOne(*queue, 1); });
  EXPECT_EQ(BlockOn(queue->Next())->events.size(), 1u);
  pusher.join();

  std::thread waker([&] { queue->Wake(); });
  auto woken = BlockOn(queue->Next());
  waker.join();
  EXPECT_TRUE(woken->events.empty());
  EXPECT_FALSE(woken->closed);

  std::thread closer([&] { queue->Close(); });
  EXPECT_TRUE(BlockOn(queue->Next())->closed);
  closer.join();
  PushOne(*queue, 2);
  EXPECT_TRUE(BlockOn(queue->Next())->closed);
  EXPECT_TRUE(BlockOn(queue->Next())->events.empty());
}

TEST(EventQueue, OverflowClosesItAfterWhatWasQueued) {
  auto queue = EventQueue::Create(2);
  for (Revision revision = 1; revision <= 4; ++revision) PushOne(*queue, revision);
  EXPECT_TRUE(queue->overflowed());
  EXPECT_EQ(BlockOn(queue->Next())->events.size(), 2u);
  EXPECT_FALSE(queue->empty()) << "a bookmark would pass over the events that were left out";
  auto end = BlockOn(queue->Next());
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().reason(), Reason::kTooManyRequests);
  PushOne(*queue, 5);
  EXPECT_FALSE(BlockOn(queue->Next())) << "it stays closed";
}

TEST(EventQueue, LargeObjectsOverflowItEarlier) {
  const Bytes large(std::string(EventQueue::kMaxWaitingBytes / 4, 'x'));
  auto queue = EventQueue::Create(100);
  int overflows = 0;
  queue->OnOverflow([&] { ++overflows; });
  const CacheEventPtr past[] = {MakeEvent(1, large), MakeEvent(2, large), MakeEvent(3, large)};
  queue->PushPast(past);
  EXPECT_GT(queue->Sink().waiting(), 1000u);
  auto push = [&](Revision revision) {
    const CacheEventPtr events[] = {MakeEvent(revision, large)};
    queue->Push(events);
  };
  for (Revision revision = 4; revision <= 7; ++revision) push(revision);
  EXPECT_FALSE(queue->overflowed());
  EXPECT_EQ(BlockOn(queue->Next(4))->events.size(), 4u);
  push(8);
  EXPECT_FALSE(queue->overflowed());
  push(9);
  EXPECT_TRUE(queue->overflowed());
  push(10);
  EXPECT_EQ(overflows, 1);
  EXPECT_EQ(BlockOn(queue->Next())->events.back()->revision(), 8);
  EXPECT_EQ(queue->Sink().waiting(), 0u);
  EXPECT_FALSE(BlockOn(queue->Next()));

  // One alone is taken whatever its size.
  auto fresh = EventQueue::Create(100);
  const Bytes huge(std::string(EventQueue::kMaxWaitingBytes + 1, 'x'));
  const CacheEventPtr alone[] = {MakeEvent(1, huge)};
  fresh->Push(alone);
  EXPECT_FALSE(fresh->overflowed());
  EXPECT_EQ(BlockOn(fresh->Next())->events.size(), 1u);
}

TEST(EventQueue, PastEventsDoNotCountAsFallingBehind) {
  auto queue = EventQueue::Create(2);
  std::vector<CacheEventPtr> past;
  for (Revision revision = 1; revision <= 10; ++revision) past.push_back(MakeEvent(revision));
  queue->PushPast(past);
  PushOne(*queue, 11);
  PushOne(*queue, 12);
  EXPECT_FALSE(queue->overflowed());
  EXPECT_EQ(BlockOn(queue->Next(9))->events.size(), 9u);
  EXPECT_EQ(queue->size(), 3u);
  PushOne(*queue, 13);
  EXPECT_TRUE(queue->overflowed());
  EXPECT_EQ(BlockOn(queue->Next())->events.back()->revision(), 12);
}

TEST(EventQueue, AnErrorComesAfterTheEventsBeforeIt) {
  auto queue = EventQueue::Create(5);
  CacheWatchSink sink = queue->Sink();
  const CacheEventPtr events[] = {MakeEvent(1), MakeEvent(2)};
  sink.on_events(events);
  sink.on_end(Error(Reason::kExpired, "too old"));
  EXPECT_EQ(BlockOn(queue->Next())->events.size(), 2u);
  EXPECT_EQ(BlockOn(queue->Next()).error().reason(), Reason::kExpired);
  queue->Close();
  EXPECT_TRUE(BlockOn(queue->Next())->closed);
}

}  // namespace
}  // namespace pintle::storage
