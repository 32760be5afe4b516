#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "pintle/schema/open_api.h"
#include "pintle/schema/structural.h"
#include "pintle/schema/validate.h"

namespace pintle::schema {
namespace {

// Up to so many elements are told apart by looking at every two of them.
constexpr size_t kFew = 16;

// Whether that is all there is to do, as it nearly always is.
template <typename Same>
bool AreFewAndDistinct(std::span<const Value> items, Same same) {
  if (items.size() > kFew) return false;
  for (size_t i = 1; i < items.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (same(items[i], items[j])) return false;
    }
  }
  return true;
}

struct Less {
  bool operator()(const Value& a, const Value& b) const { return Compare(a, b) < 0; }
};

// Reports each value of `keys` that occurs again, once, at its second place.
void ReportRepeats(const std::vector<Value>& keys, const field::Path& path,
                   field::ErrorList& errors) {
  std::map<Value, size_t, Less> counts;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (++counts[keys[i]] == 2) {
      errors.push_back(field::Duplicate(path.Index(i), Shown(keys[i])));
    }
  }
}

bool HaveSameKeys(const Structural& schema, const Value& a, const Value& b) {
  return std::ranges::all_of(schema.list_map_keys, [&](std::string_view name) {
    const Value* left = a.FindPtr(name);
    const Value* right = b.FindPtr(name);
    return left == nullptr || right == nullptr ? left == right : *left == *right;
  });
}

void CheckMapList(const Structural& schema, const Value& list, const field::Path& path,
                  field::ErrorList& errors) {
  auto same = [&](const Value& a, const Value& b) { return HaveSameKeys(schema, a, b); };
  if (std::ranges::all_of(list.items(), &Value::is_object) &&
      AreFewAndDistinct(list.items(), same)) {
    return;
  }
  Arena arena;
  std::vector<Value> keys;
  keys.reserve(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    const Value& element = list.items()[i];
    if (!element.is_object() && !element.is_null()) {
      errors.push_back(field::Invalid(path.Index(i), Shown(element),
                                      "must be an object for an array of list-type map"));
      return;
    }
    std::vector<Member> present;
    for (std::string_view name : schema.list_map_keys) {
      if (const Value* value = element.FindPtr(name)) present.push_back(Member{name, *value});
    }
    keys.push_back(Value::Object(arena, std::move(present)));
  }
  ReportRepeats(keys, path, errors);
}

// Recursion follows the schema, so it is at most kMaxSchemaDepth deep.
void CheckNode(const Structural& schema, const Value& value, const field::Path& path,
               field::ErrorList& errors) {
  if (!schema.subtree_has_list_types) return;
  if (value.is_list()) {
    if (schema.list_type == ListType::kSet) {
      if (!AreFewAndDistinct(value.items(), std::equal_to<Value>())) {
        ReportRepeats({value.items().begin(), value.items().end()}, path, errors);
      }
    } else if (schema.list_type == ListType::kMap) {
      CheckMapList(schema, value, path, errors);
    }
    if (schema.items == nullptr) return;
    for (size_t i = 0; i < value.size(); ++i) {
      CheckNode(*schema.items, value.items()[i], path.Index(i), errors);
    }
  } else if (value.is_object()) {
    for (const Member& member : value.members()) {
      if (const Structural* property = schema.FindProperty(member.key())) {
        CheckNode(*property, member.value, path.Child(member.key()), errors);
      } else if (schema.additional_properties != nullptr) {
        CheckNode(*schema.additional_properties, member.value, path.Key(member.key()), errors);
      }
    }
  }
}

}  // namespace

void ValidateListTypes(const Structural& schema, const Value& object, const Value* old,
                       const field::Path& path, field::ErrorList& errors) {
  field::ErrorList found;
  CheckNode(schema, object, path, found);
  if (found.empty()) return;
  if (old != nullptr) {
    field::ErrorList before;
    CheckNode(schema, *old, path, before);
    if (!before.empty()) return;
  }
  field::Append(errors, std::move(found));
}

}  // namespace pintle::schema
