#include "pintle/patch/strategic.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/object/status.h"
#include "pintle/patch/strategic_list.h"
#include "pintle/patch/strip.h"

namespace pintle::patch {
namespace {

using typeinfo::FieldInfo;
using typeinfo::Kind;
using typeinfo::TypeInfo;

constexpr std::string_view kRetainKeys = "$retainKeys";
constexpr std::string_view kSetElementOrder = "$setElementOrder";
constexpr std::string_view kDeleteFromPrimitiveList = "$deleteFromPrimitiveList";

std::unexpected<Error> Refuse(std::string message) {
  return Fail(Reason::kInvalid, std::move(message));
}

// Refusals name members, never values: those may be secrets.
std::unexpected<Error> UnknownDirective() {
  return Refuse(
      fmt::format(R"(unknown patch type: {} must be "replace" or "delete")", kPatchDirective));
}

// Everything a patch says about one member.
struct Edit {
  std::string_view name;
  const Value* order = nullptr;     // of $setElementOrder/<name>
  const Value* removals = nullptr;  // of $deleteFromPrimitiveList/<name>
  const Value* change = nullptr;    // of <name> itself
};

// The name after `<directive>/`; nothing if the key has another form.
std::optional<std::string_view> NameAfter(std::string_view key, std::string_view directive) {
  if (key.size() <= directive.size() || key[directive.size()] != '/') return std::nullopt;
  return key.substr(directive.size() + 1);
}

// Brings what is said of one name together, in the order of names.
void Combine(std::vector<Edit>& edits) {
  std::ranges::stable_sort(edits, {}, &Edit::name);
  size_t last = 0;
  for (size_t i = 1; i < edits.size(); ++i) {
    if (edits[i].name != edits[last].name) {
      edits[++last] = edits[i];
      continue;
    }
    if (edits[i].order != nullptr) edits[last].order = edits[i].order;
    if (edits[i].removals != nullptr) edits[last].removals = edits[i].removals;
    if (edits[i].change != nullptr) edits[last].change = edits[i].change;
  }
  if (!edits.empty()) edits.resize(last + 1);
}

Result<std::vector<Edit>> EditsOf(const Value& patch) {
  std::vector<Edit> edits;
  edits.reserve(patch.size());
  bool directives = false;
  for (const Member& member : patch.members()) {
    std::string_view key = member.key();
    if (key == kRetainKeys) continue;
    Edit& edit = edits.emplace_back();
    std::optional<std::string_view> name = key;
    if (key.starts_with(kSetElementOrder)) {
      if (!member.value.is_list()) return Refuse(fmt::format("{} is not a list", key));
      name = NameAfter(key, kSetElementOrder);
      if (!name) return BadRequest("invalid patch format of setElementOrder list");
      edit.order = &member.value;
      directives = true;
    } else if (key.starts_with(kDeleteFromPrimitiveList)) {
      name = NameAfter(key, kDeleteFromPrimitiveList);
      if (!name) return BadRequest("invalid patch format of primitive list");
      edit.removals = &member.value;
      directives = true;
    } else {
      edit.change = &member.value;
    }
    edit.name = *name;
  }
  if (directives) Combine(edits);
  return edits;
}

// The keys that $retainKeys lets stay; nothing if the patch does not have it.
Result<std::optional<std::set<std::string_view>>> RetainedKeys(const Value& patch) {
  const Value* retain = patch.FindPtr(kRetainKeys);
  if (retain == nullptr) return std::nullopt;
  auto malformed = [] { return BadRequest("invalid patch format of retainKeys"); };
  if (!retain->is_list()) return malformed();
  std::set<std::string_view> keys;
  for (const Value& item : retain->items()) {
    if (item.is_object() || item.is_list()) return malformed();
    if (item.is_string()) keys.insert(item.as_string());
  }
  for (const Member& member : patch.members()) {
    std::string_view key = member.key();
    if (member.value.is_null() || key == kRetainKeys || key.starts_with(kSetElementOrder) ||
        key.starts_with(kDeleteFromPrimitiveList)) {
      continue;
    }
    if (!keys.contains(key)) return malformed();
  }
  return keys;
}

// The type behind pointers.
const TypeInfo& Target(const TypeInfo& type) {
  const TypeInfo* target = &type;
  while (target->kind == Kind::kPtr || target->kind == Kind::kOpt) target = target->element;
  return *target;
}

// The field a member is kept in; its name may differ in case.
Result<const FieldInfo*> FieldOf(const TypeInfo& type, std::string_view name) {
  if (type.kind != Kind::kStruct) {
    return Refuse(fmt::format("{} cannot be merged: what it is part of has no declared fields",
                              Quoted(name)));
  }
  if (const typeinfo::JsonField* found = typeinfo::FindJsonField(type, name)) return found->field;
  for (const typeinfo::JsonField& member : type.json_fields) {
    if (EqualIgnoreCase(member.field->name, name)) return member.field;
  }
  return Refuse(fmt::format("{} has no field {}", type.name, Quoted(name)));
}

Status RequireMergeKey(const FieldInfo& list, std::span<const Value> elements) {
  std::string_view key = list.patch_merge_key;
  if (std::ranges::all_of(elements, [&](const Value& element) { return element.Has(key); })) {
    return {};
  }
  return Refuse(
      fmt::format("an element of {} does not contain declared merge key: {}", list.name, key));
}

// 422 unless all elements have one JSON type, which is returned.
Result<Value::Kind> ElementKind(const Value& live, const Value& changes, std::string_view name) {
  std::optional<Value::Kind> kind;
  for (const Value* list : {&live, &changes}) {
    for (const Value& element : list->items()) {
      if (kind && *kind != element.kind()) {
        return Refuse(fmt::format("elements of {} are not of one type", name));
      }
      kind = element.kind();
    }
  }
  if (kind == Value::Kind::kList) return object::GenericInvalid();
  return kind.value_or(Value::Kind::kNull);
}

// A list with the elements that are directives carried out and taken away.
struct PlainList {
  std::vector<Value> live;     // what deletions left of the live list
  std::vector<Value> changes;  // elements that are no directives
  bool replace = false;
};

Result<PlainList> CarryOut(const FieldInfo& list, const Value& live, const Value& changes) {
  std::string_view key = list.patch_merge_key;
  PlainList plain;
  Positions deleted(key);
  bool any_deleted = false;
  for (const Value& element : changes.items()) {
    const Value* directive = element.FindPtr(kPatchDirective);
    if (directive == nullptr) {
      plain.changes.push_back(element);
    } else if (*directive == Value("replace")) {
      plain.replace = true;
    } else if (*directive == Value("delete")) {
      PINTLE_RETURN_IF_ERROR(RequireMergeKey(list, {&element, 1}));
      deleted.Add(element);
      any_deleted = true;
    } else if (*directive == Value("merge")) {
      return Refuse("merging lists cannot yet be specified in the patch");
    } else {
      return UnknownDirective();
    }
  }
  plain.live.assign(live.items().begin(), live.items().end());
  if (any_deleted) {
    std::erase_if(plain.live, [&](const Value& element) {
      return element.Has(key) && deleted.Of(element.Find(key)) != Positions::kNone;
    });
  }
  return plain;
}

class Merger {
 public:
  explicit Merger(Arena& arena) : arena_(arena) {}

  // Recursion follows the document, whose depth is that of its type.
  Result<Value> MergeObject(const Value& document, const Value& patch, const TypeInfo& type) {
    if (const Value* directive = patch.FindPtr(kPatchDirective)) {
      if (*directive == Value("replace")) return patch.Without(arena_, kPatchDirective);
      if (*directive == Value("delete")) return Value::EmptyObject();
      return UnknownDirective();
    }
    PINTLE_TRY(auto retained, RetainedKeys(patch));
    PINTLE_TRY(std::vector<Edit> edits, EditsOf(patch));
    auto old = document.is_object() ? document.members() : std::span<const Member>();
    std::vector<Member> merged;
    merged.reserve(old.size() + edits.size());
    bool changed = !document.is_object();
    size_t i = 0;
    auto retain = [&](const Member& member) {
      if (!retained || retained->contains(member.key())) return true;
      changed = true;
      return false;
    };
    for (const Edit& edit : edits) {
      for (; i < old.size() && old[i].key() < edit.name; ++i) {
        if (retain(old[i])) merged.push_back(old[i]);
      }
      const Value* before = nullptr;
      if (i < old.size() && old[i].key() == edit.name) {
        if (retain(old[i])) before = &old[i].value;
        ++i;
      }
      PINTLE_TRY(std::optional<Value> after, Apply(edit, before, type));
      changed |= before == nullptr ? after.has_value() : !after || !IsSame(*before, *after);
      if (after) merged.push_back({edit.name, *after});
    }
    for (; i < old.size(); ++i) {
      if (retain(old[i])) merged.push_back(old[i]);
    }
    return changed ? Value::SortedObject(arena_, merged) : document;
  }

 private:
  // What becomes of a member: first its order, then removals, then the rest, so that the result
  // does not depend on how the patch was written.
  Result<std::optional<Value>> Apply(const Edit& edit, const Value* before, const TypeInfo& type) {
    std::optional<Value> value;
    if (before != nullptr) value = *before;
    bool change_done = false;
    if (edit.order != nullptr) {
      PINTLE_TRY(value, OrderedMerge(edit, before, type));
      change_done = true;
    }
    if (edit.removals != nullptr) {
      PINTLE_TRY(value, RemoveElements(edit, value));
    }
    if (edit.change == nullptr || change_done) return value;
    return Change(edit, value, type);
  }

  Result<std::optional<Value>> Change(const Edit& edit, const std::optional<Value>& before,
                                      const TypeInfo& type) {
    const Value& change = *edit.change;
    if (change.is_null()) return std::nullopt;
    if (!before || before->kind() != change.kind()) {
      auto made = Strip(arena_, change, {.nulls = true, .directives = true});
      return made ? made : before;
    }
    if (change.is_object()) {
      PINTLE_TRY(const FieldInfo* field, FieldOf(type, edit.name));
      if (field->patch_replace) return change;
      return MergeObject(*before, change, Target(*field->type));
    }
    if (change.is_list()) {
      PINTLE_TRY(const FieldInfo* field, FieldOf(type, edit.name));
      PINTLE_TRY(Value merged, ListOf(*before, change, *field));
      return merged == *before ? *before : merged;
    }
    return change;
  }

  // Merges the list that a $setElementOrder member names, and puts it in that order.
  Result<std::optional<Value>> OrderedMerge(const Edit& edit, const Value* live,
                                            const TypeInfo& type) {
    PINTLE_TRY(const FieldInfo* field, FieldOf(type, edit.name));
    for (const Value* list : {live, edit.change}) {
      if (list == nullptr) continue;
      if (!list->is_list()) {
        return Refuse(fmt::format("{} has a $setElementOrder but is not a list", edit.name));
      }
    }
    if (Target(*field->type).kind != Kind::kList) {
      return Refuse(fmt::format("$setElementOrder names {}, which is not a list", edit.name));
    }
    std::string_view key = field->patch_merge_key;
    if (edit.change != nullptr && !FollowsOrder(*edit.change, *edit.order, key)) {
      return Refuse(fmt::format(
          "the order of {} in the patch does not match its $setElementOrder list", edit.name));
    }
    if (live == nullptr && edit.change == nullptr) return std::nullopt;
    Value merged;
    if (edit.change == nullptr) {
      merged = *live;
    } else if (live == nullptr) {
      merged = *Strip(arena_, *edit.change, {.directives = true});
    } else {
      PINTLE_TRY(merged, ListOf(*live, *edit.change, *field));
    }
    PINTLE_TRY(merged, OrderAs(merged, *edit.order, live, *field));
    return live != nullptr && merged == *live ? *live : merged;
  }

  Result<Value> OrderAs(const Value& merged, const Value& order, const Value* live,
                        const FieldInfo& field) {
    std::string_view key = field.patch_merge_key;
    std::span<const Value> live_elements;
    if (live != nullptr) live_elements = live->items();
    if (!key.empty()) {
      for (std::span<const Value> elements : {merged.items(), order.items(), live_elements}) {
        PINTLE_RETURN_IF_ERROR(RequireMergeKey(field, elements));
      }
    } else if (std::ranges::any_of(merged.items(), &Value::is_object)) {
      return Refuse(fmt::format("{} cannot be ordered: it has no merge key", field.name));
    }
    return Order(arena_, merged.items(), order.items(), live_elements, key);
  }

  // Lists that are not there, or no lists, have nothing to remove.
  Result<std::optional<Value>> RemoveElements(const Edit& edit, const std::optional<Value>& live) {
    const Value& removals = *edit.removals;
    if (removals.is_null()) return std::nullopt;
    if (!live || !live->is_list() || !removals.is_list()) return live;
    PINTLE_RETURN_IF_ERROR(ElementKind(*live, removals, edit.name));
    Positions doomed(removals.items(), "");
    std::vector<Value> kept;
    kept.reserve(live->size());
    for (const Value& element : live->items()) {
      if (doomed.Of(element) == Positions::kNone) kept.push_back(element);
    }
    return kept.size() == live->size() ? *live : Value::List(arena_, kept);
  }

  // A list after the patch: merged if its field says so, else the patch's to the letter.
  Result<Value> ListOf(const Value& live, const Value& changes, const FieldInfo& field) {
    if (!field.patch_merge) return changes;
    if (live.size() == 0 && changes.size() == 0) return live;
    PINTLE_TRY(Value::Kind kind, ElementKind(live, changes, field.name));
    if (kind == Value::Kind::kObject) return MergeByKey(live, changes, field);
    return Order(arena_, Union(live.items(), changes.items()), changes.items(), live.items(), "");
  }

  Result<Value> MergeByKey(const Value& live, const Value& changes, const FieldInfo& field) {
    std::string_view key = field.patch_merge_key;
    if (key.empty()) {
      return Refuse(fmt::format("cannot merge list {} without merge key", field.name));
    }
    PINTLE_TRY(PlainList plain, CarryOut(field, live, changes));
    PINTLE_RETURN_IF_ERROR(RequireMergeKey(field, plain.changes));
    if (plain.replace) return Value::List(arena_, plain.changes);
    PINTLE_RETURN_IF_ERROR(RequireMergeKey(field, plain.live));
    const TypeInfo& element = Target(*Target(*field.type).element);
    std::vector<Value> merged = plain.live;
    Positions positions(plain.live, key);
    for (const Value& change : plain.changes) {
      size_t at = positions.Of(change.Find(key));
      if (at != Positions::kNone) {
        PINTLE_TRY(merged[at], MergeObject(merged[at], change, element));
      } else {
        positions.Add(change);
        merged.push_back(change);
      }
    }
    // A null key removes itself from the element it is merged with.
    PINTLE_RETURN_IF_ERROR(RequireMergeKey(field, merged));
    return Order(arena_, merged, plain.changes, plain.live, key);
  }

  Arena& arena_;
};

}  // namespace

Result<Value> StrategicMerge(Arena& arena, const TypeInfo& type, const Value& document,
                             const Value& patch) {
  return Merger(arena).MergeObject(document, patch, type);
}

}  // namespace pintle::patch
