#include "pintle/server/not_enforced.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "apis/builtin.h"
#include "pintle/base/strings.h"
#include "pintle/object/read/decode.h"
#include "pintle/resource/context_for_test.h"
#include "pintle/server/files.h"
#include "pintle/server/start_log.h"

namespace pintle::server {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class NotEnforcedTest : public testing::Test {
 protected:
  NotEnforcedTest() : definitions_(apis::BuiltinResources(scheme_, {})) {}

  // What a write of `json` to the resource is warned of.
  static std::vector<std::string> WarningsOf(const write::ResourceDefinition& definition,
                                             const std::string& json) {
    auto body = object::DecodeBody(definition.kind, definition.serving.versions.front(),
                                   object::MediaType::kJson, json, false);
    EXPECT_TRUE(body) << definition.names.plural;
    write::TestContext context;
    if (body && definition.writing.strategy.warn)
      definition.writing.strategy.warn(context, body->object, nullptr);
    return context.warnings.texts();
  }
  const write::ResourceDefinition& Find(std::string_view plural) const {
    return *std::ranges::find(definitions_, plural,
                              [](const auto& resource) { return resource.names.plural; });
  }

  scheme::Scheme scheme_;
  std::vector<write::ResourceDefinition> definitions_;
};

TEST_F(NotEnforcedTest, KindsThatHaveNoEffectSaySo) {
  WarnOfNotEnforced({}, definitions_);
  std::vector<std::string> told;
  for (const write::ResourceDefinition& definition : definitions_) {
    if (definition.actions.create) continue;
    std::vector<std::string> texts = WarningsOf(definition, "{}");
    if (std::ranges::find(texts, "pintle: " + definition.kind.kind +
                                     " is stored but not enforced") != texts.end()) {
      told.push_back(definition.kind.kind);
    }
  }
  EXPECT_THAT(told, UnorderedElementsAre(
                        "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration",
                        "MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding",
                        "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "Role",
                        "RoleBinding", "ClusterRole", "ClusterRoleBinding", "ResourceQuota",
                        "LimitRange", "FlowSchema", "PriorityLevelConfiguration"));
}

TEST_F(NotEnforcedTest, AnApiServiceOfThisServerIsServed) {
  WarnOfNotEnforced({}, definitions_);
  const write::ResourceDefinition& services = Find("apiservices");
  EXPECT_THAT(WarningsOf(services, R"({"spec":{"group":"g","version":"v1"}})"), IsEmpty());
  EXPECT_THAT(WarningsOf(services, R"({"spec":{"service":{"namespace":"n","name":"s"}}})"),
              ElementsAre("pintle: APIService of another server is stored but not enforced"));
}

TEST_F(NotEnforcedTest, OtherWarningsStay) {
  auto& quotas = const_cast<write::ResourceDefinition&>(Find("resourcequotas"));
  quotas.writing.strategy.warn = [](const write::Context& context, const write::Object&,
                                    const write::Object*) { context.warnings.Add("another"); };
  WarnOfNotEnforced({}, definitions_);
  EXPECT_THAT(WarningsOf(quotas, "{}"),
              ElementsAre("another", "pintle: ResourceQuota is stored but not enforced"));
}

TEST_F(NotEnforcedTest, NothingIsSaidOfWhatIsGoingAwayOrOfItsStatus) {
  WarnOfNotEnforced({}, definitions_);
  const write::ResourceDefinition& quotas = Find("resourcequotas");
  EXPECT_THAT(WarningsOf(quotas, R"({"metadata":{"deletionTimestamp":"2026-01-01T00:00:00Z"}})"),
              IsEmpty());
  EXPECT_FALSE(quotas.writing.subresources.at("status").strategy.warn);
}

// Asking for what is not built in does not make it so.
TEST_F(NotEnforcedTest, AskingForItDoesNotHelp) {
  Options options;
  options.authorization_mode = {"RBAC"};
  ASSERT_TRUE(options.admission_plugins.Apply("ResourceQuota,LimitRanger", ""));
  EXPECT_EQ(NotEnforced(options), NotEnforced({}));
}

// The list of the README has these words, in this order.
TEST_F(NotEnforcedTest, TheReadmeHasTheSameList) {
  auto readme = ReadFile("README.md");
  ASSERT_TRUE(readme) << "run it from the root of the repository";
  constexpr std::string_view kHeading = "\n## Stored but not enforced\n";
  size_t begin = readme->find(kHeading);
  ASSERT_NE(begin, std::string::npos);
  begin += kHeading.size();
  std::string_view section =
      std::string_view(*readme).substr(begin, readme->find("\n## ", begin) - begin);
  std::vector<std::string> listed;
  for (std::string_view line : Split(section, '\n')) {
    if (line.starts_with("- ")) listed.emplace_back(line.substr(2));
  }
  EXPECT_THAT(listed, ElementsAreArray(NotEnforced({})));
}

TEST_F(NotEnforcedTest, TheStartNamesWhatIsThereAndWhatIsNot) {
  Options options;
  options.data_dir = "folder";
  options.authorization_mode = {"Node", "AlwaysDeny"};
  testing::internal::CaptureStderr();
  LogStart(options);
  const std::string text = testing::internal::GetCapturedStderr();
  std::vector<std::string_view> lines = Split(text, '\n');
  ASSERT_EQ(lines.size(), 4u) << text;
  EXPECT_THAT(lines[0], testing::EndsWith(
                            "I pintle version=\"v1.36.4+pintle.0.1.0\" storage=\"folder/store\" "
                            "authorization=\"AlwaysDeny\" plugins=\"NamespaceLifecycle,Priority,"
                            "DefaultTolerationSeconds,StorageObjectInUseProtection\" "
                            "controllers=\"namespace\""));
  EXPECT_THAT(lines[1], HasSubstr("W an authorization mode is not enforced mode=\"Node\""));
  EXPECT_THAT(lines[2],
              HasSubstr("W stored but not enforced: " + Join(NotEnforced(options), ", ")));
  EXPECT_THAT(lines[2], HasSubstr("owner references"));
}

}  // namespace
}  // namespace pintle::server
