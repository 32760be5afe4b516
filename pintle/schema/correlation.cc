#include "pintle/schema/correlation.h"

#include "pintle/codec/document.h"
#include "pintle/schema/structural.h"
#include "pintle/value/numbers.h"

// Recursion follows the schema, so it is at most kMaxSchemaDepth deep.
namespace pintle::schema {
namespace {

// The keys of an element of a list of type map as one text; empty if one is missing or no scalar.
std::string KeyOf(const Structural& schema, const Value& element) {
  std::string key;
  for (std::string_view name : schema.list_map_keys) {
    const Value* value = element.FindPtr(name);
    if (value == nullptr || value->is_null() || value->is_list() || value->is_object()) return {};
    key += value->is_double() ? 'd' : 'v';
    key += codec::ToJson(*value);
    key += '\n';
  }
  return key;
}

bool UnchangedMapList(const Structural& schema, const Value& old_list, const Value& new_list) {
  if (old_list.size() != new_list.size()) return false;
  ElementCorrelation correlation(schema, &old_list, new_list);
  for (const Value& element : new_list.items()) {
    const Value* old_element = correlation.OldElement(element);
    if (old_element == nullptr || !Unchanged(*schema.items, *old_element, element)) return false;
  }
  return true;
}

}  // namespace

bool Unchanged(const Structural& schema, const Value& old_value, const Value& new_value) {
  if (old_value.kind() != new_value.kind()) return EqualByNumber(old_value, new_value);
  if (new_value.is_object()) {
    if (old_value.size() != new_value.size()) return false;
    for (const Member& member : new_value.members()) {
      const Structural* member_schema = schema.FindMember(member.key());
      const Value* old_member = old_value.FindPtr(member.key());
      if (member_schema == nullptr || old_member == nullptr) return false;
      if (!Unchanged(*member_schema, *old_member, member.value)) return false;
    }
    return true;
  }
  if (new_value.is_list() && schema.list_type == ListType::kMap && schema.items != nullptr) {
    return UnchangedMapList(schema, old_value, new_value);
  }
  return EqualByNumber(old_value, new_value);
}

ElementCorrelation::ElementCorrelation(const Structural& schema, const Value* old_list,
                                       const Value& new_list)
    : schema_(schema) {
  if (old_list == nullptr || !old_list->is_list() || !new_list.is_list()) return;
  if (schema.list_type != ListType::kMap || schema.list_map_keys.empty()) return;
  for (const Value& element : old_list->items()) {
    std::string key = KeyOf(schema, element);
    if (!key.empty()) old_elements_.emplace(std::move(key), &element);
  }
}

const Value* ElementCorrelation::OldElement(const Value& element) const {
  if (old_elements_.empty()) return nullptr;
  auto found = old_elements_.find(KeyOf(schema_, element));
  return found != old_elements_.end() ? found->second : nullptr;
}

}  // namespace pintle::schema
