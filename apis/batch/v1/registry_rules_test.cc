#include "apis/batch/v1/registry_rules.h"

#include "apis/functions_for_test.h"

namespace pintle::apis::batch::v1 {
namespace {

// The functions as a set, so that they can be tested by tables.
void Select(scheme::FunctionContext& context, Job& job) { SetSelector(context.arena, job); }

TEST(BatchRegistryRules, SelectorOfAJob) {
  const scheme::TypeFunctions set({scheme::On<&Select>()}, {});
  ExpectRows<Job>(
      set,
      {
          {"spec.template.metadata.labels", R"({"metadata":{"name":"j","uid":"u"}})",
           R"({"batch.kubernetes.io/controller-uid":"u","batch.kubernetes.io/job-name":"j",)"
           R"("controller-uid":"u","job-name":"j"})"},
          {"spec.selector", R"({"metadata":{"name":"j","uid":"u"}})",
           R"({"matchLabels":{"batch.kubernetes.io/controller-uid":"u"}})"},
          {"spec.template.metadata.labels", R"({"metadata":{"name":"j","uid":"u"},
          "spec":{"template":{"metadata":{"labels":{"a":"b","job-name":"mine"}}}}})",
           R"({"a":"b","batch.kubernetes.io/controller-uid":"u","batch.kubernetes.io/job-name":"j",)"
           R"("controller-uid":"u","job-name":"mine"})"},
          {"spec.selector", R"({"metadata":{"name":"j","uid":"u"},"spec":{"selector":{
          "matchLabels":{"batch.kubernetes.io/controller-uid":"lie"}}}})",
           R"({"matchLabels":{"batch.kubernetes.io/controller-uid":"lie"}})"},
          {"spec.selector", R"({"metadata":{"name":"j","uid":"u"},"spec":{"manualSelector":true}})",
           "absent"},
          {"spec.template.metadata.labels",
           R"({"metadata":{"name":"j","uid":"u"},"spec":{"manualSelector":true}})", "absent"},
      });
}

}  // namespace
}  // namespace pintle::apis::batch::v1
