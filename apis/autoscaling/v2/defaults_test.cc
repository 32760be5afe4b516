#include "apis/autoscaling/v2/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::autoscaling::v2 {
namespace {

constexpr std::string_view kUpPolicies = R"([{"periodSeconds":15,"type":"Pods","value":4},)"
                                         R"({"periodSeconds":15,"type":"Percent","value":100}])";
constexpr std::string_view kDownPolicies = R"([{"periodSeconds":15,"type":"Percent","value":100}])";

TEST(AutoscalingV2Defaults, OfAutoscalers) {
  ExpectDefaults<HorizontalPodAutoscaler>({
      {"spec.minReplicas", "{}", "1"},
      {"spec.minReplicas", R"({"spec":{"minReplicas":2}})", "2"},
      {"spec.metrics", "{}",
       R"([{"resource":{"name":"cpu","target":{"averageUtilization":80,"type":"Utilization"}},)"
       R"("type":"Resource"}])"},
      {"spec.metrics", R"({"spec":{"metrics":[{"type":"Pods"}]}})", R"([{"type":"Pods"}])"},
  });
}

TEST(AutoscalingV2Defaults, OfBehavior) {
  ExpectDefaults<HorizontalPodAutoscaler>({
      {"spec.behavior", "{}", "absent"},
      {"spec.behavior.scaleUp.stabilizationWindowSeconds", R"({"spec":{"behavior":{}}})", "0"},
      {"spec.behavior.scaleUp.selectPolicy", R"({"spec":{"behavior":{}}})", R"("Max")"},
      {"spec.behavior.scaleUp.policies", R"({"spec":{"behavior":{}}})", kUpPolicies},
      {"spec.behavior.scaleUp.stabilizationWindowSeconds",
       R"({"spec":{"behavior":{"scaleUp":{"stabilizationWindowSeconds":7}}}})", "7"},
      {"spec.behavior.scaleUp.policies",
       R"({"spec":{"behavior":{"scaleUp":{"stabilizationWindowSeconds":7}}}})", kUpPolicies},
      {"spec.behavior.scaleUp.selectPolicy",
       R"({"spec":{"behavior":{"scaleUp":{"selectPolicy":"Min"}}}})", R"("Min")"},
      {"spec.behavior.scaleUp.policies",
       R"({"spec":{"behavior":{"scaleUp":{"policies":[{"type":"Pods","value":1,"periodSeconds":2}]}}}})",
       R"([{"periodSeconds":2,"type":"Pods","value":1}])"},
      {"spec.behavior.scaleUp.policies", R"({"spec":{"behavior":{"scaleUp":{"policies":[]}}}})",
       "absent"},
      {"spec.behavior.scaleDown", R"({"spec":{"behavior":{"scaleDown":{"policies":[
          {"type":"Percent","value":100,"periodSeconds":15}]}}}})",
       R"({"policies":[{"periodSeconds":15,"type":"Percent","value":100}],"selectPolicy":"Max"})"},
      {"spec.behavior.scaleDown.policies", R"({"spec":{"behavior":{}}})", kDownPolicies},
      {"spec.behavior.scaleDown.stabilizationWindowSeconds", R"({"spec":{"behavior":{}}})",
       "absent"},
      {"spec.behavior.scaleDown.selectPolicy",
       R"({"spec":{"behavior":{"scaleDown":{"selectPolicy":"Disabled"}}}})", R"("Disabled")"},
  });
}

}  // namespace
}  // namespace pintle::apis::autoscaling::v2
