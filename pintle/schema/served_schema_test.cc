#include "pintle/schema/served_schema.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "pintle/schema/test_schema.h"

namespace pintle::schema {
namespace {

Document SchemaDocument(std::string_view text) {
  auto arena = std::make_shared<Arena>();
  Value root = SchemaValue(*arena, text);
  return {arena, root};
}

TEST(ServedSchemaTest, ReadsOnceWhenItIsNeeded) {
  std::atomic<int> reads = 0;
  ServedSchema schema(
      [&] {
        ++reads;
        return SchemaDocument("{type: object, props: {a: {type: string}}}");
      },
      {});
  EXPECT_EQ(reads, 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { EXPECT_NE(schema.structural()->FindProperty("a"), nullptr); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(reads, 1);
  EXPECT_EQ(schema.rules(), nullptr);
}

TEST(ServedSchemaTest, Rules) {
  ServedSchema schema(
      [] { return SchemaDocument("{type: object, x-kubernetes-validations: [{rule: 'true'}]}"); },
      {});
  EXPECT_NE(schema.rules(), nullptr);
}

TEST(ServedSchemaTest, NoSchema) {
  ServedSchema absent([] { return Document(); }, {});
  EXPECT_EQ(absent.structural(), nullptr);
  EXPECT_EQ(absent.rules(), nullptr);
  EXPECT_EQ(ServedSchema(nullptr).structural(), nullptr);
}

TEST(ServedSchemaTest, OfACompiledOne) {
  ServedSchema schema(SchemaFrom("{type: object, x-kubernetes-validations: [{rule: 'true'}]}"));
  EXPECT_EQ(schema.structural()->type, Type::kObject);
  EXPECT_NE(schema.rules(), nullptr);
}

}  // namespace
}  // namespace pintle::schema
