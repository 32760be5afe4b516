#include <gtest/gtest.h>

#include <atomic>

#include "pintle/extensions/custom_api_for_test.h"
#include "pintle/extensions/definition_cleanup.h"

namespace pintle::extensions {
namespace {

// A store whose next updates, or reads of ranges, fail.
class RefusingStore final : public storage::Store {
 public:
  explicit RefusingStore(storage::Store& inner) : inner_(inner) {}

  Task<Result<storage::WriteResult>> Update(std::string key, storage::Revision expected,
                                            Bytes value, int64_t ttl_seconds) override {
    if (refused_updates.fetch_sub(1) > 0) co_return InternalError("no room");
    auto updating = inner_.Update(std::move(key), expected, std::move(value), ttl_seconds);
    auto updated = co_await updating;
    co_return updated;
  }
  Task<Result<storage::GetResult>> Get(std::string key) override {
    return inner_.Get(std::move(key));
  }
  Task<Result<storage::RangeResult>> Range(storage::RangeOptions options) override {
    if (refused_ranges.fetch_sub(1) > 0) co_return InternalError("cannot be read");
    auto reading = inner_.Range(std::move(options));
    auto read = co_await reading;
    co_return read;
  }
  Task<Result<size_t>> Count(std::string prefix) override {
    return inner_.Count(std::move(prefix));
  }
  Task<Result<storage::WriteResult>> Create(std::string key, Bytes value,
                                            int64_t ttl_seconds) override {
    return inner_.Create(std::move(key), std::move(value), ttl_seconds);
  }
  Task<Result<storage::WriteResult>> Delete(std::string key, storage::Revision expected) override {
    return inner_.Delete(std::move(key), expected);
  }
  Task<Result<storage::Revision>> CurrentRevision() override { return inner_.CurrentRevision(); }
  Result<std::unique_ptr<storage::Watch>> StartWatch(std::string prefix, storage::Revision from,
                                                     storage::WatchSink sink) override {
    return inner_.StartWatch(std::move(prefix), from, std::move(sink));
  }
  Task<Status> Compact(storage::Revision revision) override { return inner_.Compact(revision); }

  std::atomic<int> refused_updates{0};
  std::atomic<int> refused_ranges{0};

 private:
  storage::Store& inner_;
};

class DefinitionFaultsTest : public CustomApiTest {
 protected:
  // What goes on by itself, and what is served, uses the store.
  void TearDown() override {
    api_.thread->Stop();
    custom_.reset();
    api_.registry.Remove("example.com", "things");
  }

  size_t Finalizers() {
    const api::TestReply definition = Definition("things");
    Value finalizers = definition.Json().FindPath({"metadata", "finalizers"});
    return finalizers.is_list() ? finalizers.size() : 0;
  }

  // Keeps definitions with a store that may refuse.
  void UseRefusingStore() {
    custom_ = std::make_unique<CustomResources>(effects_, api_.registry, options_,
                                                std::make_shared<storage::EncodingBudget>(1 << 20));
    EXPECT_TRUE(BlockOn(custom_->Load(DefinitionsResource())));
  }

  RefusingStore store_{*api_.store};
  api::TestEffects effects_{store_, api_.metrics};
  DefinitionStore definitions_{effects_, DefinitionsResource()};
  DefinitionCleanup cleanup_{effects_, definitions_, QuickOptions().cleanup};
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
    cleanup_.Begin(definition->As<CustomResourceDefinition>(), nullptr);
    co_return;
  });
  EXPECT_TRUE(Eventually([&] { return Finalizers() == 0; }));
  // Answered after the cleanup's own write: now it has ended.
  EXPECT_EQ(Patch(PathOf("things"), R"({"metadata":{"labels":{"a":"b"}}})").status, 200);
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

}  // namespace
}  // namespace pintle::extensions
