#include "apis/batch/v1/validation_job.h"

#include "apis/validation_for_test.h"

namespace pintle::apis::batch::v1 {
namespace {

const ValidationOptions kOptions;
const std::string kPodSpec =
    R"("terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","restartPolicy":"Never",)"
    R"("containers":[{"name":"c","image":"i","terminationMessagePolicy":"File",)"
    R"("imagePullPolicy":"Always"}])";
const std::string kJob =
    R"("manualSelector":true,"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":)"
    R"({"labels":{"a":"b"}},"spec":{)" +
    kPodSpec + "}}";

std::string JobOf(const std::string& more, const std::string& status = "") {
  return R"({"metadata":{"name":"j"},"spec":{)" + kJob + (more.empty() ? "" : "," + more) +
         R"(},"status":{)" + status + "}}";
}

TEST(JobRules, Faults) {
  ExpectFaults<Job>(
      {
          {JobOf(""), {}},
          {JobOf(
               R"("parallelism":-1,"completions":-1,"activeDeadlineSeconds":-1,"backoffLimit":-1,)"
               R"("ttlSecondsAfterFinished":-1)"),
           {"spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
            "spec.completions: Invalid value: -1: must be greater than or equal to 0",
            "spec.activeDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
            "spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0",
            "spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or equal to "
            "0"}},
          {JobOf(R"("backoffLimitPerIndex":1,"completionMode":"NonIndexed","managedBy":"x",)"
                 R"("successPolicy":{"rules":[]})"),
           {"spec.managedBy: Invalid value: \"x\": must be a domain-prefixed path (such as "
            "\"acme.io/foo\")",
            "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
            "spec.successPolicy: Invalid value: {\"Rules\":[]}: requires indexed completion mode"}},
          {JobOf(R"("completionMode":"X","backoffLimitPerIndex":1,"successPolicy":{"rules":[]})"),
           {"spec.completionMode: Unsupported value: \"X\": supported values: \"NonIndexed\", "
            "\"Indexed\"",
            "spec.successPolicy: Invalid value: {\"Rules\":[]}: requires indexed completion mode"}},
          {JobOf(R"("completionMode":"Indexed","parallelism":100001,"maxFailedIndexes":1)"),
           {"spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified",
            "spec.completions: Required value: when completion mode is Indexed",
            "spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when "
            "completion mode is Indexed"}},
          {JobOf(R"("completionMode":"Indexed","completions":100001,"parallelism":10001,)"
                 R"("backoffLimitPerIndex":1)"),
           {"spec.maxFailedIndexes: Required value: must be specified when completions is above "
            "100000",
            "spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when "
            "completions are above 100000 and used with backoff limit per index"}},
          {JobOf(R"("completionMode":"Indexed","completions":2,"backoffLimitPerIndex":1,)"
                 R"("maxFailedIndexes":3)"),
           {"spec.maxFailedIndexes: Invalid value: 3: must be less than or equal to "
            "completions"}},
          {JobOf(R"("podFailurePolicy":{"rules":[{"action":""},{"action":"FailIndex",)"
                 R"("onExitCodes":{"operator":"In","containerName":"x","values":[3,0,3]},)"
                 R"("onPodConditions":[{"type":"a b","status":"X"}]},{"action":"Y","onExitCodes":)"
                 R"({"operator":"","values":[]}}]},"podReplacementPolicy":"X")"),
           {"spec.podFailurePolicy.rules[0].action: Required value: valid values: [\"Count\" "
            "\"FailIndex\" \"FailJob\" \"Ignore\"]",
            "spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and "
            "OnPodConditions is required",
            "spec.podFailurePolicy.rules[1].action: Invalid value: \"FailIndex\": requires the "
            "backoffLimitPerIndex to be set",
            "spec.podFailurePolicy.rules[1].onExitCodes.containerName: Invalid value: \"x\": must "
            "be one of the container or initContainer names in the pod template",
            "spec.podFailurePolicy.rules[1].onExitCodes.values[1]: Invalid value: 0: must not be 0 "
            "for the In operator",
            "spec.podFailurePolicy.rules[1].onExitCodes.values[2]: Duplicate value: 3",
            "spec.podFailurePolicy.rules[1].onExitCodes.values: Invalid value: [3,0,3]: must be "
            "ordered",
            "spec.podFailurePolicy.rules[1].onPodConditions[0].type: Invalid value: \"a b\": ...",
            "spec.podFailurePolicy.rules[1].onPodConditions[0].status: Unsupported value: \"X\": "
            "supported values: \"False\", \"True\", \"Unknown\"",
            "spec.podFailurePolicy.rules[1]: Invalid value: specifying both OnExitCodes and "
            "OnPodConditions is not supported",
            "spec.podFailurePolicy.rules[2].action: Unsupported value: \"Y\": supported values: "
            "\"Count\", \"FailIndex\", \"FailJob\", \"Ignore\"",
            "spec.podFailurePolicy.rules[2].onExitCodes.operator: Required value: valid values: "
            "[\"In\" \"NotIn\"]",
            "spec.podFailurePolicy.rules[2].onExitCodes.values: Invalid value: []: at least one "
            "value is required",
            "spec.podReplacementPolicy: Unsupported value: \"X\": supported values: \"Failed\""}},
          {JobOf(
               R"("completionMode":"Indexed","completions":5,"successPolicy":{"rules":[{},)"
               R"({"succeededIndexes":"0-2","succeededCount":4},{"succeededIndexes":"7"},)"
               R"({"succeededIndexes":"2,1"},{"succeededIndexes":"2,1-x"},{"succeededIndexes":"1-2-3"},)"
               R"({"succeededIndexes":"x"},{"succeededCount":6}]})"),
           {"spec.successPolicy.rules[0]: Required value: at least one of succeededCount or "
            "succeededIndexes must be specified",
            "spec.successPolicy.rules[1].succeededCount: Invalid value: 4: must be less than or "
            "equal to 3 (the number of indexes in the specified succeededIndexes field)",
            "spec.successPolicy.rules[2].succeededIndexes: Invalid value: \"7\": error parsing "
            "succeededIndexes: too large index: \"7\"",
            "spec.successPolicy.rules[3].succeededIndexes: Invalid value: \"2,1\": error parsing "
            "succeededIndexes: non-increasing order, previous: 2, current: 1",
            "spec.successPolicy.rules[4].succeededIndexes: Invalid value: \"2,1-x\": error parsing "
            "succeededIndexes: cannot convert string to integer for index: \"x\"",
            "spec.successPolicy.rules[5].succeededIndexes: Invalid value: \"1-2-3\": error parsing "
            "succeededIndexes: the fragment \"1-2-3\" violates the requirement ...",
            "spec.successPolicy.rules[6].succeededIndexes: Invalid value: \"x\": error parsing "
            "succeededIndexes: cannot convert string to integer for index: \"x\"",
            "spec.successPolicy.rules[7].succeededCount: Invalid value: 6: must be less than or "
            "equal to 5 (the number of specified completions)"}},
          {JobOf(R"("template":{"metadata":{"labels":{"a":"c"}},"spec":{)" + kPodSpec +
                 R"(,"restartPolicy":"Always"}})"),
           {"spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", "
            "\"Never\"",
            "spec.template.metadata.labels: Invalid value: {\"a\":\"c\"}: `selector` does not "
            "match template `labels`"}},
          {JobOf(R"("manualSelector":null)"),
           {"metadata.uid: Required value",
            "spec.template.metadata.labels[controller-uid]: Required value: must be ''",
            "spec.template.metadata.labels[job-name]: Required value: must be 'j'",
            "spec.template.metadata.labels[batch.kubernetes.io/controller-uid]: Required value: "
            "must be ''",
            "spec.template.metadata.labels[batch.kubernetes.io/job-name]: Required value: must be "
            "'j'",
            "spec.selector: Invalid value: {\"matchLabels\":{\"a\":\"b\"}}: `selector` not "
            "auto-generated"}},
      },
      [](const Job& job, field::ErrorList& errors) { errors = ValidateJob(job, kOptions); });
}

TEST(JobRules, LabelsOfAGeneratedSelector) {
  ExpectFaults<Job>(
      {{R"({"metadata":{"name":"j","uid":"u"},"spec":{"selector":{"matchLabels":)"
        R"({"controller-uid":"u"}},"template":{"metadata":{"labels":{"controller-uid":"u",)"
        R"("job-name":"x","batch.kubernetes.io/controller-uid":"u",)"
        R"("batch.kubernetes.io/job-name":"j"}},"spec":{)" +
            kPodSpec + "}}}}",
        {"spec.template.metadata.labels[job-name]: Invalid value: "
         "{\"batch.kubernetes.io/controller-uid\":\"u\",\"batch.kubernetes.io/job-name\":\"j\","
         "\"controller-uid\":\"u\",\"job-name\":\"x\"}: must be 'j'"}}},
      [](const Job& job, field::ErrorList& errors) { errors = ValidateJob(job, kOptions); });
}

std::string WithInit(const std::string& cpu) {
  return JobOf(R"("suspend":true,"template":{"metadata":{"labels":{"a":"b"}},"spec":{)" + kPodSpec +
               R"(,"initContainers":[{"name":"i","image":"i","terminationMessagePolicy":"File",)"
               R"("imagePullPolicy":"Always","resources":{"requests":{"cpu":")" +
               cpu + R"("}}}]}})");
}

TEST(JobRules, Updates) {
  ExpectUpdateFaults<Job>(
      {
          {JobOf(R"("completions":1)"),
           JobOf(R"("completions":3)"),
           {"spec.completions: Invalid value: 3: field is immutable"}},
          {JobOf(R"("completionMode":"Indexed","completions":1,"parallelism":1)"),
           JobOf(R"("completionMode":"Indexed","completions":3,"parallelism":3)"),
           {}},
          {JobOf(R"("completionMode":"Indexed","completions":1,"parallelism":1)"),
           JobOf(R"("completionMode":"Indexed","completions":3,"parallelism":1)"),
           {"spec.completions: Invalid value: 3: can only be modified in tandem with "
            "spec.parallelism"}},
          {JobOf(""),
           JobOf(R"("template":{"metadata":{"labels":{"a":"b"}},"spec":{)" + kPodSpec +
                 R"(,"nodeSelector":{"x":"y"}}})"),
           {"spec.template: Invalid value: "
            "{\"labels\":{\"a\":\"b\"},\"Spec\":{\"Volumes\":null,..."}},
          {JobOf(R"("suspend":true)"),
           JobOf(R"("suspend":true,"template":{"metadata":{"labels":{"a":"b"}},"spec":{)" +
                 kPodSpec + R"(,"nodeSelector":{"x":"y"}}})"),
           {}},
          {WithInit("1"), WithInit("2"), {}},
          {WithInit("1"),
           JobOf(R"("suspend":true)"),
           {"spec.template.spec: Invalid value: {\"Volumes\":null,..."}},
          // Faults of the spec are reported twice.
          {JobOf(""),
           JobOf(R"("backoffLimit":-1)"),
           {"spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0",
            "spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0"}},
      },
      [](const Job& now, const Job& old, field::ErrorList& errors) {
        errors = ValidateJobUpdate(now, old, kOptions);
      });
}

TEST(JobRules, StatusUpdates) {
  auto condition = [](const std::string& type) {
    return R"({"type":")" + type + R"(","status":"True"})";
  };
  const std::string times =
      R"("startTime":"2020-01-01T00:00:00Z","completionTime":"2020-01-02T00:00:00Z",)";
  ExpectUpdateFaults<Job>(
      {
          {JobOf(""),
           JobOf("", R"("active":-1,"uncountedTerminatedPods":{"succeeded":["","a"],)"
                     R"("failed":["a"]})"),
           {"status.active: Invalid value: -1: must be greater than or equal to 0",
            "status.uncountedTerminatedPods.succeeded[0]: Invalid value: \"\": must not be empty",
            "status.uncountedTerminatedPods.failed[0]: Duplicate value: \"a\""}},
          {JobOf("", R"("failed":2,"succeeded":2)"),
           JobOf("", R"("failed":1,"succeeded":1)"),
           {"status.failed: Invalid value: 1: cannot decrease the failed counter",
            "status.succeeded: Invalid value: 1: cannot decrease the succeeded counter"}},
          {JobOf(""),
           JobOf("", R"("active":1,"ready":2,"conditions":[)" + condition("Complete") + "," +
                         condition("Failed") + "]"),
           {"status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions",
            "status.completionTime: Required value: completionTime is required for Complete jobs",
            "status.conditions: Invalid value: cannot set Failed=True condition without the "
            "FailureTarget=true condition",
            "status.conditions: Invalid value: cannot set Complete=True condition without the "
            "SuccessCriteriaMet=true condition",
            "status.active: Invalid value: 1: active>0 is invalid for finished job",
            "status.startTime: Required value: startTime is required for finished job",
            "status.ready: Invalid value: 2: cannot set more ready pods than active"}},
          // What was wrong before is no reason to refuse another change.
          {JobOf("", R"("active":1,"ready":2,"conditions":[)" + condition("Failed") + "]"),
           JobOf("", R"("active":1,"ready":2,"terminating":0,"conditions":[)" +
                         condition("Failed") + "]"),
           {}},
          {JobOf("", times + R"("conditions":[)" + condition("Failed") + "]"),
           JobOf("", R"("startTime":"2020-01-01T00:00:00Z","conditions":[)" + condition("Failed") +
                         "]"),
           {}},
          {JobOf("", R"("startTime":"2020-01-01T00:00:00Z")"),
           JobOf("", R"("startTime":"2020-01-01T00:00:09Z")"),
           {"status.startTime: Invalid value: \"2020-01-01T00:00:09Z\": field is immutable for "
            "unsuspended job once set"}},
          {JobOf("", times.substr(0, times.size() - 1)),
           JobOf("", R"("startTime":"2020-01-01T00:00:00Z","completionTime":)"
                     R"("2019-01-01T00:00:00Z")"),
           {"status.completionTime: Invalid value: \"2019-01-01T00:00:00Z\": cannot set "
            "completionTime when there is no Complete=True condition",
            "status.completionTime: Invalid value: \"2019-01-01T00:00:00Z\": must be equal to or "
            "after `startTime`",
            "status.completionTime: Invalid value: \"2019-01-01T00:00:00Z\": field is immutable"}},
          {JobOf("", R"("conditions":[)" + condition("FailureTarget") + "]"),
           JobOf(""),
           {"status.conditions: Invalid value: cannot disable the terminal FailureTarget=True "
            "condition"}},
          {JobOf(""),
           JobOf(R"("completions":1)", R"("completedIndexes":"1","failedIndexes":"2")"),
           {"status.completedIndexes: Invalid value: \"1\": error parsing completedIndexes: too "
            "large index: \"1\"",
            "status.completedIndexes: Invalid value: \"1\": cannot set non-empty completedIndexes "
            "when non-indexed completion mode",
            "status.failedIndexes: Invalid value: \"2\": cannot set non-null failedIndexes when "
            "backoffLimitPerIndex is null"}},
          {JobOf(""),
           JobOf(R"("completionMode":"Indexed","completions":5,"backoffLimitPerIndex":1)",
                 R"("completedIndexes":"0-2","failedIndexes":"2,4")"),
           {"status.failedIndexes: Invalid value: \"2,4\": failedIndexes and completedIndexes "
            "overlap at index: 2"}},
          {JobOf(""),
           JobOf(R"("completionMode":"Indexed","completions":5,"backoffLimitPerIndex":1)",
                 R"("completedIndexes":"x,1","failedIndexes":"1,9")"),
           {"status.completedIndexes: Invalid value: \"x,1\": error parsing completedIndexes: "
            "cannot convert string to integer for index: \"x\"",
            "status.failedIndexes: Invalid value: \"1,9\": error parsing failedIndexes: too large "
            "index: \"9\"",
            "status.failedIndexes: Invalid value: \"1,9\": failedIndexes and completedIndexes "
            "overlap at index: 1"}},
      },
      [](const Job& now, const Job& old, field::ErrorList& errors) {
        errors = ValidateJobStatusUpdate(now, old);
      });
}

TEST(CronJobRules, Faults) {
  auto cron = [](const std::string& more) {
    return R"({"metadata":{"name":"j"},"spec":{"schedule":"* * * * *","concurrencyPolicy":"Allow",)"
           R"("jobTemplate":{"spec":{"template":{"spec":{)" +
           kPodSpec + "}}}}" + (more.empty() ? "" : "," + more) + "}}";
  };
  ExpectFaults<CronJob>(
      {
          {cron(""), {}},
          {cron(R"("schedule":"every day","concurrencyPolicy":"X","timeZone":"Nope/X",)"
                R"("startingDeadlineSeconds":-1,"successfulJobsHistoryLimit":-1,)"
                R"("failedJobsHistoryLimit":-1)"),
           {"spec.schedule: Invalid value: \"every day\": expected exactly 5 fields, found 2: "
            "[every day]",
            "spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
            "spec.timeZone: Invalid value: \"Nope/X\": unknown time zone Nope/X",
            "spec.concurrencyPolicy: Unsupported value: \"X\": supported values: \"Allow\", "
            "\"Forbid\", \"Replace\"",
            "spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to "
            "0",
            "spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0"}},
          {cron(R"("schedule":"TZ=UTC * * * * *","timeZone":"")"),
           {"spec.schedule: Invalid value: \"TZ=UTC * * * * *\": cannot use TZ or CRON_TZ in "
            "schedule, use timeZone field instead",
            "spec.timeZone: Invalid value: \"\": timeZone must be nil or non-empty string"}},
          {cron(R"("timeZone":"a b")"),
           {"spec.timeZone: Invalid value: \"a b\": unknown time zone a b"}},
          {cron(
               R"("jobTemplate":{"spec":{"selector":{},"manualSelector":true,"template":{"spec":{)" +
               kPodSpec + "}}}}"),
           {"spec.jobTemplate.spec.selector: Invalid value: {}: `selector` will be auto-generated",
            "spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "
            "\"nil\", \"false\""}},
      },
      [](const CronJob& job, field::ErrorList& errors) {
        errors = ValidateCronJob(job, kOptions);
      });
  Arena arena;
  CronJob& job = ReadForTest<CronJob>(cron(""), arena);
  const std::string long_name(53, 'a');
  job.metadata.name = long_name;
  EXPECT_THAT(TextsForTest(ValidateCronJob(job, kOptions)),
              ::testing::ElementsAre("metadata.name: Invalid value: \"" + long_name +
                                     "\": must be no more than 52 characters"));
  ExpectUpdateFaults<CronJob>(
      {
          {cron(R"("schedule":"TZ=UTC * * * * *")"), cron(R"("schedule":"TZ=UTC 1 * * * *")"), {}},
          {cron(R"("schedule":"TZ=UTC * * * * *")"),
           cron(R"("schedule":"TZ=UTC 1 * * * *","timeZone":"UTC")"),
           {"spec.schedule: Invalid value: \"TZ=UTC 1 * * * *\": cannot use both timeZone field "
            "and TZ or CRON_TZ in schedule"}},
      },
      [](const CronJob& now, const CronJob& old, field::ErrorList& errors) {
        errors = ValidateCronJobUpdate(now, old, kOptions);
      });
}

}  // namespace
}  // namespace pintle::apis::batch::v1
