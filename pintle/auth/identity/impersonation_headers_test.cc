#include "pintle/auth/identity/impersonation_headers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace pintle::auth {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

http::Headers HeadersOf(const Fields& fields) {
  http::Headers headers;
  for (const auto& [name, value] : fields) headers.Add(name, value);
  return headers;
}

std::string Describe(const std::optional<User>& user) {
  if (!user) return "nobody";
  std::string out = fmt::format("{}|{}|{}", user->name, user->uid, fmt::join(user->groups, "+"));
  for (const auto& [key, values] : user->extra) {
    out += fmt::format("|{}={}", key, fmt::join(values, "+"));
  }
  return out;
}

TEST(ImpersonationHeaders, TellWhoIsWanted) {
  struct Case {
    Fields fields;
    const char* expected;
  };
  const Case cases[] = {
      {{}, "nobody"},
      {{{"Accept", "a"}, {"Impersonate", "bob"}, {"Impersonate-Name", "bob"}}, "nobody"},
      {{{"Impersonate-User", "bob"}}, "bob||"},
      {{{"impersonate-user", "bob"}, {"IMPERSONATE-GROUP", "dev"}}, "bob||dev"},
      {{{"Impersonate-User", "bob"}, {"Impersonate-Uid", "1"}}, "bob|1|"},
      {{{"Impersonate-Group", "b"}, {"Impersonate-User", "bob"}, {"Impersonate-Group", "a"}},
       "bob||b+a"},
      {{{"Impersonate-User", "x"},
        {"Impersonate-Extra-Scopes", "view"},
        {"Impersonate-Extra-scopes", "edit"}},
       "x|||scopes=view+edit"},
      // Keys are lower-cased, then decoded; what is no escape stays.
      {{{"Impersonate-User", "bob"}, {"Impersonate-Extra-Acme.com%2fproject", "p"}},
       "bob|||acme.com/project=p"},
      {{{"Impersonate-User", "a"}, {"Impersonate-Extra-%41+b", "1"}}, "a|||A+b=1"},
      {{{"Impersonate-User", "a"}, {"Impersonate-Extra-Bad%ZZ", "1"}}, "a|||bad%zz=1"},
      {{{"Impersonate-User", "a"}, {"Impersonate-Extra-", "v"}}, "a|||=v"},
      // The first of several, as of every header that stands once.
      {{{"Impersonate-User", "bob"}, {"Impersonate-User", "root"}}, "bob||"},
      // An empty name is none, nor is an empty uid; an empty group is one.
      {{{"Impersonate-User", ""}}, "nobody"},
      {{{"Impersonate-User", ""}, {"Impersonate-Uid", ""}}, "nobody"},
      {{{"Impersonate-User", ""}, {"Impersonate-User", "root"}}, "nobody"},
      {{{"Impersonate-Uid", "1"}}, "|1|"},
      {{{"Impersonate-Group", "dev"}}, "||dev"},
      {{{"Impersonate-User", "a"}, {"Impersonate-Group", ""}, {"Impersonate-Group", "g"}}, "a||+g"},
      {{{"Impersonate-Extra-k", ""}}, "|||k="},
      // Names are text, whatever bytes come.
      {{{"Impersonate-User", "\xc3\xbc"}}, "\xc3\xbc||"},
      {{{"Impersonate-User", "\xfc"},
        {"Impersonate-Uid", "\xff"},
        {"Impersonate-Group", "g\xfc"},
        {"Impersonate-Extra-%fc", "\xfc"}},
       "\uFFFD|\uFFFD|g\uFFFD|\uFFFD=\uFFFD"},
  };
  for (const Case& c : cases) {
    http::Headers headers = HeadersOf(c.fields);
    EXPECT_EQ(Describe(TakeWantedUser(headers)), c.expected);
  }
}

TEST(ImpersonationHeaders, AreTakenOutOfTheRequest) {
  const Fields others = {{"Accept", "a"}, {"Impersonate-Name", "x"}, {"accept", "b"}};
  for (const char* user : {"bob", ""}) {
    http::Headers headers = HeadersOf({others[0],
                                       {"Impersonate-User", user},
                                       {"impersonate-uid", "1"},
                                       others[1],
                                       {"Impersonate-Group", "g"},
                                       {"Impersonate-Group", "h"},
                                       others[2],
                                       {"Impersonate-Extra-a", "b"}});
    EXPECT_TRUE(TakeWantedUser(headers));
    EXPECT_EQ(headers.fields(), others);
  }
}

}  // namespace
}  // namespace pintle::auth
