#include "pintle/scheme/scheme.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apis/core/v1/lifecycle.h"
#include "apis/core/v1/types.h"
#include "apis/meta/v1/types.h"
#include "pintle/scheme/rows.h"

namespace pintle::scheme {
namespace {

KindInfo Info(std::string group, std::string kind, std::vector<std::string> versions) {
  KindInfo info;
  info.group = std::move(group);
  info.kind = std::move(kind);
  for (std::string& version : versions) {
    KindVersion entry;
    entry.version = std::move(version);
    info.versions.push_back(std::move(entry));
  }
  return info;
}

TEST(Scheme, FindsKindsByGroupAndName) {
  Scheme scheme;
  scheme.Register(Info("", "Event", {"v1"}));
  scheme.Register(Info("events.k8s.io", "Event", {"v1", "v1beta1"}));
  ASSERT_NE(scheme.Find("", "Event"), nullptr);
  ASSERT_NE(scheme.Find("events.k8s.io", "Event"), nullptr);
  EXPECT_EQ(scheme.Find("", "Event")->group, "");
  EXPECT_EQ(scheme.Find("events.k8s.io", "Event")->versions.size(), 2u);
  EXPECT_EQ(scheme.Find("events.k8s.io", "event"), nullptr);
  EXPECT_EQ(scheme.Find("apps", "Event"), nullptr);
}

TEST(Scheme, ReferencesStayValidWhileKindsAreAdded) {
  Scheme scheme;
  const KindInfo& first = scheme.Register(Info("g", "First", {"v1"}));
  for (int i = 0; i < 1000; ++i) scheme.Register(Info("g", "Kind" + std::to_string(i), {"v1"}));
  EXPECT_EQ(first.kind, "First");
  EXPECT_EQ(scheme.Find("g", "First"), &first);
}

TEST(Scheme, FindsVersionsOfAKind) {
  KindInfo info = Info("g", "K", {"v2", "v1", "v1alpha1"});
  ASSERT_NE(info.Find("v1"), nullptr);
  EXPECT_EQ(info.Find("v1")->version, "v1");
  EXPECT_EQ(info.Find("v1beta1"), nullptr);
  EXPECT_EQ(info.Find(""), nullptr);
}

TEST(Scheme, FindsTheValidationOfAType) {
  auto accept = [](const validate::Operation&, const void*, const void*) {
    return field::ErrorList();
  };
  auto refuse = [](const validate::Operation&, const void*, const void*) {
    return field::ErrorList{field::Required(field::Path("x"))};
  };
  const auto& config_map = typeinfo::TypeOf<apis::core::v1::ConfigMap>();
  const auto& secret = typeinfo::TypeOf<apis::core::v1::Secret>();
  const validate::Registration registrations[] = {{&config_map, accept}, {&secret, refuse}};
  ValidationFunction found = FindValidation(registrations, secret);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found({}, nullptr, nullptr).size(), 1u);
  EXPECT_EQ(FindValidation(registrations, typeinfo::TypeOf<apis::core::v1::Namespace>()), nullptr);
  EXPECT_EQ(FindValidation({}, secret), nullptr);
}

TEST(Scheme, VersionsOfAnotherGroupAreFoundByTheirGroupOnly) {
  KindInfo info = Info("events.k8s.io", "Event", {"v1"});
  info.versions.push_back({.version = "v1", .other_group = ""});
  EXPECT_EQ(info.Find("v1"), &info.versions[0]);
  EXPECT_EQ(info.Find("events.k8s.io", "v1"), &info.versions[0]);
  EXPECT_EQ(info.Find("", "v1"), &info.versions[1]);
  EXPECT_EQ(info.Find("apps", "v1"), nullptr);
  info.storage_version = "v1";
  EXPECT_EQ(&info.StorageVersion(), &info.versions[0]);
  info.storage_group = "";
  EXPECT_EQ(&info.StorageVersion(), &info.versions[1]);
}

TEST(Scheme, TheStorageVersionIsOneTheReleaseBeforeKnows) {
  KindInfo info = Info("g", "K", {"v2", "v1", "v1beta1"});
  EXPECT_EQ(DefaultStorageVersion(info).version, "v2") << "none says when it came";
  info.versions[1].lifecycle.introduced = {1, 35};
  info.versions[2].lifecycle.introduced = {1, 7};
  EXPECT_EQ(DefaultStorageVersion(info, {1, 35}).version, "v1") << "v2 may be new";
  info.versions[0].lifecycle.introduced = {1, 36};
  EXPECT_EQ(DefaultStorageVersion(info, {1, 35}).version, "v1");
  EXPECT_EQ(DefaultStorageVersion(info, {1, 36}).version, "v2");
  EXPECT_EQ(DefaultStorageVersion(info, {1, 34}).version, "v1beta1");
  info.versions[2].lifecycle.introduced = {1, 36};
  EXPECT_EQ(DefaultStorageVersion(info, {1, 34}).version, "v2") << "the most preferred";
}

void Convert(Arena&, const void*, void*) {}

TEST(Scheme, FaultsOfKinds) {
  const auto& hub = typeinfo::TypeOf<apis::core::v1::ConfigMap>();
  const auto& other = typeinfo::TypeOf<apis::core::v1::Secret>();
  KindInfo info = Info("g", "K", {"v2", "v1"});
  EXPECT_EQ(Fault(info), "no version is the hub");
  info.hub = &hub;
  info.storage_version = "v1";
  info.versions[0].type = &hub;
  info.versions[1].type = &other;
  EXPECT_EQ(Fault(info), "v1 does not convert");
  info.versions[1].to_hub = Convert;
  EXPECT_EQ(Fault(info), "v1 converts one way only");
  info.versions[1].from_hub = Convert;
  EXPECT_EQ(Fault(info), "");
  info.storage_version = "v3";
  EXPECT_EQ(Fault(info), "there is no storage version v3");
}

// All that is stored of such an object would be its name and version.
TEST(Scheme, WhatIsStoredAsProtobufIsAMessage) {
  const typeinfo::TypeInfo& table = typeinfo::TypeOf<apis::meta::v1::Table>();
  ASSERT_FALSE(table.proto_message);
  KindInfo info = Info("g", "K", {"v1"});
  info.hub = info.versions[0].type = &table;
  info.storage_version = "v1";
  EXPECT_EQ(Fault(info), "v1 is stored as Protobuf, and the fields of Table have no numbers");
  info.stored_format = StoredFormat::kJson;
  EXPECT_EQ(Fault(info), "");
}

constexpr FieldLabel kLabels[] = {{"status.phase"},
                                  {.label = "spec.host", .name = "spec.nodeName"},
                                  {"spec.nodeName"},
                                  {.label = "status.podIPs", .unindexed = true}};
constexpr KindRow kPod = {
    .kind = "Pod",
    .versions = {Version<apis::core::v1::Pod, apis::core::v1::PodList>({.version = "v1"})},
    .field_labels = kLabels};

TEST(Rows, MakeKinds) {
  KindInfo info = MakeKind("", kPod);
  EXPECT_EQ(info.kind, "Pod");
  EXPECT_EQ(info.hub, &typeinfo::TypeOf<apis::core::v1::Pod>());
  ASSERT_EQ(info.versions.size(), 1u);
  EXPECT_EQ(info.versions[0].list_type, &typeinfo::TypeOf<apis::core::v1::PodList>());
  EXPECT_EQ(info.storage_version, "v1");
  EXPECT_EQ(Fault(info), "");
  Scheme scheme;
  std::vector<std::string_view> indexed;
  for (const FieldLabel& field : scheme.Register(info).indexed_fields) {
    indexed.push_back(field.indexed_name());
  }
  EXPECT_EQ(indexed, (std::vector<std::string_view>{"status.phase", "spec.nodeName"}));
}

TEST(Rows, TheHubIsTheVersionThatDoesNotConvertOrAFormOfItsOwn) {
  const KindRow row = {
      .kind = "K",
      .versions = {Version<apis::core::v1::Secret, apis::core::v1::SecretList>(
                       {.version = "v2", .to_hub = Convert, .from_hub = Convert}),
                   Version<apis::core::v1::ConfigMap, apis::core::v1::ConfigMapList>(
                       {.version = "v1", .lifecycle = {.introduced = {1, 36}}})}};
  KindInfo info = MakeKind("g", row);
  EXPECT_EQ(info.hub, &typeinfo::TypeOf<apis::core::v1::ConfigMap>());
  EXPECT_EQ(info.storage_version, "v2");
  KindRow internal = row;
  internal.hub = typeinfo::TypeOf<apis::core::v1::Namespace>;
  internal.versions = {Version<apis::core::v1::Secret, apis::core::v1::SecretList>(
      {.version = "v1", .to_hub = Convert, .from_hub = Convert})};
  EXPECT_EQ(MakeKind("g", internal).hub, &typeinfo::TypeOf<apis::core::v1::Namespace>());
}

// Whether a list of versions compiles: a template argument must be a constant.
template <auto rows>
concept Compiles = requires { typename std::bool_constant<(rows(), true)>; };

constexpr auto kWithoutLifecycle = [] {
  return VersionRows{{.version = "v1", .type = typeinfo::TypeOf<apis::core::v1::Pod>}};
};
constexpr auto kWithLifecycle = [] {
  return VersionRows{{.version = "v1", .lifecycle = {.introduced = {1, 36}}}};
};
constexpr auto kDeprecatedOnly = [] {
  return VersionRows{{.version = "v1", .lifecycle = {.deprecated = {1, 36}}}};
};
constexpr auto kWithTags = [] {
  return VersionRows{Version<apis::core::v1::Pod>({.version = "v1"})};
};
constexpr auto kWithoutTags = [] {
  return VersionRows{Version<apis::core::v1::PodSpec>({.version = "v1"})};
};
constexpr auto kSecondWithout = [] {
  return VersionRows{Version<apis::core::v1::Pod>({.version = "v1"}), {.version = "v2"}};
};
constexpr auto kThirdParty = [] { return VersionRows{{.version = "v1", .third_party = true}}; };
constexpr auto kStoredOnly = [] { return VersionRows{{.version = "v1", .stored_only = true}}; };
constexpr auto kOfAnotherGroup = [] { return VersionRows{{.version = "v1", .other_group = "g"}}; };

TEST(Rows, AServedVersionWithoutItsLifecycleDoesNotCompile) {
  static_assert(!Compiles<kWithoutLifecycle>);
  static_assert(!Compiles<kDeprecatedOnly>);
  static_assert(!Compiles<kWithoutTags>);
  static_assert(!Compiles<kSecondWithout>);
  static_assert(Compiles<kWithLifecycle>);
  static_assert(Compiles<kWithTags>);
  static_assert(Compiles<kThirdParty>);
  static_assert(Compiles<kStoredOnly>);
  static_assert(Compiles<kOfAnotherGroup>);
}

TEST(Rows, LifecyclesAreThoseOfTagsUnlessTheRowSaysOtherwise) {
  constexpr VersionRow kTags = Version<apis::core::v1::Endpoints>({.version = "v1"});
  EXPECT_EQ(kTags.lifecycle.introduced, (Release{1, 0}));
  EXPECT_EQ(kTags.lifecycle.deprecated, (Release{1, 33}));
  EXPECT_EQ(kTags.lifecycle.replacement, "discovery.k8s.io/v1 EndpointSlice");
  constexpr VersionRow kRow = Version<apis::core::v1::Endpoints>(
      {.version = "v1", .lifecycle = {.deprecated = {1, 34}, .removed = {1, 40}}});
  EXPECT_EQ(kRow.lifecycle.introduced, (Release{1, 0}));
  EXPECT_EQ(kRow.lifecycle.deprecated, (Release{1, 34}));
  EXPECT_EQ(kRow.lifecycle.removed, (Release{1, 40}));
}

TEST(Rows, AVersionIsServedFromItsReleaseToTheOneThatRemovesIt) {
  VersionRow row = {.lifecycle = {.introduced = {1, 30}, .removed = {1, 36}}};
  EXPECT_FALSE(IsServed(row, {1, 29}));
  EXPECT_TRUE(IsServed(row, {1, 30}));
  EXPECT_TRUE(IsServed(row, {1, 35}));
  EXPECT_FALSE(IsServed(row, {1, 36}));
  EXPECT_FALSE(IsServed(row, {2, 0}));
  row.outlives_removal = true;
  EXPECT_TRUE(IsServed(row, {1, 36}));
  row.stored_only = true;
  EXPECT_FALSE(IsServed(row, {1, 36}));
  EXPECT_TRUE(IsServed({.third_party = true}, {1, 36}));
}

// The outcome of converting a label: the name, or the refusal.
std::string Converted(const KindInfo& info, std::string_view label) {
  auto name = ConvertFieldLabel(info, label);
  if (!name) {
    EXPECT_EQ(name.error().code(), 400);
    return name.error().message();
  }
  return std::string(*name);
}

TEST(FieldLabels, AreRewrittenOrRefused) {
  KindInfo pod = MakeKind("", kPod);
  EXPECT_EQ(Converted(pod, "metadata.name"), "metadata.name");
  EXPECT_EQ(Converted(pod, "metadata.namespace"), "metadata.namespace");
  EXPECT_EQ(Converted(pod, "status.phase"), "status.phase");
  EXPECT_EQ(Converted(pod, "spec.host"), "spec.nodeName");
  EXPECT_EQ(Converted(pod, "status.podIPs"), "status.podIPs");
  EXPECT_EQ(Converted(pod, "spec.x"), "field label not supported: spec.x");
  pod.label_errors_name_kind = true;
  EXPECT_EQ(Converted(pod, "spec.x"), "field label \"spec.x\" not supported for Pod");
  // A kind without a namespace that has labels of its own has just those.
  pod.label_errors_name_kind = false;
  pod.namespaced = false;
  EXPECT_EQ(Converted(pod, "metadata.namespace"), "field label not supported: metadata.namespace");
  KindInfo plain = Info("g", "K", {"v1"});
  plain.namespaced = false;
  EXPECT_EQ(Converted(plain, "metadata.namespace"), "metadata.namespace");
  EXPECT_EQ(Converted(plain, "spec.x"),
            "\"spec.x\" is not a known field selector: only \"metadata.name\", "
            "\"metadata.namespace\"");
}

TEST(Lifecycle, WarningsOfDeprecatedVersions) {
  const GroupVersionKind endpoints{"", "v1", "Endpoints"};
  Lifecycle lifecycle{.introduced = {1, 0},
                      .deprecated = {1, 33},
                      .replacement = "discovery.k8s.io/v1 EndpointSlice"};
  EXPECT_EQ(DeprecationWarning(endpoints, lifecycle),
            "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice");
  EXPECT_EQ(DeprecationWarning(endpoints, lifecycle, {1, 32}), "");
  EXPECT_EQ(DeprecationWarning({"", "v1", "ComponentStatus"}, {.deprecated = {1, 19}}),
            "v1 ComponentStatus is deprecated in v1.19+");
  EXPECT_EQ(DeprecationWarning({"apiextensions.k8s.io", "v1beta1", "CustomResourceDefinition"},
                               {.deprecated = {1, 16},
                                .removed = {1, 22},
                                .replacement = "apiextensions.k8s.io/v1 CustomResourceDefinition"}),
            "apiextensions.k8s.io/v1beta1 CustomResourceDefinition is deprecated in v1.16+, "
            "unavailable in v1.22+; use apiextensions.k8s.io/v1 CustomResourceDefinition");
  EXPECT_EQ(DeprecationWarning(endpoints, {.introduced = {1, 0}}), "");
}

TEST(Names, OrderOfVersionsIsStrict) {
  // From the most preferred to the least: each comes before all that follow and not after itself.
  const std::vector<std::string> names = {
      "v10", "v2",   "v1",    "v11beta2", "v10beta3", "v3beta1",  "v12alpha1", "v11alpha2",
      "V1",  "foo1", "foo10", "v",        "v1alpha",  "v1beta1x", "v1gamma1"};
  for (size_t i = 0; i < names.size(); ++i) {
    for (size_t j = 0; j < names.size(); ++j) {
      EXPECT_EQ(VersionBefore(names[i], names[j]), i < j) << names[i] << " before " << names[j];
    }
  }
}

TEST(Names, GroupVersionOfATextWithOneSlash) {
  struct Case {
    const char* text;
    bool good;
    const char* group;
    const char* version;
  };
  for (const Case& c : std::initializer_list<Case>{{"v1", true, "", "v1"},
                                                   {"apps/v1", true, "apps", "v1"},
                                                   {"", true, "", ""},
                                                   {"apps/", true, "apps", ""},
                                                   {"/v1", true, "", "v1"},
                                                   {"a/b/c", false, "", ""}}) {
    GroupVersion out;
    EXPECT_EQ(GroupVersion::Parse(c.text, &out), c.good) << c.text;
    EXPECT_EQ(out.group, c.group) << c.text;
    EXPECT_EQ(out.version, c.version) << c.text;
  }
}

}  // namespace
}  // namespace pintle::scheme
