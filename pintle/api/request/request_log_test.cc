#include "pintle/api/request/request_log.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/api/config_maps_for_test.h"

namespace pintle::api {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

constexpr const char* kConfigMaps = "/api/v1/namespaces/default/configmaps";

class RequestLogTest : public ConfigMapsTest {
 protected:
  // What is logged while a handler with this much logging answers.
  std::string Logged(RequestLog log, const std::string& method, const std::string& target,
                     const std::string& body = {}, TestHeaders headers = {}) {
    HandlerOptions options = api_.Options();
    options.authenticator = authenticator_.get();
    options.authorizer = authorizer_.get();
    options.request_log = log;
    api_.handler = std::make_unique<ApiHandler>(std::move(options));
    headers.emplace_back("Authorization", "Bearer top-secret");
    headers.emplace_back("Content-Type", "application/json");
    testing::internal::CaptureStderr();
    api_.Do(method, target, body, headers);
    return testing::internal::GetCapturedStderr();
  }

 private:
  std::unique_ptr<auth::Authenticator> authenticator_ =
      *auth::Authenticator::Create({.token_file = "top-secret,admin,,system:masters"});
  std::unique_ptr<auth::Authorizer> authorizer_ = auth::DefaultAuthorizer();
};

TEST_F(RequestLogTest, NothingIsLoggedUnlessAskedFor) {
  EXPECT_THAT(Logged(RequestLog::kOff, "GET", kConfigMaps), IsEmpty());
}

TEST_F(RequestLogTest, OneLineSaysWhoAskedForWhatAndWhatCameOfIt) {
  std::string line = Logged(RequestLog::kLines, "GET", std::string(kConfigMaps) + "/none", "",
                            {{"User-Agent", "kubectl/v1.33"}});
  EXPECT_THAT(line, MatchesRegex("[^ ]+ I request method=\"GET\" "
                                 "path=\"/api/v1/namespaces/default/configmaps/none\" "
                                 "user=\"admin\" agent=\"kubectl/v1\\.33\" status=\"404\" "
                                 "bytes=\"[1-9][0-9]*\" duration=\"[0-9]+\\.[0-9]+ms\"\n"));
}

TEST_F(RequestLogTest, WhoActsAsAnotherIsNamedToo) {
  std::string line = Logged(RequestLog::kLines, "GET", kConfigMaps, "",
                            {{"User-Agent", "a"}, {"Impersonate-User", "jane"}});
  EXPECT_THAT(line, HasSubstr(R"(user="jane" by="admin" agent="a")"));
}

TEST_F(RequestLogTest, NothingSecretIsInIt) {
  std::string line = Logged(
      RequestLog::kStages, "POST", std::string(kConfigMaps) + "?fieldManager=hidden-query",
      R"({"metadata":{"name":"m"},"data":{"a":"hidden-body"}})", {{"Cookie", "hidden-cookie"}});
  EXPECT_THAT(line, HasSubstr("status=\"201\""));
  EXPECT_THAT(line, Not(HasSubstr("secret")));
  EXPECT_THAT(line, Not(HasSubstr("hidden")));
}

TEST_F(RequestLogTest, WhatClientsSendCannotMakeLinesOrFields) {
  std::string line = Logged(RequestLog::kLines, "GET", "/a%0A2026 I%20request%22%1b", "",
                            {{"User-Agent", "x\" status=\"200\r\n\xff"}});
  EXPECT_THAT(line, AllOf(HasSubstr(R"(path="/a\n2026 I request\"\x1b")"),
                          HasSubstr(R"(agent="x\" status=\"200\r\n\xff")"), EndsWith("ms\"\n")));
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
}

TEST_F(RequestLogTest, LongTextsAreCut) {
  std::string line = Logged(RequestLog::kLines, "GET", "/" + std::string(60'000, 'p'), "",
                            {{"User-Agent", std::string(60'000, 'a')}});
  EXPECT_LT(line.size(), 2000u);
}

TEST_F(RequestLogTest, StagesSayWhereTheTimeWent) {
  std::string created =
      Logged(RequestLog::kStages, "POST", kConfigMaps, R"({"metadata":{"name":"stages"}})");
  EXPECT_THAT(created, MatchesRegex(".*ms\" stages=\"authenticate [0-9]+us, authorize [0-9]+us, "
                                    "route [0-9]+us, decode [0-9]+us, mutate [0-9]+us, "
                                    "validate [0-9]+us, admit [0-9]+us, store [0-9]+us, "
                                    "answer [0-9]+us\"\n"));
  std::string deleted = Logged(RequestLog::kStages, "DELETE", std::string(kConfigMaps) + "/stages");
  EXPECT_THAT(deleted, MatchesRegex(".*route [0-9]+us, read [0-9]+us, admit [0-9]+us, "
                                    "store [0-9]+us, answer [0-9]+us\"\n"));
  for (const char* name : {"a", "b"}) {
    api_.Do("POST", kConfigMaps, fmt::format(R"({{"metadata":{{"name":"{}"}}}})", name),
            {{"Content-Type", "application/json"}, {"Authorization", "Bearer top-secret"}});
  }
  std::string emptied = Logged(RequestLog::kStages, "DELETE", kConfigMaps);
  EXPECT_THAT(emptied, HasSubstr(" (2 times), store "));
}

}  // namespace
}  // namespace pintle::api
