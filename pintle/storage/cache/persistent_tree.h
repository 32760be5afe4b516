#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace pintle::storage {

// An ordered map whose every version stays valid: an AVL tree of immutable nodes that versions
// share. Copying a tree is copying one pointer; a write copies the path to the root, O(log n), and
// leaves the other versions as they are. `T` brings its own key: `std::string_view-convertible
// key() const`. A tree object is a value: one thread changes it, any number of threads may read
// copies.
//
//        d                 d    d'         erasing or putting under `f` makes the new
//      /   \             /   \ /  \        nodes d' and f' only; b and its subtree
//     b     f    put    b     f    f'      belong to both versions
template <typename T>
class PersistentTree {
 public:
  using Value = std::shared_ptr<const T>;

 private:
  struct Node;
  using Link = std::shared_ptr<const Node>;
  struct Node {
    Node(Link left, Value value, Link right)
        : left(std::move(left)),
          right(std::move(right)),
          value(std::move(value)),
          count(1 + Count(this->left) + Count(this->right)),
          height(1 + std::max(Height(this->left), Height(this->right))) {}
    Link left;
    Link right;
    Value value;
    size_t count;
    uint32_t height;
  };

 public:
  // Walks values in key order. Valid as long as a tree version with these values lives.
  class Iterator {
   public:
    bool Done() const { return stack_.empty(); }
    const Value& value() const { return stack_.back()->value; }
    std::string_view key() const { return stack_.back()->value->key(); }
    void Next() {
      const Node* node = stack_.back();
      stack_.pop_back();
      PushLeftSpine(node->right.get());
    }

   private:
    friend class PersistentTree;
    void PushLeftSpine(const Node* node) {
      for (; node != nullptr; node = node->left.get()) stack_.push_back(node);
    }
    std::vector<const Node*> stack_;  // ancestors not yet visited, the next one last
  };

  PersistentTree() = default;

  // A balanced tree of values that are in strictly increasing key order.
  static PersistentTree FromSorted(std::vector<Value> values) {
    PersistentTree tree;
    tree.root_ = Build(values, 0, values.size());
    return tree;
  }

  size_t size() const { return Count(root_); }

  // Null if there is no such key.
  Value Find(std::string_view key) const {
    const Node* node = root_.get();
    while (node != nullptr) {
      const int order = key.compare(node->value->key());
      if (order == 0) return node->value;
      node = (order < 0 ? node->left : node->right).get();
    }
    return nullptr;
  }

  // At the first key >= `key`.
  Iterator LowerBound(std::string_view key) const {
    Iterator at;
    const Node* node = root_.get();
    while (node != nullptr) {
      if (node->value->key() >= key) {
        at.stack_.push_back(node);
        node = node->left.get();
      } else {
        node = node->right.get();
      }
    }
    return at;
  }

  // Number of keys < `key`.
  size_t Rank(std::string_view key) const {
    size_t rank = 0;
    const Node* node = root_.get();
    while (node != nullptr) {
      if (node->value->key() < key) {
        rank += 1 + Count(node->left);
        node = node->right.get();
      } else {
        node = node->left.get();
      }
    }
    return rank;
  }

  // Adds the value, or replaces the one with its key.
  void Put(Value value) { root_ = PutInto(root_, std::move(value)); }

  // Removes the key if it is there.
  void Erase(std::string_view key) {
    if (Find(key) != nullptr) root_ = EraseFrom(root_, key);
  }

 private:
  static size_t Count(const Link& node) { return node ? node->count : 0; }
  static uint32_t Height(const Link& node) { return node ? node->height : 0; }
  static Link Make(Link left, Value value, Link right) {
    return std::make_shared<const Node>(std::move(left), std::move(value), std::move(right));
  }

  // Joins two trees around a value; their heights differ by at most two.
  static Link Balance(Link left, Value value, Link right) {
    if (Height(left) > Height(right) + 1) {
      if (Height(left->left) >= Height(left->right)) {
        return Make(left->left, left->value, Make(left->right, std::move(value), std::move(right)));
      }
      const Link& middle = left->right;
      return Make(Make(left->left, left->value, middle->left), middle->value,
                  Make(middle->right, std::move(value), std::move(right)));
    }
    if (Height(right) > Height(left) + 1) {
      if (Height(right->right) >= Height(right->left)) {
        return Make(Make(std::move(left), std::move(value), right->left), right->value,
                    right->right);
      }
      const Link& middle = right->left;
      return Make(Make(std::move(left), std::move(value), middle->left), middle->value,
                  Make(middle->right, right->value, right->right));
    }
    return Make(std::move(left), std::move(value), std::move(right));
  }

  // The depth of these recursions is the height of the tree, at most 1.44 log2 n.
  static Link PutInto(const Link& node, Value value) {
    if (node == nullptr) return Make(nullptr, std::move(value), nullptr);
    const int order = std::string_view(value->key()).compare(node->value->key());
    if (order == 0) return Make(node->left, std::move(value), node->right);
    if (order < 0) return Balance(PutInto(node->left, std::move(value)), node->value, node->right);
    return Balance(node->left, node->value, PutInto(node->right, std::move(value)));
  }

  static Link EraseFrom(const Link& node, std::string_view key) {
    const int order = key.compare(node->value->key());
    if (order < 0) return Balance(EraseFrom(node->left, key), node->value, node->right);
    if (order > 0) return Balance(node->left, node->value, EraseFrom(node->right, key));
    if (node->left == nullptr) return node->right;
    if (node->right == nullptr) return node->left;
    const Node* successor = node->right.get();
    while (successor->left != nullptr) successor = successor->left.get();
    return Balance(node->left, successor->value, EraseFirst(node->right));
  }

  static Link EraseFirst(const Link& node) {
    if (node->left == nullptr) return node->right;
    return Balance(EraseFirst(node->left), node->value, node->right);
  }

  static Link Build(const std::vector<Value>& values, size_t begin, size_t end) {
    if (begin == end) return nullptr;
    const size_t middle = begin + (end - begin) / 2;
    return Make(Build(values, begin, middle), values[middle], Build(values, middle + 1, end));
  }

  Link root_;
};

}  // namespace pintle::storage
