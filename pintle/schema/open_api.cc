#include "pintle/schema/open_api.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "pintle/codec/document.h"

namespace pintle::schema {
namespace {

constexpr std::array<std::string_view, 4> kSingleSchemaKeys = {
    "additionalItems", "additionalProperties", "items", "not"};
constexpr std::array<std::string_view, 4> kSchemaListKeys = {"allOf", "anyOf", "items", "oneOf"};
constexpr std::array<std::string_view, 4> kSchemaMapKeys = {"definitions", "dependencies",
                                                            "patternProperties", "properties"};

}  // namespace

bool IsSet(const Value& schema, std::string_view key) {
  const Value* found = schema.FindPtr(key);
  return found != nullptr && !found->is_null();
}

bool Flag(const Value& schema, std::string_view key) {
  const Value* found = schema.FindPtr(key);
  return found != nullptr && found->is_bool() && found->as_bool();
}

std::span<const Member> MembersOf(const Value& schema, std::string_view key) {
  const Value* found = schema.FindPtr(key);
  if (found == nullptr || !found->is_object()) return {};
  return found->members();
}

std::span<const Value> ElementsOf(const Value& schema, std::string_view key) {
  const Value* found = schema.FindPtr(key);
  if (found == nullptr || !found->is_list()) return {};
  return found->items();
}

const Value* SubSchema(const Value& schema, std::string_view key) {
  const Value* found = schema.FindPtr(key);
  return found != nullptr && found->is_object() ? found : nullptr;
}

bool IsResourceMeta(std::string_view key) {
  return key == "apiVersion" || key == "kind" || key == "metadata";
}

bool NestsTooDeep(const Value& schema) {
  std::vector<std::pair<const Value*, size_t>> pending = {{&schema, 1}};
  while (!pending.empty()) {
    auto [node, depth] = pending.back();
    pending.pop_back();
    if (depth > kMaxSchemaDepth) return true;
    for (std::string_view key : kSingleSchemaKeys) {
      if (const Value* child = SubSchema(*node, key)) pending.emplace_back(child, depth + 1);
    }
    for (std::string_view key : kSchemaListKeys) {
      for (const Value& child : ElementsOf(*node, key)) pending.emplace_back(&child, depth + 1);
    }
    for (std::string_view key : kSchemaMapKeys) {
      for (const Member& child : MembersOf(*node, key)) {
        pending.emplace_back(&child.value, depth + 1);
      }
    }
  }
  return false;
}

bool SameData(const Value& a, const Value& b) {
  if (a.kind() != b.kind() || a.size() != b.size()) return false;
  if (a.is_object()) return a.members().data() == b.members().data();
  if (a.is_list()) return a.items().data() == b.items().data();
  if (a.is_string() && a.as_string().data() == b.as_string().data()) return true;
  return a == b;
}

field::BadValue Shown(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kString:
      return field::BadValue(value.as_string());
    case Value::Kind::kInt:
      return field::BadValue(value.as_int());
    case Value::Kind::kBool:
      return field::BadValue(value.as_bool());
    case Value::Kind::kDouble:
      return field::BadValue(value.as_double());
    default:
      return field::BadValue::Rendered(codec::ToJson(value));
  }
}

}  // namespace pintle::schema
