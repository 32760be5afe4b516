#include "pintle/schema/hub_form.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "pintle/codec/document.h"
#include "pintle/schema/open_api.h"

namespace pintle::schema {
namespace {

// How a member is spelled out when it is absent, and what its value is made of.
enum class Shape : uint8_t {
  kText,       // "" if absent
  kFlag,       // false if absent
  kPlain,      // JSON as it is, null if absent
  kSchema,     // null if absent
  kSchemas,    // a list
  kSchemaMap,  // by name
  kItems,      // a schema or a list of them
  kSchemaOrFlag,
  kDependencies,
  kDocumentation,
  kRules,
};

struct Keyword {
  std::string_view key;
  std::string_view shown;
  Shape shape;
};

constexpr std::array<Keyword, 44> kKeywords = {{
    {"id", "ID", Shape::kText},
    {"$schema", "Schema", Shape::kText},
    {"$ref", "Ref", Shape::kPlain},
    {"description", "Description", Shape::kText},
    {"type", "Type", Shape::kText},
    {"nullable", "Nullable", Shape::kFlag},
    {"format", "Format", Shape::kText},
    {"title", "Title", Shape::kText},
    {"default", "Default", Shape::kPlain},
    {"maximum", "Maximum", Shape::kPlain},
    {"exclusiveMaximum", "ExclusiveMaximum", Shape::kFlag},
    {"minimum", "Minimum", Shape::kPlain},
    {"exclusiveMinimum", "ExclusiveMinimum", Shape::kFlag},
    {"maxLength", "MaxLength", Shape::kPlain},
    {"minLength", "MinLength", Shape::kPlain},
    {"pattern", "Pattern", Shape::kText},
    {"maxItems", "MaxItems", Shape::kPlain},
    {"minItems", "MinItems", Shape::kPlain},
    {"uniqueItems", "UniqueItems", Shape::kFlag},
    {"multipleOf", "MultipleOf", Shape::kPlain},
    {"enum", "Enum", Shape::kPlain},
    {"maxProperties", "MaxProperties", Shape::kPlain},
    {"minProperties", "MinProperties", Shape::kPlain},
    {"required", "Required", Shape::kPlain},
    {"items", "Items", Shape::kItems},
    {"allOf", "AllOf", Shape::kSchemas},
    {"oneOf", "OneOf", Shape::kSchemas},
    {"anyOf", "AnyOf", Shape::kSchemas},
    {"not", "Not", Shape::kSchema},
    {"properties", "Properties", Shape::kSchemaMap},
    {"additionalProperties", "AdditionalProperties", Shape::kSchemaOrFlag},
    {"patternProperties", "PatternProperties", Shape::kSchemaMap},
    {"dependencies", "Dependencies", Shape::kDependencies},
    {"additionalItems", "AdditionalItems", Shape::kSchemaOrFlag},
    {"definitions", "Definitions", Shape::kSchemaMap},
    {"externalDocs", "ExternalDocs", Shape::kDocumentation},
    {"example", "Example", Shape::kPlain},
    {kPreserveUnknownFieldsKey, "XPreserveUnknownFields", Shape::kPlain},
    {kEmbeddedResourceKey, "XEmbeddedResource", Shape::kFlag},
    {kIntOrStringKey, "XIntOrString", Shape::kFlag},
    {kListMapKeysKey, "XListMapKeys", Shape::kPlain},
    {kListTypeKey, "XListType", Shape::kPlain},
    {kMapTypeKey, "XMapType", Shape::kPlain},
    {kValidationsKey, "XValidations", Shape::kRules},
}};

std::string Text(const Value& object, std::string_view key) {
  return codec::ToJson(Value(object.FindString(key)));
}

std::string Plain(const Value& object, std::string_view key) {
  return codec::ToJson(object.Find(key));
}

template <typename Show>
std::string ListOf(const Value& list, Show show) {
  if (!list.is_list()) return "null";
  std::string out = "[";
  for (const Value& element : list.items()) {
    if (out.size() > 1) out += ',';
    out += show(element);
  }
  return out + "]";
}

template <typename Show>
std::string MapOf(const Value& map, Show show) {
  if (!map.is_object()) return "null";
  std::string out = "{";
  for (const Member& member : map.members()) {
    if (out.size() > 1) out += ',';
    out += codec::ToJson(Value(member.key())) + ':' + show(member.value);
  }
  return out + "}";
}

std::string SchemaOrNull(const Value& schema) {
  return schema.is_object() ? HubSchema(schema) : "null";
}

std::string Spelled(const Value& value, Shape shape) {
  switch (shape) {
    case Shape::kText:
      return codec::ToJson(value.is_string() ? value : Value(""));
    case Shape::kFlag:
      return codec::ToJson(value.is_bool() ? value : Value(false));
    case Shape::kPlain:
      return codec::ToJson(value);
    case Shape::kSchema:
      return SchemaOrNull(value);
    case Shape::kSchemas:
      return ListOf(value, HubSchema);
    case Shape::kSchemaMap:
      return MapOf(value, HubSchema);
    case Shape::kItems:
      if (value.is_list()) return HubItems(value);
      if (value.is_null()) return "null";
      return fmt::format(R"({{"Schema":{},"JSONSchemas":null}})", HubSchema(value));
    case Shape::kSchemaOrFlag:
      if (value.is_null()) return "null";
      return fmt::format(R"({{"Allows":{},"Schema":{}}})", value != Value(false),
                         SchemaOrNull(value));
    case Shape::kDependencies:
      return MapOf(value, [](const Value& dependency) {
        return fmt::format(R"({{"Schema":{},"Property":{}}})", SchemaOrNull(dependency),
                           dependency.is_list() ? codec::ToJson(dependency) : "null");
      });
    case Shape::kDocumentation:
      if (value.is_null()) return "null";
      return fmt::format(R"({{"Description":{},"URL":{}}})", Text(value, "description"),
                         Text(value, "url"));
    case Shape::kRules:
      return ListOf(value, HubRule);
  }
  return "null";
}

}  // namespace

std::string HubSchema(const Value& schema) {
  std::string out = "{";
  for (const Keyword& keyword : kKeywords) {
    if (out.size() > 1) out += ',';
    out +=
        fmt::format(R"("{}":{})", keyword.shown, Spelled(schema.Find(keyword.key), keyword.shape));
  }
  return out + "}";
}

std::string HubItems(const Value& schemas) {
  return fmt::format(R"({{"Schema":null,"JSONSchemas":{}}})", ListOf(schemas, HubSchema));
}

std::string HubValidation(const Value& validation) {
  if (!validation.is_object()) return "null";
  return fmt::format(R"({{"OpenAPIV3Schema":{}}})",
                     SchemaOrNull(validation.Find("openAPIV3Schema")));
}

std::string HubSubresources(const Value& subresources) {
  if (!subresources.is_object()) return "null";
  Value scale = subresources.Find("scale");
  std::string shown_scale = "null";
  if (scale.is_object()) {
    shown_scale =
        fmt::format(R"({{"SpecReplicasPath":{},"StatusReplicasPath":{},"LabelSelectorPath":{}}})",
                    Text(scale, "specReplicasPath"), Text(scale, "statusReplicasPath"),
                    Plain(scale, "labelSelectorPath"));
  }
  return fmt::format(R"({{"Status":{},"Scale":{}}})", IsSet(subresources, "status") ? "{}" : "null",
                     shown_scale);
}

std::string HubColumns(const Value& columns) {
  return ListOf(columns, [](const Value& column) {
    Value priority = column.Find("priority");
    return fmt::format(
        R"({{"Name":{},"Type":{},"Format":{},"Description":{},"Priority":{},"JSONPath":{}}})",
        Text(column, "name"), Text(column, "type"), Text(column, "format"),
        Text(column, "description"), priority.is_int() ? priority.as_int() : 0,
        Text(column, "jsonPath"));
  });
}

std::string HubSelectableFields(const Value& fields) {
  return ListOf(fields, [](const Value& field) {
    return fmt::format(R"({{"JSONPath":{}}})", Text(field, "jsonPath"));
  });
}

std::string HubRule(const Value& rule) {
  return fmt::format(
      R"({{"Rule":{},"Message":{},"MessageExpression":{},"Reason":{},"FieldPath":{},)"
      R"("OptionalOldSelf":{}}})",
      Text(rule, "rule"), Text(rule, "message"), Text(rule, "messageExpression"),
      Plain(rule, "reason"), Text(rule, "fieldPath"), Plain(rule, "optionalOldSelf"));
}

}  // namespace pintle::schema
