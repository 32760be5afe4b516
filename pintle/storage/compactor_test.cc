#include "pintle/storage/compactor.h"

#include <gtest/gtest.h>

#include "pintle/storage/forwarding_store_for_test.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/storage/store_testing.h"

namespace pintle::storage {
namespace {

// Tells of compactions.
class WatchedStore final : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;

  Task<Result<Revision>> CurrentRevision() override {
    // A write a round, before it looks.
    const std::string key = "/k" + std::to_string(++rounds_);
    Result<WriteResult> written = co_await inner().Create(key, Bytes("v"), 0);
    if (!written) co_return std::unexpected(std::move(written).error());
    co_return written->revision;
  }
  Task<Status> Compact(Revision revision) override {
    Status status = co_await inner().Compact(revision);
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
  std::atomic<int> rounds_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Revision> compacted_;
};

class CompactorTest : public testing::Test {
 protected:
  // A round that runs when the compactor ends goes on until the store does: what it uses stays.
  ~CompactorTest() override { memory_.reset(); }

  std::unique_ptr<Store> memory_ = NewMemoryStore();
  WatchedStore store_{*memory_};
};

TEST_F(CompactorTest, CompactsToWhatTheRoundBeforeSaw) {
  std::vector<Revision> compacted;
  {
    Compactor compactor(store_, std::chrono::milliseconds(1));
    compacted = store_.WaitForCompactions(3);
  }
  ASSERT_GE(compacted.size(), 3u);
  // The rounds see 2, 3, 4, ...
  for (size_t i = 0; i < compacted.size(); ++i) {
    EXPECT_EQ(compacted[i], static_cast<Revision>(i) + 2);
  }
  EXPECT_FALSE(BlockOn(store_.Range({.prefix = "/", .revision = 3})));
}

TEST_F(CompactorTest, EndsWhileItWaits) {
  {
    Compactor compactor(store_);
  }
  EXPECT_TRUE(store_.WaitForCompactions(0).empty());
}

}  // namespace
}  // namespace pintle::storage
