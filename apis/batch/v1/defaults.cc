#include <limits>

#include "apis/batch/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::batch::v1 {
namespace {

using scheme::FunctionContext;

constexpr int32_t kBackoffLimit = 6;
constexpr int32_t kSuccessfulJobs = 3;
constexpr int32_t kFailedJobs = 1;

void DefaultJob(FunctionContext& context, Job& job) {
  JobSpec& spec = job.spec;
  if (!spec.completions && !spec.parallelism) spec.completions = 1;
  SetIfUnset(spec.parallelism, 1);
  // With a limit for each index there is none for the whole.
  SetIfUnset(spec.backoff_limit,
             spec.backoff_limit_per_index ? std::numeric_limits<int32_t>::max() : kBackoffLimit);
  if (job.metadata.labels.empty() && !spec.template_.metadata.labels.is_nil()) {
    job.metadata.labels = spec.template_.metadata.labels.Clone(context.arena);
  }
  SetIfUnset(spec.completion_mode, kNonIndexedCompletion);
  SetIfUnset(spec.suspend, false);
  SetIfUnset(spec.pod_replacement_policy, spec.pod_failure_policy ? kFailed : kTerminatingOrFailed);
  SetIfUnset(spec.manual_selector, false);
}

void DefaultCronJob(FunctionContext&, CronJob& cron_job) {
  SetIfUnset(cron_job.spec.concurrency_policy, kAllowConcurrent);
  SetIfUnset(cron_job.spec.suspend, false);
  SetIfUnset(cron_job.spec.successful_jobs_history_limit, kSuccessfulJobs);
  SetIfUnset(cron_job.spec.failed_jobs_history_limit, kFailedJobs);
}

void DefaultConditionPattern(FunctionContext&, PodFailurePolicyOnPodConditionsPattern& pattern) {
  SetIfUnset(pattern.status, core::v1::kConditionTrue);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultJob>());
  list.push_back(scheme::On<&DefaultCronJob>());
  list.push_back(scheme::On<&DefaultConditionPattern>());
}

}  // namespace pintle::apis::batch::v1
