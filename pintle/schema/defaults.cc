#include "pintle/schema/defaults.h"

#include <algorithm>
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
    if (!schema.subtree_has_defaults || arena_.spent()) return value;
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
    std::span<const Value> items = value.items();
    std::vector<Value> out;  // filled from the first change on
    for (size_t i = 0; i < items.size(); ++i) {
      Value completed = Node(items_schema, ReplaceNull(items_schema, items[i]));
      if (out.empty() && SameData(completed, items[i])) continue;
      if (out.empty()) out.assign(items.begin(), items.end());
      out[i] = completed;
    }
    return out.empty() ? value : Value::List(arena_, out);
  }

  // Members and properties are both in key order, so one merge visits the union of both.
  Value Object(const Structural& schema, const Value& value) {
    std::span<const Member> members = value.members();
    std::span<const Property> properties = schema.properties;
    std::vector<Member> out;  // filled from the first change on
    bool changed = false;
    auto change = [&](size_t unchanged) {
      if (changed) return;
      changed = true;
      out.reserve(members.size() + properties.size());
      out.assign(members.begin(), members.begin() + static_cast<ptrdiff_t>(unchanged));
    };
    size_t p = 0;
    for (size_t i = 0; i < members.size(); ++i) {
      const Member& member = members[i];
      int order = 1;  // of the property to the member
      for (; p < properties.size(); ++p) {
        order = properties[p].name.compare(member.key());
        if (order >= 0) break;
        if (properties[p].schema->default_value == nullptr) continue;
        change(i);
        out.push_back(Absent(properties[p]));
      }
      const Structural* member_schema = schema.additional_properties;
      if (p < properties.size() && order == 0) member_schema = properties[p++].schema;
      Value completed = member.value;
      if (member_schema != nullptr) {
        completed = Node(*member_schema, ReplaceNull(*member_schema, member.value));
      }
      if (!changed && SameData(completed, member.value)) continue;
      change(i);
      out.push_back(Member{member.key(), completed});
    }
    for (; p < properties.size(); ++p) {
      if (properties[p].schema->default_value == nullptr) continue;
      change(members.size());
      out.push_back(Absent(properties[p]));
    }
    return changed ? Value::SortedObject(arena_, out) : value;
  }

  // The name is copied as the default is: objects may outlive the schema they were decoded with.
  Member Absent(const Property& property) {
    Value value = property.schema->default_value->Clone(arena_);
    return Member{arena_.Copy(property.name), Node(*property.schema, value)};
  }

  Arena& arena_;
};

std::optional<Value> WithoutNulls(Arena& arena, const Structural* schema, const Value& value);
Value DropIn(Arena& arena, const Structural& schema, const Value& object);

Value DropInList(Arena& arena, const Structural& items_schema, const Value& value) {
  std::vector<Value> items(value.items().begin(), value.items().end());
  bool changed = false;
  for (Value& item : items) {
    Value cleaned = DropIn(arena, items_schema, item);
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
  return DropIn(arena, *schema, value);
}

// Deeper values are taken to have nulls.
constexpr int kMaxLookedThrough = 64;

bool MayHaveNulls(const Value& value, int depth) {
  if (value.is_null() || depth == kMaxLookedThrough) return true;
  if (value.is_list()) {
    return std::ranges::any_of(value.items(),
                               [&](const Value& item) { return MayHaveNulls(item, depth + 1); });
  }
  return value.is_object() && std::ranges::any_of(value.members(), [&](const Member& member) {
           return MayHaveNulls(member.value, depth + 1);
         });
}

Value DropIn(Arena& arena, const Structural& schema, const Value& object) {
  if (object.is_list() && schema.items != nullptr) return DropInList(arena, *schema.items, object);
  if (object.is_object()) return DropInObject(arena, schema, object);
  return object;
}

}  // namespace

// Most objects have no nulls, which is soon seen.
Value DropNulls(Arena& arena, const Structural& schema, const Value& object) {
  return MayHaveNulls(object, 0) ? DropIn(arena, schema, object) : object;
}

Value ApplyDefaults(Arena& arena, const Structural& schema, const Value& object) {
  return Defaulter(arena).Node(schema, object);
}

}  // namespace pintle::schema
