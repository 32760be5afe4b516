#include "pintle/api/request/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/base/strings.h"
#include "pintle/field/path.h"

namespace pintle::api {
namespace {

using object::MediaType;
using testing::HasSubstr;

TEST(WriteOptionsTest, Defaults) {
  auto options = ParseWriteOptions(http::Query(""), WriteVerb::kCreate);
  ASSERT_TRUE(options);
  EXPECT_FALSE(options->dry_run);
  EXPECT_EQ(options->field_manager, "");
  EXPECT_EQ(options->field_validation, FieldValidation::kWarn);
}

TEST(WriteOptionsTest, Reads) {
  auto options = ParseWriteOptions(
      http::Query(
          "dryRun=All&dryRun=All&fieldManager=me&fieldValidation=Strict&fieldValidation=No"),
      WriteVerb::kUpdate);
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->dry_run);
  EXPECT_EQ(options->field_manager, "me");
  EXPECT_EQ(options->field_validation, FieldValidation::kStrict);
  EXPECT_EQ(
      ParseWriteOptions(http::Query("fieldValidation="), WriteVerb::kCreate)->field_validation,
      FieldValidation::kWarn);
  EXPECT_EQ(ParseWriteOptions(http::Query("fieldValidation=Ignore"), WriteVerb::kCreate)
                ->field_validation,
            FieldValidation::kIgnore);
}

TEST(WriteOptionsTest, Refuses) {
  struct Case {
    WriteVerb verb;
    std::string query;
    std::string message;
  };
  const Case cases[] = {
      {WriteVerb::kCreate, "dryRun=foo",
       "CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: [\"foo\"]: supported "
       "values: \"All\""},
      {WriteVerb::kCreate, "dryRun=All&dryRun=foo",
       "CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: [\"All\",\"foo\"]: "
       "supported values: \"All\""},
      {WriteVerb::kUpdate, "fieldValidation=Foo",
       "UpdateOptions.meta.k8s.io \"\" is invalid: fieldValidation: Unsupported value: \"Foo\": "
       "supported values: \"\", \"Ignore\", \"Strict\", \"Warn\""},
      {WriteVerb::kUpdate, "fieldValidation=strict",
       "UpdateOptions.meta.k8s.io \"\" is invalid: fieldValidation: Unsupported value: \"strict\": "
       "supported values: \"\", \"Ignore\", \"Strict\", \"Warn\""},
      {WriteVerb::kPatch, "force=true",
       "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for "
       "non-apply patch"},
      {WriteVerb::kCreate, "fieldManager=" + std::string(129, 'a'),
       "CreateOptions.meta.k8s.io \"\" is invalid: fieldManager: Too long: may not be more than "
       "128 "
       "bytes"},
      {WriteVerb::kCreate, "fieldManager=abc%07",
       "CreateOptions.meta.k8s.io \"\" is invalid: fieldManager: Invalid value: \"abc\\a\": "
       "invalid "
       "character U+0007 (at position 3)"},
      {WriteVerb::kCreate, "fieldManager=%C3%A9%C2%A0%22%07",
       "CreateOptions.meta.k8s.io \"\" is invalid: [fieldManager: Invalid value: "
       "\"\u00e9\\u00a0\\\"\\a\": invalid character U+00A0 (at position 2), fieldManager: Invalid "
       "value: \"\u00e9\\u00a0\\\"\\a\": invalid character U+0007 (at position 5)]"},
      // All faults together, in this order.
      {WriteVerb::kPatch, "fieldValidation=Foo&dryRun=x&fieldManager=%00&force=1",
       "PatchOptions.meta.k8s.io \"\" is invalid: [force: Forbidden: may not be specified for "
       "non-apply patch, fieldManager: Invalid value: \"\\x00\": invalid character U+0000 (at "
       "position 0), dryRun: Unsupported value: [\"x\"]: supported values: \"All\", "
       "fieldValidation: "
       "Unsupported value: \"Foo\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"]"},
  };
  for (const Case& c : cases) {
    auto options = ParseWriteOptions(http::Query(c.query), c.verb);
    ASSERT_FALSE(options) << c.query;
    EXPECT_EQ(options.error().code(), 422);
    EXPECT_EQ(options.error().reason(), Reason::kInvalid);
    EXPECT_EQ(options.error().message(), c.message);
    EXPECT_EQ(options.error().details()->group, "meta.k8s.io");
  }
  EXPECT_TRUE(ParseWriteOptions(http::Query("force=true"), WriteVerb::kCreate));
}

TEST(ListOptionsTest, Reads) {
  auto options = ParseListOptions(
      http::Query("labelSelector=a%3Db&fieldSelector=c&limit=5&continue=t&timeoutSeconds=9&"
                  "allowWatchBookmarks=&resourceVersion=7&unknown=x"),
      false);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->label_selector, "a=b");
  EXPECT_EQ(options->field_selector, "c");
  EXPECT_EQ(options->limit, 5);
  EXPECT_EQ(options->continue_token, "t");
  EXPECT_EQ(options->timeout_seconds, 9);
  EXPECT_TRUE(options->allow_bookmarks);
  EXPECT_EQ(options->resource_version, "7");
  EXPECT_EQ(options->send_initial_events, std::nullopt);
}

TEST(ListOptionsTest, Limits) {
  const std::pair<const char*, int64_t> cases[] = {
      {"", 0},        {"limit=%2B3", 3}, {"limit=-3", 0},
      {"limit=0", 0}, {"limit=7", 7},    {"limit=9223372036854775807", INT64_MAX}};
  for (const auto& [query, limit] : cases) {
    EXPECT_EQ(ParseListOptions(http::Query(query), false)->limit, limit) << query;
  }
  for (const char* query : {"limit=x", "limit=1e3", "limit=0x10", "limit=1.5", "limit=%20",
                            "timeoutSeconds=x", "limit=1%00", "limit=", "limit=-"}) {
    auto options = ParseListOptions(http::Query(query), false);
    ASSERT_FALSE(options) << query;
    EXPECT_EQ(options.error().code(), 400) << query;
    EXPECT_THAT(options.error().message(), HasSubstr("invalid syntax")) << query;
  }
  for (const char* number : {"99999999999999999999", "-9223372036854775809"}) {
    auto options = ParseListOptions(http::Query(std::string("limit=") + number), false);
    ASSERT_FALSE(options) << number;
    EXPECT_EQ(options.error().message(),
              std::string("strconv.ParseInt: parsing \"") + number + "\": value out of range");
  }
  // The first that is wrong is told.
  EXPECT_THAT(ParseListOptions(http::Query("limit=x&timeoutSeconds=y"), false).error().message(),
              HasSubstr("\"y\""));
}

TEST(ListOptionsTest, WatchesFromTheStartSendInitialEvents) {
  for (const char* query : {"", "resourceVersion=0"}) {
    auto options = ParseListOptions(http::Query(query), true);
    ASSERT_TRUE(options) << query;
    EXPECT_EQ(options->send_initial_events, true);
    EXPECT_EQ(options->resource_version_match, "NotOlderThan");
  }
  EXPECT_EQ(ParseListOptions(http::Query("resourceVersion=5"), true)->send_initial_events,
            std::nullopt);
  EXPECT_EQ(ParseListOptions(
                http::Query("sendInitialEvents=false&resourceVersionMatch=NotOlderThan"), true)
                ->send_initial_events,
            false);
}

TEST(ListOptionsTest, RefusesCombinations) {
  struct Case {
    bool watch;
    const char* query;
    const char* message;
  };
  const Case cases[] = {
      {false, "resourceVersionMatch=Exact",
       "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion "
       "is "
       "provided"},
      {false, "resourceVersion=5&resourceVersionMatch=Exact&continue=x",
       "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is "
       "provided"},
      {false, "resourceVersion=5&resourceVersionMatch=Foo",
       "resourceVersionMatch: Unsupported value: \"Foo\": supported values: \"Exact\", "
       "\"NotOlderThan\", \"\""},
      {false, "resourceVersion=0&resourceVersionMatch=Exact",
       "resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is forbidden for "
       "resourceVersion \"0\""},
      {false, "sendInitialEvents=true",
       "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"},
      {true, "sendInitialEvents=true",
       "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch "
       "to "
       "NotOlderThan"},
      {true, "resourceVersion=5&resourceVersionMatch=NotOlderThan",
       "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless "
       "sendInitialEvents is provided"},
      {true, "resourceVersion=5&resourceVersionMatch=Exact",
       "resourceVersionMatch: Unsupported value: \"Exact\": supported values: \"NotOlderThan\""},
      {true, "sendInitialEvents=true&resourceVersionMatch=Exact",
       "[resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch "
       "to NotOlderThan, resourceVersionMatch: Unsupported value: \"Exact\": supported values: "
       "\"NotOlderThan\"]"},
      {true, "continue=x",
       "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is "
       "provided"},
  };
  for (const Case& c : cases) {
    auto options = ParseListOptions(http::Query(c.query), c.watch);
    ASSERT_TRUE(options) << c.query;
    Status checked = CheckListOptions(*options);
    ASSERT_FALSE(checked) << c.query;
    EXPECT_EQ(checked.error().code(), 422) << c.query;
    EXPECT_THAT(checked.error().message(), HasSubstr("ListOptions.meta.k8s.io \"\" is invalid: "));
    EXPECT_THAT(checked.error().message(), HasSubstr(c.message));
  }
}

Result<DeleteRequest> ParseDelete(const char* query, std::string_view body,
                                  MediaType media = MediaType::kJson,
                                  field::Findings* findings = nullptr) {
  return ParseDeleteOptions(http::Query(query), body, media, "apps/v1", findings);
}

TEST(DeleteOptionsTest, WhatIsUnknownIsFound) {
  using namespace std::string_view_literals;
  struct Case {
    std::string_view body;
    MediaType media;
    std::vector<std::string> found;
  };
  for (const Case& c : std::initializer_list<Case>{
           {R"({"gracePeriodSecond":1,"dryRun":[],"dryRun":["All"],"preconditions":{"uuid":"x"}})",
            MediaType::kJson,
            {R"(duplicate field "dryRun")", R"(unknown field "gracePeriodSecond")",
             R"(unknown field "preconditions.uuid")"}},
           {"{gracePeriodSecond: 1}", MediaType::kYaml, {R"(unknown field "gracePeriodSecond")"}},
           {"gracePeriodSeconds: 1\n---\npropagationPolicy: Foo\n", MediaType::kYaml, {}},
           // An envelope that has the type, and a message with the number 99.
           {"k8s\0\x0a\x13\x0a\x02v1\x12\x0d"
            "DeleteOptions\x12\x03\x98\x06\x01"sv,
            MediaType::kProtobuf,
            {"unknown field number 99"}},
       }) {
    SCOPED_TRACE(c.body);
    field::Findings findings;
    auto request = ParseDelete("", c.body, c.media, &findings);
    ASSERT_TRUE(request) << request.error().message();
    EXPECT_EQ(field::FindingTexts(findings.items()), c.found);
    EXPECT_EQ(request->dry_run, c.body.contains("All"));
    EXPECT_EQ(request->more_documents, c.body.contains("---"));

    // The same for who does not want to know, and no path is written.
    const size_t written = field::Path::texts_written();
    auto ignored = ParseDelete("", c.body, c.media);
    ASSERT_TRUE(ignored) << ignored.error().message();
    EXPECT_EQ(field::Path::texts_written(), written);
    EXPECT_EQ(ignored->dry_run, request->dry_run);
    EXPECT_EQ(ignored->more_documents, request->more_documents);
    EXPECT_EQ(ignored->options.grace_period_seconds, request->options.grace_period_seconds);
  }
}

TEST(DeleteOptionsTest, FromTheQueryOnlyWithoutBody) {
  auto request = ParseDelete("gracePeriodSeconds=7&propagationPolicy=Background&dryRun=All", "");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->options.grace_period_seconds, 7);
  EXPECT_EQ(request->options.propagation_policy, "Background");
  EXPECT_TRUE(request->dry_run);
  EXPECT_EQ(ParseDelete("orphanDependents=false", "")->options.orphan_dependents, false);

  request = ParseDelete("gracePeriodSeconds=7&dryRun=All", "{}");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->options.grace_period_seconds, std::nullopt);
  EXPECT_FALSE(request->dry_run);
}

TEST(DeleteOptionsTest, FromTheBody) {
  const char* json =
      R"({"kind":"DeleteOptions","apiVersion":"apps/v1","gracePeriodSeconds":0,"dryRun":["All"],)"
      R"("preconditions":{"uid":"u","resourceVersion":"5"},"propagationPolicy":"Orphan"})";
  auto request = ParseDelete("", json);
  ASSERT_TRUE(request) << request.error().message();
  EXPECT_EQ(request->options.grace_period_seconds, 0);
  EXPECT_EQ(request->options.precondition_uid, "u");
  EXPECT_EQ(request->options.precondition_resource_version, "5");
  EXPECT_EQ(request->options.propagation_policy, "Orphan");
  EXPECT_TRUE(request->dry_run);
  for (const char* version : {"v1", "meta.k8s.io/v1", "apps/v1", ""}) {
    std::string body = std::string(R"({"kind":"DeleteOptions","apiVersion":")") + version + "\"}";
    EXPECT_TRUE(ParseDelete("", body)) << version;
  }
  auto yaml = ParseDelete("", "gracePeriodSeconds: 3\n", MediaType::kYaml);
  ASSERT_TRUE(yaml) << yaml.error().message();
  EXPECT_EQ(yaml->options.grace_period_seconds, 3);
  auto cbor = ParseDelete("", "\xa1\x52gracePeriodSeconds\x04", MediaType::kCbor);
  ASSERT_TRUE(cbor) << cbor.error().message();
  EXPECT_EQ(cbor->options.grace_period_seconds, 4);
}

TEST(DeleteOptionsTest, Refuses) {
  struct Case {
    const char* query;
    const char* body;
    int code;
    const char* message;
  };
  const Case cases[] = {
      {"gracePeriodSeconds=x", "", 400, "\"x\""},
      {"gracePeriodSeconds=99999999999999999999", "", 400, "99999999999999999999"},
      {"propagationPolicy=Zed", "", 422,
       "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: \"Zed\": "
       "supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\""},
      {"propagationPolicy=Orphan&orphanDependents=true", "", 422,
       "orphanDependents and deletionPropagation cannot be both set"},
      {"propagationPolicy=Zed&orphanDependents=true", "", 422,
       "cannot be both set, propagationPolicy: Unsupported value: \"Zed\""},
      {"gracePeriodSeconds=", "", 400, "strconv.ParseInt: parsing \"\": invalid syntax"},
      {"dryRun=x", "", 422, "dryRun: Unsupported value: [\"x\"]"},
      {"", "{", 400, ""},
      {"", "[]", 400, ""},
      {"", "\"x\"", 400, ""},
      {"", "{\"gracePeriodSeconds\":\"x\"}", 400, "gracePeriodSeconds"},
      {"", "{\"gracePeriodSeconds\":1e30}", 400, ""},
      {"", "{\"preconditions\":[]}", 400, "preconditions"},
      {"", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}", 400, "Pod"},
      {"", "{\"apiVersion\":\"other/v1\",\"kind\":\"DeleteOptions\"}", 400, "other/v1"},
      {"", "{\"dryRun\":[\"x\"]}", 422, "dryRun"},
  };
  for (const Case& c : cases) {
    auto request = ParseDelete(c.query, c.body);
    ASSERT_FALSE(request) << c.query << c.body;
    EXPECT_EQ(request.error().code(), c.code) << c.query << c.body;
    EXPECT_FALSE(request.error().message().empty());
    EXPECT_THAT(request.error().message(), HasSubstr(c.message));
  }
}

TEST(ResourceVersionTest, WholeNumbersOnly) {
  EXPECT_EQ(*ParseResourceVersion(""), 0u);
  EXPECT_EQ(*ParseResourceVersion("0"), 0u);
  EXPECT_EQ(*ParseResourceVersion("12"), 12u);
  EXPECT_EQ(*ParseResourceVersion("9223372036854775807"), uint64_t{INT64_MAX});
  EXPECT_EQ(*ParseResourceVersion("18446744073709551615"), uint64_t{INT64_MAX});
  for (const char* text : {"x", "-1", "1.5", " 1", "1 ", "0x1", "99999999999999999999"}) {
    auto revision = ParseResourceVersion(text);
    ASSERT_FALSE(revision) << text;
    EXPECT_EQ(revision.error().code(), 400);
    EXPECT_THAT(revision.error().message(), HasSubstr(std::string("\"") + text + "\""));
  }
}

TEST(ContinueTokenTest, HasTheFormOfTheApi) {
  std::string token = EncodeContinue({42, "default/a"});
  EXPECT_EQ(*Base64UrlDecode(token), R"({"rv":42,"start":"default/a\u0000","v":"meta.k8s.io/v1"})");
  auto back = DecodeContinue(token);
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ(back->revision, 42);
  EXPECT_EQ(back->start, std::string("default/a\0", 10));
}

TEST(ContinueTokenTest, AcceptsTokensOfOtherServers) {
  auto token = DecodeContinue(
      Base64UrlEncode(R"({"v":"meta.k8s.io/v1","rv":-1,"start":"/default/a\u0000"})"));
  ASSERT_TRUE(token);
  EXPECT_EQ(token->revision, -1);
  EXPECT_EQ(token->start, std::string("default/a\0", 10));
  // Names of roles may have dots in a row.
  EXPECT_TRUE(DecodeContinue(EncodeContinue({1, "default/a..b"})));
  EXPECT_TRUE(DecodeContinue(EncodeContinue({1, "..."})));
}

TEST(ContinueTokenTest, Refuses) {
  const std::pair<std::string, const char*> cases[] = {
      {R"({"v":"v2","rv":1,"start":"a"})", "server does not recognize this encoded version"},
      {R"({"v":"meta.k8s.io/v1","rv":0,"start":"a"})",
       "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"},
      {R"({"v":"meta.k8s.io/v1","start":"a"})", "incorrect encoded start resourceVersion"},
      {R"({"v":"meta.k8s.io/v1","rv":"1","start":"a"})", "incorrect encoded start resourceVersion"},
      {R"({"v":"meta.k8s.io/v1","rv":1})", "encoded start key empty (version meta.k8s.io/v1)"},
      {R"({"v":"meta.k8s.io/v1","rv":1,"start":5})", "encoded start key empty"},
      {R"({"v":"meta.k8s.io/v1","rv":1,"start":"../b"})", "continue key is not valid"},
      {R"({"v":"meta.k8s.io/v1","rv":1,"start":"a//b"})", "continue key is not valid: a//b"},
      {R"({"v":"meta.k8s.io/v1","rv":1,"start":"a/./b"})", "continue key is not valid: a/./b"},
      {R"({"v":"meta.k8s.io/v1","rv":1,"start":"a/.."})", "continue key is not valid: a/.."},
      {R"({"v":"meta.k8s.io/v1","rv":1,"start":"a/"})", "continue key is not valid: a/"},
      {"{}", "continue key is not valid"},
      {"[]", "continue key is not valid"},
      {"nonsense", "continue key is not valid"},
      {"", "continue key is not valid"},
      {std::string(100'000, '['), "continue key is not valid"},
  };
  for (const auto& [json, message] : cases) {
    auto token = DecodeContinue(Base64UrlEncode(json));
    ASSERT_FALSE(token) << json.substr(0, 60);
    EXPECT_EQ(token.error().code(), 400);
    EXPECT_THAT(token.error().message(), HasSubstr("invalid continue token: "));
    EXPECT_THAT(token.error().message(), HasSubstr(message));
  }
  for (const char* text : {"x", "%%%", "a b", "e30="}) {
    ASSERT_FALSE(DecodeContinue(text)) << text;
    EXPECT_EQ(DecodeContinue(text).error().code(), 400);
  }
}

}  // namespace
}  // namespace pintle::api
