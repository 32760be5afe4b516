#include "pintle/value/builder.h"

#include <cstring>

namespace pintle {

void ValueBuilder::Grow() {
  size_t count = top_ - begin_;
  size_t capacity = 2 * (limit_ - begin_);
  auto slots = std::make_unique_for_overwrite<std::byte[]>(capacity * sizeof(Member));
  std::memcpy(slots.get(), static_cast<const void*>(begin_), count * sizeof(Member));
  heap_slots_ = std::move(slots);
  begin_ = reinterpret_cast<Member*>(heap_slots_.get());
  top_ = begin_ + count;
  limit_ = begin_ + capacity;
}

void ValueBuilder::EndList() {
  const Member* first = begin_ + frames_.back().start;
  size_t count = top_ - first;
  Value* items = arena_.Room<Value>(count);
  for (size_t i = 0; i < count; ++i) new (items + i) Value(first[i].value);
  Value list(Value::Kind::kList, static_cast<uint32_t>(count));
  list.items_ = items;
  Close(list);
}

void ValueBuilder::EndObject() {
  Member* first = begin_ + frames_.back().start;
  Close(Value::Object(arena_, std::span<const Member>(first, top_), &repeated_));
}

Value ValueBuilder::Take() {
  Value root = begin_->value;
  top_ = begin_;
  key_ = {"", 0};
  return root;
}

}  // namespace pintle
