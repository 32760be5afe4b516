#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <semaphore>
#include <string>
#include <thread>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/store_testing.h"
#include "tests/storage/workload.h"

namespace pintle::storage_tests {
namespace {

using storage::OpenLmdbStore;
using storage::TemporaryFolder;

constexpr int kRounds = 200;
// Rounds on one store; then a new one, so that its making is interrupted too.
constexpr int kRoundsPerStore = 20;
constexpr int64_t kNumbersPerRound = 1'000'000;
// Every second process is killed at any time, perhaps before it has opened the store; the others
// after some lines of their report, so that however slow the machine is there is something to lose.
constexpr uint64_t kMaxLifetimeMicroseconds = 120'000;
constexpr size_t kLeastLines = 20;
constexpr uint64_t kMoreLines = 100;
constexpr uint64_t kMaxMicrosecondsAfterLines = 5'000;

// When a process is killed: so long after so many lines of its report.
struct Death {
  size_t lines = 0;
  std::chrono::microseconds delay{0};
};

Death RandomDeath(int round, std::mt19937_64& random) {
  if (round % 2 != 0) {
    return {.lines = 0, .delay = std::chrono::microseconds(random() % kMaxLifetimeMicroseconds)};
  }
  return {.lines = kLeastLines + random() % kMoreLines,
          .delay = std::chrono::microseconds(random() % kMaxMicrosecondsAfterLines)};
}

int Rounds() {
  const char* rounds = std::getenv("PINTLE_CRASH_ROUNDS");
  return rounds != nullptr ? std::atoi(rounds) : kRounds;
}

[[noreturn]] void WriteUntilKilled(const std::string& path, const WriterOptions& options, int out) {
  auto store = OpenLmdbStore({.path = path});
  if (!store) ::_exit(2);
  RunWriters(**store, options, [out](const std::string& line) {
    if (::write(out, line.data(), line.size()) < 0) ::_exit(3);
  });
  ::_exit(4);
}

// Starts writers in a process of their own and kills it. Returns what they reported.
std::string RunAndKill(const std::string& path, const WriterOptions& options, const Death& death) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    WriteUntilKilled(path, options, ends[1]);
  }
  ::close(ends[1]);
  std::binary_semaphore lines_came(0);
  std::thread killer([&] {
    lines_came.acquire();
    std::this_thread::sleep_for(death.delay);
    ::kill(child, SIGKILL);
  });
  std::string report;
  char buffer[65536];
  size_t missing_lines = death.lines;
  if (missing_lines == 0) lines_came.release();
  for (ssize_t size; (size = ::read(ends[0], buffer, sizeof buffer)) > 0;) {
    report.append(buffer, static_cast<size_t>(size));
    const auto lines = static_cast<size_t>(std::count(buffer, buffer + size, '\n'));
    if (missing_lines > 0 && lines >= missing_lines) lines_came.release();
    missing_lines -= std::min(missing_lines, lines);
  }
  if (missing_lines > 0) lines_came.release();  // it has ended by itself
  killer.join();
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the writers ended with " << WEXITSTATUS(status);
  return report;
}

void AddLines(std::string_view report, Journal& journal) {
  while (!report.empty()) {
    const size_t size = std::min(report.find('\n'), report.size() - 1) + 1;
    journal.Add(report.substr(0, size));
    report.remove_prefix(size);
  }
}

// The number of rounds is $PINTLE_CRASH_ROUNDS, or 200.
TEST(StorageCrash, KilledAtRandomPointsItLosesNothingAcknowledged) {
  std::mt19937_64 random(std::random_device{}());
  size_t acknowledged = 0;
  std::unique_ptr<TemporaryFolder> folder;
  Journal journal;
  for (int round = 0; round < Rounds(); ++round) {
    if (round % kRoundsPerStore == 0) {
      acknowledged += journal.acknowledged();
      folder = std::make_unique<TemporaryFolder>();
      journal = Journal();
    }
    const WriterOptions options{.seed = random(), .first_number = (round + 1) * kNumbersPerRound};
    const Death death = RandomDeath(round, random);
    AddLines(RunAndKill(folder->path(), options, death), journal);
    auto store = OpenLmdbStore({.path = folder->path()});
    ASSERT_TRUE(store) << "round " << round << ": " << store.error().message();
    ASSERT_EQ(journal.Check(**store), "") << "round " << round << ", seed " << options.seed;
  }
  acknowledged += journal.acknowledged();
  fmt::print("{} rounds, {} acknowledged writes\n", Rounds(), acknowledged);
  EXPECT_GT(acknowledged, static_cast<size_t>(Rounds()));
}

}  // namespace
}  // namespace pintle::storage_tests
