#include "apis/apps/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::apps::v1 {
namespace {

using scheme::FunctionContext;
using typeinfo::IntOrString;

constexpr int32_t kReplicas = 1;
constexpr int32_t kRevisionHistoryLimit = 10;
constexpr int32_t kProgressDeadlineSeconds = 600;
constexpr std::string_view kMaxUnavailableStatefulSet = "MaxUnavailableStatefulSet";

void DefaultDeployment(FunctionContext& context, Deployment& deployment) {
  DeploymentSpec& spec = deployment.spec;
  SetIfUnset(spec.replicas, kReplicas);
  SetIfUnset(spec.strategy.type, kRollingUpdateDeploymentStrategyType);
  if (spec.strategy.type == kRollingUpdateDeploymentStrategyType) {
    RollingUpdateDeployment& update = spec.strategy.rolling_update.Ensure(context.arena);
    SetIfUnset(update.max_unavailable, IntOrString::FromText("25%"));
    SetIfUnset(update.max_surge, IntOrString::FromText("25%"));
  }
  SetIfUnset(spec.revision_history_limit, kRevisionHistoryLimit);
  SetIfUnset(spec.progress_deadline_seconds, kProgressDeadlineSeconds);
}

void DefaultDaemonSet(FunctionContext& context, DaemonSet& daemon_set) {
  DaemonSetUpdateStrategy& strategy = daemon_set.spec.update_strategy;
  SetIfUnset(strategy.type, kRollingUpdateDaemonSetStrategyType);
  if (strategy.type == kRollingUpdateDaemonSetStrategyType) {
    RollingUpdateDaemonSet& update = strategy.rolling_update.Ensure(context.arena);
    SetIfUnset(update.max_unavailable, IntOrString::FromInt(1));
    SetIfUnset(update.max_surge, IntOrString::FromInt(0));
  }
  SetIfUnset(daemon_set.spec.revision_history_limit, kRevisionHistoryLimit);
}

void DefaultUpdateStrategy(FunctionContext& context, StatefulSetUpdateStrategy& strategy) {
  // A type that was given does not bring a rollingUpdate with it.
  if (strategy.type.empty()) {
    strategy.type = kRollingUpdateStatefulSetStrategyType;
    strategy.rolling_update.Ensure(context.arena);
  }
  if (strategy.type != kRollingUpdateStatefulSetStrategyType || !strategy.rolling_update) return;
  SetIfUnset(strategy.rolling_update->partition, 0);
  if (context.Enabled(kMaxUnavailableStatefulSet)) {
    SetIfUnset(strategy.rolling_update->max_unavailable, IntOrString::FromInt(1));
  }
}

void DefaultStatefulSet(FunctionContext& context, StatefulSet& stateful_set) {
  StatefulSetSpec& spec = stateful_set.spec;
  SetIfUnset(spec.pod_management_policy, kOrderedReadyPodManagement);
  DefaultUpdateStrategy(context, spec.update_strategy);
  auto& retention = spec.persistent_volume_claim_retention_policy.Ensure(context.arena);
  SetIfUnset(retention.when_deleted, kRetainPersistentVolumeClaimRetentionPolicyType);
  SetIfUnset(retention.when_scaled, kRetainPersistentVolumeClaimRetentionPolicyType);
  SetIfUnset(spec.replicas, kReplicas);
  SetIfUnset(spec.revision_history_limit, kRevisionHistoryLimit);
}

void DefaultReplicaSet(FunctionContext&, ReplicaSet& replica_set) {
  SetIfUnset(replica_set.spec.replicas, kReplicas);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultDeployment>());
  list.push_back(scheme::On<&DefaultDaemonSet>());
  list.push_back(scheme::On<&DefaultStatefulSet>());
  list.push_back(scheme::On<&DefaultReplicaSet>());
}

}  // namespace pintle::apis::apps::v1
