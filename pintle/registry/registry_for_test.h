#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apis/apiextensions/v1/types.h"
#include "apis/coordination/v1/types.h"
#include "apis/core/v1/types.h"
#include "pintle/codec/document.h"
#include "pintle/registry/registry.h"

// A few resources for tests of what is made from a registry.
namespace pintle::api {

using DefinitionPtr = std::shared_ptr<write::ResourceDefinition>;

template <typename T>
DefinitionPtr TypedDefinition(scheme::Scheme& scheme, std::string group, std::string plural,
                              std::string kind, bool namespaced) {
  auto definition = std::make_shared<write::ResourceDefinition>();
  const auto& type = typeinfo::TypeOf<T>();
  scheme::KindInfo info;
  info.group = group;
  info.kind = kind;
  info.hub = &type;
  info.versions.push_back({.version = "v1", .type = &type});
  info.storage_version = "v1";
  definition->kind.typed = &scheme.Register(std::move(info));
  definition->names.group = group;
  definition->names.plural = plural;
  definition->names.singular = plural.substr(0, plural.size() - 1);
  definition->names.namespaced = namespaced;
  definition->serving.verbs = write::Verbs::All();
  definition->serving.versions = {"v1"};
  definition->kind.group = group;
  definition->kind.kind = kind;
  definition->kind.list_kind = kind + "List";
  definition->kind.storage_version = "v1";
  return definition;
}

inline DefinitionPtr CustomDefinition(std::string group, std::vector<std::string> versions,
                                      std::string_view schema_json) {
  auto definition = std::make_shared<write::ResourceDefinition>();
  definition->names.group = group;
  definition->names.plural = "widgets";
  definition->names.singular = "widget";
  definition->names.short_names = {"wd"};
  definition->names.categories = {"all"};
  definition->serving.verbs = write::Verbs::All();
  for (const std::string& version : versions)
    definition->kind.schemas.push_back({version, nullptr});
  definition->kind.group = group;
  definition->kind.kind = "Widget";
  definition->kind.list_kind = "WidgetList";
  definition->kind.storage_version = versions.front();
  definition->writing.subresources["status"] = {};
  definition->serving.published_schema = [text = std::string(schema_json)](std::string_view) {
    auto arena = std::make_shared<Arena>();
    Value schema = *codec::ParseJson(text, *arena);
    return Document(arena, schema);
  };
  definition->serving.versions = std::move(versions);
  return definition;
}

// configmaps, namespaces, customresourcedefinitions, leases; and widgets of stable.example.com in
// two versions.
struct TestResources {
  scheme::Scheme scheme;
  DefinitionPtr config_maps;
  DefinitionPtr namespaces;
  DefinitionPtr definitions;
  DefinitionPtr leases;
  DefinitionPtr widgets;

  TestResources() {
    config_maps =
        TypedDefinition<apis::core::v1::ConfigMap>(scheme, "", "configmaps", "ConfigMap", true);
    config_maps->names.short_names = {"cm"};
    namespaces =
        TypedDefinition<apis::core::v1::Namespace>(scheme, "", "namespaces", "Namespace", false);
    namespaces->names.short_names = {"ns"};
    namespaces->serving.verbs = {write::Verb::kWatch, write::Verb::kCreate, write::Verb::kDelete,
                                 write::Verb::kGet,   write::Verb::kList,   write::Verb::kPatch,
                                 write::Verb::kUpdate};
    namespaces->writing.subresources["status"] = {};
    namespaces->writing.subresources["finalize"].verbs = {write::Verb::kUpdate};
    namespaces->writing.strategy.delete_returns_object = true;
    definitions = TypedDefinition<apis::apiextensions::v1::CustomResourceDefinition>(
        scheme, "apiextensions.k8s.io", "customresourcedefinitions", "CustomResourceDefinition",
        false);
    definitions->names.short_names = {"crd", "crds"};
    definitions->names.categories = {"api-extensions"};
    definitions->writing.subresources["status"] = {};
    leases = TypedDefinition<apis::coordination::v1::Lease>(scheme, "coordination.k8s.io", "leases",
                                                            "Lease", true);
    widgets = CustomDefinition("stable.example.com", {"v2", "v1"}, kWidgetSchema);
    widgets->kind.selectable_fields = {"spec.color"};
  }

  std::shared_ptr<const Registry> Build(uint64_t generation = 1) const {
    std::vector<std::shared_ptr<const ServedResource>> served;
    for (const DefinitionPtr& definition :
         {config_maps, namespaces, definitions, leases, widgets}) {
      if (definition == nullptr) continue;
      served.push_back(std::make_shared<ServedResource>(ServedResource{definition, nullptr}));
    }
    return Registry::Build(served, generation);
  }

  static constexpr std::string_view kWidgetSchema = R"({
    "type": "object", "description": "A widget.", "required": ["spec"],
    "properties": {
      "metadata": {"type": "object"},
      "spec": {
        "type": "object", "required": ["size", "maybe"], "anyOf": [{"required": ["size"]}],
        "properties": {
          "size": {"type": "integer", "format": "int32", "default": 1, "example": 7},
          "maybe": {"type": "string", "nullable": true},
          "port": {"x-kubernetes-int-or-string": true},
          "limited": {"x-kubernetes-int-or-string": true, "anyOf": [{"minimum": 1}]},
          "stated": {"x-kubernetes-int-or-string": true,
                     "anyOf": [{"type": "integer"}, {"type": "string"}]},
          "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                   "properties": {"known": {"type": "string"}}},
          "template": {"type": "object", "x-kubernetes-embedded-resource": true,
                       "properties": {"spec": {"type": "object"}}},
          "raw": {"type": "object", "x-kubernetes-embedded-resource": true,
                  "x-kubernetes-preserve-unknown-fields": true},
          "parts": {"type": "array", "items": {"type": "object",
                    "properties": {"port": {"x-kubernetes-int-or-string": true}}}}
        }
      },
      "status": {"type": "object"}
    }})";
};

}  // namespace pintle::api
