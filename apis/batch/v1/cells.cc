#include "apis/batch/v1/cells.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/batch/v1/types.h"
#include "apis/cells.h"
#include "pintle/base/human_duration.h"

namespace pintle::apis::batch::v1 {
namespace {

bool HasCondition(const Job& job, std::string_view type) {
  return std::ranges::any_of(job.status.conditions, [&](const JobCondition& condition) {
    return condition.type == type && condition.status == core::v1::kConditionTrue;
  });
}

std::string_view StatusText(const Job& job) {
  if (HasCondition(job, kJobComplete)) return "Complete";
  if (HasCondition(job, kJobFailed)) return "Failed";
  if (job.metadata.deletion_timestamp) return "Terminating";
  if (HasCondition(job, kJobSuspended)) return "Suspended";
  if (HasCondition(job, kJobFailureTarget)) return "FailureTarget";
  if (HasCondition(job, kJobSuccessCriteriaMet)) return "SuccessCriteriaMet";
  return "Running";
}

std::string CompletionsText(const Job& job) {
  int32_t succeeded = job.status.succeeded;
  if (job.spec.completions) return fmt::format("{}/{}", succeeded, *job.spec.completions);
  int32_t parallelism = job.spec.parallelism.value_or(0);
  if (parallelism > 1) return fmt::format("{}/1 of {}", succeeded, parallelism);
  return fmt::format("{}/1", succeeded);
}

std::string DurationTextOf(const Job& job, const CellContext& context) {
  if (!job.status.start_time) return "";
  int64_t end =
      job.status.completion_time ? (*job.status.completion_time).seconds : context.now_seconds;
  return HumanDuration(end - (*job.status.start_time).seconds);
}

CellList JobCells(const Job& job, const CellContext& context) {
  const auto& pod = job.spec.template_.spec;
  return {
      context.Text(job.metadata.name),    context.Text(StatusText(job)),
      context.Text(CompletionsText(job)), context.Text(DurationTextOf(job, context)),
      context.Age(job.metadata),          context.Text(ContainerNames(pod)),
      context.Text(ContainerImages(pod)), context.Text(SelectorOrNone(job.spec.selector.get()))};
}

CellList CronJobCells(const CronJob& job, const CellContext& context) {
  const auto& work = job.spec.job_template.spec;
  std::string last(kNone);
  if (job.status.last_schedule_time) last = context.Since(*job.status.last_schedule_time);
  std::string_view suspended = kUnset;
  if (job.spec.suspend) suspended = *job.spec.suspend ? "True" : "False";
  return {context.Text(job.metadata.name),
          context.Text(job.spec.schedule),
          context.Text(job.spec.time_zone.value_or(kNone)),
          context.Text(suspended),
          Number(static_cast<int64_t>(job.status.active.size())),
          context.Text(last),
          context.Age(job.metadata),
          context.Text(ContainerNames(work.template_.spec)),
          context.Text(ContainerImages(work.template_.spec)),
          context.Text(SelectorOrNone(work.selector.get()))};
}

}  // namespace

write::Table CronJobTable() {
  return TableOf<CronJob>(
      {NameColumn(), TextColumn("Schedule", "When jobs are created, in cron format."),
       TextColumn("Timezone", "The time zone of the schedule; none for that of the controller."),
       FlagColumn("Suspend", "Whether no more jobs are created."),
       NumberColumn("Active", "How many of its jobs are running."),
       TextColumn("Last Schedule", "How long ago a job was due last."), AgeColumn(),
       Wide(ContainersColumn()), Wide(ImagesColumn()), Wide(PodSelectorColumn())},
      CronJobCells);
}

write::Table JobTable() {
  return TableOf<Job>({NameColumn(), TextColumn("Status", "What the conditions say."),
                       TextColumn("Completions", "Pods that have succeeded, of those wanted."),
                       TextColumn("Duration", "How long it has been running, or ran."), AgeColumn(),
                       Wide(ContainersColumn()), Wide(ImagesColumn()), Wide(PodSelectorColumn())},
                      JobCells);
}

}  // namespace pintle::apis::batch::v1
