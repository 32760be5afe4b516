// Single metrics: v1 has a member for each way to state a target, v2 a target with a type.
#include "apis/autoscaling/v1/conversion.h"

namespace pintle::apis::autoscaling::v1 {
namespace {

using typeinfo::Opt;
using typeinfo::Quantity;

bool IsZero(const Quantity& quantity) { return quantity.text.empty() || quantity.text == "0"; }

// Members that v1 always has and v2 need not.
Quantity OrZero(const Opt<Quantity>& quantity) { return quantity.value_or({}); }
// Nothing if the zero only stands there because something must.
Opt<Quantity> UnlessFiller(const Quantity& quantity, bool other_is_set) {
  return other_is_set && IsZero(quantity) ? Opt<Quantity>() : Opt<Quantity>(quantity);
}

// What resources of pods and of containers share.
template <typename V1Source>
v2::MetricTarget ResourceTarget(const V1Source& source) {
  return {.type = source.target_average_utilization ? v2::kUtilizationMetricType
                                                    : v2::kAverageValueMetricType,
          .average_value = source.target_average_value,
          .average_utilization = source.target_average_utilization};
}
template <typename V1Source>
void SetResourceTarget(const v2::MetricTarget& target, V1Source& source) {
  source.target_average_utilization = target.average_utilization;
  source.target_average_value = target.average_value;
}
template <typename V1Status>
v2::MetricValueStatus ResourceValue(const V1Status& status) {
  bool utilization = static_cast<bool>(status.current_average_utilization);
  return {.average_value = UnlessFiller(status.current_average_value, utilization),
          .average_utilization = status.current_average_utilization};
}
template <typename V1Status>
void SetResourceValue(const v2::MetricValueStatus& value, V1Status& status) {
  status.current_average_utilization = value.average_utilization;
  status.current_average_value = OrZero(value.average_value);
}

}  // namespace

void ToHub(Arena& arena, const ObjectMetricSource& from, v2::ObjectMetricSource& to) {
  bool average = static_cast<bool>(from.average_value);
  to.metric = {.name = from.metric_name, .selector = from.selector};
  to.target = {.type = average ? v2::kAverageValueMetricType : v2::kValueMetricType,
               .value = UnlessFiller(from.target_value, average),
               .average_value = from.average_value};
  ToHub(arena, from.target, to.described_object);
}

void FromHub(Arena& arena, const v2::ObjectMetricSource& from, ObjectMetricSource& to) {
  to.metric_name = from.metric.name;
  to.selector = from.metric.selector;
  to.target_value = OrZero(from.target.value);
  to.average_value = from.target.average_value;
  FromHub(arena, from.described_object, to.target);
}

void ToHub(Arena&, const PodsMetricSource& from, v2::PodsMetricSource& to) {
  to.metric = {.name = from.metric_name, .selector = from.selector};
  to.target = {.type = v2::kAverageValueMetricType, .average_value = from.target_average_value};
}

void FromHub(Arena&, const v2::PodsMetricSource& from, PodsMetricSource& to) {
  to.metric_name = from.metric.name;
  to.selector = from.metric.selector;
  to.target_average_value = OrZero(from.target.average_value);
}

void ToHub(Arena& arena, const ResourceMetricSource& from, v2::ResourceMetricSource& to) {
  SameFieldsToHub(arena, from, to);
  to.target = ResourceTarget(from);
}

void FromHub(Arena& arena, const v2::ResourceMetricSource& from, ResourceMetricSource& to) {
  SameFieldsFromHub(arena, from, to);
  SetResourceTarget(from.target, to);
}

void ToHub(Arena& arena, const ContainerResourceMetricSource& from,
           v2::ContainerResourceMetricSource& to) {
  SameFieldsToHub(arena, from, to);
  to.target = ResourceTarget(from);
}

void FromHub(Arena& arena, const v2::ContainerResourceMetricSource& from,
             ContainerResourceMetricSource& to) {
  SameFieldsFromHub(arena, from, to);
  SetResourceTarget(from.target, to);
}

void ToHub(Arena&, const ExternalMetricSource& from, v2::ExternalMetricSource& to) {
  to.metric = {.name = from.metric_name, .selector = from.metric_selector};
  to.target = {.type = from.target_value ? v2::kValueMetricType : v2::kAverageValueMetricType,
               .value = from.target_value,
               .average_value = from.target_average_value};
}

void FromHub(Arena&, const v2::ExternalMetricSource& from, ExternalMetricSource& to) {
  to.metric_name = from.metric.name;
  to.metric_selector = from.metric.selector;
  to.target_value = from.target.value;
  to.target_average_value = from.target.average_value;
}

void ToHub(Arena& arena, const ObjectMetricStatus& from, v2::ObjectMetricStatus& to) {
  to.metric = {.name = from.metric_name, .selector = from.selector};
  to.current = {.value = UnlessFiller(from.current_value, static_cast<bool>(from.average_value)),
                .average_value = from.average_value};
  ToHub(arena, from.target, to.described_object);
}

void FromHub(Arena& arena, const v2::ObjectMetricStatus& from, ObjectMetricStatus& to) {
  to.metric_name = from.metric.name;
  to.selector = from.metric.selector;
  to.current_value = OrZero(from.current.value);
  to.average_value = from.current.average_value;
  FromHub(arena, from.described_object, to.target);
}

void ToHub(Arena&, const PodsMetricStatus& from, v2::PodsMetricStatus& to) {
  to.metric = {.name = from.metric_name, .selector = from.selector};
  to.current = {.average_value = from.current_average_value};
}

void FromHub(Arena&, const v2::PodsMetricStatus& from, PodsMetricStatus& to) {
  to.metric_name = from.metric.name;
  to.selector = from.metric.selector;
  to.current_average_value = OrZero(from.current.average_value);
}

void ToHub(Arena& arena, const ResourceMetricStatus& from, v2::ResourceMetricStatus& to) {
  SameFieldsToHub(arena, from, to);
  to.current = ResourceValue(from);
}

void FromHub(Arena& arena, const v2::ResourceMetricStatus& from, ResourceMetricStatus& to) {
  SameFieldsFromHub(arena, from, to);
  SetResourceValue(from.current, to);
}

void ToHub(Arena& arena, const ContainerResourceMetricStatus& from,
           v2::ContainerResourceMetricStatus& to) {
  SameFieldsToHub(arena, from, to);
  to.current = ResourceValue(from);
}

void FromHub(Arena& arena, const v2::ContainerResourceMetricStatus& from,
             ContainerResourceMetricStatus& to) {
  SameFieldsFromHub(arena, from, to);
  SetResourceValue(from.current, to);
}

void ToHub(Arena&, const ExternalMetricStatus& from, v2::ExternalMetricStatus& to) {
  to.metric = {.name = from.metric_name, .selector = from.metric_selector};
  bool average = static_cast<bool>(from.current_average_value);
  to.current = {.value = UnlessFiller(from.current_value, average),
                .average_value = from.current_average_value};
}

void FromHub(Arena&, const v2::ExternalMetricStatus& from, ExternalMetricStatus& to) {
  to.metric_name = from.metric.name;
  to.metric_selector = from.metric.selector;
  to.current_value = OrZero(from.current.value);
  to.current_average_value = from.current.average_value;
}

}  // namespace pintle::apis::autoscaling::v1
