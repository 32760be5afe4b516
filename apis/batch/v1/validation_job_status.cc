#include <fmt/format.h>

#include <set>

#include "apis/batch/v1/validation_indexes.h"
#include "apis/batch/v1/validation_job.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::batch::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

bool Has(const JobStatus& status, Str type) {
  for (const JobCondition& condition : status.conditions) {
    if (condition.type == type && condition.status == core::v1::kConditionTrue) return true;
  }
  return false;
}

bool IsFinished(const JobStatus& status) {
  return Has(status, kJobComplete) || Has(status, kJobFailed);
}

bool IsIndexed(const JobSpec& spec) {
  return spec.completion_mode.value_or(kNonIndexedCompletion) == kIndexedCompletion;
}

void ValidateCounts(const JobStatus& status, ErrorList& errors) {
  Path path("status");
  validate::NonNegative(path.Child("active"), int64_t{status.active}, errors);
  validate::NonNegative(path.Child("succeeded"), int64_t{status.succeeded}, errors);
  validate::NonNegative(path.Child("failed"), int64_t{status.failed}, errors);
  validate::NonNegative(path.Child("ready"), status.ready, errors);
  validate::NonNegative(path.Child("terminating"), status.terminating, errors);
  if (!status.uncounted_terminated_pods) return;
  std::set<Str> seen;
  Path uncounted = path.Child("uncountedTerminatedPods");
  auto uids = [&](const typeinfo::List<Str>& list, std::string_view name) {
    Path at = uncounted.Child(name);
    for (size_t i = 0; i < list.size(); ++i) {
      if (list[i].empty()) {
        errors.push_back(
            field::Invalid(at.Index(i), validate::NamedText(list[i]), "must not be empty"));
      } else if (!seen.insert(list[i]).second) {
        errors.push_back(field::Duplicate(at.Index(i), list[i]));
      }
    }
  };
  uids(status.uncounted_terminated_pods->succeeded, "succeeded");
  uids(status.uncounted_terminated_pods->failed, "failed");
}

void ValidateConditionSet(const JobSpec& spec, const JobStatus& now, const JobStatus& old,
                          ErrorList& errors) {
  Path path("status.conditions");
  auto add = [&](std::string_view text) { errors.push_back(validate::InvalidValue(path, text)); };
  bool complete = Has(now, kJobComplete);
  bool failed = Has(now, kJobFailed);
  bool target = Has(now, kJobFailureTarget);
  bool success = Has(now, kJobSuccessCriteriaMet);
  if (complete && failed) add("cannot set Complete=True and Failed=true conditions");
  if (complete && target) add("cannot set Complete=True and FailureTarget=true conditions");
  if (failed && !target && !Has(old, kJobFailed)) {
    add("cannot set Failed=True condition without the FailureTarget=true condition");
  }
  if (complete && !success && !Has(old, kJobComplete)) {
    add("cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
  }
  if (success && failed) add("cannot set SuccessCriteriaMet=True and Failed=true conditions");
  if (success && target) {
    add("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
  }
  if (spec.success_policy && complete && !success && Has(old, kJobComplete)) {
    add("cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
  }
  for (Str type : {kJobComplete, kJobFailed, kJobFailureTarget}) {
    if (Has(old, type) && !Has(now, type)) {
      add(fmt::format("cannot disable the terminal {}=True condition", type));
    }
  }
  if (Has(old, kJobSuccessCriteriaMet) && !success) {
    add("cannot disable the SuccessCriteriaMet=True condition");
  }
  if (Has(old, kJobComplete) && !Has(old, kJobSuccessCriteriaMet) && success) {
    add("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
  }
}

void ValidateTimes(const Job& job, const Job& old, ErrorList& errors) {
  const JobStatus& now = job.status;
  Path completion("status.completionTime");
  if (now.completion_time && !Has(now, kJobComplete)) {
    errors.push_back(
        field::Invalid(completion, validate::Shown(now.completion_time),
                       "cannot set completionTime when there is no Complete=True condition"));
  }
  if (!now.completion_time && Has(now, kJobComplete)) {
    errors.push_back(field::Required(completion, "completionTime is required for Complete jobs"));
  }
  if (now.completion_time && now.start_time &&
      now.completion_time.value.seconds < now.start_time.value.seconds) {
    errors.push_back(field::Invalid(completion, validate::Shown(now.completion_time),
                                    "must be equal to or after `startTime`"));
  }
  if (old.status.completion_time &&
      !validate::Equal(now.completion_time, old.status.completion_time)) {
    errors.push_back(
        field::Invalid(completion, validate::Shown(now.completion_time), validate::kImmutableText));
  }
  Path start("status.startTime");
  if (IsFinished(now) && !now.start_time) {
    errors.push_back(field::Required(start, "startTime is required for finished job"));
  }
  if (old.status.start_time && !job.spec.suspend.value_or(false) &&
      !validate::Equal(now.start_time, old.status.start_time)) {
    errors.push_back(field::Invalid(start, validate::Shown(now.start_time),
                                    "field is immutable for unsuspended job once set"));
  }
}

void ValidateProgress(const Job& job, const Job& old, ErrorList& errors) {
  const JobStatus& now = job.status;
  Path path("status");
  if (IsFinished(now)) {
    if (now.active > 0) {
      errors.push_back(
          field::Invalid(path.Child("active"), now.active, "active>0 is invalid for finished job"));
    }
    if (now.terminating.value_or(0) > 0) {
      errors.push_back(field::Invalid(path.Child("terminating"), *now.terminating,
                                      "terminating>0 is invalid for finished job"));
    }
    const auto& uncounted = now.uncounted_terminated_pods;
    if (uncounted && (!uncounted->succeeded.empty() || !uncounted->failed.empty())) {
      errors.push_back(field::Invalid(path.Child("uncountedTerminatedPods"),
                                      validate::Shown(uncounted),
                                      "must be empty for finished job"));
    }
  }
  if (now.ready && *now.ready > now.active) {
    errors.push_back(
        field::Invalid(path.Child("ready"), *now.ready, "cannot set more ready pods than active"));
  }
  if (now.failed < old.status.failed) {
    errors.push_back(
        field::Invalid(path.Child("failed"), now.failed, "cannot decrease the failed counter"));
  }
  bool elastic = IsIndexed(job.spec) && validate::Equal(job.spec.completions, job.spec.parallelism);
  if (now.succeeded < old.status.succeeded && !elastic) {
    errors.push_back(field::Invalid(path.Child("succeeded"), now.succeeded,
                                    "cannot decrease the succeeded counter"));
  }
}

void ValidateIndexes(const Job& job, ErrorList& errors) {
  const JobStatus& status = job.status;
  int64_t completions = job.spec.completions.value_or(0);
  Path completed_path("status.completedIndexes");
  Path failed_path("status.failedIndexes");
  if (!status.completed_indexes.empty() && !IsIndexed(job.spec)) {
    errors.push_back(
        field::Invalid(completed_path, status.completed_indexes,
                       "cannot set non-empty completedIndexes when non-indexed completion mode"));
  }
  if (status.failed_indexes && !job.spec.backoff_limit_per_index) {
    errors.push_back(
        field::Invalid(failed_path, *status.failed_indexes,
                       "cannot set non-null failedIndexes when backoffLimitPerIndex is null"));
  }
  if (!IsIndexed(job.spec)) return;
  auto completed = ParseIndexes(status.completed_indexes, completions);
  if (!completed) {
    errors.push_back(field::Invalid(
        completed_path, status.completed_indexes,
        fmt::format("error parsing completedIndexes: {}", completed.error().message())));
  }
  auto failed = ParseIndexes(status.failed_indexes.value_or({}), completions);
  if (!failed) {
    errors.push_back(
        field::Invalid(failed_path, *status.failed_indexes,
                       fmt::format("error parsing failedIndexes: {}", failed.error().message())));
  }
  if (!completed || !failed) return;
  int64_t common = FirstCommonIndex(*failed, *completed);
  if (common >= 0) {
    errors.push_back(field::Invalid(
        failed_path, *status.failed_indexes,
        fmt::format("failedIndexes and completedIndexes overlap at index: {}", common)));
  }
}

}  // namespace

ErrorList ValidateJobStatusUpdate(const Job& job, const Job& old) {
  ErrorList errors;
  ValidateCounts(job.status, errors);
  // What did not change was good enough before.
  if (validate::Equal(job.status, old.status)) return errors;
  ValidateConditionSet(job.spec, job.status, old.status, errors);
  ValidateTimes(job, old, errors);
  ValidateProgress(job, old, errors);
  ValidateIndexes(job, errors);
  return errors;
}

}  // namespace pintle::apis::batch::v1
