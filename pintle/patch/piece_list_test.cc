#include "pintle/patch/piece_list.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace pintle::patch {
namespace {

std::vector<int> Elements(const PieceList<int>& list) {
  std::vector<int> elements;
  EXPECT_TRUE(list.Each([&](int element) {
    elements.push_back(element);
    return true;
  }));
  return elements;
}

TEST(PieceList, AgreesWithAVector) {
  std::mt19937 random(1);
  PieceList<int> list;
  std::vector<int> model;
  for (int i = 0; i < 20'000; ++i) {
    // Grows for a while, then shrinks until nothing is left, and grows again.
    bool insert = model.empty() || random() % 100 < (i % 10'000 < 5'000 ? 90u : 5u);
    size_t at = random() % (model.size() + (insert ? 1 : 0));
    if (insert) {
      list.Insert(at, i);
      model.insert(model.begin() + static_cast<ptrdiff_t>(at), i);
    } else {
      ASSERT_EQ(list[at], model[at]);
      list.Erase(at);
      model.erase(model.begin() + static_cast<ptrdiff_t>(at));
    }
    ASSERT_EQ(list.size(), model.size());
    if (i % 500 == 0) {
      ASSERT_EQ(Elements(list), model) << i;
    }
  }
}

TEST(PieceList, EachStopsWhereItIsTold) {
  PieceList<int> list;
  for (int i = 0; i < 2'000; ++i) list.Append(i);
  int seen = 0;
  EXPECT_FALSE(list.Each([&](int element) { return ++seen, element < 1'000; }));
  EXPECT_EQ(seen, 1'001);
}

}  // namespace
}  // namespace pintle::patch
