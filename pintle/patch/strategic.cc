#include "pintle/patch/strategic.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::patch {
namespace {

using typeinfo::FieldInfo;
using typeinfo::Kind;
using typeinfo::TypeInfo;

constexpr std::string_view kPatchDirective = "$patch";
constexpr std::string_view kRetainKeys = "$retainKeys";
constexpr std::string_view kSetElementOrder = "$setElementOrder/";
constexpr std::string_view kDeleteFromPrimitiveList = "$deleteFromPrimitiveList/";

std::unexpected<Error> Refuse(std::string message) {
  return Fail(Reason::kInvalid, std::move(message));
}

bool IsDirective(std::string_view key) {
  return key == kPatchDirective || key == kRetainKeys || key.starts_with("$setElementOrder") ||
         key.starts_with("$deleteFromPrimitiveList");
}

// The struct behind pointers, lists and maps; null for anything else.
const TypeInfo* StructOf(const TypeInfo* type) {
  while (type != nullptr && (type->kind == Kind::kPtr || type->kind == Kind::kOpt)) {
    type = type->element;
  }
  return type;
}

const FieldInfo* FieldOf(const TypeInfo* type, std::string_view name) {
  if (type == nullptr || type->kind != Kind::kStruct) return nullptr;
  const typeinfo::JsonField* found = typeinfo::FindJsonField(*type, name);
  return found != nullptr ? found->field : nullptr;
}

// The type of member `name` of a value of `type`; null when the tables say nothing.
const TypeInfo* MemberType(const TypeInfo* type, std::string_view name) {
  if (type != nullptr && type->kind == Kind::kMap) return StructOf(type->element);
  const FieldInfo* field = FieldOf(type, name);
  return field != nullptr ? StructOf(field->type) : nullptr;
}

// A patch value that has nothing to merge with: null members and elements with directives removed.
std::optional<Value> Strip(Arena& arena, const Value& value) {
  if (value.is_object()) {
    if (value.Has(kPatchDirective)) return std::nullopt;
    std::vector<Member> kept;
    for (const Member& member : value.members()) {
      if (member.value.is_null()) continue;
      if (auto inner = Strip(arena, member.value)) kept.push_back({member.key(), *inner});
    }
    return Value::SortedObject(arena, kept);
  }
  if (value.is_list()) {
    std::vector<Value> kept;
    for (const Value& item : value.items()) {
      if (auto inner = Strip(arena, item)) kept.push_back(*inner);
    }
    return Value::List(arena, kept);
  }
  return value;
}

class Merger {
 public:
  explicit Merger(Arena& arena) : arena_(arena) {}

  // Recursion follows the patch, whose depth its decoder bounds.
  Result<Value> MergeObject(const Value& document, const Value& patch, const TypeInfo* type) {
    if (const Value* directive = patch.FindPtr(kPatchDirective)) {
      if (*directive == Value("replace")) return patch.Without(arena_, kPatchDirective);
      if (*directive == Value("delete")) return Value::EmptyObject();
      return Refuse(fmt::format("unknown patch type: {}", codec::ToJson(*directive)));
    }
    Value result = document.is_object() ? document : Value::EmptyObject();
    PINTLE_TRY(result, RetainKeys(result, patch));
    // Orders, then deletions, then the rest: the result does not depend on how the patch was
    // written.
    for (const Member& member : patch.members()) {
      if (!member.key().starts_with("$setElementOrder")) continue;
      PINTLE_TRY(result, OrderedMerge(result, member, patch, type));
    }
    for (const Member& member : patch.members()) {
      if (!member.key().starts_with("$deleteFromPrimitiveList")) continue;
      PINTLE_TRY(result, DeleteFromList(result, member));
    }
    for (const Member& member : patch.members()) {
      if (IsDirective(member.key()) || IsOrdered(patch, member)) continue;
      PINTLE_TRY(result, MergeMember(result, member, type));
    }
    return result;
  }

 private:
  Result<Value> RetainKeys(Value document, const Value& patch) {
    const Value* retain = patch.FindPtr(kRetainKeys);
    if (retain == nullptr) return document;
    if (!retain->is_list() || !std::ranges::all_of(retain->items(), &Value::is_string)) {
      return BadRequest("invalid patch format of retainKeys");
    }
    auto listed = [&](std::string_view key) {
      return std::ranges::any_of(retain->items(),
                                 [&](const Value& item) { return item.as_string() == key; });
    };
    for (const Member& member : patch.members()) {
      if (!member.value.is_null() && !IsDirective(member.key()) && !listed(member.key())) {
        return BadRequest("invalid patch format of retainKeys");
      }
    }
    for (const Member& member : Value(document).members()) {
      if (!listed(member.key())) document = document.Without(arena_, member.key());
    }
    return document;
  }

  // Whether the member is a list that OrderedMerge has dealt with.
  static bool IsOrdered(const Value& patch, const Member& member) {
    return !member.value.is_null() &&
           patch.Has(std::string(kSetElementOrder) + std::string(member.key()));
  }

  // Merges the list that a $setElementOrder member names, and puts it in that order.
  Result<Value> OrderedMerge(const Value& document, const Member& order, const Value& patch,
                             const TypeInfo* type) {
    if (!order.key().starts_with(kSetElementOrder) || !order.value.is_list()) {
      return BadRequest("invalid patch format of setElementOrder list");
    }
    std::string_view name = order.key().substr(kSetElementOrder.size());
    const FieldInfo* field = FieldOf(type, name);
    const Value* live = document.FindPtr(name);
    const Value* changes = patch.FindPtr(name);
    if (changes != nullptr && changes->is_null()) changes = nullptr;
    if (field == nullptr || StructOf(field->type)->kind != Kind::kList ||
        (live != nullptr && !live->is_list()) || (changes != nullptr && !changes->is_list())) {
      return Refuse(
          fmt::format("$setElementOrder names {}, which is not a list of the type", name));
    }
    if (changes == nullptr) {
      return live != nullptr ? OrderList(document, name, *field, order.value, *live) : document;
    }
    if (!FollowsOrder(*changes, order.value, *field)) {
      return Refuse(fmt::format(
          "the order of {} in the patch does not match its $setElementOrder list", name));
    }
    if (live == nullptr) {
      Value made = document.With(arena_, name, *Strip(arena_, *changes));
      return OrderList(made, name, *field, order.value, Value::EmptyList());
    }
    Value merged = *changes;
    if (field->patch_merge) {
      PINTLE_TRY(merged, MergeList(*live, *changes, *field));
    }
    return OrderList(document.With(arena_, name, merged), name, *field, order.value, *live);
  }

  Result<Value> MergeMember(const Value& document, const Member& member, const TypeInfo* type) {
    std::string_view key = member.key();
    if (member.value.is_null()) return document.Without(arena_, key);
    const Value* before = document.FindPtr(key);
    const FieldInfo* field = FieldOf(type, key);
    if (before != nullptr && before->is_object() && member.value.is_object() &&
        (field == nullptr || !field->patch_replace)) {
      PINTLE_TRY(Value merged, MergeObject(*before, member.value, MemberType(type, key)));
      return document.With(arena_, key, merged);
    }
    if (before != nullptr && before->is_list() && member.value.is_list() && field != nullptr &&
        field->patch_merge) {
      PINTLE_TRY(Value merged, MergeList(*before, member.value, *field));
      return OrderList(document.With(arena_, key, merged), key, *field,
                       WithoutDirectiveItems(member.value), *before);
    }
    auto stripped = Strip(arena_, member.value);
    if (!stripped) return before != nullptr ? document.Without(arena_, key) : document;
    return document.With(arena_, key, *stripped);
  }

  Result<Value> DeleteFromList(const Value& document, const Member& member) {
    if (!member.key().starts_with(kDeleteFromPrimitiveList)) {
      return BadRequest("invalid patch format of primitive list");
    }
    std::string_view name = member.key().substr(kDeleteFromPrimitiveList.size());
    const Value& doomed = member.value;
    if (doomed.is_null()) return document.Without(arena_, name);
    const Value* list = document.FindPtr(name);
    if (list == nullptr || !list->is_list() || !doomed.is_list()) return document;
    std::vector<Value> kept;
    for (const Value& item : list->items()) {
      if (std::ranges::find(doomed.items(), item) == doomed.items().end()) kept.push_back(item);
    }
    return document.With(arena_, name, Value::List(arena_, kept));
  }

  // Lists of scalars merge as sets, lists of objects by their merge key.
  Result<Value> MergeList(const Value& live, const Value& changes, const FieldInfo& field) {
    std::vector<Value> merged(live.items().begin(), live.items().end());
    if (changes.size() == 0) return live;
    Value::Kind kind = changes.items().front().kind();
    auto alike = [&](const Value& item) { return item.kind() == kind; };
    if (!std::ranges::all_of(changes.items(), alike) || !std::ranges::all_of(merged, alike)) {
      return Refuse(fmt::format("elements of {} are not of one type", field.name));
    }
    if (kind == Value::Kind::kList) {
      return Refuse(fmt::format("elements of {} are lists, which do not merge", field.name));
    }
    if (kind != Value::Kind::kObject) {
      for (const Value& item : changes.items()) {
        if (std::ranges::find(merged, item) == merged.end()) merged.push_back(item);
      }
      return Value::List(arena_, merged);
    }
    std::string_view key = field.patch_merge_key;
    if (key.empty())
      return Refuse(fmt::format("cannot merge list {} without merge key", field.name));
    const TypeInfo* element = StructOf(StructOf(field.type)->element);
    std::vector<Value> plain;
    bool replace = false;
    for (const Value& item : changes.items()) {
      Value directive = item.Find(kPatchDirective);
      if (directive.is_null()) {
        plain.push_back(item);
      } else if (directive == Value("replace")) {
        replace = true;
      } else if (directive == Value("delete")) {
        PINTLE_TRY(Value identity, KeyOf(item, key));
        std::erase_if(merged, [&](const Value& old) { return old.Find(key) == identity; });
      } else {
        return Refuse(fmt::format("unknown patch type: {}", codec::ToJson(directive)));
      }
    }
    if (replace) return Value::List(arena_, plain);
    for (const Value& item : plain) {
      PINTLE_TRY(Value identity, KeyOf(item, key));
      auto at =
          std::ranges::find_if(merged, [&](const Value& old) { return old.Find(key) == identity; });
      if (at == merged.end()) {
        merged.push_back(item);
      } else {
        PINTLE_TRY(*at, MergeObject(*at, item, element));
      }
    }
    return Value::List(arena_, merged);
  }

  static Result<Value> KeyOf(const Value& item, std::string_view key) {
    const Value* found = item.FindPtr(key);
    if (found == nullptr) {
      return Refuse(
          fmt::format("{} does not contain declared merge key: {}", codec::ToJson(item), key));
    }
    return *found;
  }

  Value WithoutDirectiveItems(const Value& list) {
    std::vector<Value> kept;
    for (const Value& item : list.items()) {
      if (!item.Has(kPatchDirective)) kept.push_back(item);
    }
    return Value::List(arena_, kept);
  }

  // What tells an element of a list from the others: its merge key, or the whole of it.
  static Value Identity(const Value& item, const FieldInfo& field) {
    return item.is_object() && !field.patch_merge_key.empty() ? item.Find(field.patch_merge_key)
                                                              : item;
  }

  // Whether the elements of `changes` occur in `order` one after the other.
  static bool FollowsOrder(const Value& changes, const Value& order, const FieldInfo& field) {
    if (order.size() == 0) return true;
    size_t at = 0;
    for (const Value& item : changes.items()) {
      if (item.Has(kPatchDirective)) continue;
      while (at < order.size() && Identity(order.items()[at], field) != Identity(item, field)) {
        ++at;
      }
      if (at++ == order.size()) return false;
    }
    return true;
  }

  // Sorts list `name`: items named by `order` in its order, the others in the order they had in
  // `before`, interleaved by their positions there.
  Value OrderList(const Value& document, std::string_view name, const FieldInfo& field,
                  const Value& order, const Value& before) {
    const Value* list = document.FindPtr(name);
    if (list == nullptr || !list->is_list()) return document;
    auto position = [&](const Value& in, const Value& item) -> size_t {
      for (size_t i = 0; i < in.size(); ++i) {
        if (Identity(in.items()[i], field) == Identity(item, field)) return i;
      }
      return SIZE_MAX;
    };
    std::vector<Value> named;
    std::vector<Value> others;
    for (const Value& item : list->items()) {
      (position(order, item) != SIZE_MAX ? named : others).push_back(item);
    }
    auto by = [&](const Value& in) {
      return [&, in](const Value& a, const Value& b) { return position(in, a) < position(in, b); };
    };
    std::ranges::stable_sort(named, by(order));
    std::ranges::stable_sort(others, by(before));
    std::vector<Value> sorted;
    size_t i = 0;
    size_t j = 0;
    while (i < named.size() && j < others.size()) {
      size_t named_at = position(before, named[i]);
      size_t other_at = position(before, others[j]);
      bool other_first = named_at != SIZE_MAX && other_at != SIZE_MAX && other_at < named_at;
      sorted.push_back(other_first ? others[j++] : named[i++]);
    }
    sorted.insert(sorted.end(), named.begin() + static_cast<ptrdiff_t>(i), named.end());
    sorted.insert(sorted.end(), others.begin() + static_cast<ptrdiff_t>(j), others.end());
    return document.With(arena_, name, Value::List(arena_, sorted));
  }

  Arena& arena_;
};

}  // namespace

Result<Value> StrategicMerge(Arena& arena, const TypeInfo& type, const Value& document,
                             const Value& patch) {
  return Merger(arena).MergeObject(document, patch, &type);
}

}  // namespace pintle::patch
