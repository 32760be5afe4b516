#include "pintle/extensions/naming.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/extensions/conditions.h"

namespace pintle::extensions {
namespace {

using testing::ElementsAre;

constexpr int64_t kNow = 1000;

std::vector<std::string> Strings(const typeinfo::List<typeinfo::Str>& list) {
  return {list.begin(), list.end()};
}

class NamingTest : public testing::Test {
 protected:
  CustomResourceDefinition* Definition(std::string_view plural, std::string_view kind) {
    auto* crd = arena_.New<CustomResourceDefinition>();
    crd->spec.group = "g";
    crd->spec.names.plural = plural;
    crd->spec.names.singular = arena_.Copy(std::string(plural) + "-one");
    crd->spec.names.kind = kind;
    crd->spec.names.list_kind = arena_.Copy(std::string(kind) + "List");
    return crd;
  }
  // One whose names are accepted already.
  CustomResourceDefinition* Accepted(std::string_view plural, std::string_view kind,
                                     std::string_view short_name = "") {
    CustomResourceDefinition* crd = Definition(plural, kind);
    if (!short_name.empty()) crd->spec.names.short_names.Append(arena_, short_name);
    EXPECT_TRUE(AcceptNames(arena_, *crd, {}, 1));
    return crd;
  }
  // What these definitions have is taken.
  static TakenNames TakenBy(const std::vector<const CustomResourceDefinition*>& others) {
    TakenNames taken;
    taken.resource = [others](std::string_view name) {
      return std::ranges::any_of(others, [&](const CustomResourceDefinition* other) {
        const auto& names = other->status.accepted_names;
        return name == names.plural || name == names.singular || names.short_names.contains(name);
      });
    };
    taken.kind = [others](std::string_view name) {
      return std::ranges::any_of(others, [&](const CustomResourceDefinition* other) {
        const auto& names = other->status.accepted_names;
        return name == names.kind || name == names.list_kind;
      });
    };
    return taken;
  }
  static std::string Condition(const CustomResourceDefinition& crd, std::string_view type) {
    for (const auto& condition : crd.status.conditions) {
      if (condition.type == type) {
        return std::string(condition.status) + "/" + std::string(condition.reason) + "/" +
               std::string(condition.message);
      }
    }
    return "";
  }

  Arena arena_;
};

TEST_F(NamingTest, FreeNamesAreAccepted) {
  CustomResourceDefinition* crd = Definition("foos", "Foo");
  crd->spec.names.short_names.Append(arena_, "f");
  crd->spec.names.categories.Append(arena_, "all");
  EXPECT_TRUE(AcceptNames(arena_, *crd, TakenBy({Accepted("bars", "Bar")}), kNow));
  EXPECT_EQ(Condition(*crd, "NamesAccepted"), "True/NoConflicts/no conflicts found");
  EXPECT_EQ(Condition(*crd, "Established"),
            "False/Installing/the initial names have been accepted");
  EXPECT_EQ(crd->status.accepted_names.plural, "foos");
  EXPECT_EQ(crd->status.accepted_names.singular, "foos-one");
  EXPECT_EQ(crd->status.accepted_names.kind, "Foo");
  EXPECT_EQ(crd->status.accepted_names.list_kind, "FooList");
  EXPECT_THAT(Strings(crd->status.accepted_names.short_names), ElementsAre("f"));
  EXPECT_THAT(Strings(crd->status.accepted_names.categories), ElementsAre("all"));
  EXPECT_FALSE(AcceptNames(arena_, *crd, TakenBy({Accepted("bars", "Bar")}), kNow + 1))
      << "nothing is left to change";
}

TEST_F(NamingTest, ConflictsAreReported) {
  struct Case {
    const char* what;
    std::function<void(CustomResourceDefinition&)> change;
    const char* condition;
  };
  const Case cases[] = {
      {"plural", [](auto& crd) { crd.spec.names.plural = "bars"; },
       "False/PluralConflict/\"bars\" is already in use"},
      {"plural is another's short name", [](auto& crd) { crd.spec.names.plural = "b"; },
       "False/PluralConflict/\"b\" is already in use"},
      {"singular", [](auto& crd) { crd.spec.names.singular = "bars-one"; },
       "False/SingularConflict/\"bars-one\" is already in use"},
      {"short name", [this](auto& crd) { crd.spec.names.short_names.Append(arena_, "b"); },
       "False/ShortNamesConflict/\"b\" is already in use"},
      {"kind", [](auto& crd) { crd.spec.names.kind = "Bar"; },
       "False/KindConflict/\"Bar\" is already in use"},
      {"kind is another's list kind", [](auto& crd) { crd.spec.names.kind = "BarList"; },
       "False/KindConflict/\"BarList\" is already in use"},
      {"list kind", [](auto& crd) { crd.spec.names.list_kind = "BarList"; },
       "False/ListKindConflict/\"BarList\" is already in use"},
      {"the last one wins",
       [](auto& crd) {
         crd.spec.names.plural = "bars";
         crd.spec.names.kind = "Bar";
       },
       "False/KindConflict/\"Bar\" is already in use"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    CustomResourceDefinition* crd = Definition("foos", "Foo");
    c.change(*crd);
    EXPECT_TRUE(AcceptNames(arena_, *crd, TakenBy({Accepted("bars", "Bar", "b")}), kNow));
    EXPECT_EQ(Condition(*crd, "NamesAccepted"), c.condition);
    EXPECT_EQ(Condition(*crd, "Established"), "False/NotAccepted/not all names are accepted");
  }
}

TEST_F(NamingTest, ShortNamesAreTakenTogetherOrNotAtAll) {
  CustomResourceDefinition* crd = Definition("foos", "Foo");
  crd->spec.names.short_names.Append(arena_, "f");
  crd->spec.names.short_names.Append(arena_, "b");
  AcceptNames(arena_, *crd, TakenBy({Accepted("bars", "Bar", "b")}), kNow);
  EXPECT_TRUE(crd->status.accepted_names.short_names.empty());
  EXPECT_EQ(crd->status.accepted_names.plural, "foos") << "what is free is taken";
}

TEST_F(NamingTest, NamesNobodyAcceptedAreFree) {
  CustomResourceDefinition* waiting = Definition("foos", "Foo");  // no status yet
  CustomResourceDefinition* crd = Definition("foos", "Foo");
  AcceptNames(arena_, *crd, TakenBy({waiting}), kNow);
  EXPECT_TRUE(HasCondition(*crd, "NamesAccepted"));
}

TEST_F(NamingTest, ALaterConflictKeepsTheOldNameAndGoesOnServing) {
  CustomResourceDefinition* crd = Accepted("foos", "Foo", "f");
  SetEstablished(arena_, *crd, kNow);
  crd->spec.names.kind = "Bar";
  EXPECT_TRUE(AcceptNames(arena_, *crd, TakenBy({Accepted("bars", "Bar")}), kNow));
  EXPECT_EQ(crd->status.accepted_names.kind, "Foo");
  EXPECT_FALSE(HasCondition(*crd, "NamesAccepted"));
  EXPECT_TRUE(HasCondition(*crd, "Established"));
}

TEST_F(NamingTest, SeveralShortNamesInUse) {
  CustomResourceDefinition* crd = Definition("foos", "Foo");
  crd->spec.names.short_names.Append(arena_, "bars");
  crd->spec.names.short_names.Append(arena_, "b");
  AcceptNames(arena_, *crd, TakenBy({Accepted("bars", "Bar", "b")}), kNow);
  EXPECT_EQ(Condition(*crd, "NamesAccepted"),
            "False/ShortNamesConflict/[\"bars\" is already in use, \"b\" is already in use]");
}

TEST_F(NamingTest, WhatItHasForSomethingElseIsTakenToo) {
  CustomResourceDefinition* crd = Accepted("foos", "Foo", "f");
  crd->spec.names.singular = "f";
  EXPECT_TRUE(AcceptNames(arena_, *crd, {}, kNow));
  EXPECT_EQ(Condition(*crd, "NamesAccepted"), "False/SingularConflict/\"f\" is already in use");
  EXPECT_EQ(crd->status.accepted_names.singular, "foos-one");

  // All of one definition may be the same from the start.
  CustomResourceDefinition* same = Definition("foos", "Foo");
  same->spec.names.singular = "foos";
  AcceptNames(arena_, *same, {}, kNow);
  EXPECT_TRUE(HasCondition(*same, "NamesAccepted"));
}

}  // namespace
}  // namespace pintle::extensions
