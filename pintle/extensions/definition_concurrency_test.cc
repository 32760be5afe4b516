// Many definitions that come and change at the same time.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "pintle/extensions/custom_api_for_test.h"

namespace pintle::extensions {
namespace {

using api::TestReply;
using testing::HasSubstr;

constexpr int kWriters = 8;

class DefinitionConcurrencyTest : public CustomApiTest {
 protected:
  // Runs `work(writer)` for all writers at once.
  template <typename Work>
  static void AtOnce(Work work) {
    std::vector<std::thread> threads;
    for (int writer = 0; writer < kWriters; ++writer) threads.emplace_back(work, writer);
    for (std::thread& thread : threads) thread.join();
  }
  // The plurals of those whose names are accepted.
  std::vector<std::string> Accepted(const std::vector<std::string>& plurals) {
    std::vector<std::string> accepted;
    for (const std::string& plural : plurals) {
      TestReply definition = Definition(plural);
      if (definition.status == 200 &&
          Condition(definition, "NamesAccepted") == "True/NoConflicts") {
        accepted.push_back(plural);
      }
    }
    return accepted;
  }
};

TEST_F(DefinitionConcurrencyTest, OfClashingDefinitionsOneIsAccepted) {
  std::vector<std::string> plurals;
  for (int writer = 0; writer < kWriters; ++writer) plurals.push_back(fmt::format("p{}", writer));
  AtOnce([&](int writer) { EXPECT_EQ(Define(plurals[writer], "Clash").status, 201); });
  // As they go, one after the other comes in.
  for (size_t left = plurals.size(); left > 0; --left) {
    std::vector<std::string> accepted = Accepted(plurals);
    ASSERT_EQ(accepted.size(), 1u);
    for (const std::string& plural : plurals) {
      EXPECT_EQ(api_.Get("/apis/example.com/v1/" + plural).status,
                plural == accepted[0] ? 200 : 404)
          << plural;
    }
    ASSERT_EQ(api_.Do("DELETE", PathOf(accepted[0])).status, 200);
    ASSERT_TRUE(Gone(accepted[0]));
    std::erase(plurals, accepted[0]);
    if (plurals.empty()) break;
    // It is served a little after it is accepted.
    ASSERT_TRUE(Eventually([&] {
      std::vector<std::string> next = Accepted(plurals);
      return !next.empty() && api_.Get("/apis/example.com/v1/" + next[0]).status == 200;
    }));
  }
}

TEST_F(DefinitionConcurrencyTest, EachIsServedAndPublishedWhenItIsAcknowledged) {
  AtOnce([&](int writer) {
    for (int i = 0; i < 10; ++i) {
      const std::string plural = fmt::format("w{}n{}", writer, i);
      const std::string kind = fmt::format("W{}n{}", writer, i);
      const std::string group = i % 2 == 0 ? "shared.example.com" : plural + ".example.com";
      TestReply defined = api_.Post(kDefinitions, DefinitionJson(group, plural, kind, kOneVersion));
      ASSERT_EQ(defined.status, 201) << defined.body;
      const std::string version = "/apis/" + group + "/v1";
      EXPECT_EQ(api_.Get(version + "/" + plural).status, 200);
      EXPECT_THAT(api_.Get(version).body, HasSubstr("\"name\":\"" + plural + "\""));
      EXPECT_THAT(api_.Get("/apis").body, HasSubstr("\"name\":\"" + group + "\""));
      EXPECT_THAT(api_.Get("/openapi/v3" + version).body, HasSubstr(version + "/" + plural));
      if (i % 3 == 0) {
        EXPECT_EQ(api_.Do("DELETE", std::string(kDefinitions) + "/" + plural + "." + group).status,
                  200);
        EXPECT_TRUE(Eventually([&] { return api_.Get(version + "/" + plural).status == 404; }));
      }
    }
  });
}

TEST_F(DefinitionConcurrencyTest, UpdatesCountForTheNextRequest) {
  AtOnce([&](int writer) {
    const std::string plural = fmt::format("w{}", writer);
    const std::string kind = fmt::format("W{}", writer);
    ASSERT_EQ(Define(plural, kind).status, 201);
    const std::string objects = "/apis/example.com/v1/namespaces/default/" + plural;
    for (int most = 1; most < 10; ++most) {
      TestReply patched =
          Patch(PathOf(plural),
                fmt::format(
                    R"({{"spec":{{"versions":[{{"name":"v1","served":true,"storage":true,"schema":{{
                 "openAPIV3Schema":{{"type":"object","properties":{{"size":{{"type":"integer",
                 "maximum":{}}}}}}}}}}}]}}}})",
                    most));
      ASSERT_EQ(patched.status, 200) << patched.body;
      for (int size : {most, most + 1}) {
        TestReply made = api_.Post(
            objects,
            fmt::format(R"({{"apiVersion":"example.com/v1","kind":"{}","metadata":{{"name":"n{}"}},
                            "size":{}}})",
                        kind, most, size));
        EXPECT_EQ(made.status, size == most ? 201 : 422) << made.body;
      }
    }
  });
}

}  // namespace
}  // namespace pintle::extensions
