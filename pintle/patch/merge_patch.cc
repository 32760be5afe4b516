#include "pintle/patch/merge_patch.h"

#include <vector>

namespace pintle::patch {
namespace {

// `value` without null members of objects, also inside lists; null elements stay.
Value WithoutNulls(Arena& arena, const Value& value) {
  if (value.is_object()) {
    std::vector<Member> kept;
    kept.reserve(value.size());
    for (const Member& member : value.members()) {
      if (!member.value.is_null())
        kept.push_back({member.key(), WithoutNulls(arena, member.value)});
    }
    return Value::SortedObject(arena, kept);
  }
  if (value.is_list()) {
    std::vector<Value> items;
    items.reserve(value.size());
    for (const Value& item : value.items()) items.push_back(WithoutNulls(arena, item));
    return Value::List(arena, items);
  }
  return value;
}

}  // namespace

Value MergePatch(Arena& arena, const Value& document, const Value& patch) {
  if (!patch.is_object()) return patch;
  if (!document.is_object()) return WithoutNulls(arena, patch);
  std::vector<Member> merged;
  merged.reserve(document.size() + patch.size());
  auto old = document.members();
  auto changes = patch.members();
  size_t i = 0;
  // Both are in key order: one pass.
  for (const Member& change : changes) {
    for (; i < old.size() && old[i].key() < change.key(); ++i) merged.push_back(old[i]);
    bool exists = i < old.size() && old[i].key() == change.key();
    const Value* before = exists ? &old[i++].value : nullptr;
    if (change.value.is_null()) continue;
    if (before == nullptr || before->is_null()) {
      merged.push_back({change.key(), WithoutNulls(arena, change.value)});
    } else {
      merged.push_back({change.key(), MergePatch(arena, *before, change.value)});
    }
  }
  merged.insert(merged.end(), old.begin() + i, old.end());
  return Value::SortedObject(arena, merged);
}

}  // namespace pintle::patch
