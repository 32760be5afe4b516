#include <gmock/gmock.h>

#include <functional>
#include <vector>

#include "apis/core/v1/registry_rules.h"
#include "apis/functions_for_test.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"

namespace pintle::apis::core::v1 {
namespace {

using testing::IsEmpty;

// The spec as `change` leaves it, given the specs before and after as JSON; no old object when the
// text is empty.
using Change = std::function<void(Arena& arena, const Service* old, Service& service)>;
std::string Spec(std::string_view old_json, std::string_view json, const Change& change) {
  Arena arena;
  auto read = [&](std::string_view text, Service& service) {
    codec::JsonReader reader(text);
    auto& type = typeinfo::TypeOf<ServiceSpec>();
    EXPECT_TRUE(typeinfo::Decode(reader, type, &service.spec, arena, nullptr)) << text;
  };
  Service old;
  Service service;
  if (!old_json.empty()) read(old_json, old);
  read(json, service);
  change(arena, old_json.empty() ? nullptr : &old, service);
  std::string out;
  codec::JsonWriter writer(out);
  typeinfo::Encode(typeinfo::TypeOf<ServiceSpec>(), &service.spec, writer);
  return out;
}

struct Row {
  std::string_view old;
  std::string_view now;
  std::string_view out;
};

void ExpectSpecs(const std::vector<Row>& rows, const Change& change) {
  for (const Row& row : rows) {
    EXPECT_EQ(Spec(row.old, row.now, change), row.out) << row.old << " to " << row.now;
  }
}

TEST(ServiceRegistryRules, ClusterIpsFollowClusterIp) {
  constexpr std::string_view kOld =
      R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1","2001:db8::1"]})";
  ExpectSpecs(
      {
          {"", R"({"clusterIP":"192.0.2.1"})",
           R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"]})"},
          {"", R"({"clusterIP":"None"})", R"({"clusterIP":"None","clusterIPs":["None"]})"},
          {"", "{}", "{}"},
          {"", R"({"clusterIPs":["192.0.2.1"]})", R"({"clusterIPs":["192.0.2.1"]})"},
          {kOld, R"({"clusterIP":"192.0.2.1"})", kOld},
          {kOld, R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"]})",
           R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"]})"},
          {kOld, R"({"clusterIP":"192.0.2.2","clusterIPs":["192.0.2.1","2001:db8::1"]})",
           R"({"clusterIP":"192.0.2.2","clusterIPs":["192.0.2.2"]})"},
          {kOld, R"({"clusterIPs":["192.0.2.1","2001:db8::1"]})", "{}"},
          {kOld, R"({"clusterIP":"192.0.2.2","clusterIPs":["192.0.2.3"]})",
           R"({"clusterIP":"192.0.2.2","clusterIPs":["192.0.2.3"]})"},
          {kOld, "{}", "{}"},
      },
      SyncClusterIps);
}

TEST(ServiceRegistryRules, WhatWasAllocatedStays) {
  auto copy = [](Arena& arena, const Service* old, Service& service) {
    CopyAllocated(arena, *old, service);
  };
  ExpectSpecs(
      {
          {R"({"type":"ClusterIP","clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"]})",
           R"({"type":"ClusterIP"})",
           R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],"type":"ClusterIP"})"},
          {R"({"type":"ClusterIP","clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"]})",
           R"({"type":"ClusterIP","clusterIP":"192.0.2.2"})",
           R"({"clusterIP":"192.0.2.2","type":"ClusterIP"})"},
          {R"({"type":"ClusterIP","clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"]})",
           R"({"type":"ExternalName"})", R"({"type":"ExternalName"})"},
          {R"({"type":"NodePort","ports":[{"name":"a","port":1,"nodePort":30001},
              {"name":"b","port":2,"nodePort":30002}]})",
           R"({"type":"LoadBalancer","ports":[{"name":"b","port":3},{"name":"a","port":4},
              {"name":"c","port":5}]})",
           R"({"ports":[{"name":"b","port":3,"targetPort":0,"nodePort":30002},)"
           R"({"name":"a","port":4,"targetPort":0,"nodePort":30001},)"
           R"({"name":"c","port":5,"targetPort":0}],"type":"LoadBalancer"})"},
          {R"({"type":"NodePort","ports":[{"name":"a","port":1,"nodePort":30001}]})",
           R"({"type":"NodePort","ports":[{"name":"a","port":1},
              {"name":"b","port":2,"nodePort":30001}]})",
           R"({"ports":[{"name":"a","port":1,"targetPort":0},)"
           R"({"name":"b","port":2,"targetPort":0,"nodePort":30001}],"type":"NodePort"})"},
          {R"({"type":"NodePort","ports":[{"port":1,"nodePort":30001}]})",
           R"({"type":"LoadBalancer","allocateLoadBalancerNodePorts":false,"ports":[{"port":1}]})",
           R"({"ports":[{"port":1,"targetPort":0}],"type":"LoadBalancer",)"
           R"("allocateLoadBalancerNodePorts":false})"},
          {R"({"type":"LoadBalancer","externalTrafficPolicy":"Local","healthCheckNodePort":30009})",
           R"({"type":"LoadBalancer","externalTrafficPolicy":"Local"})",
           R"({"type":"LoadBalancer","externalTrafficPolicy":"Local","healthCheckNodePort":30009})"},
          {R"({"type":"LoadBalancer","externalTrafficPolicy":"Local","healthCheckNodePort":30009})",
           R"({"type":"LoadBalancer","externalTrafficPolicy":"Cluster"})",
           R"({"type":"LoadBalancer","externalTrafficPolicy":"Cluster"})"},
      },
      copy);
}

TEST(ServiceRegistryRules, WhatTheTypeHasNoUseForGoes) {
  auto drop = [](Arena&, const Service* old, Service& service) { DropUnusedFields(*old, service); };
  ExpectSpecs(
      {
          {R"({"type":"ClusterIP","clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],
              "ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})",
           R"({"type":"ExternalName","clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],
              "ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})",
           R"({"type":"ExternalName"})"},
          {R"({"type":"ClusterIP","clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],
              "ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})",
           R"({"type":"ExternalName","clusterIP":"192.0.2.2","clusterIPs":["192.0.2.2"],
              "ipFamilies":["IPv6"],"ipFamilyPolicy":"PreferDualStack"})",
           R"({"clusterIP":"192.0.2.2","clusterIPs":["192.0.2.2"],"type":"ExternalName",)"
           R"("ipFamilies":["IPv6"],"ipFamilyPolicy":"PreferDualStack"})"},
          {R"({"type":"NodePort","externalTrafficPolicy":"Cluster","ports":[{"port":1,"nodePort":30001}]})",
           R"({"type":"ClusterIP","externalTrafficPolicy":"Cluster","ports":[{"port":1,"nodePort":30001}]})",
           R"({"ports":[{"port":1,"targetPort":0}],"type":"ClusterIP"})"},
          {R"({"type":"NodePort","ports":[{"port":1,"nodePort":30001}]})",
           R"({"type":"ClusterIP","ports":[{"port":1,"nodePort":30002}]})",
           R"({"ports":[{"port":1,"targetPort":0,"nodePort":30002}],"type":"ClusterIP"})"},
          {R"({"type":"LoadBalancer","externalTrafficPolicy":"Local","healthCheckNodePort":30009,
              "allocateLoadBalancerNodePorts":true,"loadBalancerClass":"c"})",
           R"({"type":"NodePort","externalTrafficPolicy":"Local","healthCheckNodePort":30009,
              "allocateLoadBalancerNodePorts":true,"loadBalancerClass":"c"})",
           R"({"type":"NodePort","externalTrafficPolicy":"Local"})"},
          {R"({"type":"LoadBalancer","externalTrafficPolicy":"Local","healthCheckNodePort":30009,
              "loadBalancerClass":"c"})",
           R"({"type":"NodePort","externalTrafficPolicy":"Local","healthCheckNodePort":30008,
              "allocateLoadBalancerNodePorts":true,"loadBalancerClass":"d"})",
           R"({"type":"NodePort","externalTrafficPolicy":"Local","healthCheckNodePort":30008,)"
           R"("allocateLoadBalancerNodePorts":true,"loadBalancerClass":"d"})"},
          {R"({"type":"ClusterIP","externalIPs":["192.0.2.9"],"externalTrafficPolicy":"Cluster"})",
           R"({"type":"ClusterIP","externalTrafficPolicy":"Cluster"})", R"({"type":"ClusterIP"})"},
      },
      drop);
}

TEST(ServiceRegistryRules, PolicyOfFamilies) {
  auto set = [](Arena&, const Service* old, Service& service) { SetIpFamilyPolicy(old, service); };
  ExpectSpecs(
      {
          {"", R"({"type":"ClusterIP"})", R"({"type":"ClusterIP","ipFamilyPolicy":"SingleStack"})"},
          {"", R"({"clusterIP":"None"})",
           R"({"clusterIP":"None","ipFamilyPolicy":"RequireDualStack"})"},
          {"", R"({"clusterIP":"None","selector":{"a":"b"}})",
           R"({"selector":{"a":"b"},"clusterIP":"None","ipFamilyPolicy":"SingleStack"})"},
          {R"({"ipFamilyPolicy":"PreferDualStack"})", "{}",
           R"({"ipFamilyPolicy":"PreferDualStack"})"},
          {R"({"type":"ExternalName"})", R"({"type":"ClusterIP"})",
           R"({"type":"ClusterIP","ipFamilyPolicy":"SingleStack"})"},
          {"", R"({"type":"ExternalName"})", R"({"type":"ExternalName"})"},
          {"", R"({"ipFamilyPolicy":"RequireDualStack"})",
           R"({"ipFamilyPolicy":"RequireDualStack"})"},
      },
      set);
}

const std::vector<IPFamily> kSingle = {"IPv4"};
const std::vector<IPFamily> kDual = {"IPv6", "IPv4"};

TEST(ServiceRegistryRules, FamiliesComeFromAddressesOrTheCluster) {
  auto set = [](std::span<const IPFamily> cluster) {
    return [cluster](Arena& arena, const Service* old, Service& service) {
      EXPECT_THAT(SetIpFamilies(arena, cluster, old, service), IsEmpty());
    };
  };
  ExpectSpecs(
      {
          {"", R"({"ipFamilyPolicy":"SingleStack"})",
           R"({"ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})"},
          {"", R"({"ipFamilyPolicy":"PreferDualStack"})",
           R"({"ipFamilies":["IPv4"],"ipFamilyPolicy":"PreferDualStack"})"},
          // Without a selector nobody knows what the endpoints are.
          {"", R"({"clusterIP":"None","clusterIPs":["None"],"ipFamilyPolicy":"RequireDualStack"})",
           R"({"clusterIP":"None","clusterIPs":["None"],"ipFamilies":["IPv4","IPv6"],)"
           R"("ipFamilyPolicy":"RequireDualStack"})"},
          {"", R"({"type":"ExternalName"})", R"({"type":"ExternalName"})"},
          {R"({"ipFamilies":["IPv4"]})",
           R"({"ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})",
           R"({"ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})"},
      },
      set(kSingle));
  ExpectSpecs(
      {
          {"", R"({"ipFamilyPolicy":"SingleStack"})",
           R"({"ipFamilies":["IPv6"],"ipFamilyPolicy":"SingleStack"})"},
          {"", R"({"ipFamilyPolicy":"PreferDualStack"})",
           R"({"ipFamilies":["IPv6","IPv4"],"ipFamilyPolicy":"PreferDualStack"})"},
          {"", R"({"ipFamilies":["IPv4"],"ipFamilyPolicy":"RequireDualStack"})",
           R"({"ipFamilies":["IPv4","IPv6"],"ipFamilyPolicy":"RequireDualStack"})"},
          {"",
           R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],"ipFamilyPolicy":"SingleStack"})",
           R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],"ipFamilies":["IPv4"],)"
           R"("ipFamilyPolicy":"SingleStack"})"},
          // The policy alone is enough to give up the second family.
          {R"({"clusterIPs":["192.0.2.1","2001:db8::1"],"ipFamilies":["IPv4","IPv6"],
              "ipFamilyPolicy":"RequireDualStack"})",
           R"({"clusterIPs":["192.0.2.1","2001:db8::1"],"ipFamilies":["IPv4","IPv6"],
              "ipFamilyPolicy":"SingleStack"})",
           R"({"clusterIPs":["192.0.2.1"],"ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})"},
          // One that prefers two and has one stays as it is.
          {R"({"clusterIPs":["192.0.2.1"],"ipFamilies":["IPv4"],"ipFamilyPolicy":"PreferDualStack"})",
           R"({"clusterIPs":["192.0.2.1"],"ipFamilies":["IPv4"],"ipFamilyPolicy":"PreferDualStack"})",
           R"({"clusterIPs":["192.0.2.1"],"ipFamilies":["IPv4"],"ipFamilyPolicy":"PreferDualStack"})"},
      },
      set(kDual));
}

TEST(ServiceRegistryRules, FamiliesTheClusterCannotGive) {
  struct ErrorRow {
    std::string_view old;
    std::string_view now;
    std::vector<std::string> errors;
    const std::vector<IPFamily>* cluster = &kSingle;
  };
  const std::vector<ErrorRow> rows = {
      {"",
       R"({"ipFamilyPolicy":"RequireDualStack"})",
       {R"(spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services)"}},
      {"",
       R"({"ipFamilies":["IPv6"],"ipFamilyPolicy":"SingleStack"})",
       {R"(spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster)"}},
      {"",
       R"({"clusterIPs":["2001:db8::1"],"ipFamilyPolicy":"SingleStack"})",
       {R"(spec.clusterIPs[0]: Invalid value: ["2001:db8::1"]: IPv6 is not configured on this cluster)"}},
      {"",
       R"({"clusterIPs":["192.0.2.1","2001:db8::1"],"ipFamilies":["IPv4","IPv6"],"ipFamilyPolicy":"SingleStack"})",
       {R"(spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified)",
        R"(spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified)"},
       &kDual},
      {R"({"clusterIPs":["192.0.2.1","2001:db8::1"],"ipFamilies":["IPv4","IPv6"],"ipFamilyPolicy":"RequireDualStack"})",
       R"({"clusterIPs":["192.0.2.1"],"ipFamilies":["IPv4"],"ipFamilyPolicy":"RequireDualStack"})",
       {R"(spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be 'SingleStack' to release the secondary cluster IP)",
        R"(spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be 'SingleStack' to release the secondary IP family)"},
       &kDual},
  };
  for (const ErrorRow& row : rows) {
    Spec(row.old, row.now, [&](Arena& arena, const Service* old, Service& service) {
      std::vector<std::string> texts;
      for (const auto& error : SetIpFamilies(arena, *row.cluster, old, service)) {
        texts.push_back(error.Text());
      }
      EXPECT_EQ(texts, row.errors) << row.now;
    });
  }
}

TEST(ServiceRegistryRules, OldObjectsAreCompletedWhenRead) {
  auto complete = [](Arena& arena, const Service*, Service& service) {
    CompleteOnRead(arena, kIPv4Protocol, service);
  };
  ExpectSpecs(
      {
          {"", R"({"type":"ClusterIP","clusterIP":"192.0.2.1"})",
           R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],"type":"ClusterIP",)"
           R"("ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})"},
          {"", R"({"clusterIP":"2001:db8::1","clusterIPs":["2001:db8::1","192.0.2.1"]})",
           R"({"clusterIP":"2001:db8::1","clusterIPs":["2001:db8::1","192.0.2.1"],)"
           R"("ipFamilies":["IPv6","IPv4"],"ipFamilyPolicy":"RequireDualStack"})"},
          {"", R"({"clusterIP":"None","selector":{"a":"b"}})",
           R"({"selector":{"a":"b"},"clusterIP":"None","clusterIPs":["None"],)"
           R"("ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack"})"},
          {"", R"({"clusterIP":"None"})",
           R"({"clusterIP":"None","clusterIPs":["None"],"ipFamilies":["IPv4","IPv6"],)"
           R"("ipFamilyPolicy":"RequireDualStack"})"},
          {"", R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],"ipFamilies":["IPv4"],
              "ipFamilyPolicy":"PreferDualStack"})",
           R"({"clusterIP":"192.0.2.1","clusterIPs":["192.0.2.1"],"ipFamilies":["IPv4"],)"
           R"("ipFamilyPolicy":"PreferDualStack"})"},
          {"", R"({"type":"ExternalName","internalTrafficPolicy":"Cluster"})",
           R"({"type":"ExternalName"})"},
          {"", R"({"type":"ClusterIP","internalTrafficPolicy":"Cluster"})",
           R"({"type":"ClusterIP","internalTrafficPolicy":"Cluster"})"},
      },
      complete);
}

}  // namespace
}  // namespace pintle::apis::core::v1
