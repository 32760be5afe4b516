#include "pintle/storage/memory/memory_store.h"

#include <gtest/gtest.h>

#include "pintle/storage/store_contract.h"

namespace pintle::storage {
namespace {

class MemoryPlace final : public StorePlace {
 public:
  Result<std::unique_ptr<Store>> Open() override { return NewMemoryStore(); }
};

StoreEngine MemoryEngine() {
  return {.name = "Memory",
          .make_place = [] { return std::make_unique<MemoryPlace>(); },
          .survives_reopening = false,
          .writes_per_thread = 500};
}

INSTANTIATE_TEST_SUITE_P(Memory, StoreContract, testing::Values(MemoryEngine()));

}  // namespace
}  // namespace pintle::storage
