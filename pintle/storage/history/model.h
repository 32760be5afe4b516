#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/storage/history/history.h"

namespace pintle::storage::history {

// Faults found, in words; after a few more they are only counted.
class Violations {
 public:
  void Add(std::string text);
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  static constexpr size_t kMaxTexts = 20;
  std::vector<std::string> texts_;
};

// `key=value@revision`, `nothing`
std::string Describe(const KeyValue* record);

// The state of the store at every revision, as the acknowledged writes of a history say it was.
// Revisions order the writes; each must have met its condition in the state left by the one before.
// A write that failed counts as done if a read or an event shows it.
class Model {
 public:
  // One write that took place.
  struct Entry {
    Revision revision = 0;
    const Operation* operation = nullptr;
    bool deletion = false;
    KeyValue record;  // after it; without a value for a deletion
    std::optional<KeyValue> previous;
  };

  // Faults of the writes among themselves go to `violations`.
  Model(const History& history, Violations& violations);

  const std::vector<Entry>& log() const { return log_; }
  // Entries of keys with this prefix, as positions in the log.
  const std::vector<size_t>& LogOf(const std::string& prefix) const;

  // Null if the key was not there at that revision.
  const KeyValue* At(const std::string& key, Revision revision) const;
  // All records with this prefix from `start` on at that revision, in key order.
  std::vector<const KeyValue*> RangeAt(const std::string& prefix, const std::string& start,
                                       Revision revision) const;

  // The newest revision anybody had been told of before that time.
  Revision KnownBefore(Time time) const;
  // The newest revision a write begun before that time may have made.
  Revision PossibleBefore(Time time) const;
  // The time by which every write up to this revision had begun.
  Time BegunBy(Revision revision) const;

 private:
  void CollectWrites(const History& history, Violations& violations);
  void Replay(Violations& violations);
  void IndexTimes(const History& history);

  std::vector<Entry> log_;
  std::map<std::string, std::vector<size_t>> by_key_;
  mutable std::map<std::string, std::vector<size_t>> by_prefix_;
  std::vector<std::pair<Time, Revision>> known_;     // by time, revisions never shrink
  std::vector<std::pair<Time, Revision>> possible_;  // by time, revisions never shrink
  std::vector<Time> begun_;                          // by position in the log, never shrink
};

}  // namespace pintle::storage::history
