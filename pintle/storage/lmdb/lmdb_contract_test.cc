#include <gtest/gtest.h>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/store_contract.h"

namespace pintle::storage {
namespace {

class LmdbPlace final : public StorePlace {
 public:
  Result<std::unique_ptr<Store>> Open() override { return OpenLmdbStore({.path = folder_.path()}); }

 private:
  TemporaryFolder folder_;
};

StoreEngine LmdbEngine() {
  return {.name = "Lmdb", .make_place = [] { return std::make_unique<LmdbPlace>(); }};
}

INSTANTIATE_TEST_SUITE_P(Lmdb, StoreContract, testing::Values(LmdbEngine()));

}  // namespace
}  // namespace pintle::storage
