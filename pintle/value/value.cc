#include "pintle/value/value.h"

#include <algorithm>
#include <array>

#include "pintle/value/member_order.h"

namespace pintle {
namespace {

// Below this many members a linear scan beats a binary search.
constexpr size_t kLinearSearchMembers = 8;

}  // namespace

Value Value::List(Arena& arena, std::span<const Value> items) {
  Value list(Kind::kList, static_cast<uint32_t>(items.size()));
  list.items_ = arena.CopyArray(items);
  return list;
}

Value Value::SortedObject(Arena& arena, std::span<const Member> members) {
  Value object(Kind::kObject, static_cast<uint32_t>(members.size()));
  object.members_ = arena.CopyArray(members);
  return object;
}

Value Value::Object(Arena& arena, std::span<const Member> members, bool* repeated) {
  Member* out = arena.Room<Member>(members.size());
  size_t count = SortMembers(members, out);
  if (count != members.size()) *repeated = true;
  Value object(Kind::kObject, static_cast<uint32_t>(count));
  object.members_ = out;
  return object;
}

Value Value::Object(Arena& arena, std::vector<Member> members) {
  bool repeated = false;
  return Object(arena, members, &repeated);
}

const Value* Value::FindPtr(std::string_view key) const {
  if (!is_object()) return nullptr;
  auto all = members();
  if (all.size() <= kLinearSearchMembers) {
    for (const Member& member : all) {
      if (member.key() == key) return &member.value;
    }
    return nullptr;
  }
  auto at = std::lower_bound(all.begin(), all.end(), key,
                             [](const Member& m, std::string_view k) { return m.key() < k; });
  return at != all.end() && at->key() == key ? &at->value : nullptr;
}

Value Value::FindPath(std::initializer_list<std::string_view> keys) const {
  Value at = *this;
  for (std::string_view key : keys) at = at.Find(key);
  return at;
}

std::string_view Value::FindString(std::string_view key) const {
  const Value* found = FindPtr(key);
  return found != nullptr && found->is_string() ? found->as_string() : std::string_view();
}

Value Value::With(Arena& arena, std::string_view key, Value value) const {
  std::span<const Member> old = is_object() ? members() : std::span<const Member>();
  auto at = std::lower_bound(old.begin(), old.end(), key,
                             [](const Member& m, std::string_view k) { return m.key() < k; });
  bool replaces = at != old.end() && at->key() == key;
  size_t index = at - old.begin();
  Value object(Kind::kObject, static_cast<uint32_t>(old.size() + !replaces));
  Member* out = arena.Room<Member>(old.size() + !replaces);
  std::copy(old.begin(), old.begin() + index, out);
  out[index] = Member{replaces ? at->key() : arena.Copy(key), value};
  std::copy(old.begin() + index + replaces, old.end(), out + index + 1);
  object.members_ = out;
  return object;
}

Value Value::Without(Arena& arena, std::string_view key) const {
  const Value* found = FindPtr(key);
  if (found == nullptr) return *this;
  auto old = members();
  Value object(Kind::kObject, static_cast<uint32_t>(old.size() - 1));
  Member* out = arena.Room<Member>(old.size() - 1);
  std::copy_if(old.begin(), old.end(), out, [&](const Member& m) { return &m.value != found; });
  object.members_ = out;
  return object;
}

std::string_view KindName(Value::Kind kind) {
  constexpr std::array<std::string_view, 7> kNames = {"null",   "boolean", "integer", "number",
                                                      "string", "array",   "object"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace pintle
