#include "pintle/metrics/store_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include "pintle/storage/memory/memory_store.h"

namespace pintle::api {
namespace {

using testing::HasSubstr;

class StoreMetricsTest : public testing::Test {
 protected:
  std::string Text() const { return prometheus::TextSerializer().Serialize(registry_.Collect()); }

  prometheus::Registry registry_;
  StoreMetrics metrics_{registry_};
  std::unique_ptr<storage::Store> inner_ = storage::NewMemoryStore();
  MeteredStore store_{*inner_, metrics_};
};

TEST_F(StoreMetricsTest, ResourcesAreNamedByTheirKeys) {
  metrics_.Name("/registry/configmaps/", "", "configmaps");
  metrics_.Name("/registry/services/specs/", "", "services");
  const struct {
    std::string_view key;
    std::string_view labels;
  } cases[] = {
      {"/registry/configmaps/default/a", R"(group="",operation="get",resource="configmaps")"},
      {"/registry/services/specs/default/a", R"(group="",operation="get",resource="services")"},
      {"/registry/example.com/widgets/default/a",
       R"(group="example.com",operation="get",resource="widgets")"},
      {"/registry/example.com/gadgets/",
       R"(group="example.com",operation="get",resource="gadgets")"},
      {"/registry/ranges/servicenodeports",
       R"(group="ranges",operation="get",resource="servicenodeports")"},
      {"odd", R"(group="odd",operation="get",resource="")"},
  };
  for (const auto& c : cases) {
    metrics_.Done(StoreMetrics::Operation::kGet, c.key, 0.03, false);
    EXPECT_THAT(Text(), HasSubstr("etcd_requests_total{" + std::string(c.labels) + "} 1\n"))
        << c.key;
  }
}

TEST_F(StoreMetricsTest, EveryRequestIsCounted) {
  const std::string key = "/registry/example.com/widgets/a";
  auto labels = [](const std::string& operation) {
    return "{group=\"example.com\",operation=\"" + operation + "\",resource=\"widgets\"} ";
  };
  auto created = BlockOn(store_.Create(key, Bytes(std::string("1")), 0));
  ASSERT_TRUE(created);
  auto updated = BlockOn(store_.Update(key, created->revision, Bytes(std::string("2")), 0));
  ASSERT_TRUE(updated);
  EXPECT_EQ(BlockOn(store_.Get(key))->record->value.view(), "2");
  EXPECT_EQ(BlockOn(store_.Range({.prefix = "/registry/example.com/widgets/"}))->count, 1u);
  EXPECT_EQ(*BlockOn(store_.Count("/registry/example.com/widgets/")), 1u);
  // Another state than expected is an answer, not a failure.
  EXPECT_FALSE(BlockOn(store_.Delete(key, created->revision))->succeeded);
  EXPECT_TRUE(BlockOn(store_.Delete(key, updated->revision))->succeeded);
  EXPECT_FALSE(BlockOn(store_.Range({.prefix = "/registry/example.com/widgets/", .revision = 99})));
  const std::string text = Text();
  for (const char* operation : {"create", "update", "get", "count"}) {
    EXPECT_THAT(text, HasSubstr("etcd_requests_total" + labels(operation) + "1\n")) << operation;
    EXPECT_THAT(text, HasSubstr("etcd_request_errors_total" + labels(operation) + "0\n"));
  }
  EXPECT_THAT(text, HasSubstr("etcd_requests_total" + labels("delete") + "2\n"));
  EXPECT_THAT(text, HasSubstr("etcd_requests_total" + labels("list") + "2\n"));
  EXPECT_THAT(text, HasSubstr("etcd_request_errors_total" + labels("list") + "1\n"));
  EXPECT_THAT(text, HasSubstr("etcd_request_duration_seconds_count" + labels("delete") + "2\n"));
}

}  // namespace
}  // namespace pintle::api
