#include "pintle/storage/embedded_store.h"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/storage/store_testing.h"

namespace pintle::storage {
namespace {

// Each update expects the revision of the one before, which is not committed yet when it is queued.
// Compacting them all takes more than one slice.
void CheckQueueOrder(Store& store) {
  constexpr int kUpdates = 3000;
  MustCreate(store, "/cold", "x");
  const Revision first = MustCreate(store, "/hot", "0").revision;
  std::atomic<int> succeeded = 0;
  std::counting_semaphore<kUpdates> done(0);
  for (int i = 1; i <= kUpdates; ++i) {
    Start(store.Update("/hot", first + i - 1, Bytes(std::to_string(i))),
          [&](Result<WriteResult> result) {
            succeeded += result && result->succeeded ? 1 : 0;
            done.release();
          });
  }
  for (int i = 0; i < kUpdates; ++i) done.acquire();
  ASSERT_EQ(succeeded, kUpdates);
  ASSERT_TRUE(BlockOn(store.Compact(first + kUpdates)));
  EXPECT_EQ(Describe(MustRange(store, {.prefix = "/"}).records), "/cold=x@2 /hot=3000@3003");
}

TEST(EmbeddedStore, ConditionsAreCheckedInQueueOrder) {
  CheckQueueOrder(*NewMemoryStore());
  TemporaryFolder folder;
  auto opened = OpenLmdbStore({.path = folder.path()});
  ASSERT_TRUE(opened) << opened.error().message();
  CheckQueueOrder(**opened);
}

}  // namespace
}  // namespace pintle::storage
