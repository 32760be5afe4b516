#include "apis/autoscaling/v2/cells.h"

#include <fmt/format.h>

#include "apis/autoscaling/v2/types.h"
#include "apis/cells.h"

namespace pintle::apis::autoscaling::v2 {
namespace {

constexpr size_t kShownMetrics = 2;

std::string AmountText(const typeinfo::Opt<typeinfo::Quantity>& amount) {
  return std::string(amount ? (*amount).view() : kUnknown);
}

std::string PercentText(const typeinfo::Opt<int32_t>& percent, std::string_view fallback) {
  return percent ? fmt::format("{}%", *percent) : std::string(fallback);
}

// Metrics that have a value or an average for all pods: `12/20`, `12/20 (avg)`.
std::string ValueText(const MetricTarget& target, const MetricValueStatus& current) {
  if (target.average_value) {
    return fmt::format("{}/{} (avg)", AmountText(current.average_value),
                       AmountText(target.average_value));
  }
  return fmt::format("{}/{}", AmountText(current.value), AmountText(target.value));
}

// Metrics of resources: `cpu: 12%/80%`.
std::string ResourceText(std::string_view name, const MetricTarget& target,
                         const MetricValueStatus& current) {
  if (target.average_value) {
    return fmt::format("{}: {}/{}", name, AmountText(current.average_value),
                       AmountText(target.average_value));
  }
  return fmt::format("{}: {}/{}", name, PercentText(current.average_utilization, kUnknown),
                     PercentText(target.average_utilization, "<auto>"));
}

template <typename Status>
MetricValueStatus CurrentOf(const typeinfo::Ptr<Status>& status) {
  return status ? status->current : MetricValueStatus();
}

std::string MetricText(const MetricSpec& spec, const MetricStatus& status) {
  if (spec.type == kExternalMetricSourceType && spec.external) {
    return ValueText(spec.external->target, CurrentOf(status.external));
  }
  if (spec.type == kObjectMetricSourceType && spec.object) {
    return ValueText(spec.object->target, CurrentOf(status.object));
  }
  if (spec.type == kPodsMetricSourceType && spec.pods) {
    return fmt::format("{}/{}", AmountText(CurrentOf(status.pods).average_value),
                       AmountText(spec.pods->target.average_value));
  }
  if (spec.type == kResourceMetricSourceType && spec.resource) {
    return ResourceText(spec.resource->name, spec.resource->target, CurrentOf(status.resource));
  }
  if (spec.type == kContainerResourceMetricSourceType && spec.container_resource) {
    return ResourceText(spec.container_resource->name, spec.container_resource->target,
                        CurrentOf(status.container_resource));
  }
  return "<unknown type>";
}

std::string MetricsText(const HorizontalPodAutoscaler& scaler) {
  if (scaler.spec.metrics.empty()) return std::string(kNone);
  std::vector<std::string> texts;
  const auto& statuses = scaler.status.current_metrics;
  for (size_t i = 0; i < scaler.spec.metrics.size(); ++i) {
    texts.push_back(
        MetricText(scaler.spec.metrics[i], i < statuses.size() ? statuses[i] : MetricStatus()));
  }
  return FirstFew(texts, kShownMetrics, ", ");
}

CellList HorizontalPodAutoscalerCells(const HorizontalPodAutoscaler& scaler,
                                      const CellContext& context) {
  const auto& target = scaler.spec.scale_target_ref;
  const auto& least = scaler.spec.min_replicas;
  return {context.Text(scaler.metadata.name),
          context.Text(fmt::format("{}/{}", target.kind, target.name)),
          context.Text(MetricsText(scaler)),
          context.Text(least ? fmt::to_string(*least) : std::string(kUnset)),
          Number(scaler.spec.max_replicas),
          Number(scaler.status.current_replicas),
          context.Age(scaler.metadata)};
}

}  // namespace

write::Table HorizontalPodAutoscalerTable() {
  return TableOf<HorizontalPodAutoscaler>(
      {NameColumn(), TextColumn("Reference", "What is scaled."),
       TextColumn("Targets", "Each metric, its current value and the one aimed at."),
       TextColumn("MinPods", "The fewest pods it scales to."),
       TextColumn("MaxPods", "The most pods it scales to."),
       TextColumn("Replicas", "How many pods there are."), AgeColumn()},
      HorizontalPodAutoscalerCells);
}

}  // namespace pintle::apis::autoscaling::v2
