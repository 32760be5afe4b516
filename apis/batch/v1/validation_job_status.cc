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

// The rules of a status as a whole. Most are asked only when something they speak of changes, so
// that a job with an old fault can still be updated.
class StatusCheck {
 public:
  StatusCheck(const Job& job, const Job& old, ErrorList& errors)
      : spec_(job.spec), now_(job.status), old_(old.status), errors_(errors) {}

  void Run() {
    CheckEnd();
    CheckFinished();
    CheckIndexes();
    CheckPods();
    CheckSuccess();
    CheckTransition();
  }

 private:
  bool Changed(Str condition) const { return Has(now_, condition) != Has(old_, condition); }
  bool FinishedChanged() const { return IsFinished(now_) != IsFinished(old_); }
  bool FailedIndexesChanged() const {
    return !validate::Equal(now_.failed_indexes, old_.failed_indexes);
  }
  bool CompletionTimeChanged() const {
    return !validate::Equal(now_.completion_time, old_.completion_time);
  }
  bool StartTimeChanged() const { return !validate::Equal(now_.start_time, old_.start_time); }

  void AddCondition(std::string_view text) {
    errors_.push_back(validate::InvalidValue(Path("status.conditions"), text));
  }

  void CheckEnd() {
    bool complete = Has(now_, kJobComplete);
    bool failed = Has(now_, kJobFailed);
    bool target = Has(now_, kJobFailureTarget);
    if (complete && failed && (Changed(kJobComplete) || Changed(kJobFailed))) {
      AddCondition("cannot set Complete=True and Failed=true conditions");
    }
    if (complete && target && (Changed(kJobComplete) || Changed(kJobFailureTarget))) {
      AddCondition("cannot set Complete=True and FailureTarget=true conditions");
    }
    CheckCompletionTime(complete);
    if (failed && !target && (Changed(kJobFailed) || FailedIndexesChanged())) {
      AddCondition("cannot set Failed=True condition without the FailureTarget=true condition");
    }
    if (complete && !Has(now_, kJobSuccessCriteriaMet) &&
        (Changed(kJobComplete) || Changed(kJobSuccessCriteriaMet))) {
      AddCondition(
          "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
    }
  }

  void CheckCompletionTime(bool complete) {
    Path path("status.completionTime");
    bool changed = CompletionTimeChanged();
    if (Changed(kJobComplete) || changed) {
      if (now_.completion_time && !complete) {
        errors_.push_back(
            field::Invalid(path, validate::Shown(now_.completion_time),
                           "cannot set completionTime when there is no Complete=True condition"));
      }
      if (!now_.completion_time && complete) {
        errors_.push_back(field::Required(path, "completionTime is required for Complete jobs"));
      }
    }
    if ((StartTimeChanged() || changed) && now_.completion_time && now_.start_time &&
        now_.completion_time.value.seconds < now_.start_time.value.seconds) {
      errors_.push_back(field::Invalid(path, validate::Shown(now_.completion_time),
                                       "must be equal to or after `startTime`"));
    }
  }

  void CheckFinished() {
    if (!IsFinished(now_)) return;
    Path path("status");
    if (now_.active > 0 && (FinishedChanged() || now_.active != old_.active)) {
      errors_.push_back(field::Invalid(path.Child("active"), now_.active,
                                       "active>0 is invalid for finished job"));
    }
    if (!now_.start_time && (FinishedChanged() || StartTimeChanged())) {
      errors_.push_back(
          field::Required(path.Child("startTime"), "startTime is required for finished job"));
    }
    const auto& uncounted = now_.uncounted_terminated_pods;
    if (uncounted && (!uncounted->succeeded.empty() || !uncounted->failed.empty()) &&
        (FinishedChanged() || !validate::Equal(uncounted, old_.uncounted_terminated_pods))) {
      errors_.push_back(field::Invalid(path.Child("uncountedTerminatedPods"),
                                       validate::Shown(uncounted),
                                       "must be empty for finished job"));
    }
  }

  void CheckFormat(Str indexes, std::string_view name) {
    auto parsed = ParseIndexes(indexes, *spec_.completions);
    if (parsed) return;
    Path path("status");
    errors_.push_back(
        field::Invalid(path.Child(name), indexes,
                       fmt::format("error parsing {}: {}", name, parsed.error().message())));
  }

  void CheckIndexes() {
    bool completed_changed = now_.completed_indexes != old_.completed_indexes;
    bool failed_changed = FailedIndexesChanged();
    Path failed("status.failedIndexes");
    if (spec_.completions) {
      if (completed_changed) CheckFormat(now_.completed_indexes, "completedIndexes");
      if (failed_changed && spec_.backoff_limit_per_index && now_.failed_indexes) {
        CheckFormat(*now_.failed_indexes, "failedIndexes");
      }
    }
    if (completed_changed && !now_.completed_indexes.empty() && !IsIndexed(spec_)) {
      errors_.push_back(
          field::Invalid(Path("status.completedIndexes"), now_.completed_indexes,
                         "cannot set non-empty completedIndexes when non-indexed completion mode"));
    }
    if (failed_changed && now_.failed_indexes && !spec_.backoff_limit_per_index) {
      errors_.push_back(
          field::Invalid(failed, *now_.failed_indexes,
                         "cannot set non-null failedIndexes when backoffLimitPerIndex is null"));
    }
    if ((!completed_changed && !failed_changed) || !spec_.completions || !now_.failed_indexes) {
      return;
    }
    int64_t common = FirstCommonIndex(ReadableIndexes(now_.completed_indexes, *spec_.completions),
                                      ReadableIndexes(*now_.failed_indexes, *spec_.completions));
    if (common >= 0) {
      errors_.push_back(field::Invalid(
          failed, *now_.failed_indexes,
          fmt::format("failedIndexes and completedIndexes overlap at index: {}", common)));
    }
  }

  void CheckPods() {
    Path path("status");
    if (IsFinished(now_) && now_.terminating.value_or(0) > 0 &&
        (FinishedChanged() || now_.terminating != old_.terminating)) {
      errors_.push_back(field::Invalid(path.Child("terminating"), *now_.terminating,
                                       "terminating>0 is invalid for finished job"));
    }
    if (now_.ready && *now_.ready > now_.active &&
        (now_.ready != old_.ready || now_.active != old_.active)) {
      errors_.push_back(field::Invalid(path.Child("ready"), *now_.ready,
                                       "cannot set more ready pods than active"));
    }
  }

  void CheckSuccess() {
    bool success = Has(now_, kJobSuccessCriteriaMet);
    if (success && Has(now_, kJobFailed)) {
      AddCondition("cannot set SuccessCriteriaMet=True and Failed=true conditions");
    }
    if (success && Has(now_, kJobFailureTarget)) {
      AddCondition("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
    }
    if (spec_.success_policy && !success && Has(now_, kJobComplete)) {
      AddCondition(
          "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
    }
  }

  void CheckTransition() {
    for (Str type : {kJobFailed, kJobComplete, kJobFailureTarget}) {
      if (Has(old_, type) && !Has(now_, type)) {
        AddCondition(fmt::format("cannot disable the terminal {}=True condition", type));
      }
    }
    CheckCounters();
    // Taking it away is for other rules to judge.
    if (now_.completion_time && old_.completion_time && CompletionTimeChanged()) {
      errors_.push_back(field::Invalid(Path("status.completionTime"),
                                       validate::Shown(now_.completion_time),
                                       validate::kImmutableText));
    }
    if (old_.start_time && StartTimeChanged() && !spec_.suspend.value_or(false)) {
      errors_.push_back(field::Invalid(Path("status.startTime"), validate::Shown(now_.start_time),
                                       "field is immutable for unsuspended job once set"));
    }
    bool success = Has(now_, kJobSuccessCriteriaMet);
    bool succeeded_before = Has(old_, kJobSuccessCriteriaMet);
    if (succeeded_before && !success) {
      AddCondition("cannot disable the SuccessCriteriaMet=True condition");
    }
    if (Has(old_, kJobComplete) && !succeeded_before && success) {
      AddCondition(
          "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
    }
  }

  void CheckCounters() {
    Path path("status");
    if (now_.failed < old_.failed) {
      errors_.push_back(
          field::Invalid(path.Child("failed"), now_.failed, "cannot decrease the failed counter"));
    }
    // Such jobs can be made smaller.
    bool elastic = IsIndexed(spec_) && validate::Equal(spec_.completions, spec_.parallelism);
    if (now_.succeeded < old_.succeeded && !elastic) {
      errors_.push_back(field::Invalid(path.Child("succeeded"), now_.succeeded,
                                       "cannot decrease the succeeded counter"));
    }
  }

  const JobSpec& spec_;
  const JobStatus& now_;
  const JobStatus& old_;
  ErrorList& errors_;
};

}  // namespace

ErrorList ValidateJobStatusUpdate(const Job& job, const Job& old) {
  ErrorList errors;
  ValidateCounts(job.status, errors);
  StatusCheck(job, old, errors).Run();
  return errors;
}

}  // namespace pintle::apis::batch::v1
