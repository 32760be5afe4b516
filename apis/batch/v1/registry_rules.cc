#include "apis/batch/v1/registry_rules.h"

namespace pintle::apis::batch::v1 {
namespace {

constexpr std::string_view kJobNameLabel = "batch.kubernetes.io/job-name";
constexpr std::string_view kOldJobNameLabel = "job-name";
constexpr std::string_view kControllerUidLabel = "batch.kubernetes.io/controller-uid";
constexpr std::string_view kOldControllerUidLabel = "controller-uid";

void AddIfMissing(Arena& arena, std::string_view key, typeinfo::Str value,
                  typeinfo::Map<typeinfo::Str>& labels) {
  if (labels.Find(key) == nullptr) labels.Set(arena, key, value);
}

}  // namespace

void SetSelector(Arena& arena, Job& job) {
  if (job.spec.manual_selector.value_or(false)) return;
  auto& labels = job.spec.template_.metadata.labels;
  AddIfMissing(arena, kJobNameLabel, job.metadata.name, labels);
  AddIfMissing(arena, kOldJobNameLabel, job.metadata.name, labels);
  AddIfMissing(arena, kControllerUidLabel, job.metadata.uid, labels);
  AddIfMissing(arena, kOldControllerUidLabel, job.metadata.uid, labels);
  AddIfMissing(arena, kControllerUidLabel, job.metadata.uid,
               job.spec.selector.Ensure(arena).match_labels);
}

}  // namespace pintle::apis::batch::v1
