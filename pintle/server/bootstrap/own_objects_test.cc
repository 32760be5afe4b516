#include "pintle/server/bootstrap/own_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <list>

#include "apis/builtin.h"
#include "apis/core/v1/types.h"
#include "apis/discovery/v1/types.h"
#include "apis/networking/v1/types.h"
#include "apis/scheduling/v1/types.h"
#include "pintle/object/read/decode.h"
#include "pintle/server/bootstrap/kubernetes_service.h"
#include "pintle/server/world.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::server {
namespace {

namespace core = apis::core::v1;
using apis::discovery::v1::EndpointSlice;
using apis::networking::v1::ServiceCIDR;
using apis::scheduling::v1::PriorityClass;
using testing::ElementsAre;

class OwnObjectsTest : public testing::Test {
 protected:
  const write::ResourceDefinition& Resource(std::string_view plural) {
    for (const write::ResourceDefinition& resource : resources_) {
      if (resource.names.plural == plural) return resource;
    }
    ADD_FAILURE() << plural;
    return resources_.front();
  }
  template <typename T>
  T& Stored(std::string_view plural, std::string_view namespace_name, std::string_view name) {
    const write::ResourceDefinition& resource = Resource(plural);
    auto found = BlockOn(store_->Get(resource.Key(namespace_name, name)));
    EXPECT_TRUE(found && found->record) << plural << "/" << name;
    auto object =
        object::DecodeStored(resource.kind, found->record->value, found->record->mod_revision);
    kept_.push_back(std::move(*object));
    return kept_.back().As<T>();
  }
  KubernetesService Service(std::string address, uint16_t port, bool shared) {
    return KubernetesService(world_, Resource("services"), Resource("endpoints"),
                             Resource("endpointslices"),
                             {.service_address = "10.0.0.1",
                              .advertised_address = std::move(address),
                              .port = port,
                              .shared_store = shared});
  }
  std::vector<std::string> Endpoints() {
    std::vector<std::string> addresses;
    for (const auto& endpoint :
         Stored<EndpointSlice>("endpointslices", "default", "kubernetes").endpoints) {
      for (std::string_view address : endpoint.addresses) addresses.emplace_back(address);
    }
    std::vector<std::string> old_form;
    for (const auto& subset :
         Stored<core::Endpoints>("endpoints", "default", "kubernetes").subsets) {
      for (const auto& address : subset.addresses) old_form.emplace_back(address.ip);
    }
    EXPECT_EQ(addresses, old_form);
    return addresses;
  }
  storage::Revision Revision() { return *BlockOn(store_->CurrentRevision()); }
  static void Must(Status status) { EXPECT_TRUE(status) << status.error().message(); }

  features::FeatureGates gates_;
  std::unique_ptr<storage::Store> store_ = storage::NewMemoryStore();
  api::Metrics metrics_{gates_};
  ServerWorld world_{gates_, *store_, metrics_};
  scheme::Scheme scheme_;
  std::vector<write::ResourceDefinition> resources_ = apis::BuiltinResources(scheme_, {});
  std::list<object::Object> kept_;
};

TEST_F(OwnObjectsTest, PriorityClassesAreMadeOnce) {
  const write::ResourceDefinition& classes = Resource("priorityclasses");
  Must(BlockOn(EnsurePriorityClasses(world_, classes)));
  EXPECT_EQ(Stored<PriorityClass>("priorityclasses", "", "system-node-critical").value, 2000001000);
  EXPECT_EQ(Stored<PriorityClass>("priorityclasses", "", "system-cluster-critical").value,
            2000000000);
  storage::Revision before = Revision();
  Must(BlockOn(EnsurePriorityClasses(world_, classes)));
  EXPECT_EQ(Revision(), before);
}

TEST_F(OwnObjectsTest, TheDefaultNetworkIsReadyAndMayGainAFamily) {
  const write::ResourceDefinition& networks = Resource("servicecidrs");
  auto ensure = [&](std::vector<std::string> cidrs) {
    Must(BlockOn(EnsureDefaultNetwork(world_, networks, std::move(cidrs))));
    return &Stored<ServiceCIDR>("servicecidrs", "", "kubernetes");
  };
  const ServiceCIDR* network = ensure({"10.0.0.0/24"});
  ASSERT_EQ(network->status.conditions.size(), 1u);
  EXPECT_EQ(network->status.conditions[0].type, "Ready");
  EXPECT_EQ(network->status.conditions[0].status, "True");
  EXPECT_EQ(network->status.conditions[0].reason, "");
  EXPECT_EQ(network->status.conditions[0].message, "Kubernetes default Service CIDR is ready");
  storage::Revision before = Revision();
  ensure({"10.0.0.0/24"});
  EXPECT_EQ(Revision(), before);
  network = ensure({"10.0.0.0/24", "fd00::/112"});
  ASSERT_EQ(network->spec.cidrs.size(), 2u);
  EXPECT_EQ(network->spec.cidrs[1], "fd00::/112");
  // A server that was told something else changes nothing.
  before = Revision();
  ensure({"10.1.0.0/24"});
  EXPECT_EQ(Revision(), before);
}

TEST_F(OwnObjectsTest, TheServiceIsKeptUpToDate) {
  KubernetesService service = Service("10.1.1.1", 6443, false);
  Must(BlockOn(service.Ensure()));
  const auto& made = Stored<core::Service>("services", "default", "kubernetes");
  EXPECT_EQ(made.spec.cluster_ip, "10.0.0.1");
  EXPECT_EQ(made.spec.ports[0].target_port.number, 6443);
  EXPECT_THAT(Endpoints(), ElementsAre("10.1.1.1"));
  storage::Revision before = Revision();
  Must(BlockOn(service.Ensure()));
  EXPECT_EQ(Revision(), before);
  KubernetesService moved = Service("10.1.1.2", 7443, false);
  Must(BlockOn(moved.Ensure()));
  EXPECT_EQ(
      Stored<core::Service>("services", "default", "kubernetes").spec.ports[0].target_port.number,
      7443);
  EXPECT_THAT(Endpoints(), ElementsAre("10.1.1.2"));
  Must(BlockOn(moved.Withdraw()));
  EXPECT_THAT(Endpoints(), ElementsAre("10.1.1.2"));
}

TEST_F(OwnObjectsTest, ServersOfOneStoreAreAllEndpoints) {
  KubernetesService one = Service("10.1.1.1", 6443, true);
  KubernetesService two = Service("10.1.1.2", 6443, true);
  Must(BlockOn(two.Ensure()));
  Must(BlockOn(one.Ensure()));
  EXPECT_THAT(Endpoints(), ElementsAre("10.1.1.1", "10.1.1.2"));
  auto lease = BlockOn(store_->Get("/registry/masterleases/10.1.1.1"));
  ASSERT_TRUE(lease && lease->record);
  Must(BlockOn(one.Ensure()));
  auto renewed = BlockOn(store_->Get("/registry/masterleases/10.1.1.1"));
  EXPECT_GT(renewed->record->mod_revision, lease->record->mod_revision);
  Must(BlockOn(one.Withdraw()));
  EXPECT_THAT(Endpoints(), ElementsAre("10.1.1.2"));
  Must(BlockOn(two.Withdraw()));
  EXPECT_THAT(Endpoints(), ElementsAre("10.1.1.2")) << "the last one stays";
}

TEST_F(OwnObjectsTest, WithoutAnAddressThereIsNoEndpoint) {
  KubernetesService service = Service("", 6443, true);
  Must(BlockOn(service.Ensure()));
  auto found = BlockOn(store_->Get(Resource("endpoints").Key("default", "kubernetes")));
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->record);
}

TEST(AdvertisedAddress, IsOneOthersCanReach) {
  EXPECT_EQ(AdvertisedAddress("10.1.2.3"), "10.1.2.3");
  for (const char* own : {"127.0.0.1", "0.0.0.0", "::1", "::"}) {
    auto address = AdvertisedAddress(own);  // nothing on a machine without a network
    EXPECT_NE(address.value_or(""), own);
  }
}

}  // namespace
}  // namespace pintle::server
