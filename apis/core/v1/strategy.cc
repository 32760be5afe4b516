#include "apis/builtin.h"
#include "apis/core/v1/cells.h"
#include "apis/core/v1/lifecycle.h"
#include "apis/core/v1/pod_warnings.h"
#include "apis/core/v1/prepare.h"
#include "apis/core/v1/service_warnings.h"
#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_claim.h"
#include "apis/core/v1/validation_controller.h"
#include "apis/core/v1/validation_node.h"
#include "apis/core/v1/validation_persistent_volume.h"
#include "apis/core/v1/validation_pod.h"
#include "apis/core/v1/validation_quota.h"
#include "apis/core/v1/validation_rules.h"
#include "apis/core/v1/validation_service.h"
#include "apis/core/v1/volume_warnings.h"
#include "apis/resource_row.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::apis::core::v1 {
namespace {

using write::Context;
using write::Object;
using write::Verb;

constexpr std::string_view kNamespaceFinalizer = "kubernetes";
constexpr std::string_view kNameLabel = "kubernetes.io/metadata.name";

void PrepareNamespaceCreate(const Context&, Object& object) {
  auto& ns = object.As<Namespace>();
  ns.status.phase = kNamespaceActive;
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

void MarkNamespaceDeleted(int64_t, Object& object) {
  object.As<Namespace>().status.phase = kNamespaceTerminating;
}

bool NamespaceHoldsDeletion(const Object& object) {
  return !object.As<Namespace>().spec.finalizers.empty();
}

field::ErrorList ValidateFinalize(const Context&, const Object& object, const Object&) {
  return ValidateNamespaceFinalize(object.As<Namespace>());
}

field::ErrorList ValidateStatusUpdate(const Context&, const Object& object, const Object&) {
  return ValidateNamespaceStatus(object.As<Namespace>());
}

constexpr scheme::FieldLabel kNamespaceLabels[] = {{"status.phase"}};
constexpr scheme::FieldLabel kSecretLabels[] = {{"type"}};

constexpr scheme::FieldLabel kNodeLabels[] = {{"spec.unschedulable"}};
constexpr scheme::FieldLabel kPodLabels[] = {{"spec.nodeName"},
                                             {"spec.restartPolicy"},
                                             {"spec.schedulerName"},
                                             {"spec.serviceAccountName"},
                                             {"spec.hostNetwork"},
                                             {"status.phase"},
                                             {"status.podIP"},
                                             {.label = "status.podIPs", .unindexed = true},
                                             {"status.nominatedNodeName"},
                                             {"spec.host", "spec.nodeName"}};
constexpr scheme::FieldLabel kReplicationControllerLabels[] = {{"status.replicas"}};
constexpr scheme::FieldLabel kServiceLabels[] = {{"spec.clusterIP"}, {"spec.type"}};

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "Namespace",
              .versions = {scheme::Version<Namespace, NamespaceList>({.version = "v1"})},
              .field_labels = kNamespaceLabels,
              .namespaced = false},
     .plural = "namespaces",
     .short_names = {"ns"},
     .verbs = {Verb::kCreate, Verb::kDelete, Verb::kGet, Verb::kList, Verb::kPatch, Verb::kUpdate,
               Verb::kWatch},
     .table = NamespaceTable,
     .name_rule = write::DnsLabelName,
     .delete_returns_object = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .clear_on_create = {"status"},
     .keep_on_update = {"spec.finalizers", "status"},
     .prepare_create = PrepareNamespaceCreate,
     .validate = ValidateBy<ValidateNamespace>,
     .canonicalize = LabelNamespace,
     .mark_deleted = MarkNamespaceDeleted,
     .holds_deletion = NamespaceHoldsDeletion,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateStatusUpdate},
                      {.name = "finalize",
                       .keep_on_update = {"status"},
                       .validate_update = ValidateFinalize,
                       .verbs = {write::Verb::kUpdate}}}},
    {.kind = {.kind = "ComponentStatus",
              // Upstream says so beside its types, not in a tag.
              .versions = {scheme::Version<ComponentStatus, ComponentStatusList>(
                  {.version = "v1", .lifecycle = {.deprecated = {1, 19}}})},
              .namespaced = false},
     .plural = "componentstatuses",
     .short_names = {"cs"},
     .verbs = {Verb::kGet, Verb::kList},
     .table = ComponentStatusTable},
    {.kind = {.kind = "ConfigMap",
              .versions = {scheme::Version<ConfigMap, ConfigMapList>({.version = "v1"})}},
     .plural = "configmaps",
     .short_names = {"cm"},
     .table = ConfigMapTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .validate = ValidateBy<ValidateConfigMap>,
     .validate_update = ValidateUpdateBy<ValidateConfigMapUpdate>},
    {.kind = {.kind = "Secret",
              .versions = {scheme::Version<Secret, SecretList>({.version = "v1"})},
              .field_labels = kSecretLabels},
     .plural = "secrets",
     .table = SecretTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .prepare_update = PrepareSecretUpdate,
     .validate = ValidateBy<ValidateSecret>,
     .validate_update = ValidateUpdateBy<ValidateSecretUpdate>,
     .warn = WarnOfSecret},
    {.kind = {.kind = "Endpoints",
              .versions = {scheme::Version<Endpoints, EndpointsList>({.version = "v1"})}},
     .plural = "endpoints",
     .short_names = {"ep"},
     .table = EndpointsTable,
     .create_on_update = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .validate = ValidateBy<ValidateEndpoints>,
     .validate_update = ValidateUpdateBy<ValidateEndpointsUpdate>},
    {.kind = {.kind = "LimitRange",
              .versions = {scheme::Version<LimitRange, LimitRangeList>({.version = "v1"})}},
     .plural = "limitranges",
     .short_names = {"limits"},
     .create_on_update = true,
     .meta_update_rules = write::MetaUpdateRules::kObject,
     .prepare_create = NameLimitRange,
     .validate = ValidateBy<ValidateLimitRange>,
     .validate_update = ValidateUpdateBy<ValidateLimitRangeUpdate>},
    {.kind = {.kind = "Node",
              .versions = {scheme::Version<Node, NodeList>({.version = "v1"})},
              .field_labels = kNodeLabels,
              .namespaced = false},
     .plural = "nodes",
     .short_names = {"no"},
     .table = NodeTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .keep_on_update = {"status"},
     .validate = ValidateBy<ValidateNode>,
     .validate_update = ValidateUpdateBy<ValidateNodeUpdate>,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateNodeStatusUpdate>}}},
    {.kind = {.kind = "PersistentVolumeClaim",
              .versions = {scheme::Version<PersistentVolumeClaim, PersistentVolumeClaimList>(
                  {.version = "v1"})}},
     .plural = "persistentvolumeclaims",
     .short_names = {"pvc"},
     .table = PersistentVolumeClaimTable,
     .delete_returns_object = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .prepare_create = PrepareClaimCreate,
     .prepare_update = PrepareClaimUpdate,
     .validate = ValidateBy<ValidatePersistentVolumeClaim>,
     .validate_update = ValidateUpdateBy<ValidatePersistentVolumeClaimUpdate>,
     .warn = WarnOfClaim,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update =
                           ValidateUpdateBy<ValidatePersistentVolumeClaimStatusUpdate>}}},
    {.kind = {.kind = "PersistentVolume",
              .versions = {scheme::Version<PersistentVolume, PersistentVolumeList>(
                  {.version = "v1"})},
              .namespaced = false},
     .plural = "persistentvolumes",
     .short_names = {"pv"},
     .table = PersistentVolumeTable,
     .delete_returns_object = true,
     .meta_update_rules = write::MetaUpdateRules::kObject,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .prepare_create = PrepareVolumeCreate,
     .validate = ValidateBy<ValidatePersistentVolume>,
     .validate_update = ValidateUpdateBy<ValidatePersistentVolumeUpdate>,
     .warn = WarnOfVolume,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .prepare_update = PrepareVolumeStatus,
                       .validate_update = ValidateUpdateBy<ValidatePersistentVolumeStatusUpdate>}}},
    {.kind = {.kind = "Pod",
              .versions = {scheme::Version<Pod, PodList>({.version = "v1"})},
              .field_labels = kPodLabels},
     .plural = "pods",
     .short_names = {"po"},
     .categories = {"all"},
     .table = PodTable,
     .delete_returns_object = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .prepare_create = PreparePodCreate,
     .validate = ValidateBy<ValidatePod>,
     .validate_update = ValidateUpdateBy<ValidatePodUpdate>,
     .warn = WarnOfNamedPods<Pod>,
     .grace_period = PodGracePeriod,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec", "metadata.ownerReferences"},
                       .prepare_update = PreparePodStatus,
                       .validate_update = ValidateUpdateBy<ValidatePodStatusUpdate>},
                      {.name = "ephemeralcontainers",
                       .prepare_update = PreparePodEphemeralContainers,
                       .validate_update = ValidateUpdateBy<ValidatePodEphemeralContainersUpdate>,
                       .meta_update_rules = write::MetaUpdateRules::kBoth},
                      {.name = "resize",
                       .prepare_update = PreparePodResize,
                       .validate_update = ValidateUpdateBy<ValidatePodResize>,
                       .meta_update_rules = write::MetaUpdateRules::kBoth}}},
    {.kind = {.kind = "PodTemplate",
              .versions = {scheme::Version<PodTemplate, PodTemplateList>({.version = "v1"})}},
     .plural = "podtemplates",
     .table = PodTemplateTable,
     .delete_returns_object = true,
     .generation_of = {"template"},
     .validate = ValidateBy<ValidatePodTemplate>,
     .validate_update = ValidateUpdateBy<ValidatePodTemplateUpdate>,
     .warn = WarnOfPods<PodTemplate>},
    {.kind = {.kind = "ReplicationController",
              .versions = {scheme::Version<ReplicationController, ReplicationControllerList>(
                  {.version = "v1"})},
              .field_labels = kReplicationControllerLabels},
     .plural = "replicationcontrollers",
     .short_names = {"rc"},
     .categories = {"all"},
     .table = ReplicationControllerTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .validate = ValidateBy<ValidateReplicationController>,
     .validate_update = ValidateUpdateBy<ValidateReplicationControllerUpdate>,
     .warn = WarnOfNamedPods<ReplicationController>,
     .default_propagation = write::Propagation::kOrphan,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update =
                           ValidateUpdateBy<ValidateReplicationControllerStatusUpdate>}}},
    {.kind = {.kind = "ResourceQuota",
              .versions = {scheme::Version<ResourceQuota, ResourceQuotaList>({.version = "v1"})}},
     .plural = "resourcequotas",
     .short_names = {"quota"},
     .table = ResourceQuotaTable,
     .delete_returns_object = true,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .validate = ValidateBy<ValidateResourceQuota>,
     .validate_update = ValidateUpdateBy<ValidateResourceQuotaUpdate>,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateResourceQuotaStatusUpdate>}}},
    {.kind = {.kind = "ServiceAccount",
              .versions = {scheme::Version<ServiceAccount, ServiceAccountList>({.version = "v1"})}},
     .plural = "serviceaccounts",
     .short_names = {"sa"},
     .table = ServiceAccountTable,
     .delete_returns_object = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .prepare_create = PrepareServiceAccountCreate,
     .prepare_update = PrepareServiceAccountUpdate},
    {.kind = {.kind = "Service",
              .versions = {scheme::Version<Service, ServiceList>({.version = "v1"})},
              .field_labels = kServiceLabels},
     .plural = "services",
     .short_names = {"svc"},
     .categories = {"all"},
     .table = ServiceTable,
     .name_rule = write::DnsLabelName,
     .create_on_update = true,
     .delete_returns_object = true,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .prepare_create = PrepareServiceCreate,
     .prepare_update = PrepareServiceUpdate,
     .validate = ValidateBy<ValidateService>,
     .validate_update = ValidateUpdateBy<ValidateServiceUpdate>,
     .warn = WarnOfService,
     .canonicalize = DropInternalPolicyOfNames,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateServiceStatusUpdate>}}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "", kResources);
}

}  // namespace pintle::apis::core::v1
