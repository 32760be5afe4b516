#include "apis/batch/v1/cells.h"
#include "apis/batch/v1/lifecycle.h"
#include "apis/batch/v1/registry_rules.h"
#include "apis/batch/v1/types.h"
#include "apis/batch/v1/validation_job.h"
#include "apis/builtin.h"
#include "apis/core/v1/pod_warnings.h"
#include "apis/resource_row.h"

namespace pintle::apis::batch::v1 {
namespace {

void PrepareJobCreate(const write::Context&, write::Object& object) {
  SetSelector(object.arena(), object.As<Job>());
}

// A job without labels is read with those of its template, the generated ones among them; answers
// to writes say the same.
void LabelLikeTemplate(write::Object& object) {
  Job& job = object.As<Job>();
  if (!job.metadata.labels.empty()) return;
  job.metadata.labels = job.spec.template_.metadata.labels.Clone(object.arena());
}

constexpr int32_t kManyCompletions = 100000;
constexpr int32_t kManyAtOnce = 10000;

void WarnOfJobSpec(const JobSpec& spec, const field::Path& path, write::Warnings& warnings) {
  if (spec.completion_mode.value_or({}) == kIndexedCompletion &&
      spec.completions.value_or(0) > kManyCompletions &&
      spec.parallelism.value_or(0) > kManyAtOnce) {
    warnings.Add(path.ToString() +
                 ": In Indexed Jobs with a number of completions higher than 10^5 and a "
                 "parallelism higher than 10^4, Kubernetes might not be able to track "
                 "completedIndexes when a big number of indexes fail");
  }
  core::v1::WarnOfPodUsage(spec.template_.spec, spec.template_.metadata,
                           path.Child("template").ToString() + ".", true, warnings);
  core::v1::WarnOfPodSpec(spec.template_.spec, path.Child("template").Child("spec"), warnings);
}

// Jobs and what makes them. Who changes nothing that counts is not told again.
template <typename T>
void WarnOfJobs(const write::Context& context, const write::Object& object,
                const write::Object* old) {
  if (old == nullptr) {
    core::v1::WarnOfPodName(object.meta().name, "Pod names and hostnames", context.warnings);
  } else if (object.meta().generation == old->meta().generation) {
    return;
  }
  if constexpr (std::is_same_v<T, Job>) {
    WarnOfJobSpec(object.As<Job>().spec, field::Path("spec"), context.warnings);
  } else {
    WarnOfJobSpec(object.As<CronJob>().spec.job_template.spec, field::Path("spec.jobTemplate.spec"),
                  context.warnings);
  }
}

constexpr scheme::FieldLabel kJobLabels[] = {{"status.successful"}};

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "CronJob",
              .versions = {scheme::Version<CronJob, CronJobList>({.version = "v1"})}},
     .plural = "cronjobs",
     .short_names = {"cj"},
     .categories = {"all"},
     .table = CronJobTable,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .validate = ValidateBy<ValidateCronJob>,
     .validate_update = ValidateUpdateBy<ValidateCronJobUpdate>,
     .warn = WarnOfJobs<CronJob>,
     .subresources = {kStatus}},
    {.kind = {.kind = "Job",
              .versions = {scheme::Version<Job, JobList>({.version = "v1"})},
              .field_labels = kJobLabels,
              .label_errors_name_kind = true},
     .plural = "jobs",
     .categories = {"all"},
     .table = JobTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .prepare_create = PrepareJobCreate,
     .validate = ValidateBy<ValidateJob>,
     .validate_update = ValidateUpdateBy<ValidateJobUpdate>,
     .warn = WarnOfJobs<Job>,
     .canonicalize = LabelLikeTemplate,
     .default_propagation = write::Propagation::kOrphan,
     .default_propagation_warning =
         "child pods are preserved by default when jobs are deleted; set "
         "propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress "
         "this warning",
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateJobStatusUpdate>}}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "batch", kResources);
}

}  // namespace pintle::apis::batch::v1
