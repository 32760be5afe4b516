#include "apis/autoscaling/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::autoscaling::v1 {
namespace {

TEST(AutoscalingDefaults, OfAutoscalers) {
  ExpectDefaults<HorizontalPodAutoscaler>(
      {{"spec.minReplicas", "{}", "1"},
       {"spec.minReplicas", R"({"spec":{"minReplicas":2}})", "2"}});
}

TEST(AutoscalingDefaults, OfScales) {
  ExpectDefaults<ScaleSpec>({{"replicas", "{}", "absent"}, {"replicas", R"({"replicas":2})", "2"}});
}

}  // namespace
}  // namespace pintle::apis::autoscaling::v1
