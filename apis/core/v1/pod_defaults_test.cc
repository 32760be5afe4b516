#include "apis/core/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

TEST(PodDefaults, RequestsOfContainersComeFromLimits) {
  ExpectDefaults<Pod>({
      {"spec.containers.0.resources.requests",
       R"({"spec":{"containers":[{"resources":{"limits":{"cpu":"2","memory":"1Gi"}}}]}})",
       R"({"cpu":"2","memory":"1Gi"})"},
      {"spec.containers.0.resources.requests", R"({"spec":{"containers":[
          {"resources":{"limits":{"cpu":"2","memory":"1Gi"},"requests":{"cpu":"1"}}}]}})",
       R"({"cpu":"1","memory":"1Gi"})"},
      {"spec.containers.0.resources.requests", R"({"spec":{"containers":[{}]}})", "absent"},
      {"spec.initContainers.0.resources.requests",
       R"({"spec":{"initContainers":[{"resources":{"limits":{"cpu":"2"}}}]}})", R"({"cpu":"2"})"},
      {"spec.initContainers.0.resources.requests", R"({"spec":{"initContainers":[
          {"resources":{"limits":{"cpu":"2"},"requests":{"cpu":"1"}}}]}})",
       R"({"cpu":"1"})"},
  });
  ExpectDefaults<PodTemplateSpec>({
      {"spec.containers.0.resources.requests",
       R"({"spec":{"containers":[{"resources":{"limits":{"cpu":"2"}}}]}})", "absent"},
  });
}

TEST(PodDefaults, OfHugePagesOfThePod) {
  constexpr std::string_view kPod = R"({"spec":{"resources":{"limits":{"cpu":"1"}},"containers":[
      {"resources":{"limits":{"hugepages-2Mi":"4Mi"}}},
      {"resources":{"limits":{"hugepages-2Mi":"2Mi"}}}]}})";
  ExpectDefaults<Pod>({
      {"spec.resources.limits", kPod, R"({"cpu":"1","hugepages-2Mi":"6Mi"})"},
      {"spec.resources.requests", kPod, R"({"cpu":"1","hugepages-2Mi":"6Mi"})"},
      {"spec.resources.limits", kPod, R"({"cpu":"1"})", "PodLevelResources=false"},
      {"spec.resources.limits", R"({"spec":{"resources":{"requests":{"cpu":"1"}},"containers":[
          {"resources":{"limits":{"hugepages-2Mi":"4Mi"}}}]}})",
       R"({"hugepages-2Mi":"4Mi"})"},
      {"spec.resources.limits", R"({"spec":{"resources":{"limits":{"hugepages-2Mi":"8Mi"}},
          "containers":[{"resources":{"limits":{"hugepages-2Mi":"4Mi"}}}]}})",
       R"({"hugepages-2Mi":"8Mi"})"},
      {"spec.resources.limits", R"({"spec":{"resources":{"requests":{"hugepages-2Mi":"8Mi"}},
          "containers":[{"resources":{"limits":{"hugepages-2Mi":"4Mi"}}}]}})",
       "absent"},
      {"spec.resources.limits",
       R"({"spec":{"resources":{},"containers":[{"resources":{"limits":{"hugepages-2Mi":"4Mi"}}}]}})",
       "absent"},
      {"spec.resources",
       R"({"spec":{"containers":[{"resources":{"limits":{"hugepages-2Mi":"4Mi"}}}]}})", "absent"},
  });
}

TEST(PodDefaults, OfRequestsOfThePod) {
  constexpr std::string_view kPod = R"({"spec":{"resources":{"limits":{"cpu":"4","memory":"1Gi"}},
      "containers":[{"resources":{"requests":{"cpu":"500m","example.com/gpu":"1"}}},
                    {"resources":{"requests":{"cpu":"0.25"}}}]}})";
  ExpectDefaults<Pod>({
      {"spec.resources.requests", kPod, R"({"cpu":"750m","memory":"1Gi"})"},
      {"spec.resources.requests", kPod, "absent", "PodLevelResources=false"},
      {"spec.resources.requests", R"({"spec":{"resources":{"limits":{"cpu":"4"},
          "requests":{"cpu":"2"}},"containers":[{"resources":{"requests":{"cpu":"1"}}}]}})",
       R"({"cpu":"2"})"},
      {"spec.resources.requests", R"({"spec":{"resources":{"requests":{"cpu":"2"}},
          "containers":[{"resources":{"requests":{"memory":"1Gi"}}}]}})",
       R"({"cpu":"2"})"},
      // The largest init container, with the sidecars before it, or all that run together.
      {"spec.resources.requests", R"({"spec":{"resources":{"limits":{"cpu":"9"}},
          "containers":[{"resources":{"requests":{"cpu":"1"}}}],
          "initContainers":[
            {"restartPolicy":"Always","resources":{"requests":{"cpu":"500m"}}},
            {"resources":{"requests":{"cpu":"2"}}}]}})",
       R"({"cpu":"2500m"})"},
      {"spec.resources.requests", R"({"spec":{"resources":{"limits":{"memory":"9Gi"}},
          "containers":[{"resources":{"requests":{"memory":"1Gi"}}}],
          "initContainers":[
            {"restartPolicy":"Always","resources":{"requests":{"memory":"512Mi"}}},
            {"resources":{"requests":{"memory":"128Mi"}}}]}})",
       R"({"memory":"1536Mi"})"},
  });
}

TEST(PodDefaults, OfPodsAlone) {
  ExpectDefaults<Pod>({
      {"spec.enableServiceLinks", "{}", "true"},
      {"spec.enableServiceLinks", R"({"spec":{"enableServiceLinks":false}})", "false"},
      {"spec.containers.0.ports.0.hostPort",
       R"({"spec":{"hostNetwork":true,"containers":[{"ports":[{"containerPort":80}]}]}})", "80"},
      {"spec.containers.0.ports.0.hostPort",
       R"({"spec":{"hostNetwork":true,"containers":[{"ports":[{"containerPort":80,"hostPort":8}]}]}})",
       "8"},
      {"spec.containers.0.ports.0.hostPort",
       R"({"spec":{"containers":[{"ports":[{"containerPort":80}]}]}})", "absent"},
      {"spec.initContainers.0.ports.0.hostPort",
       R"({"spec":{"hostNetwork":true,"initContainers":[{"ports":[{"containerPort":80}]}]}})",
       "80"},
      {"spec.initContainers.0.ports.0.hostPort",
       R"({"spec":{"initContainers":[{"ports":[{"containerPort":80}]}]}})", "absent"},
  });
  ExpectDefaults<PodTemplateSpec>({{"spec.enableServiceLinks", "{}", "absent"}});
}

TEST(PodDefaults, OfPodSpecs) {
  ExpectDefaults<PodSpec>({
      {"dnsPolicy", "{}", R"("ClusterFirst")"},
      {"dnsPolicy", R"({"dnsPolicy":"Default"})", R"("Default")"},
      {"restartPolicy", "{}", R"("Always")"},
      {"restartPolicy", R"({"restartPolicy":"Never"})", R"("Never")"},
      {"securityContext", "{}", "{}"},
      {"securityContext", R"({"securityContext":{"runAsUser":1}})", R"({"runAsUser":1})"},
      {"terminationGracePeriodSeconds", "{}", "30"},
      {"terminationGracePeriodSeconds", R"({"terminationGracePeriodSeconds":0})", "0"},
      {"schedulerName", "{}", R"("default-scheduler")"},
      {"schedulerName", R"({"schedulerName":"mine"})", R"("mine")"},
  });
}

TEST(PodDefaults, OfContainers) {
  ExpectDefaults<Container>({
      {"imagePullPolicy", R"({"image":"nginx"})", R"("Always")"},
      {"imagePullPolicy", R"({"image":"nginx:latest"})", R"("Always")"},
      {"imagePullPolicy", R"({"image":"registry:5000/nginx"})", R"("Always")"},
      {"imagePullPolicy", R"({"image":"nginx:1.27"})", R"("IfNotPresent")"},
      {"imagePullPolicy", R"({"image":"NOT AN IMAGE:latest"})", R"("IfNotPresent")"},
      {"imagePullPolicy", "{}", R"("IfNotPresent")"},
      {"imagePullPolicy", R"({"image":"nginx","imagePullPolicy":"Never"})", R"("Never")"},
      {"terminationMessagePath", "{}", R"("/dev/termination-log")"},
      {"terminationMessagePath", R"({"terminationMessagePath":"/t"})", R"("/t")"},
      {"terminationMessagePolicy", "{}", R"("File")"},
      {"terminationMessagePolicy", R"({"terminationMessagePolicy":"FallbackToLogsOnError"})",
       R"("FallbackToLogsOnError")"},
      {"ports.0.protocol", R"({"ports":[{}]})", R"("TCP")"},
  });
  ExpectDefaults<ContainerPort>(
      {{"protocol", "{}", R"("TCP")"}, {"protocol", R"({"protocol":"UDP"})", R"("UDP")"}});
  ExpectDefaults<EphemeralContainer>({
      {"imagePullPolicy", R"({"image":"nginx"})", R"("Always")"},
      {"imagePullPolicy", R"({"image":"nginx:1"})", R"("IfNotPresent")"},
      {"imagePullPolicy", R"({"imagePullPolicy":"Never"})", R"("Never")"},
      {"terminationMessagePath", "{}", R"("/dev/termination-log")"},
      {"terminationMessagePath", R"({"terminationMessagePath":"/t"})", R"("/t")"},
      {"terminationMessagePolicy", "{}", R"("File")"},
      {"terminationMessagePolicy", R"({"terminationMessagePolicy":"FallbackToLogsOnError"})",
       R"("FallbackToLogsOnError")"},
  });
}

TEST(PodDefaults, OfProbes) {
  ExpectDefaults<Probe>({
      {"timeoutSeconds", "{}", "1"},
      {"timeoutSeconds", R"({"timeoutSeconds":5})", "5"},
      {"periodSeconds", "{}", "10"},
      {"periodSeconds", R"({"periodSeconds":5})", "5"},
      {"successThreshold", "{}", "1"},
      {"successThreshold", R"({"successThreshold":5})", "5"},
      {"failureThreshold", "{}", "3"},
      {"failureThreshold", R"({"failureThreshold":5})", "5"},
  });
  ExpectDefaults<HTTPGetAction>({
      {"path", "{}", R"("/")"},
      {"path", R"({"path":"/ready"})", R"("/ready")"},
      {"scheme", "{}", R"("HTTP")"},
      {"scheme", R"({"scheme":"HTTPS"})", R"("HTTPS")"},
  });
  ExpectDefaults<GRPCAction>(
      {{"service", "{}", R"("")"}, {"service", R"({"service":"s"})", R"("s")"}});
  ExpectDefaults<Container>({
      {"livenessProbe.httpGet.scheme", R"({"livenessProbe":{"httpGet":{"port":1}}})", R"("HTTP")"},
      {"lifecycle.preStop.httpGet.path", R"({"lifecycle":{"preStop":{"httpGet":{"port":1}}}})",
       R"("/")"},
  });
}

TEST(PodDefaults, OfSelectorsInTheEnvironment) {
  ExpectDefaults<ObjectFieldSelector>(
      {{"apiVersion", "{}", R"("v1")"}, {"apiVersion", R"({"apiVersion":"v2"})", R"("v2")"}});
  ExpectDefaults<FileKeySelector>(
      {{"optional", "{}", "false"}, {"optional", R"({"optional":true})", "true"}});
}

// Nothing but the rules touches an object.
TEST(PodDefaults, OfAWholePod) {
  ExpectDefaults<Pod>(
      {{"", R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","creationTimestamp":null},
                "spec":{"containers":[{"name":"c","image":"nginx"}],"volumes":[{"name":"v"}]}})",
        R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"spec":{)"
        R"("volumes":[{"name":"v","emptyDir":{}}],)"
        R"("containers":[{"name":"c","image":"nginx","resources":{},)"
        R"("terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File",)"
        R"("imagePullPolicy":"Always"}],"restartPolicy":"Always",)"
        R"("terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","securityContext":{},)"
        R"("schedulerName":"default-scheduler","enableServiceLinks":true},"status":{}})"}});
}

}  // namespace
}  // namespace pintle::apis::core::v1
