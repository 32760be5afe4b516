#include "pintle/write/stages/validation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "apis/coordination/v1/types.h"
#include "pintle/typeinfo/random_fill.h"
#include "pintle/write/write_for_test.h"

namespace pintle::write {
namespace {

using apis::coordination::v1::Lease;
using field::ErrorList;
using field::Path;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

field::Error Minimum(std::string_view field) {
  return field::Invalid(Path(field), int64_t{0}, "must be more").WithOrigin("minimum");
}
field::Error Covered(field::Error error) { return std::move(error).MarkCovered(); }
// Invalid without an origin: such errors match nothing.
field::Error Nameless(std::string_view field) { return field::Invalid(Path(field), "x", "bad"); }

TEST(CountMismatches, TruthTable) {
  const Path a("spec.a");
  struct Case {
    const char* name;
    ErrorList hand_written;
    ErrorList declarative;
    size_t count;
  };
  for (const Case& c : std::vector<Case>{
           {"none", {}, {}, 0},
           {"both", {Covered(Minimum("spec.a"))}, {Minimum("spec.a")}, 0},
           {"only covered", {Covered(Minimum("spec.a"))}, {}, 1},
           {"only declarative", {}, {Minimum("spec.a")}, 1},
           {"only hand-written, not covered", {Minimum("spec.a")}, {}, 0},
           {"not covered does not absorb", {Minimum("spec.a")}, {Minimum("spec.a")}, 1},
           {"another field", {Covered(Minimum("spec.a"))}, {Minimum("spec.b")}, 2},
           {"another origin",
            {Covered(Minimum("spec.a"))},
            {field::Invalid(a, int64_t{0}, "x").WithOrigin("maximum")},
            2},
           {"another type", {Covered(field::Required(a))}, {field::Forbidden(a)}, 2},
           {"value and text do not matter",
            {Covered(Minimum("spec.a"))},
            {field::Invalid(a, int64_t{7}, "other words").WithOrigin("minimum")},
            0},
           {"no origin needed but for Invalid",
            {Covered(field::Required(a))},
            {field::Required(a)},
            0},
           {"Invalid without origin", {Covered(Nameless("spec.a"))}, {Nameless("spec.a")}, 2},
           {"one stands for many",
            {Covered(Minimum("spec.a"))},
            {Minimum("spec.a"), Minimum("spec.a")},
            0},
           {"repeats count once", {Covered(Minimum("spec.a")), Covered(Minimum("spec.a"))}, {}, 1},
           {"repeats match once",
            {Covered(Minimum("spec.a")), Covered(Minimum("spec.a"))},
            {Minimum("spec.a")},
            0},
           {"each extra counts", {}, {Minimum("spec.a"), Minimum("spec.b"), Minimum("spec.b")}, 3},
           {"mixed",
            {Covered(Minimum("spec.a")), Covered(Minimum("spec.c")), Nameless("spec.d")},
            {Minimum("spec.a"), Minimum("spec.b")},
            2},
       }) {
    EXPECT_EQ(CountMismatches(c.hand_written, c.declarative), c.count) << c.name;
  }
}

std::vector<std::string> Texts(const ErrorList& errors) {
  std::vector<std::string> out;
  for (const field::Error& error : errors) out.push_back(error.Text());
  return out;
}

class ValidateObjectTest : public WriteTest {
 protected:
  void SetGates(std::string_view flag) { world_.SetGates(flag); }

  // Leases with other declarative rules.
  ResourceDefinition WithRules(scheme::ValidationFunction rules) {
    ResourceDefinition resource = leases_;
    scheme::KindInfo info = *leases_.kind.typed;
    info.versions[0].validation = rules;
    resource.kind.typed = &other_scheme_.Register(std::move(info));
    return resource;
  }

  // The faults of an object; differences between the two kinds of rules are counted.
  ErrorList Faults(const ResourceDefinition& resource, TestRequest& request, Object object,
                   const Object* old = nullptr) {
    const Rules rules = RulesOf(world_, resource);
    Draft draft{.object = std::move(object), .old = old, .warnings = request.warnings};
    const Drawn drawn;
    Verdict verdict = ValidateObject(ContextOf(request, rules, drawn, draft), rules, draft);
    differences_ += verdict.differences;
    return std::move(verdict.faults);
  }
  ErrorList Validate(const ResourceDefinition& resource, std::string_view json) {
    TestRequest request = RequestFor(resource, "l");
    return Faults(resource, request, Body(resource, json));
  }

  const ResourceDefinition& leases_ = Resource("leases");
  scheme::Scheme other_scheme_;
  size_t differences_ = 0;
};

constexpr const char* kGood = R"({"metadata":{"name":"l"},"spec":{"leaseDurationSeconds":1}})";
// One fault that both kinds of rules know, and one that only the hand-written ones know.
constexpr const char* kBad =
    R"({"metadata":{"name":"l"},"spec":{"leaseDurationSeconds":0,"preferredHolder":"me"}})";
constexpr const char* kHandWritten =
    "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0";
constexpr const char* kDeclarative =
    "spec.leaseDurationSeconds: Invalid value: 0: must be greater than or equal to 1";
constexpr const char* kUncovered =
    "spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined";

TEST_F(ValidateObjectTest, GatesSayWhoAnswers) {
  SetGates("DeclarativeValidation=false");
  EXPECT_THAT(Texts(Validate(leases_, kBad)), ElementsAre(kHandWritten, kUncovered));
  SetGates("DeclarativeValidation=true");
  EXPECT_THAT(Texts(Validate(leases_, kBad)), ElementsAre(kHandWritten, kUncovered));
  SetGates("DeclarativeValidation=true,DeclarativeValidationTakeover=true");
  EXPECT_THAT(Texts(Validate(leases_, kBad)), ElementsAre(kUncovered, kDeclarative));
  EXPECT_EQ(differences_, 0u);
}

// A rule that finds a fault where there is none.
ErrorList Overeager(const validate::Operation&, const void*, const void*) {
  return {field::Invalid(Path("spec.holderIdentity"), "x", "wrong").WithOrigin("minLength")};
}
// A rule that finds nothing.
ErrorList Blind(const validate::Operation&, const void*, const void*) { return {}; }
// A rule that names another field.
ErrorList Astray(const validate::Operation&, const void* object, const void*) {
  const auto& spec = static_cast<const Lease*>(object)->spec;
  if (spec.lease_duration_seconds.value_or(1) >= 1) return {};
  return {field::Invalid(Path("spec.renewTime"), *spec.lease_duration_seconds, "x")
              .WithOrigin("minimum")};
}

TEST_F(ValidateObjectTest, TheRealRulesAgreeAndAWrongOneIsCounted) {
  ASSERT_TRUE(TryCreate(leases_, kGood));
  EXPECT_FALSE(TryCreate(leases_, kBad));
  EXPECT_EQ(world_.metrics.total(), 0u);

  // The same creation with a wrong rule succeeds as before, and is counted once.
  ResourceDefinition wrong = WithRules(Overeager);
  TestRequest request = RequestFor(wrong);
  ASSERT_TRUE(TryCreate(wrong, request, R"({"metadata":{"name":"m"}})"));
  EXPECT_THAT(world_.metrics.counts, ElementsAre(Pair("lease_create", 1)));

  // An update has its own identifier.
  ASSERT_TRUE(
      TryChange(wrong, "m", [](Object& o) { o.As<Lease>().spec.lease_duration_seconds = 5; }));
  EXPECT_THAT(world_.metrics.counts, ElementsAre(Pair("lease_create", 1), Pair("lease_update", 1)));
}

TEST_F(ValidateObjectTest, KindsOfWrongRules) {
  struct Case {
    scheme::ValidationFunction rules;
    const char* body;
    size_t count;
  };
  for (const Case& c : std::initializer_list<Case>{{Overeager, kGood, 1},
                                                   {Blind, kGood, 0},
                                                   {Blind, kBad, 1},
                                                   {Astray, kGood, 0},
                                                   {Astray, kBad, 2},
                                                   {nullptr, kGood, 0},
                                                   {nullptr, kBad, 0}}) {
    differences_ = 0;
    Validate(WithRules(c.rules), c.body);
    EXPECT_EQ(differences_, c.count) << c.body;
  }
}

TEST_F(ValidateObjectTest, WithoutTheGateWrongRulesDoNotRun) {
  SetGates("DeclarativeValidation=false");
  EXPECT_THAT(Texts(Validate(WithRules(Overeager), kGood)), IsEmpty());
  EXPECT_EQ(differences_, 0u);
}

TEST_F(ValidateObjectTest, AfterTheTakeoverWrongRulesAnswerAndAreCountedStill) {
  SetGates("DeclarativeValidation=true,DeclarativeValidationTakeover=true");
  EXPECT_THAT(Texts(Validate(WithRules(Overeager), kGood)),
              ElementsAre("spec.holderIdentity: Invalid value: \"x\": wrong"));
  EXPECT_THAT(Texts(Validate(WithRules(Blind), kBad)), ElementsAre(kHandWritten, kUncovered));
  EXPECT_EQ(differences_, 2u);
}

// A rule that says of the right field what no hand-written one does.
ErrorList OtherWords(const validate::Operation&, const void*, const void*) {
  return {field::Required(Path("spec.leaseDurationSeconds"))};
}

TEST_F(ValidateObjectTest, TheTakeoverDropsOnlyWhatADeclarativeErrorSaysToo) {
  SetGates("DeclarativeValidation=true,DeclarativeValidationTakeover=true");
  EXPECT_THAT(Texts(Validate(WithRules(nullptr), kBad)), ElementsAre(kHandWritten, kUncovered));
  EXPECT_EQ(differences_, 0u);
  EXPECT_THAT(Texts(Validate(WithRules(Astray), kBad)),
              ElementsAre(kHandWritten, kUncovered, "spec.renewTime: Invalid value: 0: x"));
  EXPECT_THAT(Texts(Validate(WithRules(OtherWords), kBad)),
              ElementsAre(kHandWritten, kUncovered, "spec.leaseDurationSeconds: Required value"));
}

TEST_F(ValidateObjectTest, DeclarativeOnlyKindsIgnoreTheGates) {
  const ResourceDefinition& frobbers = Resource("frobbers");
  const char* bad = R"({"metadata":{"name":"f"},"spec":{}})";
  for (const char* flag : {"DeclarativeValidation=false", "DeclarativeValidation=true",
                           "DeclarativeValidation=true,DeclarativeValidationTakeover=true"}) {
    SetGates(flag);
    EXPECT_THAT(Texts(Validate(frobbers, bad)), ElementsAre("spec.height: Required value")) << flag;
  }
  EXPECT_EQ(differences_, 0u);
}

TEST_F(ValidateObjectTest, DeclarativeRulesAreThoseOfTheRequestsVersion) {
  const ResourceDefinition& frobbers = Resource("frobbers");
  Object object = Body(frobbers, R"({"metadata":{"name":"f"},"spec":{"height":1001}})");
  TestRequest request = RequestFor(frobbers, "f");
  const char* text = ": Invalid value: 1001: must be less than or equal to 1000";
  request.what.version = "v6";
  EXPECT_THAT(Texts(Faults(frobbers, request, object)),
              ElementsAre("spec.height" + std::string(text)));
  request.what.version = "v7beta1";
  EXPECT_THAT(Texts(Faults(frobbers, request, object)),
              ElementsAre("spec.size.heightMillimetres" + std::string(text)));
}

// A lease with a random spec, for which `accept` holds.
template <typename Accept>
Object RandomLease(std::mt19937_64& random, const Accept& accept) {
  for (;;) {
    auto arena = std::make_shared<Arena>();
    auto* lease = arena->New<Lease>();
    typeinfo::RandomFill(typeinfo::TypeOf<apis::coordination::v1::LeaseSpec>(), &lease->spec,
                         *arena, random, 3);
    // Small numbers, so that both sides of every limit come up often.
    if (lease->spec.lease_duration_seconds && random() % 2 == 0) {
      lease->spec.lease_duration_seconds = static_cast<int32_t>(random() % 5) - 2;
    }
    if (lease->spec.lease_transitions && random() % 2 == 0) {
      lease->spec.lease_transitions = static_cast<int32_t>(random() % 5) - 2;
    }
    Object object = Object::Typed(arena, typeinfo::TypeOf<Lease>(), lease);
    if (accept(object)) return object;
  }
}

TEST_F(ValidateObjectTest, BothKindsOfLeaseRulesAgreeOnRandomLeases) {
  constexpr int kRounds = 2000;
  std::mt19937_64 random(20240607);
  TestRequest request = RequestFor(leases_, "l");
  size_t faulty = 0;
  for (int i = 0; i < kRounds; ++i) {
    Object object = RandomLease(random, [](const Object&) { return true; });
    // What is stored passed the rules when it was.
    Object old =
        RandomLease(random, [&](const Object& o) { return Faults(leases_, request, o).empty(); });
    faulty += !Faults(leases_, request, object).empty();
    Faults(leases_, request, object, &old);
    if (differences_ > 0) {
      ADD_FAILURE() << "disagree on " << ToJson(leases_, object);
      break;
    }
  }
  EXPECT_GT(faulty, kRounds / 10u) << "the test should see many faults";
  EXPECT_LT(faulty, kRounds * 9u / 10u);
}

}  // namespace
}  // namespace pintle::write
