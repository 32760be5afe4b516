#include "pintle/controllers/namespace/controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "pintle/api/handler_for_test.h"

namespace pintle::controllers {
namespace {

using api::TestReply;
using testing::HasSubstr;

// A failing test ends.
constexpr std::chrono::seconds kPatience{30};

class NamespaceControllerTest : public testing::Test {
 protected:
  ~NamespaceControllerTest() override {
    for (const auto& controller : controllers_) controller->Stop();
    // Stop waits a moment only: they go when nothing runs on their thread any more.
    api_.OnThread([]() -> Task<void> { co_return; });
    api_.thread->Stop();
  }

  void RunController() {
    NamespaceController::Options options;
    options.settle = std::chrono::milliseconds(1);
    controllers_.push_back(std::make_unique<NamespaceController>(
        api_.world, api_.registry, Served("namespaces"), *api_.thread, options));
  }
  std::shared_ptr<const api::ServedResource> Served(std::string_view plural) {
    return api_.registry.Current()->Find("", "v1", plural);
  }

  void MakeNamespace(const std::string& name) {
    TestReply made = api_.Post("/api/v1/namespaces", R"({"metadata":{"name":")" + name + "\"}}");
    ASSERT_EQ(made.status, 201) << made.body;
  }
  void MakeConfigMap(const std::string& namespace_name, const std::string& name,
                     const std::string& finalizer = {}) {
    std::string finalizers = finalizer.empty() ? "" : ",\"finalizers\":[\"" + finalizer + "\"]";
    TestReply made = api_.Post("/api/v1/namespaces/" + namespace_name + "/configmaps",
                               R"({"metadata":{"name":")" + name + "\"" + finalizers + "}}");
    ASSERT_EQ(made.status, 201) << made.body;
  }
  void Terminate(const std::string& name) {
    EXPECT_EQ(api_.Do("DELETE", "/api/v1/namespaces/" + name).status, 200);
  }
  bool Exists(const std::string& name) {
    return api_.Get("/api/v1/namespaces/" + name).status == 200;
  }

  // Waits until `condition` holds, looking after every change of a namespace.
  void AwaitNamespaces(const std::function<bool()>& condition) {
    std::mutex mutex;
    std::condition_variable changed;
    int changes = 0;
    storage::CacheWatchSink sink;
    sink.on_events = [&](std::span<const storage::CacheEventPtr>) {
      std::scoped_lock lock(mutex);
      ++changes;
      changed.notify_all();
    };
    sink.on_end = [](const Error&) {};
    auto watch = Served("namespaces")->cache->Subscribe(0, std::move(sink));
    ASSERT_TRUE(watch);
    for (int seen = 0; !condition();) {
      std::unique_lock lock(mutex);
      ASSERT_TRUE(changed.wait_for(lock, kPatience, [&] { return changes > seen; }));
      seen = changes;
    }
  }
  void AwaitGone(const std::string& name) {
    AwaitNamespaces([&] { return !Exists(name); });
  }

  api::TestApi api_;
  std::vector<std::unique_ptr<NamespaceController>> controllers_;
};

TEST_F(NamespaceControllerTest, EmptiesAndRemoves) {
  RunController();
  MakeNamespace("a");
  MakeNamespace("b");
  for (const char* name : {"x", "y", "z"}) MakeConfigMap("a", name);
  MakeConfigMap("b", "kept");
  Terminate("a");
  AwaitGone("a");
  EXPECT_EQ(Served("configmaps")->cache->Current()->count(), 1u);
  EXPECT_TRUE(Exists("b"));
}

TEST_F(NamespaceControllerTest, WaitsForFinalizers) {
  RunController();
  MakeNamespace("a");
  MakeConfigMap("a", "held", "x.io/f");
  MakeConfigMap("a", "free");
  Terminate("a");
  AwaitNamespaces([&] {
    std::string body = api_.Get("/api/v1/namespaces/a").body;
    return body.find("configmaps. has 1 resource instances") != std::string::npos;
  });
  TestReply held = api_.Get("/api/v1/namespaces/a/configmaps");
  EXPECT_THAT(held.body, HasSubstr("deletionTimestamp"));
  EXPECT_EQ(Served("configmaps")->cache->Current()->count(), 1u);
  TestReply freed = api_.Do("PATCH", "/api/v1/namespaces/a/configmaps/held",
                            R"({"metadata":{"finalizers":null}})",
                            {{"Content-Type", "application/merge-patch+json"}});
  EXPECT_EQ(freed.status, 200) << freed.body;
  AwaitGone("a");
}

TEST_F(NamespaceControllerTest, SaysOnceForAResourceWhatWentWrong) {
  RunController();
  MakeNamespace("a");
  for (const char* name : {"x", "y"}) {
    Bytes unreadable(R"({"apiVersion":"v1","kind":"ConfigMap","data":7})");
    ASSERT_TRUE(BlockOn(
        api_.store->Create(Served("configmaps")->definition->Key("a", name), unreadable, 0)));
  }
  Terminate("a");
  AwaitNamespaces([&] {
    std::string body = api_.Get("/api/v1/namespaces/a").body;
    return body.find("Failed to delete all resource types, 1 remaining: configmaps: ") !=
           std::string::npos;
  });
}

TEST_F(NamespaceControllerTest, GoesOnAfterRestart) {
  MakeNamespace("a");
  MakeConfigMap("a", "x");
  Terminate("a");
  EXPECT_TRUE(Exists("a"));
  RunController();
  AwaitGone("a");
  EXPECT_EQ(Served("configmaps")->cache->Current()->count(), 0u);
}

TEST_F(NamespaceControllerTest, LeavesOtherFinalizersOfTheNamespace) {
  RunController();
  TestReply made = api_.Post("/api/v1/namespaces",
                             R"({"metadata":{"name":"a"},"spec":{"finalizers":["x.io/f"]}})");
  ASSERT_EQ(made.status, 201) << made.body;
  Terminate("a");
  AwaitNamespaces([&] {
    std::string body = api_.Get("/api/v1/namespaces/a").body;
    return body.find(R"("finalizers":["x.io/f"])") != std::string::npos;
  });
  EXPECT_TRUE(Exists("a"));
}

// Two servers of one store.
TEST_F(NamespaceControllerTest, SeveralDoNotDisturbEachOther) {
  RunController();
  RunController();
  for (int i = 0; i < 20; ++i) {
    std::string name = "n" + std::to_string(i);
    MakeNamespace(name);
    for (int j = 0; j < 5; ++j) MakeConfigMap(name, "m" + std::to_string(j));
    Terminate(name);
  }
  for (int i = 0; i < 20; ++i) AwaitGone("n" + std::to_string(i));
  EXPECT_EQ(Served("configmaps")->cache->Current()->count(), 0u);
}

// A new namespace of the same name is not taken for the old one.
TEST_F(NamespaceControllerTest, SameNameAgain) {
  RunController();
  for (int round = 0; round < 5; ++round) {
    MakeNamespace("a");
    MakeConfigMap("a", "x");
    Terminate("a");
    AwaitGone("a");
  }
  MakeNamespace("a");
  MakeConfigMap("a", "x");
  controllers_.back()->Stop();
  EXPECT_TRUE(Exists("a"));
  EXPECT_EQ(Served("configmaps")->cache->Current()->count(), 1u);
}

}  // namespace
}  // namespace pintle::controllers
