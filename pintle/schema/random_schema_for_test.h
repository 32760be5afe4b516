#pragma once

#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/base/choices_for_test.h"
#include "pintle/schema/open_api.h"
#include "pintle/value/value.h"

// Random schemas and objects that about fit them. Names and values are few, so that objects meet
// what schemas say.
namespace pintle::schema {

class RandomSchema {
 public:
  RandomSchema(Arena& arena, Choices& choices) : arena_(arena), choices_(choices) {}

  Value Root() {
    std::vector<Member> members = {{"type", Value("object")}};
    Properties(members, 0);
    Structure(members, 0);
    Limits(members, "object");
    Junctors(members, 0);
    return Value::Object(arena_, members);
  }

  // An object that about fits the schema, which may be null: then it is anything.
  Value Object(const Value* schema) { return ValueFor(schema, 0, true); }

 private:
  static constexpr int kMaxDepth = 5;
  static constexpr std::string_view kNames[] = {"a", "b", "c", "apiVersion", "kind", "metadata"};
  static constexpr std::string_view kTypes[] = {"object", "string",  "integer", "array",
                                                "number", "boolean", "object"};
  static constexpr std::string_view kTexts[] = {"", "a", "ab", "äöü", "2020-01-02", "10.0.0.1"};
  static constexpr double kNumbers[] = {0, 1, 1.5, -2, 0.1, 0.5, 1e6, 1e18, 1e19, 3e9, 1e300};
  static constexpr int64_t kIntegers[] = {0, 1, 2, 3, -5, 10, 1'000'000, 3'000'000'000, INT64_MAX};

  void Add(std::vector<Member>& members, std::string_view key, Value value) {
    members.push_back({key, value});
  }

  Value Schema(int depth, bool in_junctor = false) {
    std::vector<Member> members;
    std::string_view type;
    if (!in_junctor || choices_.OneIn(4)) {
      type = choices_.Of(kTypes);
      if (choices_.OneIn(8)) {
        type = {};
        Add(members, choices_.Below(2) == 0 ? kIntOrStringKey : kPreserveUnknownFieldsKey,
            Value(true));
      } else {
        Add(members, "type", Value(type));
      }
    }
    if (depth < kMaxDepth) {
      if (type == "array" || (type.empty() && choices_.OneIn(6))) {
        Add(members, "items", Schema(depth + 1, in_junctor));
      }
      if (type == "object" || (type.empty() && choices_.OneIn(3))) {
        Properties(members, depth + 1, in_junctor);
      }
      Junctors(members, depth + 1);
    }
    Structure(members, depth);
    Limits(members, type);
    return Value::Object(arena_, members);
  }

  void Properties(std::vector<Member>& members, int depth, bool in_junctor = false) {
    std::vector<Member> properties;
    for (std::string_view name : kNames) {
      if (properties.size() < 4 && choices_.Below(3) == 1) {
        properties.push_back({name, Schema(depth, in_junctor)});
      }
    }
    if (!properties.empty()) Add(members, "properties", Value::Object(arena_, properties));
    if (choices_.OneIn(6)) Add(members, "additionalProperties", Value(choices_.Below(2) == 1));
    if (depth > 0 && choices_.OneIn(5)) {
      Add(members, "additionalProperties", Schema(depth, in_junctor));
    }
    if (choices_.OneIn(5)) Add(members, "required", Names());
  }

  Value Names() {
    std::vector<Value> names;
    for (size_t i = 1 + choices_.Below(2); i > 0; --i) names.push_back(Value(choices_.Of(kNames)));
    return Value::List(arena_, names);
  }

  void Structure(std::vector<Member>& members, int depth) {
    if (choices_.OneIn(6)) Add(members, kPreserveUnknownFieldsKey, Value(true));
    if (choices_.OneIn(10)) Add(members, kEmbeddedResourceKey, Value(true));
    if (choices_.OneIn(6)) Add(members, "nullable", Value(true));
    if (depth > 0 && choices_.OneIn(5)) Add(members, "default", ValueFor(nullptr, depth));
    if (choices_.OneIn(8)) Add(members, kListTypeKey, Value(choices_.OneIn(2) ? "set" : "map"));
    if (choices_.OneIn(8)) Add(members, kListMapKeysKey, Names());
  }

  void Limits(std::vector<Member>& members, std::string_view type) {
    static constexpr std::string_view kCounts[] = {"maxLength",     "minLength", "maxItems",
                                                   "maxProperties", "minItems",  "minProperties"};
    static constexpr std::string_view kBounds[] = {"maximum", "minimum", "multipleOf"};
    static constexpr std::string_view kFormats[] = {"int32", "int64", "float", "double",
                                                    "date",  "ipv4",  "byte",  "none-such"};
    static constexpr std::string_view kPatterns[] = {"^a", "b$", "^[a-z]*$", "ä"};
    if (choices_.OneIn(3))
      Add(members, choices_.Of(kCounts), Value(static_cast<int>(choices_.Below(4))));
    if (choices_.OneIn(type == "integer" || type == "number" ? 2 : 8)) {
      Add(members, choices_.Of(kBounds), Value(choices_.Of(kNumbers)));
    }
    if (choices_.OneIn(8)) Add(members, "exclusiveMaximum", Value(true));
    if (choices_.OneIn(8)) Add(members, "exclusiveMinimum", Value(true));
    if (choices_.OneIn(6)) Add(members, "format", Value(choices_.Of(kFormats)));
    if (choices_.OneIn(8)) Add(members, "pattern", Value(choices_.Of(kPatterns)));
    if (choices_.OneIn(8)) {
      std::vector<Value> values;
      for (size_t i = 1 + choices_.Below(2); i > 0; --i)
        values.push_back(ValueFor(nullptr, kMaxDepth - 1));
      Add(members, "enum", Value::List(arena_, values));
    }
  }

  void Junctors(std::vector<Member>& members, int depth) {
    for (std::string_view key : {"allOf", "anyOf", "oneOf"}) {
      if (!choices_.OneIn(8)) continue;
      std::vector<Value> branches;
      for (size_t i = 1 + choices_.Below(3); i > 0; --i) branches.push_back(Schema(depth, true));
      Add(members, key, Value::List(arena_, branches));
    }
    if (choices_.OneIn(10)) Add(members, "not", Schema(depth, true));
  }

  static const Value* MemberSchema(const Value* schema, std::string_view name) {
    if (schema == nullptr) return nullptr;
    const Value* properties = schema->FindPtr("properties");
    const Value* property = properties != nullptr ? properties->FindPtr(name) : nullptr;
    return property != nullptr ? property : SubSchema(*schema, "additionalProperties");
  }

  Value ValueFor(const Value* schema, int depth, bool root = false) {
    if (!root && choices_.OneIn(10)) return {};
    std::string_view type = schema != nullptr ? schema->FindString("type") : "";
    if (type.empty() || (!root && choices_.OneIn(10))) type = choices_.Of(kTypes);
    if (root) type = "object";
    if (depth >= kMaxDepth && (type == "object" || type == "array")) type = "string";
    if (type == "object") return ObjectFor(schema, depth);
    if (type == "array") return ListFor(schema, depth);
    if (type == "boolean") return Value(choices_.OneIn(2));
    if (type == "string") return Value(choices_.Of(kTexts));
    if (type == "number" || choices_.OneIn(5)) return Value(choices_.Of(kNumbers));
    return Value(choices_.Of(kIntegers));
  }

  Value ObjectFor(const Value* schema, int depth) {
    std::vector<Member> members;
    static constexpr std::string_view kUnknown[] = {"a", "b", "c", "x.y", "kind", "metadata", "z"};
    for (std::string_view name : kNames) {
      const Value* below = MemberSchema(schema, name);
      if (!(below != nullptr ? choices_.Below(4) != 0 : choices_.OneIn(5))) continue;
      members.push_back({name, ValueFor(below, depth + 1)});
    }
    if (choices_.OneIn(3)) {
      std::string_view name = choices_.Of(kUnknown);
      members.push_back({name, ValueFor(MemberSchema(schema, name), depth + 1)});
    }
    return Value::Object(arena_, members);
  }

  Value ListFor(const Value* schema, int depth) {
    const Value* element = schema != nullptr ? SubSchema(*schema, "items") : nullptr;
    std::vector<Value> items;
    for (size_t i = choices_.Below(4); i > 0; --i) items.push_back(ValueFor(element, depth + 1));
    if (items.size() > 1 && choices_.OneIn(4)) items.push_back(items[0]);
    return Value::List(arena_, items);
  }

  Arena& arena_;
  Choices& choices_;
};

}  // namespace pintle::schema
