#include "pintle/storage/lmdb/lmdb_store.h"

#include <gtest/gtest.h>
#include <lmdb.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
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

TEST(LmdbStore, ReopeningKeepsDataRevisionsAndHistory) {
  TemporaryFolder folder;
  {
    auto store = MustOpen(folder.path());
    MustCreate(*store, "/a", "1");
    MustCreate(*store, "/b", "1");
    MustUpdate(*store, "/a", 2, "2");
    MustDelete(*store, "/b", 3);
  }
  {
    auto store = MustOpen(folder.path());
    EXPECT_EQ(MustCurrent(*store), 5);
    EXPECT_EQ(Describe(MustRange(*store, {.prefix = "/"}).records), "/a=2@4");
    EXPECT_EQ(Describe(MustRange(*store, {.prefix = "/", .revision = 3}).records), "/a=1@2 /b=1@3");
    EventLog log;
    auto watch = store->StartWatch("/", 3, log.Sink());
    EXPECT_EQ(Describe(log.WaitForEvents(2)), "put /a=2@4 was 1@2\ndelete /b=@5 was 1@3\n");
    ASSERT_TRUE(BlockOn(store->Compact(5)));
  }
  auto store = MustOpen(folder.path());
  EXPECT_EQ(MustCurrent(*store), 5)
      << "the last revision's record is gone, the revision is not reused";
  EXPECT_EQ(BlockOn(store->Range({.prefix = "/", .revision = 4})).error().reason(),
            Reason::kExpired);
  EXPECT_EQ(MustCreate(*store, "/c", "1").revision, 6);
}

TEST(LmdbStore, ExpiriesSurviveReopening) {
  TemporaryFolder folder;
  Revision before = 0;
  {
    auto store = MustOpen(folder.path());
    before = MustCreate(*store, "/short", "s", /*ttl_seconds=*/1).revision;
  }
  auto store = MustOpen(folder.path());
  EventLog log;
  auto watch = store->StartWatch("/", before, log.Sink());
  EXPECT_EQ(Describe(log.WaitForEvents(1)), "delete /short=@3 was s@2\n");
}

TEST(LmdbStore, LargeValuesAreReadAndReplayedWhole) {
  TemporaryFolder folder;
  auto store = MustOpen(folder.path());
  const std::string large(3 * 1024 * 1024, 'x');
  MustCreate(*store, "/large", large);
  EXPECT_EQ(BlockOn(store->Get("/large"))->record->value.view(), large);
  EventLog log;
  auto watch = store->StartWatch("/", 1, log.Sink());
  EXPECT_EQ(log.WaitForEvents(1)[0].current.value.size(), large.size());
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

TEST(LmdbStore, AFullMapIsAnErrorAndReadsGoOn) {
  TemporaryFolder folder;
  auto opened = OpenLmdbStore({.path = folder.path(), .map_size = 1024 * 1024});
  ASSERT_TRUE(opened) << opened.error().message();
  Store& store = **opened;
  Revision last = 1;
  bool failed = false;
  for (int i = 0; i < 200 && !failed; ++i) {
    auto result =
        BlockOn(store.Create("/k" + std::to_string(i), Bytes(std::string(20'000, 'v')), 0));
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

// Writes as fast as it can and reports every acknowledged revision through the pipe, until it is
// killed.
[[noreturn]] void WriteUntilKilled(const std::string& path, int report) {
  auto opened = OpenLmdbStore({.path = path});
  if (!opened) ::_exit(2);
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([&, w] {
      for (int i = 0;; ++i) {
        const std::string key = "/" + std::to_string(w) + "/" + std::to_string(i);
        auto result = BlockOn((*opened)->Create(key, Bytes("value of " + key), 0));
        if (!result || !result->succeeded) ::_exit(3);
        // Shorter than PIPE_BUF, so lines of several threads do not mix.
        const std::string line = key + " " + std::to_string(result->revision) + "\n";
        if (::write(report, line.data(), line.size()) < 0) ::_exit(4);
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  ::_exit(5);
}

TEST(LmdbStore, AKilledProcessLosesNoAcknowledgedWrite) {
  TemporaryFolder folder;
  size_t acknowledged = 0;
  for (int round = 0; round < 2; ++round) {
    const std::string path = folder.path() + "/data" + std::to_string(round);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::close(ends[0]);
      WriteUntilKilled(path, ends[1]);
    }
    ::close(ends[1]);
    std::string report;
    char buffer[4096];
    bool killed = false;
    for (ssize_t size; (size = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
      report.append(buffer, static_cast<size_t>(size));
      if (!killed && report.size() > 4000) {
        ::kill(child, SIGKILL);
        killed = true;
      }
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer ended with " << WEXITSTATUS(status);

    auto store = MustOpen(path);
    ASSERT_NE(store, nullptr);
    std::istringstream lines(report);
    std::string key;
    Revision revision = 0;
    Revision highest = 1;
    while (lines >> key >> revision) {
      auto got = BlockOn(store->Get(key));
      ASSERT_TRUE(got && got->record) << key;
      EXPECT_EQ(got->record->mod_revision, revision);
      EXPECT_EQ(got->record->value.view(), "value of " + key);
      highest = std::max(highest, revision);
      ++acknowledged;
    }
    EXPECT_GE(MustCurrent(*store), highest);
    EXPECT_GT(MustCreate(*store, "/after" + std::to_string(round), "x").revision, highest);
  }
  EXPECT_GT(acknowledged, 100u);
}

}  // namespace
}  // namespace pintle::storage
