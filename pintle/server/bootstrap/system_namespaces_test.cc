#include "pintle/server/bootstrap/system_namespaces.h"

#include <gtest/gtest.h>

#include <semaphore>

#include "pintle/api/handler_for_test.h"

namespace pintle::server {
namespace {

class SystemNamespacesTest : public testing::Test {
 protected:
  std::shared_ptr<const api::ServedResource> Namespaces() {
    return api_.registry.Current()->Find("", "v1", "namespaces");
  }
  int StatusOf(const std::string& name) { return api_.Get("/api/v1/namespaces/" + name).status; }
  void Remove(const std::string& name) {
    std::string path = "/api/v1/namespaces/" + name;
    EXPECT_EQ(api_.Do("DELETE", path).status, 200);
    api::TestReply released =
        api_.Do("PUT", path + "/finalize", R"({"metadata":{"name":")" + name + R"("},"spec":{}})",
                {{"Content-Type", "application/json"}});
    EXPECT_EQ(released.status, 200) << released.body;
  }

  api::TestApi api_;
};

TEST_F(SystemNamespacesTest, MissingOnesAreCreated) {
  ASSERT_TRUE(BlockOn(EnsureSystemNamespaces(api_.world, *Namespaces())));
  for (const char* name : {"default", "kube-system", "kube-public", "kube-node-lease"}) {
    EXPECT_EQ(StatusOf(name), 200) << name;
  }
  const storage::Revision before = Namespaces()->cache->revision();
  ASSERT_TRUE(BlockOn(EnsureSystemNamespaces(api_.world, *Namespaces())));
  EXPECT_EQ(Namespaces()->cache->revision(), before);
}

TEST_F(SystemNamespacesTest, DeletedOnesComeBackWhileTheServerRuns) {
  ASSERT_TRUE(BlockOn(EnsureSystemNamespaces(api_.world, *Namespaces())));
  Remove("kube-node-lease");
  EXPECT_EQ(StatusOf("kube-node-lease"), 404);
  std::counting_semaphore<100> appeared(0);
  storage::CacheWatchSink sink;
  sink.on_events = [&](std::span<const storage::CacheEventPtr> events) {
    for (const auto& event : events) {
      if (event->type() == storage::CacheEvent::Type::kAdded) appeared.release();
    }
  };
  sink.on_end = [](const Error&) {};
  auto watch = Namespaces()->cache->Subscribe(0, std::move(sink));
  ASSERT_TRUE(watch);
  SystemNamespaces keeper(api_.world, Namespaces(), *api_.thread, std::chrono::milliseconds(1));
  EXPECT_TRUE(appeared.try_acquire_for(api::kPatience));
  EXPECT_EQ(StatusOf("kube-node-lease"), 200);
  Remove("kube-node-lease");
  EXPECT_TRUE(appeared.try_acquire_for(api::kPatience));
  keeper.Stop();
  Remove("kube-node-lease");
  EXPECT_EQ(StatusOf("kube-node-lease"), 404);
}

}  // namespace
}  // namespace pintle::server
