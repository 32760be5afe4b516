#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "pintle/base/strings.h"
#include "pintle/schema/field_path.h"
#include "pintle/schema/hub_form.h"
#include "pintle/schema/open_api.h"
#include "pintle/schema/rules.h"

namespace pintle::schema {
namespace {

const std::vector<std::string> kTypes = {"array",  "boolean", "integer",
                                         "number", "object",  "string"};

// What the walk knows of the place it is at.
struct Place {
  bool inside_resource_meta = false;
  // Empty, or why no default may be set here.
  std::string_view forbid_defaults;
};

// Walks a schema for the keyword rules; errors are in the order of the walk, a node after its
// additionalProperties.
class KeywordChecker {
 public:
  KeywordChecker(const KeywordOptions& options, field::ErrorList& errors)
      : options_(options), errors_(errors) {}

  void Node(const Value& schema, const field::Path& path, const Place& place, bool is_root) {
    Unsupported(schema, path, place);
    if (Flag(schema, "uniqueItems")) {
      Add(field::Forbidden(path.Child("uniqueItems"),
                           "uniqueItems cannot be set to true since the runtime complexity becomes "
                           "quadratic"));
    }
    AdditionalProperties(schema, path, place);
    Properties(schema, path, place, is_root);
    Children(schema, path, place);
    Extensions(schema, path);
    MapType(schema, path);
    ListTypes(schema, path);
    ListMapKeys(schema, path);
    if (options_.require_usable_list_map_keys) UsableListMapKeys(schema, path);
    CheckValidationRules(schema, path, errors_);
  }

 private:
  void Add(field::Error error) { errors_.push_back(std::move(error)); }

  void Unsupported(const Value& schema, const field::Path& path, const Place& place) {
    if (IsSet(schema, "default") && !place.forbid_defaults.empty()) {
      Add(field::Forbidden(path.Child("default"),
                           fmt::format("must not be set {}", place.forbid_defaults)));
    }
    auto refuse = [&](std::string_view key) {
      Add(field::Forbidden(path.Child(key), fmt::format("{} is not supported", key)));
    };
    if (!schema.FindString("id").empty()) refuse("id");
    if (IsSet(schema, "additionalItems")) refuse("additionalItems");
    for (std::string_view key : {"patternProperties", "definitions", "dependencies"}) {
      if (!MembersOf(schema, key).empty()) refuse(key);
    }
    if (IsSet(schema, "$ref")) refuse("$ref");
    std::string_view type = schema.FindString("type");
    if (type == "null") {
      Add(field::Forbidden(path.Child("type"),
                           "type cannot be set to null, use nullable as an alternative"));
    }
    if (!ElementsOf(schema, "items").empty()) {
      Add(field::Forbidden(path.Child("items"), "items must be a schema object and not an array"));
    }
    if (place.inside_resource_meta && Flag(schema, kEmbeddedResourceKey)) {
      Add(field::Forbidden(path.Child(kEmbeddedResourceKey),
                           "must not be used inside of resource meta"));
    }
    if (options_.require_known_types && !type.empty() && std::ranges::count(kTypes, type) == 0) {
      Add(field::NotSupported(path.Child("type"), type, kTypes));
    }
  }

  void AdditionalProperties(const Value& schema, const field::Path& path, const Place& place) {
    const Value* additional = schema.FindPtr("additionalProperties");
    if (additional == nullptr || additional->is_null()) return;
    field::Path at = path.Child("additionalProperties");
    if (!MembersOf(schema, "properties").empty() && *additional != Value(true)) {
      Add(field::Forbidden(at, "additionalProperties and properties are mutual exclusive"));
    }
    if (!additional->is_object()) return;
    Place below = place;
    if (place.inside_resource_meta) {
      below.forbid_defaults = "inside additionalProperties applying to object metadata";
    }
    Node(*additional, at, below, false);
  }

  void Properties(const Value& schema, const field::Path& path, const Place& place, bool is_root) {
    field::Path properties = path.Child("properties");
    bool is_resource = is_root || Flag(schema, kEmbeddedResourceKey);
    for (const Member& property : MembersOf(schema, "properties")) {
      Place below = place;
      std::string reason = "in top-level " + std::string(property.key());
      if (is_resource && IsResourceMeta(property.key())) {
        below.inside_resource_meta = true;
        if (is_root) below.forbid_defaults = reason;
      }
      Node(property.value, properties.Key(property.key()), below, false);
    }
  }

  void Children(const Value& schema, const field::Path& path, const Place& place) {
    if (const Value* negated = SubSchema(schema, "not")) {
      Node(*negated, path.Child("not"), place, false);
    }
    for (std::string_view key : {"allOf", "oneOf", "anyOf"}) {
      std::span<const Value> schemas = ElementsOf(schema, key);
      field::Path list_path = path.Child(key);
      for (size_t i = 0; i < schemas.size(); ++i) {
        Node(schemas[i], list_path.Index(i), place, false);
      }
    }
    Named(schema, "definitions", path, place);
    field::Path items_path = path.Child("items");
    if (const Value* items = SubSchema(schema, "items")) Node(*items, items_path, place, false);
    std::span<const Value> several = ElementsOf(schema, "items");
    for (size_t i = 0; i < several.size(); ++i) {
      Node(several[i], items_path.Index(i), place, false);
    }
    Named(schema, "dependencies", path, place);
  }

  // The schemas in a keyword that maps names to them.
  void Named(const Value& schema, std::string_view key, const field::Path& path,
             const Place& place) {
    field::Path map_path = path.Child(key);
    for (const Member& child : MembersOf(schema, key)) {
      if (child.value.is_object()) Node(child.value, map_path.Key(child.key()), place, false);
    }
  }

  void Extensions(const Value& schema, const field::Path& path) {
    const Value* preserve = schema.FindPtr(kPreserveUnknownFieldsKey);
    if (preserve != nullptr && *preserve == Value(false)) {
      Add(field::Invalid(path.Child(kPreserveUnknownFieldsKey), false,
                         "must be true or undefined"));
    }
  }

  // Required if `type` is empty, else Invalid.
  void WrongType(std::string_view type, const field::Path& path, std::string_view detail) {
    field::Path at = path.Child("type");
    Add(type.empty() ? field::Required(at, detail) : field::Invalid(at, type, detail));
  }

  void MapType(const Value& schema, const field::Path& path) {
    if (!IsSet(schema, kMapTypeKey)) return;
    std::string_view type = schema.FindString("type");
    if (type != "object") {
      WrongType(type, path, "must be object if x-kubernetes-map-type is specified");
    }
    std::string_view map_type = schema.FindString(kMapTypeKey);
    if (map_type != "atomic" && map_type != "granular") {
      Add(field::NotSupported(path.Child(kMapTypeKey), map_type, {"atomic", "granular"}));
    }
  }

  void ListTypes(const Value& schema, const field::Path& path) {
    if (!IsSet(schema, kListTypeKey)) return;
    std::string_view type = schema.FindString("type");
    std::string_view list_type = schema.FindString(kListTypeKey);
    if (type != "array") {
      WrongType(type, path, "must be array if x-kubernetes-list-type is specified");
    } else if (options_.require_atomic_set_items && list_type == "set") {
      AtomicSetItems(schema, path.Child("items"));
    }
    if (list_type != "atomic" && list_type != "set" && list_type != "map") {
      Add(field::NotSupported(path.Child(kListTypeKey), list_type, {"atomic", "set", "map"}));
    }
  }

  void AtomicSetItems(const Value& schema, const field::Path& items_path) {
    constexpr std::string_view kDetail =
        "must be atomic as item of a list with x-kubernetes-list-type=set";
    const Value* items = SubSchema(schema, "items");
    if (items == nullptr) return;
    std::string_view type = items->FindString("type");
    if (type == "array" && IsSet(*items, kListTypeKey) &&
        items->FindString(kListTypeKey) != "atomic") {
      Add(field::Invalid(items_path.Child(kListTypeKey), Shown(items->Find(kListTypeKey)),
                         kDetail));
    }
    if (type == "object" && items->FindString(kMapTypeKey) != "atomic") {
      // It is the other extension that is shown, which objects do not have.
      Add(field::Invalid(items_path.Child(kMapTypeKey), Shown(items->Find(kListTypeKey)), kDetail));
    }
  }

  void ListMapKeys(const Value& schema, const field::Path& path) {
    std::span<const Value> keys = ElementsOf(schema, kListMapKeysKey);
    std::string_view list_type = schema.FindString(kListTypeKey);
    if (!keys.empty() && list_type != "map") {
      constexpr std::string_view kDetail = "must be map if x-kubernetes-list-map-keys is non-empty";
      field::Path at = path.Child(kListTypeKey);
      Add(IsSet(schema, kListTypeKey) ? field::Invalid(at, list_type, kDetail)
                                      : field::Required(at, kDetail));
    }
    if (list_type != "map") return;
    field::Path keys_path = path.Child(kListMapKeysKey);
    field::Path items_path = path.Child("items");
    if (keys.empty()) {
      Add(field::Required(keys_path, "must not be empty if x-kubernetes-list-type is map"));
    }
    if (!IsSet(schema, "items")) {
      Add(field::Required(items_path, "must have a schema if x-kubernetes-list-type is map"));
    }
    if (std::span<const Value> several = ElementsOf(schema, "items"); !several.empty()) {
      Add(field::Invalid(items_path, field::BadValue::Rendered(HubItems(schema.Find("items"))),
                         "must only have a single schema if x-kubernetes-list-type is map"));
    }
    const Value* items = SubSchema(schema, "items");
    if (items == nullptr) return;
    std::string_view type = items->FindString("type");
    if (type != "object") {
      Add(field::Invalid(items_path.Child("type"), type,
                         "must be object if parent array's x-kubernetes-list-type is map"));
      return;
    }
    ItemKeys(schema.Find(kListMapKeysKey), *items, items_path, keys_path);
  }

  void ItemKeys(const Value& keys, const Value& items, const field::Path& items_path,
                const field::Path& keys_path) {
    if (!keys.is_list()) return;
    Value properties = items.Find("properties");
    std::set<std::string_view> seen;
    for (const Value& key : keys.items()) {
      if (!key.is_string()) continue;
      const Value* property = properties.FindPtr(key.as_string());
      if (property == nullptr) {
        Add(field::Invalid(keys_path, Shown(keys), "entries must all be names of item properties"));
      } else {
        std::string_view type = property->FindString("type");
        if (type == "array" || type == "object") {
          field::Path properties_path = items_path.Child("properties");
          field::Path property_path = properties_path.Key(key.as_string());
          Add(field::Invalid(
              property_path.Child("type"), items.FindString("type"),
              "must be a scalar type if parent array's x-kubernetes-list-type is map"));
        }
      }
      if (!seen.insert(key.as_string()).second) {
        Add(field::Invalid(keys_path, Shown(keys), "must not contain duplicate entries"));
      }
    }
  }

  void UsableListMapKeys(const Value& schema, const field::Path& path) {
    const Value* items = SubSchema(schema, "items");
    std::string_view list_type = schema.FindString(kListTypeKey);
    if (items == nullptr || (list_type != "set" && list_type != "map")) return;
    field::Path items_path = path.Child("items");
    if (Flag(*items, "nullable")) {
      Add(field::Forbidden(
          items_path.Child("nullable"),
          fmt::format("cannot be nullable when x-kubernetes-list-type is {}", list_type)));
    }
    if (list_type != "map") return;
    field::Path properties_path = items_path.Child("properties");
    Value properties = items->Find("properties");
    std::span<const Value> required = ElementsOf(*items, "required");
    for (const Value& key : ElementsOf(schema, kListMapKeysKey)) {
      if (!key.is_string()) continue;
      const Value* property = properties.FindPtr(key.as_string());
      if (property == nullptr) continue;
      field::Path property_path = properties_path.Key(key.as_string());
      if (!IsSet(*property, "default") && std::ranges::count(required, key) == 0) {
        Add(field::Required(property_path.Child("default"),
                            "this property is in x-kubernetes-list-map-keys, so it must have a "
                            "default or be a required property"));
      }
      if (Flag(*property, "nullable")) {
        Add(field::Forbidden(
            property_path.Child("nullable"),
            "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
      }
    }
  }

  const KeywordOptions& options_;
  field::ErrorList& errors_;
};

bool HasLineBreak(std::string_view text) {
  return text.find_first_of("\r\n") != std::string_view::npos;
}

void CheckRule(const Value& rule, const Value& schema, const field::Path& path,
               field::ErrorList& errors) {
  std::string_view text = TrimSpace(rule.FindString("rule"));
  std::string_view message = rule.FindString("message");
  field::Path message_path = path.Child("message");
  if (text.empty()) {
    errors.push_back(field::Required(path.Child("rule"), "rule is not specified"));
  } else if (!message.empty() && TrimSpace(message).empty()) {
    errors.push_back(field::Invalid(message_path, message, "must be non-empty if specified"));
  } else if (HasLineBreak(TrimSpace(message))) {
    errors.push_back(field::Invalid(message_path, message, "must not contain line breaks"));
  } else if (HasLineBreak(text) && message.empty()) {
    errors.push_back(
        field::Required(message_path, "message must be specified if rule contains line breaks"));
  }
  std::string_view expression = rule.FindString("messageExpression");
  if (!expression.empty() && TrimSpace(expression).empty()) {
    errors.push_back(field::Required(path.Child("messageExpression"),
                                     "messageExpression must be non-empty if specified"));
  }
  static const std::vector<std::string> kReasons = {"FieldValueDuplicate", "FieldValueForbidden",
                                                    "FieldValueInvalid", "FieldValueRequired"};
  if (IsSet(rule, "reason") && std::ranges::count(kReasons, rule.FindString("reason")) == 0) {
    errors.push_back(
        field::NotSupported(path.Child("reason"), rule.FindString("reason"), kReasons));
  }
  std::string_view field_path = rule.FindString("fieldPath");
  if (field_path.empty()) return;
  field::Path at = path.Child("fieldPath");
  if (TrimSpace(field_path).empty()) {
    errors.push_back(field::Invalid(at, field_path, "must be non-empty if specified"));
  }
  if (HasLineBreak(field_path)) {
    errors.push_back(field::Invalid(at, field_path, "must not contain line breaks"));
  }
  if (!ResolveFieldPath(schema, field_path, FieldPathSyntax::kWithBrackets).schema) {
    errors.push_back(field::Invalid(at, field_path, "must be a valid path"));
  }
}

}  // namespace

field::ErrorList CheckKeywords(const Value& schema, const field::Path& path,
                               const KeywordOptions& options) {
  field::ErrorList errors;
  Place root;
  root.forbid_defaults = options.forbid_defaults;
  KeywordChecker(options, errors).Node(schema, path, root, true);
  return errors;
}

void CheckValidationRules(const Value& schema, const field::Path& path, field::ErrorList& errors) {
  std::span<const Value> rules = ElementsOf(schema, kValidationsKey);
  field::Path list_path = path.Child(kValidationsKey);
  for (size_t i = 0; i < rules.size(); ++i) {
    CheckRule(rules[i], schema, list_path.Index(i), errors);
  }
}

}  // namespace pintle::schema
