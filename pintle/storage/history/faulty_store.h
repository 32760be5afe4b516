#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pintle/storage/forwarding_store_for_test.h"

namespace pintle::storage::history {

// A store that now and then breaks the contract in one way: proof that the checker sees it.
class FaultyStore final : public ForwardingStore {
 public:
  enum class Fault : uint8_t {
    kNone,
    kDropsAnEvent,
    kRepeatsAnEvent,
    kReordersEvents,
    kForgetsThePrevious,
    kGivesAPastEvent,
    kClaimsProgressEarly,
    kReadsStale,
    kReadsStaleAtTheRightRevision,
    kOmitsARecord,
    kMiscounts,
    kLosesAWrite,
    kReportsAnotherRevision,
    kIgnoresTheCondition,
    kRefusesWrongly,
    kReadsWhatIsCompacted,
    kRevisionGoesBack,
  };
  // One call of so many goes wrong, once the store has some content.
  static constexpr int kEvery = 40;

  FaultyStore(Store& inner, Fault fault) : ForwardingStore(inner), fault_(fault) {}

  Task<Result<GetResult>> Get(std::string key) override {
    auto reading = inner().Get(key);
    PINTLE_CO_TRY(GetResult result, co_await reading);
    std::scoped_lock lock(mutex_);
    auto [first, added] = first_seen_.emplace(key, result);
    if (!added && Now(Fault::kReadsStale)) co_return first->second;
    if (!added && Now(Fault::kReadsStaleAtTheRightRevision)) result.record = first->second.record;
    co_return result;
  }

  Task<Result<RangeResult>> Range(RangeOptions options) override {
    auto reading = inner().Range(options);
    Result<RangeResult> result = co_await reading;
    if (!result) {
      if (fault_ == Fault::kReadsWhatIsCompacted) {
        co_return RangeResult{.records = {}, .count = 0, .revision = options.revision};
      }
      co_return std::unexpected(result.error());
    }
    if (!result->records.empty() && Now(Fault::kOmitsARecord)) {
      result->records.pop_back();
      --result->count;
    }
    co_return std::move(*result);
  }

  Task<Result<size_t>> Count(std::string prefix) override {
    auto counting = inner().Count(std::move(prefix));
    PINTLE_CO_TRY(size_t count, co_await counting);
    constexpr size_t kTooMany = 100;
    co_return Now(Fault::kMiscounts) ? count + kTooMany : count;
  }

  Task<Result<WriteResult>> Create(std::string key, Bytes value, int64_t ttl_seconds) override {
    if (Now(Fault::kLosesAWrite)) co_return co_await PretendToWrite();
    auto writing = inner().Create(std::move(key), std::move(value), ttl_seconds);
    PINTLE_CO_TRY(WriteResult result, co_await writing);
    co_return Distort(std::move(result));
  }

  Task<Result<WriteResult>> Update(std::string key, Revision expected, Bytes value,
                                   int64_t ttl_seconds) override {
    if (Now(Fault::kLosesAWrite)) co_return co_await PretendToWrite();
    if (Now(Fault::kRefusesWrongly)) {
      auto reading = inner().Get(key);
      PINTLE_CO_TRY(GetResult there, co_await reading);
      co_return WriteResult{
          .succeeded = false, .revision = there.revision, .current = there.record};
    }
    auto writing = inner().Update(key, expected, value, ttl_seconds);
    PINTLE_CO_TRY(WriteResult result, co_await writing);
    if (!result.succeeded && result.current && fault_ == Fault::kIgnoresTheCondition) {
      auto again = inner().Update(key, result.current->mod_revision, value, ttl_seconds);
      Result<WriteResult> forced = co_await again;
      co_return forced;
    }
    co_return Distort(std::move(result));
  }

  Task<Result<Revision>> CurrentRevision() override {
    auto reading = inner().CurrentRevision();
    PINTLE_CO_TRY(Revision revision, co_await reading);
    co_return Now(Fault::kRevisionGoesBack) ? revision / 2 + 1 : revision;
  }

  Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from,
                                            WatchSink sink) override {
    WatchSink distorting{
        .on_events = [this, give = sink.on_events](
                         std::vector<Event> events,
                         Revision revision) { give(Distort(std::move(events)), revision); },
        .on_end = sink.on_end};
    const bool past = from > 3 && fault_ == Fault::kGivesAPastEvent;
    PINTLE_TRY(auto watch, inner().StartWatch(std::move(prefix), past ? from - 3 : from,
                                              std::move(distorting)));
    return std::make_unique<FaultyWatch>(std::move(watch), fault_ == Fault::kClaimsProgressEarly);
  }

 private:
  class FaultyWatch final : public Watch {
   public:
    FaultyWatch(std::unique_ptr<Watch> inner, bool boasts)
        : inner_(std::move(inner)), boasts_(boasts) {}
    Revision progress() const override {
      constexpr Revision kAhead = 1000;
      return inner_->progress() + (boasts_ ? kAhead : 0);
    }
    Task<Status> WaitFor(Revision revision, std::chrono::milliseconds timeout) override {
      return inner_->WaitFor(revision, timeout);
    }

   private:
    const std::unique_ptr<Watch> inner_;
    const bool boasts_;
  };

  bool Now(Fault fault) { return fault == fault_ && ++calls_ % kEvery == 0; }

  // Takes a revision and writes where nobody looks.
  Task<Result<WriteResult>> PretendToWrite() {
    auto writing = inner().Create("/lost/" + std::to_string(++lost_), Bytes(std::string()), 0);
    Result<WriteResult> result = co_await writing;
    co_return result;
  }

  WriteResult Distort(WriteResult result) {
    if (result.succeeded && Now(Fault::kReportsAnotherRevision)) --result.revision;
    return result;
  }

  std::vector<Event> Distort(std::vector<Event> events) {
    if (events.empty()) return events;
    if (Now(Fault::kDropsAnEvent)) {
      events.pop_back();
    } else if (Now(Fault::kRepeatsAnEvent)) {
      events.push_back(Event(events.back()));
    } else if (Now(Fault::kForgetsThePrevious)) {
      for (Event& event : events) event.previous.reset();
    } else if (fault_ == Fault::kReordersEvents && events.size() > 1) {
      std::swap(events.front(), events.back());
    }
    return events;
  }

  const Fault fault_;
  std::atomic<int> calls_{0};
  std::atomic<int> lost_{0};
  std::mutex mutex_;
  std::map<std::string, GetResult> first_seen_;  // guarded by mutex_
};

}  // namespace pintle::storage::history
