#include "pintle/patch/merge_patch.h"

#include <vector>

#include "pintle/patch/strip.h"

namespace pintle::patch {
namespace {

Value WithoutNulls(Arena& arena, const Value& value) {
  return *Strip(arena, value, {.nulls = true});
}

// What becomes of a member that is not removed; `before` is null if there was none.
Value MergeMember(Arena& arena, const Value* before, const Value& change) {
  if (before == nullptr || before->is_null()) return WithoutNulls(arena, change);
  if (before->is_object() && change.is_object()) return MergePatch(arena, *before, change);
  // An object is replaced by what the patch says to the letter, anything else by what is left of
  // it without nulls.
  Value after = before->is_object() ? change : WithoutNulls(arena, change);
  return after == *before ? *before : after;
}

}  // namespace

Value MergePatch(Arena& arena, const Value& document, const Value& patch) {
  if (!patch.is_object()) return patch;
  if (!document.is_object()) return WithoutNulls(arena, patch);
  std::vector<Member> merged;
  merged.reserve(document.size() + patch.size());
  auto old = document.members();
  size_t i = 0;
  bool changed = false;
  // Both are in key order: one pass.
  for (const Member& change : patch.members()) {
    for (; i < old.size() && old[i].key() < change.key(); ++i) merged.push_back(old[i]);
    bool exists = i < old.size() && old[i].key() == change.key();
    const Value* before = exists ? &old[i++].value : nullptr;
    if (change.value.is_null()) {
      changed |= exists;
      continue;
    }
    Value after = MergeMember(arena, before, change.value);
    changed |= !exists || !IsSame(*before, after);
    merged.push_back({change.key(), after});
  }
  if (!changed) return document;
  merged.insert(merged.end(), old.begin() + static_cast<ptrdiff_t>(i), old.end());
  return Value::SortedObject(arena, merged);
}

}  // namespace pintle::patch
