#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace pintle::codec {

// Bytewise order of keys: the order JSON objects are written in.
struct Bytewise {
  bool operator()(std::string_view a, std::string_view b) const { return a < b; }
};

// Order of keys in deterministic CBOR.
struct ShorterFirst {
  bool operator()(std::string_view a, std::string_view b) const {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }
};

// Finds repeated keys in the open objects of a document. Keys are not copied. Documents that were
// written by a program mostly have their keys in one order, so as long as keys come in `Order` an
// object needs one comparison a key; small objects in disorder are scanned, large ones get a tree
// (no hash table, whose worst case a sender could choose).
template <typename Order>
class KeyTracker {
 public:
  enum class Seen : uint8_t { kNever, kOnce, kRepeatedly };

  void Open() { objects_.push_back(Object{keys_.size(), true, nullptr}); }
  void Close() {
    keys_.resize(objects_.back().start);
    objects_.pop_back();
  }
  // How often the innermost object had `key` before this call.
  Seen Add(std::string_view key) {
    Object& object = objects_.back();
    if (object.tree != nullptr) return AddToTree(object, key);
    auto begin = keys_.begin() + object.start;
    if (object.ascending) {
      if (begin == keys_.end() || order_(keys_.back().text, key)) return Append(key);
      auto at = std::lower_bound(begin, keys_.end(), key, [this](const Key& a, std::string_view b) {
        return order_(a.text, b);
      });
      if (at != keys_.end() && at->text == key) return Repeat(at->repeated);
      object.ascending = false;
    } else {
      auto at = std::find_if(begin, keys_.end(), [&](const Key& a) { return a.text == key; });
      if (at != keys_.end()) return Repeat(at->repeated);
    }
    if (keys_.size() - object.start >= kMaxScannedKeys) return MoveToTree(object, key);
    return Append(key);
  }

 private:
  static constexpr size_t kMaxScannedKeys = 16;

  using Tree = std::map<std::string_view, bool>;
  struct Key {
    std::string_view text;
    bool repeated = false;
  };
  struct Object {
    size_t start;
    bool ascending;
    std::unique_ptr<Tree> tree;
  };

  Seen Append(std::string_view key) {
    keys_.push_back(Key{key});
    return Seen::kNever;
  }
  static Seen Repeat(bool& repeated) {
    Seen seen = repeated ? Seen::kRepeatedly : Seen::kOnce;
    repeated = true;
    return seen;
  }
  static Seen AddToTree(Object& object, std::string_view key) {
    auto [at, added] = object.tree->try_emplace(key, false);
    return added ? Seen::kNever : Repeat(at->second);
  }
  Seen MoveToTree(Object& object, std::string_view key) {
    object.tree = std::make_unique<Tree>();
    for (size_t i = object.start; i < keys_.size(); ++i) {
      object.tree->emplace(keys_[i].text, keys_[i].repeated);
    }
    return AddToTree(object, key);
  }

  [[no_unique_address]] Order order_;
  std::vector<Object> objects_;
  std::vector<Key> keys_;  // of all open objects, innermost last
};

}  // namespace pintle::codec
