// What feature gates do to objects on their way to the store.
#include <gmock/gmock.h>

#include "apis/frobber/internal/types.h"
#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

using apis::frobber::internal::Frobber;
using ::testing::HasSubstr;

class GatedTest : public WriteTest {
 protected:
  Object Create(std::string_view spec) {
    return MustCreate(frobbers_, R"({"metadata":{"name":"f"},"spec":)" + std::string(spec) + "}");
  }
  Result<Outcome> TryReplaceWith(std::string_view spec) {
    return TryReplace(frobbers_, "f",
                      R"({"metadata":{"name":"f"},"spec":)" + std::string(spec) + "}");
  }
  Object Replace(std::string_view spec) { return Must(TryReplaceWith(spec)).object; }

  // 0 if it is not set.
  int StoredWidth() {
    auto stored = Stored(frobbers_, "f");
    return stored ? stored->As<Frobber>().spec.size.width_millimetres.value_or(0) : -1;
  }
  int StoredHeight() { return Stored(frobbers_, "f")->As<Frobber>().spec.height.value_or(0); }

  const ResourceDefinition& frobbers_ = Resource("frobbers");
};

TEST_F(GatedTest, FieldIsDroppedOnCreation) {
  world_.SetGates("Frobber2D=false");
  Create(R"({"height":1,"width":5})");
  EXPECT_EQ(StoredWidth(), 0);
}

TEST_F(GatedTest, DroppedFieldIsNotValidated) {
  world_.SetGates("Frobber2D=false");
  Create(R"({"height":1,"width":5000})");
  EXPECT_EQ(StoredWidth(), 0);
}

TEST_F(GatedTest, FieldIsKeptAndValidatedWhileTheFeatureIsOn) {
  world_.SetGates("Frobber2D=true");
  Create(R"({"height":1,"width":5})");
  EXPECT_EQ(StoredWidth(), 5);
  auto refused = TryReplaceWith(R"({"height":1,"width":5000})");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message(),
              HasSubstr("spec.width: Invalid value: 5000: must be less than or equal to 1000"));
}

TEST_F(GatedTest, FieldIsDroppedOnUpdateOfAnObjectThatDoesNotUseIt) {
  world_.SetGates("Frobber2D=false");
  Create(R"({"height":1})");
  Object same = Replace(R"({"height":1,"width":5})");
  EXPECT_EQ(StoredWidth(), 0);
  EXPECT_EQ(same.meta().generation, 1) << "nothing has changed";
  Replace(R"({"height":2,"width":5})");
  EXPECT_EQ(StoredWidth(), 0);
  EXPECT_EQ(StoredHeight(), 2);
}

TEST_F(GatedTest, WhoUsesAFieldGoesOnUsingItWhenTheFeatureIsSwitchedOff) {
  world_.SetGates("Frobber2D=true");
  Create(R"({"height":1,"width":5})");
  world_.SetGates("Frobber2D=false");
  Replace(R"({"height":2,"width":5})");
  EXPECT_EQ(StoredWidth(), 5) << "an update elsewhere keeps it";
  Replace(R"({"height":2,"width":6})");
  EXPECT_EQ(StoredWidth(), 6) << "it can be changed";
  EXPECT_FALSE(TryReplaceWith(R"({"height":2,"width":5000})")) << "and is validated";
  Replace(R"({"height":2})");
  EXPECT_EQ(StoredWidth(), 0) << "and given up";
  Replace(R"({"height":2,"width":6})");
  EXPECT_EQ(StoredWidth(), 0) << "for good";
}

TEST_F(GatedTest, StatusEndpointKeepsTheFieldToo) {
  world_.SetGates("Frobber2D=true");
  Create(R"({"height":1,"width":5})");
  world_.SetGates("Frobber2D=false");
  TestRequest request = RequestFor(frobbers_, "f");
  request.what.subresource = "status";
  Must(TryReplace(frobbers_, request, frobbers_.writing.subresources.at("status").strategy,
                  R"({"metadata":{"name":"f"},"status":{"readyReplicas":3}})"));
  EXPECT_EQ(StoredWidth(), 5);
}

constexpr std::string_view kTuesday = R"({"height":1,"restartPolicy":"OnTuesday"})";

TEST_F(GatedTest, ValueOfAnEnumerationIsRefusedWhileTheFeatureIsOff) {
  world_.SetGates("FrobberRestartPolicyOnTuesday=false");
  auto refused =
      TryCreate(frobbers_, R"({"metadata":{"name":"f"},"spec":)" + std::string(kTuesday) + "}");
  constexpr std::string_view kText =
      R"(Frobber.frobber.example "f" is invalid: spec.restartPolicy: Unsupported value: )"
      R"("OnTuesday": supported values: "Always", "Never")";
  EXPECT_TRUE(FailsWith(refused, 422, kText));
  Create(R"({"height":1})");
  EXPECT_TRUE(FailsWith(TryReplaceWith(kTuesday), 422, kText));
}

TEST_F(GatedTest, ObjectThatHoldsTheValueMayKeepIt) {
  world_.SetGates("FrobberRestartPolicyOnTuesday=true");
  Create(kTuesday);
  world_.SetGates("FrobberRestartPolicyOnTuesday=false");
  Replace(R"({"height":2,"restartPolicy":"OnTuesday"})");
  EXPECT_EQ(StoredHeight(), 2);
  Replace(R"({"height":2,"restartPolicy":"Never"})");
  EXPECT_FALSE(TryReplaceWith(kTuesday)) << "who has given it up does not get it back";
}

TEST_F(GatedTest, FieldsOfEveryTypedKindAreGuarded) {
  const ResourceDefinition& leases = Resource("leases");
  Object lease = MustCreate(leases, R"({"metadata":{"name":"l"},"spec":{"leaseDurationSeconds":1,
    "strategy":"OldestEmulationVersion"}})");
  EXPECT_THAT(ToJson(leases, lease), ::testing::Not(HasSubstr("strategy")));
}

}  // namespace
}  // namespace pintle::write
