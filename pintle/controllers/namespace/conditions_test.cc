#include "pintle/controllers/namespace/conditions.h"

#include <gtest/gtest.h>

#include <map>

namespace pintle::controllers {
namespace {

using apis::core::v1::Namespace;

RemainingObjects Remaining(std::string group, std::string plural, size_t count) {
  auto definition = std::make_shared<write::ResourceDefinition>();
  definition->names.group = std::move(group);
  definition->names.plural = std::move(plural);
  auto resource = std::make_shared<api::ServedResource>();
  resource->definition = definition;
  return {resource, count, 1};
}

// `status reason: message` by type.
std::map<std::string, std::string> Texts(const Namespace& ns) {
  std::map<std::string, std::string> texts;
  for (const auto& condition : ns.status.conditions) {
    texts[std::string(condition.type)] = std::string(condition.status) + " " +
                                         std::string(condition.reason) + ": " +
                                         std::string(condition.message);
  }
  return texts;
}

TEST(NamespaceConditionsTest, AllIsWell) {
  Arena arena;
  Namespace ns;
  EXPECT_TRUE(SetConditions(arena, ns, {}, 1));
  const std::map<std::string, std::string> expected = {
      {"NamespaceDeletionDiscoveryFailure",
       "False ResourcesDiscovered: All resources successfully discovered"},
      {"NamespaceDeletionGroupVersionParsingFailure",
       "False ParsedGroupVersions: All legacy kube types successfully parsed"},
      {"NamespaceDeletionContentFailure",
       "False ContentDeleted: All content successfully deleted, may be waiting on finalization"},
      {"NamespaceContentRemaining", "False ContentRemoved: All content successfully removed"},
      {"NamespaceFinalizersRemaining",
       "False ContentHasNoFinalizers: All content-preserving finalizers finished"},
  };
  EXPECT_EQ(Texts(ns), expected);
  EXPECT_FALSE(SetConditions(arena, ns, {}, 2)) << "nothing has changed";
}

TEST(NamespaceConditionsTest, WhatRemainsAndWhatFailed) {
  Arena arena;
  Namespace ns;
  NamespaceContent content;
  content.remaining = {Remaining("example.com", "widgets", 2), Remaining("", "pods", 1)};
  content.finalizers = {{"b.io/f", 1}, {"a.io/f", 2}};
  content.failures = {"pods: no", "widgets.example.com: neither"};
  EXPECT_TRUE(SetConditions(arena, ns, content, 1));
  auto texts = Texts(ns);
  EXPECT_EQ(texts["NamespaceContentRemaining"],
            "True SomeResourcesRemain: Some resources are remaining: pods. has 1 resource "
            "instances, widgets.example.com has 2 resource instances");
  EXPECT_EQ(texts["NamespaceFinalizersRemaining"],
            "True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: "
            "a.io/f in 2 resource instances, b.io/f in 1 resource instances");
  EXPECT_EQ(texts["NamespaceDeletionContentFailure"],
            "True ContentDeletionFailed: Failed to delete all resource types, 2 remaining: "
            "pods: no, widgets.example.com: neither");
}

// The time is that of the last change between true and false.
TEST(NamespaceConditionsTest, TransitionTime) {
  Arena arena;
  Namespace ns;
  auto time = [&] {
    for (const auto& condition : ns.status.conditions) {
      if (condition.type == "NamespaceContentRemaining") return condition.last_transition_time;
    }
    return typeinfo::Time();
  };
  NamespaceContent content;
  content.remaining = {Remaining("", "pods", 2)};
  SetConditions(arena, ns, content, 100);
  content.remaining = {Remaining("", "pods", 1)};
  EXPECT_TRUE(SetConditions(arena, ns, content, 200));
  EXPECT_EQ(time(), typeinfo::Time::FromSeconds(100));
  EXPECT_TRUE(SetConditions(arena, ns, {}, 300));
  EXPECT_EQ(time(), typeinfo::Time::FromSeconds(300));
}

}  // namespace
}  // namespace pintle::controllers
