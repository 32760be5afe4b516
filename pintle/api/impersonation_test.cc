// What comes of `Impersonate-*` headers behind the authenticator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "pintle/api/config_maps_for_test.h"

namespace pintle::api {
namespace {

using testing::EndsWith;
using testing::StartsWith;

constexpr const char* kSelfReviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
constexpr const char* kSigningRequests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

// `admin` is in system:masters; who is authenticated may do everything, others nothing.
class ImpersonationTest : public ConfigMapsTest {
 protected:
  ImpersonationTest() {
    HandlerOptions options = api_.Options();
    options.authenticator = authenticator_.get();
    options.authorizer = authorizer_.get();
    api_.handler = std::make_unique<ApiHandler>(std::move(options));
  }

  TestReply Ask(const std::string& method, const std::string& target, const std::string& body,
                TestHeaders headers) {
    headers.emplace_back("Authorization", "Bearer secret");
    headers.emplace_back("Content-Type", "application/json");
    return api_.Do(method, target, body, headers);
  }
  // Who the request is said to come from, as JSON; what is wrong if it is refused.
  std::string WhoAmI(const TestHeaders& headers) {
    TestReply reply = Ask("POST", kSelfReviews, "{}", headers);
    if (reply.status != 201) return std::to_string(reply.status) + " " + reply.Message();
    return codec::ToJson(reply.Json().FindPath({"status", "userInfo"}));
  }

 private:
  std::unique_ptr<auth::Authenticator> authenticator_ =
      *auth::Authenticator::Create({.token_file = "secret,admin,,system:masters"});
  std::unique_ptr<auth::Authorizer> authorizer_ = auth::DefaultAuthorizer();
};

TEST_F(ImpersonationTest, ReviewsShowTheOtherUser) {
  struct Row {
    TestHeaders headers;
    const char* expected;
  };
  const Row rows[] = {
      {{}, R"({"groups":["system:masters","system:authenticated"],"username":"admin"})"},
      {{{"Impersonate-User", ""}},
       R"({"groups":["system:masters","system:authenticated"],"username":"admin"})"},
      {{{"Impersonate-User", "bob"}}, R"({"groups":["system:authenticated"],"username":"bob"})"},
      {{{"impersonate-user", "bob"},
        {"impersonate-group", "g"},
        {"impersonate-group", "h"},
        {"impersonate-uid", "1"},
        {"impersonate-extra-acme.com%2fproject", "p"}},
       R"({"extra":{"acme.com/project":["p"]},"groups":["g","h","system:authenticated"],)"
       R"("uid":"1","username":"bob"})"},
      {{{"Impersonate-User", "\xfc"}},
       "{\"groups\":[\"system:authenticated\"],\"username\":\"\uFFFD\"}"},
      {{{"Impersonate-User", "system:anonymous"}},
       R"(403 selfsubjectreviews.authentication.k8s.io is forbidden: User "system:anonymous" )"
       R"(cannot create resource "selfsubjectreviews" in API group "authentication.k8s.io" at the )"
       R"(cluster scope)"},
  };
  for (const Row& row : rows) EXPECT_EQ(WhoAmI(row.headers), row.expected);
}

TEST_F(ImpersonationTest, AuthorisationIsThatOfTheOtherUser) {
  TestReply refused = Ask("POST", kMaps, Map("a"), {{"Impersonate-User", "system:anonymous"}});
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.Message(),
            R"(configmaps is forbidden: User "system:anonymous" cannot create resource )"
            R"("configmaps" in API group "" in the namespace "default")");
  EXPECT_EQ(Ask("GET", Path("/a"), "", {}).status, 404);
  EXPECT_EQ(Ask("POST", kMaps, Map("a"), {{"Impersonate-User", "bob"}}).status, 201);
}

TEST_F(ImpersonationTest, ObjectsSayThatTheOtherUserMadeThem) {
  const char* body = R"({"metadata":{"name":"c"},"spec":{"signerName":"example.com/a",)"
                     R"("usages":["client auth"],"request":"eA=="}})";
  TestReply made = Ask("POST", kSigningRequests, body, {{"Impersonate-User", "bob"}});
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_EQ(made.Json().FindPath({"spec", "username"}).as_string(), "bob");
}

TEST_F(ImpersonationTest, NeedsTheRightAndAName) {
  // Who is anonymous may read the version, but not as somebody else.
  TestReply refused = api_.Get("/version", {{"Impersonate-User", "bob"}});
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(
      refused.Message(),
      R"(forbidden: User "system:anonymous" cannot impersonate-on:user-info:get path "/version")");
  for (const char* name : {"Impersonate-Uid", "Impersonate-Group", "Impersonate-Extra-a"}) {
    TestReply nameless = Ask("GET", kMaps, "", {{name, "x"}});
    EXPECT_EQ(nameless.status, 400);
    EXPECT_EQ(nameless.Reason(), "BadRequest");
    EXPECT_THAT(nameless.Message(), StartsWith("requested "));
    EXPECT_THAT(nameless.Message(), EndsWith(" without impersonating a user name"));
  }
}

TEST_F(ImpersonationTest, HeadersGoNoFurther) {
  http::Request request = TestApi::MakeRequest("GET", kMaps, "",
                                               {{"Authorization", "Bearer secret"},
                                                {"Impersonate-User", "bob"},
                                                {"Impersonate-Group", "g"},
                                                {"Impersonate-Uid", "1"},
                                                {"Impersonate-Extra-a", "b"},
                                                {"Accept", "application/json"}});
  EXPECT_EQ(api_.Send(request).status, 200);
  for (const auto& [name, value] : request.headers.fields()) {
    EXPECT_FALSE(name.starts_with("Impersonate-")) << name;
  }
  EXPECT_EQ(request.headers.Get("Accept"), "application/json");
}

}  // namespace
}  // namespace pintle::api
