#include "pintle/extensions/custom_definition.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/api/table.h"
#include "pintle/extensions/custom_strategy.h"
#include "pintle/object/coerce.h"
#include "pintle/scheme/names.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::extensions {
namespace {

namespace v1 = apis::apiextensions::v1;

std::vector<std::string> Strings(const typeinfo::List<typeinfo::Str>& list) {
  return {list.begin(), list.end()};
}

// The schema as a document of its own; null if the version has none.
Document SchemaDocument(const v1::CustomResourceDefinitionVersion& version) {
  if (!version.schema || !version.schema->open_apiv3_schema) return {};
  auto arena = std::make_shared<Arena>();
  Value schema = typeinfo::ToValue(typeinfo::TypeOf<v1::JSONSchemaProps>(),
                                   version.schema->open_apiv3_schema.get(), *arena);
  return {arena, schema};
}

std::shared_ptr<const schema::Structural> CompileVersion(const Document& document,
                                                         const CustomResourceOptions& options) {
  if (document.root().is_null()) return nullptr;
  schema::CompileOptions compile;
  compile.prune_defaults = options.prune_mode;
  compile.metadata_coercer = object::CoerceMetadata;
  return schema::CompileUnchecked(document.root(), compile);
}

write::Table TableOf(const v1::CustomResourceDefinitionVersion& version) {
  std::vector<api::PrinterColumn> columns;
  for (const auto& column : version.additional_printer_columns) {
    columns.push_back({std::string(column.name), std::string(column.type),
                       std::string(column.format), std::string(column.description),
                       std::string(column.json_path), column.priority});
  }
  return {api::CustomColumns(columns), api::CustomCells(columns)};
}

bool HasStatus(const v1::CustomResourceDefinitionVersion& version) {
  return version.subresources && version.subresources->status;
}

// The warning of a deprecated version: its own text, or one that names the version to use instead.
std::string DeprecationWarning(const v1::CustomResourceDefinition& crd,
                               const v1::CustomResourceDefinitionVersion& version) {
  if (version.deprecation_warning) return std::string(*version.deprecation_warning);
  std::string_view best;
  for (const v1::CustomResourceDefinitionVersion& other : crd.spec.versions) {
    if (!other.served || other.deprecated || !scheme::VersionBefore(other.name, version.name)) {
      continue;
    }
    if (best.empty() || scheme::VersionBefore(other.name, best)) best = other.name;
  }
  std::string_view kind = crd.spec.names.kind;
  std::string text = fmt::format("{}/{} {} is deprecated", crd.spec.group, version.name, kind);
  if (!best.empty()) text += fmt::format("; use {}/{} {}", crd.spec.group, best, kind);
  return text;
}

}  // namespace

std::shared_ptr<write::ResourceDefinition> MakeCustomResource(
    const v1::CustomResourceDefinition& crd, const CustomResourceOptions& options, uint64_t epoch) {
  auto resource = std::make_shared<write::ResourceDefinition>();
  const v1::CustomResourceDefinitionNames& names = crd.status.accepted_names;
  resource->custom = true;
  resource->group = crd.spec.group;
  resource->plural = names.plural;
  resource->singular = names.singular;
  resource->short_names = Strings(names.short_names);
  resource->categories = Strings(names.categories);
  resource->namespaced = crd.spec.scope == v1::kNamespaceScoped;
  resource->verbs = {"create", "delete", "deletecollection", "get",
                     "list",   "patch",  "update",           "watch"};
  resource->key_prefix = "/registry/" + resource->group + "/" + resource->plural + "/";

  object::Kind& kind = resource->kind;
  kind.group = resource->group;
  kind.kind = names.kind;
  kind.list_kind = names.list_kind;
  kind.preserve_unknown_fields = crd.spec.preserve_unknown_fields;
  kind.prune_mode = options.prune_mode;
  kind.store_cbor = options.store_cbor;
  kind.epoch = epoch;

  CustomStrategyOptions strategy;
  strategy.kind = &kind;
  for (const v1::CustomResourceDefinitionVersion& version : crd.spec.versions) {
    std::string name(version.name);
    Document document = SchemaDocument(version);
    kind.schemas.push_back({name, CompileVersion(document, options)});
    if (auto rules = schema::RuleSet::Make(kind.schemas.back().schema)) {
      strategy.rules.emplace(name, std::move(rules));
    }
    if (version.storage) kind.storage_version = name;
    if (!version.served) continue;
    resource->versions.push_back(name);
    if (version.deprecated) resource->deprecations[name] = DeprecationWarning(crd, version);
    resource->published_schemas[name] = document;
    resource->version_tables[name] = TableOf(version);
    if (HasStatus(version)) strategy.status_versions.insert(name);
    for (const auto& field : version.selectable_fields) {
      std::string path(field.json_path.substr(field.json_path.starts_with('.') ? 1 : 0));
      if (std::ranges::find(kind.selectable_fields, path) == kind.selectable_fields.end()) {
        kind.selectable_fields.push_back(path);
      }
    }
  }
  std::ranges::stable_sort(resource->versions, scheme::VersionBefore);
  bool has_status = !strategy.status_versions.empty();
  resource->strategy = CustomStrategy(strategy);
  if (has_status) resource->subresources["status"] = CustomStatusStrategy(strategy);
  return resource;
}

}  // namespace pintle::extensions
