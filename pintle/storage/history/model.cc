#include "pintle/storage/history/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pintle::storage::history {
namespace {

// Makes the second members the greatest so far.
void Accumulate(std::vector<std::pair<Time, Revision>>& points) {
  std::ranges::sort(points);
  Revision greatest = 0;
  for (auto& [time, revision] : points) revision = greatest = std::max(greatest, revision);
}

Revision LastBefore(const std::vector<std::pair<Time, Revision>>& points, Time time) {
  auto after = std::ranges::partition_point(points, [&](const auto& p) { return p.first < time; });
  return after == points.begin() ? 0 : std::prev(after)->second;
}

// What reads and events tell about writes whose answer got lost.
class Sightings {
 public:
  explicit Sightings(const History& history) {
    for (const Operation& operation : history.operations) {
      for (const KeyValue& record : operation.records) See(record);
    }
    for (const WatchRecord& watch : history.watches) {
      for (const Event& event : watch.events) See(event);
    }
  }

  // The revision of this failed write; 0 if there is no trace of it.
  Revision Find(const Operation& write) const {
    if (write.kind == Operation::Kind::kDelete) {
      auto found = deletions_.find({write.key, write.expected});
      return found != deletions_.end() ? found->second : 0;
    }
    auto found = values_.find(write.value);
    return found != values_.end() ? found->second : 0;
  }

 private:
  void See(const KeyValue& record) {
    values_.emplace(std::string(record.value.view()), record.mod_revision);
  }
  void See(const Event& event) {
    if (event.previous) See(*event.previous);
    if (event.type == Event::Type::kPut) {
      See(event.current);
    } else if (event.previous) {
      deletions_.emplace(std::pair(event.current.key, event.previous->mod_revision),
                         event.current.mod_revision);
    }
  }

  std::map<std::string, Revision> values_;
  std::map<std::pair<std::string, Revision>, Revision> deletions_;
};

}  // namespace

void Violations::Add(std::string text) {
  if (texts_.size() < kMaxTexts) texts_.push_back(std::move(text));
}

std::string Describe(const KeyValue* record) {
  if (record == nullptr) return "nothing";
  return fmt::format("{}={}@{}", record->key, record->value.view(), record->mod_revision);
}

Model::Model(const History& history, Violations& violations) {
  CollectWrites(history, violations);
  Replay(violations);
  IndexTimes(history);
}

void Model::CollectWrites(const History& history, Violations& violations) {
  std::optional<Sightings> sightings;
  std::map<Revision, const Operation*> writes;
  auto add = [&](Revision revision, const Operation& operation) {
    auto [at, added] = writes.emplace(revision, &operation);
    if (added) return;
    if (operation.error) {
      // Of several failed deletions of one record it may have been any: the first one, then.
      if (at->second->error && operation.invoked < at->second->invoked) at->second = &operation;
      return;
    }
    violations.Add(fmt::format("two writes, of {} and of {}, have revision {}", at->second->key,
                               operation.key, revision));
  };
  for (const Operation& operation : history.operations) {
    if (operation.IsWrite() && operation.succeeded) add(operation.revision, operation);
  }
  for (const Operation& operation : history.operations) {
    if (!operation.IsWrite() || !operation.error) continue;
    if (!sightings) sightings.emplace(history);
    if (Revision revision = sightings->Find(operation)) add(revision, operation);
  }
  for (const auto& [revision, operation] : writes) {
    log_.push_back({.revision = revision, .operation = operation, .record = {}, .previous = {}});
  }
}

void Model::Replay(Violations& violations) {
  std::map<std::string, const KeyValue*> state;
  for (size_t i = 0; i < log_.size(); ++i) {
    Entry& entry = log_[i];
    const Operation& operation = *entry.operation;
    const KeyValue*& there = state[operation.key];
    const Revision found = there != nullptr ? there->mod_revision : 0;
    if (found != operation.expected) {
      violations.Add(fmt::format("the write of {} at {} expected revision {} but {} was there",
                                 operation.key, entry.revision, operation.expected,
                                 Describe(there)));
    }
    if (there != nullptr) entry.previous = *there;
    entry.deletion = operation.kind == Operation::Kind::kDelete;
    entry.record.key = operation.key;
    entry.record.mod_revision = entry.revision;
    entry.record.create_revision = there != nullptr ? there->create_revision : entry.revision;
    if (!entry.deletion) entry.record.value = Bytes(operation.value);
    there = entry.deletion ? nullptr : &entry.record;
    by_key_[operation.key].push_back(i);
  }
}

void Model::IndexTimes(const History& history) {
  for (const Operation& operation : history.operations) {
    if (!operation.error && operation.revision > 0 && operation.range.revision == 0) {
      known_.emplace_back(operation.returned, operation.revision);
    }
  }
  known_.emplace_back(0, history.start);
  Accumulate(known_);
  possible_.emplace_back(0, history.start);
  Time begun = 0;
  for (const Entry& entry : log_) {
    possible_.emplace_back(entry.operation->invoked, entry.revision);
    begun = std::max(begun, entry.operation->invoked);
    begun_.push_back(begun);
  }
  Accumulate(possible_);
}

const std::vector<size_t>& Model::LogOf(const std::string& prefix) const {
  auto [at, added] = by_prefix_.try_emplace(prefix);
  if (added) {
    for (size_t i = 0; i < log_.size(); ++i) {
      if (log_[i].record.key.starts_with(prefix)) at->second.push_back(i);
    }
  }
  return at->second;
}

const KeyValue* Model::At(const std::string& key, Revision revision) const {
  auto versions = by_key_.find(key);
  if (versions == by_key_.end()) return nullptr;
  auto after = std::ranges::partition_point(versions->second,
                                            [&](size_t i) { return log_[i].revision <= revision; });
  if (after == versions->second.begin()) return nullptr;
  const Entry& entry = log_[*std::prev(after)];
  return entry.deletion ? nullptr : &entry.record;
}

std::vector<const KeyValue*> Model::RangeAt(const std::string& prefix, const std::string& start,
                                            Revision revision) const {
  std::vector<const KeyValue*> records;
  for (auto at = by_key_.lower_bound(std::max(prefix, start));
       at != by_key_.end() && at->first.starts_with(prefix); ++at) {
    if (const KeyValue* record = At(at->first, revision)) records.push_back(record);
  }
  return records;
}

Revision Model::KnownBefore(Time time) const { return LastBefore(known_, time); }

Revision Model::PossibleBefore(Time time) const { return LastBefore(possible_, time); }

Time Model::BegunBy(Revision revision) const {
  auto after = std::ranges::partition_point(
      log_, [&](const Entry& entry) { return entry.revision <= revision; });
  return after == log_.begin() ? 0 : begun_[static_cast<size_t>(after - log_.begin()) - 1];
}

}  // namespace pintle::storage::history
