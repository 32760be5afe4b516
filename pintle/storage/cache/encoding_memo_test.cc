#include "pintle/storage/cache/encoding_memo.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace pintle::storage {
namespace {

TEST(EncodingMemo, MakesEachEncodingOnce) {
  EncodingMemo memo(nullptr);
  int made = 0;
  for (int round = 0; round < 3; ++round) {
    for (uint64_t key : {1, 2, 3}) {
      Bytes bytes = memo.Get(key, [&] {
        ++made;
        return Bytes("encoding " + std::to_string(key));
      });
      EXPECT_EQ(bytes.view(), "encoding " + std::to_string(key));
    }
  }
  EXPECT_EQ(made, 3);
}

TEST(EncodingMemo, ThreadsThatAskTogetherShareOneEncoding) {
  for (int round = 0; round < 50; ++round) {
    EncodingMemo memo(nullptr);
    std::atomic<int> made = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (uint64_t key : {1, 2}) {
          Bytes bytes = memo.Get(key, [&] {
            ++made;
            return Bytes(std::to_string(key));
          });
          EXPECT_EQ(bytes.view(), std::to_string(key));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(made, 2);
  }
}

TEST(EncodingMemo, TheOldestGoesWhenTheBudgetIsFull) {
  auto budget = std::make_shared<EncodingBudget>(100);
  int made = 0;
  auto get = [&](const EncodingMemo& memo, size_t size) {
    const int before = made;
    EXPECT_EQ(memo.Get(1,
                       [&] {
                         ++made;
                         return Bytes(std::string(size, 'x'));
                       })
                  .size(),
              size);
    return made == before ? "kept" : "made";
  };
  {
    EncodingMemo first(budget);
    EncodingMemo second(budget);
    EncodingMemo third(budget);
    EXPECT_STREQ(get(first, 60), "made");
    EXPECT_STREQ(get(second, 40), "made");
    EXPECT_EQ(budget->used_bytes(), 100u);
    EXPECT_STREQ(get(first, 60), "kept");
    EXPECT_STREQ(get(third, 30), "made");
    EXPECT_EQ(budget->used_bytes(), 90u) << "the second went: the first was used meanwhile";
    EXPECT_STREQ(get(first, 60), "kept");
    EXPECT_STREQ(get(second, 40), "made");
    EncodingMemo large(budget);
    EXPECT_STREQ(get(large, 101), "made") << "returned though it can never be kept";
    EXPECT_STREQ(get(large, 101), "made");
    EXPECT_LE(budget->used_bytes(), 100u);
    EXPECT_STREQ(get(second, 40), "kept");
  }
  EXPECT_EQ(budget->used_bytes(), 0u);
}

TEST(EncodingMemo, ThreadsShareATightBudget) {
  auto budget = std::make_shared<EncodingBudget>(1000);
  std::vector<std::unique_ptr<EncodingMemo>> memos;
  for (int i = 0; i < 20; ++i) memos.push_back(std::make_unique<EncodingMemo>(budget));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      EncodingMemo own(budget);
      for (size_t i = 0; i < 4000; ++i) {
        const size_t which = (i * 7 + static_cast<size_t>(t)) % memos.size();
        const std::string text(50 + which, static_cast<char>('a' + which));
        EXPECT_EQ(memos[which]->Get(i % 3, [&] { return Bytes(text); }).view(), text);
        own.Get(i % 50, [&] { return Bytes(text); });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(budget->used_bytes(), 1000u);
  memos.clear();
  EXPECT_EQ(budget->used_bytes(), 0u);
}

TEST(EncodingMemo, AFailureIsNotKept) {
  EncodingMemo memo(nullptr);
  EXPECT_FALSE(memo.Get(1, [] { return Bytes(); }));
  EXPECT_EQ(memo.Get(1, [] { return Bytes("now"); }).view(), "now");
}

}  // namespace
}  // namespace pintle::storage
