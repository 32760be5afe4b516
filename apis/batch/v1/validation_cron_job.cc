#include <fmt/format.h>

#include <algorithm>

#include "apis/batch/v1/validation_job.h"
#include "apis/core/v1/validation_pod_spec.h"
#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/cron.h"

namespace pintle::apis::batch::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

// Jobs get eleven more characters of their own.
constexpr size_t kMaxNameBytes = 52;
constexpr size_t kMaxZonePartBytes = 14;

bool HasZone(Str schedule) { return schedule.find("TZ") != Str::npos; }

void ValidateSchedule(const CronJobSpec& spec, const CronJobSpec* old, ErrorList& errors) {
  Path path("spec.schedule");
  if (!validate::NotEmpty(path, spec.schedule, errors)) return;
  std::string fault = validate::CronScheduleFault(spec.schedule);
  if (!fault.empty()) errors.push_back(field::Invalid(path, spec.schedule, fault));
  if (!HasZone(spec.schedule)) return;
  if (old == nullptr || !HasZone(old->schedule)) {
    errors.push_back(field::Invalid(
        path, spec.schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead"));
  } else if (spec.time_zone) {
    errors.push_back(field::Invalid(
        path, spec.schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule"));
  }
}

bool IsZonePart(std::string_view part) {
  auto allowed = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_' || c == '+';
  };
  return part != "." && part != ".." && !part.starts_with('-') && !part.empty() &&
         part.size() <= kMaxZonePartBytes && std::ranges::all_of(part, allowed);
}

void ValidateTimeZone(const CronJobSpec& spec, ErrorList& errors) {
  if (!spec.time_zone) return;
  Path path("spec.timeZone");
  Str zone = *spec.time_zone;
  auto add = [&](std::string_view text) { errors.push_back(field::Invalid(path, zone, text)); };
  if (zone.empty()) return add("timeZone must be nil or non-empty string");
  for (std::string_view part : Split(zone, '/')) {
    if (!IsZonePart(part)) return add(fmt::format("unknown time zone {}", zone));
  }
  if (EqualIgnoreCase(zone, "Local")) {
    add("timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
  }
  if (!validate::IsTimeZone(zone)) add(fmt::format("unknown time zone {}", zone));
}

void ValidateJobTemplate(const JobSpec& spec, const ValidationOptions& options, ErrorList& errors) {
  Path path("spec.jobTemplate.spec");
  ValidateJobSpec(spec, path, options, errors);
  if (spec.selector) {
    errors.push_back(field::Invalid(path.Child("selector"), validate::Shown(spec.selector),
                                    "`selector` will be auto-generated"));
  }
  if (spec.manual_selector.value_or(false)) {
    errors.push_back(field::NotSupported(path.Child("manualSelector"), true, {"nil", "false"}));
  }
}

ErrorList ValidateRules(const CronJob& job, const CronJob* old, const ValidationOptions& options) {
  ErrorList errors;
  const CronJobSpec& spec = job.spec;
  ValidateSchedule(spec, old != nullptr ? &old->spec : nullptr, errors);
  validate::NonNegative(Path("spec.startingDeadlineSeconds"), spec.starting_deadline_seconds,
                        errors);
  if (old == nullptr || !validate::Equal(spec.time_zone, old->spec.time_zone)) {
    ValidateTimeZone(spec, errors);
  }
  validate::RequiredOneOf(Path("spec.concurrencyPolicy"), spec.concurrency_policy,
                          {kAllowConcurrent, kForbidConcurrent, kReplaceConcurrent}, errors);
  ValidateJobTemplate(spec.job_template.spec, options, errors);
  validate::NonNegative(Path("spec.successfulJobsHistoryLimit"), spec.successful_jobs_history_limit,
                        errors);
  validate::NonNegative(Path("spec.failedJobsHistoryLimit"), spec.failed_jobs_history_limit,
                        errors);
  return errors;
}

}  // namespace

ErrorList ValidateCronJob(const CronJob& job, const ValidationOptions& options) {
  ErrorList errors = ValidateRules(job, nullptr, options);
  if (job.metadata.name.size() > kMaxNameBytes) {
    errors.push_back(field::Invalid(Path("metadata.name"), job.metadata.name,
                                    "must be no more than 52 characters"));
  }
  return errors;
}

ErrorList ValidateCronJobUpdate(const CronJob& job, const CronJob& old, ValidationOptions options) {
  options.tolerate_bad_selector_values |=
      HasBadSelectorValues(old.spec.job_template.spec.template_.spec);
  return ValidateRules(job, &old, options);
}

}  // namespace pintle::apis::batch::v1
