#include "apis/builtin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>

#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/read/to_hub.h"
#include "pintle/resource/context_for_test.h"
#include "pintle/scheme/type_functions.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/random_fill.h"

// What every compiled-in resource must fulfil, whatever it is.
namespace pintle::apis {
namespace {

using object::MediaType;
using object::Object;

constexpr int kRounds = 30;
constexpr int kDepth = 5;

class BuiltinTest : public ::testing::Test {
 protected:
  // A random object of `version`, decoded as far as the hub.
  Object Random(const write::ResourceDefinition& resource, const scheme::KindVersion& version) {
    auto arena = std::make_shared<Arena>();
    void* spoke = arena->Allocate(version.type->size, version.type->align);
    std::memset(spoke, 0, version.type->size);
    typeinfo::RandomFill(*version.type, spoke, *arena, random_, kDepth);
    Object made = *object::ToHub(*resource.kind.typed, version, arena, spoke);
    // Objects come from bytes, which do not tell empty lists and maps from absent ones.
    return AsRead(resource, made);
  }

  // Read from its storage version, so that objects of different origin can be compared.
  static Object AsRead(const write::ResourceDefinition& resource, const Object& object) {
    return *object::DecodeStored(resource.kind, Bytes(object::EncodeStored(resource.kind, object)),
                                 0);
  }

  std::mt19937_64 random_{5};
  scheme::Scheme scheme_;
  std::vector<write::ResourceDefinition> resources_ = BuiltinResources(scheme_, {});
};

TEST_F(BuiltinTest, DefinitionsAreWhole) {
  std::map<std::string, std::string> prefixes;
  for (const write::ResourceDefinition& resource : resources_) {
    SCOPED_TRACE(resource.names.plural);
    // Two groups may serve the same objects; then they store them in the same form.
    const std::string& prefix = resource.storing.key_prefix;
    std::string stored = resource.kind.Storage().Text() + " " + resource.kind.kind;
    EXPECT_EQ(prefixes.emplace(prefix, stored).first->second, stored);
    EXPECT_TRUE(prefix.starts_with("/registry/") && prefix.ends_with("/"));
    if (resource.actions.create) {
      EXPECT_EQ(resource.serving.verbs, write::Verbs({write::Verb::kCreate}));
    }
    EXPECT_EQ(resource.kind.typed, scheme_.Find(resource.names.group, resource.kind.kind));
    EXPECT_EQ(resource.kind.group, resource.names.group);
    EXPECT_EQ(scheme::Fault(*resource.kind.typed), "");
    EXPECT_FALSE(resource.serving.versions.empty());
    for (const std::string& version : resource.serving.versions) {
      EXPECT_NE(resource.kind.typed->Find(version), nullptr) << version;
    }
    EXPECT_TRUE(resource.tables.usual.columns.empty() == (resource.tables.usual.cells == nullptr));
    if (!resource.serving.verbs.Has(write::Verb::kList)) continue;
    // What ListEnvelope counts on.
    for (const scheme::KindVersion& version : resource.kind.typed->versions) {
      ASSERT_NE(version.list_type, nullptr) << version.version;
      for (const typeinfo::FieldInfo& field : version.list_type->fields) {
        uint32_t expected = field.name == "metadata" ? 1 : field.name == "items" ? 2 : 0;
        EXPECT_EQ(field.proto_number, expected) << field.name;
      }
    }
  }
}

TEST_F(BuiltinTest, WhatIsStoredIsReadBackToTheByte) {
  for (const write::ResourceDefinition& resource : resources_) {
    for (const scheme::KindVersion& version : resource.kind.typed->versions) {
      SCOPED_TRACE(resource.names.plural + " " + version.version);
      for (int i = 0; i < kRounds; ++i) {
        Object object = Random(resource, version);
        std::string stored = object::EncodeStored(resource.kind, object);
        auto read = object::DecodeStored(resource.kind, Bytes(stored), 1);
        ASSERT_TRUE(read) << read.error().message() << "\n" << stored;
        ASSERT_EQ(object::EncodeStored(resource.kind, *read), stored);
      }
    }
  }
}

TEST_F(BuiltinTest, EveryVersionAndFormatSaysTheSame) {
  for (const write::ResourceDefinition& resource : resources_) {
    for (const scheme::KindVersion& version : resource.kind.typed->versions) {
      for (MediaType media :
           {MediaType::kJson, MediaType::kCbor, MediaType::kYaml, MediaType::kProtobuf}) {
        SCOPED_TRACE(resource.names.plural + " " + version.version + " " +
                     std::string(MediaTypeText(media)));
        for (int i = 0; i < kRounds / 2; ++i) {
          Object object = Random(resource, version);
          std::string body =
              object::EncodeAs(resource.kind, object, version.version, true, media, false);
          auto read = object::DecodeBody(resource.kind, version.version, media, body, true);
          ASSERT_TRUE(read) << read.error().message() << "\n" << body;
          ASSERT_TRUE(read->findings.empty()) << field::StrictMessage(read->findings);
          const Object expected = AsRead(resource, object);
          const Object again = AsRead(resource, read->object);
          ASSERT_TRUE(typeinfo::SemanticEqual(again.type(), again.data(), expected.data())) << body;
        }
      }
    }
  }
}

TEST_F(BuiltinTest, GenerationsThatCountAnEmptyList) {
  struct Case {
    std::string_view plural;
    std::string_view without;
    std::string_view with;
    int64_t generation;
  };
  const Case cases[] = {
      {"networkpolicies", R"("spec":{})", R"("spec":{"egress":[]})", 2},
      {"validatingwebhookconfigurations", R"("kind":"")", R"("webhooks":[])", 2},
      {"mutatingwebhookconfigurations", R"("kind":"")", R"("webhooks":[])", 2},
      {"ingresses", R"("spec":{})", R"("spec":{"rules":[]})", 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.plural);
    auto resource = std::ranges::find(resources_, c.plural,
                                      [](const auto& resource) { return resource.names.plural; });
    ASSERT_NE(resource, resources_.end());
    auto read = [&](std::string_view members) {
      std::string json = R"({"metadata":{"name":"a","generation":1},)" + std::string(members) + "}";
      return object::DecodeBody(resource->kind, "v1", MediaType::kJson, json, false)->object;
    };
    Object object = read(c.with);
    resource->writing.strategy.prepare_update(write::TestContext(), object, read(c.without));
    EXPECT_EQ(object.meta().generation, c.generation);
  }
}

TEST_F(BuiltinTest, DefaultsAreSetOnce) {
  for (const write::ResourceDefinition& resource : resources_) {
    for (const scheme::KindVersion& version : resource.kind.typed->versions) {
      SCOPED_TRACE(resource.names.plural + " " + version.version);
      for (int i = 0; i < kRounds; ++i) {
        auto arena = std::make_shared<Arena>();
        void* spoke = arena->Allocate(version.type->size, version.type->align);
        std::memset(spoke, 0, version.type->size);
        typeinfo::RandomFill(*version.type, spoke, *arena, random_, kDepth);
        scheme::FunctionContext context{*arena};
        resource.kind.typed->defaults->Apply(*version.type, context, spoke);
        std::string once = object::EncodeStructAs(*version.type, spoke, MediaType::kJson, false);
        resource.kind.typed->defaults->Apply(*version.type, context, spoke);
        ASSERT_EQ(object::EncodeStructAs(*version.type, spoke, MediaType::kJson, false), once);
      }
    }
  }
}

}  // namespace
}  // namespace pintle::apis
