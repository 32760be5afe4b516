#include "pintle/api/routes/routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/api/handler_for_test.h"

namespace pintle::api {
namespace {

using testing::ElementsAre;

// Answers with where it was found, and what follows that.
Route Named(std::string path, Route::Reach reach = Route::Reach::kPath) {
  auto serve = [path](Exchange& exchange, std::string_view below) {
    return ReplyText(exchange, 200, path + " " + std::string(below));
  };
  return {.path = std::move(path), .reach = reach, .serve = std::move(serve)};
}

class RoutesTest : public testing::Test {
 protected:
  RoutesTest() {
    using enum Route::Reach;
    Route root = Named("/");
    root.listed = false;
    routes_.Add(std::move(root));
    routes_.Add(Named("/path"));
    routes_.Add(Named("/all", kAllBelow));
    routes_.Add(Named("/all/more", kAllBelow));
    routes_.Add(Named("/all/single"));
    Route strict = Named("/strict", kAllBelow);
    strict.slash_may_follow = false;
    routes_.Add(std::move(strict));
    Route action = Named("/action");
    action.methods = {"POST"};
    routes_.Add(std::move(action));
  }

  TestReply Ask(const std::string& method, const std::string& path) {
    http::Request request = TestApi::MakeRequest(method, path, "", {});
    TestWriter writer;
    Exchange exchange(request, writer);
    BlockOn(Serve(exchange));
    return {.status = writer.response.status, .headers = {}, .body = writer.Body()};
  }

  Task<bool> Serve(Exchange& exchange) {
    co_await routes_.Serve(exchange);
    co_return true;
  }

  Routes routes_;
};

TEST_F(RoutesTest, FindsTheLongestThatReaches) {
  struct Row {
    std::string_view path;
    std::string_view found;  // empty: nothing
    std::string_view below = {};
  };
  const Row rows[] = {
      {"/", "/"},
      {"/path", "/path"},
      {"/path/", "/path"},
      {"/path//", ""},
      {"/path/below", ""},
      {"/pat", ""},
      {"/paths", ""},
      {"path", ""},
      {"", ""},
      {"//path", ""},
      {"/unknown", ""},
      {"/all", "/all"},
      {"/all/", "/all"},
      {"/all//", "/all", ""},
      {"/all//a", "/all", "/a"},
      {"/allround", ""},
      {"/all/a/b", "/all", "a/b"},
      {"/all/a/b/", "/all", "a/b"},
      {"/all/more", "/all/more"},
      {"/all/more/a", "/all/more", "a"},
      {"/all/moreover", "/all", "moreover"},
      {"/all/single", "/all/single"},
      {"/all/single/a", "/all", "single/a"},
      {"/strict", "/strict"},
      {"/strict/", ""},
      {"/strict/a", "/strict", "a"},
      {"/strict/a/", ""},
      {"/action", "/action"},
  };
  for (const Row& row : rows) {
    const Routes::Found found = routes_.Find(row.path);
    EXPECT_EQ(found.route == nullptr ? "" : found.route->path, row.found) << row.path;
    EXPECT_EQ(found.below, row.below) << row.path;
  }
}

TEST_F(RoutesTest, Serves) {
  constexpr const char* kNothing = "404 page not found\n";
  struct Row {
    std::string method, path;
    int status;
    std::string body;  // not compared where it is a Status
  };
  const Row rows[] = {
      {"GET", "/", 200, "/ "},
      {"GET", "/path", 200, "/path "},
      {"HEAD", "/path/", 200, "/path "},
      {"POST", "/path", 405, ""},
      {"GET", "/all/a/b", 200, "/all a/b"},
      {"DELETE", "/all/a/b", 405, ""},
      {"POST", "/action", 200, "/action "},
      {"GET", "/action", 405, ""},
      {"GET", "/unknown", 404, kNothing},
      {"HEAD", "/unknown", 404, kNothing},
      // Only readers learn what is not there.
      {"POST", "/unknown", 405, ""},
      {"PUT", "/strict/", 405, ""},
      {"GET", "/strict/", 404, kNothing},
      {"GET", "/all//a", 404, kNothing},
      {"POST", "/all//a", 404, kNothing},
      {"POST", "//action", 404, kNothing},
  };
  for (const Row& row : rows) {
    const TestReply reply = Ask(row.method, row.path);
    EXPECT_EQ(reply.status, row.status) << row.method << " " << row.path;
    if (row.status == 405) continue;
    EXPECT_EQ(reply.body, row.body) << row.method << " " << row.path;
  }
}

TEST_F(RoutesTest, ListsPathsInOrder) {
  EXPECT_THAT(routes_.ListedPaths(),
              ElementsAre("/action", "/all", "/all/more", "/all/single", "/path", "/strict"));
}

TEST(ServedRoutesTest, AnswersByPathAndMethod) {
  struct Row {
    std::string path;
    int get, head, post;
  };
  const Row rows[] = {
      {"/", 200, 200, 405},
      {"/livez", 200, 200, 405},
      {"/livez/ping/", 200, 200, 405},
      {"/livez/nope", 404, 404, 405},
      {"/livezz", 404, 404, 405},
      {"/version/", 200, 405, 405},
      {"/version/nope", 404, 405, 405},
      {"/metrics", 200, 200, 405},
      {"/metrics/slis", 200, 200, 405},
      {"/metrics/nope", 404, 404, 405},
      {"/openapi", 404, 404, 405},
      {"/openapi/v2", 200, 200, 405},
      {"/openapi/v2/", 404, 404, 405},
      {"/openapi/v3", 200, 200, 405},
      {"/openapi/v3/", 404, 404, 405},
      {"/openapi/v3/apis/apps/v1", 200, 200, 405},
      {"/openapi/v3/apis/apps/v1/", 404, 404, 405},
      {"/openid/v1/jwks", 404, 404, 405},  // nobody issues tokens
      {"/openid", 404, 404, 405},
      {"/api", 200, 405, 405},
      {"/api/v1/", 200, 405, 405},
      {"/api/v2", 404, 405, 405},
      {"/apis/", 200, 200, 405},
      {"/apis/apps", 200, 200, 405},
      {"/apis/apps/v1", 200, 405, 405},
      {"/apis/nope", 404, 404, 405},
      {"/apis/nope/v1", 404, 405, 405},
      {"/apis//apps", 404, 404, 404},
  };
  TestApi api;
  for (StartStep step{}; step <= kLastStartStep;
       step = static_cast<StartStep>(static_cast<int>(step) + 1)) {
    api.progress.Done(step);
  }
  for (const Row& row : rows) {
    EXPECT_EQ(api.Get(row.path).status, row.get) << row.path;
    EXPECT_EQ(api.Do("HEAD", row.path).status, row.head) << row.path;
    EXPECT_EQ(api.Post(row.path, "{}").status, row.post) << row.path;
  }
}

}  // namespace
}  // namespace pintle::api
