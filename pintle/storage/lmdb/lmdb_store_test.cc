#include "pintle/storage/lmdb/lmdb_store.h"

#include <gtest/gtest.h>
#include <lmdb.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <latch>
#include <thread>

#include "pintle/storage/lmdb/format.h"
#include "pintle/storage/store_testing.h"

namespace pintle::storage {
namespace {

std::unique_ptr<Store> MustOpen(const std::string& path) {
  auto opened = OpenLmdbStore({.path = path});
  if (!opened) {
    ADD_FAILURE() << opened.error().message();
    return nullptr;
  }
  return std::move(*opened);
}

TEST(LmdbStore, TheLockNamesItsHolder) {
  TemporaryFolder folder;
  auto store = MustOpen(folder.path());
  auto second = OpenLmdbStore({.path = folder.path()});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().reason(), Reason::kServiceUnavailable);
  EXPECT_NE(second.error().message().find("in use by process " + std::to_string(::getpid())),
            std::string::npos)
      << second.error().message();
  store.reset();
  EXPECT_TRUE(OpenLmdbStore({.path = folder.path()}));
}

TEST(LmdbStore, TheMapGrowsUnderReadersAndWriters) {
  TemporaryFolder folder;
  const LmdbOptions options{
      .path = folder.path(), .map_size = 1024 * 1024, .map_headroom = 256 * 1024};
  auto opened = OpenLmdbStore(options);
  ASSERT_TRUE(opened) << opened.error().message();
  Store& store = **opened;
  const std::string value(50'000, 'v');
  MustCreate(store, "/first", value);
  std::atomic<bool> stop = false;
  std::vector<std::thread> readers;
  constexpr int kReaders = 3;
  std::latch begun(kReaders);
  for (int r = 0; r < kReaders; ++r) {
    readers.emplace_back([&] {
      begun.count_down();
      while (!stop) {
        auto got = BlockOn(store.Get("/first"));
        ASSERT_TRUE(got) << got.error().message();
        ASSERT_EQ(got->record->value.view(), value);
        ASSERT_GE(MustRange(store, {.prefix = "/", .limit = 3}).count, 1u);
      }
    });
  }
  begun.wait();
  for (int i = 0; i < 400; ++i) MustCreate(store, "/k" + std::to_string(i), value);
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(MustRange(store, {.prefix = "/"}).count, 401u);
  EXPECT_GT(std::filesystem::file_size(folder.path() + "/data.mdb"), 400u * 50'000u);
}

// More headroom is asked for than there are addresses, so the map stays as it is: then a full map
// is an error like a full disk.
TEST(LmdbStore, AMapThatCannotGrowIsAnErrorAndReadsGoOn) {
  TemporaryFolder folder;
  auto opened = OpenLmdbStore(
      {.path = folder.path(), .map_size = 1024 * 1024, .map_headroom = size_t{1} << 60});
  ASSERT_TRUE(opened) << opened.error().message();
  Store& store = **opened;
  Revision last = 1;
  bool failed = false;
  for (int i = 0; i < 200 && !failed; ++i) {
    const std::string key = "/k" + std::to_string(i);
    auto result = BlockOn(store.Create(key, Bytes(std::string(20'000, 'v')), 0));
    if (result) {
      last = result->revision;
      continue;
    }
    failed = true;
    EXPECT_EQ(result.error().reason(), Reason::kInternalError);
  }
  EXPECT_TRUE(failed);
  EXPECT_EQ(MustCurrent(store), last);
  EXPECT_EQ(MustRange(store, {.prefix = "/"}).count, static_cast<size_t>(last - 1));
}

// A bound on the size of files stands for a full disk: the system refuses to extend the file.
TEST(LmdbStore, AFullDiskIsAnErrorAndWritingGoesOnWhenThereIsRoom) {
  TemporaryFolder folder;
  auto store = MustOpen(folder.path());
  MustCreate(*store, "/before", "1");
  rlimit unlimited{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &unlimited), 0);
  auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit limited = unlimited;
  limited.rlim_cur = 512 * 1024;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limited), 0);
  auto refused = BlockOn(store->Create("/large", Bytes(std::string(1024 * 1024, 'v')), 0));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &unlimited), 0);
  ::signal(SIGXFSZ, old_handler);

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason(), Reason::kInternalError);
  EXPECT_EQ(Describe(MustRange(*store, {.prefix = "/"}).records), "/before=1@2");
  EXPECT_EQ(MustCreate(*store, "/after", "1").revision, 3);
}

TEST(LmdbStore, AFolderThatCannotBeMadeIsAnError) {
  TemporaryFolder folder;
  std::ofstream(folder.path() + "/file") << "x";
  auto opened = OpenLmdbStore({.path = folder.path() + "/file/data"});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().reason(), Reason::kInternalError);
}

// The tables of a closed store, seen past the store.
class RawTables {
 public:
  explicit RawTables(const std::string& path) {
    EXPECT_EQ(mdb_env_create(&env_), 0);
    mdb_env_set_maxdbs(env_, lmdb_format::kTables);
    EXPECT_EQ(mdb_env_open(env_, path.c_str(), 0, 0600), 0);
    EXPECT_EQ(mdb_txn_begin(env_, nullptr, 0, &transaction_), 0);
  }
  ~RawTables() {
    EXPECT_EQ(mdb_txn_commit(transaction_), 0);
    mdb_env_close(env_);
  }

  size_t Rows(const char* table) {
    MDB_stat stat{};
    EXPECT_EQ(mdb_stat(transaction_, Open(table), &stat), 0);
    return stat.ms_entries;
  }

  void Put(const char* table, std::string key, std::string value) {
    MDB_val raw_key{key.size(), key.data()};
    MDB_val raw_value{value.size(), value.data()};
    EXPECT_EQ(mdb_put(transaction_, Open(table), &raw_key, &raw_value, 0), 0);
  }

 private:
  MDB_dbi Open(const char* table) {
    MDB_dbi opened = 0;
    EXPECT_EQ(mdb_dbi_open(transaction_, table, 0, &opened), 0);
    return opened;
  }
  MDB_env* env_ = nullptr;
  MDB_txn* transaction_ = nullptr;
};

TEST(LmdbStore, AnUnknownFormatIsRefused) {
  TemporaryFolder folder;
  MustOpen(folder.path()).reset();
  RawTables(folder.path())
      .Put(lmdb_format::kMetaTable, std::string(lmdb_format::kMetaFormat),
           lmdb_format::Integer(99));
  auto opened = OpenLmdbStore({.path = folder.path()});
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message().find("format 99"), std::string::npos);
}

TEST(LmdbStore, CompactionRemovesRowsThatNothingNeeds) {
  TemporaryFolder folder;
  {
    auto store = MustOpen(folder.path());
    MustCreate(*store, "/kept", "1");     // 2
    MustUpdate(*store, "/kept", 2, "2");  // 3
    MustCreate(*store, "/gone", "1");     // 4
    MustDelete(*store, "/gone", 4);       // 5
    MustUpdate(*store, "/kept", 3, "3");  // 6
    ASSERT_TRUE(BlockOn(store->Compact(5)));
  }
  {
    RawTables tables(folder.path());
    EXPECT_EQ(tables.Rows(lmdb_format::kRevisionsTable), 2u) << "3, which is current at 5, and 6";
    EXPECT_EQ(tables.Rows(lmdb_format::kIndexTable), 2u);
  }
  auto store = MustOpen(folder.path());
  ASSERT_TRUE(BlockOn(store->Compact(6)));
  store.reset();
  RawTables tables(folder.path());
  EXPECT_EQ(tables.Rows(lmdb_format::kRevisionsTable), 1u);
  EXPECT_EQ(tables.Rows(lmdb_format::kIndexTable), 1u);
}

// A crash between setting the compacted revision and removing the rows.
TEST(LmdbStore, AnUnfinishedCompactionIsFinishedAfterOpening) {
  TemporaryFolder folder;
  {
    auto store = MustOpen(folder.path());
    MustCreate(*store, "/a", "1");     // 2
    MustUpdate(*store, "/a", 2, "2");  // 3
  }
  RawTables(folder.path())
      .Put(lmdb_format::kMetaTable, std::string(lmdb_format::kMetaCompacted),
           lmdb_format::Integer(3));
  {
    auto store = MustOpen(folder.path());
    ASSERT_TRUE(BlockOn(store->Compact(3)));
  }
  EXPECT_EQ(RawTables(folder.path()).Rows(lmdb_format::kRevisionsTable), 1u);
}

}  // namespace
}  // namespace pintle::storage
