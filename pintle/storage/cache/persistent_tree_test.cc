#include "pintle/storage/cache/persistent_tree.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace pintle::storage {
namespace {

class Item {
 public:
  Item(std::string key, int number) : key_(std::move(key)), number_(number) {}
  const std::string& key() const { return key_; }
  int number() const { return number_; }

 private:
  std::string key_;
  int number_;
};

using Tree = PersistentTree<Item>;
using Model = std::map<std::string, int>;

std::string KeyOf(unsigned n) { return "key" + std::to_string(n); }

void ExpectEqual(const Tree& tree, const Model& model) {
  ASSERT_EQ(tree.size(), model.size());
  auto at = tree.LowerBound("");
  for (const auto& [key, number] : model) {
    ASSERT_FALSE(at.Done());
    ASSERT_EQ(at.key(), key);
    ASSERT_EQ(at.value()->number(), number);
    at.Next();
  }
  EXPECT_TRUE(at.Done());
}

TEST(PersistentTree, AgreesWithAMapAndKeepsOldVersions) {
  std::mt19937 random(7);
  Tree tree;
  Model model;
  std::vector<std::pair<Tree, Model>> versions;
  for (int step = 0; step < 20'000; ++step) {
    const std::string key = KeyOf(random() % 700);
    if (random() % 5 < 3) {
      tree.Put(std::make_shared<const Item>(key, step));
      model[key] = step;
    } else {
      tree.Erase(key);
      model.erase(key);
    }
    if (step % 1000 == 0) versions.emplace_back(tree, model);
    if (step % 50 != 0) continue;
    const std::string probe = KeyOf(random() % 800);
    auto bound = model.lower_bound(probe);
    auto at = tree.LowerBound(probe);
    ASSERT_EQ(at.Done(), bound == model.end());
    if (!at.Done()) {
      ASSERT_EQ(at.key(), bound->first);
    }
    ASSERT_EQ(tree.Rank(probe), static_cast<size_t>(std::distance(model.begin(), bound)));
    ASSERT_EQ(tree.Find(probe) != nullptr, model.contains(probe));
  }
  ExpectEqual(tree, model);
  for (const auto& [old_tree, old_model] : versions) ExpectEqual(old_tree, old_model);
}

TEST(PersistentTree, SortedInputMakesTheSameTreeAsInsertion) {
  for (size_t size : {0, 1, 2, 3, 10, 1000}) {
    Model model;
    for (size_t i = 0; i < size; ++i) model[KeyOf(static_cast<unsigned>(i))] = static_cast<int>(i);
    std::vector<Tree::Value> values;
    for (const auto& [key, number] : model) {
      values.push_back(std::make_shared<const Item>(key, number));
    }
    Tree tree = Tree::FromSorted(values);
    ExpectEqual(tree, model);
    for (size_t i = 0; i < size; i += 2) {
      tree.Erase(KeyOf(static_cast<unsigned>(i)));
      model.erase(KeyOf(static_cast<unsigned>(i)));
    }
    ExpectEqual(tree, model);
  }
}

// With n keys inserted in order the tree must stay balanced, or this takes n * n / 2 steps and deep
// recursion.
TEST(PersistentTree, StaysBalancedUnderOrderedInsertion) {
  Tree tree;
  for (int i = 0; i < 100'000; ++i) {
    tree.Put(std::make_shared<const Item>(std::to_string(1'000'000 + i), i));
  }
  EXPECT_EQ(tree.size(), 100'000u);
  EXPECT_EQ(tree.Rank(std::to_string(1'050'000)), 50'000u);
}

}  // namespace
}  // namespace pintle::storage
