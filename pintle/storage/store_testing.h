#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/storage/store.h"

// What the tests of this folder share.
namespace pintle::storage {

constexpr std::chrono::seconds kPatience{20};

// Collects what a watch is given; lets a test wait for it.
class EventLog {
 public:
  WatchSink Sink() {
    return {.on_events =
                [this](std::vector<Event> events, Revision) {
                  std::scoped_lock lock(mutex_);
                  for (Event& event : events) events_.push_back(std::move(event));
                  changed_.notify_all();
                },
            .on_end =
                [this](Error error) {
                  std::scoped_lock lock(mutex_);
                  end_ = std::move(error);
                  changed_.notify_all();
                }};
  }

  // The first `count` events, or fewer if they do not come.
  std::vector<Event> WaitForEvents(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return events_.size() >= count; });
    EXPECT_GE(events_.size(), count);
    return events_;
  }

  std::optional<Error> WaitForEnd() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return end_.has_value(); });
    return end_;
  }

  // True if the watch ended before it gave so many events.
  bool WaitForEventsOrEnd(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return end_ || events_.size() >= count; });
    return end_.has_value();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Event> events_;
  std::optional<Error> end_;
};

// A folder that is removed with its content.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "pintle-storage-XXXXXX";
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Blocking forms that fail the test on an error.
inline WriteResult MustCreate(Store& store, std::string key, std::string value,
                              int64_t ttl_seconds = 0) {
  auto result = BlockOn(store.Create(std::move(key), Bytes(std::move(value)), ttl_seconds));
  if (!result) ADD_FAILURE() << result.error().message();
  return result.value_or(WriteResult());
}
inline WriteResult MustUpdate(Store& store, std::string key, Revision expected, std::string value,
                              int64_t ttl_seconds = 0) {
  auto result =
      BlockOn(store.Update(std::move(key), expected, Bytes(std::move(value)), ttl_seconds));
  if (!result) ADD_FAILURE() << result.error().message();
  return result.value_or(WriteResult());
}
inline WriteResult MustDelete(Store& store, std::string key, Revision expected) {
  auto result = BlockOn(store.Delete(std::move(key), expected));
  if (!result) ADD_FAILURE() << result.error().message();
  return result.value_or(WriteResult());
}
inline RangeResult MustRange(Store& store, RangeOptions options) {
  auto result = BlockOn(store.Range(std::move(options)));
  if (!result) ADD_FAILURE() << result.error().message();
  return result.value_or(RangeResult());
}
inline Revision MustCurrent(Store& store) {
  auto result = BlockOn(store.CurrentRevision());
  if (!result) ADD_FAILURE() << result.error().message();
  return result.value_or(0);
}

// `key=value@revision ...`
inline std::string Describe(const std::vector<KeyValue>& records) {
  std::string text;
  for (const KeyValue& record : records) {
    if (!text.empty()) text += ' ';
    text += record.key + '=' + std::string(record.value.view()) + '@' +
            std::to_string(record.mod_revision);
  }
  return text;
}

// `put key=value@revision was value@revision`, one a line.
inline std::string Describe(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) {
    text += event.type == Event::Type::kPut ? "put " : "delete ";
    text += Describe(std::vector{event.current});
    if (event.previous) {
      text += " was " + std::string(event.previous->value.view()) + '@' +
              std::to_string(event.previous->mod_revision);
    }
    text += '\n';
  }
  return text;
}

}  // namespace pintle::storage
