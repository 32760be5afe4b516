#include "pintle/extensions/kind/custom_definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <ranges>
#include <utility>

#include "pintle/base/log.h"
#include "pintle/extensions/kind/custom_strategy.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/read/metadata.h"
#include "pintle/resource/table.h"
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

std::shared_ptr<const schema::ServedSchema> ServeSchema(const SchemaReader& schemas,
                                                        const std::string& version,
                                                        const CustomKindOptions& options) {
  schema::CompileOptions compile;
  compile.prune_defaults = options.prune_mode;
  compile.metadata_tidier = object::TidyMetadata;
  return std::make_shared<schema::ServedSchema>([schemas, version] { return schemas(version); },
                                                std::move(compile));
}

// Clients are shown only schemas that say which fields there are.
Document Published(const SchemaReader& schemas, std::string_view version, bool may_be_loose) {
  Document schema = schemas(version);
  if (may_be_loose && !schema::IsStructural(schema.root())) return {};
  return schema;
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

const v1::CustomResourceSubresourceScale* ScaleOf(
    const v1::CustomResourceDefinitionVersion& version) {
  return version.subresources ? version.subresources->scale.get() : nullptr;
}

// The versions that have a subresource; none said where all do.
std::vector<std::string> Limited(const write::ResourceDefinition& resource,
                                 std::vector<std::string> versions) {
  if (versions.size() == resource.serving.versions.size()) return {};
  return versions;
}

// Of the versions that are served: the subresources that some of them have.
void AddSubresources(const std::shared_ptr<CustomStrategyOptions>& strategy,
                     const CustomKindOptions& options, write::ResourceDefinition& resource) {
  if (!strategy->status_versions.empty()) {
    resource.writing.subresources["status"] = {
        CustomStatusStrategy(strategy),
        Limited(resource, {strategy->status_versions.begin(), strategy->status_versions.end()})};
  }
  if (!strategy->scale_versions.empty() && options.scale != nullptr) {
    write::Endpoint& scale = resource.actions.endpoints["scale"];
    scale = CustomScale(options.scale, strategy->scale_versions);
    auto versions = std::views::keys(strategy->scale_versions);
    scale.versions = Limited(resource, {versions.begin(), versions.end()});
  }
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

SchemaReader StoredSchemas(std::shared_ptr<const object::Kind> definitions, Bytes stored) {
  return [definitions = std::move(definitions),
          stored = std::move(stored)](std::string_view name) -> Document {
    auto definition = object::DecodeStored(*definitions, stored, 0);
    if (!definition) {
      LogError("a CustomResourceDefinition cannot be read again",
               {{"error", definition.error().message()}});
      return {};
    }
    for (const auto& version : definition->As<v1::CustomResourceDefinition>().spec.versions) {
      if (version.name == name) return SchemaDocument(version);
    }
    return {};
  };
}

SchemaReader CopiedSchemas(const v1::CustomResourceDefinition& crd) {
  std::map<std::string, Document, std::less<>> documents;
  for (const auto& version : crd.spec.versions) {
    documents.emplace(version.name, SchemaDocument(version));
  }
  return [documents = std::move(documents)](std::string_view name) {
    auto found = documents.find(name);
    return found != documents.end() ? found->second : Document();
  };
}

std::shared_ptr<write::ResourceDefinition> MakeCustomResource(
    const v1::CustomResourceDefinition& crd, const CustomKindOptions& options, uint64_t epoch,
    const SchemaReader& schemas) {
  auto resource = std::make_shared<write::ResourceDefinition>();
  const v1::CustomResourceDefinitionNames& names = crd.status.accepted_names;
  resource->names.group = crd.spec.group;
  resource->names.plural = names.plural;
  resource->names.singular = names.singular;
  resource->names.short_names = Strings(names.short_names);
  resource->names.categories = Strings(names.categories);
  resource->names.namespaced = crd.spec.scope == v1::kNamespaceScoped;
  resource->serving.verbs = write::Verbs::All();
  resource->storing = {.key_prefix = "/registry/" + resource->names.group + "/" +
                                     resource->names.plural + "/"};

  object::Kind& kind = resource->kind;
  kind.group = resource->names.group;
  kind.kind = names.kind;
  kind.list_kind = names.list_kind;
  kind.preserve_unknown_fields = crd.spec.preserve_unknown_fields;
  kind.prune_mode = options.prune_mode;
  kind.store_cbor = options.store_cbor;
  kind.converter = MakeConverter(crd, options.conversion);
  kind.epoch = epoch;

  auto strategy = std::make_shared<CustomStrategyOptions>();
  strategy->kind = &kind;
  for (const v1::CustomResourceDefinitionVersion& version : crd.spec.versions) {
    std::string name(version.name);
    kind.schemas.push_back({name, ServeSchema(schemas, name, options)});
    if (version.storage) kind.storage_version = name;
    if (!version.served) continue;
    resource->serving.versions.push_back(name);
    if (version.deprecated) resource->serving.deprecations[name] = DeprecationWarning(crd, version);
    resource->tables.by_version[name] = TableOf(version);
    if (HasStatus(version)) strategy->status_versions.insert(name);
    if (const auto* scale = ScaleOf(version)) {
      strategy->scale_versions.emplace(name, ScalePathsOf(*scale));
    }
    for (const auto& field : version.selectable_fields) {
      std::string path(field.json_path.substr(field.json_path.starts_with('.') ? 1 : 0));
      if (std::ranges::find(kind.selectable_fields, path) == kind.selectable_fields.end()) {
        kind.selectable_fields.push_back(path);
      }
    }
  }
  std::ranges::stable_sort(resource->serving.versions, scheme::VersionBefore);
  resource->serving.published_schema =
      [schemas, loose = kind.preserve_unknown_fields](std::string_view name) {
        return Published(schemas, name, loose);
      };
  resource->writing.strategy = CustomStrategy(strategy);
  AddSubresources(strategy, options, *resource);
  return resource;
}

}  // namespace pintle::extensions
