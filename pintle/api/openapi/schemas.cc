#include "pintle/api/openapi/schemas.h"

#include <utility>

#include "apis/meta/v1/types.h"
#include "pintle/api/openapi/custom.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::api {
namespace {

using typeinfo::FieldInfo;
using typeinfo::Kind;
using typeinfo::ListType;
using typeinfo::TypeInfo;
using write::ResourceDefinition;

constexpr std::string_view kMetaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

constexpr ScalarModel kTime = {"io.k8s.apimachinery.pkg.apis.meta.v1.Time", "date-time",
                               "Time is an instant in RFC 3339 form."};
constexpr ScalarModel kMicroTime = {"io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", "date-time",
                                    "MicroTime is an instant in RFC 3339 form with microseconds."};
constexpr ScalarModel kDuration = {"io.k8s.apimachinery.pkg.apis.meta.v1.Duration", "",
                                   "Duration is a length of time, such as `1h30m`."};
constexpr ScalarModel kQuantity = {
    "io.k8s.apimachinery.pkg.api.resource.Quantity", "",
    "Quantity is a number, with a suffix for its scale if need be: `0.5`, `500m`, `64Mi`, `2e3`.",
    "number"};
constexpr ScalarModel kIntOrString = {
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString", "int-or-string",
    "IntOrString is a number or a text, such as `8080` or `http`, `1` or `25%`.", "integer"};

std::string ModelOf(const TypeInfo& type) {
  return std::string(type.package) + "." + std::string(type.name);
}

// `stable.example.com` -> `com.example.stable`
std::string ReversedGroup(std::string_view group) {
  std::vector<std::string_view> pieces = Split(group, '.');
  std::string out;
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
    if (!out.empty()) out += '.';
    out += *piece;
  }
  return out;
}

std::string ModelName(const ResourceDefinition& definition, std::string_view version,
                      std::string_view kind) {
  std::string prefix;
  if (definition.kind.is_typed()) {
    const scheme::KindVersion* found = definition.kind.typed->Find(version);
    if (found != nullptr) prefix = found->type->package;
  } else {
    prefix = ReversedGroup(definition.names.group) + "." + std::string(version);
  }
  return prefix + "." + std::string(kind);
}

std::string ListKind(const ResourceDefinition& definition) {
  return definition.kind.list_kind.empty() ? definition.kind.kind + "List"
                                           : definition.kind.list_kind;
}

// The default that a value which is never absent has anyway.
Value ZeroDefault(const TypeInfo& type) {
  switch (type.kind) {
    case Kind::kBool:
      return Value(false);
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64:
    case Kind::kFloat:
    case Kind::kDouble:
      return Value(int64_t{0});
    case Kind::kString:
      return Value("");
    case Kind::kStruct:
      return Value::EmptyObject();
    default:
      return Value();
  }
}

// One of the two members, inlined in every kind, that say what an object is.
bool IsTypeMeta(const FieldInfo& field) {
  for (const FieldInfo& other : typeinfo::TypeOf<apis::meta::v1::TypeMeta>().fields) {
    if (&other == &field) return true;
  }
  return false;
}

std::string_view ListTypeText(ListType type) {
  switch (type) {
    case ListType::kAtomic:
      return "atomic";
    case ListType::kSet:
      return "set";
    case ListType::kMap:
      return "map";
    case ListType::kNone:
      break;
  }
  return {};
}

Value TextList(Arena& arena, std::span<const std::string_view> texts) {
  std::vector<Value> items;
  for (std::string_view text : texts) items.push_back(Value(text));
  return Value::List(arena, items);
}

void AddPatchExtensions(Arena& arena, const FieldInfo& field, std::vector<Member>& members) {
  std::vector<std::string> strategies;
  if (field.patch_merge) strategies.emplace_back("merge");
  if (field.patch_replace) strategies.emplace_back("replace");
  if (field.patch_retain_keys) strategies.emplace_back("retainKeys");
  if (!strategies.empty()) {
    members.push_back({"x-kubernetes-patch-strategy", Value::String(arena, Join(strategies, ","))});
  }
  if (!field.patch_merge_key.empty()) {
    members.push_back({"x-kubernetes-patch-merge-key", Value(field.patch_merge_key)});
  }
}

void AddListExtensions(Arena& arena, const FieldInfo& field, std::vector<Member>& members) {
  if (field.list_type != ListType::kNone) {
    members.push_back({"x-kubernetes-list-type", Value(ListTypeText(field.list_type))});
  }
  if (!field.list_map_keys.empty()) {
    members.push_back({"x-kubernetes-list-map-keys", TextList(arena, field.list_map_keys)});
  }
  if (field.map_atomic) members.push_back({"x-kubernetes-map-type", Value("atomic")});
}

}  // namespace

std::string KindModelName(const ResourceDefinition& definition, std::string_view version) {
  return ModelName(definition, version, definition.kind.kind);
}

std::string ListModelName(const ResourceDefinition& definition, std::string_view version) {
  return ModelName(definition, version, ListKind(definition));
}

void SchemaSet::Add(std::string name, Value schema) {
  models_.try_emplace(std::move(name), schema);
}

Value SchemaSet::Reference(std::string_view model) {
  std::string_view prefix =
      dialect_ == OpenApiDialect::kV2 ? "#/definitions/" : "#/components/schemas/";
  std::string target = std::string(prefix) + std::string(model);
  return Value::Object(arena_, {{"$ref", Value::String(arena_, target)}});
}

Value SchemaSet::Reference(const TypeInfo& type) {
  if (seen_.insert(&type).second) pending_.push_back(&type);
  return Reference(ModelOf(type));
}

Value SchemaSet::Reference(const ScalarModel& model) {
  std::vector<Member> members = {{"description", Value(model.description)}};
  if (!model.format.empty()) members.push_back({"format", Value(model.format)});
  Value text("string");
  if (dialect_ == OpenApiDialect::kV3 && !model.other_type.empty()) {
    Value types[] = {Value::Object(arena_, {{"type", Value(model.other_type)}}),
                     Value::Object(arena_, {{"type", text}})};
    members.push_back({"oneOf", Value::List(arena_, types)});
  } else {
    members.push_back({"type", text});
  }
  Add(std::string(model.name), Value::Object(arena_, std::move(members)));
  return Reference(model.name);
}

Value SchemaSet::PatchReference() {
  std::string model = std::string(kMetaPackage) + ".Patch";
  Add(model, Value::Object(
                 arena_, {{"type", Value("object")},
                          {"description", Value("Patch is a change in the form that the request's "
                                                "media type names.")}}));
  return Reference(model);
}

void SchemaSet::MarkKind(const std::string& model, std::string_view group, std::string_view version,
                         std::string_view kind) {
  kinds_[model].push_back(Value::Object(arena_, {{"group", Value::String(arena_, group)},
                                                 {"version", Value::String(arena_, version)},
                                                 {"kind", Value::String(arena_, kind)}}));
}

std::vector<Member> SchemaSet::TypeSchema(const TypeInfo& type) {
  auto scalar = [](std::string_view name, std::string_view format) {
    std::vector<Member> members = {{"type", Value(name)}};
    if (!format.empty()) members.push_back({"format", Value(format)});
    return members;
  };
  auto reference = [](Value value) { return std::vector<Member>{{"$ref", value.Find("$ref")}}; };
  switch (type.kind) {
    case Kind::kBool:
      return scalar("boolean", "");
    case Kind::kInt32:
      return scalar("integer", "int32");
    case Kind::kInt64:
      return scalar("integer", "int64");
    case Kind::kUint32:
      return scalar("integer", "int64");
    case Kind::kUint64:
      return scalar("integer", "");
    case Kind::kFloat:
      return scalar("number", "float");
    case Kind::kDouble:
      return scalar("number", "double");
    case Kind::kString: {
      std::vector<Member> members = scalar("string", "");
      if (!type.enum_values.empty()) {
        members.push_back({"enum", TextList(arena_, type.enum_values)});
      }
      return members;
    }
    case Kind::kBinary:
      return scalar("string", "byte");
    case Kind::kAny:  // no type: any JSON value may stand here
      return {{"x-kubernetes-preserve-unknown-fields", Value(true)}};
    case Kind::kTime:
      return reference(Reference(kTime));
    case Kind::kMicroTime:
      return reference(Reference(kMicroTime));
    case Kind::kDuration:
      return reference(Reference(kDuration));
    case Kind::kQuantity:
      return reference(Reference(kQuantity));
    case Kind::kIntOrString:
      return reference(Reference(kIntOrString));
    case Kind::kStruct:
    case Kind::kUnion:
      return reference(Reference(type));
    case Kind::kOpt:
    case Kind::kPtr:
      return TypeSchema(*type.element);
    case Kind::kList:
      return {{"type", Value("array")}, {"items", ElementSchema(*type.element)}};
    case Kind::kMap:
      return {{"type", Value("object")}, {"additionalProperties", ElementSchema(*type.element)}};
  }
  return {};
}

Value SchemaSet::ElementSchema(const TypeInfo& type) {
  std::vector<Member> members = TypeSchema(type);
  Value zero = ZeroDefault(type);
  if (dialect_ == OpenApiDialect::kV3 && !zero.is_null()) members.push_back({"default", zero});
  return WithReference(std::move(members));
}

Value SchemaSet::WithReference(std::vector<Member> members) {
  if (dialect_ == OpenApiDialect::kV3 && members.size() > 1 && members.front().key() == "$ref") {
    Value reference = Value::Object(arena_, {members.front()});
    members.front() = {"allOf", Value::List(arena_, {&reference, 1})};
  }
  return Value::Object(arena_, std::move(members));
}

Value SchemaSet::FieldSchema(const FieldInfo& field) {
  std::vector<Member> members = TypeSchema(*field.type);
  if (!field.doc.empty()) members.push_back({"description", Value(field.doc)});
  if (!field.format.empty()) {
    std::erase_if(members, [](const Member& member) { return member.key() == "format"; });
    members.push_back({"format", Value(field.format)});
  }
  if (dialect_ == OpenApiDialect::kV3) {
    Value value;
    if (!field.default_json.empty()) {
      if (auto parsed = codec::ParseJson(field.default_json, arena_)) value = *parsed;
    } else if (field.type->kind == Kind::kStruct || (!field.omit_empty && !field.omit_zero)) {
      value = ZeroDefault(*field.type);
    }
    if (!value.is_null()) members.push_back({"default", value});
  }
  AddListExtensions(arena_, field, members);
  AddPatchExtensions(arena_, field, members);
  return WithReference(std::move(members));
}

Value SchemaSet::StandardSchema(std::string_view name) {
  return name == "kind" ? StandardKindSchema(arena_) : StandardApiVersionSchema(arena_);
}

Value SchemaSet::ObjectSchema(const TypeInfo& type) {
  std::vector<Member> members;
  if (!type.doc.empty()) members.push_back({"description", Value(type.doc)});
  // A union is written as one of several JSON types, so none is named.
  if (type.kind == Kind::kUnion) return Value::Object(arena_, std::move(members));
  std::vector<Member> properties;
  std::vector<Value> required;
  for (const typeinfo::JsonField& json : type.json_fields) {
    properties.push_back({json.field->name, IsTypeMeta(*json.field)
                                                ? StandardSchema(json.field->name)
                                                : FieldSchema(*json.field)});
    if (json.field->required) required.push_back(Value(json.field->name));
  }
  members.push_back({"type", Value("object")});
  if (!properties.empty()) {
    members.push_back({"properties", Value::Object(arena_, std::move(properties))});
  }
  if (!required.empty()) members.push_back({"required", Value::List(arena_, required)});
  return Value::Object(arena_, std::move(members));
}

Value SchemaSet::ListSchema(const ResourceDefinition& definition, std::string_view version) {
  std::vector<Member> items = {
      {"$ref", Reference(KindModelName(definition, version)).Find("$ref")}};
  if (dialect_ == OpenApiDialect::kV3 && definition.kind.is_typed()) {
    items.push_back({"default", Value::EmptyObject()});
  }
  Value item_schema = WithReference(std::move(items));
  Value items_name("items");
  Value metadata =
      WithReference({{"$ref", Reference(typeinfo::TypeOf<apis::meta::v1::ListMeta>()).Find("$ref")},
                     {"description", Value("Metadata of the list.")}});
  Value properties = Value::Object(
      arena_, {{"apiVersion", StandardApiVersionSchema(arena_)},
               {"kind", StandardKindSchema(arena_)},
               {"metadata", metadata},
               {"items", Value::Object(arena_, {{"type", Value("array")},
                                                {"description", Value("The objects of the list.")},
                                                {"items", item_schema}})}});
  std::string description = ListKind(definition) + " is a list of " + definition.kind.kind;
  return Value::Object(arena_, {{"description", Value::String(arena_, description)},
                                {"type", Value("object")},
                                {"properties", properties},
                                {"required", Value::List(arena_, {&items_name, 1})}});
}

Value SchemaSet::CustomSchema(const ResourceDefinition& definition, std::string_view version) {
  Value schema = Value::Object(arena_, {{"type", Value("object")}});
  const bool hide = definition.kind.preserve_unknown_fields && dialect_ == OpenApiDialect::kV2;
  Document published;
  if (definition.serving.published_schema && !hide)
    published = definition.serving.published_schema(version);
  if (!published.root().is_null()) {
    // What is published refers to what the author wrote.
    arena_.Keep(published.arena());
    Value metadata = WithReference(
        {{"$ref", Reference(typeinfo::TypeOf<apis::meta::v1::ObjectMeta>()).Find("$ref")},
         {"description", Value(StandardMetadataDescription())}});
    CustomPublisher publisher(arena_, dialect_, metadata);
    schema = publisher.Publish(published.root()).value_or(schema);
  }
  if (definition.kind.selectable_fields.empty()) return schema;
  std::vector<Value> fields;
  for (std::string_view path : definition.kind.selectable_fields) {
    if (path.starts_with('.')) path.remove_prefix(1);
    fields.push_back(Value::Object(arena_, {{"fieldPath", Value::String(arena_, path)}}));
  }
  return schema.With(arena_, "x-kubernetes-selectable-fields", Value::List(arena_, fields));
}

void SchemaSet::AddResource(const ResourceDefinition& definition, std::string_view version) {
  std::string model = KindModelName(definition, version);
  if (definition.kind.is_typed()) {
    const scheme::KindVersion* found = definition.kind.typed->Find(version);
    if (found == nullptr) return;
    model = ModelOf(*found->type);
    Reference(*found->type);
  } else {
    Add(model, CustomSchema(definition, version));
  }
  MarkKind(model, definition.names.group, version, definition.kind.kind);
  std::string list = ListModelName(definition, version);
  Add(list, ListSchema(definition, version));
  MarkKind(list, definition.names.group, version, ListKind(definition));
}

Value SchemaSet::Build() {
  while (!pending_.empty()) {
    const TypeInfo* type = pending_.back();
    pending_.pop_back();
    Add(ModelOf(*type), ObjectSchema(*type));
  }
  std::vector<Member> members;
  for (const auto& [name, schema] : models_) {
    auto kinds = kinds_.find(name);
    members.push_back(
        {arena_.Copy(name), kinds == kinds_.end()
                                ? schema
                                : schema.With(arena_, "x-kubernetes-group-version-kind",
                                              Value::List(arena_, kinds->second))});
  }
  return Value::SortedObject(arena_, members);
}

}  // namespace pintle::api
