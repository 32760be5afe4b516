#include "pintle/storage/lmdb/backup.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <fstream>
#include <thread>

#include "pintle/storage/lmdb/lmdb_store.h"
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

// Makes backups as the command does it: in a process of its own. That is to be started before the
// store, whose threads a fork would leave in the middle of something.
class BackupProcess {
 public:
  explicit BackupProcess(const std::string& file) {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    socket_ = ends[0];
    child_ = ::fork();
    if (child_ == 0) {
      ::close(ends[0]);
      Serve(ends[1], file);
    }
    ::close(ends[1]);
  }
  ~BackupProcess() {
    ::close(socket_);
    ::waitpid(child_, nullptr, 0);
  }
  BackupProcess(const BackupProcess&) = delete;
  BackupProcess& operator=(const BackupProcess&) = delete;

  // The revision, or 0 for a failure.
  Revision BackUp(const std::string& folder) const {
    EXPECT_EQ(::send(socket_, folder.data(), folder.size(), 0),
              static_cast<ssize_t>(folder.size()));
    Revision revision = 0;
    EXPECT_EQ(::recv(socket_, &revision, sizeof revision, 0),
              static_cast<ssize_t>(sizeof revision));
    return revision;
  }

 private:
  [[noreturn]] static void Serve(int socket, const std::string& file) {
    char folder[PATH_MAX];
    for (ssize_t size; (size = ::recv(socket, folder, sizeof folder, 0)) > 0;) {
      auto summary = BackupLmdbStore(std::string(folder, static_cast<size_t>(size)), file);
      const Revision revision = summary ? summary->revision : 0;
      if (::send(socket, &revision, sizeof revision, 0) < 0) break;
    }
    ::_exit(0);
  }

  int socket_ = -1;
  pid_t child_ = -1;
};

std::vector<std::string> FilesIn(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Backup, RestoresTheStateAtRevisionsNobodyHasSeen) {
  TemporaryFolder folder;
  const std::string file = folder.path() + "/backup";
  const BackupProcess process(file);
  auto store = MustOpen(folder.path() + "/old");
  MustCreate(*store, "/a", "1");     // 2
  MustUpdate(*store, "/a", 2, "2");  // 3
  MustCreate(*store, "/b", "1");     // 4
  EXPECT_EQ(process.BackUp(folder.path() + "/old"), 4);
  // Lost with the old store.
  MustUpdate(*store, "/a", 3, "lost");  // 5
  store.reset();

  auto restored = RestoreLmdbStore(file, folder.path() + "/new");
  ASSERT_TRUE(restored) << restored.error().message();
  const Revision revision = 4 + kRestoreRevisionGap;
  EXPECT_EQ(restored->restored_revision, revision);
  store = MustOpen(folder.path() + "/new");
  EXPECT_EQ(MustCurrent(*store), revision);
  EXPECT_EQ(Describe(MustRange(*store, {.prefix = "/"}).records), "/a=2@3 /b=1@4");
  // Whoever has seen revision 5 of the old store must not go on from there.
  for (Revision seen : {3, 4, 5, 100}) {
    EXPECT_EQ(BlockOn(store->Range({.prefix = "/", .revision = seen})).error().reason(),
              Reason::kExpired);
    EventLog log;
    auto watch = store->StartWatch("/", seen, log.Sink());
    ASSERT_TRUE(watch);
    EXPECT_EQ(log.WaitForEnd()->reason(), Reason::kExpired);
  }
  EXPECT_FALSE(MustUpdate(*store, "/a", 5, "x").succeeded);
  EventLog log;
  auto watch = store->StartWatch("/", revision, log.Sink());
  EXPECT_EQ(MustUpdate(*store, "/a", 3, "3").revision, revision + 1);
  EXPECT_EQ(Describe(log.WaitForEvents(1)), fmt::format("put /a=3@{} was 2@3\n", revision + 1));
  ASSERT_TRUE(BlockOn(store->Compact(revision + 1))) << "the gap costs no time";
  EXPECT_EQ(FilesIn(folder.path()), (std::vector<std::string>{"backup", "new", "old"}));
}

TEST(Backup, IsCompactAndConsistentUnderWriters) {
  TemporaryFolder folder;
  const std::string path = folder.path() + "/old";
  const std::string file = folder.path() + "/backup";
  const BackupProcess process(file);
  auto store = MustOpen(path);
  // Pairs with equal values: a backup that is no snapshot would tear them in time.
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    Revision even = 0;
    for (int i = 0; !stop; ++i) {
      const std::string value = std::string(5'000, 'v') + std::to_string(i);
      even = even == 0 ? MustCreate(*store, "/even", value).revision
                       : MustUpdate(*store, "/even", even, value).revision;
      ASSERT_TRUE(MustCreate(*store, "/odd" + std::to_string(i), value).succeeded);
    }
  });
  for (int round = 0; round < 5; ++round) {
    const std::string restored = folder.path() + "/new" + std::to_string(round);
    const Revision revision = process.BackUp(path);
    ASSERT_GT(revision, 0);
    auto summary = RestoreLmdbStore(file, restored);
    ASSERT_TRUE(summary) << summary.error().message();
    auto copy = MustOpen(restored);
    // Every second write was one of /even: all of them up to the revision are there, no others.
    const RangeResult odd = MustRange(*copy, {.prefix = "/odd"});
    EXPECT_EQ(static_cast<Revision>(odd.count), (revision - 1) / 2);
    EXPECT_EQ(MustCurrent(*copy), summary->restored_revision);
  }
  stop = true;
  writer.join();
  ASSERT_TRUE(BlockOn(store->Compact(MustCurrent(*store))));
  for (const KeyValue& record : MustRange(*store, {.prefix = "/odd"}).records) {
    MustDelete(*store, record.key, record.mod_revision);
  }
  ASSERT_TRUE(BlockOn(store->Compact(MustCurrent(*store))));
  EXPECT_GT(process.BackUp(path), 0);
  EXPECT_LT(std::filesystem::file_size(file), 200'000u);
}

TEST(Backup, RefusesWhatItMustNotDo) {
  TemporaryFolder folder;
  const std::string path = folder.path() + "/store";
  const std::string file = folder.path() + "/backup";
  const BackupProcess process(file);
  EXPECT_EQ(BackupLmdbStore(path, file).error().reason(), Reason::kNotFound);
  auto store = MustOpen(path);
  MustCreate(*store, "/a", "1");
  ASSERT_GT(process.BackUp(path), 0);

  auto held = RestoreLmdbStore(file, path);
  ASSERT_FALSE(held);
  EXPECT_NE(held.error().message().find("in use by process " + std::to_string(::getpid())),
            std::string::npos)
      << held.error().message();
  store.reset();
  auto full = RestoreLmdbStore(file, path);
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().reason(), Reason::kAlreadyExists);
  EXPECT_EQ(Describe(MustRange(*MustOpen(path), {.prefix = "/"}).records), "/a=1@2");

  EXPECT_EQ(RestoreLmdbStore(file + "x", folder.path() + "/new").error().reason(),
            Reason::kNotFound);
  std::ofstream(folder.path() + "/text") << std::string(10'000, 't');
  EXPECT_EQ(RestoreLmdbStore(folder.path() + "/text", folder.path() + "/new").error().reason(),
            Reason::kBadRequest);
  EXPECT_FALSE(BackupLmdbStore(path, folder.path() + "/none/backup"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/new"));
}

}  // namespace
}  // namespace pintle::storage
