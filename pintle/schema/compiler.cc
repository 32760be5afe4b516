#include "pintle/schema/compiler.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pintle/codec/document.h"
#include "pintle/schema/open_api.h"

namespace pintle::schema {
namespace {

// Of a longer one a value is looked up.
constexpr size_t kShortEnum = 16;

Type TypeOf(std::string_view name) {
  if (name.empty()) return Type::kNone;
  if (name == "array") return Type::kArray;
  if (name == "boolean") return Type::kBoolean;
  if (name == "integer") return Type::kInteger;
  if (name == "number") return Type::kNumber;
  if (name == "object") return Type::kObject;
  if (name == "string") return Type::kString;
  return Type::kUnknown;
}

std::optional<double> NumberOf(const Value& schema, std::string_view key) {
  const Value* found = schema.FindPtr(key);
  if (found == nullptr || !found->is_number()) return std::nullopt;
  return found->is_int() ? static_cast<double>(found->as_int()) : found->as_double();
}

std::optional<int64_t> CountOf(const Value& schema, std::string_view key) {
  const Value* found = schema.FindPtr(key);
  if (found == nullptr || !found->is_int()) return std::nullopt;
  return found->as_int();
}

// What a node or its rules are made of, as bytes: of equal bytes one is kept. What they refer to is
// kept once as well, so that addresses can stand for it.
class Fingerprint {
 public:
  template <typename T>
  void Add(const T& part) {
    static_assert(std::is_scalar_v<T>);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): it may be a pointer
    bytes_.append(reinterpret_cast<const char*>(&part), sizeof(part));
  }
  template <typename T>
  void Add(const std::optional<T>& part) {
    Add(part.has_value());
    Add(part.value_or(T()));
  }
  void Add(std::string_view kept_text) {
    Add(kept_text.data());
    Add(kept_text.size());
  }
  template <typename T>
  void AddAll(const std::vector<T>& parts) {
    Add(parts.size());
    for (const T& part : parts) Add(part);
  }
  std::string&& Take() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Builds the nodes of one schema whose depth has been checked. Parts of a schema that are the same,
// of which large ones have many, become one node.
class Compiler {
 public:
  explicit Compiler(SchemaHolder& holder) : holder_(holder) {}

  // `ruled` if validation rules see the node.
  Structural* Node(const Value& schema, bool ruled = false) {
    Structural node;
    node.type = TypeOf(schema.FindString("type"));
    node.nullable = Flag(schema, "nullable");
    node.preserve_unknown_fields = Flag(schema, kPreserveUnknownFieldsKey);
    node.embedded_resource = Flag(schema, kEmbeddedResourceKey);
    node.int_or_string = Flag(schema, kIntOrStringKey);
    node.atomic_map = schema.FindString(kMapTypeKey) == "atomic";
    std::string_view list_type = schema.FindString(kListTypeKey);
    if (list_type == "set") node.list_type = ListType::kSet;
    if (list_type == "map") node.list_type = ListType::kMap;
    if (IsSet(schema, "default")) node.default_value = Keep(schema.Find("default"));
    if (!ElementsOf(schema, kValidationsKey).empty()) {
      node.validations = Keep(schema.Find(kValidationsKey));
    }
    node.subtree_has_defaults = node.default_value != nullptr;
    node.subtree_has_embedded = node.embedded_resource;
    node.subtree_has_list_types = node.list_type != ListType::kAtomic;
    node.subtree_has_validations = node.validations != nullptr;
    ruled |= node.validations != nullptr;
    Below below{.ruled = ruled, .alone = MustBeAlone(node, ruled)};
    std::vector<Property> properties = Children(schema, node, below);
    node.rules = Rules(schema);
    return Shared(node, properties, Texts(ElementsOf(schema, kListMapKeysKey)), below.alone);
  }

 private:
  // On the way through the children of a node.
  struct Below {
    bool ruled = false;
    // The node is not shared, since it is, or has below it, one that must not be.
    bool alone = false;
  };

  // How a default with members is pruned depends on where it stands; and to rules, objects at
  // different places are of different types however equal they look.
  static bool MustBeAlone(const Structural& node, bool ruled) {
    if (ruled && node.type == Type::kObject) return true;
    const Value* value = node.default_value;
    return value != nullptr && (value->is_object() || value->is_list());
  }

  // Sets what stands below the node; returns its properties.
  std::vector<Property> Children(const Value& schema, Structural& node, Below& below) {
    if (const Value* items = SubSchema(schema, "items")) node.items = Child(*items, node, below);
    if (const Value* additional = schema.FindPtr("additionalProperties")) {
      if (additional->is_object()) {
        node.additional = Additional::kSchema;
        node.additional_properties = Child(*additional, node, below);
      } else if (additional->is_bool()) {
        node.additional = additional->as_bool() ? Additional::kAnything : Additional::kNothing;
      }
    }
    std::vector<Property> properties;
    for (const Member& member : MembersOf(schema, "properties")) {
      properties.push_back(Property{Text(member.key()), Child(member.value, node, below)});
    }
    return properties;
  }

  const Structural* Child(const Value& schema, Structural& parent, Below& below) {
    const Structural* child = Node(schema, below.ruled);
    parent.subtree_has_defaults |= child->subtree_has_defaults;
    parent.subtree_has_embedded |= child->subtree_has_embedded;
    parent.subtree_has_list_types |= child->subtree_has_list_types;
    parent.subtree_has_validations |= child->subtree_has_validations;
    below.alone |= alone_.contains(child);
    return child;
  }

  Structural* Shared(Structural& node, const std::vector<Property>& properties,
                     const std::vector<std::string_view>& list_map_keys, bool alone) {
    Fingerprint fingerprint;
    for (bool flag : {node.nullable, node.preserve_unknown_fields, node.embedded_resource,
                      node.int_or_string, node.atomic_map}) {
      fingerprint.Add(flag);
    }
    fingerprint.Add(node.type);
    fingerprint.Add(node.list_type);
    fingerprint.Add(node.additional);
    fingerprint.Add(node.items);
    fingerprint.Add(node.additional_properties);
    fingerprint.Add(node.default_value);
    fingerprint.Add(node.rules);
    fingerprint.Add(node.validations);
    fingerprint.AddAll(list_map_keys);
    for (const Property& property : properties) {
      fingerprint.Add(property.name);
      fingerprint.Add(property.schema);
    }
    Structural** known = nullptr;
    if (!alone) known = &nodes_.try_emplace(std::move(fingerprint).Take()).first->second;
    if (known != nullptr && *known != nullptr) return *known;
    node.properties = Copied(properties);
    node.list_map_keys = Copied(list_map_keys);
    Structural* made = holder_.arena.New<Structural>(node);
    if (known != nullptr) {
      *known = made;
    } else {
      alone_.insert(made);
    }
    return made;
  }

  const ValueRules* Rules(const Value& schema) {
    ValueRules rules;
    std::string_view format = schema.FindString("format");
    rules.format = FindFormat(schema.FindString("type"), format);
    if (rules.format != Format::kNone) rules.format_name = Text(format);
    rules.maximum = NumberOf(schema, "maximum");
    rules.minimum = NumberOf(schema, "minimum");
    rules.multiple_of = NumberOf(schema, "multipleOf");
    rules.exclusive_maximum = Flag(schema, "exclusiveMaximum");
    rules.exclusive_minimum = Flag(schema, "exclusiveMinimum");
    rules.max_length = CountOf(schema, "maxLength");
    rules.min_length = CountOf(schema, "minLength");
    rules.max_items = CountOf(schema, "maxItems");
    rules.min_items = CountOf(schema, "minItems");
    rules.max_properties = CountOf(schema, "maxProperties");
    rules.min_properties = CountOf(schema, "minProperties");
    std::string_view pattern = schema.FindString("pattern");
    if (!pattern.empty()) {
      rules.pattern = PatternOf(pattern);
      rules.pattern_text = Text(pattern);
    }
    std::span<const Value> enumeration = ElementsOf(schema, "enum");
    if (!enumeration.empty()) rules.enumeration = Keep(schema.Find("enum"))->items();
    if (const Value* negated = SubSchema(schema, "not")) rules.negated = Node(*negated);
    std::vector<std::string_view> required = Texts(ElementsOf(schema, "required"));
    std::vector<const Structural*> all_of = Nodes(ElementsOf(schema, "allOf"));
    std::vector<const Structural*> any_of = Nodes(ElementsOf(schema, "anyOf"));
    std::vector<const Structural*> one_of = Nodes(ElementsOf(schema, "oneOf"));
    bool any = rules.format != Format::kNone || rules.maximum || rules.minimum ||
               rules.multiple_of || rules.max_length || rules.min_length || rules.max_items ||
               rules.min_items || rules.max_properties || rules.min_properties ||
               rules.pattern != nullptr || !rules.enumeration.empty() || !required.empty() ||
               !all_of.empty() || !any_of.empty() || !one_of.empty() || rules.negated != nullptr;
    if (!any) return nullptr;

    Fingerprint fingerprint = ScalarsOf(rules);
    fingerprint.AddAll(required);
    for (const auto* branches : {&all_of, &any_of, &one_of}) fingerprint.AddAll(*branches);
    const ValueRules*& known = rules_[std::move(fingerprint).Take()];
    if (known == nullptr) {
      if (enumeration.size() > kShortEnum) rules.enum_texts = EnumTexts(rules.enumeration);
      rules.required = Copied(required);
      rules.all_of = Copied(all_of);
      rules.any_of = Copied(any_of);
      rules.one_of = Copied(one_of);
      known = holder_.arena.New<ValueRules>(rules);
    }
    return known;
  }

  // All of the rules but the lists.
  static Fingerprint ScalarsOf(const ValueRules& rules) {
    Fingerprint fingerprint;
    fingerprint.Add(rules.format);
    fingerprint.Add(rules.format_name);
    fingerprint.Add(rules.exclusive_maximum);
    fingerprint.Add(rules.exclusive_minimum);
    for (const auto& number : {rules.maximum, rules.minimum, rules.multiple_of}) {
      fingerprint.Add(number);
    }
    for (const auto& count : {rules.max_length, rules.min_length, rules.max_items, rules.min_items,
                              rules.max_properties, rules.min_properties}) {
      fingerprint.Add(count);
    }
    fingerprint.Add(rules.pattern_text);
    fingerprint.Add(rules.enumeration.data());
    fingerprint.Add(rules.negated);
    return fingerprint;
  }

  std::span<const std::string_view> EnumTexts(std::span<const Value> enumeration) {
    std::vector<std::string_view> texts;
    for (const Value& literal : enumeration) {
      if (literal.is_string()) texts.push_back(literal.as_string());
    }
    std::ranges::sort(texts);
    return Copied(texts);
  }

  std::vector<const Structural*> Nodes(std::span<const Value> schemas) {
    std::vector<const Structural*> nodes;
    for (const Value& schema : schemas) nodes.push_back(Node(schema));
    return nodes;
  }

  std::vector<std::string_view> Texts(std::span<const Value> values) {
    std::vector<std::string_view> texts;
    for (const Value& value : values) {
      if (value.is_string()) texts.push_back(Text(value.as_string()));
    }
    return texts;
  }

  template <typename T>
  std::span<const T> Copied(const std::vector<T>& items) {
    if (items.empty()) return {};
    return {holder_.arena.CopyArray(std::span<const T>(items)), items.size()};
  }

  const Pattern* PatternOf(std::string_view text) {
    auto found = holder_.patterns.find(text);
    if (found == holder_.patterns.end()) {
      found = holder_.patterns.emplace(text, std::make_unique<Pattern>(text)).first;
    }
    return found->second.get();
  }

  // CBOR tells 1 from 1.0, which rules do as well.
  const Value* Keep(const Value& value) {
    const Value*& known = values_[codec::ToCbor(value)];
    if (known == nullptr) known = holder_.arena.New<Value>(value.Clone(holder_.arena));
    return known;
  }

  // Property names repeat a lot in large schemas: each text is kept once.
  std::string_view Text(std::string_view text) {
    auto found = texts_.find(text);
    if (found != texts_.end()) return *found;
    return *texts_.insert(holder_.arena.Copy(text)).first;
  }

  SchemaHolder& holder_;
  // What was made so far, by what it is made of.
  std::unordered_set<std::string_view> texts_;
  std::unordered_map<std::string, const Value*> values_;
  std::unordered_map<std::string, const ValueRules*> rules_;
  std::unordered_map<std::string, Structural*> nodes_;
  // Nodes that are not shared.
  std::unordered_set<const Structural*> alone_;
};

}  // namespace

Structural* CompileNodes(SchemaHolder& holder, const Value& open_api_schema) {
  return Compiler(holder).Node(open_api_schema);
}

}  // namespace pintle::schema
