#include "pintle/patch/strip.h"

#include <vector>

namespace pintle::patch {
namespace {

std::optional<Value> StripObject(Arena& arena, const Value& object, StripRules rules) {
  if (rules.directives) {
    const Value* directive = object.FindPtr(kPatchDirective);
    // A null member is taken out before anybody looks for directives.
    if (directive != nullptr && !(rules.nulls && directive->is_null())) return std::nullopt;
  }
  std::vector<Member> kept;
  bool changed = false;
  auto members = object.members();
  for (size_t i = 0; i < members.size(); ++i) {
    const Member& member = members[i];
    std::optional<Value> inner;
    if (!(rules.nulls && member.value.is_null())) inner = Strip(arena, member.value, rules);
    bool same = inner && IsSame(*inner, member.value);
    if (!same && !changed) {
      changed = true;
      kept.reserve(members.size());
      kept.assign(members.begin(), members.begin() + static_cast<ptrdiff_t>(i));
    }
    if (changed && inner) kept.push_back({member.key(), *inner});
  }
  return changed ? Value::SortedObject(arena, kept) : object;
}

Value StripList(Arena& arena, const Value& list, StripRules rules) {
  std::vector<Value> kept;
  bool changed = false;
  auto items = list.items();
  for (size_t i = 0; i < items.size(); ++i) {
    std::optional<Value> inner = Strip(arena, items[i], rules);
    bool same = inner && IsSame(*inner, items[i]);
    if (!same && !changed) {
      changed = true;
      kept.reserve(items.size());
      kept.assign(items.begin(), items.begin() + static_cast<ptrdiff_t>(i));
    }
    if (changed && inner) kept.push_back(*inner);
  }
  return changed ? Value::List(arena, kept) : list;
}

}  // namespace

std::optional<Value> Strip(Arena& arena, const Value& value, StripRules rules) {
  if (value.is_object()) return StripObject(arena, value, rules);
  if (value.is_list()) return StripList(arena, value, rules);
  return value;
}

bool IsSame(const Value& a, const Value& b) {
  if (a.kind() != b.kind() || a.size() != b.size()) return false;
  if (a.is_object()) return a.size() == 0 || a.members().data() == b.members().data();
  if (a.is_list()) return a.size() == 0 || a.items().data() == b.items().data();
  return a == b;
}

}  // namespace pintle::patch
