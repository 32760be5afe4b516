#include "pintle/auth/authorizer.h"

#include <gtest/gtest.h>

namespace pintle::auth {
namespace {

const User kAnonymous{"system:anonymous", "", {"system:unauthenticated"}, {}};
const User kJane{"jane", "", {"developers", "system:authenticated"}, {}};
const User kAdmin{"admin", "", {"system:masters", "system:authenticated"}, {}};

Attributes Resource(std::string verb, std::string group, std::string resource,
                    std::string subresource = "", std::string namespace_name = "",
                    std::string name = "") {
  Attributes attributes;
  attributes.is_resource = true;
  attributes.verb = std::move(verb);
  attributes.group = std::move(group);
  attributes.resource = std::move(resource);
  attributes.subresource = std::move(subresource);
  attributes.namespace_name = std::move(namespace_name);
  attributes.name = std::move(name);
  return attributes;
}

Attributes Path(std::string verb, std::string path) {
  Attributes attributes;
  attributes.verb = std::move(verb);
  attributes.path = std::move(path);
  return attributes;
}

Attributes As(const User& user, Attributes attributes) {
  attributes.user = user;
  return attributes;
}

TEST(DefaultAuthorizer, AllowsByGroup) {
  auto authorizer = DefaultAuthorizer();
  struct Case {
    Attributes attributes;
    bool anonymous;
  };
  Attributes disguised = Resource("get", "", "pods");
  disguised.path = "/healthz";
  const Case cases[] = {
      {Path("get", "/healthz"), true},
      {Path("get", "/livez"), true},
      {Path("get", "/readyz"), true},
      {Path("get", "/version"), true},
      {Path("get", "/version/"), true},
      {Path("post", "/version"), false},
      {Path("get", "/metrics"), false},
      {Path("get", "/healthz/etcd"), false},
      {Path("get", "/api"), false},
      {Resource("list", "", "pods"), false},
      {disguised, false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(authorizer->Authorize(As(kAnonymous, c.attributes)).allowed(), c.anonymous)
        << c.attributes.path;
    EXPECT_TRUE(authorizer->Authorize(As(kJane, c.attributes)).allowed());
    EXPECT_TRUE(authorizer->Authorize(As(kAdmin, c.attributes)).allowed());
  }
}

TEST(Authorizers, AlwaysOrNever) {
  EXPECT_TRUE(AlwaysAllowAuthorizer()->Authorize(As(kAnonymous, Path("get", "/x"))).allowed());
  EXPECT_FALSE(AlwaysDenyAuthorizer()->Authorize(As(kAdmin, Path("get", "/healthz"))).allowed());
}

TEST(Denial, SaysWhoMayNotDoWhat) {
  struct Case {
    Attributes attributes;
    const char* reason;
    const char* expected;
  };
  const Case cases[] = {
      {Resource("list", "", "pods", "", "default"), "",
       R"(pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default")"},
      {Resource("get", "", "pods", "log", "default", "a"), "",
       R"(pods "a" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "default")"},
      {Resource("create", "apps", "deployments"), "no rule",
       R"(deployments.apps is forbidden: User "jane" cannot create resource "deployments" in API group "apps" at the cluster scope: no rule)"},
      {Path("get", "/metrics"), "", R"(forbidden: User "jane" cannot get path "/metrics")"},
      {Path("get", "/<b>&"), "", R"(forbidden: User "jane" cannot get path "/&lt;b&gt;&amp;")"},
  };
  for (const Case& c : cases)
    EXPECT_EQ(DenialMessage(As(kJane, c.attributes), c.reason), c.expected);
}

TEST(Denial, IsAForbiddenErrorWithDetails) {
  Error error = DenialError(As(kJane, Resource("get", "apps", "deployments", "scale", "n", "d")));
  EXPECT_EQ(error.code(), 403);
  EXPECT_EQ(error.reason(), Reason::kForbidden);
  ASSERT_NE(error.details(), nullptr);
  EXPECT_EQ(error.details()->kind, "deployments");
  EXPECT_EQ(error.details()->group, "apps");
  EXPECT_EQ(error.details()->name, "d");
  Error path_error = DenialError(As(kJane, Path("get", "/metrics")));
  ASSERT_NE(path_error.details(), nullptr);
  EXPECT_EQ(path_error.details()->kind, "");
}

}  // namespace
}  // namespace pintle::auth
