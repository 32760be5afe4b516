#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "pintle/storage/store.h"

// Writers whose every value can be checked on its own, and a journal of what they were told, that a
// store can be checked against after a crash.
namespace pintle::storage_tests {

using storage::Revision;
using storage::Store;

constexpr int kThreads = 4;
constexpr int kSlots = 6;  // keys of each thread

std::string KeyOf(int thread, int slot);
// Says which key and which write it belongs to; its size, from a few bytes to many pages, and every
// byte follow from these.
std::string MakeValue(std::string_view key, int64_t number);
// The number of the write that made `value`; -1 if it is not whole or not of this key.
int64_t NumberOfValue(std::string_view key, std::string_view value);

// One line a call, called by all threads; short enough for a pipe to keep lines whole.
using Report = std::function<void(const std::string& line)>;

struct WriterOptions {
  uint64_t seed = 0;
  // Writes are numbered from here; above those of all runs before.
  int64_t first_number = 0;
  // -1: until the process ends.
  int writes_each = -1;
  // A write that fails is tried again, on what is there then. Reads must not fail.
  bool tolerate_failures = false;
};

// Runs the writers. A thread makes one write at a time, and says so before and after: it creates,
// updates or deletes one of its keys. Now and then one compacts. False if something failed.
bool RunWriters(Store& store, const WriterOptions& options, const Report& report);

// What the writers reported.
class Journal {
 public:
  // A line of the report; a last line that was cut off is ignored.
  void Add(std::string_view line);
  // Empty if `store` holds what was acknowledged and nothing that was not asked for, or else what
  // is wrong. Then takes in what happened to the writes that were under way.
  std::string Check(Store& store);

  size_t acknowledged() const { return acknowledged_; }

 private:
  struct KeyState {
    bool there = false;
    Revision revision = 0;  // of its last write
    int64_t number = 0;
  };

  std::string CheckKeys(Store& store);
  std::string CheckKey(const std::string& key, int thread, KeyState& state,
                       const storage::KeyValue* record, Revision current);
  std::string CheckHistory(Store& store, Revision current) const;

  std::map<std::string, KeyState> keys_;
  // Per thread: the last write that was acknowledged and the last one that was begun.
  std::array<int64_t, kThreads> finished_{};
  std::array<int64_t, kThreads> begun_{};
  std::array<bool, kThreads> under_way_seen_{};
  Revision highest_ = 1;
  // The highest revision that compaction was asked for.
  Revision compacted_ = 1;
  size_t acknowledged_ = 0;
};

}  // namespace pintle::storage_tests
