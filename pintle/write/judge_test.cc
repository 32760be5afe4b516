#include "pintle/write/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apis/builtin.h"
#include "apis/coordination/v1/types.h"
#include "pintle/object/read/decode.h"

namespace pintle::write {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Nothing of a server is here: no store, no clock, no admission, nobody who waits.
class JudgeTest : public ::testing::Test {
 protected:
  JudgeTest() {
    for (ResourceDefinition& resource : apis::BuiltinResources(scheme_, {})) {
      if (resource.names.plural == "leases") leases_ = std::move(resource);
    }
    leases_.writing.strategy.warn = [](const Context& context, const Object&, const Object*) {
      context.warnings.Add("seen at " + std::to_string(context.now_seconds));
    };
    leases_.writing.strategy.canonicalize = [](Object& object) {
      object.meta().labels.Set(object.arena(), "canonical", "yes");
    };
  }

  Object Parse(std::string_view json) {
    auto body = object::DecodeBody(leases_.kind, "v1", object::MediaType::kJson, json, false);
    EXPECT_TRUE(body) << body.error().message();
    return std::move(body->object);
  }
  // The texts of the faults; `object` is what would be stored.
  std::vector<std::string> Judged(Object& object, const Object* old = nullptr) {
    const features::FeatureGates gates;
    const scheme::DisabledFields disabled_fields(gates);
    const Rules rules{leases_, leases_.writing.strategy, gates, disabled_fields};
    const Request request =
        OwnRequest(leases_, old == nullptr ? Verb::kCreate : Verb::kUpdate, "v1");
    const Drawn drawn{.uid = "drawn", .suffix = "12345", .now_seconds = 60};
    Draft draft{.object = object, .old = old, .warnings = warnings_};
    Verdict verdict = Judge(request, rules, drawn, draft);
    EXPECT_EQ(verdict.differences, 0u);
    std::vector<std::string> texts;
    for (const field::Error& fault : verdict.faults) texts.push_back(fault.Text());
    return texts;
  }

  scheme::Scheme scheme_;
  ResourceDefinition leases_;
  Warnings warnings_;
};

TEST_F(JudgeTest, AGoodObjectIsWhatWouldBeStored) {
  Object lease = Parse(R"({"metadata":{"generateName":"l-","namespace":"ns"}})");
  EXPECT_THAT(Judged(lease), IsEmpty());
  EXPECT_EQ(lease.meta().name, "l-12345");
  EXPECT_EQ(lease.meta().uid, "drawn");
  EXPECT_EQ(lease.meta().creation_timestamp.seconds, 60);
  EXPECT_NE(lease.meta().labels.Find("canonical"), nullptr);
  EXPECT_THAT(warnings_.texts(), ElementsAre("seen at 60"));
}

TEST_F(JudgeTest, FaultsOfMetadataComeFirstAndNothingFollows) {
  Object lease =
      Parse(R"({"metadata":{"name":"l"},"spec":{"leaseDurationSeconds":0,"leaseTransitions":-1}})");
  EXPECT_THAT(
      Judged(lease),
      ElementsAre("metadata.namespace: Required value",
                  "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
                  "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0"));
  EXPECT_EQ(lease.meta().labels.Find("canonical"), nullptr);
  EXPECT_THAT(warnings_.texts(), IsEmpty());
}

TEST_F(JudgeTest, AChangeIsJudgedByWhatWasThere) {
  Object old = Parse(R"({"metadata":{"name":"l","namespace":"ns","uid":"u"}})");
  Object same = Parse(R"({"metadata":{"name":"l","namespace":"ns","resourceVersion":"1"}})");
  EXPECT_THAT(Judged(same, &old), IsEmpty());
  EXPECT_EQ(same.meta().uid, "u") << "nothing is drawn for it";
  Object other =
      Parse(R"({"metadata":{"name":"l","namespace":"ns","resourceVersion":"1","uid":"v"}})");
  EXPECT_THAT(Judged(other, &old),
              ElementsAre("metadata.uid: Invalid value: \"v\": field is immutable",
                          "metadata.uid: Invalid value: \"v\": field is immutable"));
}

}  // namespace
}  // namespace pintle::write
