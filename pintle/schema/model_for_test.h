#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pintle/codec/document.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/prune_mode.h"
#include "pintle/value/value.h"

// A slow model of what schemas do to objects, for comparing: it follows the rules word by word on
// the JSON of the schema and copies everything. `schema` may be null everywhere: there is none.
namespace pintle::schema::model {

inline const Value* Property(const Value* schema, std::string_view name) {
  if (schema == nullptr) return nullptr;
  const Value* properties = SubSchema(*schema, "properties");
  return properties != nullptr ? properties->FindPtr(name) : nullptr;
}
inline const Value* Items(const Value* schema) {
  return schema != nullptr ? SubSchema(*schema, "items") : nullptr;
}
inline const Value* Additional(const Value* schema) {
  return schema != nullptr ? SubSchema(*schema, "additionalProperties") : nullptr;
}
inline bool HasAdditional(const Value* schema) {
  if (schema == nullptr) return false;
  const Value* additional = schema->FindPtr("additionalProperties");
  return additional != nullptr && (additional->is_object() || additional->is_bool());
}
inline bool Preserves(const Value* schema) {
  return schema != nullptr && Flag(*schema, kPreserveUnknownFieldsKey);
}
inline bool IsNullable(const Value& schema) { return Flag(schema, "nullable"); }
inline const Value* Default(const Value& schema) {
  return IsSet(schema, "default") ? schema.FindPtr("default") : nullptr;
}

struct Pruner {
  Arena& arena;
  std::vector<std::string> unknown = {};

  static std::string Below(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : path + "." + std::string(key);
  }
  static std::string Below(const std::string& path, size_t index) {
    return path + "[" + std::to_string(index) + "]";
  }

  // What becomes of a member: its new value, or nothing if it goes.
  using MemberRule = std::function<std::optional<Value>(const Member& member, const std::string&)>;
  using ItemRule = std::function<Value(const Value& item, const std::string& path)>;

  Value Walk(const Value& value, const std::string& path, const MemberRule& member_rule,
             const ItemRule& item_rule) {
    if (value.is_list()) {
      std::vector<Value> items;
      for (size_t i = 0; i < value.size(); ++i) {
        items.push_back(item_rule(value.items()[i], Below(path, i)));
      }
      return Value::List(arena, items);
    }
    if (!value.is_object()) return value;
    std::vector<Member> members;
    for (const Member& member : value.members()) {
      std::string at = Below(path, member.key());
      if (std::optional<Value> kept = member_rule(member, at)) {
        members.push_back({member.key(), *kept});
      } else {
        unknown.push_back(at);
      }
    }
    return Value::Object(arena, members);
  }

  static bool IsMeta(const Value* schema, bool root, std::string_view key) {
    bool resource = root || (schema != nullptr && Flag(*schema, kEmbeddedResourceKey));
    return resource && (key == "apiVersion" || key == "kind" || key == "metadata");
  }

  // As Kubernetes does it.
  Value Prune(const Value& value, const Value* schema, bool root, const std::string& path) {
    if (Preserves(schema)) return Keep(value, schema, root, path);
    auto member_rule = [&](const Member& member, const std::string& at) -> std::optional<Value> {
      if (IsMeta(schema, root, member.key())) return member.value;
      if (const Value* property = Property(schema, member.key())) {
        return Prune(member.value, property, false, at);
      }
      if (HasAdditional(schema)) return Prune(member.value, Additional(schema), false, at);
      return std::nullopt;
    };
    return Walk(value, path, member_rule, [&](const Value& item, const std::string& at) {
      return Prune(item, Items(schema), false, at);
    });
  }
  Value Keep(const Value& value, const Value* schema, bool root, const std::string& path) {
    if (schema == nullptr) return value;
    auto member_rule = [&](const Member& member, const std::string& at) -> std::optional<Value> {
      if (IsMeta(schema, root, member.key())) return member.value;
      if (const Value* property = Property(schema, member.key())) {
        return Prune(member.value, property, false, at);
      }
      if (HasAdditional(schema)) return Prune(member.value, Additional(schema), false, at);
      return member.value;
    };
    return Walk(value, path, member_rule, [&](const Value& item, const std::string& at) {
      return Keep(item, Items(schema), false, at);
    });
  }

  // As the enhancement proposal has it.
  Value PruneKep(const Value& value, const Value* schema, bool inherited, bool root,
                 const std::string& path) {
    bool lists_properties = schema != nullptr && !MembersOf(*schema, "properties").empty();
    bool preserve = Preserves(schema) || (inherited && !lists_properties);
    auto member_rule = [&](const Member& member, const std::string& at) -> std::optional<Value> {
      if (IsMeta(schema, root, member.key())) return member.value;
      if (const Value* property = Property(schema, member.key())) {
        return PruneKep(member.value, property, preserve, false, at);
      }
      if (HasAdditional(schema)) {
        return PruneKep(member.value, Additional(schema), preserve, false, at);
      }
      if (preserve) return member.value;
      return std::nullopt;
    };
    return Walk(value, path, member_rule, [&](const Value& item, const std::string& at) {
      return PruneKep(item, Items(schema), preserve, false, at);
    });
  }
};

inline Value Prune(Arena& arena, const Value& schema, const Value& object, PruneMode mode,
                   std::vector<std::string>* unknown) {
  Pruner pruner{arena};
  Value pruned = mode == PruneMode::kKep ? pruner.PruneKep(object, &schema, false, true, "")
                                         : pruner.Prune(object, &schema, true, "");
  std::ranges::sort(pruner.unknown);
  if (unknown != nullptr) *unknown = pruner.unknown;
  return pruned;
}

inline Value DropNulls(Arena& arena, const Value* schema, const Value& value) {
  if (value.is_list()) {
    std::vector<Value> items;
    for (const Value& item : value.items()) items.push_back(DropNulls(arena, Items(schema), item));
    return Value::List(arena, items);
  }
  if (!value.is_object()) return value;
  std::vector<Member> members;
  for (const Member& member : value.members()) {
    const Value* below = Property(schema, member.key());
    if (below == nullptr) below = Additional(schema);
    bool null = member.value.is_null();
    if (null && below != nullptr && !IsNullable(*below) && Default(*below) == nullptr) continue;
    members.push_back({member.key(), DropNulls(arena, below, member.value)});
  }
  return Value::Object(arena, members);
}

inline Value ApplyDefaults(Arena& arena, const Value* schema, const Value& value) {
  if (schema == nullptr) return value;
  // A null where there may be none.
  auto filled = [](const Value& item, const Value* below) {
    bool replace = below != nullptr && item.is_null() && !IsNullable(*below) && Default(*below);
    return replace ? *Default(*below) : item;
  };
  if (value.is_list()) {
    std::vector<Value> items;
    for (const Value& item : value.items()) {
      items.push_back(ApplyDefaults(arena, Items(schema), filled(item, Items(schema))));
    }
    return Value::List(arena, items);
  }
  if (!value.is_object()) return value;
  Value object = value;
  for (const Member& property : MembersOf(*schema, "properties")) {
    const Value* held = object.FindPtr(property.key());
    bool missing = held == nullptr || (held->is_null() && !IsNullable(property.value));
    const Value* preset = Default(property.value);
    if (missing && preset != nullptr) object = object.With(arena, property.key(), *preset);
  }
  std::vector<Member> members;
  for (const Member& member : object.members()) {
    const Value* property = Property(schema, member.key());
    const Value* below = property != nullptr ? property : Additional(schema);
    Value held = property != nullptr ? Value(member.value) : filled(member.value, below);
    members.push_back({member.key(), ApplyDefaults(arena, below, held)});
  }
  return Value::Object(arena, members);
}

// Embedded resources without the apiVersion and kind that are no texts; metadata is not looked at.
inline Value DropWrongMeta(Arena& arena, const Value* schema, const Value& value) {
  if (schema == nullptr) return value;
  if (value.is_list()) {
    std::vector<Value> items;
    for (const Value& item : value.items()) {
      items.push_back(DropWrongMeta(arena, Items(schema), item));
    }
    return Value::List(arena, items);
  }
  if (!value.is_object()) return value;
  std::vector<Member> members;
  for (const Member& member : value.members()) {
    if (Pruner::IsMeta(schema, false, member.key())) {
      if (member.key() == "metadata" || member.value.is_string()) members.push_back(member);
      continue;
    }
    const Value* below = Property(schema, member.key());
    if (below == nullptr) below = Additional(schema);
    members.push_back({member.key(), DropWrongMeta(arena, below, member.value)});
  }
  return Value::Object(arena, members);
}

// The schema with every default pruned: it is put at its place in an otherwise empty object, which
// is pruned, and taken out again.
class DefaultPruner {
 public:
  DefaultPruner(Arena& arena, const Value& root, PruneMode mode)
      : arena_(arena), root_(root), mode_(mode) {}

  Value Run() { return Node(root_, true); }

 private:
  // How to get from an object to a place in it: a key, or null for an element of a list.
  using Steps = std::vector<std::optional<std::string>>;
  // A name that no schema has.
  static constexpr const char* kAnyKey = "*";

  Value Node(const Value& schema, bool resource) {
    std::vector<Member> members;
    resource |= Flag(schema, kEmbeddedResourceKey);
    for (const Member& member : schema.members()) {
      Value value = member.value;
      if (member.key() == "default" && !value.is_null()) {
        value = DropWrongMeta(arena_, &schema, Pruned(value));
      }
      if (member.key() == "items" && value.is_object()) value = Below(std::nullopt, value);
      if (member.key() == "additionalProperties" && value.is_object())
        value = Below(kAnyKey, value);
      if (member.key() == "properties" && value.is_object()) {
        std::vector<Member> properties;
        for (const Member& property : value.members()) {
          bool meta = resource && IsResourceMeta(property.key());
          properties.push_back(
              {property.key(),
               meta ? Value(property.value) : Below(std::string(property.key()), property.value)});
        }
        value = Value::Object(arena_, properties);
      }
      members.push_back({member.key(), value});
    }
    return Value::Object(arena_, members);
  }

  Value Below(std::optional<std::string> step, const Value& schema) {
    steps_.push_back(std::move(step));
    Value node = Node(schema, false);
    steps_.pop_back();
    return node;
  }

  Value Pruned(const Value& preset) {
    Value object = preset;
    for (size_t i = steps_.size(); i-- > 0;) {
      object = steps_[i] ? Value().With(arena_, *steps_[i], object)
                         : Value::List(arena_, std::vector<Value>{object});
    }
    object = Prune(arena_, root_, object, mode_, nullptr);
    for (const auto& step : steps_) object = step ? object.Find(*step) : object.items()[0];
    return object;
  }

  Arena& arena_;
  const Value& root_;
  PruneMode mode_;
  Steps steps_;
};

// Repeats in lists of type set and map.
inline void ListTypes(Arena& arena, const Value* schema, const Value& value,
                      const std::string& path, std::vector<std::string>& errors) {
  if (schema == nullptr) return;
  if (value.is_list()) {
    std::string_view type = schema->FindString(kListTypeKey);
    std::vector<Value> keys;
    for (size_t i = 0; i < value.size() && (type == "set" || type == "map"); ++i) {
      const Value& item = value.items()[i];
      Value key = item;
      if (type == "map") {
        if (!item.is_object() && !item.is_null()) {
          field::BadValue shown = Shown(item);
          errors.push_back(
              fmt::format("{}[{}]: Invalid value: {}: must be an object for an array of "
                          "list-type map",
                          path, i, shown.text()));
          keys.clear();
          break;
        }
        key = Value::EmptyObject();
        for (const Value& name : ElementsOf(*schema, kListMapKeysKey)) {
          const Value* part = item.FindPtr(name.as_string());
          if (part != nullptr) key = key.With(arena, name.as_string(), *part);
        }
      }
      keys.push_back(key);
    }
    for (size_t i = 0; i < keys.size(); ++i) {
      auto before = std::count(keys.begin(), keys.begin() + static_cast<ptrdiff_t>(i), keys[i]);
      if (before != 1) continue;
      errors.push_back(fmt::format("{}[{}]: Duplicate value: {}", path, i, Shown(keys[i]).text()));
    }
    for (size_t i = 0; i < value.size(); ++i) {
      ListTypes(arena, Items(schema), value.items()[i], fmt::format("{}[{}]", path, i), errors);
    }
  }
  if (!value.is_object()) return;
  for (const Member& member : value.members()) {
    if (const Value* property = Property(schema, member.key())) {
      ListTypes(arena, property, member.value, Pruner::Below(path, member.key()), errors);
    } else if (const Value* additional = Additional(schema)) {
      ListTypes(arena, additional, member.value, fmt::format("{}[{}]", path, member.key()), errors);
    }
  }
}

}  // namespace pintle::schema::model
