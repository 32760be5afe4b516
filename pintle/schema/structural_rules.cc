#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pintle/schema/open_api.h"
#include "pintle/schema/pattern.h"
#include "pintle/schema/rules.h"

namespace pintle::schema {
namespace {

constexpr std::string_view kMustBeEmpty = "must be empty to be structural";
constexpr std::string_view kMustBeUndefined = "must be undefined to be structural";
constexpr std::string_view kMustBeFalse = "must be false to be structural";

enum class Level : uint8_t { kRoot, kItem, kField };

// `{type: <type>}` and nothing else.
bool IsOnlyType(const Value& schema, std::string_view type) {
  return schema.is_object() && schema.size() == 1 && schema.FindString("type") == type;
}

// `anyOf: [{type: integer}, {type: string}]`
bool IsIntOrStringAnyOf(const Value& schema) {
  std::span<const Value> any_of = ElementsOf(schema, "anyOf");
  return any_of.size() == 2 && IsOnlyType(any_of[0], "integer") && IsOnlyType(any_of[1], "string");
}

// Walks a schema for the structural rules; errors are in the order of the walk.
class StructuralChecker {
 public:
  field::ErrorList Take() && { return std::move(errors_); }

  void Invariants(const Value& schema, const field::Path& path, Level level) {
    const Value* items = SubSchema(schema, "items");
    if (schema.FindString("type") == "array" && items == nullptr) {
      Add(field::Required(path.Child("items"), "must be specified"));
    }
    if (items != nullptr) Invariants(*items, path.Child("items"), Level::kItem);
    field::Path properties = path.Child("properties");
    for (const Member& property : MembersOf(schema, "properties")) {
      Invariants(property.value, properties.Key(property.key()), Level::kField);
    }
    if (const Value* additional = SubSchema(schema, "additionalProperties")) {
      Invariants(*additional, path.Child("additionalProperties"), Level::kField);
    }
    if (level == Level::kRoot && IsSet(schema, "additionalProperties")) {
      Add(field::Forbidden(path.Child("additionalProperties"), "must not be used at the root"));
    }
    Extensions(schema, path);
    std::span<const Value> all_of = ElementsOf(schema, "allOf");
    bool skip_first_all_of = !all_of.empty() && IsIntOrStringAnyOf(all_of[0]);
    Junctors(schema, path, IsIntOrStringAnyOf(schema), skip_first_all_of);
    TypeRules(schema, path, level);
    if (level == Level::kRoot || Flag(schema, kEmbeddedResourceKey)) {
      ResourceMeta(schema, path, level);
    }
  }

  // Everything junctors mention must exist in the structure.
  void Completeness(const Value& schema, const field::Path& path) {
    JunctorCompleteness(schema, schema, path, path);
    if (const Value* items = SubSchema(schema, "items")) Completeness(*items, path.Child("items"));
    field::Path properties = path.Child("properties");
    for (const Member& property : MembersOf(schema, "properties")) {
      Completeness(property.value, properties.Key(property.key()));
    }
    if (const Value* additional = SubSchema(schema, "additionalProperties")) {
      Completeness(*additional, path.Child("additionalProperties"));
    }
  }

 private:
  void Add(field::Error error) { errors_.push_back(std::move(error)); }

  void Extensions(const Value& schema, const field::Path& path) {
    if (!Flag(schema, kIntOrStringKey)) return;
    for (std::string_view key : {kPreserveUnknownFieldsKey, kEmbeddedResourceKey}) {
      if (Flag(schema, key)) {
        Add(field::Invalid(path.Child(key), true,
                           "must be false if x-kubernetes-int-or-string is true"));
      }
    }
  }

  void TypeRules(const Value& schema, const field::Path& path, Level level) {
    std::string_view type = schema.FindString("type");
    field::Path type_path = path.Child("type");
    bool embedded = Flag(schema, kEmbeddedResourceKey);
    bool preserve = Flag(schema, kPreserveUnknownFieldsKey);
    if (embedded && type != "object") {
      constexpr std::string_view kDetail =
          "must be object if x-kubernetes-embedded-resource is true";
      Add(type.empty() ? field::Required(type_path, kDetail)
                       : field::Invalid(type_path, type, kDetail));
    } else if (type.empty() && !Flag(schema, kIntOrStringKey) && !preserve) {
      constexpr std::array<std::string_view, 3> kDetails = {
          "must not be empty at the root", "must not be empty for specified array items",
          "must not be empty for specified object fields"};
      Add(field::Required(type_path, kDetails[static_cast<size_t>(level)]));
    }
    if (embedded && IsSet(schema, "additionalProperties")) {
      Add(field::Forbidden(path.Child("additionalProperties"),
                           "must not be used if x-kubernetes-embedded-resource is set"));
    }
    if (level == Level::kRoot && !type.empty() && type != "object") {
      Add(field::Invalid(type_path, type, "must be object at the root"));
    }
    if (embedded && !preserve && MembersOf(schema, "properties").empty()) {
      Add(field::Required(path.Child("properties"),
                          "must not be empty if x-kubernetes-embedded-resource is true without "
                          "x-kubernetes-preserve-unknown-fields"));
    }
  }

  void ResourceMeta(const Value& schema, const field::Path& path, Level level) {
    field::Path properties_path = path.Child("properties");
    Value properties = schema.Find("properties");
    for (std::string_view name : {"kind", "apiVersion", "metadata"}) {
      const Value* property = properties.FindPtr(name);
      if (property == nullptr) continue;
      std::string_view type = property->FindString("type");
      std::string_view wanted = name == "metadata" ? "object" : "string";
      if (type == wanted) continue;
      field::Path property_path = properties_path.Key(name);
      Add(field::Invalid(property_path.Child("type"), type, fmt::format("must be {}", wanted)));
    }
    const Value* metadata = properties.FindPtr("metadata");
    if (level == Level::kRoot && metadata != nullptr && !RestrictsOnlyNames(*metadata)) {
      Add(field::Forbidden(properties_path.Key("metadata"),
                           "must not specify anything other than name and generateName, but "
                           "metadata is implicitly specified"));
    }
  }

  // A default is refused elsewhere, with a better text.
  static bool RestrictsOnlyNames(const Value& metadata) {
    if (!metadata.is_object()) return true;
    for (const Member& keyword : metadata.members()) {
      const Value& value = keyword.value;
      if (keyword.key() == "type" || keyword.key() == "default" || value.is_null()) continue;
      if (keyword.key() == "properties") {
        for (const Member& property : MembersOf(metadata, "properties")) {
          if (property.key() != "name" && property.key() != "generateName") return false;
        }
        continue;
      }
      bool unset = value == Value(false) || value == Value("") || value == Value::EmptyList();
      if (!unset || keyword.key() == "additionalProperties") return false;
    }
    return true;
  }

  // The value validations of a node: its junctors and its pattern.
  void Junctors(const Value& schema, const field::Path& path, bool skip_any_of,
                bool skip_first_all_of) {
    if (!skip_any_of) Nested(ElementsOf(schema, "anyOf"), path.Child("anyOf"), false);
    Nested(ElementsOf(schema, "allOf"), path.Child("allOf"), skip_first_all_of);
    Nested(ElementsOf(schema, "oneOf"), path.Child("oneOf"), false);
    if (const Value* negated = SubSchema(schema, "not")) {
      Nested(*negated, path.Child("not"), false);
    }
    std::string_view pattern = schema.FindString("pattern");
    if (pattern.empty()) return;
    std::string error = Pattern(pattern).error();
    if (!error.empty()) {
      Add(field::Invalid(path.Child("pattern"), pattern,
                         "must be a valid regular expression, but isn't: " + error));
    }
  }

  void Nested(std::span<const Value> schemas, const field::Path& path, bool skip_first_any_of) {
    for (size_t i = 0; i < schemas.size(); ++i) {
      Nested(schemas[i], path.Index(i), skip_first_any_of && i == 0);
    }
  }

  void Nested(const Value& schema, const field::Path& path, bool skip_any_of) {
    Junctors(schema, path, skip_any_of, false);
    if (const Value* items = SubSchema(schema, "items")) Nested(*items, path.Child("items"), false);
    field::Path properties = path.Child("properties");
    for (const Member& property : MembersOf(schema, "properties")) {
      Nested(property.value, properties.Key(property.key()), false);
      if (property.key() == "metadata") {
        Add(field::Forbidden(properties.Key("metadata"),
                             "must not be specified in a nested context"));
      }
    }
    ForbiddenInJunctors(schema, path);
  }

  void ForbiddenInJunctors(const Value& schema, const field::Path& path) {
    for (std::string_view key : {"type", "title", "description"}) {
      if (!schema.FindString(key).empty()) Add(field::Forbidden(path.Child(key), kMustBeEmpty));
    }
    const Value* additional = schema.FindPtr("additionalProperties");
    if (additional != nullptr && !additional->is_null() && *additional != Value(false)) {
      Add(field::Forbidden(path.Child("additionalProperties"), kMustBeUndefined));
    }
    for (std::string_view key : {std::string_view("default"), kListTypeKey, kMapTypeKey}) {
      if (IsSet(schema, key)) Add(field::Forbidden(path.Child(key), kMustBeUndefined));
    }
    for (std::string_view key : {std::string_view("nullable"), kPreserveUnknownFieldsKey,
                                 kEmbeddedResourceKey, kIntOrStringKey}) {
      if (Flag(schema, key)) Add(field::Forbidden(path.Child(key), kMustBeFalse));
    }
    for (std::string_view key : {kListMapKeysKey, kValidationsKey}) {
      if (!ElementsOf(schema, key).empty()) Add(field::Forbidden(path.Child(key), kMustBeEmpty));
    }
  }

  void JunctorCompleteness(const Value& junctors, const Value& structure,
                           const field::Path& structure_path, const field::Path& path) {
    for (std::string_view key : {"allOf", "anyOf", "oneOf"}) {
      field::Path list_path = path.Child(key);
      std::span<const Value> schemas = ElementsOf(junctors, key);
      for (size_t i = 0; i < schemas.size(); ++i) {
        NestedCompleteness(schemas[i], structure, structure_path, list_path.Index(i));
      }
    }
    if (const Value* negated = SubSchema(junctors, "not")) {
      NestedCompleteness(*negated, structure, structure_path, path.Child("not"));
    }
  }

  void NestedCompleteness(const Value& nested, const Value& structure,
                          const field::Path& structure_path, const field::Path& path) {
    JunctorCompleteness(nested, structure, structure_path, path);
    if (const Value* items = SubSchema(nested, "items")) {
      Counterpart(*items, SubSchema(structure, "items"), structure_path.Child("items"),
                  path.Child("items"));
    }
    field::Path properties = path.Child("properties");
    field::Path structure_properties = structure_path.Child("properties");
    Value specified = structure.Find("properties");
    for (const Member& property : MembersOf(nested, "properties")) {
      Counterpart(property.value, specified.FindPtr(property.key()),
                  structure_properties.Key(property.key()), properties.Key(property.key()));
    }
  }

  void Counterpart(const Value& nested, const Value* structure, const field::Path& structure_path,
                   const field::Path& path) {
    if (structure == nullptr) {
      Add(field::Required(structure_path, "because it is defined in " + path.ToString()));
    } else {
      NestedCompleteness(nested, *structure, structure_path, path);
    }
  }

  field::ErrorList errors_;
};

// The message for the first unsupported keyword at this node or below, empty if there is none.
std::string FindUnsupported(const Value& schema) {
  constexpr std::string_view kText = "OpenAPIV3Schema '{}' is not supported";
  if (!schema.FindString("id").empty()) return fmt::format(kText, "id");
  if (!schema.FindString("$schema").empty()) return fmt::format(kText, "schema");
  if (IsSet(schema, "$ref")) return fmt::format(kText, "$ref");
  if (!MembersOf(schema, "patternProperties").empty()) {
    return fmt::format(kText, "patternProperties");
  }
  if (!MembersOf(schema, "dependencies").empty()) return fmt::format(kText, "dependencies");
  if (IsSet(schema, "additionalItems")) return fmt::format(kText, "additionalItems");
  if (!MembersOf(schema, "definitions").empty()) return fmt::format(kText, "definitions");
  Value items = schema.Find("items");
  if (items.is_list()) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  for (std::string_view key : {"items", "additionalProperties", "not"}) {
    if (const Value* child = SubSchema(schema, key)) {
      if (std::string found = FindUnsupported(*child); !found.empty()) return found;
    }
  }
  for (const Member& property : MembersOf(schema, "properties")) {
    if (std::string found = FindUnsupported(property.value); !found.empty()) return found;
  }
  for (std::string_view key : {"allOf", "anyOf", "oneOf"}) {
    for (const Value& child : ElementsOf(schema, key)) {
      if (std::string found = FindUnsupported(child); !found.empty()) return found;
    }
  }
  return {};
}

}  // namespace

field::Error TooDeepError(const field::Path& path) {
  return field::Invalid(path, "",
                        fmt::format("must not nest deeper than {} schemas", kMaxSchemaDepth));
}

std::optional<field::Error> CheckConvertible(const Value& schema, const field::Path& path) {
  std::string text = FindUnsupported(schema);
  if (text.empty()) return std::nullopt;
  return field::Invalid(path, "", text);
}

field::ErrorList CheckStructural(const Value& schema, const field::Path& path) {
  StructuralChecker checker;
  checker.Invariants(schema, path, Level::kRoot);
  checker.Completeness(schema, path);
  field::ErrorList errors = std::move(checker).Take();
  std::ranges::stable_sort(errors, {}, [](const field::Error& error) { return error.Text(); });
  return errors;
}

}  // namespace pintle::schema
