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

TEST(EncodingMemo, KeepsNothingBeyondTheBudgetAndGivesItBack) {
  auto budget = std::make_shared<EncodingBudget>(100);
  int made = 0;
  auto make = [&](size_t size) {
    return [&made, size] {
      ++made;
      return Bytes(std::string(size, 'x'));
    };
  };
  {
    EncodingMemo first(budget);
    EncodingMemo second(budget);
    first.Get(1, make(60));
    EXPECT_EQ(budget->used_bytes(), 60u);
    EXPECT_EQ(second.Get(1, make(60)).size(), 60u) << "returned though not kept";
    EXPECT_EQ(budget->used_bytes(), 60u);
    second.Get(1, make(60));
    EXPECT_EQ(made, 3);
    second.Get(1, make(40));
    EXPECT_EQ(budget->used_bytes(), 100u);
    EXPECT_EQ(second.Get(1, make(40)).size(), 40u);
    EXPECT_EQ(made, 4);
  }
  EXPECT_EQ(budget->used_bytes(), 0u);
}

TEST(EncodingMemo, AFailureIsNotKept) {
  EncodingMemo memo(nullptr);
  EXPECT_FALSE(memo.Get(1, [] { return Bytes(); }));
  EXPECT_EQ(memo.Get(1, [] { return Bytes("now"); }).view(), "now");
}

}  // namespace
}  // namespace pintle::storage
