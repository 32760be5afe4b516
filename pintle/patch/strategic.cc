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
      if (auto inner = Strip(arena, member.value)) kept.push_back({member.key, *inner});
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
    for (const Member& member : patch.members()) {
      PINTLE_TRY(result, MergeMember(result, member, patch, type));
    }
    return result;
  }

 private:
  Result<Value> RetainKeys(Value document, const Value& patch) {
    const Value* retain = patch.FindPtr(kRetainKeys);
    if (retain == nullptr) return document;
    if (!retain->is_list()) return BadRequest("invalid patch format of retainKeys");
    auto listed = [&](std::string_view key) {
      return std::ranges::any_of(retain->items(), [&](const Value& item) {
        return item.is_string() && item.as_string() == key;
      });
    };
    for (const Member& member : patch.members()) {
      if (!member.value.is_null() && !IsDirective(member.key) && !listed(member.key)) {
        return BadRequest("invalid patch format of retainKeys");
      }
    }
    for (const Member& member : Value(document).members()) {
      if (!listed(member.key)) document = document.Without(arena_, member.key);
    }
    return document;
  }

  Result<Value> MergeMember(const Value& document, const Member& member, const Value& patch,
                            const TypeInfo* type) {
    std::string_view key = member.key;
    if (key == kRetainKeys) return document;
    if (key.starts_with("$setElementOrder")) {
      if (!key.starts_with(kSetElementOrder) || !member.value.is_list()) {
        return BadRequest("invalid patch format of setElementOrder list");
      }
      std::string_view name = key.substr(kSetElementOrder.size());
      // A list the patch also changes is ordered when that member is merged.
      const Value* changes = patch.FindPtr(name);
      if (changes != nullptr && !changes->is_null()) return document;
      return OrderList(document, name, FieldOf(type, name), member.value, Value());
    }
    if (key.starts_with("$deleteFromPrimitiveList")) {
      if (!key.starts_with(kDeleteFromPrimitiveList)) {
        return BadRequest("invalid patch format of primitive list");
      }
      return DeleteFromList(document, key.substr(kDeleteFromPrimitiveList.size()), member.value);
    }
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
      Value with = document.With(arena_, key, merged);
      std::string order_key = std::string(kSetElementOrder) + std::string(key);
      if (const Value* order = patch.FindPtr(order_key)) {
        return OrderList(with, key, field, *order, *before);
      }
      Value stripped = WithoutDirectiveItems(member.value);
      return OrderList(with, key, field, stripped, *before);
    }
    auto stripped = Strip(arena_, member.value);
    if (!stripped) return before != nullptr ? document.Without(arena_, key) : document;
    return document.With(arena_, key, *stripped);
  }

  Result<Value> DeleteFromList(const Value& document, std::string_view name, const Value& doomed) {
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
    bool objects = std::ranges::any_of(changes.items(), &Value::is_object) ||
                   std::ranges::any_of(live.items(), &Value::is_object);
    if (!objects) {
      for (const Value& item : changes.items()) {
        if (std::ranges::find(merged, item) == merged.end()) merged.push_back(item);
      }
      return Value::List(arena_, merged);
    }
    std::string_view key = field.patch_merge_key;
    if (key.empty()) return Refuse(fmt::format("cannot merge list {} without merge key", field.name));
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
      auto at = std::ranges::find_if(
          merged, [&](const Value& old) { return old.Find(key) == identity; });
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
      return Refuse(fmt::format("{} does not contain declared merge key: {}", codec::ToJson(item), key));
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

  // Sorts list `name`: items named by `order` in its order, the others in the order they had in `live`, interleaved by
  // their live positions.
  Result<Value> OrderList(const Value& document, std::string_view name, const FieldInfo* field,
                          const Value& order, const Value& live) {
    const Value* list = document.FindPtr(name);
    if (list == nullptr || !list->is_list()) return document;
    std::string_view key = field != nullptr ? field->patch_merge_key : std::string_view();
    Value before = live.is_list() ? live : *list;
    auto identity = [&](const Value& item) {
      return item.is_object() && !key.empty() ? item.Find(key) : item;
    };
    auto position = [&](const Value& in, const Value& item) -> size_t {
      for (size_t i = 0; i < in.size(); ++i) {
        if (identity(in.items()[i]) == identity(item)) return i;
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
