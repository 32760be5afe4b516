#include "pintle/storage/store_contract.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "pintle/storage/limits.h"

namespace pintle::storage {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StoreContract);

void StoreContract::SetUp() {
  static std::atomic<int> tests = 0;
  if (!GetParam().starts_empty) root_ = fmt::format("/contract-{}-{}", ::getpid(), ++tests);
  place_ = GetParam().make_place();
  Reopen();
}

void StoreContract::Reopen() {
  Close();
  auto opened = place_->Open();
  ASSERT_TRUE(opened) << opened.error().message();
  store_ = std::move(*opened);
}

Revision StoreContract::Numbered(const WriteResult& result) {
  EXPECT_TRUE(result.succeeded);
  if (!number_of_revision_.empty()) {
    EXPECT_GT(result.revision, number_of_revision_.rbegin()->first);
  }
  const Revision number = static_cast<Revision>(number_of_revision_.size()) + 1;
  number_of_revision_.emplace(result.revision, number);
  return result.revision;
}

Revision StoreContract::Create(std::string_view name, std::string value, int64_t ttl_seconds) {
  return Numbered(MustCreate(store(), Key(name), std::move(value), ttl_seconds));
}

Revision StoreContract::Update(std::string_view name, Revision expected, std::string value,
                               int64_t ttl_seconds) {
  return Numbered(MustUpdate(store(), Key(name), expected, std::move(value), ttl_seconds));
}

Revision StoreContract::Delete(std::string_view name, Revision expected) {
  return Numbered(MustDelete(store(), Key(name), expected));
}

RangeResult StoreContract::Range(std::string_view prefix, Revision revision) {
  return MustRange(store(), {.prefix = Key(prefix), .revision = revision});
}

void StoreContract::Localise(KeyValue& record) const {
  if (record.key.starts_with(root_)) record.key.erase(0, root_.size());
  auto number = number_of_revision_.find(record.mod_revision);
  record.mod_revision = number != number_of_revision_.end() ? number->second : -1;
}

std::string StoreContract::Show(std::vector<KeyValue> records) const {
  for (KeyValue& record : records) Localise(record);
  return Describe(records);
}

std::string StoreContract::Show(std::vector<Event> events) const {
  for (Event& event : events) {
    Localise(event.current);
    if (event.previous) Localise(*event.previous);
  }
  return Describe(events);
}

std::string CauseOf(const Error& error) {
  if (error.details() == nullptr || error.details()->causes.empty()) return "";
  return error.details()->causes[0].reason;
}

namespace {

TEST_P(StoreContract, StartsEmptyAtRevisionOne) {
  if (!GetParam().starts_empty) GTEST_SKIP() << "shares its server";
  EXPECT_EQ(MustCurrent(store()), 1);
  auto got = BlockOn(store().Get("/a"));
  ASSERT_TRUE(got);
  EXPECT_FALSE(got->record);
  EXPECT_EQ(got->revision, 1);
  EXPECT_EQ(MustRange(store(), {.prefix = ""}).count, 0u);
  // Without other writers revisions have no gaps.
  EXPECT_EQ(MustCreate(store(), "/a", "1").revision, 2);
  EXPECT_EQ(MustCreate(store(), "/b", "1").revision, 3);
  EXPECT_EQ(MustDelete(store(), "/b", 3).revision, 4);
  EXPECT_EQ(Describe(MustRange(store(), {.prefix = ""}).records), "/a=1@2");
}

TEST_P(StoreContract, EveryWriteGetsItsOwnRevision) {
  const WriteResult created = MustCreate(store(), Key("/a"), "1");
  EXPECT_TRUE(created.succeeded);
  const Revision a = created.revision;
  EXPECT_GE(a, 2);
  const Revision b = MustCreate(store(), Key("/b"), "1").revision;
  EXPECT_GT(b, a);
  const Revision a2 = MustUpdate(store(), Key("/a"), a, "2").revision;
  EXPECT_GT(a2, b);
  const WriteResult deleted = MustDelete(store(), Key("/b"), b);
  EXPECT_TRUE(deleted.succeeded);
  EXPECT_GT(deleted.revision, a2);
  ASSERT_TRUE(deleted.current);
  EXPECT_EQ(deleted.current->value.view(), "1");
  EXPECT_EQ(deleted.current->mod_revision, b);
  EXPECT_GE(MustCurrent(store()), deleted.revision);

  auto got = BlockOn(store().Get(Key("/a")));
  ASSERT_TRUE(got && got->record);
  EXPECT_EQ(got->record->key, Key("/a"));
  EXPECT_EQ(got->record->value.view(), "2");
  EXPECT_EQ(got->record->mod_revision, a2);
  EXPECT_EQ(got->record->create_revision, a);
  EXPECT_GE(got->revision, deleted.revision);
  EXPECT_FALSE(BlockOn(store().Get(Key("/b")))->record);
}

TEST_P(StoreContract, ConflictsReturnWhatIsThereAndCostNoRevision) {
  const Revision a = Create("/a", "1");
  const WriteResult again = MustCreate(store(), Key("/a"), "other");
  EXPECT_FALSE(again.succeeded);
  ASSERT_TRUE(again.current);
  EXPECT_EQ(again.current->value.view(), "1");
  EXPECT_EQ(again.current->mod_revision, a);
  EXPECT_GE(again.revision, a);

  EXPECT_FALSE(MustUpdate(store(), Key("/a"), a + 5, "x").succeeded);
  const WriteResult refused = MustDelete(store(), Key("/a"), a - 1);
  EXPECT_FALSE(refused.succeeded);
  ASSERT_TRUE(refused.current);
  EXPECT_EQ(refused.current->mod_revision, a);
  for (Revision expected : {Revision{0}, a}) {
    const WriteResult absent = MustDelete(store(), Key("/none"), expected);
    EXPECT_FALSE(absent.succeeded);
    EXPECT_FALSE(absent.current);
  }
  const WriteResult absent = MustUpdate(store(), Key("/none"), a, "x");
  EXPECT_FALSE(absent.succeeded);
  EXPECT_FALSE(absent.current);
  if (GetParam().starts_empty) {
    EXPECT_EQ(MustCurrent(store()), a);
  }
  EXPECT_EQ(Show(Range("/").records), "/a=1@1");
}

TEST_P(StoreContract, EmptyValuesAreValues) {
  Create("/a", "");
  auto got = BlockOn(store().Get(Key("/a")));
  ASSERT_TRUE(got && got->record);
  EXPECT_TRUE(got->record->value);
  EXPECT_EQ(got->record->value.size(), 0u);
}

TEST_P(StoreContract, RefusesKeysItCannotKeep) {
  for (const std::string& key :
       {std::string(), std::string(kMaxKeyBytes + 1, 'k'), std::string("/a\0b", 4)}) {
    auto result = BlockOn(store().Create(key, Bytes("v"), 0));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().reason(), Reason::kBadRequest);
  }
}

TEST_P(StoreContract, LargeValuesAreKeptAndLargerOnesRefused) {
  const std::string large(kMaxValueBytes, 'x');
  const Revision revision = Create("/large", large);
  EXPECT_EQ(BlockOn(store().Get(Key("/large")))->record->value.view(), large);
  EventLog log;
  auto watch = store().StartWatch(Key("/"), revision - 1, log.Sink());
  EXPECT_EQ(log.WaitForEvents(1)[0].current.value.view(), large);
  const Bytes larger(large + "x");
  for (auto& refused : {BlockOn(store().Create(Key("/larger"), larger, 0)),
                        BlockOn(store().Update(Key("/large"), revision, larger, 0))}) {
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().reason(), Reason::kRequestEntityTooLarge);
  }
}

TEST_P(StoreContract, RangesByPrefixStartLimitAndCount) {
  for (const char* key : {"/p/b", "/p/a", "/p/c/x", "/q/a", "/p", "/p0", "/p/d"}) Create(key, "v");
  struct Case {
    std::string prefix, start;
    size_t limit;
    std::string keys;
    size_t count;
  } const cases[] = {
      {"/p/", "", 0, "/p/a /p/b /p/c/x /p/d ", 4},
      {"/p/", "", 2, "/p/a /p/b ", 4},
      {"/p/", std::string("/p/b\0", 5), 2, "/p/c/x /p/d ", 2},
      {"/p/", "/p/b", 1, "/p/b ", 3},
      {"/p/", "/p/z", 0, "", 0},
      {"/p/", "/a", 0, "/p/a /p/b /p/c/x /p/d ", 4},
      {"/p/", "/q", 0, "", 0},
      {"/", "", 0, "/p /p/a /p/b /p/c/x /p/d /p0 /q/a ", 7},
      {"/none/", "", 0, "", 0},
  };
  for (const Case& c : cases) {
    const RangeResult result = MustRange(
        store(),
        {.prefix = Key(c.prefix), .start = c.start.empty() ? "" : Key(c.start), .limit = c.limit});
    std::string keys;
    for (const KeyValue& record : result.records) keys += record.key.substr(Key("").size()) + ' ';
    EXPECT_EQ(keys, c.keys) << c.prefix << " from " << c.start;
    EXPECT_EQ(result.count, c.count) << c.prefix << " from " << c.start;
    EXPECT_EQ(result.revision, MustCurrent(store()));
  }
  EXPECT_EQ(*BlockOn(store().Count(Key("/p/"))), 4u);
  EXPECT_EQ(*BlockOn(store().Count(Key("/none/"))), 0u);
}

TEST_P(StoreContract, KeysLongerThanAnIndexPageKeyKeepTheirOrder) {
  // Just as long as the head of the embedded engine's index.
  const std::string head = "/long/" + std::string(474 - Key("").size(), 'h');
  const std::string tails[] = {"", "a", "aa", "ab" + std::string(400, 'x'), "b"};
  Revision revisions[5] = {};
  for (int i : {3, 0, 4, 2, 1}) revisions[i] = Create(head + tails[i], std::to_string(i));
  const Revision before = revisions[1];
  Update(head + "aa", revisions[2], "new");
  Delete(head + "a", revisions[1]);
  auto values = [&](Revision revision, const std::string& start) {
    std::string text;
    const RangeOptions options{
        .prefix = Key("/long/"), .start = start, .limit = 0, .revision = revision};
    for (const KeyValue& record : MustRange(store(), options).records) {
      text += std::string(record.value.view()) + ' ';
    }
    return text;
  };
  EXPECT_EQ(values(0, ""), "0 new 3 4 ");
  EXPECT_EQ(values(before, ""), "0 1 2 3 4 ");
  EXPECT_EQ(values(before, Key(head + "ab")), "3 4 ");
  EXPECT_EQ(*BlockOn(store().Count(Key(head))), 4u);
  EXPECT_EQ(BlockOn(store().Get(Key(head + "aa")))->record->value.view(), "new");
  EXPECT_FALSE(BlockOn(store().Get(Key(head + "a")))->record);
}

TEST_P(StoreContract, RangesAtAnOldRevision) {
  const Revision a = Create("/a", "1");
  const Revision b = Create("/b", "1");
  const Revision a2 = Update("/a", a, "2");
  const Revision deleted = Delete("/b", b);
  const Revision again = Create("/b", "again");
  const std::pair<Revision, std::string> cases[] = {
      {a - 1, ""},           {a, "/a=1@1"},       {b, "/a=1@1 /b=1@2"},
      {a2, "/a=2@3 /b=1@2"}, {deleted, "/a=2@3"}, {again, "/a=2@3 /b=again@5"},
  };
  for (const auto& [revision, expected] : cases) {
    const RangeResult result = Range("/", revision);
    EXPECT_EQ(Show(result.records), expected) << revision;
    EXPECT_EQ(result.revision, revision);
    EXPECT_EQ(result.count, result.records.size());
  }
  EXPECT_EQ(MustRange(store(), {.prefix = Key("/"), .limit = 1, .revision = b}).count, 2u);
}

TEST_P(StoreContract, FutureRevisionsAreATimeoutWithACause) {
  const Revision future = Create("/a", "1") + 1'000'000;
  auto range = BlockOn(store().Range({.prefix = Key("/"), .revision = future}));
  ASSERT_FALSE(range);
  EXPECT_EQ(range.error().reason(), Reason::kTimeout);
  EXPECT_TRUE(range.error().message().starts_with(
      fmt::format("Timeout: Too large resource version: {}, current: ", future)))
      << range.error().message();
  EXPECT_EQ(CauseOf(range.error()), "ResourceVersionTooLarge");
  EXPECT_EQ(CauseOf(BlockOn(store().Compact(future)).error()), "ResourceVersionTooLarge");

  EventLog log;
  auto watch = store().StartWatch(Key("/"), future, log.Sink());
  if (watch) {
    auto end = log.WaitForEnd();
    ASSERT_TRUE(end);
    EXPECT_EQ(CauseOf(*end), "ResourceVersionTooLarge");
  } else {
    EXPECT_EQ(CauseOf(watch.error()), "ResourceVersionTooLarge");
  }
}

TEST_P(StoreContract, CompactionForgetsOldRevisionsOnly) {
  const Revision a = Create("/a", "1");
  const Revision b = Create("/b", "1");
  const Revision a2 = Update("/a", a, "2");
  const Revision deleted = Delete("/b", b);
  const Revision a3 = Update("/a", a2, "3");
  ASSERT_TRUE(BlockOn(store().Compact(a2)));
  ASSERT_TRUE(BlockOn(store().Compact(a2))) << "compacting again is not a failure";
  ASSERT_TRUE(BlockOn(store().Compact(b))) << "nor is compacting to less";

  auto old = BlockOn(store().Range({.prefix = Key("/"), .revision = b}));
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().reason(), Reason::kExpired);
  EXPECT_EQ(Show(Range("/", a2).records), "/a=2@3 /b=1@2");
  EXPECT_EQ(Show(Range("/", deleted).records), "/a=2@3");

  EventLog expired;
  auto expired_watch = store().StartWatch(Key("/"), a, expired.Sink());
  ASSERT_TRUE(expired_watch);
  auto end = expired.WaitForEnd();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->reason(), Reason::kExpired);

  // Previous values are there for every event after the compaction.
  EventLog log;
  auto watch = store().StartWatch(Key("/"), a2, log.Sink());
  EXPECT_EQ(Show(log.WaitForEvents(2)), "delete /b=@4 was 1@2\nput /a=3@5 was 2@3\n");

  ASSERT_TRUE(BlockOn(store().Compact(a3)));
  EXPECT_EQ(Show(Range("/").records), "/a=3@5");
  Create("/b", "new");
  EXPECT_EQ(Show(std::vector{log.WaitForEvents(3)[2]}), "put /b=new@6\n");
}

// Where the first event a watch wants is the compacted revision itself, what that event replaced is
// gone: it may be refused, but never be given without its previous record.
TEST_P(StoreContract, AWatchOfTheCompactedRevisionIsRefusedOrWhole) {
  const Revision a = Create("/a", "1");
  const Revision a2 = Update("/a", a, "2");
  ASSERT_TRUE(BlockOn(store().Compact(a2)));
  Update("/a", a2, "3");
  EventLog log;
  auto watch = store().StartWatch(Key("/"), a2 - 1, log.Sink());
  ASSERT_TRUE(watch);
  if (log.WaitForEventsOrEnd(2)) {
    EXPECT_EQ(log.WaitForEnd()->reason(), Reason::kExpired);
    EXPECT_EQ(Show(log.WaitForEvents(0)), "");
  } else {
    EXPECT_EQ(Show(log.WaitForEvents(2)), "put /a=2@2 was 1@1\nput /a=3@3 was 2@2\n");
  }
}

TEST_P(StoreContract, CompactionOfManyRevisionsLeavesTheCurrentState) {
  Create("/cold", "x");
  Revision revision = Create("/hot", "0");
  for (int i = 1; i <= GetParam().writes_per_thread; ++i) {
    revision = Update("/hot", revision, std::to_string(i));
  }
  ASSERT_TRUE(BlockOn(store().Compact(revision)));
  const int last = GetParam().writes_per_thread;
  EXPECT_EQ(Show(Range("/").records), fmt::format("/cold=x@1 /hot={}@{}", last, last + 2));
  EXPECT_TRUE(MustUpdate(store(), Key("/hot"), revision, "last").succeeded);
}

TEST_P(StoreContract, CompareAndSwapLosesNoUpdate) {
  constexpr int kThreads = 4;
  const int increments = GetParam().writes_per_thread / 3;
  Create("/counter", "0");
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int done = 0; done < increments;) {
        auto got = BlockOn(store().Get(Key("/counter")));
        ASSERT_TRUE(got && got->record);
        const int value = std::stoi(std::string(got->record->value.view()));
        const WriteResult result = MustUpdate(store(), Key("/counter"), got->record->mod_revision,
                                              std::to_string(value + 1));
        if (result.succeeded) ++done;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(BlockOn(store().Get(Key("/counter")))->record->value.view(),
            std::to_string(kThreads * increments));
}

TEST_P(StoreContract, ReopeningKeepsDataRevisionsAndHistory) {
  if (!GetParam().survives_reopening) GTEST_SKIP() << "keeps nothing";
  const Revision a = Create("/a", "1");
  const Revision b = Create("/b", "1");
  const Revision a2 = Update("/a", a, "2");
  const Revision deleted = Delete("/b", b);
  Reopen();
  EXPECT_GE(MustCurrent(store()), deleted);
  EXPECT_EQ(Show(Range("/").records), "/a=2@3");
  EXPECT_EQ(Show(Range("/", b).records), "/a=1@1 /b=1@2");
  EventLog log;
  auto watch = store().StartWatch(Key("/"), b, log.Sink());
  EXPECT_EQ(Show(log.WaitForEvents(2)), "put /a=2@3 was 1@1\ndelete /b=@4 was 1@2\n");
  ASSERT_TRUE(BlockOn(store().Compact(deleted)));
  Reopen();
  EXPECT_GE(MustCurrent(store()), deleted)
      << "the last revision's record is gone, the revision is not reused";
  EXPECT_EQ(BlockOn(store().Range({.prefix = Key("/"), .revision = a2})).error().reason(),
            Reason::kExpired);
  EXPECT_GT(Create("/c", "1"), deleted);
}

TEST_P(StoreContract, ExpiriesSurviveReopening) {
  if (!GetParam().survives_reopening) GTEST_SKIP() << "keeps nothing";
  const Revision created = Create("/short", "s", GetParam().shortest_ttl_seconds);
  Reopen();
  EventLog log;
  auto watch = store().StartWatch(Key("/"), created, log.Sink());
  EXPECT_EQ(Show(log.WaitForEvents(1)), "delete /short=@-1 was s@1\n");
}

TEST_P(StoreContract, RecordsExpireWithADeletionEvent) {
  EventLog log;
  auto watch = store().StartWatch(Key("/"), MustCurrent(store()), log.Sink());
  Create("/long", "l", /*ttl_seconds=*/1000);
  Create("/short", "s", GetParam().shortest_ttl_seconds);
  EXPECT_EQ(Show(log.WaitForEvents(3)),
            "put /long=l@1\n"
            "put /short=s@2\n"
            "delete /short=@-1 was s@2\n");
  EXPECT_EQ(Show(Range("/").records), "/long=l@1");
}

TEST_P(StoreContract, ARecordThatIsWrittenAgainDoesNotExpireAsItWouldHave) {
  int64_t ttl_seconds = GetParam().shortest_ttl_seconds;
  // It has to be written before it is due; if the machine is too slow for that, it gets more time.
  while (true) {
    const Revision created = MustCreate(store(), Key("/renewed"), "r", ttl_seconds).revision;
    if (MustUpdate(store(), Key("/renewed"), created, "r2", /*ttl_seconds=*/0).succeeded) break;
    ttl_seconds *= 2;
  }
  EventLog log;
  auto watch = store().StartWatch(Key("/later/"), MustCurrent(store()), log.Sink());
  MustCreate(store(), Key("/later/a"), "l", ttl_seconds);
  EXPECT_EQ(log.WaitForEvents(2).back().type, Event::Type::kDelete);
  auto renewed = BlockOn(store().Get(Key("/renewed")));
  ASSERT_TRUE(renewed && renewed->record);
  EXPECT_EQ(renewed->record->value.view(), "r2");
}

TEST_P(StoreContract, AStoreThatWorksIsHealthy) { EXPECT_TRUE(BlockOn(store().CheckHealth())); }

}  // namespace
}  // namespace pintle::storage
