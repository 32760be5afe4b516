#include <gtest/gtest.h>

#include <atomic>

#include "pintle/extensions/custom_api_for_test.h"
#include "pintle/extensions/definition_cleanup.h"
#include "pintle/storage/forwarding_store_for_test.h"

namespace pintle::extensions {
namespace {

// A store whose next updates, or reads of ranges, fail.
class RefusingStore final : public storage::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;

  Task<Result<storage::WriteResult>> Update(std::string key, storage::Revision expected,
                                            Bytes value, int64_t ttl_seconds) override {
    if (refused_updates.fetch_sub(1) > 0) co_return InternalError("no room");
    auto updating = inner().Update(std::move(key), expected, std::move(value), ttl_seconds);
    auto updated = co_await updating;
    co_return updated;
  }
  Task<Result<storage::RangeResult>> Range(storage::RangeOptions options) override {
    if (refused_ranges.fetch_sub(1) > 0) co_return InternalError("cannot be read");
    auto reading = inner().Range(std::move(options));
    auto read = co_await reading;
    co_return read;
  }

  std::atomic<int> refused_updates{0};
  std::atomic<int> refused_ranges{0};
};

class DefinitionFaultsTest : public CustomApiTest {
 protected:
  // What is served uses the store.
  void TearDown() override {
    CustomApiTest::TearDown();
    api_.registry.Remove("example.com", "things");
  }

  size_t Finalizers() {
    const api::TestReply definition = Definition("things");
    Value finalizers = definition.Json().FindPath({"metadata", "finalizers"});
    return finalizers.is_list() ? finalizers.size() : 0;
  }

  // Keeps definitions with a store that may refuse.
  void UseRefusingStore() {
    custom_ = std::make_unique<CustomResources>(world_, api_.registry, options_,
                                                std::make_shared<storage::EncodingBudget>(1 << 20));
    EXPECT_TRUE(BlockOn(custom_->Load(DefinitionsResource())));
  }

  RefusingStore store_{*api_.store};
  api::TestWorld world_{store_, api_.metrics};
  DefinitionStore definitions_{world_, DefinitionsResource()};
  DefinitionCleanup cleanup_{world_, definitions_,
                             [](std::string_view, std::string_view) { return nullptr; },
                             QuickOptions().cleanup};
};

TEST_F(DefinitionFaultsTest, ADefinitionIsReleasedWhenTheStoreWorksAgain) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  ASSERT_EQ(Patch(PathOf("things"),
                  R"({"metadata":{"finalizers":["customresourcecleanup.apiextensions.k8s.io"]}})")
                .status,
            200);
  ASSERT_EQ(Finalizers(), 1u);
  store_.refused_updates = 3;
  api_.OnThread([&]() -> Task<void> {
    std::optional<write::Object> definition = definitions_.Read("things.example.com");
    cleanup_.Begin(definition->As<CustomResourceDefinition>(), /*may_have_objects=*/false);
    co_return;
  });
  EXPECT_TRUE(Eventually([&] { return Finalizers() == 0; }));
}

TEST_F(DefinitionFaultsTest, ADefinitionIsEstablishedWhenTheStoreWorksAgain) {
  UseRefusingStore();
  store_.refused_updates = 3;
  ASSERT_EQ(Define("things", "Thing").status, 201);
  EXPECT_TRUE(Eventually([&] {
    return Condition(Definition("things"), "Established") == "True/InitialNamesAccepted";
  }));
  EXPECT_TRUE(Eventually([&] { return api_.Get(kThings).status == 200; }));
}

TEST_F(DefinitionFaultsTest, AResourceIsServedWhenTheStoreCanBeReadAgain) {
  UseRefusingStore();
  store_.refused_ranges = 3;
  ASSERT_EQ(Define("things", "Thing").status, 201);
  EXPECT_TRUE(Eventually([&] { return api_.Get(kThings).status == 200; }));
}

TEST_F(DefinitionFaultsTest, NoObjectIsLeftBehindWhenTheStoreCouldNotBeRead) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  ASSERT_EQ(MakeThing("a").status, 201);
  // The next process cannot serve it at first, and is told to delete it.
  api_.registry.Remove("example.com", "things");
  store_.refused_ranges = 3;
  UseRefusingStore();
  ASSERT_EQ(api_.Get(kThings).status, 404);
  ASSERT_EQ(api_.Do("DELETE", PathOf("things")).status, 200);
  ASSERT_TRUE(Gone("things"));
  auto left = BlockOn(api_.store->Count("/registry/example.com/"));
  ASSERT_TRUE(left);
  EXPECT_EQ(*left, 0u);
}

}  // namespace
}  // namespace pintle::extensions
