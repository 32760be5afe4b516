#include "tests/storage/workload.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

#include "pintle/base/strings.h"

namespace pintle::storage_tests {
namespace {

using storage::Event;
using storage::KeyValue;
using storage::WatchSink;
using storage::WriteResult;

constexpr std::chrono::seconds kPatience{30};
constexpr Revision kHistoryKept = 30;

// Sizes around those that LMDB keeps in different ways: in a leaf, alone in pages, in many pages.
size_t SizeOf(uint64_t random) {
  switch (random % 16) {
    case 0:
      return 20'000 + random % 30'000;
    case 1:
    case 2:
      return 3'000 + random % 3'000;
    default:
      return random % 300;
  }
}

class Writer {
 public:
  Writer(Store& store, int thread, const WriterOptions& options, const Report& report)
      : store_(store),
        thread_(thread),
        options_(options),
        random_(options.seed * kThreads + static_cast<uint64_t>(thread)),
        report_(report),
        number_(options.first_number) {}

  bool Run() {
    for (int i = 0; options_.writes_each < 0 || i < options_.writes_each; ++i) {
      const int slot = static_cast<int>(random_() % kSlots);
      while (!Write(slot)) {
        if (!options_.tolerate_failures || reading_failed_) return false;
        std::this_thread::sleep_for(kPause);
      }
    }
    return true;
  }

 private:
  // Between two attempts, so that a fault does not fill the journal.
  static constexpr std::chrono::milliseconds kPause{2};

  bool Write(int slot) {
    const std::string key = KeyOf(thread_, slot);
    auto there = BlockOn(store_.Get(key));
    reading_failed_ = !there;
    if (!there) return false;
    const int64_t number = number_++;
    report_(fmt::format("begin {} {}\n", thread_, number));
    const bool deletes = there->record && random_() % 4 == 0;
    const Revision expected = there->record ? there->record->mod_revision : 0;
    Bytes value(MakeValue(key, number));
    Result<WriteResult> result = deletes         ? BlockOn(store_.Delete(key, expected))
                                 : expected == 0 ? BlockOn(store_.Create(key, value))
                                                 : BlockOn(store_.Update(key, expected, value));
    if (!result || !result->succeeded) return false;
    report_(fmt::format("{} {} {} {} {}\n", deletes ? "delete" : "put", thread_, slot,
                        result->revision, number));
    if (thread_ != 0 || random_() % 16 != 0 || result->revision <= kHistoryKept) return true;
    const Revision up_to = result->revision - kHistoryKept;
    report_(fmt::format("compact {}\n", up_to));
    return BlockOn(store_.Compact(up_to)) || options_.tolerate_failures;
  }

  Store& store_;
  const int thread_;
  const WriterOptions& options_;
  std::mt19937_64 random_;
  const Report& report_;
  int64_t number_;
  bool reading_failed_ = false;
};

// Every event of the store after `from`, up to `to`; nothing if the watch ends.
std::optional<std::vector<Event>> ReadHistory(Store& store, Revision from, Revision to) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Event> events;
  Revision covered = from;
  bool ended = false;
  WatchSink sink{.on_events =
                     [&](std::vector<Event> more, Revision revision) {
                       std::scoped_lock lock(mutex);
                       for (Event& event : more) events.push_back(std::move(event));
                       covered = revision;
                       changed.notify_all();
                     },
                 .on_end =
                     [&](const Error&) {
                       std::scoped_lock lock(mutex);
                       ended = true;
                       changed.notify_all();
                     }};
  auto watch = store.StartWatch("/", from, std::move(sink));
  if (!watch) return std::nullopt;
  std::unique_lock lock(mutex);
  const bool done = changed.wait_for(lock, kPatience, [&] { return ended || covered >= to; });
  lock.unlock();
  watch->reset();
  if (!done || ended) return std::nullopt;
  return events;
}

}  // namespace

std::string KeyOf(int thread, int slot) { return fmt::format("/{}/{}", thread, slot); }

std::string MakeValue(std::string_view key, int64_t number) {
  std::string value = fmt::format("{} {} ", key, number);
  std::mt19937_64 random(std::hash<std::string>()(value));
  const size_t size = value.size() + SizeOf(random());
  value.reserve(size + sizeof(uint64_t));
  while (value.size() < size) {
    const uint64_t word = random();
    value.append(reinterpret_cast<const char*>(&word), sizeof word);
  }
  return value;
}

int64_t NumberOfValue(std::string_view key, std::string_view value) {
  if (!value.starts_with(key)) return -1;
  const size_t begin = key.size() + 1;
  const size_t end = value.find(' ', begin);
  if (end == std::string_view::npos) return -1;
  const auto number = ParseInt64(value.substr(begin, end - begin));
  return number && MakeValue(key, *number) == value ? *number : -1;
}

bool RunWriters(Store& store, const WriterOptions& options, const Report& report) {
  std::atomic<bool> succeeded = true;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      if (!Writer(store, thread, options, report).Run()) succeeded = false;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return succeeded;
}

void Journal::Add(std::string_view line) {
  if (!line.ends_with('\n')) return;
  std::istringstream words{std::string(line)};
  std::string word;
  words >> word;
  if (word == "compact") {
    Revision revision = 0;
    words >> revision;
    compacted_ = std::max(compacted_, revision);
    return;
  }
  size_t thread = 0;
  words >> thread;
  if (word == "begin") {
    words >> begun_[thread];
    return;
  }
  int slot = 0;
  KeyState state;
  words >> slot >> state.revision >> state.number;
  state.there = word == "put";
  keys_[KeyOf(static_cast<int>(thread), slot)] = state;
  finished_[thread] = state.number;
  highest_ = std::max(highest_, state.revision);
  ++acknowledged_;
}

std::string Journal::Check(Store& store) {
  auto current = BlockOn(store.CurrentRevision());
  if (!current) return "no current revision: " + current.error().message();
  if (*current < highest_) {
    return fmt::format("the store is at revision {}, {} was given out", *current, highest_);
  }
  if (std::string problem = CheckKeys(store); !problem.empty()) return problem;
  if (std::string problem = CheckHistory(store, *current); !problem.empty()) return problem;
  finished_ = begun_;
  highest_ = *current;
  auto written = BlockOn(store.Create(fmt::format("/check/{}", *current), Bytes(""), 0));
  if (!written) return "a write failed: " + written.error().message();
  if (written->revision <= highest_) return fmt::format("{} is given out again", highest_);
  highest_ = written->revision;
  return "";
}

std::string Journal::CheckKeys(Store& store) {
  under_way_seen_.fill(false);
  auto range = BlockOn(store.Range({.prefix = "/"}));
  if (!range) return "cannot be listed: " + range.error().message();
  std::map<std::string, const KeyValue*> records;
  for (const KeyValue& record : range->records) {
    if (!record.key.starts_with("/check/")) records.emplace(record.key, &record);
  }
  for (int thread = 0; thread < kThreads; ++thread) {
    for (int slot = 0; slot < kSlots; ++slot) {
      const std::string key = KeyOf(thread, slot);
      auto found = records.find(key);
      const KeyValue* record = found != records.end() ? found->second : nullptr;
      std::string problem = CheckKey(key, thread, keys_[key], record, range->revision);
      if (!problem.empty()) return problem;
      if (record != nullptr) records.erase(found);
    }
  }
  return records.empty() ? "" : "nobody wrote " + records.begin()->first;
}

std::string Journal::CheckKey(const std::string& key, int thread, KeyState& state,
                              const KeyValue* record, Revision current) {
  const int64_t number = record != nullptr ? NumberOfValue(key, record->value.view()) : 0;
  if (number < 0) return key + " holds a value nobody wrote";
  const bool as_acknowledged =
      record != nullptr
          ? state.there && record->mod_revision == state.revision && number == state.number
          : !state.there;
  if (as_acknowledged) return "";
  const auto index = static_cast<size_t>(thread);
  bool& seen = under_way_seen_[index];
  const bool new_record = record != nullptr && number > finished_[index] &&
                          number <= begun_[index] && record->mod_revision > state.revision &&
                          record->mod_revision <= current;
  const bool new_deletion = record == nullptr && begun_[index] > finished_[index];
  const bool may_be_under_way = !seen && (new_record || new_deletion);
  if (!may_be_under_way) {
    return fmt::format("{} should be {} of revision {}, but is {} of revision {}", key,
                       state.there ? fmt::format("write {}", state.number) : "absent",
                       state.revision,
                       record != nullptr ? fmt::format("write {}", number) : "absent",
                       record != nullptr ? record->mod_revision : 0);
  }
  seen = true;
  state.there = record != nullptr;
  state.revision = record != nullptr ? record->mod_revision : current;
  state.number = number;
  return "";
}

std::string Journal::CheckHistory(Store& store, Revision current) const {
  auto events = ReadHistory(store, compacted_, current);
  if (!events) return fmt::format("history after revision {} is not there", compacted_);
  if (events->size() != static_cast<size_t>(current - compacted_)) {
    return fmt::format("history has {} events for revisions {} to {}", events->size(),
                       compacted_ + 1, current);
  }
  auto before = BlockOn(store.Range({.prefix = "/", .revision = compacted_}));
  auto after = BlockOn(store.Range({.prefix = "/"}));
  if (!before || !after) return "cannot be listed at the compacted revision";
  std::map<std::string, KeyValue> state;
  for (KeyValue& record : before->records) state.emplace(record.key, record);
  Revision revision = compacted_;
  for (const Event& event : *events) {
    if (event.current.mod_revision != ++revision) return "history has a gap or a repeat";
    const bool checked_value = event.current.key.starts_with("/check/") ||
                               event.type == Event::Type::kDelete ||
                               NumberOfValue(event.current.key, event.current.value.view()) >= 0;
    if (!checked_value) return "history holds a value nobody wrote";
    auto previous = state.find(event.current.key);
    const Revision expected = previous != state.end() ? previous->second.mod_revision : 0;
    if ((event.previous ? event.previous->mod_revision : 0) != expected) {
      return fmt::format("the event of revision {} has another previous record", revision);
    }
    if (previous != state.end()) state.erase(previous);
    if (event.type == Event::Type::kPut) state.emplace(event.current.key, event.current);
  }
  if (state.size() != after->records.size()) return "history does not lead to what is there";
  for (const KeyValue& record : after->records) {
    auto found = state.find(record.key);
    if (found == state.end() || found->second.mod_revision != record.mod_revision) {
      return "history does not lead to what is there";
    }
  }
  return "";
}

}  // namespace pintle::storage_tests
