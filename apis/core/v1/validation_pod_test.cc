#include "apis/core/v1/validation_pod.h"

#include "apis/core/v1/validation_pod_spec.h"
#include "apis/validation_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

const ValidationOptions kOptions;
// What defaulting gives every container and pod.
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
std::string WithSpec(const std::string& spec) { return PodOf(spec); }
std::string WithContainer(const std::string& container) { return PodOf("", container); }
std::string WithVolume(const std::string& source) {
  return PodOf(R"("volumes":[{"name":"v",)" + source + "}]");
}

void ExpectPodFaults(const std::vector<FaultCase>& cases) {
  ExpectFaults<Pod>(
      cases, [](const Pod& pod, field::ErrorList& errors) { errors = ValidatePod(pod, kOptions); });
}

TEST(PodRules, SpecScalars) {
  ExpectPodFaults({
      {WithSpec(""), {}},
      {R"({"metadata":{"name":"p"}})",
       {"spec.terminationGracePeriodSeconds: Required value", "spec.containers: Required value",
        "spec.restartPolicy: Required value", "spec.dnsPolicy: Required value"}},
      {WithSpec(R"("restartPolicy":"Sometimes")"),
       {"spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\", "
        "\"OnFailure\", \"Never\""}},
      {WithSpec(R"("dnsPolicy":"Foo")"),
       {"spec.dnsPolicy: Unsupported value: \"Foo\": supported values: "
        "\"ClusterFirstWithHostNet\", \"ClusterFirst\", \"Default\", \"None\""}},
      {WithSpec(R"("dnsPolicy":"None")"),
       {"spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"}},
      {WithSpec(R"("dnsPolicy":"None","dnsConfig":{})"),
       {"spec.dnsConfig.nameservers: Required value: must provide at least one DNS nameserver "
        "when `dnsPolicy` is None"}},
      {WithSpec(R"("dnsConfig":{"nameservers":["1.1.1.1","2.2.2.2","3.3.3.3","x"],)"
                R"("searches":[".","a_b.","A"],"options":[{}]})"),
       {"spec.dnsConfig.nameservers: Invalid value: [\"1.1.1.1\",\"2.2.2.2\",\"3.3.3.3\",\"x\"]: "
        "must not have more than 3 nameservers",
        "spec.dnsConfig.nameservers[3]: Invalid value: \"x\": must be a valid IP address, ...",
        "spec.dnsConfig.searches[2]: Invalid value: \"A\": a lowercase RFC 1123 subdomain ...",
        "spec.dnsConfig.options[0]: Required value: must not be empty"}},
      {WithSpec(R"("activeDeadlineSeconds":0)"),
       {"spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, "
        "inclusive"}},
      {WithSpec(R"("nodeSelector":{"a b":"c d"})"),
       {"spec.nodeSelector: Invalid value: \"a b\": name part must consist of ...",
        "spec.nodeSelector: Invalid value: \"c d\": a valid label must be an empty string or ..."}},
      {WithSpec(R"("serviceAccountName":"A","nodeName":"B","hostname":"a.b","subdomain":"C",)"
                R"("priorityClassName":"D","runtimeClassName":"E","preemptionPolicy":"F")"),
       {"spec.serviceAccountName: Invalid value: \"A\": a lowercase RFC 1123 subdomain ...",
        "spec.nodeName: Invalid value: \"B\": a lowercase RFC 1123 subdomain ...",
        "spec.hostname: Invalid value: \"a.b\": must not contain dots",
        "spec.subdomain: Invalid value: \"C\": a lowercase RFC 1123 label ...",
        "spec.priorityClassName: Invalid value: \"D\": a lowercase RFC 1123 subdomain ...",
        "spec.runtimeClassName: Invalid value: \"E\": a lowercase RFC 1123 subdomain ...",
        "spec.preemptionPolicy: Unsupported value: \"F\": supported values: "
        "\"PreemptLowerPriority\", \"Never\""}},
      {WithSpec(R"("runtimeClassName":"")"),
       {"spec.runtimeClassName: Invalid value: \"\": a lowercase RFC 1123 subdomain ..."}},
      {WithSpec(R"("hostAliases":[{"ip":"x","hostnames":["A"]}])"),
       {"spec.hostAliases[0].ip: Invalid value: \"x\": must be a valid IP address, ...",
        "spec.hostAliases[0].hostnames[0]: Invalid value: \"A\": a lowercase ..."}},
      {WithSpec(R"("hostnameOverride":"A","setHostnameAsFQDN":true,"hostNetwork":true)"),
       {"spec.hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true",
        "spec.hostnameOverride: Forbidden: may not be specified when hostNetwork is true",
        "spec.hostnameOverride: Invalid value: \"A\": a lowercase RFC 1123 subdomain ..."}},
      {PodOf(R"("hostNetwork":true)", R"("ports":[{"containerPort":80,"protocol":"TCP"}])"),
       {"spec.containers[0].ports[0].hostPort: Invalid value: 0: must match `containerPort` when "
        "`hostNetwork` is true"}},
      {WithSpec(R"("readinessGates":[{"conditionType":"a b"}],)"
                R"("schedulingGates":[{"name":"g"},{"name":"g"}])"),
       {"spec.readinessGates[0].conditionType: Invalid value: \"a b\": name part ...",
        "spec.schedulingGates[1]: Duplicate value: \"g\""}},
      {WithSpec(R"("nodeName":"n","schedulingGates":[{"name":"g"}])"),
       {"spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared"}},
      {WithSpec(R"("schedulingGroup":{})"),
       {"spec.schedulingGroup: Invalid value: {\"PodGroupName\":null}: must specify one of: "
        "`podGroupName`"}},
      {WithSpec(R"("overhead":{"cpu":"-1"})"),
       {"spec.overhead.limits[cpu]: Invalid value: \"-1\": must be greater than or equal to 0"}},
      {WithSpec(R"("resourceClaims":[{"name":""},{"name":"a","resourceClaimName":"x"},)"
                R"({"name":"a","resourceClaimName":"x","resourceClaimTemplateName":"y"}])"),
       {"spec.resourceClaims[0].name: Required value",
        "spec.resourceClaims[0]: Invalid value: "
        "{\"Name\":\"\",\"ResourceClaimName\":null,\"ResourceClaimTemplateName\":null}: must "
        "specify one of: `resourceClaimName`, `resourceClaimTemplateName`",
        "spec.resourceClaims[2].name: Duplicate value: \"a\"",
        "spec.resourceClaims[2]: Invalid value: "
        "{\"Name\":\"a\",\"ResourceClaimName\":\"x\",\"ResourceClaimTemplateName\":\"y\"}: at most "
        "one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"}},
      {WithSpec(R"("ephemeralContainers":[{"name":"e",)" + kDefaults + "}]"),
       {"spec.ephemeralContainers: Forbidden: cannot be set on create"}},
  });
}

TEST(PodRules, Containers) {
  ExpectPodFaults({
      {WithContainer(R"("name":"","image":"","terminationMessagePolicy":"","imagePullPolicy":"")"),
       {"spec.containers[0].name: Required value", "spec.containers[0].image: Required value",
        "spec.containers[0].terminationMessagePolicy: Required value",
        "spec.containers[0].imagePullPolicy: Required value"}},
      {WithContainer(R"("name":"A","image":" i","terminationMessagePolicy":"X",)"
                     R"("imagePullPolicy":"Y")"),
       {"spec.containers[0].name: Invalid value: \"A\": a lowercase RFC 1123 label ...",
        "spec.containers[0].image: Invalid value: \" i\": must not have leading or trailing "
        "whitespace",
        "spec.containers[0].terminationMessagePolicy: Unsupported value: \"X\": supported values: "
        "\"File\", \"FallbackToLogsOnError\"",
        "spec.containers[0].imagePullPolicy: Unsupported value: \"Y\": supported values: "
        "\"Always\", \"IfNotPresent\", \"Never\""}},
      {WithContainer(R"("ports":[{"name":"p","containerPort":1,"hostPort":5,"protocol":"TCP"},)"
                     R"({"name":"p","containerPort":0,"hostPort":5,"protocol":"TCP"},)"
                     R"({"name":"P","containerPort":70000,"hostPort":70000,"protocol":"X"},)"
                     R"({"containerPort":1}])"),
       {"spec.containers[0].ports[1].name: Duplicate value: \"p\"",
        "spec.containers[0].ports[1].containerPort: Required value",
        "spec.containers[0].ports[2].name: Invalid value: \"P\": must contain only ...",
        "spec.containers[0].ports[2].name: Invalid value: \"P\": must contain at least one ...",
        "spec.containers[0].ports[2].containerPort: Invalid value: 70000: must be between ...",
        "spec.containers[0].ports[2].hostPort: Invalid value: 70000: must be between ...",
        "spec.containers[0].ports[2].protocol: Unsupported value: \"X\": supported values: "
        "\"SCTP\", \"TCP\", \"UDP\"",
        "spec.containers[0].ports[3].protocol: Required value",
        "spec.containers[0].ports[1].hostPort: Duplicate value: \"TCP//5\""}},
      {WithContainer(R"("resizePolicy":[{"resourceName":"cpu","restartPolicy":"NotRequired"},)"
                     R"({"resourceName":"cpu","restartPolicy":""},{"resourceName":"x",)"
                     R"("restartPolicy":"Y"}])"),
       {"spec.containers[0].resizePolicy[1]: Duplicate value: \"cpu\"",
        "spec.containers[0].resizePolicy: Required value",
        "spec.containers[0].resizePolicy: Unsupported value: \"x\": supported values: \"cpu\", "
        "\"memory\"",
        "spec.containers[0].resizePolicy: Unsupported value: \"Y\": supported values: "
        "\"NotRequired\", \"RestartContainer\""}},
      {PodOf(R"("restartPolicy":"Never")",
             R"("resizePolicy":[{"resourceName":"cpu","restartPolicy":"RestartContainer"}])"),
       {"spec.containers[0].resizePolicy: Invalid value: \"RestartContainer\": must be "
        "'NotRequired' when pod `restartPolicy` is 'Never'"}},
      {WithContainer(R"("restartPolicyRules":[{"action":"X"}])"),
       {"spec.containers[0].restartPolicy: Required value: must specify restartPolicy when restart "
        "rules are used",
        "spec.containers[0].restartPolicyRules[0].action: Unsupported value: \"X\": supported "
        "values: \"Restart\", \"RestartAllContainers\"",
        "spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified"}},
      {WithContainer(R"("restartPolicy":"X")"),
       {"spec.containers[0].restartPolicy: Unsupported value: \"X\": supported values: \"Always\", "
        "\"Never\", \"OnFailure\""}},
      {WithSpec(R"("initContainers":[{"name":"c","lifecycle":{},"livenessProbe":{},)"
                R"("readinessProbe":{},"startupProbe":{},"resizePolicy":[{"resourceName":"cpu",)"
                R"("restartPolicy":"RestartContainer"}],)" +
                kDefaults + "}]"),
       {"spec.initContainers[0].name: Duplicate value: \"c\"",
        "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without "
        "restartPolicy=Always",
        "spec.initContainers[0].livenessProbe: Forbidden: may not be set for init ...",
        "spec.initContainers[0].readinessProbe: Forbidden: may not be set for init ...",
        "spec.initContainers[0].startupProbe: Forbidden: may not be set for init ...",
        "spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: "
        "\"RestartContainer\": must not be set to 'RestartContainer' for non-sidecar "
        "initContainers"}},
      // Two without a name are one name too many.
      {R"({"metadata":{"name":"p"},"spec":{)" + kSpec + R"(,"containers":[{"name":"",)" +
           kDefaults + R"(},{"name":"",)" + kDefaults + R"(}],"initContainers":[{"name":"i",)" +
           kDefaults + R"(},{"name":"j","ports":[{"containerPort":1,"hostPort":5,"protocol":)" +
           R"("TCP"},{"containerPort":2,"hostPort":5,"protocol":"TCP"}],)" + kDefaults + "}]}}",
       {"spec.containers[0].name: Required value", "spec.containers[1].name: Required value",
        "spec.containers[1].name: Duplicate value: \"\"",
        "spec.initContainers[0].ports[1].hostPort: Duplicate value: \"TCP//5\""}},
      {WithSpec(R"("initContainers":[{"name":"s","restartPolicy":"Always","livenessProbe":)"
                R"({"successThreshold":1},)" +
                kDefaults + "}]"),
       {"spec.initContainers[0].livenessProbe: Required value: must specify a handler type"}},
  });
}

TEST(PodRules, Environment) {
  const std::string at = "spec.containers[0].env";
  ExpectPodFaults({
      {WithContainer(R"("env":[{"name":""},{"name":"a=b"},{"name":"X","value":"1","valueFrom":)"
                     R"({"fieldRef":{"apiVersion":"v1","fieldPath":"nope"}}}])"),
       {at + "[0].name: Required value",
        at + "[1].name: Invalid value: \"a=b\": a valid environment variable name must consist "
             "only of printable ASCII characters other than '='",
        at + "[2].valueFrom.fieldRef.fieldPath: Invalid value: \"nope\": error converting "
             "fieldPath: field label not supported: nope",
        at + "[2].valueFrom: Invalid value: \"\": may not be specified when `value` is not "
             "empty"}},
      {WithContainer(R"("env":[{"name":"a","valueFrom":{}},{"name":"b","valueFrom":{"fieldRef":)"
                     R"({"apiVersion":"v1","fieldPath":"metadata.labels"},"secretKeyRef":)"
                     R"({"name":"","key":""}}},{"name":"c","valueFrom":{"fieldRef":)"
                     R"({"apiVersion":"v1","fieldPath":"metadata.labels['a']"}}},)"
                     R"({"name":"d","valueFrom":{"fieldRef":{"apiVersion":"v1",)"
                     R"("fieldPath":"metadata.name['a']"}}}])"),
       {at + "[0].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`, "
             "`resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`",
        at + "[1].valueFrom.fieldRef.fieldPath: Unsupported value: \"metadata.labels\": supported "
             "values: \"metadata.name\", \"metadata.namespace\", \"metadata.uid\", "
             "\"spec.nodeName\", \"spec.serviceAccountName\", \"status.hostIP\", "
             "\"status.hostIPs\", \"status.podIP\", \"status.podIPs\"",
        at + "[1].valueFrom.secretKeyRef.name: Invalid value: \"\": a lowercase RFC 1123 ...",
        at + "[1].valueFrom.secretKeyRef.key: Required value",
        at + "[1].valueFrom: Invalid value: \"\": may not have more than one field specified at a "
             "time",
        at + "[3].valueFrom.fieldRef.fieldPath: Invalid value: \"metadata.name['a']\": error "
             "converting fieldPath: field label does not support subscript: "
             "metadata.name['a']"}},
      {WithContainer(R"("env":[{"name":"a","valueFrom":{"resourceFieldRef":{"resource":"x"}}},)"
                     R"({"name":"b","valueFrom":{"resourceFieldRef":{"resource":"limits.cpu",)"
                     R"("divisor":"2"}}},{"name":"c","valueFrom":{"resourceFieldRef":)"
                     R"({"resource":"requests.memory","divisor":"2"}}}])"),
       {at + "[0].valueFrom.resourceFieldRef.resource: Unsupported value: \"x\": supported "
             "values: \"limits.cpu\", \"limits.ephemeral-storage\", \"limits.memory\", "
             "\"requests.cpu\", \"requests.ephemeral-storage\", \"requests.memory\"",
        at + "[1].valueFrom.resourceFieldRef.divisor: Invalid value: \"limits.cpu\": only "
             "divisor's values 1m and 1 are supported with the cpu resource",
        at + "[2].valueFrom.resourceFieldRef.divisor: Invalid value: \"requests.memory\": only "
             "divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are "
             "supported with the memory resource"}},
      {WithContainer(R"("env":[{"name":"a","valueFrom":{"fileKeyRef":{"volumeName":"v",)"
                     R"("path":"../x","key":"k"}}}])"),
       {at + "[0].valueFrom.fileKeyRef.path: Invalid value: \"../x\": must not contain '..'",
        at + "[0].valueFrom.fileKeyRef.volumeName: Not found: \"v\""}},
      {WithContainer(R"("env":[{"name":"a","valueFrom":{"fieldRef":{"apiVersion":"v2",)"
                     R"("fieldPath":"metadata.name"}}},{"name":"b","valueFrom":{"fieldRef":)"
                     R"({"apiVersion":"v1","fieldPath":"spec.host"}}}],)"
                     R"("envFrom":[{"secretRef":{"name":"a-"}}])"),
       {at + "[0].valueFrom.fieldRef.fieldPath: Invalid value: \"metadata.name\": error converting "
             "fieldPath: unsupported pod version: v2"}},
      {WithContainer(R"("envFrom":[{"prefix":"a=b"},{"configMapRef":{"name":"A"},)"
                     R"("secretRef":{}}])"),
       {"spec.containers[0].envFrom[0].prefix: Invalid value: \"a=b\": a valid environment ...",
        "spec.containers[0].envFrom: Invalid value: \"\": must specify one of: `configMapRef` or "
        "`secretRef`",
        "spec.containers[0].envFrom[1].configMapRef.name: Invalid value: \"A\": a lowercase ...",
        "spec.containers[0].envFrom[1].secretRef.name: Required value",
        "spec.containers[0].envFrom: Invalid value: \"\": may not have more than one field "
        "specified at a time"}},
  });
}

TEST(PodRules, Mounts) {
  const std::string volumes =
      R"("volumes":[{"name":"d","emptyDir":{}},{"name":"b","persistentVolumeClaim":)"
      R"({"claimName":"x"}}])";
  const std::string at = "spec.containers[0].";
  ExpectPodFaults({
      {WithContainer(R"("volumeMounts":[{"name":"nope","mountPath":""}])"),
       {at + "volumeMounts[0].name: Not found: \"nope\"",
        at + "volumeMounts[0].mountPath: Required value"}},
      {PodOf(volumes,
             R"("volumeMounts":[{"name":"d","mountPath":"/a"},{"name":"d","mountPath":"/a",)"
             R"("subPath":"/x","subPathExpr":"..","mountPropagation":"Bidirectional",)"
             R"("recursiveReadOnly":"Enabled"}])"),
       {at + "volumeMounts[1].mountPath: Invalid value: \"/a\": must be unique",
        at + "volumeMounts.subPath: Invalid value: \"/x\": must be a relative path",
        at + "volumeMounts[1].subPathExpr: Invalid value: \"..\": subPathExpr and subPath are "
             "mutually exclusive",
        at + "volumeMounts.subPathExpr: Invalid value: \"..\": must not contain '..'",
        at + "volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is "
             "available only to privileged containers",
        at + "volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is "
             "true",
        at + "volumeMounts.recursiveReadOnly: Forbidden: may only be specified when "
             "mountPropagation is None or not specified"}},
      {PodOf(volumes, R"("volumeMounts":[{"name":"d","mountPath":"/a","mountPropagation":"X",)"
                      R"("recursiveReadOnly":"Y"}])"),
       {at + "volumeMounts.mountPropagation: Unsupported value: \"X\": supported values: "
             "\"Bidirectional\", \"HostToContainer\", \"None\"",
        at + "volumeMounts.recursiveReadOnly: Unsupported value: \"Y\": supported values: "
             "\"Disabled\", \"Enabled\", \"IfPossible\""}},
      {PodOf(volumes, R"("volumeMounts":[{"name":"b","mountPath":"/dev/x"}],"volumeDevices":)"
                      R"([{"name":"b","devicePath":"/dev/x"},{"name":"b","devicePath":"/dev/x"},)"
                      R"({"name":"d","devicePath":"/../y"},{"name":"n","devicePath":""}])"),
       {at + "volumeMounts[0].name: Invalid value: \"b\": must not already exist in volumeDevices",
        at + "volumeMounts[0].mountPath: Invalid value: \"/dev/x\": must not already exist as a "
             "path in volumeDevices",
        at + "volumeDevices[0].name: Invalid value: \"b\": must not already exist in volumeMounts",
        at + "volumeDevices[0].devicePath: Invalid value: \"/dev/x\": must not already exist as a "
             "path in volumeMounts",
        at + "volumeDevices[1].name: Invalid value: \"b\": must be unique",
        at + "volumeDevices[1].devicePath: Invalid value: \"/dev/x\": must be unique",
        at + "volumeDevices[1].name: Invalid value: \"b\": must not already exist in volumeMounts",
        at + "volumeDevices[1].devicePath: Invalid value: \"/dev/x\": must not already exist ...",
        at + "volumeDevices[2].name: Invalid value: \"d\": can only use volume source type of "
             "PersistentVolumeClaim or Ephemeral for block mode",
        at + "volumeDevices[2].devicePath: Invalid value: \"/../y\": can not contain backsteps "
             "('..')",
        at + "volumeDevices[3].name: Not found: \"n\"",
        at + "volumeDevices[3].devicePath: Required value"}},
  });
}

TEST(PodRules, Resources) {
  const std::string at = "spec.containers[0].resources";
  ExpectPodFaults({
      {WithContainer(R"("resources":{"requests":{"cpu":"2","memory":"-1"},"limits":{"cpu":"1",)"
                     R"("bogus res":"1"}})"),
       {at + ".limits[bogus res]: Invalid value: \"bogus res\": name part must consist of ...",
        at + ".limits[bogus res]: Invalid value: \"bogus res\": must be a standard resource for "
             "containers",
        at + ".requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1",
        at + ".requests[memory]: Invalid value: \"-1\": must be greater than or equal to 0"}},
      {WithContainer(R"("resources":{"requests":{"a.b/c":"1","a.b/d":"500m"},"limits":)"
                     R"({"a.b/d":"1","pods":"1","requests.x/y":"1"}})"),
       {at + ".limits[pods]: Invalid value: \"pods\": must be a standard resource for containers",
        at + ".limits[requests.x/y]: Invalid value: \"requests.x/y\": doesn't follow extended "
             "resource name standard",
        at + ".limits: Required value: Limit must be set for non overcommitable resources",
        at + ".requests[a.b/d]: Invalid value: \"500m\": must be an integer",
        at + ".requests: Invalid value: \"500m\": must be equal to a.b/d limit of 1"}},
      {WithContainer(R"("resources":{"limits":{"hugepages-2Mi":"3Mi"},"requests":)"
                     R"({"hugepages-2Mi":"3Mi"}})"),
       {at + ".limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi is not positive integer multiple "
             "of hugepages-2Mi",
        at + ".requests[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi is not positive integer "
             "multiple of hugepages-2Mi",
        at + ": Forbidden: HugePages require cpu or memory"}},
      {WithContainer(R"("resources":{"claims":[{"name":""},{"name":"a"}]})"),
       {at + ".claims[0]: Required value",
        at + ".claims[1]: Not found: \"a\": must be one of the names in pod.spec.resourceClaims "
             "which is empty"}},
      {PodOf(R"("resourceClaims":[{"name":"a","resourceClaimName":"x"}])",
             R"("resources":{"claims":[{"name":"a"},{"name":"a","request":"R"},{"name":"b"}]})"),
       {at + ".claims[1].request: Invalid value: \"R\": a lowercase RFC 1123 label ...",
        at + ".claims[1]: Duplicate value: \"a\"",
        at + ".claims[2]: Not found: \"b\": must be one of the names in "
             "pod.spec.resourceClaims: a"}},
      {PodOf(R"("os":{"name":"windows"},"securityContext":null,"resources":{"claims":[],)"
             R"("requests":{"cpu":"1","storage":"1"},"limits":{"memory":"1Mi"}})",
             R"("resources":{"requests":{"cpu":"2"},"limits":{"memory":"2Mi"}})"),
       {"spec.resources: Forbidden: may not be set for a windows pod",
        "spec.resources.claims: Forbidden: claims may not be set for Resources at pod-level",
        "spec.resources.requests[storage]: Unsupported value: \"storage\": supported values: "
        "\"cpu\", \"memory\"",
        "spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to "
        "aggregate container requests of 2",
        "spec.resources.containers[0][memory].limits: Invalid value: \"2Mi\": must be less than "
        "or equal to pod limits of 1Mi"}},
  });
}

TEST(PodRules, ProbesAndLifecycle) {
  const std::string at = "spec.containers[0].";
  ExpectPodFaults({
      {WithContainer(R"("livenessProbe":{"exec":{},"httpGet":{"path":"/","port":1,"scheme":)"
                     R"("HTTP"},"initialDelaySeconds":-1,"timeoutSeconds":-1,"periodSeconds":-1,)"
                     R"("successThreshold":2,"failureThreshold":-1,)"
                     R"("terminationGracePeriodSeconds":0})"),
       {at + "livenessProbe.exec.command: Required value",
        at + "livenessProbe.httpGet: Forbidden: may not specify more than 1 handler type",
        at + "livenessProbe.initialDelaySeconds: Invalid value: -1: must be greater than or equal "
             "to 0",
        at + "livenessProbe.timeoutSeconds: Invalid value: -1: must be greater ...",
        at + "livenessProbe.periodSeconds: Invalid value: -1: must be greater ...",
        at + "livenessProbe.failureThreshold: Invalid value: -1: must be greater ...",
        at + "livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than "
             "0",
        at + "livenessProbe.successThreshold: Invalid value: 2: must be 1"}},
      {WithContainer(R"("readinessProbe":{"httpGet":{"path":"","port":"--","scheme":"X",)"
                     R"("httpHeaders":[{"name":"a b"}]},"terminationGracePeriodSeconds":1})"),
       {at + "readinessProbe.httpGet.path: Required value",
        at + "readinessProbe.httpGet.port: Invalid value: \"--\": must contain at least one ...",
        at + "readinessProbe.httpGet.port: Invalid value: \"--\": must not contain consecutive ...",
        at + "readinessProbe.httpGet.port: Invalid value: \"--\": must not begin or end ...",
        at + "readinessProbe.httpGet.scheme: Unsupported value: \"X\": supported values: \"HTTP\", "
             "\"HTTPS\"",
        at + "readinessProbe.httpGet.httpHeaders: Invalid value: \"a b\": a valid HTTP header ...",
        at + "readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for "
             "readinessProbes"}},
      {WithContainer(R"("startupProbe":{"tcpSocket":{"port":0},"successThreshold":1},)"
                     R"("readinessProbe":{"grpc":{"port":0}})"),
       {at + "readinessProbe.grpc.port: Invalid value: 0: must be between 1 and 65535, inclusive",
        at + "startupProbe.tcpSocket.port: Invalid value: 0: must be between 1 and 65535, "
             "inclusive"}},
      {WithContainer(R"("lifecycle":{"postStart":{},"preStop":{"sleep":{"seconds":31}},)"
                     R"("stopSignal":"SIGTERM"})"),
       {at + "lifecycle.postStart: Required value: must specify a handler type",
        at + "lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than "
             "terminationGracePeriodSeconds (30)",
        at + "lifecycle.stopSignal: Forbidden: may not be set for containers with empty "
             "`spec.os.name`"}},
      {PodOf(R"("os":{"name":"linux"})", R"("lifecycle":{"stopSignal":"X"})"),
       {at + "lifecycle.stopSignal: Unsupported value: \"X\": supported values: \"SIGABRT\", ..."}},
      {PodOf(R"("os":{"name":"windows"},"securityContext":null)",
             R"("lifecycle":{"stopSignal":"SIGHUP"})"),
       {at + "lifecycle.stopSignal: Unsupported value: \"SIGHUP\": supported values: \"SIGKILL\", "
             "\"SIGTERM\""}},
  });
}

TEST(PodRules, Volumes) {
  const std::string at = "spec.volumes[0]";
  const std::vector<FaultCase> cases = {
      {PodOf(R"("volumes":[{"name":"","emptyDir":{}},{"name":"A"},{"name":"v","emptyDir":{}},)"
             R"({"name":"v","emptyDir":{},"hostPath":{"path":"/"}}])"),
       {"spec.volumes[0].name: Required value",
        "spec.volumes[1]: Required value: must specify a volume type",
        "spec.volumes[1].name: Invalid value: \"A\": a lowercase RFC 1123 label ...",
        "spec.volumes[3].hostPath: Forbidden: may not specify more than 1 volume type",
        "spec.volumes[3].name: Duplicate value: \"v\""}},
      {WithVolume(R"("emptyDir":{"sizeLimit":"-1"})"),
       {at + ".emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity"}},
      {WithVolume(R"("hostPath":{"path":"/a/../b","type":"X"})"),
       {at + ".hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
        at + ".hostPath.type: Unsupported value: \"X\": supported values: \"\", \"BlockDevice\", "
             "\"CharDevice\", \"Directory\", \"DirectoryOrCreate\", \"File\", \"FileOrCreate\", "
             "\"Socket\""}},
      {WithVolume(R"("gitRepo":{"directory":"/x"})"),
       {at + ".gitRepo.repository: Required value",
        at + ".gitRepo.directory: Invalid value: \"/x\": must be a relative path"}},
      {WithVolume(R"("gcePersistentDisk":{"partition":256})"),
       {at + ".persistentDisk.pdName: Required value",
        at + ".persistentDisk.partition: Invalid value: 256: must be between 1 and 255, "
             "inclusive"}},
      {WithVolume(R"("awsElasticBlockStore":{})"),
       {at + ".awsElasticBlockStore.volumeID: Required value"}},
      {WithVolume(R"("secret":{"defaultMode":512,"items":[{"path":"..x","mode":-1}]})"),
       {at + ".secret.secretName: Required value",
        at + ".secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 ...",
        at + ".secret.items[0].key: Required value",
        at + ".secret.items[0].path: Invalid value: \"..x\": must not start with '..'",
        at + ".secret.items[0].mode: Invalid value: -1: must be a number between 0 and 0777 ..."}},
      {WithVolume(R"("configMap":{"items":[{"key":"k"}]})"),
       {at + ".configMap.name: Required value", at + ".configMap.items[0].path: Required value"}},
      {WithVolume(R"("nfs":{"path":"a"})"),
       {at + ".nfs.server: Required value",
        at + ".nfs.path: Invalid value: \"a\": must be an absolute path"}},
      {WithVolume(
           R"("iscsi":{"iqn":"x","lun":256,"chapAuthSession":true,"initiatorName":"iqn.x"})"),
       {at + ".iscsi.targetPortal: Required value",
        at + ".iscsi.iqn: Invalid value: \"x\": must be valid format starting with iqn, eui, or "
             "naa",
        at + ".iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive",
        at + ".iscsi.secretRef: Required value",
        at + ".iscsi.initiatorname: Invalid value: \"iqn.x\": must be valid format"}},
      {WithVolume(R"("iscsi":{"targetPortal":"p","iqn":"iqn.2024-01.com.example:storage"})"), {}},
      {WithVolume(R"("glusterfs":{})"),
       {at + ".glusterfs.endpoints: Required value", at + ".glusterfs.path: Required value"}},
      {WithVolume(R"("flocker":{})"),
       {at + ".flocker: Required value: one of datasetName and datasetUUID is required"}},
      {WithVolume(R"("flocker":{"datasetName":"a/b","datasetUUID":"c"})"),
       {at + ".flocker: Invalid value: \"resource\": datasetName and datasetUUID can not be "
             "specified simultaneously",
        at + ".flocker.datasetName: Invalid value: \"a/b\": must not contain '/'"}},
      {WithVolume(R"("persistentVolumeClaim":{})"),
       {at + ".persistentVolumeClaim.claimName: Required value"}},
      {WithVolume(R"("rbd":{})"),
       {at + ".rbd.monitors: Required value", at + ".rbd.image: Required value"}},
      {WithVolume(R"("cephfs":{})"), {at + ".cephfs.monitors: Required value"}},
      {WithVolume(R"("cinder":{"secretRef":{}})"),
       {at + ".cinder.volumeID: Required value", at + ".cinder.secretRef.name: Required value"}},
      {WithVolume(R"("quobyte":{"registry":"a"})"),
       {at + ".quobyte.registry: Invalid value: \"a\": must be a host:port pair or multiple pairs "
             "separated by commas",
        at + ".quobyte.volume: Required value"}},
      {WithVolume(R"("fc":{})"),
       {at + ".fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not "
             "both"}},
      {WithVolume(R"("fc":{"targetWWNs":["a"],"wwids":["b"]})"),
       {at + ".fc.targetWWNs: Invalid value: [\"a\"]: targetWWNs and wwids can not be specified "
             "simultaneously",
        at + ".fc.lun: Required value: lun is required if targetWWNs is specified"}},
      {WithVolume(R"("flexVolume":{"options":{"a.k8s.io/b":"c"}})"),
       {at + ".flexVolume.driver: Required value",
        at + ".flexVolume.options[a.k8s.io/b]: Invalid value: \"a.k8s.io/b\": kubernetes.io and "
             "k8s.io namespaces are reserved"}},
      {WithVolume(R"("azureFile":{})"),
       {at + ".azureFile.secretName: Required value", at + ".azureFile.shareName: Required value"}},
      {WithVolume(R"("azureDisk":{"diskName":"a","diskURI":"b","cachingMode":"X",)"
                  R"("kind":"Managed"})"),
       {at + ".azureDisk.cachingMode: Unsupported value: \"X\": supported values: \"None\", "
             "\"ReadOnly\", \"ReadWrite\"",
        at + ".azureDisk.diskURI: Unsupported value: \"b\": supported values: "
             "\"/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/"
             "disks/{disk-id}\""}},
      {WithVolume(R"("vsphereVolume":{})"), {at + ".vsphereVolume.volumePath: Required value"}},
      {WithVolume(R"("photonPersistentDisk":{})"),
       {at + ".photonPersistentDisk.pdID: Required value"}},
      {WithVolume(R"("portworxVolume":{})"), {at + ".portworxVolume.volumeID: Required value"}},
      {WithVolume(R"("scaleIO":{})"),
       {at + ".scaleIO.gateway: Required value", at + ".scaleIO.system: Required value",
        at + ".scaleIO.volumeName: Required value"}},
      {WithVolume(R"("storageos":{"volumeNamespace":"A","secretRef":{}})"),
       {at + ".storageos.volumeName: Required value",
        at + ".storageos.volumeNamespace: Invalid value: \"A\": a lowercase RFC 1123 label ...",
        at + ".storageos.secretRef.name: Required value"}},
      {WithVolume(R"("csi":{"driver":"a b","nodePublishSecretRef":{"name":"A"}})"),
       {at + ".csi.driver: Invalid value: \"a b\": a lowercase RFC 1123 subdomain ...",
        at + ".csi.name: Invalid value: \"A\": a lowercase RFC 1123 subdomain ..."}},
      {WithVolume(R"("ephemeral":{})"), {at + ".ephemeral.volumeClaimTemplate: Required value"}},
      {WithVolume(R"("ephemeral":{"volumeClaimTemplate":{"metadata":{"name":"x"},"spec":{}}})"),
       {at + ".ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set",
        at + ".ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access "
             "mode is required",
        at + ".ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value"}},
      {WithVolume(R"("image":{"pullPolicy":"Always"})"), {at + ".image.reference: Required value"}},
      {WithVolume(R"("downwardAPI":{"defaultMode":512,"items":[{"path":"/x"}]})"),
       {at + ".downwardAPI.defaultMode: Invalid value: 512: must be a number ...",
        at + ".downwardAPI.path: Invalid value: \"/x\": must be a relative path",
        at + ".downwardAPI: Required value: one of fieldRef and resourceFieldRef is required"}},
      {PodOf(R"("volumes":[{"name":"e","ephemeral":{"volumeClaimTemplate":{"spec":{"accessModes":)"
             R"(["ReadWriteOnce"],"resources":{"requests":{"storage":"1"}}}}}},{"name":"v",)"
             R"("persistentVolumeClaim":{"claimName":"p-e"}}])"),
       {"spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: \"p-e\": must not "
        "reference a PVC that gets created for an ephemeral volume"}},
  };
  ExpectPodFaults(cases);
}

TEST(PodRules, ProjectedVolumes) {
  const std::string at = "spec.volumes[0].projected";
  ExpectPodFaults({
      {WithVolume(R"("projected":{"defaultMode":512,"sources":[{"secret":{},"configMap":{"name":)"
                  R"("m","items":[{"key":"k","path":"p"},{"key":"l","path":"p"}]}}]})"),
       {at + ".defaultMode: Invalid value: 512: must be a number ...",
        at + ".sources[0].secret.name: Required value",
        at + ": Invalid value: \"m\": conflicting duplicate paths",
        at + ".sources[0]: Forbidden: may not specify more than 1 volume type per source"}},
      {WithVolume(R"("projected":{"sources":[{"serviceAccountToken":{"expirationSeconds":1}}]})"),
       {at + ".sources[0].serviceAccountToken.expirationSeconds: Invalid value: 1: may not specify "
             "a duration less than 10 minutes",
        at + ".path: Required value",
        at + ".sources[0].serviceAccountToken: Forbidden: must not be specified when "
             "serviceAccountName is not set"}},
      // The volume is there for its containers all the same.
      {PodOf(R"("volumes":[{"name":"v","projected":{"sources":[{"serviceAccountToken":)"
             R"({"expirationSeconds":3600,"path":"t"}},{"configMap":{"name":"m","items":)"
             R"([{"key":"k","path":"t"}]}}]}}])",
             R"("volumeMounts":[{"name":"v","mountPath":"/m"}])"),
       {at + ".sources[0].serviceAccountToken: Forbidden: must not be specified when "
             "serviceAccountName is not set"}},
      {WithVolume(R"("projected":{"sources":[{"clusterTrustBundle":{}},{"clusterTrustBundle":)"
                  R"({"name":"","labelSelector":{},"path":"x"}}]})"),
       {at + ".sources[0].clusterTrustBundle: Required value: either name or signerName must be "
             "specified",
        at + ".sources[0].clusterTrustBundle.path: Required value",
        at + ".sources[1].clusterTrustBundle.name: Required value: must be a valid object name",
        at + ".sources[1].clusterTrustBundle.labelSelector: Invalid value: {}: labelSelector must "
             "be unset if name is specified"}},
      {WithVolume(R"("projected":{"sources":[{"podCertificate":{"keyType":"X",)"
                  R"("maxExpirationSeconds":1}}]})"),
       {at + ".sources[0].podCertificate.keyType: Unsupported value: \"X\": supported values: "
             "\"RSA3072\", \"RSA4096\", \"ECDSAP256\", \"ECDSAP384\", \"ECDSAP521\", \"ED25519\"",
        at + ".sources[0].podCertificate.maxExpirationSeconds: Invalid value: 1: if provided, "
             "maxExpirationSeconds must be >= 3600",
        at + ".sources[0].podCertificate: Required value: specify at least one of "
             "credentialBundlePath, keyPath, and certificateChainPath"}},
  });
}

}  // namespace
}  // namespace pintle::apis::core::v1
