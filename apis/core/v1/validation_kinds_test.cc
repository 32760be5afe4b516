#include "apis/core/v1/validation_claim.h"
#include "apis/core/v1/validation_controller.h"
#include "apis/core/v1/validation_event.h"
#include "apis/core/v1/validation_node.h"
#include "apis/core/v1/validation_persistent_volume.h"
#include "apis/core/v1/validation_quota.h"
#include "apis/core/v1/validation_service.h"
#include "apis/validation_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

const ValidationOptions kOptions;

// A service as defaulting leaves it; `more` overrides.
std::string ServiceOf(const std::string& more) {
  return R"({"metadata":{"name":"s"},"spec":{"type":"ClusterIP","sessionAffinity":"None",)"
         R"("internalTrafficPolicy":"Cluster","ports":[{"port":80,"protocol":"TCP",)"
         R"("targetPort":80}])" +
         (more.empty() ? "" : "," + more) + "}}";
}

TEST(ServiceRules, Faults) {
  ExpectFaults<Service>(
      {
          {ServiceOf(""), {}},
          {ServiceOf(R"("ports":[])"), {"spec.ports: Required value"}},
          {ServiceOf(R"("ports":[{"port":0,"targetPort":0,"protocol":"TCP"},{"port":80,)"
                     R"("targetPort":"x","protocol":"ICMP"}])"),
           {"spec.ports[0].name: Required value",
            "spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
            "spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, inclusive",
            "spec.ports[1].name: Required value",
            "spec.ports[1].protocol: Unsupported value: \"ICMP\": supported values: \"SCTP\", "
            "\"TCP\", \"UDP\""}},
          {ServiceOf(R"("ports":[{"name":"a","port":80,"protocol":"TCP","targetPort":80},)"
                     R"({"name":"a","port":80,"protocol":"TCP","targetPort":80,)"
                     R"("appProtocol":"a b"}])"),
           {"spec.ports[1].name: Duplicate value: \"a\"",
            "spec.ports[1].appProtocol: Invalid value: \"a b\": name part ...",
            "spec.ports[1]: Duplicate value: "
            "{\"Name\":\"\",\"Protocol\":\"TCP\",\"AppProtocol\":null,\"Port\":80,\"TargetPort\":0,"
            "\"NodePort\":0}"}},
          {ServiceOf(R"("sessionAffinity":"X","type":"Foo")"),
           {"spec.sessionAffinity: Unsupported value: \"X\": supported values: \"ClientIP\", "
            "\"None\"",
            "spec.type: Unsupported value: \"Foo\": supported values: \"ClusterIP\", "
            "\"ExternalName\", \"LoadBalancer\", \"NodePort\""}},
          {ServiceOf(R"("sessionAffinity":"ClientIP")"),
           {"spec.sessionAffinityConfig: Required value: when session affinity type is ClientIP"}},
          {ServiceOf(R"("sessionAffinity":"ClientIP","sessionAffinityConfig":{"clientIP":)"
                     R"({"timeoutSeconds":0}})"),
           {"spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 0: must be greater "
            "than 0 and less than 86400"}},
          {ServiceOf(R"("sessionAffinityConfig":{})"),
           {"spec.sessionAffinityConfig: Forbidden: must not be set when session affinity is "
            "None"}},
          {ServiceOf(R"("type":"ExternalName","clusterIPs":["None"],"externalName":"A",)"
                     R"("internalTrafficPolicy":null)"),
           {"spec.clusterIPs: Forbidden: may not be set for ExternalName services",
            "spec.externalName: Invalid value: \"A\": a lowercase RFC 1123 subdomain ..."}},
          {ServiceOf(R"("type":"LoadBalancer","clusterIP":"None","clusterIPs":["None"],)"
                     R"("externalTrafficPolicy":"Local","loadBalancerClass":"a b")"),
           {"spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for "
            "LoadBalancer services",
            "allocateLoadBalancerNodePorts: Required value",
            "spec.loadBalancerClass: Invalid value: \"a b\": name part ..."}},
          {ServiceOf(R"("type":"LoadBalancer","allocateLoadBalancerNodePorts":true,)"
                     R"("externalTrafficPolicy":"Local","healthCheckNodePort":70000)"),
           {"spec.healthCheckNodePort: Invalid value: 70000: must be between 1 and 65535, "
            "inclusive"}},
          {ServiceOf(R"("clusterIP":"10.0.0.1","clusterIPs":["10.0.0.2","x"],"ipFamilies":)"
                     R"(["IPv4","X"],"ipFamilyPolicy":"Y")"),
           {"spec.clusterIPs: Invalid value: [\"10.0.0.2\",\"x\"]: first value must match "
            "`clusterIP`",
            "spec.ipFamilies[1]: Unsupported value: \"X\": supported values: \"IPv4\", \"IPv6\"",
            "spec.ipFamilyPolicy: Unsupported value: \"Y\": supported values: \"PreferDualStack\", "
            "\"RequireDualStack\", \"SingleStack\"",
            "spec.clusterIPs[1]: Invalid value: \"x\": must be a valid IP address, ..."}},
          {ServiceOf(R"("clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1","10.0.0.2"],)"
                     R"("ipFamilies":["IPv6"])"),
           {"spec.clusterIPs: Invalid value: [\"10.0.0.1\",\"10.0.0.2\"]: may specify no more than "
            "one IP for each IP family",
            "spec.clusterIPs[0]: Invalid value: \"10.0.0.1\": expected an IPv6 value as indicated "
            "by `ipFamilies[0]`"}},
          {ServiceOf(R"("clusterIPs":["10.0.0.1"])"),
           {"spec.clusterIPs: Invalid value: [\"10.0.0.1\"]: must be empty when `clusterIP` is not "
            "specified"}},
          {ServiceOf(R"("externalIPs":["127.0.0.1"])"),
           {"spec.externalIPs[0]: Invalid value: \"127.0.0.1\": may not be in the loopback range "
            "...",
            "spec.externalTrafficPolicy: Required value"}},
          {ServiceOf(R"("ports":[{"port":1,"targetPort":1,"protocol":"TCP","nodePort":30000}])"),
           {"spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"}},
          {ServiceOf(R"("loadBalancerSourceRanges":["10.0.0.1/8"],)"
                     R"("allocateLoadBalancerNodePorts":true,"loadBalancerClass":"x",)"
                     R"("externalTrafficPolicy":"Local","healthCheckNodePort":1)"),
           {"spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is "
            "'LoadBalancer'",
            "spec.LoadBalancerSourceRanges[0]: Invalid value: \"10.0.0.1/8\": must not have bits "
            "set beyond the prefix length",
            "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is "
            "'LoadBalancer'",
            "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
            "spec.externalTrafficPolicy: Invalid value: \"Local\": may only be set for "
            "externally-accessible services",
            "spec.healthCheckNodePort: Invalid value: 1: may only be set when `type` is "
            "'LoadBalancer' and `externalTrafficPolicy` is 'Local'"}},
          {ServiceOf(R"("internalTrafficPolicy":"X","trafficDistribution":"Y","selector":)"
                     R"({"a b":"c"})"),
           {"spec.selector: Invalid value: \"a b\": name part ...",
            "spec.internalTrafficPolicy: Unsupported value: \"X\": supported values: \"Cluster\", "
            "\"Local\"",
            "spec.trafficDistribution: Unsupported value: \"Y\": supported values: "
            "\"PreferClose\", \"PreferSameZone\", \"PreferSameNode\""}},
      },
      [](const Service& service, field::ErrorList& errors) {
        errors = ValidateService(service, kOptions);
      });
}

TEST(ServiceRules, Updates) {
  auto with = [](const std::string& ips, const std::string& more = "") {
    return ServiceOf(R"("clusterIP":"10.0.0.1","clusterIPs":)" + ips + more);
  };
  ExpectUpdateFaults<Service>(
      {
          {with(R"(["10.0.0.1"])"), with(R"(["10.0.0.1"])"), {}},
          {with(R"(["10.0.0.1"])"),
           ServiceOf(R"("clusterIP":"10.0.0.2","clusterIPs":["10.0.0.2"])"),
           {"spec.clusterIPs[0]: Invalid value: [\"10.0.0.2\"]: may not change once set"}},
          {with(R"(["10.0.0.1"])"),
           ServiceOf(""),
           {"spec.clusterIPs[0]: Invalid value: null: primary clusterIP can not be unset"}},
          {with(R"(["10.0.0.1"])"),
           with(R"(["10.0.0.1"])", R"(,"loadBalancerClass":"a/b")"),
           {"spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
            "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'"}},
          {with(R"(["10.0.0.1","::1"])"),
           with(R"(["10.0.0.1"])"),
           {"spec.ipFamilyPolicy: Invalid value: null: must be set to 'SingleStack' when releasing "
            "the secondary clusterIP"}},
          {with(R"(["10.0.0.1"])", R"(,"ipFamilies":["IPv4"])"),
           with(R"(["10.0.0.1"])", R"(,"ipFamilies":["IPv6"])"),
           {"spec.ipFamilies[0]: Invalid value: [\"IPv6\"]: may not change once set",
            "spec.clusterIPs[0]: Invalid value: \"10.0.0.1\": expected an IPv6 value ..."}},
      },
      [](const Service& now, const Service& old, field::ErrorList& errors) {
        errors = ValidateServiceUpdate(now, old, kOptions);
      });
  ExpectUpdateFaults<Service>(
      {
          {R"({})",
           R"({"spec":{"type":"ClusterIP"},"status":{"loadBalancer":{"ingress":[{}]}}})",
           {"status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is "
            "'LoadBalancer'"}},
          {R"({})",
           R"({"spec":{"type":"LoadBalancer"},"status":{"loadBalancer":{"ingress":[{"ip":"x"},)"
           R"({"ipMode":"X","hostname":"1.1.1.1"}]}}})",
           {"status.loadBalancer.ingress[0].ip: Invalid value: \"x\": must be a valid IP ...",
            "status.loadBalancer.ingress[0].ipMode: Required value: must be specified when `ip` is "
            "set",
            "status.loadBalancer.ingress[1].ipMode: Forbidden: may not be specified when `ip` is "
            "not set",
            "status.loadBalancer.ingress[1].hostname: Invalid value: \"1.1.1.1\": must be a DNS "
            "name, not an IP address"}},
      },
      [](const Service& now, const Service& old, field::ErrorList& errors) {
        errors = ValidateServiceStatusUpdate(now, old, kOptions);
      });
}

TEST(EndpointsRules, Faults) {
  ExpectFaults<Endpoints>(
      {{R"({"subsets":[{},{"addresses":[{"ip":"x","hostname":"A","nodeName":"B"},)"
        R"({"ip":"127.0.0.1"}],"ports":[{"port":0},{"name":"A","port":1,"protocol":"X",)"
        R"("appProtocol":"a b"}]}]})",
        {"subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`",
         "subsets[1].addresses[0].ip: Invalid value: \"x\": must be a valid IP address, ...",
         "subsets[1].addresses[0].hostname: Invalid value: \"A\": a lowercase RFC 1123 label ...",
         "subsets[1].addresses[0].nodeName: Invalid value: \"B\": a lowercase RFC 1123 ...",
         "subsets[1].addresses[0].ip: Invalid value: \"x\": must be a valid IP address",
         "subsets[1].addresses[1].ip: Invalid value: \"127.0.0.1\": may not be in the loopback ...",
         "subsets[1].ports[0].name: Required value",
         "subsets[1].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive",
         "subsets[1].ports[0].protocol: Required value",
         "subsets[1].ports[1].name: Invalid value: \"A\": a lowercase RFC 1123 label ...",
         "subsets[1].ports[1].protocol: Unsupported value: \"X\": supported values: \"SCTP\", "
         "\"TCP\", \"UDP\"",
         "subsets[1].ports[1].appProtocol: Invalid value: \"a b\": name part ..."}}},
      [](const Endpoints& endpoints, field::ErrorList& errors) {
        errors = ValidateEndpoints(endpoints, kOptions);
        EXPECT_TRUE(ValidateEndpointsUpdate(endpoints, endpoints, kOptions).empty());
      });
}

TEST(ReplicationControllerRules, Faults) {
  ExpectFaults<ReplicationController>(
      {{R"({"spec":{"replicas":-1,"minReadySeconds":-1}})",
        {"spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0",
         "spec.selector: Required value",
         "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
         "spec.template: Required value"}},
       {R"({"spec":{"replicas":1,"selector":{"a":"b"},"template":{"metadata":{"labels":)"
        R"({"a":"c"}},"spec":{"terminationGracePeriodSeconds":1,"restartPolicy":"Never",)"
        R"("dnsPolicy":"Default","activeDeadlineSeconds":1,"containers":[{"name":"c","image":)"
        R"("i","terminationMessagePolicy":"File","imagePullPolicy":"Always"}]}}}})",
        {"spec.template.metadata.labels: Invalid value: {\"a\":\"c\"}: `selector` does not match "
         "template `labels`",
         "spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: "
         "\"Always\"",
         "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in "
         "ReplicationController is not Supported"}}},
      [](const ReplicationController& object, field::ErrorList& errors) {
        errors = ValidateReplicationController(object, kOptions);
      });
  ExpectUpdateFaults<ReplicationController>(
      {{"{}",
        R"({"status":{"replicas":1,"readyReplicas":2,"availableReplicas":3}})",
        {"status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas",
         "status.availableReplicas: Invalid value: 3: cannot be greater than status.replicas",
         "status.availableReplicas: Invalid value: 3: cannot be greater than readyReplicas"}}},
      [](const ReplicationController& now, const ReplicationController& old,
         field::ErrorList& errors) {
        errors = ValidateReplicationControllerStatusUpdate(now, old);
      });
}

const std::string kClaim =
    R"("accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"2"}})";

TEST(ClaimRules, Faults) {
  auto claim = [](const std::string& spec, const std::string& status = "") {
    return R"({"spec":{)" + spec + R"(},"status":{)" + status + "}}";
  };
  ExpectFaults<PersistentVolumeClaim>(
      {
          {claim(kClaim), {}},
          {claim(""),
           {"spec.accessModes: Required value: at least 1 access mode is required",
            "spec.resources[storage]: Required value"}},
          {claim(R"("resources":{"requests":{"storage":"2"}},)"
                 R"("accessModes":["ReadOnlyMany","ReadWriteOncePod"])"),
           {"spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"}},
          {claim(R"("accessModes":["X","ReadWriteOncePod"],"resources":{"requests":)"
                 R"({"storage":"-1"}},"storageClassName":"A","volumeAttributesClassName":"B",)"
                 R"("volumeMode":"C","dataSource":{"kind":"D"})"),
           {"spec.accessModes: Unsupported value: \"X\": supported values: \"ReadOnlyMany\", "
            "\"ReadWriteMany\", \"ReadWriteOnce\", \"ReadWriteOncePod\"",
            "spec.resources[storage]: Invalid value: \"-1\": must be greater than zero",
            "spec.storageClassName: Invalid value: \"A\": a lowercase RFC 1123 ...",
            "spec.volumeMode: Unsupported value: \"C\": supported values: \"Block\", "
            "\"Filesystem\"",
            "spec.dataSource.name: Required value",
            "spec.dataSource: Invalid value: \"D\": must be 'PersistentVolumeClaim' when "
            "referencing the default apiGroup",
            "spec.volumeAttributesClassName: Invalid value: \"B\": a lowercase RFC 1123 ..."}},
      },
      [](const PersistentVolumeClaim& object, field::ErrorList& errors) {
        errors = ValidatePersistentVolumeClaim(object, kOptions);
      });
  const std::string bound = R"("phase":"Bound","capacity":{"storage":"2"})";
  const std::string bigger =
      R"("accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"3"}})";
  const std::string immutable =
      "spec: Forbidden: spec is immutable after creation except resources.requests and ...";
  ExpectUpdateFaults<PersistentVolumeClaim>(
      {
          {claim(kClaim, bound), claim(bigger, bound), {}},
          {claim(kClaim), claim(bigger), {immutable}},
          {claim(bigger, R"("phase":"Bound","capacity":{"storage":"3"})"),
           claim(kClaim, bound),
           {"spec.resources.requests.storage: Forbidden: field can not be less than "
            "status.capacity"}},
          {claim(kClaim), claim(kClaim + R"(,"volumeName":"v")"), {}},
          {claim(kClaim + R"(,"volumeName":"v")"),
           claim(kClaim + R"(,"volumeName":"w")"),
           {immutable}},
          {claim(kClaim + R"(,"volumeMode":"Block")"),
           claim(kClaim + R"(,"volumeMode":"Filesystem")"),
           {immutable, "volumeMode: Invalid value: \"Filesystem\": field is immutable"}},
      },
      [](const PersistentVolumeClaim& now, const PersistentVolumeClaim& old,
         field::ErrorList& errors) {
        errors = ValidatePersistentVolumeClaimUpdate(now, old, kOptions);
      });
  ExpectUpdateFaults<PersistentVolumeClaim>(
      {{"{}",
        R"({"status":{"capacity":{"storage":"-1"},"allocatedResourceStatuses":{"cpu":"X"}}})",
        {"resourceVersion: Required value", "Spec.accessModes: Required value",
         "status.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
         "status.allocatedResourceStatuses: Unsupported value: \"cpu\": supported values: "
         "\"storage\"",
         "status.allocatedResourceStatuses: Unsupported value: \"cpu\": supported values: "
         "\"ControllerResizeInProgress\", ..."}}},
      [](const PersistentVolumeClaim& now, const PersistentVolumeClaim& old,
         field::ErrorList& errors) {
        errors = ValidatePersistentVolumeClaimStatusUpdate(now, old);
      });
}

TEST(PersistentVolumeRules, Faults) {
  const std::string good = R"("accessModes":["ReadWriteOnce"],"capacity":{"storage":"1"})";
  auto volume = [&](const std::string& more) { return R"({"spec":{)" + good + "," + more + "}}"; };
  ExpectFaults<PersistentVolume>(
      {
          {volume(R"("hostPath":{"path":"/a"})"), {}},
          {"{}",
           {"spec.accessModes: Required value", "spec.capacity: Required value",
            "spec.capacity: Unsupported value: null: supported values: \"storage\"",
            "spec: Required value: must specify a volume type"}},
          {volume(R"("capacity":{"storage":"-1"},"hostPath":{"path":"/"},)"
                  R"("persistentVolumeReclaimPolicy":"Recycle","nodeAffinity":{},)"
                  R"("storageClassName":"A","volumeMode":"B","volumeAttributesClassName":"")"),
           {"spec.capacity[storage]: Invalid value: -1: must be a valid resource quantity",
            "spec.capacity[storage]: Invalid value: \"-1\": must be greater than zero",
            "spec.nodeAffinity.required: Required value: must specify required node constraints",
            "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath "
            "mount of '/'",
            "spec.storageClassName: Invalid value: \"A\": a lowercase RFC 1123 ...",
            "spec.volumeMode: Unsupported value: \"B\": supported values: \"Block\", "
            "\"Filesystem\"",
            "spec.volumeAttributesClassName: Required value: an empty string is disallowed",
            "spec.csi: Required value: has to be specified when using "
            "volumeAttributesClassName"}},
          {volume(R"("local":{"path":"/.."},"csi":{})"),
           {"spec.local.path: Invalid value: \"/..\": must not contain '..'",
            "spec.nodeAffinity: Required value: Local volume requires node affinity",
            "spec.csi: Forbidden: may not specify more than 1 volume type"}},
          {volume(R"("hostPath":{"path":"/./"},"flexVolume":{},"persistentVolumeReclaimPolicy":)"
                  R"("Recycle","csi":{"driver":"d","volumeHandle":"h"})"),
           {"spec.flexVolume.driver: Required value",
            "spec.csi: Forbidden: may not specify more than 1 volume type",
            "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath "
            "mount of '/'"}},
          {volume(R"("iscsi":{"targetPortal":")" + std::string(64, 'p') +
                  R"(","iqn":"x","initiatorName":"y"})"),
           {"spec.iscsi.iqn: Invalid value: \"x\": must be valid format",
            "spec.iscsi.initiatorname: Invalid value: \"y\": must be valid format",
            "spec.iscsi.targetportal: Invalid value: \"" + std::string(64, 'p') +
                "\": Total length of ..."}},
          {volume(R"("glusterfs":{"endpoints":"e","path":"p","endpointsNamespace":""})"),
           {"spec.glusterfs.endpointsNamespace: Invalid value: \"\": if the endpointnamespace is "
            "set, it must be a valid namespace name"}},
          {volume(R"("csi":{"driver":"d","nodePublishSecretRef":{}})"),
           {"spec.csi.volumeHandle: Required value",
            "spec.csi.nodePublishSecretRef.name: Required value",
            "spec.csi.nodePublishSecretRef.namespace: Required value"}},
      },
      [](const PersistentVolume& object, field::ErrorList& errors) {
        errors = ValidatePersistentVolume(object, kOptions);
      });
  const std::string zone =
      R"("hostPath":{"path":"/a"},"nodeAffinity":{"required":{"nodeSelectorTerms":)"
      R"([{"matchExpressions":[{"operator":"Exists","key":")";
  const std::string end = R"("}]}]}})";
  ExpectUpdateFaults<PersistentVolume>(
      {
          {volume(R"("hostPath":{"path":"/a"})"),
           volume(R"("hostPath":{"path":"/b"})"),
           {"spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable "
            "..."}},
          {volume(zone + "failure-domain.beta.kubernetes.io/zone" + end),
           volume(zone + "topology.kubernetes.io/zone" + end),
           {}},
          {volume(zone + "a" + end),
           volume(zone + "b" + end),
           {"nodeAffinity: Invalid value: {\"Required\":..."}},
      },
      [](const PersistentVolume& now, const PersistentVolume& old, field::ErrorList& errors) {
        errors = ValidatePersistentVolumeUpdate(now, old, kOptions);
      });
}

TEST(NodeRules, Faults) {
  ExpectFaults<Node>(
      {{R"({"spec":{"taints":[{"key":"a b","value":"c d","effect":""},{"key":"a","effect":"X"},)"
        R"({"key":"a","effect":"X"}],"podCIDRs":["10.0.0.0/8","11.0.0.0/8"]},"status":)"
        R"({"capacity":{"pods":"500m"},"allocatable":{"cpu":"-1"},"declaredFeatures":)"
        R"(["b","B","A","A"],"nodeInfo":{"swap":{"capacity":0}}}})",
        {"metadata.taints[0].key: Invalid value: \"a b\": name part ...",
         "metadata.taints[0].value: Invalid value: \"c d\": a valid label ...",
         "metadata.taints[0].effect: Required value",
         "metadata.taints[1].effect: Unsupported value: \"X\": supported values: \"NoSchedule\", "
         "\"PreferNoSchedule\", \"NoExecute\"",
         "metadata.taints[2].effect: Unsupported value: \"X\": supported values: ...",
         "metadata.taints[2]: Duplicate value: "
         "{\"Key\":\"a\",\"Value\":\"\",\"Effect\":\"X\",\"TimeAdded\":null}: taints must be "
         "unique by key and effect pair",
         "status.capacity.pods: Invalid value: \"500m\": must be an integer",
         "status.allocatable.cpu: Invalid value: \"-1\": must be greater than or equal to 0",
         "metadata.nodeSwapStatus.capacity: Invalid value: 0: must be greater than zero",
         "status.declaredFeatures[0]: Invalid value: \"b\": invalid feature name \"b\": ...",
         "status.declaredFeatures[1]: Invalid value: \"B\": list must be sorted alphabetically",
         "status.declaredFeatures[2]: Invalid value: \"A\": list must be sorted alphabetically",
         "status.declaredFeatures[3]: Duplicate value: \"A\"",
         "spec.podCIDRs: Invalid value: [\"10.0.0.0/8\",\"11.0.0.0/8\"]: may specify no more than "
         "one CIDR for each IP family"}}},
      [](const Node& node, field::ErrorList& errors) { errors = ValidateNode(node, kOptions); });
  ExpectUpdateFaults<Node>(
      {{R"({"spec":{"podCIDRs":["10.0.0.0/8"],"providerID":"a"}})",
        R"({"spec":{"podCIDRs":["11.0.0.0/8"],"providerID":"b","externalID":"c","configSource":)"
        R"({}},"status":{"addresses":[{"type":"A","address":"b"},{"type":"A","address":"b"}]}})",
        {"status.addresses[1]: Duplicate value: {\"Type\":\"A\",\"Address\":\"b\"}",
         "spec.podCIDRs: Forbidden: node updates may not change podCIDR except from \"\" to valid",
         "spec.providerID: Forbidden: node updates may not change providerID except from \"\" to "
         "valid",
         "spec.configSource: Invalid value: {\"ConfigMap\":null}: exactly one reference subfield "
         "must be non-nil",
         "spec.externalID: Forbidden: may not be updated"}}},
      [](const Node& now, const Node& old, field::ErrorList& errors) {
        errors = ValidateNodeUpdate(now, old, kOptions);
      });
  ExpectUpdateFaults<Node>(
      {{"{}",
        R"({"spec":{"taints":[{"key":"a","effect":"X"}]},"status":{"capacity":{"cpu":"-1"}}})",
        {"status.capacity.cpu: Invalid value: \"-1\": must be greater than or equal to 0",
         "metadata.taints[0].effect: Unsupported value: \"X\": supported values: ..."}}},
      [](const Node& now, const Node& old, field::ErrorList& errors) {
        errors = ValidateNodeStatusUpdate(now, old, kOptions);
      });
  ExpectFaults<Node>(
      {{R"({"spec":{"podCIDRs":["10.0.0.0/8","10.0.0.0/8"]}})",
        {"spec.podCIDRs: Invalid value: [\"10.0.0.0/8\",\"10.0.0.0/8\"]: may specify no more than "
         "one CIDR for each IP family",
         "spec.podCIDRs[1]: Duplicate value: \"10.0.0.0/8\""}}},
      [](const Node& node, field::ErrorList& errors) { errors = ValidateNode(node, kOptions); });
}

TEST(QuotaRules, Faults) {
  ExpectFaults<ResourceQuota>(
      {
          {R"({"spec":{"hard":{"bogus thing":"1","pods":"-1"},"scopes":["X"]}})",
           {"spec.hard[bogus thing]: Invalid value: \"bogus thing\": name part ...",
            "spec.hard[bogus thing]: Invalid value: \"bogus thing\": must be a standard resource "
            "for quota",
            "spec.hard[pods]: Invalid value: \"-1\": must be greater than or equal to 0",
            "spec.scopes: Invalid value: [\"X\"]: unsupported scope"}},
          {R"({"spec":{"hard":{"cpu":"1"},"scopes":["BestEffort","NotBestEffort"]}})",
           {"spec.scopes: Invalid value: [\"BestEffort\",\"NotBestEffort\"]: unsupported scope "
            "applied to resource",
            "spec.scopes: Invalid value: [\"BestEffort\",\"NotBestEffort\"]: conflicting scopes"}},
          {R"({"spec":{"scopeSelector":{"matchExpressions":[{"scopeName":"BestEffort","operator":)"
           R"("Exists"},{"scopeName":"NotBestEffort","operator":"Exists"},{"scopeName":)"
           R"("Terminating","operator":"Exists"},{"scopeName":"NotTerminating","operator":)"
           R"("Exists"}]}}})",
           {"spec.scopeSelector.matchExpressions: Invalid value: null: conflicting scopes",
            "spec.scopeSelector.matchExpressions: Invalid value: null: conflicting scopes"}},
          {R"({"spec":{"scopeSelector":{"matchExpressions":[{"scopeName":"X","operator":"Y"},)"
           R"({"scopeName":"PriorityClass","operator":"In"},{"scopeName":"Terminating",)"
           R"("operator":"In","values":["a"]},{"scopeName":"PriorityClass","operator":"Exists",)"
           R"("values":["a"]}]}}})",
           {"spec.scopeSelector.matchExpressions.scopeName: Invalid value: \"X\": unsupported "
            "scope",
            "spec.scopeSelector.matchExpressions.operator: Invalid value: \"Y\": not a valid "
            "selector operator",
            "spec.scopeSelector.matchExpressions.values: Required value: must be at least one "
            "value when `operator` is 'In' or 'NotIn' for scope selector",
            "spec.scopeSelector.matchExpressions.operator: Invalid value: \"In\": must be 'Exists' "
            "when scope is any of ...",
            "spec.scopeSelector.matchExpressions.values: Invalid value: [\"a\"]: must be no value "
            "when `operator` is 'Exist' or 'DoesNotExist' for scope selector"}},
      },
      [](const ResourceQuota& quota, field::ErrorList& errors) {
        errors = ValidateResourceQuota(quota);
      });
  ExpectUpdateFaults<ResourceQuota>(
      {{R"({"spec":{"scopes":["Terminating"]}})",
        R"({"spec":{"scopes":["BestEffort"]}})",
        {"spec.scopes: Invalid value: [\"BestEffort\"]: field is immutable"}}},
      [](const ResourceQuota& now, const ResourceQuota& old, field::ErrorList& errors) {
        errors = ValidateResourceQuotaUpdate(now, old);
      });
}

TEST(LimitRangeRules, Faults) {
  const std::string at = "spec.limits[0]";
  ExpectFaults<LimitRange>(
      {
          {R"({"spec":{"limits":[{"type":"X"},{"type":"X"}]}})",
           {at + ".type: Invalid value: \"X\": must be a standard limit type or fully qualified",
            "spec.limits[1].type: Invalid value: \"X\": must be a standard limit type or fully "
            "qualified",
            "spec.limits[1].type: Duplicate value: \"X\""}},
          {R"({"spec":{"limits":[{"type":"Pod","min":{"cpu":"2"},"default":{"cpu":"1"},)"
           R"("defaultRequest":{"cpu":"1"}}]}})",
           {at + ".default: Forbidden: may not be specified when `type` is 'Pod'",
            at + ".defaultRequest: Forbidden: may not be specified when `type` is 'Pod'"}},
          {R"({"spec":{"limits":[{"type":"PersistentVolumeClaim"}]}})",
           {at + ".limits: Required value: either minimum or maximum storage value is required, "
                 "but neither was provided"}},
          {R"({"spec":{"limits":[{"type":"Container","max":{"cpu":"1"},"min":{"cpu":"2"},)"
           R"("default":{"cpu":"3"},"defaultRequest":{"cpu":"4"},"maxLimitRequestRatio":)"
           R"({"cpu":"900m"}}]}})",
           {at + ".min[cpu]: Invalid value: \"2\": min value 2 is greater than max value 1",
            at + ".defaultRequest[cpu]: Invalid value: \"4\": default request value 4 is greater "
                 "than max value 1",
            at + ".defaultRequest[cpu]: Invalid value: \"4\": default request value 4 is greater "
                 "than default limit value 3",
            at + ".default[cpu]: Invalid value: \"1\": default value 3 is greater than max value "
                 "1",
            at + ".maxLimitRequestRatio[cpu]: Invalid value: \"900m\": ratio 900m is less than 1",
            at + ".maxLimitRequestRatio[cpu]: Invalid value: \"900m\": ratio 900m is greater than "
                 "max/min = 0.500000"}},
          {R"({"spec":{"limits":[{"type":"Container","min":{"cpu":"2"},"default":{"cpu":"1",)"
           R"("a.b/c":"1"},"defaultRequest":{"cpu":"1","a.b/c":"2"}}]}})",
           {at + ".defaultRequest[a.b/c]: Invalid value: \"2\": default request value 2 is greater "
                 "than default limit value 1",
            at + ".defaultRequest[a.b/c]: Invalid value: \"2\": default value 1 must equal to "
                 "defaultRequest value 2 in a.b/c",
            at + ".defaultRequest[cpu]: Invalid value: \"1\": min value 2 is greater than default "
                 "request value 1",
            at + ".default[cpu]: Invalid value: \"2\": min value 2 is greater than default value "
                 "1"}},
      },
      [](const LimitRange& range, field::ErrorList& errors) {
        errors = ValidateLimitRange(range);
      });
}

TEST(EventRules, Faults) {
  ExpectFaults<Event>(
      {
          {R"({"metadata":{"namespace":"a"},"involvedObject":{"namespace":"a"}})", {}},
          {R"({"metadata":{"namespace":"a"},"involvedObject":{"namespace":"b"}})",
           {"involvedObject.namespace: Invalid value: \"b\": does not match event.namespace"}},
          {R"({"metadata":{"namespace":"a"},"eventTime":"2024-01-01T00:00:00.000000Z"})",
           {"involvedObject.namespace: Invalid value: \"\": does not match event.namespace",
            "reportingComponent: Required value",
            "reportingComponent: Invalid value: \"\": name part must be non-empty",
            "reportingComponent: Invalid value: \"\": name part must consist of ...",
            "reportingInstance: Required value", "action: Required value",
            "reason: Required value"}},
      },
      [](const Event& event, field::ErrorList& errors) { errors = ValidateEvent(event); });
  ExpectFaults<Event>(
      {{R"({"metadata":{"namespace":"a"},"involvedObject":{"namespace":"a"},"series":{"count":1},)"
        R"("type":"X","count":1,"source":{"host":"h"}})",
        {"series.count: Invalid value: \"\": should be at least 2",
         "series.lastObservedTime: Required value", "eventTime: Required value",
         "type: Invalid value: \"\": has invalid value: X",
         "count: Invalid value: \"\": needs to be unset",
         "source: Invalid value: \"\": needs to be unset"}}},
      [](const Event& event, field::ErrorList& errors) { errors = ValidateNewStyleEvent(event); });
  ExpectUpdateFaults<Event>({{R"({"reason":"a","count":1})",
                              R"({"reason":"b","count":2})",
                              {"reason: Invalid value: \"b\": field is immutable",
                               "count: Invalid value: 2: field is immutable"}}},
                            [](const Event& now, const Event& old, field::ErrorList& errors) {
                              errors = ValidateNewStyleEventUpdate(now, old);
                            });
}

}  // namespace
}  // namespace pintle::apis::core::v1
