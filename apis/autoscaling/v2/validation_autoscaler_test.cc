#include "apis/autoscaling/v2/validation_autoscaler.h"

#include "apis/validation_for_test.h"

namespace pintle::apis::autoscaling::v2 {
namespace {

const ValidationOptions kOptions;

std::string Of(const std::string& more) {
  return R"({"spec":{"maxReplicas":3,"scaleTargetRef":{"kind":"Deployment","name":"d",)"
         R"("apiVersion":"apps/v1"})" +
         (more.empty() ? "" : "," + more) + "}}";
}

TEST(AutoscalerRules, Faults) {
  const std::string at = "spec.metrics[0]";
  ExpectFaults<HorizontalPodAutoscaler>(
      {
          {Of(""), {}},
          {R"({"spec":{"minReplicas":1}})",
           {"spec.maxReplicas: Required value: must be set and greater than 0",
            "spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`",
            "spec.scaleTargetRef.kind: Required value", "spec.scaleTargetRef.name: Required value",
            "spec.scaleTargetRef.apiVersion: Invalid value: \"\": apiVersion must specify API "
            "group"}},
          {Of(R"("minReplicas":0)"),
           {"spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
            "spec.metrics: Forbidden: must specify at least one Object or External metric to "
            "support scaling to zero replicas"}},
          {Of(R"("metrics":[{"type":"X"}])"),
           {at + ".type: Unsupported value: \"X\": supported values: \"ContainerResource\", "
                 "\"External\", \"Object\", \"Pods\", \"Resource\"",
            at + ".type: Unsupported value: \"X\": supported values: \"ContainerResource\", "
                 "\"External\", \"Object\", \"Pods\", \"Resource\""}},
          {Of(R"("metrics":[{"type":"Resource","pods":{"metric":{"name":"m"},"target":)"
              R"({"type":"AverageValue","averageValue":"1"}}}])"),
           {at + ".resource: Required value: must populate information for the given metric "
                 "source"}},
          // Of several sources the first is looked at, and all but the right one are too many.
          {Of(R"("metrics":[{"type":"Resource","pods":{"metric":{}},"resource":{},"object":{}}])"),
           {at + ".object.describedObject.kind: Required value",
            at + ".object.describedObject.name: Required value",
            at + ".object.metric.name: Required value: must specify a metric name",
            at + ".object.target.type: Required value: must specify a metric target type",
            at + ".object.target.type: Invalid value: \"\": must be either Utilization, Value, or "
                 "AverageValue",
            at + ".object.target.averageValue: Required value: must set either a target value or "
                 "averageValue",
            at + ".object: Forbidden: must populate the given metric source only",
            at + ".pods: Forbidden: must populate the given metric source only"}},
          {R"({"spec":{"maxReplicas":1,"scaleTargetRef":{"kind":"D","name":"d","apiVersion":"/v1"}}})",
           {"spec.scaleTargetRef.apiVersion: Invalid value: \"/v1\": apiVersion must specify API "
            "group"}},
          {Of(R"("metrics":[{"type":"Object","object":{"describedObject":{"kind":"K","name":"n"},)"
              R"("target":{"type":"X"}}}])"),
           {at + ".object.metric.name: Required value: must specify a metric name",
            at + ".object.target.type: Invalid value: \"X\": must be either Utilization, Value, or "
                 "AverageValue",
            at + ".object.target.averageValue: Required value: must set either a target value or "
                 "averageValue"}},
          {Of(R"("metrics":[{"type":"External","external":{"metric":{"name":"m"},"target":)"
              R"({"type":"Value","value":"0","averageValue":"1"}}}])"),
           {at + ".external.target.value: Invalid value: \"0\": must be positive",
            at + ".external.target.value: Forbidden: may not set both a target value for metric "
                 "and a per-pod target"}},
          {Of(R"("metrics":[{"type":"Pods","pods":{"metric":{"name":"m"},"target":)"
              R"({"type":"AverageValue"}}}])"),
           {at + ".pods.target.averageValue: Required value: must specify a positive target "
                 "averageValue"}},
          {Of(R"("metrics":[{"type":"Resource","resource":{"target":{"type":"Utilization",)"
              R"("averageUtilization":0,"averageValue":"1"}}}])"),
           {at + ".resource.name: Required value: must specify a resource name",
            at + ".resource.target.averageUtilization: Invalid value: 0: must be greater than 0",
            at + ".resource.target.averageValue: Forbidden: may not set both a target raw value "
                 "and a target utilization"}},
          {Of(R"("metrics":[{"type":"ContainerResource","containerResource":{"name":"cpu",)"
              R"("target":{"type":"Utilization"}}}])"),
           {at + ".containerResource.container: Required value: must specify a container",
            at + ".containerResource.target.averageUtilization: Required value: must set either a "
                 "target raw value or a target utilization"}},
          {Of(R"("behavior":{"scaleUp":{"stabilizationWindowSeconds":3601,"selectPolicy":"X",)"
              R"("tolerance":"-1","policies":[{"type":"Y","value":0,"periodSeconds":1801}]},)"
              R"("scaleDown":{"stabilizationWindowSeconds":-1}})"),
           {"spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less "
            "than or equal to 3600",
            "spec.behavior.scaleUp.selectPolicy: Unsupported value: \"X\": supported values: "
            "\"Disabled\", \"Max\", \"Min\"",
            "spec.behavior.scaleUp.policies[0].type: Unsupported value: \"Y\": supported values: "
            "\"Percent\", \"Pods\"",
            "spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero",
            "spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less "
            "than or equal to 1800",
            "spec.behavior.scaleUp.tolerance: Invalid value: \"-1\": must be greater than or equal "
            "to 0",
            "spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: -1: must be "
            "greater than or equal to zero",
            "spec.behavior.scaleDown.policies: Required value: must specify at least one "
            "Policy"}},
      },
      [](const HorizontalPodAutoscaler& object, field::ErrorList& errors) {
        errors = ValidateHorizontalPodAutoscaler(object, kOptions);
      });
  const std::string old =
      R"({"spec":{"maxReplicas":3,"scaleTargetRef":{"kind":"Deployment","name":"d",)"
      R"("apiVersion":"v1"}}})";
  ExpectUpdateFaults<HorizontalPodAutoscaler>(
      {{old, old, {}}}, [](const HorizontalPodAutoscaler& now,
                           const HorizontalPodAutoscaler& before, field::ErrorList& errors) {
        errors = ValidateHorizontalPodAutoscalerUpdate(now, before, kOptions);
      });
}

}  // namespace
}  // namespace pintle::apis::autoscaling::v2
