#include "apis/resource_row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apis/core/v1/lifecycle.h"
#include "apis/core/v1/types.h"
#include "apis/meta/v1/types.h"
#include "pintle/object/read/decode.h"
#include "pintle/resource/context_for_test.h"

namespace pintle::apis {
namespace {

using core::v1::Namespace;
using core::v1::NamespaceList;
using ::testing::ElementsAre;
using write::Context;
using write::Object;

void AddLabel(const Context&, Object& object) {
  object.meta().labels.Set(object.arena(), "seen", "yes");
}

constexpr ResourceRow kRow = {
    .kind = {.kind = "Namespace",
             .versions = {scheme::Version<Namespace, NamespaceList>(
                              {.version = "v2", .lifecycle = {.introduced = {1, 36}}}),
                          scheme::Version<Namespace, NamespaceList>(
                              {.version = "v1",
                               .lifecycle = {.deprecated = {1, 30},
                                             .replacement = "v2 Namespace"}}),
                          scheme::Version<Namespace, NamespaceList>(
                              {.version = "v1beta1",
                               .lifecycle = {.introduced = {1, 8}, .removed = {1, 36}}}),
                          scheme::Version<Namespace, NamespaceList>(
                              {.version = "v1alpha1", .stored_only = true})},
             .namespaced = false},
    .plural = "namespaces",
    .short_names = {"ns"},
    .clear_on_create = {"status"},
    .keep_on_update = {"spec.finalizers", "status"},
    .generation_of = {"spec", "metadata.annotations"},
    .prepare_create = AddLabel,
    .subresources = {kStatus}};

class ResourceRowTest : public ::testing::Test {
 protected:
  Object Read(std::string_view json) {
    auto decoded = object::DecodeBody(resource_.kind, "v1", object::MediaType::kJson, json, false);
    EXPECT_TRUE(decoded) << json;
    return decoded->object;
  }

  static std::vector<std::string> Finalizers(const Object& object) {
    const auto& finalizers = object.As<Namespace>().spec.finalizers;
    return {finalizers.begin(), finalizers.end()};
  }

  scheme::Scheme scheme_;
  write::ResourceDefinition resource_ = Define(scheme_, "", kRow);
  write::TestContext context_;
};

TEST_F(ResourceRowTest, SaysWhatIsServedAndStored) {
  EXPECT_EQ(resource_.names.singular, "namespace");
  EXPECT_EQ(resource_.serving.verbs, write::Verbs::All());
  EXPECT_EQ(resource_.storing.key_prefix, "/registry/namespaces/");
  EXPECT_THAT(resource_.serving.versions, ElementsAre("v2", "v1"));
  EXPECT_EQ(resource_.kind.storage_version, "v1") << "the release before does not know v2";
  EXPECT_TRUE(resource_.kind.HasVersion("v1beta1")) << "removed, and can be read for ever";
  EXPECT_TRUE(resource_.kind.HasVersion("v1alpha1"));
  ASSERT_EQ(resource_.serving.deprecations.size(), 1u);
  EXPECT_EQ(resource_.serving.deprecations.at("v1"),
            "v1 Namespace is deprecated in v1.30+; use v2 Namespace");
}

TEST_F(ResourceRowTest, AResourceOfWhichNoVersionIsLeftIsNotServed) {
  constexpr ResourceRow kRows[] = {
      {.kind = {.kind = "Gone",
                .versions = {scheme::Version<Namespace, NamespaceList>(
                    {.version = "v1", .lifecycle = {.removed = scheme::kCurrentRelease}})}},
       .plural = "gones"},
      {.kind = {.kind = "Kept",
                .versions = {scheme::Version<Namespace, NamespaceList>(
                    {.version = "v1",
                     .lifecycle = {.removed = scheme::kCurrentRelease},
                     .outlives_removal = true})}},
       .plural = "kept"}};
  scheme::Scheme scheme;
  std::vector<write::ResourceDefinition> served = DefineAll(scheme, "g", kRows);
  ASSERT_EQ(served.size(), 1U);
  EXPECT_EQ(served[0].names.plural, "kept");
  EXPECT_NE(scheme.Find("g", "Gone"), nullptr) << "what is stored can be read";
}

TEST_F(ResourceRowTest, Creation) {
  Object object = Read(R"({"metadata":{"name":"a","generation":7},"status":{"phase":"X"}})");
  resource_.writing.strategy.prepare_create(context_, object);
  EXPECT_EQ(object.As<Namespace>().status.phase, "");
  EXPECT_EQ(object.meta().generation, 1);
  EXPECT_NE(object.meta().labels.Find("seen"), nullptr);
}

TEST_F(ResourceRowTest, UpdateKeepsWhatTheEndpointDoesNotOwn) {
  Object old = Read(R"({"metadata":{"name":"a","generation":3},"spec":{"finalizers":["f"]},)"
                    R"("status":{"phase":"Active"}})");
  Object changed =
      Read(R"({"metadata":{"name":"a","generation":3},"spec":{"finalizers":["g","h"]},)"
           R"("status":{"phase":"Gone"}})");
  resource_.writing.strategy.prepare_update(context_, changed, old);
  EXPECT_THAT(Finalizers(changed), ElementsAre("f"));
  EXPECT_EQ(changed.As<Namespace>().status.phase, "Active");
  EXPECT_EQ(changed.meta().generation, 3) << "what was kept is no change";
  // A copy: growing it leaves the old object alone.
  changed.As<Namespace>().spec.finalizers.Append(changed.arena(), "more");
  EXPECT_EQ(old.As<Namespace>().spec.finalizers.size(), 1u);

  Object annotated = Read(R"({"metadata":{"name":"a","generation":3,"annotations":{"k":"v"}}})");
  resource_.writing.strategy.prepare_update(context_, annotated, old);
  EXPECT_EQ(annotated.meta().generation, 4);

  Object status = Read(R"({"metadata":{"name":"a","generation":3},"status":{"phase":"Gone"}})");
  resource_.writing.subresources.at("status").strategy.prepare_update(context_, status, old);
  EXPECT_THAT(Finalizers(status), ElementsAre("f"));
  EXPECT_EQ(status.As<Namespace>().status.phase, "Gone");
  EXPECT_EQ(status.meta().generation, 3);
}

TEST_F(ResourceRowTest, GenerationsAreCountedByMeaningUnlessTheRowSaysOtherwise) {
  const std::string_view kNone = R"({"metadata":{"name":"a","generation":3}})";
  const std::string_view kEmpty = R"({"metadata":{"name":"a","generation":3,"annotations":{}}})";
  auto generation = [&](const write::ResourceDefinition& resource, std::string_view now) {
    Object object = Read(now);
    resource.writing.strategy.prepare_update(context_, object, Read(kNone));
    return object.meta().generation;
  };
  EXPECT_EQ(generation(resource_, kEmpty), 3);
  ResourceRow strict_row = kRow;
  strict_row.strict_generation = true;
  scheme::Scheme scheme;
  write::ResourceDefinition strict = Define(scheme, "", strict_row);
  EXPECT_EQ(generation(strict, kNone), 3);
  EXPECT_EQ(generation(strict, kEmpty), 4);
}

constexpr ResourceRow kNoMessage = {
    .kind = {.kind = "Table",
             .versions = {scheme::Version<meta::v1::Table, meta::v1::Table>(
                 {.version = "v1", .lifecycle = {.introduced = {1, 8}}})}},
    .plural = "tables"};

// Better no server than one that stores objects without their content.
TEST(ResourceRowDeathTest, AKindThatIsLostInTheStoreIsNotRegistered) {
  scheme::Scheme scheme;
  EXPECT_DEATH(Define(scheme, "g", kNoMessage), "the fields of Table have no numbers");
}

}  // namespace
}  // namespace pintle::apis
