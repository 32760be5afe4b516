#include "apis/functions_for_test.h"
#include "apis/scheduling/v1/types.h"

namespace pintle::apis::scheduling::v1 {
namespace {

TEST(SchedulingDefaults, OfPriorityClasses) {
  ExpectDefaults<PriorityClass>(
      {{"preemptionPolicy", "{}", R"("PreemptLowerPriority")"},
       {"preemptionPolicy", R"({"preemptionPolicy":"Never"})", R"("Never")"}});
}

}  // namespace
}  // namespace pintle::apis::scheduling::v1
