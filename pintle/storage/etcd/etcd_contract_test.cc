#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>

#include "pintle/storage/etcd/etcd_server_for_test.h"
#include "pintle/storage/store_contract.h"

// The contract of store.h on a real etcd.
namespace pintle::storage::etcd {
namespace {

// A prefix of its own in the shared server.
class EtcdPlace final : public StorePlace {
 public:
  EtcdPlace() : options_(SharedServer().Options()) {
    static std::atomic<int> count = 0;
    options_.prefix = fmt::format("/place{}", ++count);
  }
  Result<std::unique_ptr<Store>> Open() override { return OpenEtcdStore(options_); }

 private:
  EtcdOptions options_;
};

StoreEngine Engine() {
  return {.name = "etcd",
          .make_place = [] { return std::make_unique<EtcdPlace>(); },
          .starts_empty = false,
          .shortest_ttl_seconds = 2,
          .writes_per_thread = 100};
}

INSTANTIATE_TEST_SUITE_P(Etcd, StoreContract, testing::Values(Engine()));

}  // namespace
}  // namespace pintle::storage::etcd
