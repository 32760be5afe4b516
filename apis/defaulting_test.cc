#include "apis/defaulting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "apis/all_types_for_test.h"
#include "apis/functions_for_test.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/random_fill.h"

// What holds for every type of the built-in API.
namespace pintle::apis {
namespace {

using typeinfo::TypeInfo;

constexpr int kRounds = 3;
constexpr int kDepth = 4;

std::string Json(const TypeInfo& type, const void* object) {
  std::string json;
  codec::JsonWriter writer(json);
  typeinfo::Encode(type, object, writer);
  return json;
}

void* Random(const TypeInfo& type, Arena& arena, std::mt19937_64& random) {
  void* object = typeinfo::NewZeroed(type, arena);
  typeinfo::RandomFill(type, object, arena, random, kDepth);
  return object;
}

TEST(Defaulting, DefaultsAreSetOnce) {
  std::mt19937_64 random{1};
  for (const TypeInfo* type : AllStructs()) {
    if (!Defaults().Reaches(*type)) continue;
    SCOPED_TRACE(type->name);
    for (int i = 0; i < kRounds; ++i) {
      Arena arena;
      FakeClock clock(kTestSeconds);
      scheme::FunctionContext context{.arena = arena, .clock = &clock};
      void* object = Random(*type, arena, random);
      Defaults().Apply(*type, context, object);
      std::string once = Json(*type, object);
      Defaults().Apply(*type, context, object);
      ASSERT_EQ(Json(*type, object), once);
    }
  }
}

// What is written may be shared with other threads, so that what has been read must need no change.
TEST(Defaulting, WritingChangesNothingThatWasRead) {
  std::mt19937_64 random{2};
  for (const TypeInfo* type : AllStructs()) {
    if (!ReadFixes().Reaches(*type)) continue;
    SCOPED_TRACE(type->name);
    for (int i = 0; i < kRounds; ++i) {
      Arena arena;
      scheme::FunctionContext context{.arena = arena};
      void* object = Random(*type, arena, random);
      ASSERT_TRUE(ReadFixes().Run(*type, context, object));
      std::string read = Json(*type, object);
      std::string bytes(static_cast<const char*>(object), type->size);
      ASSERT_TRUE(WriteFixes().Run(*type, context, object));
      ASSERT_EQ(std::memcmp(bytes.data(), object, type->size), 0);
      ASSERT_EQ(Json(*type, object), read);
      ASSERT_TRUE(ReadFixes().Run(*type, context, object));
      ASSERT_EQ(Json(*type, object), read);
    }
  }
}

// The tables do not tell a ResourceList from another map of quantities, so that its fields are
// listed by name. These are the others.
TEST(Defaulting, EveryResourceListIsListed) {
  std::vector<std::string> others;
  for (const TypeInfo* type : AllStructs()) {
    for (const typeinfo::FieldInfo& field : type->fields) {
      if (field.type->kind != typeinfo::Kind::kMap) continue;
      if (field.type->element->kind != typeinfo::Kind::kQuantity) continue;
      std::string name(field.name);
      std::string out = RunOnJson(Defaults(), *type, R"({")" + name + R"(":{"x":"1u"}})");
      if (out.find(R"("1m")") == std::string::npos) {
        others.push_back(std::string(type->name) + "." + name);
      }
    }
  }
  EXPECT_THAT(others,
              testing::UnorderedElementsAre("NodeAllocatableResourceClaimStatus.resources",
                                            "CapacityRequirements.requests",
                                            "DeviceRequestAllocationResult.consumedCapacity"));
}

}  // namespace
}  // namespace pintle::apis
