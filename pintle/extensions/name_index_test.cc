#include "pintle/extensions/name_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "pintle/extensions/conditions.h"

namespace pintle::extensions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int64_t kNow = 1000;

class NameIndexTest : public testing::Test {
 protected:
  CustomResourceDefinition* Definition(std::string_view plural, std::string_view kind,
                                       std::string_view group = "g") {
    auto* crd = arena_.New<CustomResourceDefinition>();
    crd->metadata.name = arena_.Copy(std::string(plural) + "." + std::string(group));
    crd->spec.group = group;
    crd->spec.names.plural = plural;
    crd->spec.names.singular = arena_.Copy(std::string(plural) + "-one");
    crd->spec.names.kind = kind;
    crd->spec.names.list_kind = arena_.Copy(std::string(kind) + "List");
    return crd;
  }
  // As if it had been stored with what it got.
  bool Store(CustomResourceDefinition& crd) {
    std::shared_ptr<void> held = index_.Claim(arena_, crd, kNow);
    index_.Note(crd, ++revision_);
    return HasCondition(crd, "NamesAccepted");
  }

  Arena arena_;
  NameIndex index_;
  int64_t revision_ = 0;
};

TEST_F(NameIndexTest, NamesOfTheGroupAreTaken) {
  CustomResourceDefinition* first = Definition("foos", "Foo");
  EXPECT_TRUE(Store(*first));
  CustomResourceDefinition* second = Definition("bars", "Foo");
  EXPECT_FALSE(Store(*second));
  EXPECT_THAT(index_.Refused("g"), ElementsAre("bars.g"));
  EXPECT_TRUE(Store(*Definition("foos", "Foo", "h"))) << "another group";

  index_.Forget(*first);
  EXPECT_TRUE(Store(*second));
  EXPECT_THAT(index_.Refused("g"), IsEmpty());
}

TEST_F(NameIndexTest, AClaimHoldsItsNamesWhileItIsBeingStored) {
  CustomResourceDefinition* first = Definition("foos", "Foo");
  CustomResourceDefinition* second = Definition("bars", "Foo");
  {
    std::shared_ptr<void> held = index_.Claim(arena_, *first, kNow);
    EXPECT_TRUE(HasCondition(*first, "NamesAccepted"));
    std::shared_ptr<void> other = index_.Claim(arena_, *second, kNow);
    EXPECT_FALSE(HasCondition(*second, "NamesAccepted"));
    EXPECT_THAT(index_.Refused("g"), ElementsAre("bars.g"));
  }
  // Neither was stored.
  EXPECT_THAT(index_.Refused("g"), IsEmpty());
  CustomResourceDefinition* third = Definition("bazes", "Foo");
  EXPECT_TRUE(Store(*third));
}

TEST_F(NameIndexTest, OldNewsDoNotFreeNames) {
  CustomResourceDefinition* first = Definition("foos", "Foo");
  CustomResourceDefinition bare = *first;
  EXPECT_TRUE(Store(*first));
  index_.Note(bare, 0);
  EXPECT_FALSE(Store(*Definition("bars", "Foo")));
}

TEST_F(NameIndexTest, ARenameFreesTheOldNameOnceItIsStored) {
  CustomResourceDefinition* first = Definition("foos", "Foo");
  first->spec.names.short_names.Append(arena_, "f");
  EXPECT_TRUE(Store(*first));
  CustomResourceDefinition* second = Definition("bars", "Bar");
  second->spec.names.short_names.Append(arena_, "f");
  first->spec.names.short_names = {};
  {
    std::shared_ptr<void> held = index_.Claim(arena_, *first, kNow);
    EXPECT_FALSE(Store(*second)) << "not before the rename is stored";
    index_.Note(*first, ++revision_);
  }
  EXPECT_TRUE(Store(*second));
}

TEST_F(NameIndexTest, AClaimMayOutliveItsDefinition) {
  CustomResourceDefinition* first = Definition("foos", "Foo");
  std::shared_ptr<void> held = index_.Claim(arena_, *first, kNow);
  index_.Note(*first, ++revision_);
  index_.Forget(*first);
  CustomResourceDefinition* again = Definition("foos", "Foo");
  EXPECT_TRUE(Store(*again));
  held.reset();
  EXPECT_FALSE(Store(*Definition("bars", "Foo"))) << "the new one keeps its names";
}

TEST_F(NameIndexTest, OnlyOneOfManyGetsAName) {
  constexpr int kThreads = 4;
  constexpr int kEach = 50;
  std::atomic<int> accepted = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      Arena arena;
      for (int i = 0; i < kEach; ++i) {
        CustomResourceDefinition crd;
        std::string plural = "p" + std::to_string(thread) + "-" + std::to_string(i);
        crd.metadata.name = plural;
        crd.spec.group = "g";
        crd.spec.names.plural = plural;
        crd.spec.names.kind = "Kind";
        std::shared_ptr<void> held = index_.Claim(arena, crd, kNow);
        index_.Note(crd, 1);
        if (HasCondition(crd, "NamesAccepted")) ++accepted;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(accepted, 1);
  EXPECT_EQ(index_.Refused("g").size(), size_t{kThreads * kEach - 1});
}

}  // namespace
}  // namespace pintle::extensions
