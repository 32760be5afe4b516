#include "apis/admissionregistration/v1/validation_webhooks.h"
#include "apis/autoscaling/v1/validation_scale.h"
#include "apis/discovery/v1/validation_slice.h"
#include "apis/policy/v1/validation_budget.h"
#include "apis/scheduling/v1/validation_priority.h"
#include "apis/storage/v1/validation_storage.h"
#include "apis/validation_for_test.h"

// Kinds of groups that have one or two of them.
namespace pintle::apis {
namespace {

const ValidationOptions kOptions;

TEST(ScaleRules, Faults) {
  ExpectFaults<autoscaling::v1::Scale>(
      {{R"({"spec":{"replicas":-4}})",
        {"spec.replicas: Invalid value: -4: must be greater than or equal to 0"}},
       {R"({"metadata":{"labels":{"a":"b c"}}})",
        {"metadata.labels: Invalid value: \"b c\": a valid label must be ..."}}},
      [](const autoscaling::v1::Scale& scale, field::ErrorList& errors) {
        errors = ValidateScale(scale);
      });
}

TEST(BudgetRules, Faults) {
  using policy::v1::PodDisruptionBudget;
  ExpectFaults<PodDisruptionBudget>(
      {
          {R"({"spec":{"minAvailable":1}})", {}},
          {R"({"spec":{"minAvailable":-1,"maxUnavailable":"101%","unhealthyPodEvictionPolicy":"X",)"
           R"("selector":{"matchLabels":{"a b":"c"}}}})",
           {"spec: Invalid value: {\"MinAvailable\":-1,\"Selector\":{\"matchLabels\":{\"a "
            "b\":\"c\"}},\"MaxUnavailable\":\"101%\",\"UnhealthyPodEvictionPolicy\":\"X\"}: "
            "minAvailable and maxUnavailable cannot be both set",
            "spec.minAvailable: Invalid value: -1: must be greater than or equal to 0",
            "spec.maxUnavailable: Invalid value: \"101%\": must not be greater than 100%",
            "spec.selector.matchLabels: Invalid value: \"a b\": name part ...",
            "spec.unhealthyPodEvictionPolicy: Unsupported value: \"X\": supported values: "
            "\"AlwaysAllow\", \"IfHealthyBudget\""}},
      },
      [](const PodDisruptionBudget& budget, field::ErrorList& errors) {
        errors = ValidatePodDisruptionBudget(budget, kOptions);
      });
  ExpectUpdateFaults<PodDisruptionBudget>(
      {{"{}",
        R"({"status":{"disruptionsAllowed":-1,"conditions":[{"type":"a","status":"X",)"
        R"("observedGeneration":-1,"reason":"1"},{"type":"a","status":"True","reason":"",)"
        R"("lastTransitionTime":"2024-01-01T00:00:00Z"}]}})",
        {"status.conditions[0].status: Unsupported value: \"X\": supported values: \"False\", "
         "\"True\", \"Unknown\"",
         "status.conditions[0].observedGeneration: Invalid value: -1: must be greater than or "
         "equal to zero",
         "status.conditions[0].lastTransitionTime: Required value",
         "status.conditions[0].reason: Invalid value: \"1\": a condition reason must start ...",
         "status.conditions[1].type: Duplicate value: \"a\"",
         "status.conditions[1].reason: Required value",
         "status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0"}}},
      [](const PodDisruptionBudget& now, const PodDisruptionBudget& old, field::ErrorList& errors) {
        errors = ValidatePodDisruptionBudgetStatusUpdate(now, old);
      });
}

TEST(PriorityClassRules, Faults) {
  using scheduling::v1::PriorityClass;
  const std::string reserved =
      "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for "
      "system use only. error: ";
  ExpectFaults<PriorityClass>(
      {
          {R"({"metadata":{"name":"a"},"value":1000000000})", {}},
          {R"({"metadata":{"name":"system-node-critical"},"value":2000001000})", {}},
          {R"({"metadata":{"name":"system-x"}})",
           {reserved + "system-x is not a known system priority class"}},
          {R"({"metadata":{"name":"system-node-critical"},"value":1})",
           {reserved + "value of system-node-critical PriorityClass must be 2000001000"}},
          {R"({"metadata":{"name":"system-cluster-critical"},"value":2000000000,)"
           R"("globalDefault":true})",
           {reserved + "globalDefault of system-cluster-critical PriorityClass must be false"}},
          {R"({"metadata":{"name":"a"},"value":1000000001,"preemptionPolicy":"X"})",
           {"value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
            "preemptionPolicy: Unsupported value: \"X\": supported values: "
            "\"PreemptLowerPriority\", \"Never\""}},
      },
      [](const PriorityClass& object, field::ErrorList& errors) {
        errors = ValidatePriorityClass(object);
      });
  ExpectUpdateFaults<PriorityClass>(
      {{R"({"value":1})",
        R"({"value":2,"preemptionPolicy":"Never"})",
        {"value: Forbidden: may not be changed in an update.",
         "preemptionPolicy: Invalid value: \"Never\": field is immutable"}}},
      [](const PriorityClass& now, const PriorityClass& old, field::ErrorList& errors) {
        errors = ValidatePriorityClassUpdate(now, old);
      });
}

TEST(StorageClassRules, Faults) {
  using storage::v1::StorageClass;
  const std::string at = "allowedTopologies";
  ExpectFaults<StorageClass>(
      {
          {R"({"provisioner":"A.io/b","volumeBindingMode":"Immediate"})", {}},
          {R"({"provisioner":"a","volumeBindingMode":"Immediate","reclaimPolicy":""})", {}},
          // Terms are the same whatever the order of their values.
          {R"({"provisioner":"a","volumeBindingMode":"Immediate","allowedTopologies":)"
           R"([{"matchLabelExpressions":[{"key":"a","values":["b","c"]}]},)"
           R"({"matchLabelExpressions":[{"key":"a","values":["c","b"]}]}]})",
           {at + "[1].matchLabelExpressions: Duplicate value: \"\""}},
          {R"({"reclaimPolicy":"X","parameters":{"":"x"},"allowedTopologies":)"
           R"([{"matchLabelExpressions":[{"key":"a b"},{"key":"a b","values":["c","c"]}]},)"
           R"({"matchLabelExpressions":[{"key":"a b"},{"key":"a b","values":["c","c"]}]}]})",
           {"provisioner: Required value",
            "parameters: Invalid value: \"\": field can not be empty.",
            "reclaimPolicy: Unsupported value: \"X\": supported values: \"Delete\", \"Retain\"",
            "volumeBindingMode: Required value",
            at + "[0].matchLabelExpressions[0].values: Required value",
            at + "[0].matchLabelExpressions[0].key: Invalid value: \"a b\": name part ...",
            at + "[0].matchLabelExpressions[1].values[1]: Duplicate value: \"c\"",
            at + "[0].matchLabelExpressions[1].key: Invalid value: \"a b\": name part ...",
            at + "[0].matchLabelExpressions[1].key: Duplicate value: \"a b\"",
            at + "[1].matchLabelExpressions[0].values: Required value",
            at + "[1].matchLabelExpressions[0].key: Invalid value: \"a b\": name part ...",
            at + "[1].matchLabelExpressions[1].values[1]: Duplicate value: \"c\"",
            at + "[1].matchLabelExpressions[1].key: Invalid value: \"a b\": name part ...",
            at + "[1].matchLabelExpressions[1].key: Duplicate value: \"a b\"",
            at + "[1].matchLabelExpressions: Duplicate value: \"\""}},
      },
      [](const StorageClass& object, field::ErrorList& errors) {
        errors = ValidateStorageClass(object);
      });
  ExpectUpdateFaults<StorageClass>(
      {{R"({"provisioner":"a","volumeBindingMode":"Immediate"})",
        R"({"provisioner":"b","volumeBindingMode":"X","parameters":{"x":"y"}})",
        {"volumeBindingMode: Unsupported value: \"X\": supported values: \"Immediate\", "
         "\"WaitForFirstConsumer\"",
         "parameters: Invalid value: {\"x\":\"y\"}: field is immutable",
         "provisioner: Invalid value: \"b\": field is immutable",
         "volumeBindingMode: Invalid value: \"X\": field is immutable"}}},
      [](const StorageClass& now, const StorageClass& old, field::ErrorList& errors) {
        errors = ValidateStorageClassUpdate(now, old);
      });
}

TEST(EndpointSliceRules, Faults) {
  using discovery::v1::EndpointSlice;
  ExpectFaults<EndpointSlice>(
      {
          {R"({"addressType":"IPv4","endpoints":[{"addresses":["10.0.0.1"]}]})", {}},
          {R"({"addressType":"IPv9","endpoints":[{"addresses":[]}]})",
           {"addressType: Unsupported value: \"IPv9\": supported values: \"FQDN\", \"IPv4\", "
            "\"IPv6\"",
            "endpoints[0].addresses: Required value: must contain at least 1 address"}},
          {R"({"addressType":"IPv4","endpoints":[{"addresses":["x","::2","127.0.0.1"],"nodeName":)"
           R"("A","hostname":"B","hints":{"forZones":[{"name":"z"},{"name":"z"}],"forNodes":)"
           R"([{"name":"N"}]}}],"ports":[{"name":"A"},{"name":"p","protocol":"X","appProtocol":)"
           R"("a b"},{"name":"p","protocol":"TCP"}]})",
           {"endpoints[0].addresses[0]: Invalid value: \"x\": must be a valid IP address, ...",
            "endpoints[0].addresses: Invalid value: \"::2\": must be an IPv4 address",
            "endpoints[0].addresses[2]: Invalid value: \"127.0.0.1\": may not be in the loopback "
            "range ...",
            "endpoints[0].nodeName: Invalid value: \"A\": a lowercase RFC 1123 ...",
            "endpoints[0].hostname: Invalid value: \"B\": a lowercase RFC 1123 label ...",
            "endpoints[0].hints.forZones[1].name: Duplicate value: \"z\"",
            "endpoints[0].hints.forNodes[0].name: Invalid value: \"N\": a lowercase ...",
            "ports[0].name: Invalid value: \"A\": a lowercase RFC 1123 label ...",
            "ports[0].protocol: Required value",
            "ports[1].protocol: Unsupported value: \"X\": supported values: \"SCTP\", \"TCP\", "
            "\"UDP\"",
            "ports[1].appProtocol: Invalid value: \"a b\": name part ...",
            "ports[2].name: Duplicate value: \"p\""}},
          {R"({"addressType":"IPv6","endpoints":[{"addresses":["2001:DB8::1","10.0.0.1"]}]})",
           {"endpoints[0].addresses[0]: Invalid value: \"2001:DB8::1\": must be in canonical form "
            "(\"2001:db8::1\")",
            "endpoints[0].addresses: Invalid value: \"10.0.0.1\": must be an IPv6 address"}},
          {R"({"addressType":"FQDN","endpoints":[{"addresses":["a"]}]})",
           {"endpoints[0].addresses[0]: Invalid value: \"a\": should be a domain with at least two "
            "segments separated by dots"}},
      },
      [](const EndpointSlice& slice, field::ErrorList& errors) {
        errors = ValidateEndpointSlice(slice, kOptions);
      });
  ExpectUpdateFaults<EndpointSlice>(
      {{R"({"addressType":"IPv4"})",
        R"({"addressType":"IPv6"})",
        {"addressType: Invalid value: \"IPv6\": field is immutable"}}},
      [](const EndpointSlice& now, const EndpointSlice& old, field::ErrorList& errors) {
        errors = ValidateEndpointSliceUpdate(now, old, kOptions);
      });
}

TEST(WebhookRules, Faults) {
  using admissionregistration::v1::MutatingWebhookConfiguration;
  using admissionregistration::v1::ValidatingWebhookConfiguration;
  const std::string good =
      R"("name":"a.b.c","sideEffects":"None","admissionReviewVersions":["v1"])";
  const std::string client = R"("clientConfig":{"url":"https://h/p"})";
  auto hook = [&](const std::string& more) {
    return R"({"webhooks":[{)" + good + "," + MembersForTest("clientConfig", client, more) + "}]}";
  };
  const std::string at = "webhooks[0]";
  ExpectFaults<ValidatingWebhookConfiguration>(
      {
          {hook(""), {}},
          {R"({"webhooks":[{"name":"a.b"}]})",
           {at + ".name: Invalid value: \"a.b\": should be a domain with at least three segments "
                 "separated by dots",
            at + ".sideEffects: Required value: must specify one of None, NoneOnDryRun",
            at + ".clientConfig: Required value: exactly one of url or service is required",
            at + ".admissionReviewVersions: Required value: must specify one of v1, v1beta1"}},
          {hook(R"("failurePolicy":"X","matchPolicy":"Y","sideEffects":"Some","timeoutSeconds":31,)"
                R"("admissionReviewVersions":["v2","v2","1"],"matchConditions":[{"name":"a b"},)"
                R"({"name":"c","expression":"true"},{"name":"c","expression":"true"}])"),
           {at + ".failurePolicy: Unsupported value: \"X\": supported values: \"Fail\", \"Ignore\"",
            at + ".matchPolicy: Unsupported value: \"Y\": supported values: \"Equivalent\", "
                 "\"Exact\"",
            at + ".sideEffects: Unsupported value: \"Some\": supported values: \"None\", "
                 "\"NoneOnDryRun\"",
            at + ".timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 "
                 "seconds",
            at + ".matchConditions[0].expression: Required value",
            at + ".matchConditions[0].name: Invalid value: \"a b\": name part ...",
            at + ".matchConditions[2].name: Duplicate value: \"c\"",
            at + ".admissionReviewVersions[1]: Invalid value: \"v2\": duplicate version",
            at + ".admissionReviewVersions[2]: Invalid value: \"1\": a DNS-1035 label ...",
            at + ".admissionReviewVersions: Invalid value: [\"v2\",\"v2\",\"1\"]: must include at "
                 "least one of v1, v1beta1"}},
          {hook(R"("rules":[{},{"operations":["*","X"],"apiGroups":["*","a"],"apiVersions":)"
                R"(["*",""],"resources":["pods/*","pods/log","*","pods",""],"scope":"Y"}])"),
           {at + ".rules[0].operations: Required value", at + ".rules[0].apiGroups: Required value",
            at + ".rules[0].apiVersions: Required value",
            at + ".rules[0].resources: Required value",
            at + ".rules[1].operations: Invalid value: [\"*\",\"X\"]: if '*' is present, must not "
                 "specify other operations",
            at + ".rules[1].operations[1]: Unsupported value: \"X\": supported values: \"*\", "
                 "\"CONNECT\", \"CREATE\", \"DELETE\", \"UPDATE\"",
            at + ".rules[1].apiGroups: Invalid value: [\"*\",\"a\"]: if '*' is present, must not "
                 "specify other API groups",
            at + ".rules[1].apiVersions: Invalid value: [\"*\",\"\"]: if '*' is present, must not "
                 "specify other API versions",
            at + ".rules[1].apiVersions[1]: Required value",
            at + ".rules[1].resources[1]: Invalid value: \"pods/log\": if 'pods/*' is present, "
                 "must not specify pods/log",
            at + ".rules[1].resources[4]: Required value",
            at + ".rules[1].resources: Invalid value: [\"pods/*\",\"pods/log\",\"*\",\"pods\","
                 "\"\"]: if '*' is present, must not specify other resources without subresources",
            at + ".rules[1].scope: Unsupported value: \"Y\": supported values: \"*\", \"Cluster\", "
                 "\"Namespaced\""}},
          {hook(R"("clientConfig":{"url":"http://u@h/p?q=1#f"})"),
           {at + ".clientConfig.url: Invalid value: \"http\": 'https' is the only allowed URL "
                 "scheme; desired format: https://host[/path]",
            at + ".clientConfig.url: Invalid value: \"u\": user information is not permitted in "
                 "the URL",
            at + ".clientConfig.url: Invalid value: \"f\": fragments are not permitted in the URL",
            at + ".clientConfig.url: Invalid value: \"q=1\": query parameters are not permitted in "
                 "the URL"}},
          // Of the names without a subresource the last one counts.
          {hook(R"("rules":[{"operations":["*"],"apiGroups":["*"],"apiVersions":["*"],)"
                R"("resources":["pods","*"]}])"),
           {}},
          {hook(R"("clientConfig":{"url":"HTTPS://h:443/p"})"), {}},
          {hook(R"("clientConfig":{"url":"https:h"})"),
           {at + ".clientConfig.url: Invalid value: \"\": host must be specified; desired format: "
                 "https://host[/path]"}},
          {hook(R"("clientConfig":{"url":""})"),
           {at + ".clientConfig.url: Invalid value: \"\": 'https' is the only allowed URL scheme; "
                 "desired format: https://host[/path]",
            at + ".clientConfig.url: Invalid value: \"\": host must be specified; desired format: "
                 "https://host[/path]"}},
          {hook(R"("clientConfig":{"url":"https://h/%zz"})"),
           {at + ".clientConfig.url: Required value: url must be a valid URL: parse "
                 "\"https://h/%zz\": invalid URL escape \"%zz\"; desired format: "
                 "https://host[/path]"}},
          {hook(R"("clientConfig":{"url":"https://"})"),
           {at + ".clientConfig.url: Invalid value: \"\": host must be specified; desired format: "
                 "https://host[/path]"}},
          {hook(R"("clientConfig":{"service":{"namespace":"x","port":0,"path":"a//B"}})"),
           {at + ".clientConfig.service.namespace: Required value",
            at + ".clientConfig.service.port: Invalid value: 0: port is not valid: must be between "
                 "1 and 65535, inclusive",
            at + ".clientConfig.service.path: Invalid value: \"a//B\": must start with a '/'",
            at + ".clientConfig.service.path: Invalid value: \"a//B\": segment[0] may not be empty",
            at + ".clientConfig.service.path: Invalid value: \"a//B\": segment[1] may not be empty",
            at + ".clientConfig.service.path: Invalid value: \"a//B\": segment[2]: a lowercase "
                 "..."}},
      },
      [](const ValidatingWebhookConfiguration& object, field::ErrorList& errors) {
        errors = ValidateValidatingWebhookConfiguration(object);
      });
  ExpectFaults<MutatingWebhookConfiguration>(
      {{hook(R"("reinvocationPolicy":"X")"),
        {at + ".reinvocationPolicy: Unsupported value: \"X\": supported values: \"IfNeeded\", "
              "\"Never\""}}},
      [](const MutatingWebhookConfiguration& object, field::ErrorList& errors) {
        errors = ValidateMutatingWebhookConfiguration(object);
      });
  ExpectUpdateFaults<ValidatingWebhookConfiguration>(
      {{hook(R"("sideEffects":"Some")"), hook(R"("sideEffects":"Some")"), {}},
       {hook(R"("sideEffects":"Some")"),
        hook(R"("sideEffects":"X")"),
        {at + ".sideEffects: Unsupported value: \"X\": supported values: \"None\", "
              "\"NoneOnDryRun\", \"Some\", \"Unknown\""}},
       {hook(R"("sideEffects":"Some")"),
        hook(R"("sideEffects":null)"),
        {at + ".sideEffects: Required value: must specify one of None, NoneOnDryRun, Some, "
              "Unknown"}},
       {hook(""),
        hook(R"("sideEffects":"Some")"),
        {at + ".sideEffects: Unsupported value: \"Some\": supported values: \"None\", "
              "\"NoneOnDryRun\""}}},
      [](const ValidatingWebhookConfiguration& now, const ValidatingWebhookConfiguration& old,
         field::ErrorList& errors) {
        errors = ValidateValidatingWebhookConfigurationUpdate(now, old);
      });
}

}  // namespace
}  // namespace pintle::apis
