// Lists as long as a request can make them: neither the time nor the faults grow with the square of
// their length.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/admissionregistration/v1/validation_webhooks.h"
#include "apis/core/v1/pod_resources.h"
#include "apis/core/v1/validation_mounts.h"
#include "apis/core/v1/validation_pod.h"
#include "apis/core/v1/validation_quota.h"
#include "apis/core/v1/validation_resources.h"
#include "apis/core/v1/validation_scheduling.h"
#include "apis/core/v1/validation_service.h"
#include "apis/core/v1/validation_volume_sources.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::List;
using typeinfo::Str;

constexpr int kMany = 30'000;

class ManyItemsTest : public ::testing::Test {
 protected:
  Str Name(std::string_view prefix, int i) { return arena_.Copy(fmt::format("{}{}", prefix, i)); }

  Arena arena_;
  ErrorList errors_;
};

TEST_F(ManyItemsTest, PairsOfARegistryAreToldOfOnce) {
  const std::string registry(kMany, ',');
  ValidateSource(QuobyteVolumeSource{.registry = registry, .volume = "v"}, Path("q"), errors_);
  ASSERT_EQ(errors_.size(), 1u);
  EXPECT_EQ(errors_[0].field, "q.registry");
}

TEST_F(ManyItemsTest, SegmentsOfAPath) {
  const std::string path(kMany, '/');
  admissionregistration::v1::ValidateWebhookService(
      {.namespace_ = "n", .name = "s", .path = Str(path)}, Path("s"), errors_);
  EXPECT_EQ(errors_.size(), 16u);
}

TEST_F(ManyItemsTest, ScopesOfAQuota) {
  ResourceQuota quota;
  auto& selector = quota.spec.scope_selector.Ensure(arena_);
  for (int i = 0; i < kMany; ++i) {
    quota.spec.hard.Set(arena_, Name("hugepages-", 100'000 + i), typeinfo::Quantity{"1"});
    quota.spec.scopes.Append(arena_, i % 2 == 0 ? Name("x", i) : kResourceQuotaScopeTerminating);
    selector.match_expressions.Append(arena_, {.scope_name = kResourceQuotaScopeTerminating,
                                               .operator_ = kScopeSelectorOpExists});
  }
  errors_ = ValidateResourceQuota(quota);
  EXPECT_EQ(errors_.size(), 2 * 16u);
}

TEST_F(ManyItemsTest, ClaimsThatThePodDoesNotHave) {
  ResourceRequirements resources;
  std::set<Str> names;
  for (int i = 0; i < kMany; ++i) {
    resources.claims.Append(arena_, {.name = Name("c", i)});
    names.insert(Name("n", i));
  }
  ValidateContainerResources(resources, names, Path("r"), errors_);
  ASSERT_EQ(errors_.size(), size_t{kMany});
  EXPECT_LT(errors_[0].body.size(), 600u);
  EXPECT_TRUE(errors_[0].body.ends_with(", ...")) << errors_[0].body;
}

TEST_F(ManyItemsTest, MountsAndDevices) {
  List<VolumeMount> mounts;
  List<VolumeDevice> devices;
  VolumeSource claim;
  claim.persistent_volume_claim.Ensure(arena_).claim_name = "c";
  VolumeSources volumes;
  for (int i = 0; i < kMany; ++i) {
    mounts.Append(arena_, {.name = Name("m", i), .mount_path = Name("/m", i)});
    devices.Append(arena_, {.name = Name("d", i), .device_path = Name("/d", i)});
    volumes[mounts[i].name] = &claim;
    volumes[devices[i].name] = &claim;
  }
  devices[0].device_path = mounts[1].mount_path;
  mounts[0].name = devices[1].name;
  ContainerVolumes container{mounts, devices};
  ValidateVolumeMounts(container, volumes, Path("m"), errors_);
  ValidateVolumeDevices(container, volumes, Path("d"), errors_);
  std::vector<std::string> fields;
  for (const field::Error& error : errors_) fields.push_back(error.field);
  EXPECT_THAT(fields, ::testing::ElementsAre("m[0].name", "m[1].mountPath", "d[0].devicePath",
                                             "d[1].name"));
}

TEST_F(ManyItemsTest, SpreadConstraints) {
  List<TopologySpreadConstraint> constraints;
  for (int i = 0; i < kMany; ++i) {
    constraints.Append(
        arena_,
        {.max_skew = 1, .topology_key = Name("k", i / 2), .when_unsatisfiable = kDoNotSchedule});
  }
  ValidateTopologySpreadConstraints(constraints, Path("t"), {}, errors_);
  ASSERT_EQ(errors_.size(), size_t{kMany / 2});
  EXPECT_EQ(errors_[1].field, "t[2].{topologyKey, whenUnsatisfiable}");
}

TEST_F(ManyItemsTest, ContainerStatuses) {
  Pod pod;
  Pod old;
  pod.spec.restart_policy = kRestartPolicyNever;
  for (int i = 0; i < kMany; ++i) {
    pod.spec.containers.Append(arena_, {.name = Name("c", i)});
    ContainerStatus& before = old.status.container_statuses.Append(arena_, {.name = "same"});
    before.state.terminated.Ensure(arena_);
    ContainerStatus& now = pod.status.container_statuses.Append(arena_, {.name = "same"});
    now.state.running.Ensure(arena_);
  }
  errors_ = ValidatePodStatusUpdate(pod, old, {});
  EXPECT_EQ(errors_.size(), size_t{kMany}) << "one for each that ended";
}

TEST_F(ManyItemsTest, OldAddressesOfAService) {
  Service old;
  for (int i = 0; i < kMany; ++i) {
    old.spec.external_ips.Append(arena_, Name("0", i));
    old.spec.load_balancer_source_ranges.Append(arena_, Name("x", i));
  }
  Service service = old;
  service.spec.external_ips = service.spec.external_ips.Clone(arena_);
  service.spec.external_ips[0] = "bad";
  errors_ = ValidateServiceUpdate(service, old, {});
  size_t told = 0;
  for (const field::Error& error : errors_) {
    told += error.body.find("must be a valid IP address, (e.g.") != std::string::npos ? 1 : 0;
    EXPECT_EQ(error.body.find("must be a valid CIDR"), std::string::npos);
  }
  EXPECT_EQ(told, 1u);
}

// Sidecars and init containers, each of which is looked at with all before it.
TEST_F(ManyItemsTest, InitContainers) {
  PodSpec spec;
  Container& sidecar = spec.init_containers.Append(arena_, {.name = "s"});
  sidecar.restart_policy = kContainerRestartPolicyAlways;
  for (int i = 0; i < kMany; ++i) {
    sidecar.resources.requests.Set(arena_, Name("r", 100'000 + i), typeinfo::Quantity{"1"});
  }
  sidecar.resources.requests.Set(arena_, "cpu", typeinfo::Quantity{"2"});
  for (int i = 0; i < kMany; ++i) {
    Container& container = spec.init_containers.Append(arena_, {.name = Name("i", i)});
    container.resources.requests.Set(arena_, "cpu", typeinfo::Quantity{i == 7 ? "5" : "1"});
  }
  Amounts total = TotalRequests(spec);
  EXPECT_EQ(total.size(), size_t{kMany + 1});
  EXPECT_EQ(total.at("cpu").ToString(), "7");
}

}  // namespace
}  // namespace pintle::apis::core::v1
