#include "pintle/extensions/kind/webhook_converter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/extensions/custom_api_for_test.h"
#include "pintle/http/certificates.h"
#include "pintle/http/handlers_for_test.h"

namespace pintle::extensions {
namespace {

using api::TestReply;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::chrono::seconds kPatience{60};
constexpr const char* kMerge = "application/merge-patch+json";

constexpr const char* kVersions = R"([
 {"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",
  "properties":{"spec":{"type":"object","properties":{"small":{"type":"integer"}}}}}}},
 {"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object",
  "properties":{"spec":{"type":"object","properties":{"large":{"type":"integer"}}}}}}}])";

// A webhook that calls `small` of v1 `large` in v2, over TLS.
class WebhookConverterTest : public CustomApiTest {
 protected:
  WebhookConverterTest() {
    calls_->Start();
    ca_ = *http::GenerateCa("ca", 1);
    auto serving = http::IssueServing(ca_, {}, {"127.0.0.1"});
    http::ServerOptions listen;
    listen.certificate_pem = serving->certificate_pem;
    listen.private_key_pem = serving->private_key_pem;
    auto server =
        http::Server::Start(listen, [this](http::Request& request, http::ResponseWriter& writer) {
          ++reviews_;
          return hang_ ? http::UntilGone(writer) : answer_(request, writer);
        });
    EXPECT_TRUE(server) << server.error().message();
    webhook_ = std::move(*server);
  }
  void TearDown() override {
    webhook_->Stop(kPatience);
    calls_->Stop();
    CustomApiTest::TearDown();
  }

  void DefineConverted(std::chrono::milliseconds timeout = kPatience) {
    options_.kinds.conversion.webhooks.thread = calls_;
    options_.kinds.conversion.new_uid = [] { return std::string("review"); };
    options_.kinds.conversion.timeout = timeout;
    Load();
    std::string definition = DefinitionJson("example.com", "things", "Thing", kVersions);
    definition.resize(definition.size() - 2);
    definition += fmt::format(
        R"(,"conversion":{{"strategy":"Webhook","webhook":{{"conversionReviewVersions":["v1"],)"
        R"("clientConfig":{{"url":"https://127.0.0.1:{}/c","caBundle":"{}"}}}}}}}}}})",
        webhook_->port(), Base64Encode(ca_.certificate_pem));
    TestReply defined = api_.Post(kDefinitions, definition);
    ASSERT_EQ(defined.status, 201) << defined.body;
    for (const char* name : {"a", "b"}) {
      TestReply created = MakeThing(name, R"(,"spec":{"small":1})");
      ASSERT_EQ(created.status, 201) << created.body;
    }
  }
  static std::string Path(const std::string& version, const std::string& name = "") {
    return "/apis/example.com/" + version + "/namespaces/default/things" +
           (name.empty() ? "" : "/" + name);
  }
  std::string Spec(const TestReply& reply) { return codec::ToJson(reply.Json().Find("spec")); }

  std::string Convert(const std::string& body) {
    Arena arena;
    Value review = *codec::ParseJson(body, arena);
    Value request = review.Find("request");
    std::string text = codec::ToJson(request.Find("objects"));
    const bool to_large = request.FindString("desiredAPIVersion") == "example.com/v2";
    text = Replaced(text, to_large ? "small" : "large", to_large ? "large" : "small");
    text = Replaced(text, to_large ? "/v1" : "/v2", to_large ? "/v2" : "/v1");
    return fmt::format(
        R"({{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":)"
        R"({{"uid":"review","result":{{"status":"{}"}},"convertedObjects":{}}}}})",
        success_ ? "Success" : "Failure", text);
  }
  static std::string Replaced(std::string text, const std::string& from, const std::string& to) {
    for (size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    return text;
  }

  http::KeyPair ca_;
  std::shared_ptr<http::IoThread> calls_ = std::make_shared<http::IoThread>();
  const http::Handler answer_ =
      http::Answer([this](http::Request& asked) { return http::Text(200, Convert(asked.body)); });
  std::unique_ptr<http::Server> webhook_;
  std::atomic<int> reviews_{0};
  std::atomic<bool> hang_{false};
  std::atomic<bool> success_{true};
};

TEST_F(WebhookConverterTest, Reads) {
  DefineConverted();
  EXPECT_EQ(Spec(api_.Do("GET", Path("v1", "a"))), R"({"small":1})");
  EXPECT_EQ(reviews_, 0);
  EXPECT_EQ(Spec(api_.Do("GET", Path("v2", "a"))), R"({"large":1})");
  EXPECT_EQ(reviews_, 1);
  TestReply list = api_.Do("GET", Path("v2"));
  Value items = list.Json().Find("items");
  ASSERT_EQ(items.size(), 2U) << list.body;
  EXPECT_EQ(codec::ToJson(items.items()[1].Find("spec")), R"({"large":1})");
  EXPECT_EQ(reviews_, 2) << "one call for the list";
}

TEST_F(WebhookConverterTest, Writes) {
  DefineConverted();
  TestReply patched =
      api_.Do("PATCH", Path("v2", "a"), R"({"spec":{"large":7}})", {{"Content-Type", kMerge}});
  ASSERT_EQ(patched.status, 200) << patched.body;
  EXPECT_EQ(Spec(patched), R"({"large":7})");
  EXPECT_EQ(Spec(api_.Do("GET", Path("v1", "a"))), R"({"small":7})");
  TestReply created = api_.Post(Path("v2"), R"({"apiVersion":"example.com/v2","kind":"Thing",)"
                                            R"("metadata":{"name":"c"},"spec":{"large":3}})");
  EXPECT_EQ(created.status, 201) << created.body;
  EXPECT_EQ(Spec(created), R"({"large":3})");
  TestReply deleted = api_.Do("DELETE", Path("v2"));
  EXPECT_EQ(deleted.status, 200) << deleted.body;
  EXPECT_EQ(codec::ToJson(deleted.Json().Find("items").items()[2].Find("spec")), R"({"large":3})");
}

TEST_F(WebhookConverterTest, FailuresAreToldAndForgotten) {
  DefineConverted();
  success_ = false;
  const std::string message =
      "conversion webhook for example.com/v1, Kind=Thing failed: response.result.status was "
      "'Failure', not 'Success'";
  for (const std::string& path : {Path("v2", "a"), Path("v2")}) {
    TestReply reply = api_.Do("GET", path);
    EXPECT_EQ(reply.status, 500);
    EXPECT_EQ(reply.Message(), message);
    EXPECT_EQ(reply.Reason(), "");
  }
  TestReply patched =
      api_.Do("PATCH", Path("v2", "a"), R"({"spec":{"large":7}})", {{"Content-Type", kMerge}});
  EXPECT_EQ(patched.Message(), message);
  EXPECT_EQ(api_.Do("DELETE", Path("v2", "a")).status, 500);
  success_ = true;
  EXPECT_EQ(Spec(api_.Do("GET", Path("v2", "a"))), R"({"large":1})");
}

TEST_F(WebhookConverterTest, PatienceEnds) {
  DefineConverted(std::chrono::milliseconds(50));
  hang_ = true;
  TestReply reply = api_.Do("GET", Path("v2", "a"));
  EXPECT_EQ(reply.status, 500);
  EXPECT_THAT(reply.Message(),
              StartsWith("conversion webhook for example.com/v1, Kind=Thing failed: Post "));
  EXPECT_THAT(reply.Message(), HasSubstr("no answer within 50 ms"));
}

TEST(MakeConverterTest, NoneForOtherStrategies) {
  ParsedDefinition crd(DefinitionJson("example.com", "things", "Thing", kVersions));
  EXPECT_EQ(MakeConverter(*crd, {}), nullptr);
}

}  // namespace
}  // namespace pintle::extensions
