#include "pintle/auth/verb.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/auth/attributes.h"

namespace pintle::auth {
namespace {

TEST(VerbTest, NamesThereAndBack) {
  for (Verb verb : Verbs::All()) EXPECT_EQ(VerbNamed(VerbName(verb)), verb);
  for (std::string_view other : {"", "GET", "impersonate", "creat", "proxy"}) {
    EXPECT_FALSE(VerbNamed(other)) << other;
  }
}

TEST(VerbTest, OnlyRequestsForResourcesHaveOne) {
  Attributes what;
  what.verb = "get";
  EXPECT_FALSE(VerbOf(what));
  what.is_resource = true;
  EXPECT_EQ(VerbOf(what), Verb::kGet);
  what.verb.clear();  // of a method that is no verb
  EXPECT_FALSE(VerbOf(what));
}

TEST(VerbTest, SetsAreInOrderOfNames) {
  auto names = [](Verbs verbs) {
    std::string text;
    for (Verb verb : verbs) text += std::string(VerbName(verb)) + ' ';
    return text;
  };
  EXPECT_EQ(names({}), "");
  EXPECT_EQ(names({Verb::kWatch, Verb::kCreate}), "create watch ");
  EXPECT_EQ(names(Verbs::All()), "create delete deletecollection get list patch update watch ");
}

TEST(VerbTest, Sets) {
  constexpr Verbs kSome = {Verb::kGet, Verb::kList};
  static_assert(kSome.Has(Verb::kGet) && !kSome.Has(Verb::kWatch));
  EXPECT_TRUE(kSome.HasAnyOf({Verb::kWatch, Verb::kList}));
  EXPECT_FALSE(kSome.HasAnyOf({Verb::kWatch}));
  EXPECT_FALSE(kSome.Has(std::nullopt));
  EXPECT_TRUE(Verbs().empty());
  EXPECT_EQ(kSome, (Verbs{Verb::kList, Verb::kGet}));
}

}  // namespace
}  // namespace pintle::auth
