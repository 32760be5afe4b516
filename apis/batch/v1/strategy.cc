#include "apis/batch/v1/cells.h"
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
     .subresources = {kStatus}},
    {.kind = {.kind = "Job",
              .versions = {scheme::Version<Job, JobList>({.version = "v1"})},
              .field_labels = kJobLabels,
              .label_errors_name_kind = true},
     .plural = "jobs",
     .categories = {"all"},
     .table = JobTable,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .prepare_create = PrepareJobCreate,
     .validate = ValidateBy<ValidateJob>,
     .validate_update = ValidateUpdateBy<ValidateJobUpdate>,
     .warn = core::v1::WarnOfPods<Job>,
     .default_propagation = write::Propagation::kOrphan,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateJobStatusUpdate>}}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "batch", kResources);
}

}  // namespace pintle::apis::batch::v1
