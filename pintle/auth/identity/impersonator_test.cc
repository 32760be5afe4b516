#include "pintle/auth/identity/impersonator.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pintle::auth {
namespace {

using testing::Contains;
using testing::ElementsAre;
using Rights = std::vector<std::string>;

// `list pods ns/`, `impersonate userextras.authentication.k8s.io/scopes view`, `get /version`
std::string Describe(const Attributes& attributes) {
  if (!attributes.is_resource) return attributes.verb + " " + attributes.path;
  std::string out = attributes.verb + " " + attributes.resource;
  if (!attributes.group.empty()) out += "." + attributes.group;
  if (!attributes.subresource.empty()) out += "/" + attributes.subresource;
  out += " ";
  if (!attributes.namespace_name.empty()) out += attributes.namespace_name + "/";
  return out + attributes.name;
}

// Grants what is in a list, in which a `*` at the end stands for anything; members of
// system:masters may do everything.
class ListAuthorizer final : public Authorizer {
 public:
  explicit ListAuthorizer(Rights rights) : rights_(std::move(rights)) {}

  Decision Authorize(const Attributes& attributes) override {
    asked.push_back(Describe(attributes));
    const bool allowed = attributes.user.InGroup(kMastersGroup) || Grants(asked.back());
    return {allowed ? Decision::Verdict::kAllow : Decision::Verdict::kNoOpinion, reason};
  }

  Rights asked;
  std::string reason;

 private:
  bool Grants(std::string_view wish) const {
    for (std::string_view right : rights_) {
      if (right == wish) return true;
      if (right.ends_with('*') && wish.starts_with(right.substr(0, right.size() - 1))) return true;
    }
    return false;
  }

  const Rights rights_;
};

const User kAlice{"alice", "", {"system:authenticated"}, {}};
const User kAdmin{"admin", "", {"system:masters", "system:authenticated"}, {}};
const User kAgent{"system:serviceaccount:ns:agent",
                  "",
                  {"system:authenticated"},
                  {{"authentication.kubernetes.io/node-name", {"n1"}}}};

Attributes Request(std::string verb, std::string resource, std::string namespace_name,
                   std::string name = "") {
  Attributes attributes;
  attributes.is_resource = true;
  attributes.verb = std::move(verb);
  attributes.version = "v1";
  attributes.resource = std::move(resource);
  attributes.namespace_name = std::move(namespace_name);
  attributes.name = std::move(name);
  return attributes;
}

Attributes As(const User& user, Attributes attributes) {
  attributes.user = user;
  return attributes;
}

const Attributes kListPods = Request("list", "pods", "ns");

std::string Describe(const Result<User>& user) {
  if (!user) return fmt::format("{} {}", user.error().code(), user.error().message());
  std::string out = fmt::format("{}|{}|{}", user->name, user->uid, fmt::join(user->groups, "+"));
  for (const auto& [key, values] : user->extra) {
    out += fmt::format("|{}={}", key, fmt::join(values, "+"));
  }
  return out;
}

// The refusal of a question about alice at the cluster scope, after which a reason may follow.
std::string NotAllowed(std::string_view what, std::string_view verb, std::string_view resource,
                       std::string_view group) {
  return fmt::format(
      R"(403 {} is forbidden: User "alice" cannot {} resource "{}" in API group "{}" at the cluster scope)",
      what, verb, resource, group);
}

std::string NotAllowedToList(std::string_view requester, std::string_view mode) {
  return fmt::format(
      R"(403 pods is forbidden: User "{}" cannot impersonate-on:{}:list resource "pods" in API group "" in the namespace "ns")",
      requester, mode);
}

User Named(std::string name, std::vector<std::string> groups = {}) {
  return {std::move(name), "", std::move(groups), {}};
}

User WithExtra(std::string key, std::vector<std::string> values) {
  return {"bob", "", {}, {{std::move(key), std::move(values)}}};
}

// What becomes of the first request of somebody who has these rights.
std::string Try(const User& requester, const Rights& rights, const User& wanted,
                const Attributes& request = kListPods) {
  ListAuthorizer authorizer(rights);
  Impersonator impersonator(authorizer, true);
  return Describe(impersonator.Impersonate(As(requester, request), wanted));
}

TEST(Impersonator, GivesTheGroupsOfItsKindToAUser) {
  struct Case {
    User wanted;
    const char* expected;
  };
  const Case cases[] = {
      {Named("bob"), "bob||system:authenticated"},
      {Named("bob", {"b", "a"}), "bob||b+a+system:authenticated"},
      {Named("bob", {"system:authenticated", "b"}), "bob||system:authenticated+b"},
      {Named("bob", {"system:unauthenticated"}), "bob||system:unauthenticated"},
      {Named("bob", {"system:masters"}), "bob||system:masters+system:authenticated"},
      {Named("system:anonymous"), "system:anonymous||system:unauthenticated"},
      {Named("system:anonymous", {"g"}), "system:anonymous||g+system:unauthenticated"},
      {Named("system:serviceaccount:ns:sa"),
       "system:serviceaccount:ns:sa||system:serviceaccounts+system:serviceaccounts:ns+"
       "system:authenticated"},
      {Named("system:serviceaccount:ns:sa", {"only"}),
       "system:serviceaccount:ns:sa||only+system:authenticated"},
      {Named("system:serviceaccount:ns"), "system:serviceaccount:ns||system:authenticated"},
      {Named("system:node:n1"), "system:node:n1||system:nodes+system:authenticated"},
      {Named("system:node:n1", {"g"}), "system:node:n1||g+system:authenticated"},
      {Named("system:node:N_1"), "system:node:N_1||system:authenticated"},
      {{"bob", "1", {}, {}}, "bob|1|system:authenticated"},
      {WithExtra("scopes", {"view", "edit"}), "bob||system:authenticated|scopes=view+edit"},
  };
  for (const Case& c : cases) EXPECT_EQ(Try(kAdmin, {}, c.wanted), c.expected);
}

TEST(Impersonator, LegacyMode) {
  const Rights users = {"impersonate users *"};
  EXPECT_EQ(Try(kAlice, {}, Named("bob")), NotAllowedToList("alice", "user-info"));
  EXPECT_EQ(Try(kAlice, users, Named("bob")), "bob||system:authenticated");
  EXPECT_EQ(Try(kAlice, users, Named("bob", {"dev"})), NotAllowedToList("alice", "user-info"));
  EXPECT_EQ(Try(kAlice, users, Named("system:serviceaccount:ns:sa")),
            NotAllowedToList("alice", "serviceaccount"));
  EXPECT_EQ(
      Try(kAlice, {"impersonate serviceaccounts ns/sa"}, Named("system:serviceaccount:ns:sa")),
      "system:serviceaccount:ns:sa||system:serviceaccounts+system:serviceaccounts:ns+"
      "system:authenticated");
  EXPECT_EQ(Try(kAlice,
                {"impersonate users bob", "impersonate uids.authentication.k8s.io 1",
                 "impersonate groups dev", "impersonate groups system:masters",
                 "impersonate userextras.authentication.k8s.io/scopes view"},
                {"bob", "1", {"dev", "system:masters"}, {{"scopes", {"view"}}}}),
            "bob|1|dev+system:masters+system:authenticated|scopes=view");
  // A node is only a name for the other modes.
  EXPECT_EQ(
      Try(kAlice, {"impersonate:*", "impersonate-on:*"}, Named("system:node:n1", {"system:nodes"})),
      NotAllowed(R"(users "system:node:n1")", "impersonate", "users", ""));
}

TEST(Impersonator, UserInfoMode) {
  const Rights rights = {"impersonate-on:user-info:list pods ns/",
                         "impersonate:user-info users.authentication.k8s.io bob"};
  auto refusal = [](std::string_view what, std::string_view resource) {
    return NotAllowed(what, "impersonate:user-info", resource, "authentication.k8s.io");
  };
  EXPECT_EQ(Try(kAlice, rights, Named("bob")), "bob||system:authenticated");
  EXPECT_EQ(
      Try(kAlice, rights, Named("bob"), Request("delete", "pods", "ns", "p")),
      R"(403 pods "p" is forbidden: User "alice" cannot impersonate-on:user-info:delete resource "pods" in API group "" in the namespace "ns")");
  EXPECT_EQ(Try(kAlice, rights, Named("carl")),
            refusal(R"(users.authentication.k8s.io "carl")", "users"));
  EXPECT_EQ(Try(kAlice, rights, Named("bob", {"g"})),
            refusal(R"(groups.authentication.k8s.io "g")", "groups"));
  EXPECT_EQ(Try(kAlice, rights, {"bob", "1", {}, {}}),
            refusal(R"(uids.authentication.k8s.io "1")", "uids"));
  EXPECT_EQ(Try(kAlice, rights, WithExtra("a.b/c", {"v"})),
            refusal(R"(userextras.authentication.k8s.io "v")", "userextras/a.b/c"));
}

TEST(Impersonator, ModesOfNodesAndAccounts) {
  const User node = Named("system:node:n1");
  const char* as_node = "system:node:n1||system:nodes+system:authenticated";
  EXPECT_EQ(Try(kAlice,
                {"impersonate-on:arbitrary-node:get nodes n1",
                 "impersonate:arbitrary-node nodes.authentication.k8s.io n1"},
                node, Request("get", "nodes", "", "n1")),
            as_node);
  EXPECT_EQ(Try(kAlice, {"impersonate-on:*"}, node),
            NotAllowed(R"(nodes.authentication.k8s.io "n1")", "impersonate:arbitrary-node", "nodes",
                       "authentication.k8s.io"));
  EXPECT_EQ(Try(kAlice,
                {"impersonate-on:serviceaccount:list pods ns/",
                 "impersonate:serviceaccount serviceaccounts.authentication.k8s.io a/sa"},
                Named("system:serviceaccount:a:sa")),
            "system:serviceaccount:a:sa||system:serviceaccounts+system:serviceaccounts:a+"
            "system:authenticated");

  const Rights own_node = {"impersonate-on:associated-node:list pods ns/",
                           "impersonate:associated-node nodes.authentication.k8s.io *"};
  EXPECT_EQ(Try(kAgent, own_node, node), as_node);
  EXPECT_EQ(Try(kAgent, own_node, Named("system:node:n2")),
            NotAllowedToList(kAgent.name, "arbitrary-node"));
  EXPECT_EQ(Try(kAlice, own_node, node), NotAllowedToList("alice", "arbitrary-node"));
  User elsewhere = kAgent;
  elsewhere.extra.begin()->second.emplace_back("n2");
  EXPECT_EQ(Try(elsewhere, own_node, node), NotAllowedToList(kAgent.name, "arbitrary-node"))
      << "nobody is on two nodes";
  User no_account = kAgent;
  no_account.name = "alice";
  EXPECT_EQ(Try(no_account, own_node, node), NotAllowedToList("alice", "arbitrary-node"));
}

TEST(Impersonator, ConstrainedModesNeverGrant) {
  struct Case {
    User wanted;
    const char* what;
    const char* resource;
    const char* why;
  };
  const char* kExtras = "userextras.authentication.k8s.io";
  const Case cases[] = {
      {Named("bob", {"a", "system:masters"}), R"(groups.authentication.k8s.io "system:masters")",
       "groups", "impersonating the system:masters group is not allowed"},
      {Named("bob", {"a", ""}), "groups.authentication.k8s.io", "groups",
       "impersonating the empty string group is not allowed"},
      {WithExtra("", {"v"}), kExtras, "userextras",
       "impersonating the empty string key in extra is not allowed"},
      {WithExtra("scopes", {"v"}), kExtras, "userextras",
       "impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "
       R"("scopes": must be a domain-prefixed path (such as "acme.io/foo"))"},
      {WithExtra("a.b/C", {"v"}), kExtras, "userextras",
       R"(impersonating a non-lowercase key in extra is not allowed: "a.b/C")"},
      {WithExtra("a.b/c", {"v", ""}), kExtras, "userextras",
       "impersonating the empty string value in extra is not allowed"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Try(kAlice, {"impersonate-on:*", "impersonate:*"}, c.wanted),
              NotAllowed(c.what, "impersonate:user-info", c.resource, "authentication.k8s.io") +
                  ": " + c.why);
  }
}

TEST(Impersonator, TellsTheReasonOfTheAuthorizer) {
  ListAuthorizer authorizer({});
  authorizer.reason = "no rule";
  Impersonator impersonator(authorizer, true);
  Attributes version;
  version.verb = "get";
  version.path = "/version";
  EXPECT_EQ(
      Describe(impersonator.Impersonate(As(kAlice, version), Named("bob"))),
      R"(403 forbidden: User "alice" cannot impersonate-on:user-info:get path "/version": no rule)");
}

TEST(Impersonator, RefusesAllThatHasNoName) {
  struct Case {
    User wanted;
    const char* expected;
  };
  const Case cases[] = {
      {{"", "1", {}, {}}, R"(400 requested [uid "1"] without impersonating a user name)"},
      {{"", "", {"dev", ""}, {}},
       R"(400 requested [group "dev", group ""] without impersonating a user name)"},
      {{"", "", {"dev"}, {{"scopes", {"view"}}}},
       R"(400 requested [group "dev", extra "scopes"] without impersonating a user name)"},
  };
  ListAuthorizer authorizer({});
  for (const Case& c : cases) {
    Impersonator impersonator(authorizer, true);
    EXPECT_EQ(Describe(impersonator.Impersonate(As(kAdmin, kListPods), c.wanted)), c.expected);
  }
  Impersonator legacy(authorizer, false);
  EXPECT_EQ(Describe(legacy.Impersonate(As(kAdmin, kListPods), {"", "1", {}, {}})),
            R"(400 requested [uid "1"] without impersonating a user)");
  EXPECT_THAT(authorizer.asked, ElementsAre());
}

TEST(Impersonator, AsksInOrder) {
  const User wanted{"bob", "1", {"b", "a"}, {{"x.y/k", {"v", "u"}}, {"a.b/k", {"w"}}}};
  {
    ListAuthorizer authorizer({"impersonate*"});
    Impersonator impersonator(authorizer, true);
    EXPECT_TRUE(impersonator.Impersonate(As(kAlice, kListPods), wanted));
    EXPECT_THAT(authorizer.asked,
                ElementsAre("impersonate-on:user-info:list pods ns/",
                            "impersonate:user-info users.authentication.k8s.io bob",
                            "impersonate:user-info uids.authentication.k8s.io 1",
                            "impersonate:user-info groups.authentication.k8s.io b",
                            "impersonate:user-info groups.authentication.k8s.io a",
                            "impersonate:user-info userextras.authentication.k8s.io/a.b/k w",
                            "impersonate:user-info userextras.authentication.k8s.io/x.y/k v",
                            "impersonate:user-info userextras.authentication.k8s.io/x.y/k u"));
  }
  {
    ListAuthorizer authorizer({"impersonate *"});
    Impersonator impersonator(authorizer, false);
    EXPECT_TRUE(impersonator.Impersonate(As(kAlice, kListPods), wanted));
    EXPECT_THAT(authorizer.asked,
                ElementsAre("impersonate users bob", "impersonate uids.authentication.k8s.io 1",
                            "impersonate groups b", "impersonate groups a",
                            "impersonate userextras.authentication.k8s.io/a.b/k w",
                            "impersonate userextras.authentication.k8s.io/x.y/k v",
                            "impersonate userextras.authentication.k8s.io/x.y/k u"));
  }
  {
    ListAuthorizer authorizer(
        {"impersonate:associated-node *", "impersonate-on:associated-node:*"});
    Impersonator impersonator(authorizer, true);
    EXPECT_TRUE(impersonator.Impersonate(As(kAgent, kListPods), Named("system:node:n1")));
    EXPECT_THAT(authorizer.asked,
                ElementsAre("impersonate-on:associated-node:list pods ns/",
                            "impersonate:associated-node nodes.authentication.k8s.io *"));
  }
}

TEST(Impersonator, AsksAboutManyAtOnce) {
  const User wanted{
      "bob", "", {"a", "b", "c", "d"}, {{"a.b/c", {"1", "2", "3"}}, {"a.b/d", {"4"}}}};
  const Rights base = {"impersonate-on:user-info:list pods ns/",
                       "impersonate:user-info users.authentication.k8s.io bob"};
  const std::string all_groups = "impersonate:user-info groups.authentication.k8s.io *";
  const std::string all_extra = "impersonate:user-info userextras.authentication.k8s.io/* *";
  {
    ListAuthorizer authorizer({"impersonate*"});
    Impersonator impersonator(authorizer, true);
    EXPECT_TRUE(impersonator.Impersonate(As(kAlice, kListPods), wanted));
    EXPECT_THAT(authorizer.asked, ElementsAre(base[0], base[1], all_groups, all_extra));
  }
  {
    // Who may not be all of them may be these.
    Rights rights = base;
    for (const char* group : {"a", "b", "c", "d"}) {
      rights.push_back(std::string("impersonate:user-info groups.authentication.k8s.io ") + group);
    }
    ListAuthorizer authorizer(rights);
    Impersonator impersonator(authorizer, true);
    EXPECT_TRUE(impersonator.Impersonate(As(kAlice, kListPods), {"bob", "", wanted.groups, {}}));
    EXPECT_THAT(authorizer.asked, Contains(all_groups));
    EXPECT_TRUE(impersonator.Impersonate(As(kAlice, kListPods), {"bob", "", {"a", "b", "c"}, {}}));
    EXPECT_FALSE(impersonator.Impersonate(As(kAlice, kListPods), wanted));
  }
}

// What a requester is told depends on the mode that worked for them last.
TEST(Impersonator, TriesTheModeThatWorkedLastFirst) {
  ListAuthorizer authorizer({"impersonate users *"});
  Impersonator impersonator(authorizer, true);
  const User bob = Named("bob");
  const User developer = Named("bob", {"dev"});
  EXPECT_EQ(Describe(impersonator.Impersonate(As(kAlice, kListPods), developer)),
            NotAllowedToList("alice", "user-info"));
  EXPECT_TRUE(impersonator.Impersonate(As(kAlice, kListPods), bob));
  EXPECT_EQ(Describe(impersonator.Impersonate(As(kAlice, kListPods), developer)),
            NotAllowed(R"(groups "dev")", "impersonate", "groups", ""));
  authorizer.asked.clear();
  EXPECT_TRUE(impersonator.Impersonate(As(kAlice, kListPods), bob));
  EXPECT_THAT(authorizer.asked, ElementsAre("impersonate users bob"));
  // This says nothing about others.
  User other = kAlice;
  other.name = "eve";
  EXPECT_EQ(Describe(impersonator.Impersonate(As(other, kListPods), developer)),
            NotAllowedToList("eve", "user-info"));
}

TEST(Impersonator, WithoutConstrainedModes) {
  ListAuthorizer authorizer({"impersonate-on:*", "impersonate:*"});
  Impersonator impersonator(authorizer, false);
  EXPECT_EQ(Describe(impersonator.Impersonate(As(kAlice, kListPods), Named("bob"))),
            NotAllowed(R"(users "bob")", "impersonate", "users", ""));
  EXPECT_EQ(Describe(impersonator.Impersonate(As(kAdmin, kListPods), Named("system:node:n1"))),
            "system:node:n1||system:authenticated");
}

}  // namespace
}  // namespace pintle::auth
