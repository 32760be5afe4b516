#include <fmt/format.h>

#include "apis/apps/v1/cells.h"
#include "apis/apps/v1/lifecycle.h"
#include "apis/apps/v1/registry_rules.h"
#include "apis/apps/v1/types.h"
#include "apis/apps/v1/validation_workloads.h"
#include "apis/builtin.h"
#include "apis/core/v1/pod_warnings.h"
#include "apis/resource_row.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::apis::apps::v1 {
namespace {

void PrepareDaemonSetCreate(const write::Context&, write::Object& object) {
  SetTemplateGenerationOnCreate(object.arena(), object.As<DaemonSet>());
}

void PrepareDaemonSetUpdate(const write::Context&, write::Object& object,
                            const write::Object& old) {
  SetTemplateGenerationOnUpdate(object.arena(), old.As<DaemonSet>(), object.As<DaemonSet>());
}

void WarnOfStatefulSet(const write::Context& context, const write::Object& object,
                       const write::Object* old) {
  if (!context.request.what.subresource.empty()) return;
  core::v1::WarnOfPods<StatefulSet>(context, object, old);
  const StatefulSetSpec& spec = object.As<StatefulSet>().spec;
  for (size_t i = 0; i < spec.volume_claim_templates.size(); ++i) {
    // The API names the place in two ways.
    core::v1::WarnOfClaimSpec(
        spec.volume_claim_templates[i].spec,
        fmt::format("spec.volumeClaimTemplates[{}]{}", i, old != nullptr ? ".Spec" : ""),
        context.warnings);
  }
  if (spec.revision_history_limit.value_or(0) < 0) {
    context.warnings.Add(
        "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= "
        "0 is recommended");
  }
}

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "ControllerRevision",
              .versions = {scheme::Version<ControllerRevision, ControllerRevisionList>(
                  {.version = "v1"})}},
     .plural = "controllerrevisions",
     .table = ControllerRevisionTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .validate = ValidateBy<ValidateControllerRevision>,
     .validate_update = ValidateUpdateBy<ValidateControllerRevisionUpdate>},
    {.kind = {.kind = "DaemonSet",
              .versions = {scheme::Version<DaemonSet, DaemonSetList>({.version = "v1"})}},
     .plural = "daemonsets",
     .short_names = {"ds"},
     .categories = {"all"},
     .table = DaemonSetTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .prepare_create = PrepareDaemonSetCreate,
     .prepare_update = PrepareDaemonSetUpdate,
     .validate = ValidateBy<ValidateDaemonSet>,
     .validate_update = ValidateUpdateBy<ValidateDaemonSetUpdate>,
     .warn = core::v1::WarnOfPods<DaemonSet>,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateDaemonSetStatusUpdate>}}},
    {.kind = {.kind = "Deployment",
              .versions = {scheme::Version<Deployment, DeploymentList>({.version = "v1"})}},
     .plural = "deployments",
     .short_names = {"deploy"},
     .categories = {"all"},
     .table = DeploymentTable,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec", "metadata.annotations"},
     .validate = ValidateBy<ValidateDeployment>,
     .validate_update = ValidateUpdateBy<ValidateDeploymentUpdate>,
     .warn = core::v1::WarnOfNamedPods<Deployment>,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec", "metadata.labels"},
                       .validate_update = ValidateUpdateBy<ValidateDeploymentStatusUpdate>}}},
    {.kind = {.kind = "ReplicaSet",
              .versions = {scheme::Version<ReplicaSet, ReplicaSetList>({.version = "v1"})}},
     .plural = "replicasets",
     .short_names = {"rs"},
     .categories = {"all"},
     .table = ReplicaSetTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .validate = ValidateBy<ValidateReplicaSet>,
     .validate_update = ValidateUpdateBy<ValidateReplicaSetUpdate>,
     .warn = core::v1::WarnOfNamedPods<ReplicaSet>,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateReplicaSetStatusUpdate>}}},
    {.kind = {.kind = "StatefulSet",
              .versions = {scheme::Version<StatefulSet, StatefulSetList>({.version = "v1"})}},
     .plural = "statefulsets",
     .short_names = {"sts"},
     .categories = {"all"},
     .table = StatefulSetTable,
     .name_rule = write::DnsLabelName,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .validate = ValidateBy<ValidateStatefulSet>,
     .validate_update = ValidateUpdateBy<ValidateStatefulSetUpdate>,
     .warn = WarnOfStatefulSet,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateStatefulSetStatusUpdate>}}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "apps", kResources);
}

}  // namespace pintle::apis::apps::v1
