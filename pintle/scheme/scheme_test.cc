#include "pintle/scheme/scheme.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apis/core/v1/types.h"

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
