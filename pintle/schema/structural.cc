#include "pintle/schema/structural.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "pintle/schema/default_pruning.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/pattern.h"
#include "pintle/schema/rules.h"

namespace pintle::schema {
namespace {

// Below this many properties a linear scan beats a binary search.
constexpr size_t kLinearSearchProperties = 8;

// What the nodes of one compiled schema live in. Equal patterns are compiled once.
struct Holder {
  Arena arena;
  std::map<std::string, std::unique_ptr<Pattern>, std::less<>> patterns;
};

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

// Builds the nodes of one schema whose depth has been checked.
class Compiler {
 public:
  explicit Compiler(Holder& holder) : holder_(holder) {}

  Structural* Node(const Value& schema) {
    Structural* node = holder_.arena.New<Structural>();
    node->type = TypeOf(schema.FindString("type"));
    node->nullable = Flag(schema, "nullable");
    node->preserve_unknown_fields = Flag(schema, kPreserveUnknownFieldsKey);
    node->embedded_resource = Flag(schema, kEmbeddedResourceKey);
    node->int_or_string = Flag(schema, kIntOrStringKey);
    node->atomic_map = schema.FindString(kMapTypeKey) == "atomic";
    std::string_view list_type = schema.FindString(kListTypeKey);
    if (list_type == "set") node->list_type = ListType::kSet;
    if (list_type == "map") node->list_type = ListType::kMap;
    node->list_map_keys = Texts(ElementsOf(schema, kListMapKeysKey));
    if (IsSet(schema, "default")) node->default_value = Keep(schema.Find("default"));
    if (!ElementsOf(schema, kValidationsKey).empty()) {
      node->validations = Keep(schema.Find(kValidationsKey));
    }
    Children(schema, *node);
    node->rules = Rules(schema);
    return node;
  }

 private:
  void Children(const Value& schema, Structural& node) {
    node.subtree_has_defaults = node.default_value != nullptr;
    node.subtree_has_embedded = node.embedded_resource;
    node.subtree_has_list_types = node.list_type != ListType::kAtomic;
    node.subtree_has_validations = node.validations != nullptr;
    if (const Value* items = SubSchema(schema, "items")) node.items = Child(*items, node);
    if (const Value* additional = schema.FindPtr("additionalProperties")) {
      if (additional->is_object()) {
        node.additional = Additional::kSchema;
        node.additional_properties = Child(*additional, node);
      } else if (additional->is_bool()) {
        node.additional = additional->as_bool() ? Additional::kAnything : Additional::kNothing;
      }
    }
    std::span<const Member> members = MembersOf(schema, "properties");
    Property* properties = holder_.arena.NewArray<Property>(members.size());
    for (size_t i = 0; i < members.size(); ++i) {
      properties[i] = Property{Text(members[i].key()), Child(members[i].value, node)};
    }
    node.properties = {properties, members.size()};
  }

  const Structural* Child(const Value& schema, Structural& parent) {
    const Structural* child = Node(schema);
    parent.subtree_has_defaults |= child->subtree_has_defaults;
    parent.subtree_has_embedded |= child->subtree_has_embedded;
    parent.subtree_has_list_types |= child->subtree_has_list_types;
    parent.subtree_has_validations |= child->subtree_has_validations;
    return child;
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
    rules.required = Texts(ElementsOf(schema, "required"));
    rules.all_of = Nodes(ElementsOf(schema, "allOf"));
    rules.any_of = Nodes(ElementsOf(schema, "anyOf"));
    rules.one_of = Nodes(ElementsOf(schema, "oneOf"));
    if (const Value* negated = SubSchema(schema, "not")) rules.negated = Node(*negated);
    bool any = rules.format != Format::kNone || rules.maximum || rules.minimum ||
               rules.multiple_of || rules.max_length || rules.min_length || rules.max_items ||
               rules.min_items || rules.max_properties || rules.min_properties ||
               rules.pattern != nullptr || !rules.enumeration.empty() || !rules.required.empty() ||
               !rules.all_of.empty() || !rules.any_of.empty() || !rules.one_of.empty() ||
               rules.negated != nullptr;
    return any ? holder_.arena.New<ValueRules>(rules) : nullptr;
  }

  std::span<const Structural* const> Nodes(std::span<const Value> schemas) {
    const Structural** nodes = holder_.arena.NewArray<const Structural*>(schemas.size());
    for (size_t i = 0; i < schemas.size(); ++i) nodes[i] = Node(schemas[i]);
    return {nodes, schemas.size()};
  }

  std::span<const std::string_view> Texts(std::span<const Value> values) {
    std::string_view* texts = holder_.arena.NewArray<std::string_view>(values.size());
    size_t count = 0;
    for (const Value& value : values) {
      if (value.is_string()) texts[count++] = Text(value.as_string());
    }
    return {texts, count};
  }

  const Pattern* PatternOf(std::string_view text) {
    auto found = holder_.patterns.find(text);
    if (found == holder_.patterns.end()) {
      found = holder_.patterns.emplace(text, std::make_unique<Pattern>(text)).first;
    }
    return found->second.get();
  }

  const Value* Keep(const Value& value) {
    return holder_.arena.New<Value>(value.Clone(holder_.arena));
  }

  // Property names repeat a lot in large schemas: each text is kept once.
  std::string_view Text(std::string_view text) {
    auto found = texts_.find(text);
    if (found != texts_.end()) return *found;
    return *texts_.insert(holder_.arena.Copy(text)).first;
  }

  Holder& holder_;
  std::unordered_set<std::string_view> texts_;
};

}  // namespace

const Structural* Structural::FindProperty(std::string_view name) const {
  if (properties.size() <= kLinearSearchProperties) {
    for (const Property& property : properties) {
      if (property.name == name) return property.schema;
    }
    return nullptr;
  }
  auto at = std::ranges::lower_bound(properties, name, {}, &Property::name);
  return at != properties.end() && at->name == name ? at->schema : nullptr;
}

const Structural* Structural::FindMember(std::string_view name) const {
  const Structural* property = FindProperty(name);
  return property != nullptr ? property : additional_properties;
}

std::shared_ptr<const Structural> CompileUnchecked(const Value& open_api_schema,
                                                   const CompileOptions& options) {
  if (NestsTooDeep(open_api_schema)) return nullptr;
  auto holder = std::make_shared<Holder>();
  Structural* root = Compiler(*holder).Node(open_api_schema);
  if (options.prune_defaults) {
    PruneDefaults(holder->arena, *root, *options.prune_defaults, options.metadata_coercer);
  }
  return std::shared_ptr<const Structural>(std::move(holder), root);
}

CompileResult Compile(const Value& open_api_schema, const field::Path& path,
                      const CompileOptions& options) {
  CompileResult result;
  if (NestsTooDeep(open_api_schema)) {
    result.errors.push_back(TooDeepError(path));
    return result;
  }
  std::optional<field::Error> inconvertible = CheckConvertible(open_api_schema, path);
  if (!inconvertible) result.errors = CheckStructural(open_api_schema, path);
  field::Append(result.errors, CheckKeywords(open_api_schema, path, {}));
  if (result.errors.empty() && inconvertible) result.errors.push_back(*std::move(inconvertible));
  result.schema = CompileUnchecked(open_api_schema, options);
  return result;
}

}  // namespace pintle::schema
