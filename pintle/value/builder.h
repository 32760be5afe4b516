#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/value/value.h"

namespace pintle {

// Builds a value from the events of a document: every decoder ends here. Calls must be balanced.
// Keys and strings are not copied: they must live as long as the arena. Nothing is written to the
// arena but finished containers, one block each. Not thread-safe.
//
//   builder.BeginObject();
//   builder.Key("replicas");
//   builder.Add(Value(3));
//   builder.EndObject();
//   Value value = builder.Take();
class ValueBuilder {
 public:
  explicit ValueBuilder(Arena& arena) : arena_(arena) {
    top_ = reinterpret_cast<Member*>(inline_slots_);
    begin_ = top_;
    limit_ = top_ + kInlineSlots;
  }
  ValueBuilder(const ValueBuilder&) = delete;
  ValueBuilder& operator=(const ValueBuilder&) = delete;

  // The name of the member whose value comes next; at most Member::kMaxKeyBytes long.
  void Key(std::string_view key) { key_ = key; }
  // A member's value, the next element of a list, or the whole document.
  void Add(Value value) {
    if (top_ == limit_) [[unlikely]]
      Grow();
    new (top_++) Member(key_, value);
  }
  void BeginList() { Begin(false); }
  void BeginObject() { Begin(true); }
  void EndList();
  // Of repeated members the last stays.
  void EndObject();

  // Containers that are open.
  size_t depth() const { return frames_.size(); }
  // Whether the innermost one is an object; there must be one.
  bool in_object() const { return frames_.back().is_object; }
  // Whether any object that has ended had a key twice.
  bool repeated() const { return repeated_; }
  // The document, once it is complete; the builder can then build another.
  Value Take();

 private:
  // What small documents need at once stands in the builder itself.
  static constexpr size_t kInlineSlots = 96;

  // Small, since deep documents need many.
  struct Frame {
    Frame(std::string_view key, size_t first, bool object)
        : key_data(key.data()), key_size(key.size()), start(first), is_object(object) {}
    std::string_view key() const { return {key_data, key_size}; }

    const char* key_data;
    size_t key_size : 24;  // as in Member
    size_t start : 39;     // index of the container's first slot
    size_t is_object : 1;
  };

  void Begin(bool is_object) {
    frames_.emplace_back(key_, static_cast<size_t>(top_ - begin_), is_object);
  }
  // Replaces the innermost container's slots by `container`.
  void Close(Value container) {
    key_ = frames_.back().key();
    top_ = begin_ + frames_.back().start;
    frames_.pop_back();
    Add(container);
  }
  void Grow();

  Arena& arena_;
  std::string_view key_ = {"", 0};
  // Elements and members of all open containers, innermost last; an element's key means nothing.
  Member* top_;
  Member* begin_;
  Member* limit_;
  std::vector<Frame> frames_;
  bool repeated_ = false;
  std::unique_ptr<std::byte[]> heap_slots_;
  alignas(Member) std::byte inline_slots_[kInlineSlots * sizeof(Member)];
};

}  // namespace pintle
