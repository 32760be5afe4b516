#include "apis/core/v1/service_allocator.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>
#include <set>

#include "apis/builtin.h"
#include "apis/networking/v1/types.h"
#include "pintle/write/write_for_test.h"

namespace pintle::apis::core::v1 {
namespace {

using networking::v1::IPAddress;
using networking::v1::ServiceCIDR;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using write::Object;

// Services on a cluster with these ranges.
class ServiceAllocation : public write::WriteTest {
 protected:
  void Configure(std::string_view ranges, std::string_view ports = "30000-32767") {
    BuiltinOptions options;
    options.service_addresses = *ParseAddressRanges(ranges);
    options.service_ports = *PortRange::Parse(ports);
    schemes_.push_back(std::make_unique<scheme::Scheme>());
    resources_ = BuiltinResources(*schemes_.back(), options);
  }
  static std::string Named(std::string_view name, std::string_view spec) {
    return fmt::format(R"({{"metadata":{{"name":"{}"}},"spec":{{"ports":[{{"port":80}}],{}}}}})",
                       name, spec);
  }
  Object Make(std::string_view name, std::string_view spec) {
    return MustCreate(Resource("services"), Named(name, spec));
  }
  // `IPv4+IPv6 PreferDualStack 10.0.0.17+fd00::101`
  static std::string Describe(const Object& object) {
    const ServiceSpec& spec = object.As<Service>().spec;
    return fmt::format("{} {} {}", fmt::join(spec.ip_families, "+"),
                       spec.ip_family_policy.value_or("-"), fmt::join(spec.cluster_ips, "+"));
  }
  std::string Refusal(std::string_view name, std::string_view spec) {
    auto tried = TryCreate(Resource("services"), Named(name, spec));
    return tried ? "it was made: " + Describe(tried->object) : tried.error().message();
  }
  const IPAddress* Taken(std::string_view address) {
    auto found = Stored(Resource("ipaddresses"), address);
    if (!found) return nullptr;
    kept_.push_back(std::move(*found));
    return &kept_.back().As<IPAddress>();
  }
  size_t TakenCount() {
    return *executor_.Run(world_.store().Count(Resource("ipaddresses").Prefix("")));
  }

  std::vector<std::unique_ptr<scheme::Scheme>> schemes_;
  std::list<Object> kept_;
};

TEST_F(ServiceAllocation, AnAddressIsAnObjectThatNamesTheService) {
  Configure("fd00::/112");
  Object made = Make("a", R"("clusterIP":"fd00::5")");
  EXPECT_EQ(Describe(made), "IPv6 SingleStack fd00::5");
  const IPAddress* address = Taken("fd00::5");
  ASSERT_NE(address, nullptr);
  EXPECT_EQ(*address->metadata.labels.Find("ipaddress.kubernetes.io/ip-family"), "IPv6");
  EXPECT_EQ(*address->metadata.labels.Find("ipaddress.kubernetes.io/managed-by"),
            "ipallocator.k8s.io");
  EXPECT_EQ(address->spec.parent_ref->resource, "services");
  EXPECT_EQ(address->spec.parent_ref->namespace_, "ns");
  EXPECT_EQ(address->spec.parent_ref->name, "a");
  EXPECT_TRUE(TryDelete(Resource("services"), "a"));
  EXPECT_EQ(Taken("fd00::5"), nullptr);
}

TEST_F(ServiceAllocation, FamiliesFollowThePolicy) {
  struct Case {
    const char* ranges;
    const char* spec;
    const char* expected;
  };
  // Where nothing is random the first address after the reserved part is given out.
  const Case cases[] = {
      {"10.0.0.0/24,fd00::/112", "", "IPv4 SingleStack 10.0.0.17"},
      {"fd00::/112,10.0.0.0/24", "", "IPv6 SingleStack fd00::101"},
      {"10.0.0.0/24,fd00::/112", R"("ipFamilyPolicy":"PreferDualStack",)",
       "IPv4+IPv6 PreferDualStack 10.0.0.17+fd00::101"},
      {"10.0.0.0/24,fd00::/112", R"("ipFamilyPolicy":"RequireDualStack",)",
       "IPv4+IPv6 RequireDualStack 10.0.0.17+fd00::101"},
      {"10.0.0.0/24,fd00::/112", R"("ipFamilyPolicy":"RequireDualStack","ipFamilies":["IPv6"],)",
       "IPv6+IPv4 RequireDualStack fd00::101+10.0.0.17"},
      {"10.0.0.0/24,fd00::/112", R"("ipFamilies":["IPv6"],)", "IPv6 SingleStack fd00::101"},
      {"10.0.0.0/24,fd00::/112",
       R"("ipFamilyPolicy":"RequireDualStack","clusterIP":"fd00::7","clusterIPs":["fd00::7"],)",
       "IPv6+IPv4 RequireDualStack fd00::7+10.0.0.17"},
      {"10.0.0.0/24,fd00::/112",
       R"("ipFamilyPolicy":"PreferDualStack","clusterIP":"10.0.0.9",)"
       R"("clusterIPs":["10.0.0.9","fd00::9"],)",
       "IPv4+IPv6 PreferDualStack 10.0.0.9+fd00::9"},
      {"10.0.0.0/24", R"("ipFamilyPolicy":"PreferDualStack",)", "IPv4 PreferDualStack 10.0.0.17"},
      {"10.0.0.0/24,fd00::/112", R"("clusterIP":"None","selector":{"a":"b"},)",
       "IPv4 SingleStack None"},
      {"10.0.0.0/24", R"("clusterIP":"None",)", "IPv4+IPv6 RequireDualStack None"},
  };
  int number = 0;
  for (const Case& c : cases) {
    Configure(c.ranges);
    std::string name = "s" + std::to_string(number++);
    Object made = Make(name, std::string(c.spec) + R"("sessionAffinity":"None")");
    EXPECT_EQ(Describe(made), c.expected) << c.spec;
    EXPECT_TRUE(TryDelete(Resource("services"), name));
    EXPECT_EQ(TakenCount(), 0u);
  }
}

TEST_F(ServiceAllocation, WhatTheClusterCannotDo) {
  Configure("10.0.0.0/24");
  const std::pair<const char*, const char*> cases[] = {
      {R"("ipFamilyPolicy":"RequireDualStack")",
       "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": this cluster is not configured "
       "for dual-stack services"},
      {R"("ipFamilies":["IPv6"])",
       "spec.ipFamilies[0]: Invalid value: \"IPv6\": not configured on this cluster"},
      {R"("clusterIP":"fd00::1")", "IPv6 is not configured on this cluster"},
      {R"("ipFamilyPolicy":"SingleStack","ipFamilies":["IPv4","IPv6"])",
       "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified"},
      {R"("clusterIP":"11.0.0.1")",
       "spec.clusterIPs: Invalid value: [\"11.0.0.1\"]: failed to allocate IP 11.0.0.1: the "
       "provided network does not match the current range"},
      {R"("clusterIP":"10.0.0.0")",
       "failed to allocate IP 10.0.0.0: the provided IP (10.0.0.0) is not in the valid range. The "
       "range of valid IPs is 10.0.0.0/24"},
      {R"("clusterIP":"10.0.0.255")", "the provided IP (10.0.0.255) is not in the valid range"},
  };
  for (const auto& [spec, message] : cases) EXPECT_THAT(Refusal("s", spec), HasSubstr(message));
  // Other faults are not looked for then.
  EXPECT_EQ(Refusal("s", R"("ipFamilies":["IPv6"],"sessionAffinity":"Wrong")"),
            "Service \"s\" is invalid: spec.ipFamilies[0]: Invalid value: \"IPv6\": not configured "
            "on this cluster");
  EXPECT_EQ(
      Refusal("s", R"("clusterIP":"x","sessionAffinity":"Wrong")"),
      "Service \"s\" is invalid: spec.clusterIPs[0]: Invalid value: \"x\": must be a valid IP "
      "address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
  Make("first", R"("clusterIP":"10.0.0.9")");
  EXPECT_EQ(Refusal("s", R"("clusterIP":"10.0.0.9")"),
            "Service \"s\" is invalid: spec.clusterIPs: Invalid value: [\"10.0.0.9\"]: failed to "
            "allocate IP 10.0.0.9: provided IP is already allocated");
  EXPECT_EQ(TakenCount(), 1u);
}

TEST_F(ServiceAllocation, ASecondFamilyComesAndGoes) {
  Configure("10.0.0.0/24,fd00::/112");
  Make("a", R"("clusterIP":"10.0.0.9")");
  auto set_policy = [&](IPFamilyPolicy policy) {
    auto changed = TryChange(Resource("services"), "a", [&](Object& object) {
      object.As<Service>().spec.ip_family_policy = policy;
    });
    return changed ? Describe(changed->object) : changed.error().message();
  };
  EXPECT_EQ(set_policy(kIPFamilyPolicyPreferDualStack),
            "IPv4+IPv6 PreferDualStack 10.0.0.9+fd00::101");
  EXPECT_NE(Taken("fd00::101"), nullptr);
  EXPECT_EQ(set_policy(kIPFamilyPolicySingleStack), "IPv4 SingleStack 10.0.0.9");
  EXPECT_EQ(Taken("fd00::101"), nullptr);
  EXPECT_NE(Taken("10.0.0.9"), nullptr);
  EXPECT_EQ(set_policy(kIPFamilyPolicyRequireDualStack),
            "IPv4+IPv6 RequireDualStack 10.0.0.9+fd00::101");
}

TEST_F(ServiceAllocation, AFullRangeIsGivenOutToTheLastAddress) {
  Configure("10.0.0.0/27");
  std::set<std::string> addresses;
  for (int i = 0; i < 30; ++i) {
    Object made = Make("s" + std::to_string(i), R"("type":"ClusterIP")");
    addresses.emplace(made.As<Service>().spec.cluster_ip);
  }
  EXPECT_EQ(addresses.size(), 30u);
  auto full = TryCreate(Resource("services"), Named("more", R"("type":"ClusterIP")"));
  EXPECT_TRUE(write::FailsWith(
      full, 500, "Internal error occurred: failed to allocate a serviceIP: range is full"));
}

TEST_F(ServiceAllocation, NetworksThatAreAddedLaterAreTakenFromToo) {
  Configure("10.0.0.0/30");
  auto add = [&](std::string_view name, std::string_view cidr) {
    MustCreate(
        Resource("servicecidrs"),
        fmt::format(R"({{"metadata":{{"name":"{}"}},"spec":{{"cidrs":["{}"]}}}})", name, cidr));
  };
  add("kubernetes", "10.0.0.0/30");
  Make("a", R"("type":"ClusterIP")");
  Make("b", R"("type":"ClusterIP")");
  EXPECT_THAT(Refusal("c", R"("type":"ClusterIP")"), HasSubstr("range is full"));
  add("more", "10.9.0.0/24");
  Object third = Make("c", R"("type":"ClusterIP")");
  EXPECT_THAT(std::string(third.As<Service>().spec.cluster_ip), StartsWith("10.9.0."));
  Make("d", R"("clusterIP":"10.9.0.200")");
  // A network on its way out gives nothing any more, and keeps what it has given.
  write::TestRequest request = RequestFor(Resource("servicecidrs"), "more");
  request.what.subresource = "status";
  const write::ResourceDefinition& networks = Resource("servicecidrs");
  auto edit = [](const Object& current, const write::Drawn&, write::Warnings&) -> Result<Object> {
    Object copy = current.Copy();
    auto& condition = copy.As<ServiceCIDR>().status.conditions.Append(copy.arena());
    condition.type = "Ready";
    condition.status = "False";
    condition.reason = "Terminating";
    return copy;
  };
  auto ended = Run(networks, request, networks.writing.subresources.at("status").strategy,
                   write::EditBy(edit));
  ASSERT_TRUE(ended) << ended.error().message();
  EXPECT_THAT(Refusal("e", R"("type":"ClusterIP")"), HasSubstr("range is full"));
  EXPECT_THAT(Refusal("e", R"("clusterIP":"10.9.0.201")"),
              HasSubstr("the provided network does not match the current range"));
  EXPECT_NE(Taken("10.9.0.200"), nullptr);
}

TEST_F(ServiceAllocation, OnlyItsOwnAddressIsGivenBack) {
  Configure("10.0.0.0/24");
  Make("a", R"("clusterIP":"10.0.0.9")");
  // Somebody took the address away, and another service got it.
  EXPECT_TRUE(TryDelete(Resource("ipaddresses"), "10.0.0.9"));
  Make("b", R"("clusterIP":"10.0.0.9")");
  EXPECT_TRUE(TryDelete(Resource("services"), "a"));
  const IPAddress* address = Taken("10.0.0.9");
  ASSERT_NE(address, nullptr);
  EXPECT_EQ(address->spec.parent_ref->name, "b");
}

// Labels that take more room than the store has for an object.
std::string TooManyLabels() {
  std::string labels;
  for (int i = 0; i < 24'000; ++i) {
    labels += fmt::format(R"({}"{:063}":"")", i > 0 ? "," : "", i);
  }
  return "{" + labels + "}";
}

TEST_F(ServiceAllocation, WhatTheStoreRefusesTakesNothing) {
  Configure("10.0.0.0/24");
  const write::ResourceDefinition& services = Resource("services");
  constexpr const char* kPort =
      R"("type":"NodePort","clusterIP":"10.0.0.9","ports":[{"port":80,"nodePort":30005}])";
  auto refused = TryCreate(services, fmt::format(R"({{"metadata":{{"name":"a","labels":{}}},)"
                                                 R"("spec":{{{}}}}})",
                                                 TooManyLabels(), kPort));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), 413);
  EXPECT_EQ(TakenCount(), 0u);
  MustCreate(services, fmt::format(R"({{"metadata":{{"name":"b"}},"spec":{{{}}}}})", kPort));
  EXPECT_TRUE(TryDelete(services, "b"));

  // The same for an object that is there and asks for more.
  Make("c", R"("clusterIP":"10.0.0.10")");
  auto larger = TryChange(services, "c", [](Object& object) {
    ServiceSpec& spec = object.As<Service>().spec;
    spec.type = kServiceTypeNodePort;
    spec.external_traffic_policy = kServiceExternalTrafficPolicyCluster;
    spec.ports[0].node_port = 30005;
    for (int i = 0; i < 24'000; ++i) {
      std::string key = fmt::format("{:063}", i);
      object.meta().labels.Set(object.arena(), object.arena().Copy(key), "");
    }
  });
  ASSERT_FALSE(larger);
  EXPECT_EQ(larger.error().code(), 413) << larger.error().message().substr(0, 200);
  MustCreate(services, fmt::format(R"({{"metadata":{{"name":"d"}},"spec":{{{}}}}})", kPort));
}

// The name of a service is generated anew until it is free, and so is what it gets.
TEST_F(ServiceAllocation, ANameThatIsTakenKeepsNoAddress) {
  class Recorder final : public admission::Plugin {
   public:
    explicit Recorder(std::vector<std::string>& seen) : seen_(seen) {}
    std::string_view name() const override { return "Recorder"; }
    Task<Status> Validate(const admission::Attributes& attributes) override {
      if (attributes.kind == "Service") {
        const Service& service = attributes.object->As<Service>();
        seen_.push_back(fmt::format("{} {}{}", service.metadata.name, service.spec.cluster_ip,
                                    service.spec.ports[0].node_port));
      }
      co_return Status();
    }

   private:
    std::vector<std::string>& seen_;
  };
  Configure("10.0.0.0/24");
  Make("web-bbbbb", R"("type":"NodePort")");
  std::vector<std::string> seen;
  world_.mutable_admission().Add(std::make_unique<Recorder>(seen));
  world_.suffixes = {"bbbbb", "ccccc"};
  Object made = MustCreate(Resource("services"), R"({"metadata":{"generateName":"web-"},
    "spec":{"type":"NodePort","ports":[{"port":80}]}})");
  EXPECT_THAT(seen, ElementsAre("web-bbbbb 0", "web-ccccc 0"));
  EXPECT_EQ(Taken(made.As<Service>().spec.cluster_ip)->spec.parent_ref->name, "web-ccccc");
  EXPECT_EQ(TakenCount(), 2u);
}

TEST_F(ServiceAllocation, OnlyWhatWasTakenIsLeftWhenTheStoreDoesNotSay) {
  Configure("10.0.0.0/24");
  Make("named", R"("type":"ExternalName","externalName":"a.example")");
  const write::ResourceDefinition& services = Resource("services");
  write::FailingStore store(world_.store());
  store.failure = Reason::kServiceUnavailable;
  world_.other_store = &store;
  EXPECT_FALSE(TryChange(services, "named", [](Object& object) {
    object.meta().labels.Set(object.arena(), "x", "1");
  }));
  EXPECT_EQ(world_.metrics.claims_left, 0) << "it needs nothing";
}

// A service that is made by way of its status is a service like others.
TEST_F(ServiceAllocation, AServiceMadeAtItsStatusHasAnAddress) {
  Configure("10.0.0.0/24");
  const write::ResourceDefinition& services = Resource("services");
  write::TestRequest request = RequestFor(services, "a");
  request.what.subresource = "status";
  auto put = [&](std::string_view spec) {
    return TryReplace(services, request, services.writing.subresources.at("status").strategy,
                      Named("a", spec));
  };
  auto outside = put(R"("clusterIP":"1.2.3.4")");
  ASSERT_FALSE(outside);
  EXPECT_EQ(outside.error().code(), 422) << outside.error().message();
  auto made = put(R"("type":"NodePort")");
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_THAT(Describe(made->object), StartsWith("IPv4 SingleStack 10.0.0."));
  EXPECT_NE(made->object.As<Service>().spec.ports[0].node_port, 0);
  EXPECT_EQ(TakenCount(), 1u);
}

// Services were stored with one address and no families once.
TEST_F(ServiceAllocation, AServiceOfOldTimesKeepsItsAddress) {
  Configure("10.0.0.0/24");
  const write::ResourceDefinition& services = Resource("services");
  const std::string stored =
      R"({"kind":"Service","apiVersion":"v1","metadata":{"name":"a","namespace":"ns","uid":"u",)"
      R"("creationTimestamp":"2019-01-01T00:00:00Z"},"spec":{"ports":[{"protocol":"TCP",)"
      R"("port":80,"targetPort":80}],"clusterIP":"10.0.0.9","type":"ClusterIP",)"
      R"("sessionAffinity":"None"}})";
  ASSERT_TRUE(executor_.Run(world_.store().Create(services.Key("ns", "a"), Bytes(stored))));
  EXPECT_EQ(Describe(*Stored(services, "a")), "IPv4 SingleStack 10.0.0.9");
  auto changed = TryChange(
      services, "a", [](Object& object) { object.meta().labels.Set(object.arena(), "x", "1"); });
  ASSERT_TRUE(changed) << changed.error().message();
  EXPECT_EQ(Describe(changed->object), "IPv4 SingleStack 10.0.0.9");
  EXPECT_EQ(changed->object.As<Service>().spec.cluster_ip, "10.0.0.9");
}

TEST_F(ServiceAllocation, PortsStayTakenWhenTheRangeMoves) {
  Configure("10.0.0.0/24", "30000-30010");
  const char* with_port =
      R"({{"metadata":{{"name":"{}"}},"spec":{{"type":"NodePort","ports":[{{"port":80,)"
      R"("nodePort":{}}}]}}}})";
  MustCreate(Resource("services"), fmt::format(fmt::runtime(with_port), "a", 30005));
  Configure("10.0.0.0/24", "30004-30020");
  auto again = TryCreate(Resource("services"), fmt::format(fmt::runtime(with_port), "b", 30005));
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message(), HasSubstr("provided port is already allocated"));
  MustCreate(Resource("services"), fmt::format(fmt::runtime(with_port), "c", 30006));
  auto below = TryCreate(Resource("services"), fmt::format(fmt::runtime(with_port), "d", 30001));
  ASSERT_FALSE(below);
  EXPECT_THAT(below.error().message(),
              HasSubstr("spec.ports[0].nodePort: Invalid value: 30001: provided port is not in "
                        "the valid range. The range of valid ports is 30004-30020"));
}

}  // namespace
}  // namespace pintle::apis::core::v1
