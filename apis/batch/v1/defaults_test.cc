#include "apis/batch/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::batch::v1 {
namespace {

TEST(BatchDefaults, OfJobs) {
  ExpectDefaults<Job>({
      {"spec.completions", "{}", "1"},
      {"spec.completions", R"({"spec":{"parallelism":2}})", "absent"},
      {"spec.completions", R"({"spec":{"completions":5}})", "5"},
      {"spec.parallelism", "{}", "1"},
      {"spec.parallelism", R"({"spec":{"completions":5}})", "1"},
      {"spec.parallelism", R"({"spec":{"parallelism":0}})", "0"},
      {"spec.backoffLimit", "{}", "6"},
      {"spec.backoffLimit", R"({"spec":{"backoffLimitPerIndex":1}})", "2147483647"},
      {"spec.backoffLimit", R"({"spec":{"backoffLimit":0}})", "0"},
      {"metadata.labels", R"({"spec":{"template":{"metadata":{"labels":{"a":"b"}}}}})",
       R"({"a":"b"})"},
      {"metadata.labels",
       R"({"metadata":{"labels":{"x":"y"}},"spec":{"template":{"metadata":{"labels":{"a":"b"}}}}})",
       R"({"x":"y"})"},
      {"metadata.labels", "{}", "absent"},
      {"spec.completionMode", "{}", R"("NonIndexed")"},
      {"spec.completionMode", R"({"spec":{"completionMode":"Indexed"}})", R"("Indexed")"},
      {"spec.suspend", "{}", "false"},
      {"spec.suspend", R"({"spec":{"suspend":true}})", "true"},
      {"spec.podReplacementPolicy", "{}", R"("TerminatingOrFailed")"},
      {"spec.podReplacementPolicy", R"({"spec":{"podFailurePolicy":{"rules":[]}}})", R"("Failed")"},
      {"spec.podReplacementPolicy", R"({"spec":{"podReplacementPolicy":"Failed"}})", R"("Failed")"},
      {"spec.manualSelector", "{}", "false"},
      {"spec.manualSelector", R"({"spec":{"manualSelector":true}})", "true"},
  });
}

TEST(BatchDefaults, OfCronJobs) {
  ExpectDefaults<CronJob>({
      {"spec.concurrencyPolicy", "{}", R"("Allow")"},
      {"spec.concurrencyPolicy", R"({"spec":{"concurrencyPolicy":"Forbid"}})", R"("Forbid")"},
      {"spec.suspend", "{}", "false"},
      {"spec.suspend", R"({"spec":{"suspend":true}})", "true"},
      {"spec.successfulJobsHistoryLimit", "{}", "3"},
      {"spec.successfulJobsHistoryLimit", R"({"spec":{"successfulJobsHistoryLimit":0}})", "0"},
      {"spec.failedJobsHistoryLimit", "{}", "1"},
      {"spec.failedJobsHistoryLimit", R"({"spec":{"failedJobsHistoryLimit":0}})", "0"},
      // The rules of jobs are for jobs alone, those of their pods reach into the template.
      {"spec.jobTemplate.spec.backoffLimit", "{}", "absent"},
      {"spec.jobTemplate.spec.template.spec.schedulerName", "{}", R"("default-scheduler")"},
  });
}

TEST(BatchDefaults, OfConditionPatterns) {
  ExpectDefaults<PodFailurePolicyOnPodConditionsPattern>(
      {{"status", "{}", R"("True")"}, {"status", R"({"status":"False"})", R"("False")"}});
  ExpectDefaults<Job>(
      {{"spec.podFailurePolicy.rules.0.onPodConditions.0.status",
        R"({"spec":{"podFailurePolicy":{"rules":[{"onPodConditions":[{}]}]}}})", R"("True")"}});
}

}  // namespace
}  // namespace pintle::apis::batch::v1
