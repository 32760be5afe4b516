#pragma once

#include "apis/batch/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::batch::v1 {

field::ErrorList ValidateJob(const Job& job, const ValidationOptions& options);
field::ErrorList ValidateJobUpdate(const Job& job, const Job& old, ValidationOptions options);
field::ErrorList ValidateJobStatusUpdate(const Job& job, const Job& old);

field::ErrorList ValidateCronJob(const CronJob& job, const ValidationOptions& options);
field::ErrorList ValidateCronJobUpdate(const CronJob& job, const CronJob& old,
                                       ValidationOptions options);

// The rules of a spec that do not speak of its selector.
void ValidateJobSpec(const JobSpec& spec, const field::Path& path, const ValidationOptions& options,
                     field::ErrorList& errors);

}  // namespace pintle::apis::batch::v1
