#include "apis/autoscaling/v2/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::autoscaling::v2 {
namespace {

using scheme::FunctionContext;

constexpr int32_t kCpuUtilizationPercent = 80;
constexpr int32_t kPolicyPeriodSeconds = 15;
constexpr HPAScalingPolicy kFourPods = {kPodsScalingPolicy, 4, kPolicyPeriodSeconds};
constexpr HPAScalingPolicy kDouble = {kPercentScalingPolicy, 100, kPolicyPeriodSeconds};

// A list that was given stays as it is, even an empty one: validation has a word on it.
void SetPolicies(Arena& arena, HPAScalingRules& rules,
                 std::initializer_list<HPAScalingPolicy> policies) {
  if (rules.policies.is_nil()) {
    rules.policies = typeinfo::List<HPAScalingPolicy>::Of(arena, policies);
  }
}

void DefaultAutoscaler(FunctionContext& context, HorizontalPodAutoscaler& autoscaler) {
  HorizontalPodAutoscalerSpec& spec = autoscaler.spec;
  SetIfUnset(spec.min_replicas, 1);
  if (spec.metrics.empty()) {
    MetricSpec& metric = spec.metrics.Append(context.arena);
    metric.type = kResourceMetricSourceType;
    ResourceMetricSource& cpu = metric.resource.Ensure(context.arena);
    cpu.name = "cpu";
    cpu.target.type = kUtilizationMetricType;
    cpu.target.average_utilization = kCpuUtilizationPercent;
  }
  if (!spec.behavior) return;
  HPAScalingRules& up = spec.behavior->scale_up.Ensure(context.arena);
  SetIfUnset(up.stabilization_window_seconds, 0);
  SetIfUnset(up.select_policy, kMaxChangePolicySelect);
  SetPolicies(context.arena, up, {kFourPods, kDouble});
  // The window for scaling down is the controller's own setting unless it is given.
  HPAScalingRules& down = spec.behavior->scale_down.Ensure(context.arena);
  SetIfUnset(down.select_policy, kMaxChangePolicySelect);
  SetPolicies(context.arena, down, {kDouble});
}

}  // namespace

void AddDefaults(TypeFunctionList& list) { list.push_back(scheme::On<&DefaultAutoscaler>()); }

}  // namespace pintle::apis::autoscaling::v2
