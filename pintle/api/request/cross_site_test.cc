#include "pintle/api/request/cross_site.h"

#include <gtest/gtest.h>

#include "pintle/api/handler_for_test.h"

namespace pintle::api {
namespace {

struct Case {
  const char* method;
  // Empty: not sent.
  const char* site;
  const char* origin;
  const char* host;
  bool passes;
};

TEST(CrossSiteTest, PagesOfOtherSitesAreRefused) {
  const Case cases[] = {
      // No browser.
      {"POST", "", "", "api.example:6443", true},
      {"GET", "", "", "", true},
      // As the browser says.
      {"POST", "cross-site", "", "api.example:6443", false},
      {"GET", "cross-site", "", "api.example:6443", false},
      {"POST", "cross-site", "https://api.example:6443", "api.example:6443", false},
      {"POST", "same-origin", "https://api.example:6443", "api.example:6443", true},
      {"POST", "same-origin", "http://localhost:8001", "api.example:6443", true},
      {"GET", "none", "", "api.example:6443", true},
      {"GET", "same-site", "", "api.example:6443", true},
      {"GET", "same-site", "https://tool.example", "api.example:6443", true},
      {"HEAD", "same-site", "https://tool.example", "api.example:6443", true},
      {"POST", "same-site", "https://tool.example", "api.example:6443", false},
      {"DELETE", "same-site", "https://tool.example", "api.example:6443", false},
      {"POST", "same-site", "", "api.example:6443", false},
      {"POST", "Cross-Site", "", "api.example:6443", false},
      {"PUT", "something-new", "https://tool.example", "api.example:6443", false},
      // By the origin alone: older browsers.
      {"POST", "", "https://api.example:6443", "api.example:6443", true},
      {"POST", "", "HTTPS://API.example:6443", "api.EXAMPLE:6443", true},
      {"POST", "", "https://api.example", "api.example:443", true},
      {"POST", "", "https://api.example:443", "api.example", true},
      {"POST", "", "https://[::1]:6443", "[::1]:6443", true},
      {"POST", "", "https://other.example:6443", "api.example:6443", false},
      {"GET", "", "https://other.example:6443", "api.example:6443", false},
      {"POST", "", "https://api.example", "api.example:6443", false},
      {"POST", "", "https://api.example:6444", "api.example:6443", false},
      {"POST", "", "http://api.example:6443", "api.example:6443", false},
      {"POST", "", "https://api.example:6443.other", "api.example:6443", false},
      {"POST", "", "https://api.example:6443/", "api.example:6443", false},
      {"POST", "", "null", "api.example:6443", false},
      {"POST", "", "https://", "", false},
      {"POST", "", "h", "api.example:6443", false},
  };
  for (const Case& c : cases) {
    http::Request request;
    request.method = c.method;
    if (*c.site != '\0') request.headers.Add("sec-fetch-site", c.site);
    if (*c.origin != '\0') request.headers.Add("origin", c.origin);
    if (*c.host != '\0') request.headers.Add("Host", c.host);
    Status checked = CheckSite(request);
    EXPECT_EQ(checked.has_value(), c.passes)
        << c.method << " " << c.site << " " << c.origin << " " << c.host;
    if (!checked) {
      EXPECT_EQ(checked.error().code(), 403);
    }
  }
}

// Before anything is done, whatever the path.
TEST(CrossSiteTest, NothingIsServedToThem) {
  TestApi api;
  const std::string maps = "/api/v1/namespaces/default/configmaps";
  const std::string body = R"({"metadata":{"name":"a"}})";
  for (const TestHeaders& headers :
       {TestHeaders{{"Sec-Fetch-Site", "cross-site"}}, TestHeaders{{"Origin", "null"}}}) {
    TestReply refused = api.Do("POST", maps, body, headers);
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.Reason(), "Forbidden") << refused.body;
    for (const char* path : {"/version", "/healthz", "/metrics", "/api", "/nope"}) {
      EXPECT_EQ(api.Get(path, headers).status, 403) << path;
    }
  }
  EXPECT_EQ(api.Get(maps + "/a").status, 404);
  EXPECT_EQ(api.Do("POST", maps, body, {{"Sec-Fetch-Site", "same-origin"}}).status, 201);
}

}  // namespace
}  // namespace pintle::api
