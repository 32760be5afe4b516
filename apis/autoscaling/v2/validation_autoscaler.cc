#include "apis/autoscaling/v2/validation_autoscaler.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/validation_resources.h"
#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::autoscaling::v2 {
namespace {

using core::v1::AmountOf;
using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int32_t kMaxWindowSeconds = 3600;
constexpr int32_t kMaxPeriodSeconds = 1800;

// Which groups a reference may speak of.
enum class GroupRule : uint8_t { kRequired, kOptional };

void ValidateReference(const CrossVersionObjectReference& ref, GroupRule rule, const Path& path,
                       ErrorList& errors) {
  validate::RequiredForm(path.Child("kind"), ref.kind, validate::IsPathSegmentName, errors);
  validate::RequiredForm(path.Child("name"), ref.name, validate::IsPathSegmentName, errors);
  Path version = path.Child("apiVersion");
  if (std::ranges::count(ref.api_version, '/') > 1) {
    errors.push_back(
        field::Invalid(version, ref.api_version,
                       fmt::format("unexpected GroupVersion string: {}", ref.api_version)));
  } else if (rule == GroupRule::kRequired && ref.kind != "ReplicationController" &&
             (ref.api_version.starts_with('/') || ref.api_version.find('/') == Str::npos)) {
    errors.push_back(field::Invalid(version, ref.api_version, "apiVersion must specify API group"));
  }
}

void ValidateTarget(const MetricTarget& target, const Path& path, ErrorList& errors) {
  Path type = path.Child("type");
  if (target.type.empty()) {
    errors.push_back(field::Required(type, "must specify a metric target type"));
  }
  if (target.type != kUtilizationMetricType && target.type != kValueMetricType &&
      target.type != kAverageValueMetricType) {
    errors.push_back(field::Invalid(type, validate::NamedText(target.type),
                                    "must be either Utilization, Value, or AverageValue"));
  }
  auto positive = [&](const typeinfo::Opt<typeinfo::Quantity>& value, std::string_view name) {
    if (value && AmountOf(*value).sign() != 1) {
      errors.push_back(field::Invalid(path.Child(name), value.value.view(), "must be positive"));
    }
  };
  positive(target.value, "value");
  positive(target.average_value, "averageValue");
  if (target.average_utilization && *target.average_utilization < 1) {
    errors.push_back(field::Invalid(path.Child("averageUtilization"), *target.average_utilization,
                                    "must be greater than 0"));
  }
}

void ValidateMetricName(const MetricIdentifier& metric, const Path& path, ErrorList& errors) {
  Path identifier = path.Child("metric");
  if (metric.name.empty()) {
    errors.push_back(field::Required(identifier.Child("name"), "must specify a metric name"));
  } else {
    validate::Form(identifier.Child("name"), metric.name, validate::IsPathSegmentName, errors);
  }
}

void ValidateObjectSource(const ObjectMetricSource& source, const Path& path, ErrorList& errors) {
  Path target = path.Child("target");
  ValidateReference(source.described_object, GroupRule::kOptional, path.Child("describedObject"),
                    errors);
  ValidateMetricName(source.metric, path, errors);
  ValidateTarget(source.target, target, errors);
  if (!source.target.value && !source.target.average_value) {
    errors.push_back(field::Required(target.Child("averageValue"),
                                     "must set either a target value or averageValue"));
  }
}

void ValidateExternalSource(const ExternalMetricSource& source, const Path& path,
                            ErrorList& errors) {
  Path target = path.Child("target");
  ValidateMetricName(source.metric, path, errors);
  ValidateTarget(source.target, target, errors);
  if (!source.target.value && !source.target.average_value) {
    errors.push_back(
        field::Required(target.Child("averageValue"),
                        "must set either a target value for metric or a per-pod target"));
  }
  if (source.target.value && source.target.average_value) {
    errors.push_back(field::Forbidden(
        target.Child("value"), "may not set both a target value for metric and a per-pod target"));
  }
}

void ValidatePodsSource(const PodsMetricSource& source, const Path& path, ErrorList& errors) {
  Path target = path.Child("target");
  ValidateMetricName(source.metric, path, errors);
  ValidateTarget(source.target, target, errors);
  if (!source.target.average_value || AmountOf(*source.target.average_value).sign() != 1) {
    errors.push_back(field::Required(target.Child("averageValue"),
                                     "must specify a positive target averageValue"));
  }
}

void ValidateResourceTarget(const MetricTarget& target, Str name, const Path& path,
                            ErrorList& errors) {
  Path at = path.Child("target");
  if (name.empty()) {
    errors.push_back(field::Required(path.Child("name"), "must specify a resource name"));
  }
  ValidateTarget(target, at, errors);
  if (!target.average_utilization && !target.average_value) {
    errors.push_back(field::Required(at.Child("averageUtilization"),
                                     "must set either a target raw value or a target utilization"));
  }
  if (target.average_utilization && target.average_value) {
    errors.push_back(field::Forbidden(
        at.Child("averageValue"), "may not set both a target raw value and a target utilization"));
  }
}

void ValidateContainerSource(const ContainerResourceMetricSource& source, const Path& path,
                             ErrorList& errors) {
  Path container = path.Child("container");
  if (source.container.empty()) {
    errors.push_back(field::Required(container, "must specify a container"));
  } else {
    validate::Form(container, source.container, validate::IsDns1123Label, errors);
  }
  ValidateResourceTarget(source.target, source.name, path, errors);
}

// Only the first that is given is looked at.
void ValidateSource(const MetricSpec& metric, const Path& path, ErrorList& errors) {
  if (metric.object) {
    ValidateObjectSource(*metric.object, path.Child("object"), errors);
  } else if (metric.external) {
    ValidateExternalSource(*metric.external, path.Child("external"), errors);
  } else if (metric.pods) {
    ValidatePodsSource(*metric.pods, path.Child("pods"), errors);
  } else if (metric.resource) {
    ValidateResourceTarget(metric.resource->target, metric.resource->name, path.Child("resource"),
                           errors);
  } else if (metric.container_resource) {
    ValidateContainerSource(*metric.container_resource, path.Child("containerResource"), errors);
  }
}

struct SourceField {
  std::string_view type;
  std::string_view name;
  bool given;
};

void ValidateMetric(const MetricSpec& metric, const Path& path, ErrorList& errors) {
  const SourceField fields[] = {
      {kContainerResourceMetricSourceType, "containerResource", bool(metric.container_resource)},
      {kExternalMetricSourceType, "external", bool(metric.external)},
      {kObjectMetricSourceType, "object", bool(metric.object)},
      {kPodsMetricSourceType, "pods", bool(metric.pods)},
      {kResourceMetricSourceType, "resource", bool(metric.resource)},
  };
  Path type = path.Child("type");
  auto check_type = [&] {
    validate::OneOf(type, metric.type,
                    {"ContainerResource", "External", "Object", "Pods", "Resource"}, errors);
  };
  if (metric.type.empty()) {
    errors.push_back(field::Required(type, "must specify a metric source type"));
  }
  check_type();
  ValidateSource(metric, path, errors);
  // An unknown type is reported a second time where its source would be asked for.
  check_type();
  for (const SourceField& field : fields) {
    if (field.type == metric.type && !field.given) {
      errors.push_back(field::Required(path.Child(field.name),
                                       "must populate information for the given metric source"));
    }
  }
  if (std::ranges::count(fields, true, &SourceField::given) == 1) return;
  for (const SourceField& field : fields) {
    if (field.type != metric.type && field.given) {
      errors.push_back(
          field::Forbidden(path.Child(field.name), "must populate the given metric source only"));
    }
  }
}

void ValidateMetrics(const HorizontalPodAutoscalerSpec& spec, ErrorList& errors) {
  Path metrics("spec.metrics");
  bool scalable_from_zero = false;
  for (size_t i = 0; i < spec.metrics.size(); ++i) {
    ValidateMetric(spec.metrics[i], metrics.Index(i), errors);
    scalable_from_zero = scalable_from_zero || spec.metrics[i].type == kObjectMetricSourceType ||
                         spec.metrics[i].type == kExternalMetricSourceType;
  }
  if (spec.min_replicas && *spec.min_replicas == 0 && !scalable_from_zero) {
    errors.push_back(field::Forbidden(
        metrics,
        "must specify at least one Object or External metric to support scaling to zero "
        "replicas"));
  }
}

void ValidatePolicy(const HPAScalingPolicy& policy, const Path& path, ErrorList& errors) {
  validate::OneOf(path.Child("type"), policy.type, {kPercentScalingPolicy, kPodsScalingPolicy},
                  errors);
  validate::Positive(path.Child("value"), policy.value, errors);
  Path period = path.Child("periodSeconds");
  validate::Positive(period, policy.period_seconds, errors);
  if (policy.period_seconds > kMaxPeriodSeconds) {
    errors.push_back(
        field::Invalid(period, policy.period_seconds, "must be less than or equal to 1800"));
  }
}

void ValidateScalingRules(const typeinfo::Ptr<HPAScalingRules>& rules, const Path& path,
                          ErrorList& errors) {
  if (!rules) return;
  Path window = path.Child("stabilizationWindowSeconds");
  int32_t seconds = rules->stabilization_window_seconds.value_or(0);
  if (seconds < 0) {
    errors.push_back(field::Invalid(window, seconds, "must be greater than or equal to zero"));
  }
  if (seconds > kMaxWindowSeconds) {
    errors.push_back(field::Invalid(window, seconds, "must be less than or equal to 3600"));
  }
  validate::OneOf(path.Child("selectPolicy"), rules->select_policy,
                  {kDisabledPolicySelect, kMaxChangePolicySelect, kMinChangePolicySelect}, errors);
  Path policies = path.Child("policies");
  if (rules->policies.empty()) {
    errors.push_back(field::Required(policies, "must specify at least one Policy"));
  }
  for (size_t i = 0; i < rules->policies.size(); ++i) {
    ValidatePolicy(rules->policies[i], policies.Index(i), errors);
  }
  if (rules->tolerance) {
    core::v1::ValidateNonNegativeQuantity(*rules->tolerance, path.Child("tolerance"), errors);
  }
}

ErrorList ValidateRules(const HorizontalPodAutoscalerSpec& spec, bool zero, GroupRule rule) {
  ErrorList errors;
  int32_t least = zero ? 0 : 1;
  if (spec.min_replicas && *spec.min_replicas < least) {
    errors.push_back(field::Invalid(Path("spec.minReplicas"), *spec.min_replicas,
                                    fmt::format("must be greater than or equal to {}", least)));
  }
  Path max("spec.maxReplicas");
  if (spec.max_replicas == 0) {
    errors.push_back(field::Required(max, "must be set and greater than 0"));
  } else if (spec.max_replicas < 0) {
    errors.push_back(field::Invalid(max, spec.max_replicas, "must be greater than or equal to 1"));
  }
  if (spec.min_replicas && spec.max_replicas < *spec.min_replicas) {
    errors.push_back(
        field::Invalid(max, spec.max_replicas, "must be greater than or equal to `minReplicas`"));
  }
  ValidateReference(spec.scale_target_ref, rule, Path("spec.scaleTargetRef"), errors);
  ValidateMetrics(spec, errors);
  if (spec.behavior) {
    ValidateScalingRules(spec.behavior->scale_up, Path("spec.behavior.scaleUp"), errors);
    ValidateScalingRules(spec.behavior->scale_down, Path("spec.behavior.scaleDown"), errors);
  }
  return errors;
}

}  // namespace

ErrorList ValidateHorizontalPodAutoscaler(const HorizontalPodAutoscaler& object,
                                          const ValidationOptions& options) {
  return ValidateRules(object.spec, options.scale_to_zero, GroupRule::kRequired);
}

ErrorList ValidateHorizontalPodAutoscalerUpdate(const HorizontalPodAutoscaler& object,
                                                const HorizontalPodAutoscaler& old,
                                                ValidationOptions options) {
  bool zero = options.scale_to_zero || old.spec.min_replicas.value_or(1) == 0;
  const CrossVersionObjectReference& now = object.spec.scale_target_ref;
  const CrossVersionObjectReference& before = old.spec.scale_target_ref;
  bool same = now.api_version == before.api_version && now.kind == before.kind;
  return ValidateRules(object.spec, zero, same ? GroupRule::kOptional : GroupRule::kRequired);
}

ErrorList ValidateHorizontalPodAutoscalerStatusUpdate(const HorizontalPodAutoscaler& object,
                                                      const HorizontalPodAutoscaler& /*old*/) {
  ErrorList errors;
  validate::NonNegative(Path("status.currentReplicas"), int64_t{object.status.current_replicas},
                        errors);
  validate::NonNegative(Path("status.desiredReplicas"), int64_t{object.status.desired_replicas},
                        errors);
  return errors;
}

}  // namespace pintle::apis::autoscaling::v2
