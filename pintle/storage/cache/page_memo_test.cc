#include "pintle/storage/cache/page_memo.h"

#include <gtest/gtest.h>

#include <string>

#include "pintle/storage/cache/cached_object.h"

namespace pintle::storage {
namespace {

Bytes Text(size_t size, char c = 'x') { return Bytes(std::string(size, c)); }

CachedObject Object(const char* key) {
  return CachedObject(key, 1, Bytes(), std::make_shared<const ObjectHeader>(), nullptr);
}

constexpr size_t kSmall = PageMemo::kMinBytes;

TEST(PageMemo, FindsExactlyTheRunThatWasKept) {
  PageMemo memo;
  PageMemo other;
  CachedObject first = Object("a");
  CachedObject second = Object("b");
  PageMemo::Run run{7, &first, 2};
  EXPECT_FALSE(memo.Find(run));
  memo.Keep(run, Text(kSmall, 'y'));
  EXPECT_EQ(memo.Find(run).view(), Text(kSmall, 'y').view());
  EXPECT_FALSE(memo.Find({8, &first, 2}));
  EXPECT_FALSE(memo.Find({7, &second, 2}));
  EXPECT_FALSE(memo.Find({7, &first, 1}));
  EXPECT_FALSE(other.Find(run));
}

TEST(PageMemo, WhatWasNotUsedForLongestGoesFirst) {
  PageMemo memo;
  CachedObject first = Object("a");
  for (size_t i = 0; i < PageMemo::kMaxRuns; ++i) memo.Keep({i, &first, 1}, Text(kSmall));
  EXPECT_TRUE(memo.Find({0, &first, 1}));
  memo.Keep({PageMemo::kMaxRuns, &first, 1}, Text(kSmall));
  EXPECT_TRUE(memo.Find({0, &first, 1}));
  EXPECT_FALSE(memo.Find({1, &first, 1}));
  EXPECT_TRUE(memo.Find({2, &first, 1}));
}

TEST(PageMemo, AllMemosTogetherKeepABoundedNumberOfBytes) {
  CachedObject first = Object("a");
  PageMemo::Run run{1, &first, 1};
  PageMemo memo;
  PageMemo other;
  memo.Keep(run, Text(PageMemo::kMaxBytes));
  EXPECT_TRUE(memo.Find(run));
  other.Keep(run, Text(kSmall));
  EXPECT_TRUE(other.Find(run));
  EXPECT_FALSE(memo.Find(run));
  // Too small and too large ones are not kept at all.
  memo.Keep(run, Text(kSmall - 1));
  EXPECT_FALSE(memo.Find(run));
  memo.Keep(run, Text(PageMemo::kMaxBytes + 1));
  EXPECT_FALSE(memo.Find(run));
  EXPECT_TRUE(other.Find(run));
}

TEST(PageMemo, GivesTheRoomBackWhenItEnds) {
  CachedObject first = Object("a");
  PageMemo::Run run{1, &first, 1};
  PageMemo other;
  other.Keep(run, Text(kSmall));
  {
    PageMemo memo;
    memo.Keep(run, Text(PageMemo::kMaxBytes - kSmall));
  }
  other.Keep({2, &first, 1}, Text(PageMemo::kMaxBytes - kSmall));
  EXPECT_TRUE(other.Find(run));
  EXPECT_TRUE(other.Find({2, &first, 1}));
}

}  // namespace
}  // namespace pintle::storage
