#include "pintle/storage/compactor.h"

#include <gtest/gtest.h>

#include "pintle/storage/memory/memory_store.h"
#include "pintle/storage/store_testing.h"

namespace pintle::storage {
namespace {

// Passes everything on and tells of compactions.
class WatchedStore final : public Store {
 public:
  Task<Result<GetResult>> Get(std::string key) override { return inner_->Get(std::move(key)); }
  Task<Result<RangeResult>> Range(RangeOptions options) override {
    return inner_->Range(std::move(options));
  }
  Task<Result<size_t>> Count(std::string prefix) override {
    return inner_->Count(std::move(prefix));
  }
  Task<Result<WriteResult>> Create(std::string key, Bytes value, int64_t ttl_seconds) override {
    return inner_->Create(std::move(key), std::move(value), ttl_seconds);
  }
  Task<Result<WriteResult>> Update(std::string key, Revision expected, Bytes value,
                                   int64_t ttl_seconds) override {
    return inner_->Update(std::move(key), expected, std::move(value), ttl_seconds);
  }
  Task<Result<WriteResult>> Delete(std::string key, Revision expected) override {
    return inner_->Delete(std::move(key), expected);
  }
  Task<Result<Revision>> CurrentRevision() override {
    // A write a round, before it looks.
    const std::string key = "/k" + std::to_string(++rounds_);
    Result<WriteResult> written = co_await inner_->Create(key, Bytes("v"), 0);
    if (!written) co_return std::unexpected(std::move(written).error());
    co_return written->revision;
  }
  Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from,
                                            WatchSink sink) override {
    return inner_->StartWatch(std::move(prefix), from, std::move(sink));
  }
  Task<Status> Compact(Revision revision) override {
    Status status = co_await inner_->Compact(revision);
    {
      std::scoped_lock lock(mutex_);
      compacted_.push_back(revision);
    }
    changed_.notify_all();
    co_return status;
  }

  std::vector<Revision> WaitForCompactions(size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return compacted_.size() >= count; });
    return compacted_;
  }

 private:
  const std::unique_ptr<Store> inner_ = NewMemoryStore();
  std::atomic<int> rounds_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Revision> compacted_;
};

TEST(Compactor, CompactsToWhatTheRoundBeforeSaw) {
  WatchedStore store;
  std::vector<Revision> compacted;
  {
    Compactor compactor(store, std::chrono::milliseconds(1));
    compacted = store.WaitForCompactions(3);
  }
  ASSERT_GE(compacted.size(), 3u);
  // The rounds see 2, 3, 4, ...
  for (size_t i = 0; i < compacted.size(); ++i) {
    EXPECT_EQ(compacted[i], static_cast<Revision>(i) + 2);
  }
  EXPECT_FALSE(BlockOn(store.Range({.prefix = "/", .revision = 3})));
}

TEST(Compactor, EndsWhileItWaits) {
  WatchedStore store;
  {
    Compactor compactor(store);
  }
  EXPECT_TRUE(store.WaitForCompactions(0).empty());
}

}  // namespace
}  // namespace pintle::storage
