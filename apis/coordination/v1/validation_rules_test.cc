#include "apis/coordination/v1/validation_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "apis/coordination/v1/validation.h"
#include "pintle/codec/json_reader.h"
#include "pintle/typeinfo/decode.h"

namespace pintle::apis::coordination::v1 {
namespace {

using ::testing::ElementsAreArray;

Lease* FromSpec(std::string_view spec, Arena& arena) {
  auto* lease = arena.New<Lease>();
  std::string json = R"({"spec":)" + std::string(spec) + "}";
  codec::JsonReader reader(json);
  EXPECT_TRUE(typeinfo::Decode(reader, typeinfo::TypeOf<Lease>(), lease, arena, nullptr)) << json;
  return lease;
}

TEST(LeaseRules, HandWritten) {
  struct Case {
    const char* spec;
    std::vector<std::string> faults;
  };
  for (const Case& c : std::vector<Case>{
           {"{}", {}},
           {R"({"holderIdentity":"","leaseDurationSeconds":1,"leaseTransitions":0})", {}},
           {R"({"leaseDurationSeconds":0})",
            {"spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0"}},
           {R"({"leaseDurationSeconds":-5,"leaseTransitions":-1})",
            {"spec.leaseDurationSeconds: Invalid value: -5: must be greater than 0",
             "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0"}},
           {R"({"preferredHolder":"me"})",
            {"spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined"}},
           {R"({"strategy":"OldestEmulationVersion","preferredHolder":"me"})", {}},
           {R"({"strategy":"example.com/Mine"})", {}},
           {R"({"strategy":"Mine"})",
            {"spec.strategy.strategy: Unsupported value: \"Mine\": supported values: "
             "\"OldestEmulationVersion\""}},
           {R"({"strategy":"/Mine"})",
            {"spec.strategy.strategy: Invalid value: \"/Mine\": prefix part must be non-empty"}},
       }) {
    Arena arena;
    std::vector<std::string> texts;
    for (const field::Error& error : ValidateLease(*FromSpec(c.spec, arena))) {
      texts.push_back(error.Text());
    }
    EXPECT_THAT(texts, ElementsAreArray(c.faults)) << c.spec;
  }
}

// Exactly the rules that a tag states too are marked as covered, under the name of that tag.
TEST(LeaseRules, CoveredOnesAreThoseOfTheTags) {
  Arena arena;
  Lease* lease =
      FromSpec(R"({"leaseDurationSeconds":0,"leaseTransitions":-1,"preferredHolder":"me"})", arena);
  std::vector<std::string> covered;
  for (const field::Error& error : ValidateLease(*lease)) {
    if (error.covered) covered.push_back(error.field + " " + error.origin);
  }
  std::vector<std::string> declared;
  for (const field::Error& error : Validate_Lease(validate::Operation{}, *lease, nullptr)) {
    declared.push_back(error.field + " " + error.origin);
  }
  EXPECT_EQ(covered, declared);
  EXPECT_EQ(covered.size(), 2u);
}

}  // namespace
}  // namespace pintle::apis::coordination::v1
