#include "apis/builtin.h"
#include "apis/core/v1/defaults.h"
#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_rules.h"
#include "apis/table_cells.h"
#include "pintle/typeinfo/copy.h"
#include "pintle/write/key_prefix.h"
#include "pintle/write/metadata.h"

namespace pintle::apis {
namespace {

using core::v1::ConfigMap;
using core::v1::Namespace;
using core::v1::Secret;
using write::Context;
using write::Object;

constexpr std::string_view kNamespaceFinalizer = "kubernetes";
constexpr std::string_view kNameLabel = "kubernetes.io/metadata.name";

template <typename T>
const scheme::KindInfo& RegisterKind(scheme::Scheme& scheme, std::string kind,
                                     void (*set_defaults)(Arena&, void*)) {
  scheme::KindInfo info;
  info.kind = std::move(kind);
  info.hub = &typeinfo::TypeOf<T>();
  info.storage_version = "v1";
  scheme::KindVersion version;
  version.version = "v1";
  version.type = info.hub;
  version.set_defaults = set_defaults;
  info.versions.push_back(version);
  return scheme.Register(std::move(info));
}

write::ResourceDefinition Define(const scheme::KindInfo& kind, std::string plural,
                                 std::string singular) {
  write::ResourceDefinition resource;
  resource.plural = std::move(plural);
  resource.singular = std::move(singular);
  resource.versions = {"v1"};
  resource.verbs = AllVerbs();
  resource.key_prefix = write::KeyPrefix("", resource.plural);
  resource.kind.kind = kind.kind;
  resource.kind.list_kind = kind.kind + "List";
  resource.kind.storage_version = kind.storage_version;
  resource.kind.typed = &kind;
  return resource;
}

void PrepareNamespaceCreate(const Context&, Object& object) {
  auto& ns = object.As<Namespace>();
  ns.status = {};
  ns.status.phase = core::v1::kNamespaceActive;
  for (std::string_view finalizer : ns.spec.finalizers) {
    if (finalizer == kNamespaceFinalizer) return;
  }
  ns.spec.finalizers.Append(object.arena(), kNamespaceFinalizer);
}

// The label that lets selectors name a namespace always tells the truth.
void LabelNamespace(Object& object) {
  auto& meta = object.meta();
  if (!meta.name.empty()) meta.labels.Set(object.arena(), kNameLabel, meta.name);
}

write::ResourceDefinition Namespaces(scheme::Scheme& scheme) {
  auto resource = Define(RegisterKind<Namespace>(scheme, "Namespace", core::v1::DefaultNamespace),
                         "namespaces", "namespace");
  resource.short_names = {"ns"};
  resource.namespaced = false;
  resource.verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};
  resource.kind.selectable_fields = {"status.phase"};
  resource.columns = {
      NameColumn(), {"Status", "string", "", "The status of the namespace", 0}, AgeColumn()};
  resource.cells = [](const Object& object, const Value&, Arena& arena, int64_t now) {
    const auto& ns = object.As<Namespace>();
    return std::vector<Value>{Value(ns.metadata.name), Value(ns.status.phase),
                              AgeCell(ns.metadata, arena, now)};
  };
  write::Strategy& strategy = resource.strategy;
  strategy.name_rule = write::DnsLabelName;
  strategy.delete_returns_object = true;
  strategy.prepare_create = PrepareNamespaceCreate;
  strategy.prepare_update = [](const Context&, Object& object, const Object& old) {
    auto& ns = object.As<Namespace>();
    ns.spec.finalizers = old.As<Namespace>().spec.finalizers;
    ns.status = old.As<Namespace>().status;
  };
  strategy.validate = [](const Context&, const Object& object) {
    return core::v1::ValidateNamespace(object.As<Namespace>());
  };
  strategy.validate_update = [](const Context&, const Object& object, const Object&) {
    return core::v1::ValidateNamespace(object.As<Namespace>());
  };
  strategy.canonicalize = LabelNamespace;
  strategy.mark_deleted = [](const Clock&, Object& object) {
    object.meta().deletion_grace_period_seconds.reset();
    object.As<Namespace>().status.phase = core::v1::kNamespaceTerminating;
  };
  strategy.holds_deletion = [](const Object& object) {
    return !object.As<Namespace>().spec.finalizers.empty();
  };

  write::Strategy status = strategy;
  status.prepare_update = [](const Context&, Object& object, const Object& old) {
    object.As<Namespace>().spec = old.As<Namespace>().spec;
  };
  status.validate_update = [](const Context&, const Object& object, const Object&) {
    return core::v1::ValidateNamespaceStatus(object.As<Namespace>());
  };
  resource.subresources["status"] = status;

  write::Strategy finalize = strategy;
  finalize.prepare_update = [](const Context&, Object& object, const Object& old) {
    object.As<Namespace>().status = old.As<Namespace>().status;
  };
  resource.subresources["finalize"] = finalize;
  return resource;
}

write::ResourceDefinition ConfigMaps(scheme::Scheme& scheme) {
  auto resource =
      Define(RegisterKind<ConfigMap>(scheme, "ConfigMap", nullptr), "configmaps", "configmap");
  resource.short_names = {"cm"};
  resource.columns = {
      NameColumn(), {"Data", "string", "", "Data holds texts by key.", 0}, AgeColumn()};
  resource.cells = [](const Object& object, const Value&, Arena& arena, int64_t now) {
    const auto& map = object.As<ConfigMap>();
    return std::vector<Value>{Value(map.metadata.name),
                              Value(static_cast<int64_t>(map.data.size() + map.binary_data.size())),
                              AgeCell(map.metadata, arena, now)};
  };
  resource.strategy.name_rule = write::DnsSubdomainName;
  resource.strategy.validate = [](const Context&, const Object& object) {
    return core::v1::ValidateConfigMap(object.As<ConfigMap>());
  };
  resource.strategy.validate_update = [](const Context&, const Object& object, const Object& old) {
    return core::v1::ValidateConfigMapUpdate(object.As<ConfigMap>(), old.As<ConfigMap>());
  };
  return resource;
}

write::ResourceDefinition Secrets(scheme::Scheme& scheme) {
  auto resource =
      Define(RegisterKind<Secret>(scheme, "Secret", core::v1::DefaultSecret), "secrets", "secret");
  resource.kind.selectable_fields = {"type"};
  resource.columns = {NameColumn(),
                      {"Type", "string", "", "Type says what the data is for.", 0},
                      {"Data", "string", "", "Data holds bytes by key.", 0},
                      AgeColumn()};
  resource.cells = [](const Object& object, const Value&, Arena& arena, int64_t now) {
    const auto& secret = object.As<Secret>();
    return std::vector<Value>{Value(secret.metadata.name), Value(secret.type),
                              Value(static_cast<int64_t>(secret.data.size())),
                              AgeCell(secret.metadata, arena, now)};
  };
  resource.strategy.name_rule = write::DnsSubdomainName;
  resource.strategy.validate = [](const Context&, const Object& object) {
    return core::v1::ValidateSecret(object.As<Secret>());
  };
  resource.strategy.validate_update = [](const Context&, const Object& object, const Object& old) {
    return core::v1::ValidateSecretUpdate(object.As<Secret>(), old.As<Secret>());
  };
  return resource;
}

}  // namespace

std::vector<write::ResourceDefinition> CoreV1Resources(scheme::Scheme& scheme) {
  std::vector<write::ResourceDefinition> resources;
  resources.push_back(Namespaces(scheme));
  resources.push_back(ConfigMaps(scheme));
  resources.push_back(Secrets(scheme));
  return resources;
}

}  // namespace pintle::apis
