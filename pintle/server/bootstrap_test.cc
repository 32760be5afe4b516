#include "pintle/server/bootstrap.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "pintle/api/handler_for_test.h"
#include "pintle/server/effects.h"
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
    if (refuses && key.find("priorityclasses") != std::string::npos) return Refuse();
    return ForwardingStore::Create(std::move(key), std::move(value), ttl_seconds);
  }

  std::atomic<bool> refuses{true};

 private:
  Task<Result<storage::WriteResult>> Refuse() { co_return Fail(reason_, "not now"); }

  const Reason reason_;
};

TEST(OwnObjectsStartTest, WhatIsNotThereIsNotSaidToBe) {
  api::TestApi api;
  RefusingStore store(*api.store, Reason::kServiceUnavailable);
  features::FeatureGates gates;
  ServerEffects effects(gates, store, api.metrics);
  Options options;
  const std::string node_critical =
      "/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical";
  OwnObjects own(effects, api.registry, options, 6443, *api.thread, api.progress,
                 std::chrono::milliseconds(1));
  EXPECT_FALSE(api.progress.IsDone(StartStep::kPriorityClasses));
  EXPECT_EQ(api.Get("/healthz/poststarthook/scheduling/bootstrap-system-priority-classes").status,
            500);
  EXPECT_EQ(api.Get(node_critical).status, 404);
  EXPECT_TRUE(api.progress.IsDone(StartStep::kNetworks));
  EXPECT_TRUE(api.progress.IsDone(StartStep::kService));
  // It is tried again until it is there.
  store.refuses = false;
  const auto end = std::chrono::steady_clock::now() + api::kPatience;
  while (!api.progress.IsDone(StartStep::kPriorityClasses) &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(api.Get("/healthz/poststarthook/scheduling/bootstrap-system-priority-classes").body,
            "ok");
  EXPECT_EQ(api.Get(node_critical).status, 200);
}

// A server that never comes to be healthy is restarted for ever.
TEST(OwnObjectsStartTest, WhatIsRefusedForGoodDoesNotHoldUpTheServer) {
  api::TestApi api;
  RefusingStore store(*api.store, Reason::kInvalid);
  features::FeatureGates gates;
  ServerEffects effects(gates, store, api.metrics);
  OwnObjects own(effects, api.registry, {}, 6443, *api.thread, api.progress);
  EXPECT_TRUE(api.progress.IsDone(StartStep::kPriorityClasses));
  EXPECT_TRUE(api.progress.IsDone(StartStep::kService));
}

}  // namespace
}  // namespace pintle::server
