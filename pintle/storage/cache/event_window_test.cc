#include "pintle/storage/cache/event_window.h"

#include <gtest/gtest.h>

namespace pintle::storage {
namespace {

using namespace std::chrono_literals;

CacheEventPtr MakeEvent(Revision revision, size_t size) {
  auto object =
      std::make_shared<const CachedObject>("/key", revision, Bytes(std::string(size, 'x')),
                                           std::make_shared<const ObjectHeader>(), nullptr);
  return std::make_shared<const CacheEvent>(CacheEvent::Type::kAdded, object, nullptr, nullptr);
}

// Adds the events 11, 12, ... one every `step`, each of 10 bytes.
EventWindow Filled(const WindowLimits& limits, int events, std::chrono::milliseconds step) {
  EventWindow window(limits);
  window.Reset(10);
  EventWindow::Time now{};
  for (int i = 1; i <= events; ++i) window.Add(MakeEvent(10 + i, 10), now += step);
  return window;
}

TEST(EventWindow, Limits) {
  struct Case {
    const char* name;
    WindowLimits limits;
    std::chrono::milliseconds step;
    size_t kept;  // of 1000
  };
  const Case cases[] = {
      {"young events stay", {}, 1ms, 1000},
      {"old ones go", {.age = 10s}, 1s, 100},
      {"but a few stay however old", {.age = 1s, .min_events = 7}, 1s, 7},
      {"never too many", {.max_events = 300}, 1ms, 300},
      {"nor too large", {.max_bytes = 500}, 1ms, 50},
      {"size counts more than the least number", {.max_bytes = 50}, 1ms, 5},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.name);
    EventWindow window = Filled(test.limits, 1000, test.step);
    EXPECT_EQ(window.size(), test.kept);
    EXPECT_EQ(window.start(), 10 + 1000 - static_cast<Revision>(test.kept));
    EXPECT_EQ(window.After(window.start()).size(), test.kept);
  }
}

TEST(EventWindow, ShrinksWhenWritesGetRare) {
  EventWindow window({.age = 10s, .min_events = 2});
  window.Reset(0);
  EventWindow::Time now{};
  for (int i = 1; i <= 500; ++i) window.Add(MakeEvent(i, 1), now += 1ms);
  EXPECT_EQ(window.size(), 500u);
  window.Add(MakeEvent(501, 1), now += 60s);
  EXPECT_EQ(window.size(), 2u);
}

TEST(EventWindow, GivesWhatIsAfterARevision) {
  EventWindow window = Filled({}, 5, 1ms);
  EXPECT_EQ(window.After(10).size(), 5u);
  EXPECT_EQ(window.After(13).front()->revision(), 14);
  EXPECT_TRUE(window.After(15).empty());
  EXPECT_TRUE(window.After(99).empty());
  window.Reset(20);
  EXPECT_EQ(window.start(), 20);
  EXPECT_EQ(window.size(), 0u);
}

}  // namespace
}  // namespace pintle::storage
