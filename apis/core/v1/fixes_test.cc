#include "apis/core/v1/types.h"
#include "apis/functions_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

TEST(CoreFixes, ServiceAccountHasTwoNames) {
  ExpectRows<PodSpec>(
      ReadFixes(),
      {
          {"serviceAccountName", R"({"serviceAccount":"old"})", R"("old")"},
          {"serviceAccountName", R"({"serviceAccount":"old","serviceAccountName":"new"})",
           R"("new")"},
          {"serviceAccount", R"({"serviceAccount":"old","serviceAccountName":"new"})", R"("new")"},
          {"serviceAccountName", "{}", "absent"},
      });
  ExpectRows<PodSpec>(
      WriteFixes(),
      {
          {"serviceAccount", R"({"serviceAccountName":"new"})", R"("new")"},
          {"serviceAccount", R"({"serviceAccount":"old","serviceAccountName":"new"})", R"("new")"},
          {"serviceAccount", R"({"serviceAccount":"old"})", "absent"},
      });
  // Templates too.
  ExpectRows<PodTemplate>(ReadFixes(),
                          {{"template.spec.serviceAccountName",
                            R"({"template":{"spec":{"serviceAccount":"old"}}})", R"("old")"}});
}

TEST(CoreFixes, PodsDoNotWaitForLessThanNothing) {
  for (const scheme::TypeFunctions* set : {&ReadFixes(), &WriteFixes()}) {
    ExpectRows<Pod>(*set, {
                              {"spec.terminationGracePeriodSeconds",
                               R"({"spec":{"terminationGracePeriodSeconds":-5}})", "1"},
                              {"spec.terminationGracePeriodSeconds",
                               R"({"spec":{"terminationGracePeriodSeconds":0}})", "0"},
                              {"spec.terminationGracePeriodSeconds", "{}", "absent"},
                          });
    ExpectRows<PodTemplateSpec>(*set, {{"spec.terminationGracePeriodSeconds",
                                        R"({"spec":{"terminationGracePeriodSeconds":-5}})", "-5"}});
  }
}

TEST(CoreFixes, InitContainersAreFieldsNotAnnotations) {
  constexpr std::string_view kPod = R"({"metadata":{"annotations":{"a":"b",
      "pod.beta.kubernetes.io/init-containers":"1","pod.alpha.kubernetes.io/init-containers":"2",
      "pod.beta.kubernetes.io/init-container-statuses":"3",
      "pod.alpha.kubernetes.io/init-container-statuses":"4"}}})";
  for (const scheme::TypeFunctions* set : {&ReadFixes(), &WriteFixes()}) {
    ExpectRows<Pod>(*set, {{"metadata.annotations", kPod, R"({"a":"b"})"}});
    ExpectRows<PodTemplateSpec>(*set, {{"metadata.annotations", kPod, R"({"a":"b"})"}});
    ExpectRows<ConfigMap>(*set, {{"metadata.annotations.a", kPod, R"("b")"}});
  }
}

TEST(CoreFixes, AddressesOfAPod) {
  ExpectRows<PodStatus>(
      ReadFixes(),
      {
          {"podIPs", R"({"podIP":"192.0.2.1"})", R"([{"ip":"192.0.2.1"}])"},
          {"podIPs", R"({"podIP":"192.0.2.1","podIPs":[{"ip":"192.0.2.2"},{"ip":"2001:db8::1"}]})",
           R"([{"ip":"192.0.2.1"}])"},
          {"podIPs", R"({"podIP":"192.0.2.1","podIPs":[{"ip":"192.0.2.1"},{"ip":"2001:db8::1"}]})",
           R"([{"ip":"192.0.2.1"},{"ip":"2001:db8::1"}])"},
          {"podIPs", R"({"podIPs":[{"ip":"192.0.2.2"}]})", R"([{"ip":"192.0.2.2"}])"},
          {"podIPs", "{}", "absent"},
      });
  ExpectRows<PodStatus>(
      WriteFixes(),
      {
          {"podIP", R"({"podIPs":[{"ip":"192.0.2.1"},{"ip":"2001:db8::1"}]})", R"("192.0.2.1")"},
          {"podIP", R"({"podIP":"192.0.2.9","podIPs":[{"ip":"192.0.2.1"}]})", R"("192.0.2.1")"},
          {"podIP", R"({"podIP":"192.0.2.9"})", "absent"},
      });
}

TEST(CoreFixes, RangesOfANode) {
  ExpectRows<NodeSpec>(
      ReadFixes(),
      {
          {"podCIDRs", R"({"podCIDR":"192.0.2.0/25"})", R"(["192.0.2.0/25"])"},
          {"podCIDRs",
           R"({"podCIDR":"192.0.2.0/25","podCIDRs":["192.0.2.128/25","2001:db8::/64"]})",
           R"(["192.0.2.0/25"])"},
          {"podCIDRs", R"({"podCIDR":"192.0.2.0/25","podCIDRs":["192.0.2.0/25","2001:db8::/64"]})",
           R"(["192.0.2.0/25","2001:db8::/64"])"},
          {"podCIDRs", R"({"podCIDRs":["192.0.2.0/25"]})", R"(["192.0.2.0/25"])"},
      });
  ExpectRows<NodeSpec>(
      WriteFixes(),
      {
          {"podCIDR", R"({"podCIDRs":["192.0.2.0/25","2001:db8::/64"]})", R"("192.0.2.0/25")"},
          {"podCIDR", R"({"podCIDR":"198.51.100.0/24"})", "absent"},
      });
}

TEST(CoreFixes, TextsOfASecretBecomeData) {
  ExpectRows<Secret>(
      ReadFixes(),
      {
          {"data", R"({"data":{"a":"b2xk","b":"a2VwdA=="},"stringData":{"a":"new","c":""}})",
           R"({"a":"bmV3","b":"a2VwdA==","c":""})"},
          {"stringData", R"({"stringData":{"a":"new"}})", "absent"},
          {"data", "{}", "absent"},
      });
}

// What is written out may be shared with readers in other threads: an object that has been read
// needs no change, and where there is one, maps are not changed in place.
TEST(CoreFixes, WritingDoesNotTouchWhatIsShared) {
  Arena arena;
  Pod pod;
  pod.metadata.annotations.Set(arena, "a", "b");
  pod.metadata.annotations.Set(arena, "pod.beta.kubernetes.io/init-containers", "c");
  Pod shallow = pod;
  scheme::FunctionContext context{arena};
  WriteFixes().Apply(typeinfo::TypeOf<Pod>(), context, &shallow);
  EXPECT_EQ(shallow.metadata.annotations.size(), 1U);
  EXPECT_EQ(pod.metadata.annotations.size(), 2U);
  EXPECT_NE(pod.metadata.annotations.Find("pod.beta.kubernetes.io/init-containers"), nullptr);
}

}  // namespace
}  // namespace pintle::apis::core::v1
