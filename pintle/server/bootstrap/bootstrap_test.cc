#include "pintle/server/bootstrap/bootstrap.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <semaphore>

#include "pintle/api/handler_for_test.h"
#include "pintle/server/world.h"
#include "pintle/storage/forwarding_store_for_test.h"

namespace pintle::server {
namespace {

using api::StartStep;

// Takes no priority classes as long as it is told so.
class RefusingStore : public storage::ForwardingStore {
 public:
  RefusingStore(storage::Store& inner, Reason reason) : ForwardingStore(inner), reason_(reason) {}

  Task<Result<storage::WriteResult>> Create(std::string key, Bytes value,
                                            int64_t ttl_seconds) override {
    const bool is_class = key.find("priorityclasses") != std::string::npos;
    if (refuses && is_class) return Refuse();
    if (is_class) ++created_;
    return ForwardingStore::Create(std::move(key), std::move(value), ttl_seconds);
  }

  // What comes behind the priority classes begins with a look at the service.
  Task<Result<storage::GetResult>> Get(std::string key) override {
    const bool has_both = created_ == 2 && key.find("/services/") != std::string::npos;
    if (has_both && !told_.exchange(true)) went_on.release();
    return ForwardingStore::Get(std::move(key));
  }

  std::atomic<bool> refuses{true};
  // Both classes were taken, and the server went on to its next step.
  std::binary_semaphore went_on{0};

 private:
  Task<Result<storage::WriteResult>> Refuse() { co_return Fail(reason_, "not now"); }

  const Reason reason_;
  std::atomic<int> created_{0};
  std::atomic<bool> told_{false};
};

TEST(OwnObjectsStartTest, WhatIsNotThereIsNotSaidToBe) {
  api::TestApi api;
  RefusingStore store(*api.store, Reason::kServiceUnavailable);
  features::FeatureGates gates;
  ServerWorld world(gates, store, api.metrics);
  Options options;
  const std::string node_critical =
      "/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical";
  OwnObjects own(world, api.registry, options, 6443, *api.thread, api.progress,
                 std::chrono::milliseconds(1));
  EXPECT_FALSE(api.progress.IsDone(StartStep::kPriorityClasses));
  EXPECT_EQ(api.Get("/healthz/poststarthook/scheduling/bootstrap-system-priority-classes").status,
            500);
  EXPECT_EQ(api.Get(node_critical).status, 404);
  EXPECT_TRUE(api.progress.IsDone(StartStep::kNetworks));
  EXPECT_TRUE(api.progress.IsDone(StartStep::kService));
  // It is tried again until it is there.
  store.refuses = false;
  ASSERT_TRUE(store.went_on.try_acquire_for(api::kPatience));
  EXPECT_EQ(api.Get("/healthz/poststarthook/scheduling/bootstrap-system-priority-classes").body,
            "ok");
  EXPECT_EQ(api.Get(node_critical).status, 200);
}

// A server that never comes to be healthy is restarted for ever.
TEST(OwnObjectsStartTest, WhatIsRefusedForGoodDoesNotHoldUpTheServer) {
  api::TestApi api;
  RefusingStore store(*api.store, Reason::kInvalid);
  features::FeatureGates gates;
  ServerWorld world(gates, store, api.metrics);
  OwnObjects own(world, api.registry, {}, 6443, *api.thread, api.progress);
  EXPECT_TRUE(api.progress.IsDone(StartStep::kPriorityClasses));
  EXPECT_TRUE(api.progress.IsDone(StartStep::kService));
}

}  // namespace
}  // namespace pintle::server
