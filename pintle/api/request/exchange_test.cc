#include "pintle/api/request/exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/api/request/writer_for_test.h"
#include "pintle/resource/capabilities.h"

namespace pintle::api {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Of others only kind and version would come.
TEST(HasProtobufTest, OnlyWhatHasNumbers) {
  struct Row {
    const typeinfo::TypeInfo& type;
    const typeinfo::TypeInfo& list;
    bool expected;
  };
  const auto& numbered = typeinfo::TypeOf<apis::meta::v1::Status>();
  const auto& bare = typeinfo::TypeOf<apis::meta::v1::Table>();
  const Row rows[] = {{numbered, numbered, true}, {bare, numbered, false}, {numbered, bare, false}};
  for (const Row& row : rows) {
    scheme::Scheme scheme;
    scheme::KindInfo info;
    info.versions = {{.version = "v1", .type = &row.type, .list_type = &row.list}};
    write::ResourceDefinition definition;
    definition.kind.typed = &scheme.Register(std::move(info));
    EXPECT_EQ(write::HasProtobuf(definition, "v1"), row.expected) << row.type.name << row.list.name;
    EXPECT_FALSE(write::HasProtobuf(definition, "v2"));
  }
  EXPECT_FALSE(write::HasProtobuf(write::ResourceDefinition(), "v1")) << "a custom resource";
}

TEST(WarningHeadersTest, Quote) {
  EXPECT_THAT(WarningHeaders({}), IsEmpty());
  EXPECT_THAT(WarningHeaders({"plain", "say \"x\" \\ y", "gr\xc3\xbc\xc3\x9f"}),
              ElementsAre("299 - \"plain\"", "299 - \"say \\\"x\\\" \\\\ y\"",
                          "299 - \"gr\xc3\xbc\xc3\x9f\""));
}

TEST(WarningHeadersTest, EscapeWhatCannotBeInAHeader) {
  EXPECT_THAT(
      WarningHeaders({"a\nb", "a\r\nSet-Cookie: \"x\"", std::string("a\0b", 3), "\x7f",
                      "gr\xc3\xbc\xff", "\xc3"}),
      ElementsAre(R"(299 - "a\\nb")", R"(299 - "a\\r\\nSet-Cookie: \"x\"")", R"(299 - "a\\x00b")",
                  R"(299 - "\\x7f")", "299 - \"gr\xc3\xbc\\\\xff\"", R"(299 - "\\xc3")"));
}

TEST(WarningHeadersTest, AreNotMoreThanClientsTake) {
  std::vector<std::string> texts;
  for (int i = 0; i < 64; ++i) texts.push_back(fmt::format("w{}", i));
  EXPECT_EQ(WarningHeaders(texts).size(), 64u);
  EXPECT_EQ(WarningHeaders(texts).back(), "299 - \"w63\"");
  texts.emplace_back("w64");
  std::vector<std::string> headers = WarningHeaders(texts);
  ASSERT_EQ(headers.size(), 64u);
  EXPECT_EQ(headers[62], "299 - \"w62\"");
  EXPECT_EQ(headers[63], "299 - \"and 2 more\"");
  // What the budget of characters leaves out is counted too.
  for (std::string& text : texts) text += std::string(300, 'x');
  headers = WarningHeaders(texts);
  ASSERT_EQ(headers.size(), 17u);
  EXPECT_EQ(headers.back(), "299 - \"and 49 more\"");
}

TEST(WarningHeadersTest, StayWithinTheBudget) {
  // 30 of about 315: sixteen of 256.
  std::vector<std::string> texts;
  for (int i = 0; i < 30; ++i) texts.push_back(fmt::format("{:02}", i) + std::string(313, 'x'));
  std::vector<std::string> headers = WarningHeaders(texts);
  ASSERT_EQ(headers.size(), 16u);
  for (const std::string& header : headers) EXPECT_EQ(header.size(), 256 + 8u);
}

TEST(WarningHeadersTest, CountCharactersNotBytes) {
  std::string umlauts;
  for (int i = 0; i < 4096; ++i) umlauts += "\xc3\xa4";
  ASSERT_EQ(WarningHeaders({umlauts}).size(), 1u);
  EXPECT_EQ(WarningHeaders({umlauts})[0].size(), 2 * 4096 + 8u);
  std::vector<std::string> cut = WarningHeaders({umlauts, "x"});
  ASSERT_EQ(cut.size(), 2u);
  EXPECT_EQ(cut[0].size(), 2 * 256 + 8u);
}

// An answered exchange.
struct Answer {
  http::Request request;
  TestWriter writer;

  http::Response& Error(const pintle::Error& error) {
    Exchange exchange(request, writer);
    exchange.audit_id = "audit";
    exchange.warnings.Add("careful");
    BlockOn(ReplyError(exchange, error));
    EXPECT_EQ(exchange.status_sent, error.code());
    return writer.response;
  }
};

TEST(ReplyErrorTest, SendsAStatus) {
  Answer answer;
  Error error(Reason::kConflict, "no");
  error.WithDetails({.name = "n",
                     .group = "g",
                     .kind = "things",
                     .uid = "u",
                     .causes = {{"FieldValueInvalid", "bad", "spec.x"}},
                     .retry_after_seconds = 3});
  http::Response& response = answer.Error(error);
  EXPECT_EQ(response.status, 409);
  EXPECT_EQ(answer.writer.Body(),
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"no",)"
            R"("reason":"Conflict","details":{"name":"n","group":"g","kind":"things","uid":"u",)"
            R"("causes":[{"reason":"FieldValueInvalid","message":"bad","field":"spec.x"}],)"
            R"("retryAfterSeconds":3},"code":409})"
            "\n");
  EXPECT_EQ(response.headers.Get("Content-Type"), "application/json");
  EXPECT_EQ(response.headers.Get("Audit-Id"), "audit");
  EXPECT_EQ(response.headers.Get("Cache-Control"), "no-cache, private");
  EXPECT_EQ(response.headers.Get("Warning"), "299 - \"careful\"");
  EXPECT_EQ(response.headers.Get("Retry-After"), "3");
}

TEST(ReplyErrorTest, DetailsMayBeAbsentOrEmpty) {
  Answer absent;
  absent.Error(Error(Reason::kBadRequest, "b"));
  EXPECT_EQ(absent.writer.Body(),
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"b",)"
            R"("reason":"BadRequest","code":400})"
            "\n");
  EXPECT_FALSE(absent.writer.response.headers.Has("Retry-After"));
  Answer empty;
  empty.Error(Error(Reason::kNotFound, "n").WithDetails({}));
  EXPECT_THAT(empty.writer.Body(), HasSubstr(R"("details":{},)"));
  Answer expired;
  expired.Error(Error(Reason::kExpired, "e").WithContinue("token"));
  EXPECT_THAT(expired.writer.Body(), HasSubstr(R"("metadata":{"continue":"token"})"));
}

TEST(ReplyErrorTest, SpeaksTheFormatAskedFor) {
  struct Case {
    const char* accept;
    const char* content_type;
    const char* start;
  };
  const Case cases[] = {
      {"application/yaml", "application/yaml", "apiVersion: v1\n"},
      {"application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf", "k8s"},
      {"application/cbor", "application/cbor", "\xd9\xd9\xf7"},
      // Nothing that fits: indented JSON.
      {"text/html", "application/json", "{\n  \"kind\": \"Status\",\n"},
      {"application/json;as=Table;v=v1;g=meta.k8s.io", "application/json", "{\n  \"kind\""},
      {"application/json;as=Table;v=v1;g=meta.k8s.io,application/json", "application/json",
       "{\"kind\""},
  };
  for (const Case& c : cases) {
    Answer answer;
    answer.request.headers.Add("Accept", c.accept);
    answer.Error(Error(Reason::kNotFound, "x"));
    EXPECT_EQ(answer.writer.response.headers.Get("Content-Type"), c.content_type) << c.accept;
    EXPECT_TRUE(answer.writer.Body().starts_with(c.start)) << answer.writer.Body();
  }
}

// CBOR is for resources and the router: what is decided before them is not.
TEST(ReplyErrorTest, RefusalsBeforeTheRouterAreJson) {
  for (Reason reason : {Reason::kUnauthorized, Reason::kForbidden, Reason::kTimeout}) {
    Answer answer;
    answer.request.headers.Add("Accept", "application/cbor");
    answer.Error(Error(reason, "x"));
    EXPECT_EQ(answer.writer.response.headers.Get("Content-Type"), "application/json");
  }
}

TEST(ReplyErrorTest, MessagesAreNotReadBack) {
  Answer answer;
  answer.Error(Error(Reason::kUnsupportedMediaType, "accepted media types include: a/b, c/d"));
  EXPECT_FALSE(answer.writer.response.headers.Has("Accept"));
}

TEST(ReplyErrorTest, MessagesMayHoldAnyBytes) {
  Answer answer;
  answer.Error(Error(Reason::kNotFound, std::string("\0\xff<", 3)));
  EXPECT_THAT(answer.writer.Body(), HasSubstr(R"("message":"\u0000\ufffd\u003c")"));
}

}  // namespace
}  // namespace pintle::api
