// v1 knows one metric, the use of CPU; v2, the hub, any. All others travel in annotations.
#include "apis/autoscaling/v1/conversion.h"

#include "apis/autoscaling/v1/annotations.h"

namespace pintle::apis::autoscaling::v1 {
namespace {

constexpr typeinfo::Str kCpu = "cpu";
// What an autoscaler without metrics aims at.
constexpr int32_t kDefaultCpuPercent = 80;

// The percentage, if the metric is one that v1 has a member for.
typeinfo::Opt<int32_t> CpuTarget(const v2::MetricSpec& metric) {
  bool cpu = metric.type == v2::kResourceMetricSourceType && metric.resource &&
             metric.resource->name == kCpu;
  return cpu ? metric.resource->target.average_utilization : typeinfo::Opt<int32_t>();
}

// The last one: what v1 says of it comes back at the end.
const v2::MetricSpec* FindCpuTarget(const typeinfo::List<v2::MetricSpec>& metrics) {
  const v2::MetricSpec* found = nullptr;
  for (const v2::MetricSpec& metric : metrics) {
    if (CpuTarget(metric)) found = &metric;
  }
  return found;
}

void AddCpuTarget(Arena& arena, int32_t percent, typeinfo::List<v2::MetricSpec>& metrics) {
  v2::MetricSpec& metric = metrics.Append(arena);
  metric.type = v2::kResourceMetricSourceType;
  metric.resource.Set(
      arena, {.name = kCpu,
              .target = {.type = v2::kUtilizationMetricType, .average_utilization = percent}});
}

}  // namespace

void ToHub(Arena& arena, const HorizontalPodAutoscalerSpec& from,
           v2::HorizontalPodAutoscalerSpec& to) {
  SameFieldsToHub(arena, from, to);
  if (from.target_cpu_utilization_percentage) {
    AddCpuTarget(arena, *from.target_cpu_utilization_percentage, to.metrics);
  }
}

void FromHub(Arena& arena, const v2::HorizontalPodAutoscalerSpec& from,
             HorizontalPodAutoscalerSpec& to) {
  SameFieldsFromHub(arena, from, to);
  if (const v2::MetricSpec* cpu = FindCpuTarget(from.metrics)) {
    to.target_cpu_utilization_percentage = CpuTarget(*cpu);
  }
}

void ToHub(Arena& arena, const HorizontalPodAutoscalerStatus& from,
           v2::HorizontalPodAutoscalerStatus& to) {
  SameFieldsToHub(arena, from, to);
  if (!from.current_cpu_utilization_percentage) return;
  v2::MetricStatus& metric = to.current_metrics.Append(arena);
  metric.type = v2::kResourceMetricSourceType;
  metric.resource.Set(
      arena,
      {.name = kCpu, .current = {.average_utilization = from.current_cpu_utilization_percentage}});
}

void FromHub(Arena& arena, const v2::HorizontalPodAutoscalerStatus& from,
             HorizontalPodAutoscalerStatus& to) {
  SameFieldsFromHub(arena, from, to);
  for (const v2::MetricStatus& metric : from.current_metrics) {
    bool cpu = metric.type == v2::kResourceMetricSourceType && metric.resource &&
               metric.resource->name == kCpu;
    if (!cpu || !metric.resource->current.average_utilization) continue;
    to.current_cpu_utilization_percentage = metric.resource->current.average_utilization;
    return;
  }
}

void ToHub(Arena& arena, const HorizontalPodAutoscaler& from, v2::HorizontalPodAutoscaler& to) {
  SameFieldsToHub(arena, from, to);
  Carried carried = ReadCarried(arena, from.metadata.annotations);
  to.metadata.annotations = WithoutCarried(arena, from.metadata.annotations);
  for (const v2::MetricSpec& cpu : to.spec.metrics) carried.metrics.Append(arena, cpu);
  to.spec.metrics = carried.metrics;
  if (to.spec.metrics.empty()) AddCpuTarget(arena, kDefaultCpuPercent, to.spec.metrics);
  to.spec.behavior = carried.behavior;
  // They say more than the percentage alone.
  if (!carried.current_metrics.empty()) to.status.current_metrics = carried.current_metrics;
  to.status.conditions = carried.conditions;
}

void FromHub(Arena& arena, const v2::HorizontalPodAutoscaler& from, HorizontalPodAutoscaler& to) {
  SameFieldsFromHub(arena, from, to);
  to.metadata.annotations = WithoutCarried(arena, from.metadata.annotations);
  Carried carried = {.current_metrics = from.status.current_metrics,
                     .conditions = from.status.conditions,
                     .behavior = from.spec.behavior};
  const v2::MetricSpec* cpu = FindCpuTarget(from.spec.metrics);
  // A list without data is empty. NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
  for (const v2::MetricSpec& metric : from.spec.metrics) {
    if (&metric != cpu) carried.metrics.Append(arena, metric);
  }
  WriteCarried(arena, carried, to.metadata.annotations);
}

}  // namespace pintle::apis::autoscaling::v1
