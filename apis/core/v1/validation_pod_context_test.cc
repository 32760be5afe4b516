#include "apis/core/v1/validation_pod.h"
#include "apis/core/v1/validation_pod_spec.h"
#include "apis/validation_for_test.h"

// Security, scheduling and changes of pods.
namespace pintle::apis::core::v1 {
namespace {

const ValidationOptions kOptions;
const std::string kDefaults =
    R"("image":"i","terminationMessagePolicy":"File","imagePullPolicy":"Always")";
const std::string kSpec =
    R"("terminationGracePeriodSeconds":30,"restartPolicy":"Always","dnsPolicy":"ClusterFirst",)"
    R"("securityContext":{})";

std::string PodOf(const std::string& spec, const std::string& container = "",
                  const std::string& annotations = "") {
  return R"({"metadata":{"name":"p","annotations":{)" + annotations + R"(}},"spec":{)" + kSpec +
         (spec.empty() ? "" : "," + spec) + R"(,"containers":[{"name":"c",)" + kDefaults +
         (container.empty() ? "" : "," + container) + "}]}}";
}

void ExpectPodFaults(const std::vector<FaultCase>& cases) {
  ExpectFaults<Pod>(
      cases, [](const Pod& pod, field::ErrorList& errors) { errors = ValidatePod(pod, kOptions); });
}

TEST(PodRules, PodSecurityContext) {
  const std::string at = "spec.securityContext.";
  ExpectPodFaults({
      {PodOf(R"("securityContext":{"fsGroup":-1,"runAsUser":-1,"runAsGroup":-1,)"
             R"("supplementalGroups":[-1],"fsGroupChangePolicy":"X","supplementalGroupsPolicy":)"
             R"("Y","seLinuxChangePolicy":"MountOption"},"shareProcessNamespace":true,)"
             R"("hostPID":true)"),
       {at + "fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        at + "runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        at + "runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        at + "supplementalGroups[0]: Invalid value: -1: must be between 0 and 2147483647, "
             "inclusive",
        at + "shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot "
             "both be enabled",
        at + "fsGroupChangePolicy: Unsupported value: \"X\": supported values: \"Always\", "
             "\"OnRootMismatch\"",
        at + "supplementalGroupsPolicy: Unsupported value: \"Y\": supported values: \"Merge\", "
             "\"Strict\"",
        at + "seLinuxChangePolicy: Unsupported value: \"MountOption\": supported values: "
             "\"Recursive\""}},
      {PodOf(R"("hostNetwork":true,"hostIPC":true,"securityContext":{"sysctls":[{"name":""},)"
             R"({"name":"net.a"},{"name":"net/a"},{"name":"kernel.sem"},{"name":"A"},)"
             R"({"name":"A"},{"name":"fs.b"},{"name":"fs.b"}]})"),
       {at + "sysctls[0].name: Required value",
        at + "sysctls[1].name: Invalid value: \"net.a\": may not be specified when 'hostNetwork' "
             "is true",
        at + "sysctls[2].name: Invalid value: \"net/a\": may not be specified when 'hostNetwork' "
             "is true",
        at + "sysctls[3].name: Invalid value: \"kernel.sem\": may not be specified when 'hostIPC' "
             "is true",
        at + "sysctls[4].name: Invalid value: \"A\": must have at most 253 characters and ...",
        at + "sysctls[5].name: Invalid value: \"A\": must have at most 253 characters and ...",
        at + "sysctls[7].name: Duplicate value: \"fs.b\""}},
      {PodOf(R"("securityContext":{"seccompProfile":{},"appArmorProfile":{}})"),
       {at + "seccompProfile.type: Required value: type is required when seccompProfile is set",
        at + "appArmorProfile.type: Required value: type is required when appArmorProfile is "
             "set"}},
      {PodOf(R"("securityContext":{"seccompProfile":{"type":"Localhost"},"appArmorProfile":)"
             R"({"type":"Localhost","localhostProfile":" x"}})"),
       {at + "seccompProfile.localhostProfile: Required value: must be set when seccomp type is "
             "Localhost",
        at + "appArmorProfile.localhostProfile: Invalid value: \" x\": must not be padded with "
             "whitespace"}},
      {PodOf(R"("securityContext":{"seccompProfile":{"type":"X","localhostProfile":"a"},)"
             R"("appArmorProfile":{"type":"Unconfined","localhostProfile":"a"}})"),
       {at + "seccompProfile.type: Unsupported value: \"X\": supported values: \"Localhost\", "
             "\"RuntimeDefault\", \"Unconfined\"",
        at + "seccompProfile.localhostProfile: Invalid value: "
             "{\"Type\":\"X\",\"LocalhostProfile\":\"a\"}: can only be set when seccomp type is "
             "Localhost",
        at + "appArmorProfile.localhostProfile: Invalid value: \"a\": can only be set when "
             "AppArmor type is Localhost"}},
      {PodOf(R"("securityContext":{"appArmorProfile":{"type":"X","localhostProfile":"a"}})"),
       {at + "appArmorProfile.type: Unsupported value: \"X\": supported values: \"Localhost\", "
             "\"RuntimeDefault\", \"Unconfined\""}},
      {PodOf(
           R"("securityContext":{"appArmorProfile":{"type":"Localhost","localhostProfile":" "}})"),
       {at + "appArmorProfile.localhostProfile: Invalid value: \" \": must not be padded with "
             "whitespace"}},
      {PodOf(R"("securityContext":{"windowsOptions":{"runAsUserName":""}})"),
       {at + "windowsOptions.runAsUserName: Invalid value: \"\": runAsUserName cannot be an empty "
             "string"}},
      {PodOf(R"("securityContext":{"windowsOptions":{"gmsaCredentialSpecName":"A",)"
             R"("gmsaCredentialSpec":"","runAsUserName":"a\\b\\c"}})"),
       {at + "windowsOptions.gmsaCredentialSpecName: Invalid value: \"A\": a lowercase RFC ...",
        at + "windowsOptions.gmsaCredentialSpec: Invalid value: \"\": gmsaCredentialSpec cannot be "
             "an empty string",
        at + "windowsOptions.runAsUserName: Invalid value: \"a\\\\b\\\\c\": runAsUserName cannot "
             "contain more than one backslash"}},
      {PodOf(R"("securityContext":{"windowsOptions":{"runAsUserName":"d*\\.. "}})"),
       {at + "windowsOptions.runAsUserName: Invalid value: \"d*\\\\.. \": runAsUserName's Domain "
             "doesn't match the NetBios nor the DNS format",
        at + "windowsOptions.runAsUserName: Invalid value: \"d*\\\\.. \": runAsUserName's User "
             "cannot contain only periods or spaces"}},
  });
}

TEST(PodRules, ContainerSecurityContext) {
  const std::string at = "spec.containers[0].securityContext";
  ExpectPodFaults({
      {PodOf("", R"("securityContext":{"runAsUser":-1,"runAsGroup":-1,"procMount":"Unmasked"})"),
       {at + ".runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        at + ".runAsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive",
        at + ".procMount: Invalid value: \"Unmasked\": `hostUsers` must be false to use "
             "`Unmasked`"}},
      {PodOf("", R"("securityContext":{"procMount":"X"})"),
       {at + ".procMount: Unsupported value: \"X\": supported values: \"Default\", "
             "\"Unmasked\""}},
      {PodOf("", R"("securityContext":{"privileged":true,"allowPrivilegeEscalation":false,)"
                 R"("capabilities":{"add":["CAP_SYS_ADMIN"]}})"),
       {at + ": Invalid value: {\"Capabilities\":{\"Add\":[\"CAP_SYS_ADMIN\"],\"Drop\":null},...",
        at + ": Invalid value: {\"Capabilities\":{\"Add\":[\"CAP_SYS_ADMIN\"],\"Drop\":null},..."}},
      {PodOf(R"("hostUsers":false,"hostNetwork":true,"hostPID":true,"hostIPC":true)"),
       {"spec.hostNetwork: Forbidden: when `hostUsers` is false",
        "spec.HostPID: Forbidden: when `hostUsers` is false",
        "spec.HostIPC: Forbidden: when `hostUsers` is false"}},
      {PodOf(R"("securityContext":{"windowsOptions":{"hostProcess":true}})",
             R"("securityContext":{"windowsOptions":{"hostProcess":false}})"),
       {at + ".windowsOptions.hostProcess: Invalid value: false: pod hostProcess value must be "
             "identical if both are specified, was true"}},
      {PodOf("", R"("securityContext":{"windowsOptions":{"hostProcess":true}})"),
       {"spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any "
        "hostProcess containers"}},
      {PodOf(R"("os":{"name":"linux"},"securityContext":{"windowsOptions":{}})",
             R"("securityContext":{"windowsOptions":{}})"),
       {"spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux "
        "pod",
        at + ".windowsOptions: Forbidden: windows options cannot be set for a linux pod"}},
      {PodOf(R"("os":{"name":"windows"},"hostPID":true,"securityContext":{"runAsUser":1})",
             R"("securityContext":{"privileged":true,"runAsGroup":1})"),
       {"spec.hostPID: Forbidden: cannot be set for a windows pod",
        "spec.securityContext.runAsUser: Forbidden: cannot be set for a windows pod",
        at + ".privileged: Forbidden: cannot be set for a windows pod",
        at + ".runAsGroup: Forbidden: cannot be set for a windows pod"}},
      {PodOf(R"("os":{"name":""})"), {"spec.os.name: Required value"}},
      {PodOf(R"("os":{"name":"x"})"),
       {"spec.os: Unsupported value: \"x\": supported values: \"linux\", \"windows\""}},
  });
  ValidationOptions strict;
  strict.allow_privileged = false;
  ExpectFaults<Pod>(
      {{PodOf("", R"("securityContext":{"privileged":true})"),
        {at + ".privileged: Forbidden: disallowed by cluster policy"}}},
      [&](const Pod& pod, field::ErrorList& errors) { errors = ValidatePod(pod, strict); });
}

TEST(PodRules, Affinity) {
  const std::string node =
      "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";
  const std::string preferred =
      "spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0]";
  const std::string term =
      "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]";
  ExpectPodFaults({
      {PodOf(
           R"("affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{}}})"),
       {node + ": Required value: must have at least one node selector term"}},
      {PodOf(R"("affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)"
             R"({"nodeSelectorTerms":[{"matchExpressions":[{"key":"a","operator":"In"},)"
             R"({"key":"a","operator":"Exists","values":["b"]},{"key":"a b","operator":"Gt"},)"
             R"({"key":"a","operator":"X"},{"key":"a","operator":"In","values":["c d"]}],)"
             R"("matchFields":[{"key":"x","operator":"In"},{"key":"metadata.name",)"
             R"("operator":"Gt","values":["A"]}]}]}}})"),
       {node + "[0].matchExpressions[0].values: Required value: must be specified when `operator` "
               "is 'In' or 'NotIn'",
        node + "[0].matchExpressions[1].values: Forbidden: may not be specified when `operator` is "
               "'Exists' or 'DoesNotExist'",
        node + "[0].matchExpressions[2].values: Required value: must be specified single value "
               "when `operator` is 'Lt' or 'Gt'",
        node + "[0].matchExpressions[2].key: Invalid value: \"a b\": name part ...",
        node + "[0].matchExpressions[3].operator: Invalid value: \"X\": not a valid selector "
               "operator",
        node + "[0].matchExpressions[4].values[0]: Invalid value: \"c d\": a valid label ...",
        node + "[0].matchFields[0].values: Required value: must be only one value when `operator` "
               "is 'In' or 'NotIn' for node field selector",
        node + "[0].matchFields[0].key: Invalid value: \"x\": not a valid field selector key",
        node + "[0].matchFields[1].operator: Invalid value: \"Gt\": not a valid selector operator",
        node + "[0].matchFields[1].values[0]: Invalid value: \"A\": a lowercase RFC 1123 ..."}},
      {PodOf(R"("affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":)"
             R"([{"weight":0,"preference":{"matchExpressions":[{"key":"a","operator":"X"}]}}]}})"),
       {preferred + ".weight: Invalid value: 0: must be in the range 1-100",
        preferred + ".preference.matchExpressions[0].operator: Invalid value: \"X\": not a valid "
                    "selector operator"}},
      {PodOf(R"("affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)"
             R"([{"namespaces":["A"],"matchLabelKeys":["k"]}]}})"),
       {term + ".namespace: Invalid value: \"A\": a lowercase RFC 1123 label ...",
        term + ".matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
        term + ".topologyKey: Required value: can not be empty",
        term + ".topologyKey: Invalid value: \"\": name part must be non-empty",
        term + ".topologyKey: Invalid value: \"\": name part must consist of ..."}},
      {PodOf(R"("affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)"
             R"([{"topologyKey":"t","labelSelector":{"matchLabels":{"k":"v"},"matchExpressions":)"
             R"([{"key":"k","operator":"Exists"}]},"matchLabelKeys":["k"],)"
             R"("mismatchLabelKeys":["k"]}]}})"),
       {term + "[0]: Invalid value: \"k\": exists in both matchLabelKeys and labelSelector",
        term + ".matchLabelKeys[0]: Invalid value: \"k\": exists in both matchLabelKeys and "
               "mismatchLabelKeys"}},
  });
}

TEST(PodRules, TolerationsAndSpread) {
  const std::string at = "spec.tolerations";
  const std::string spread = "spec.topologySpreadConstraints";
  ExpectPodFaults({
      {PodOf(R"("tolerations":[{"key":"a b","operator":"Exists"},{"operator":"Equal"},)"
             R"({"key":"a","operator":"Exists","tolerationSeconds":1,"effect":"NoSchedule"},)"
             R"({"key":"a","value":"b c"},{"key":"a","operator":"Lt","value":"1"},)"
             R"({"key":"a","operator":"X"},{"key":"a","effect":"Y"}])"),
       {at + "[0].key: Invalid value: \"a b\": name part ...",
        at + "[1].operator: Invalid value: \"Equal\": operator must be Exists when `key` is empty, "
             "which means \"match all values and all keys\"",
        at + "[2].effect: Invalid value: \"NoSchedule\": effect must be 'NoExecute' when "
             "`tolerationSeconds` is set",
        at + "[3].operator: Invalid value: \"b c\": a valid label must be ...",
        at + "[4].operator: Unsupported value: \"Lt\": supported values: \"Equal\", \"Exists\", "
             "\"Lt\", \"Gt\"",
        at + "[5].operator: Unsupported value: \"X\": supported values: \"Equal\", \"Exists\"",
        at + "[6].effect: Unsupported value: \"Y\": supported values: \"NoSchedule\", "
             "\"PreferNoSchedule\", \"NoExecute\""}},
      {PodOf(R"("tolerations":[{"key":"a","operator":"Exists","value":"b"}])"),
       {at +
        "[0].operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'"}},
      {PodOf(R"("topologySpreadConstraints":[{"maxSkew":0,"whenUnsatisfiable":"X","minDomains":0,)"
             R"("nodeAffinityPolicy":"Y","nodeTaintsPolicy":"Z","matchLabelKeys":["k"]},)"
             R"({"maxSkew":1,"topologyKey":"t","whenUnsatisfiable":"DoNotSchedule"},)"
             R"({"maxSkew":1,"topologyKey":"t","whenUnsatisfiable":"DoNotSchedule",)"
             R"("labelSelector":{"matchLabels":{"k":"v"},"matchExpressions":[{"key":"k",)"
             R"("operator":"In","values":["v"]}]},"matchLabelKeys":["k"]}])"),
       {spread + "[0].maxSkew: Invalid value: 0: must be greater than zero",
        spread + "[0].topologyKey: Required value: can not be empty",
        spread + "[0].whenUnsatisfiable: Unsupported value: \"X\": supported values: "
                 "\"DoNotSchedule\", \"ScheduleAnyway\"",
        spread + "[0].minDomains: Invalid value: 0: must be greater than zero",
        spread + "[0].minDomains: Invalid value: 0: can only use minDomains if "
                 "whenUnsatisfiable=DoNotSchedule, not X",
        spread + "[0].nodeAffinityPolicy: Unsupported value: \"Y\": supported values: \"Honor\", "
                 "\"Ignore\"",
        spread + "[0].nodeTaintsPolicy: Unsupported value: \"Z\": supported values: \"Honor\", "
                 "\"Ignore\"",
        spread + "[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not "
                 "set",
        spread + "[1].{topologyKey, whenUnsatisfiable}: Duplicate value: \"{t, DoNotSchedule}\"",
        spread + "[2][0]: Invalid value: \"k\": exists in both matchLabelKeys and "
                 "labelSelector"}},
      // As the server completes the selectors of a new pod, and as a template has them.
      {PodOf(R"("topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"any text",)"
             R"("whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchExpressions":)"
             R"([{"key":"k","operator":"In","values":["v"]}]},"matchLabelKeys":["k"]}])"),
       {}},
      {PodOf(R"("affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":)"
             R"([{"topologyKey":"t","labelSelector":{"matchLabels":{"k":"v"},"matchExpressions":)"
             R"([{"key":"k","operator":"NotIn","values":["w"]}]},"mismatchLabelKeys":["k"]}]}})"),
       {}},
  });
}

TEST(PodRules, Annotations) {
  const std::string at = "metadata.annotations";
  ExpectPodFaults({
      {PodOf("", "", R"("kubernetes.io/config.mirror":"x")"),
       {at + "[kubernetes.io/config.mirror]: Invalid value: \"x\": must set spec.nodeName if "
             "mirror pod annotation is set"}},
      {PodOf("", "", R"("controller.kubernetes.io/pod-deletion-cost":"+1")"),
       {at + "[controller.kubernetes.io/pod-deletion-cost]: Invalid value: \"+1\": must be a 32bit "
             "integer"}},
      {PodOf("", "", R"("seccomp.security.alpha.kubernetes.io/pod":"x")"),
       {at + ".seccomp.security.alpha.kubernetes.io/pod: Invalid value: \"x\": must be a valid "
             "seccomp profile"}},
      {PodOf("", "", R"("container.apparmor.security.beta.kubernetes.io/d":"x")"),
       {at + "[container.apparmor.security.beta.kubernetes.io/d]: Invalid value: \"d\": container "
             "not found",
        at + "[container.apparmor.security.beta.kubernetes.io/d]: Invalid value: \"x\": invalid "
             "AppArmor profile name: \"x\""}},
      {PodOf(R"("securityContext":{"seccompProfile":{"type":"Unconfined"}})", "",
             R"("seccomp.security.alpha.kubernetes.io/pod":"runtime/default")"),
       {"spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field "
        "must match"}},
      {PodOf("",
             R"("securityContext":{"appArmorProfile":{"type":"Localhost",)"
             R"("localhostProfile":"a"}})",
             R"("container.apparmor.security.beta.kubernetes.io/c":"localhost/b")"),
       {"spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: apparmor "
        "profile in annotation and field must match"}},
      {PodOf(R"("securityContext":{"appArmorProfile":{"type":"RuntimeDefault"}})", "",
             R"("container.apparmor.security.beta.kubernetes.io/c":"unconfined")"),
       {"spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in "
        "annotation and field must match"}},
      {PodOf("", "", R"("scheduler.alpha.kubernetes.io/tolerations":"[")"),
       {at + ": Invalid value: \"scheduler.alpha.kubernetes.io/tolerations\": ..."}},
      {PodOf("", "",
             R"("scheduler.alpha.kubernetes.io/tolerations":"[{\"key\":\"a b\",)"
             R"(\"operator\":\"Exists\"}]")"),
       {at +
        ".scheduler.alpha.kubernetes.io/tolerations[0].key: Invalid value: \"a b\": name ..."}},
  });
}

void ExpectPodUpdateFaults(const std::vector<UpdateCase>& cases) {
  ExpectUpdateFaults<Pod>(cases, [](const Pod& now, const Pod& old, field::ErrorList& errors) {
    errors = ValidatePodUpdate(now, old, kOptions);
  });
}

TEST(PodRules, Updates) {
  const std::string only = "spec: Forbidden: pod updates may not change fields other than ...";
  ExpectPodUpdateFaults({
      {PodOf(""), PodOf("", R"("image":"j")"), {}},
      {PodOf(""), PodOf(R"("tolerations":[{"key":"a","operator":"Exists"}])"), {}},
      {PodOf(""),
       PodOf(R"("tolerations":[{"key":"a","operator":"X"}])"),
       {"spec.tolerations[0].operator: Unsupported value: \"X\": ...",
        "spec.tolerations[0].operator: Unsupported value: \"X\": ..."}},
      {PodOf(""), PodOf(R"("hostname":"h")"), {only}},
      {PodOf(""), PodOf("", R"("workingDir":"/x")"), {only}},
      {PodOf(R"("tolerations":[{"key":"a","operator":"Exists"}])"),
       PodOf(""),
       {"spec.tolerations: Forbidden: existing toleration can not be modified except its "
        "tolerationSeconds"}},
      {PodOf(""), PodOf(R"("activeDeadlineSeconds":5)"), {}},
      {PodOf(R"("activeDeadlineSeconds":5)"),
       PodOf(R"("activeDeadlineSeconds":6)"),
       {"spec.activeDeadlineSeconds: Invalid value: 6: must be less than or equal to previous "
        "value"}},
      {PodOf(R"("activeDeadlineSeconds":5)"),
       PodOf(""),
       {"spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer "
        "to nil value"}},
      {PodOf(""),
       PodOf(R"("initContainers":[{"name":"d",)" + kDefaults + "}]"),
       {"spec.initContainers: Forbidden: pod updates may not add or remove containers"}},
      {PodOf(R"("terminationGracePeriodSeconds":-1)"),
       PodOf(R"("terminationGracePeriodSeconds":1)"),
       {}},
      {PodOf(""),
       PodOf(R"("schedulingGates":[{"name":"g"}])"),
       {"spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new "
        "scheduling gate 'g'"}},
      {PodOf(R"("schedulingGates":[{"name":"g"}],"nodeSelector":{"a":"b"})"),
       PodOf(R"("nodeSelector":{"a":"c"})"),
       {"spec.nodeSelector: Invalid value: {\"a\":\"c\"}: only additions to spec.nodeSelector are "
        "allowed (no mutations or deletions)"}},
      {PodOf(R"("schedulingGates":[{"name":"g"}])"), PodOf(R"("nodeSelector":{"a":"c"})"), {}},
      {PodOf("", "", R"("container.apparmor.security.beta.kubernetes.io/c":"unconfined")"),
       PodOf(""),
       {"metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: Forbidden: may "
        "not remove or update AppArmor annotations"}},
      {PodOf(R"("nodeName":"n")"),
       PodOf(R"("nodeName":"n")", "", R"("kubernetes.io/config.mirror":"x")"),
       {"metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not add mirror pod "
        "annotation"}},
  });
}

TEST(PodRules, StatusUpdates) {
  auto pod = [](const std::string& status, const std::string& spec = "") {
    return R"({"spec":{)" + spec + R"(},"status":{)" + status + "}}";
  };
  ExpectUpdateFaults<Pod>(
      {
          {pod("", R"("nodeName":"a")"),
           pod("", R"("nodeName":"b")"),
           {"status.nodeName: Forbidden: may not be changed directly"}},
          {pod("", R"("nodeName":"a")"),
           pod(R"("nominatedNodeName":"A")", R"("nodeName":"a")"),
           {"status.nominatedNodeName: Forbidden: may not be set on pods that are already bound to "
            "a node",
            "status.nominatedNodeName: Invalid value: \"A\": a lowercase RFC 1123 ..."}},
          {pod(""),
           pod(R"("observedGeneration":-1,"conditions":[{"type":"a b",)"
               R"("observedGeneration":-1}])"),
           {"status.observedGeneration: Invalid value: -1: must be a non-negative integer",
            "status.conditions[0].observedGeneration: Invalid value: -1: must be a non-negative "
            "integer",
            "status.conditions[0].Type: Invalid value: \"a b\": name part ..."}},
          {pod(R"("qosClass":"BestEffort")"),
           pod(R"("qosClass":"Burstable")"),
           {"status.qosClass: Invalid value: \"Burstable\": field is immutable"}},
          {pod(R"("containerStatuses":[{"name":"c","state":{"terminated":{}}}])",
               R"("restartPolicy":"Never")"),
           pod(R"("containerStatuses":[{"name":"c","state":{"running":{}}}])",
               R"("restartPolicy":"Never")"),
           {"status.containerStatuses[0].state: Forbidden: may not be transitioned to "
            "non-terminated state"}},
          {pod(""),
           pod(R"("podIPs":[{"ip":"x"}],"hostIP":"1.1.1.1","hostIPs":[{"ip":"1.1.1.2"},)"
               R"({"ip":"1.1.1.3"}])"),
           {"status.podIPs[0]: Invalid value: \"x\": must be a valid IP address, ...",
            "status.hostIPs[0].ip: Invalid value: \"1.1.1.2\": must be equal to `hostIP`",
            "status.hostIPs: Invalid value: [{\"IP\":\"1.1.1.2\"},{\"IP\":\"1.1.1.3\"}]: may "
            "specify no more than one IP for each IP family"}},
          {pod(""),
           pod(R"("resourceClaimStatuses":[{"name":"a","resourceClaimName":"B"}])"),
           {"status.resourceClaimStatuses[0].name: Invalid value: \"a\": must match the name of an "
            "entry in `spec.resourceClaims`",
            "status.resourceClaimStatuses[0].name: Invalid value: \"B\": a lowercase RFC 1123 "
            "..."}},
          {pod(""),
           pod(R"("podIPs":[{"ip":"1.1.1.1"},{"ip":"1.1.1.1"}])"),
           {"status.podIPs: Invalid value: [{\"IP\":\"1.1.1.1\"},{\"IP\":\"1.1.1.1\"}]: may "
            "specify no more than one IP for each IP family",
            "status.podIPs[1]: Duplicate value: {\"IP\":\"1.1.1.1\"}"}},
          // Ephemeral containers end for good; faults have the place in the old list.
          {pod(R"("ephemeralContainerStatuses":[{"name":"d"},{"name":"e","state":)"
               R"({"terminated":{"exitCode":1}}}])",
               R"("restartPolicy":"Always")"),
           pod(R"("ephemeralContainerStatuses":[{"name":"e","state":{"running":{}}}])",
               R"("restartPolicy":"Always")"),
           {"status.ephemeralContainerStatuses[1].state: Forbidden: may not be transitioned to "
            "non-terminated state"}},
          {pod("", R"("nodeName":"n")"),
           R"({"metadata":{"annotations":{"kubernetes.io/config.mirror":"x"}},)"
           R"("spec":{"nodeName":"n"}})",
           {"metadata.annotations[kubernetes.io/config.mirror]: Forbidden: may not add mirror pod "
            "annotation"}},
      },
      [](const Pod& now, const Pod& old, field::ErrorList& errors) {
        errors = ValidatePodStatusUpdate(now, old, kOptions);
      });
}

TEST(PodRules, Subresources) {
  const std::string ephemeral = R"("ephemeralContainers":[{"name":"e",)" + kDefaults + "}]";
  ExpectUpdateFaults<Pod>(
      {
          {PodOf(""), PodOf(ephemeral), {}},
          {PodOf(ephemeral),
           PodOf(""),
           {"spec.ephemeralContainers: Forbidden: existing ephemeral containers \"e\" may not be "
            "removed\n"}},
          {PodOf(ephemeral),
           PodOf(R"("ephemeralContainers":[{"name":"e",)" + kDefaults + R"(,"tty":true}])"),
           {"spec.ephemeralContainers: Forbidden: existing ephemeral containers \"e\" may not be "
            "changed\n"
            "@@ -27,6 +27,6 @@\n  \"SecurityContext\": null,\n  \"Stdin\": false,\n  "
            "\"StdinOnce\": false,\n"
            "- \"TTY\": false,\n+ \"TTY\": true,\n  \"TargetContainerName\": \"\"\n }\n"}},
          {PodOf(""),
           PodOf(R"("ephemeralContainers":[{"name":"c","targetContainerName":"x","ports":)"
                 R"([{"containerPort":1,"protocol":"TCP"}],)" +
                 kDefaults + "}]"),
           {"spec.ephemeralContainers[0].name: Duplicate value: \"c\"",
            "spec.ephemeralContainers[0].targetContainerName: Not found: \"x\"",
            "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral "
            "Container"}},
      },
      [](const Pod& now, const Pod& old, field::ErrorList& errors) {
        errors = ValidatePodEphemeralContainersUpdate(now, old, kOptions);
      });
  const std::string one = R"("resources":{"requests":{"cpu":"1"}})";
  ExpectUpdateFaults<Pod>(
      {
          {PodOf("", one), PodOf("", R"("resources":{"requests":{"cpu":"2"}})"), {}},
          {PodOf("", one),
           PodOf("", R"("resources":{"requests":{"memory":"1"}})"),
           {"spec.containers[0].resources.requests: Forbidden: resource requests cannot be "
            "removed"}},
          {PodOf("", one),
           PodOf(""),
           {"spec: Invalid value: \"\": Pod QOS Class may not change as a result of resizing",
            "spec.containers[0].resources.requests: Forbidden: resource requests cannot be "
            "removed"}},
          {PodOf("", one),
           PodOf("", one + R"(,"image":"j")"),
           {"spec: Forbidden: only cpu and memory resources are mutable"}},
          {PodOf("", R"("resources":{"requests":{"cpu":"1","ephemeral-storage":"1"}})"),
           PodOf("", one),
           {"spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
            "spec: Forbidden: only cpu and memory resources are mutable"}},
          {PodOf("", one),
           PodOf(R"("initContainers":[{"name":"i",)" + kDefaults + "}]", one),
           {"spec.initContainers: Forbidden: initContainers may not be added or removed on "
            "resize"}},
          {PodOf("", one),
           PodOf("", one + R"(,"name":"d")"),
           {"spec.containers[0].name: Forbidden: containers may not be renamed or reordered on "
            "resize"}},
          {R"({"metadata":{"annotations":{"kubernetes.io/config.mirror":"x"}},"spec":{}})",
           "{}",
           {"[]: Forbidden: static pods cannot be resized"}},
      },
      [](const Pod& now, const Pod& old, field::ErrorList& errors) {
        errors = ValidatePodResize(now, old, kOptions);
      });
  ExpectFaults<Binding>({{R"({"target":{"kind":"X"}})",
                          {"target.kind: Unsupported value: \"X\": supported values: \"Node\", "
                           "\"<empty>\"",
                           "target.name: Required value"}}},
                        [](const Binding& binding, field::ErrorList& errors) {
                          errors = ValidatePodBinding(binding);
                        });
  ExpectFaults<PodLogOptions>({{R"({"tailLines":-1,"limitBytes":0,"sinceSeconds":0})",
                                {"tailLines: Invalid value: -1: must be greater than or equal to 0",
                                 "limitBytes: Invalid value: 0: must be greater than 0",
                                 "sinceSeconds: Invalid value: 0: must be greater than 0"}}},
                              [](const PodLogOptions& log, field::ErrorList& errors) {
                                errors = ValidatePodLogOptions(log);
                              });
}

TEST(PodTemplateRules, LabelsAndEphemeralContainers) {
  ExpectFaults<PodTemplate>(
      {{R"({"template":{"metadata":{"labels":{"a b":"c"},"annotations":{"d e":"f"}},"spec":{)" +
            kSpec + R"(,"containers":[{"name":"c",)" + kDefaults +
            R"(}],"ephemeralContainers":[{"name":"e",)" + kDefaults + "}]}}}",
        {"template.labels: Invalid value: \"a b\": name part ...",
         "template.annotations: Invalid value: \"d e\": name part ...",
         "template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod "
         "template"}}},
      [](const PodTemplate& object, field::ErrorList& errors) {
        errors = ValidatePodTemplate(object, kOptions);
      });
}

}  // namespace
}  // namespace pintle::apis::core::v1
