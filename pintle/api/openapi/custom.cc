#include "pintle/api/openapi/custom.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pintle::api {
namespace {

// Schemas nest at most this deep in what is published; deeper nodes are published as "anything".
constexpr int kMaxDepth = 500;

constexpr std::string_view kPreserve = "x-kubernetes-preserve-unknown-fields";
constexpr std::string_view kEmbedded = "x-kubernetes-embedded-resource";
constexpr std::string_view kIntOrString = "x-kubernetes-int-or-string";

constexpr std::array<std::string_view, 6> kTypes = {"array",  "boolean", "integer",
                                                    "number", "object",  "string"};
// What is not part of a structural schema.
constexpr std::array<std::string_view, 2> kUnpublished = {"$schema", "id"};
// What v2 clients do not understand, or would read as stricter than it is.
constexpr std::array<std::string_view, 5> kNotInV2 = {"allOf", "anyOf", "default", "not", "oneOf"};

bool Contains(const auto& names, const auto& name) {
  return std::ranges::find(names, name) != names.end();
}

bool IsTrue(const Value& node, std::string_view key) {
  Value value = node.Find(key);
  return value.is_bool() && value.as_bool();
}

Value TypeOnly(Arena& arena, std::string_view type) {
  return Value::Object(arena, {{"type", Value(type)}});
}

// anyOf: [{type: integer}, {type: string}]
Value IntegerOrString(Arena& arena) {
  std::array<Value, 2> choices = {TypeOnly(arena, "integer"), TypeOnly(arena, "string")};
  return Value::List(arena, choices);
}

Member* FindMember(std::vector<Member>& members, std::string_view key) {
  auto at = std::ranges::find(members, key, &Member::key);
  return at != members.end() ? &*at : nullptr;
}

void SetMember(std::vector<Member>& members, std::string_view key, Value value) {
  if (Member* found = FindMember(members, key)) {
    *found = Member(found->key(), value);
  } else {
    members.push_back({key, value});
  }
}

// Says in standard keywords what x-kubernetes-int-or-string says, unless the author already did.
void ExpandIntOrString(Arena& arena, std::vector<Member>& members) {
  const Value choice = IntegerOrString(arena);
  Member* any_of = FindMember(members, "anyOf");
  Member* all_of = FindMember(members, "allOf");
  if (any_of == nullptr) {
    bool stated = all_of != nullptr && all_of->value.is_list() && all_of->value.size() > 0 &&
                  all_of->value.items()[0].Find("anyOf") == choice;
    if (!stated) members.push_back({"anyOf", choice});
    return;
  }
  if (any_of->value == choice) return;
  std::vector<Value> all = {Value::Object(arena, {{"anyOf", choice}})};
  if (all_of != nullptr && all_of->value.is_list()) {
    all.insert(all.end(), all_of->value.items().begin(), all_of->value.items().end());
  }
  SetMember(members, "allOf", Value::List(arena, all));
}

}  // namespace

// Kubernetes' end-to-end tests look for the words that these begin with in what `kubectl explain`
// says of custom kinds.
Value StandardApiVersionSchema(Arena& arena) {
  return Value::Object(
      arena,
      {{"type", Value("string")},
       {"description",
        Value("APIVersion defines the group and version in which this object is written.")}});
}

Value StandardKindSchema(Arena& arena) {
  return Value::Object(arena,
                       {{"type", Value("string")},
                        {"description", Value("Kind is the type of this object, in CamelCase.")}});
}

std::string_view StandardMetadataDescription() {
  return "Standard object's metadata: its name, labels, and what the server keeps about it.";
}

std::optional<Value> CustomPublisher::Publish(const Value& authored) {
  if (!authored.is_object()) return std::nullopt;
  if (dialect_ == OpenApiDialect::kV2 && IsTrue(authored, kPreserve)) {
    return TypeOnly(arena_, "object");
  }
  Value root = Node(authored, 0);
  if (failed_) return std::nullopt;
  std::vector<Member> members(root.members().begin(), root.members().end());
  AddObjectMembers(members, /*required=*/false);
  return Value::Object(arena_, std::move(members));
}

bool CustomPublisher::Drops(std::string_view key, const Value& node) const {
  if (Contains(kUnpublished, key)) return true;
  if (dialect_ == OpenApiDialect::kV3) return false;
  if (Contains(kNotInV2, key)) return true;
  bool content = key == "items" || key == "properties";
  if (IsTrue(node, "nullable") && (content || key == "type" || key == "nullable")) return true;
  if (!IsTrue(node, kPreserve)) return false;
  std::string_view type = node.FindString("type");
  return content || (key == "type" && (type == "object" || type == "array"));
}

std::optional<Value> CustomPublisher::NodeMember(const Member& member, const Value& node,
                                                 int depth) {
  if (Drops(member.key(), node)) return std::nullopt;
  if (member.key() == "properties") return Properties(member.value, depth);
  if (member.value.is_object() &&
      (member.key() == "items" || member.key() == "additionalProperties")) {
    return Node(member.value, depth + 1);
  }
  return member.value;
}

Value CustomPublisher::Properties(const Value& properties, int depth) {
  if (!properties.is_object()) return Value::EmptyObject();
  std::vector<Member> members;
  for (const Member& property : properties.members()) {
    members.push_back({property.key(), Node(property.value, depth + 1)});
  }
  return Value::SortedObject(arena_, members);
}

Value CustomPublisher::Node(const Value& node, int depth) {
  if (!node.is_object() || depth > kMaxDepth) return Value::EmptyObject();
  std::string_view type = node.FindString("type");
  if (!type.empty() && !Contains(kTypes, type)) failed_ = true;
  std::vector<Member> members;
  for (const Member& member : node.members()) {
    if (std::optional<Value> kept = NodeMember(member, node, depth)) {
      members.push_back({member.key(), *kept});
    }
  }
  bool v2 = dialect_ == OpenApiDialect::kV2;
  if (!v2 && IsTrue(node, kIntOrString)) ExpandIntOrString(arena_, members);
  if (v2) RelaxRequired(node.Find("properties"), members);
  bool hidden = v2 && (IsTrue(node, kPreserve) || IsTrue(node, "nullable"));
  if (IsTrue(node, kEmbedded) && !hidden) AddObjectMembers(members, /*required=*/true);
  return Value::Object(arena_, std::move(members));
}

void CustomPublisher::AddObjectMembers(std::vector<Member>& members, bool required) {
  Member* found = FindMember(members, "properties");
  Value properties = found != nullptr ? found->value : Value::EmptyObject();
  properties = properties.With(arena_, "apiVersion", StandardApiVersionSchema(arena_));
  properties = properties.With(arena_, "kind", StandardKindSchema(arena_));
  properties = properties.With(arena_, "metadata", metadata_);
  SetMember(members, "properties", properties);
  if (!required) return;
  std::vector<Value> names;
  if (Member* old = FindMember(members, "required"); old != nullptr && old->value.is_list()) {
    names.assign(old->value.items().begin(), old->value.items().end());
  }
  for (std::string_view name : {"apiVersion", "kind"}) {
    if (!Contains(names, Value(name))) names.push_back(Value(name));
  }
  SetMember(members, "required", Value::List(arena_, names));
}

// A nullable member may be null, which v2 cannot say: it is no longer required.
void CustomPublisher::RelaxRequired(const Value& properties, std::vector<Member>& members) {
  Member* required = FindMember(members, "required");
  if (required == nullptr || !required->value.is_list()) return;
  std::vector<Value> names;
  for (const Value& name : required->value.items()) {
    bool nullable = name.is_string() && IsTrue(properties.Find(name.as_string()), "nullable");
    if (!nullable) names.push_back(name);
  }
  if (names.empty()) {
    std::erase_if(members, [](const Member& member) { return member.key() == "required"; });
  } else {
    *required = Member(required->key(), Value::List(arena_, names));
  }
}

}  // namespace pintle::api
