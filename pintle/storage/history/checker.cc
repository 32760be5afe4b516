#include "pintle/storage/history/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "pintle/storage/history/model.h"

namespace pintle::storage::history {
namespace {

std::string_view KindName(Operation::Kind kind) {
  static constexpr std::string_view kNames[] = {"create", "update", "delete",   "get",
                                                "range",  "count",  "revision", "compact"};
  return kNames[static_cast<size_t>(kind)];
}

class Checker {
 public:
  Checker(const History& history, const CheckOptions& options)
      : history_(history), options_(options), model_(history, violations_) {}

  std::vector<std::string> Run() {
    CollectCompactions();
    for (const Operation& operation : history_.operations) CheckOperation(operation);
    for (size_t i = 0; i < history_.watches.size(); ++i) CheckWatch(i, history_.watches[i]);
    return violations_.texts();
  }

 private:
  struct Compaction {
    Time time = 0;
    Revision revision = 0;
  };

  void CollectCompactions() {
    for (const Operation& operation : history_.operations) {
      if (operation.kind != Operation::Kind::kCompact) continue;
      begun_.push_back({operation.invoked, operation.expected});
      if (!operation.error) done_.push_back({operation.returned, operation.expected});
    }
  }
  static Revision CompactedBefore(const std::vector<Compaction>& compactions, Time time) {
    Revision revision = 0;
    for (const Compaction& compaction : compactions) {
      if (compaction.time < time) revision = std::max(revision, compaction.revision);
    }
    return revision;
  }

  void Complain(const Operation& operation, const std::string& text) {
    violations_.Add(fmt::format("{} {}{} at {}: {}", KindName(operation.kind), operation.key,
                                operation.range.prefix, operation.revision, text));
  }

  void CheckOperation(const Operation& operation) {
    if (operation.error) {
      CheckError(operation);
      return;
    }
    switch (operation.kind) {
      case Operation::Kind::kCreate:
      case Operation::Kind::kUpdate:
      case Operation::Kind::kDelete:
        CheckTimes(operation);
        CheckWriteAnswer(operation);
        break;
      case Operation::Kind::kGet:
        CheckTimes(operation);
        CheckRecord(operation, model_.At(operation.key, operation.revision));
        break;
      case Operation::Kind::kRange:
        CheckRange(operation);
        break;
      case Operation::Kind::kCount:
        CheckCount(operation);
        break;
      case Operation::Kind::kRevision:
        CheckTimes(operation);
        break;
      case Operation::Kind::kCompact:
        break;
    }
  }

  // Only a read of what a compaction may have removed may fail.
  void CheckError(const Operation& operation) {
    if (operation.error->reason() == Reason::kExpired && operation.range.revision > 0 &&
        operation.range.revision < CompactedBefore(begun_, operation.returned)) {
      return;
    }
    // A compaction may come after a later one.
    if (operation.kind == Operation::Kind::kCompact &&
        operation.expected <= CompactedBefore(begun_, operation.returned) &&
        operation.error->reason() == Reason::kExpired) {
      return;
    }
    if (!options_.failures_allowed) Complain(operation, "failed: " + operation.error->message());
  }

  void CheckTimes(const Operation& operation) {
    const Revision known = model_.KnownBefore(operation.invoked);
    const bool wrote = operation.IsWrite() && operation.succeeded;
    if (operation.revision < known + (wrote ? 1 : 0)) {
      Complain(operation, fmt::format("revision {} was known before the call", known));
    }
    if (model_.BegunBy(operation.revision) > operation.returned) {
      Complain(operation, "the revision is of a write that had not begun");
    }
  }

  void CheckWriteAnswer(const Operation& operation) {
    if (operation.succeeded) {
      if (operation.kind != Operation::Kind::kDelete) return;
      const KeyValue* removed = model_.At(operation.key, operation.revision - 1);
      CheckRecord(operation, removed);
      return;
    }
    const KeyValue* there = model_.At(operation.key, operation.revision);
    CheckRecord(operation, there);
    const bool there_as_expected =
        there != nullptr ? there->mod_revision == operation.expected
                         : operation.kind == Operation::Kind::kCreate && operation.expected == 0;
    if (there_as_expected) Complain(operation, "refused although the condition was met");
  }

  bool Same(const KeyValue& got, const KeyValue& expected) const {
    return got.key == expected.key && got.value.view() == expected.value.view() &&
           got.mod_revision == expected.mod_revision &&
           (!options_.create_revisions || got.create_revision == expected.create_revision);
  }

  void CheckRecord(const Operation& operation, const KeyValue* expected) {
    const KeyValue* got = operation.records.empty() ? nullptr : &operation.records[0];
    const bool same =
        got != nullptr && expected != nullptr ? Same(*got, *expected) : got == expected;
    if (!same) {
      Complain(operation, fmt::format("answered {}, it was {}", Describe(got), Describe(expected)));
    }
  }

  void CheckRange(const Operation& operation) {
    const RangeOptions& range = operation.range;
    if (range.revision == 0) {
      CheckTimes(operation);
    } else if (operation.revision != range.revision) {
      Complain(operation, fmt::format("asked for revision {}", range.revision));
    } else if (range.revision < CompactedBefore(done_, operation.invoked)) {
      Complain(operation, "the revision was compacted");
    }
    auto expected = model_.RangeAt(range.prefix, range.start, operation.revision);
    if (operation.count != expected.size()) {
      Complain(operation, fmt::format("count {}, not {}", operation.count, expected.size()));
    }
    if (range.limit > 0 && expected.size() > range.limit) expected.resize(range.limit);
    const bool same =
        std::ranges::equal(operation.records, expected,
                           [&](const KeyValue& a, const KeyValue* b) { return Same(a, *b); });
    if (!same) Complain(operation, "not the records at that revision");
  }

  // A count names no revision: it must be right at one that fits the time of the call.
  void CheckCount(const Operation& operation) {
    const Revision first = model_.KnownBefore(operation.invoked);
    const Revision last = model_.PossibleBefore(operation.returned);
    if (model_.RangeAt(operation.key, {}, first).size() == operation.count) return;
    for (size_t i : model_.LogOf(operation.key)) {
      const Revision revision = model_.log()[i].revision;
      if (revision <= first || revision > last) continue;
      if (model_.RangeAt(operation.key, {}, revision).size() == operation.count) return;
    }
    Complain(operation,
             fmt::format("count {} was never right from {} to {}", operation.count, first, last));
  }

  void ComplainWatch(size_t number, const WatchRecord& watch, const std::string& text) {
    violations_.Add(
        fmt::format("watch {} of {} from {}: {}", number, watch.prefix, watch.from, text));
  }

  void CheckWatch(size_t number, const WatchRecord& watch) {
    const std::vector<size_t>& log = model_.LogOf(watch.prefix);
    size_t first = FirstExpected(watch, log);
    for (size_t i = 0; i < watch.events.size(); ++i) {
      if (first + i >= log.size() || !SameEvent(watch.events[i], model_.log()[log[first + i]])) {
        ComplainEvent(number, watch, i,
                      first + i < log.size() ? &model_.log()[log[first + i]] : nullptr);
        return;
      }
    }
    CheckCovered(number, watch, log, first);
    if (watch.to_the_end && !watch.error && first + watch.events.size() < log.size()) {
      ComplainEvent(number, watch, watch.events.size(),
                    &model_.log()[log[first + watch.events.size()]]);
    }
    if (watch.called_after_it_ended) ComplainWatch(number, watch, "called after it had ended");
    if (watch.error) CheckEnd(number, watch);
  }

  // Position in `log` of the first event the watch must give. A watch "from now on" may begin
  // anywhere between what was known before the call and what was possible at its end.
  size_t FirstExpected(const WatchRecord& watch, const std::vector<size_t>& log) const {
    auto first_after = [&](Revision revision) {
      return static_cast<size_t>(
          std::ranges::partition_point(
              log, [&](size_t i) { return model_.log()[i].revision <= revision; }) -
          log.begin());
    };
    if (watch.from > 0) return first_after(watch.from);
    const size_t earliest = first_after(model_.KnownBefore(watch.invoked));
    const size_t latest = first_after(model_.PossibleBefore(watch.started));
    if (watch.events.empty()) return latest;
    const size_t given = first_after(watch.events[0].current.mod_revision - 1);
    return std::clamp(given, earliest, latest);
  }

  bool SameEvent(const Event& event, const Model::Entry& entry) const {
    if ((event.type == Event::Type::kDelete) != entry.deletion) return false;
    if (event.current.key != entry.record.key) return false;
    if (event.current.mod_revision != entry.revision) return false;
    if (!entry.deletion && !Same(event.current, entry.record)) return false;
    if (event.previous.has_value() != entry.previous.has_value()) return false;
    return !event.previous || Same(*event.previous, *entry.previous);
  }

  void ComplainEvent(size_t number, const WatchRecord& watch, size_t i, const Model::Entry* entry) {
    auto describe = [](const KeyValue& record, const std::optional<KeyValue>& previous) {
      return Describe(&record) + " was " + Describe(previous ? &*previous : nullptr);
    };
    std::string got = "the end";
    if (i < watch.events.size()) got = describe(watch.events[i].current, watch.events[i].previous);
    const std::string expected = entry ? describe(entry->record, entry->previous) : "nothing";
    ComplainWatch(number, watch, fmt::format("event {} is {}, not {}", i, got, expected));
  }

  // A revision may be called covered only when all its events have been given.
  void CheckCovered(size_t number, const WatchRecord& watch, const std::vector<size_t>& log,
                    size_t first) {
    Revision last = 0;
    for (const WatchRecord::Covered& batch : watch.batches) {
      if (batch.revision < last) ComplainWatch(number, watch, "covered revisions go back");
      last = batch.revision;
    }
    for (const auto* points : {&watch.batches, &watch.progress}) {
      for (const WatchRecord::Covered& point : *points) {
        const size_t next = first + point.events;
        if (next >= log.size() || model_.log()[log[next]].revision > point.revision) continue;
        ComplainWatch(number, watch,
                      fmt::format("said to cover {} before the event of {}", point.revision,
                                  model_.log()[log[next]].revision));
        return;
      }
    }
  }

  void CheckEnd(size_t number, const WatchRecord& watch) {
    Revision position = watch.from;
    if (!watch.batches.empty()) position = std::max(position, watch.batches.back().revision);
    const Revision compacted = CompactedBefore(begun_, watch.ended);
    const bool expired = watch.error->reason() == Reason::kExpired;
    if (expired && position < compacted) return;
    // A store that was cut off and lost its place in history to a compaction ends all its watches,
    // also those that had begun after it.
    if (options_.failures_allowed && (!expired || compacted > 0)) return;
    ComplainWatch(number, watch, "ended: " + watch.error->message());
  }

  const History& history_;
  const CheckOptions options_;
  Violations violations_;
  const Model model_;
  std::vector<Compaction> begun_;
  std::vector<Compaction> done_;
};

}  // namespace

std::vector<std::string> Check(const History& history, const CheckOptions& options) {
  return Checker(history, options).Run();
}

}  // namespace pintle::storage::history
