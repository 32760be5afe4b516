#include "pintle/schema/defaults.h"

#include <optional>
#include <span>
#include <vector>

#include "pintle/schema/open_api.h"
#include "pintle/schema/structural.h"

// Recursion follows the schema everywhere here, so it is at most kMaxSchemaDepth deep.
namespace pintle::schema {
namespace {

class Defaulter {
 public:
  explicit Defaulter(Arena& arena) : arena_(arena) {}

  Value Node(const Structural& schema, const Value& value) {
    if (!schema.subtree_has_defaults) return value;
    if (value.is_object()) return Object(schema, value);
    if (value.is_list() && schema.items != nullptr) return List(*schema.items, value);
    return value;
  }

 private:
  // A null where the schema allows none becomes the default, if there is one.
  Value ReplaceNull(const Structural& schema, const Value& value) {
    if (!value.is_null() || schema.nullable || schema.default_value == nullptr) return value;
    return schema.default_value->Clone(arena_);
  }

  Value List(const Structural& items_schema, const Value& value) {
    std::vector<Value> items(value.items().begin(), value.items().end());
    bool changed = false;
    for (Value& item : items) {
      Value completed = Node(items_schema, ReplaceNull(items_schema, item));
      changed |= !SameData(completed, item);
      item = completed;
    }
    return changed ? Value::List(arena_, items) : value;
  }

  // Members and properties are both in key order, so one merge visits the union of both.
  Value Object(const Structural& schema, const Value& value) {
    std::span<const Member> members = value.members();
    std::span<const Property> properties = schema.properties;
    std::vector<Member> out;
    out.reserve(members.size() + properties.size());
    bool changed = false;
    size_t p = 0;
    for (const Member& member : members) {
      for (; p < properties.size() && properties[p].name < member.key(); ++p) {
        changed |= AddAbsent(properties[p], out);
      }
      const Structural* member_schema = schema.additional_properties;
      if (p < properties.size() && properties[p].name == member.key()) {
        member_schema = properties[p++].schema;
      }
      Value completed = member.value;
      if (member_schema != nullptr) {
        completed = Node(*member_schema, ReplaceNull(*member_schema, member.value));
      }
      changed |= !SameData(completed, member.value);
      out.push_back(Member{member.key(), completed});
    }
    for (; p < properties.size(); ++p) changed |= AddAbsent(properties[p], out);
    return changed ? Value::SortedObject(arena_, out) : value;
  }

  // The name is copied as the default is: objects may outlive the schema they were decoded with.
  bool AddAbsent(const Property& property, std::vector<Member>& out) {
    const Value* value = property.schema->default_value;
    if (value == nullptr) return false;
    out.push_back(Member{arena_.Copy(property.name), Node(*property.schema, value->Clone(arena_))});
    return true;
  }

  Arena& arena_;
};

std::optional<Value> WithoutNulls(Arena& arena, const Structural* schema, const Value& value);

Value DropInList(Arena& arena, const Structural& items_schema, const Value& value) {
  std::vector<Value> items(value.items().begin(), value.items().end());
  bool changed = false;
  for (Value& item : items) {
    Value cleaned = DropNulls(arena, items_schema, item);
    changed |= !SameData(cleaned, item);
    item = cleaned;
  }
  return changed ? Value::List(arena, items) : value;
}

Value DropInObject(Arena& arena, const Structural& schema, const Value& value) {
  std::vector<Member> out;
  out.reserve(value.size());
  bool changed = false;
  for (const Member& member : value.members()) {
    std::optional<Value> kept = WithoutNulls(arena, schema.FindMember(member.key()), member.value);
    changed |= !kept || !SameData(*kept, member.value);
    if (kept) out.push_back(Member{member.key(), *kept});
  }
  return changed ? Value::SortedObject(arena, out) : value;
}

// A member's new value, or nothing if it is a null to drop.
std::optional<Value> WithoutNulls(Arena& arena, const Structural* schema, const Value& value) {
  if (schema == nullptr) return value;
  if (value.is_null() && !schema->nullable && schema->default_value == nullptr) return std::nullopt;
  return DropNulls(arena, *schema, value);
}

}  // namespace

Value DropNulls(Arena& arena, const Structural& schema, const Value& object) {
  if (object.is_list() && schema.items != nullptr) return DropInList(arena, *schema.items, object);
  if (object.is_object()) return DropInObject(arena, schema, object);
  return object;
}

Value ApplyDefaults(Arena& arena, const Structural& schema, const Value& object) {
  return Defaulter(arena).Node(schema, object);
}

}  // namespace pintle::schema
