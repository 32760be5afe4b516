#include "pintle/value/value.h"

#include <algorithm>
#include <array>

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

Value Value::Object(Arena& arena, std::vector<Member> members) {
  auto before = [](const Member& a, const Member& b) { return a.key < b.key; };
  if (!std::is_sorted(members.begin(), members.end(), before)) {
    std::stable_sort(members.begin(), members.end(), before);
  }
  // Of a run of equal keys keep the last.
  size_t kept = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    if (i + 1 < members.size() && members[i + 1].key == members[i].key) continue;
    members[kept++] = members[i];
  }
  members.resize(kept);
  return SortedObject(arena, members);
}

const Value* Value::FindPtr(std::string_view key) const {
  if (!is_object()) return nullptr;
  auto all = members();
  if (all.size() <= kLinearSearchMembers) {
    for (const Member& member : all) {
      if (member.key == key) return &member.value;
    }
    return nullptr;
  }
  auto at = std::lower_bound(all.begin(), all.end(), key,
                             [](const Member& m, std::string_view k) { return m.key < k; });
  return at != all.end() && at->key == key ? &at->value : nullptr;
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
                             [](const Member& m, std::string_view k) { return m.key < k; });
  bool replaces = at != old.end() && at->key == key;
  size_t index = at - old.begin();
  Value object(Kind::kObject, static_cast<uint32_t>(old.size() + !replaces));
  Member* out = static_cast<Member*>(
      arena.Allocate(sizeof(Member) * (old.size() + !replaces), alignof(Member)));
  std::copy(old.begin(), old.begin() + index, out);
  out[index] = Member{replaces ? at->key : arena.Copy(key), value};
  std::copy(old.begin() + index + replaces, old.end(), out + index + 1);
  object.members_ = out;
  return object;
}

Value Value::Without(Arena& arena, std::string_view key) const {
  const Value* found = FindPtr(key);
  if (found == nullptr) return *this;
  auto old = members();
  Value object(Kind::kObject, static_cast<uint32_t>(old.size() - 1));
  Member* out =
      static_cast<Member*>(arena.Allocate(sizeof(Member) * (old.size() - 1), alignof(Member)));
  std::copy_if(old.begin(), old.end(), out, [&](const Member& m) { return &m.value != found; });
  object.members_ = out;
  return object;
}

Value Value::Clone(Arena& arena) const {
  switch (kind_) {
    case Kind::kString:
      return String(arena, as_string());
    case Kind::kList: {
      Value list(Kind::kList, size_);
      Value* out = arena.NewArray<Value>(size_);
      for (size_t i = 0; i < size_; ++i) out[i] = items_[i].Clone(arena);
      list.items_ = out;
      return list;
    }
    case Kind::kObject: {
      Value object(Kind::kObject, size_);
      Member* out = arena.NewArray<Member>(size_);
      for (size_t i = 0; i < size_; ++i) {
        out[i] = Member{arena.Copy(members_[i].key), members_[i].value.Clone(arena)};
      }
      object.members_ = out;
      return object;
    }
    default:
      return *this;
  }
}

bool operator==(const Value& a, const Value& b) {
  if (a.kind_ != b.kind_ || a.size_ != b.size_) return false;
  switch (a.kind_) {
    case Value::Kind::kNull:
      return true;
    case Value::Kind::kBool:
      return a.bool_ == b.bool_;
    case Value::Kind::kInt:
      return a.int_ == b.int_;
    case Value::Kind::kDouble:
      return a.double_ == b.double_;
    case Value::Kind::kString:
      return a.as_string() == b.as_string();
    case Value::Kind::kList:
      return a.items_ == b.items_ || std::ranges::equal(a.items(), b.items());
    case Value::Kind::kObject:
      return a.members_ == b.members_ ||
             std::ranges::equal(a.members(), b.members(), [](const Member& x, const Member& y) {
               return x.key == y.key && x.value == y.value;
             });
  }
  return false;
}

std::strong_ordering Compare(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return a.kind() <=> b.kind();
  switch (a.kind()) {
    case Value::Kind::kNull:
      return std::strong_ordering::equal;
    case Value::Kind::kBool:
      return a.as_bool() <=> b.as_bool();
    case Value::Kind::kInt:
      return a.as_int() <=> b.as_int();
    case Value::Kind::kDouble:
      return std::strong_order(a.as_double(), b.as_double());
    case Value::Kind::kString:
      return a.as_string() <=> b.as_string();
    case Value::Kind::kList:
      return std::lexicographical_compare_three_way(a.items().begin(), a.items().end(),
                                                    b.items().begin(), b.items().end(), Compare);
    case Value::Kind::kObject:
      return std::lexicographical_compare_three_way(
          a.members().begin(), a.members().end(), b.members().begin(), b.members().end(),
          [](const Member& x, const Member& y) {
            auto order = x.key <=> y.key;
            return order != 0 ? order : Compare(x.value, y.value);
          });
  }
  return std::strong_ordering::equal;
}

std::string_view KindName(Value::Kind kind) {
  constexpr std::array<std::string_view, 7> kNames = {"null",   "boolean", "integer", "number",
                                                      "string", "array",   "object"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace pintle
