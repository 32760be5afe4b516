// What the emitted validation of testdata/rules does.
#include <gtest/gtest.h>

#include "rules/validation.h"

namespace pintle::gen {
namespace {

using testdata::rules::Holder;
using testdata::rules::Part;
using testdata::rules::Port;
using testdata::rules::Thing;
using testdata::rules::Validate_Thing;
using typeinfo::List;
using typeinfo::Str;
using validate::Operation;

const Operation kCreate{};
const Operation kUpdate{.type = Operation::Type::kUpdate};

class BehaviourTest : public testing::Test {
 protected:
  BehaviourTest() {
    good_.size = 5;
    good_.replicas = 0;
    good_.mode = testdata::rules::kModeFast;
    good_.parts = List<Part>::Of(arena_, {Part{.name = "one", .sub = {}}});
  }

  static std::vector<std::string> Shown(const field::ErrorList& errors) {
    std::vector<std::string> shown;
    for (const field::Error& error : errors)
      shown.push_back(error.Text() + " [" + error.origin + "]");
    return shown;
  }
  using Texts = std::vector<std::string>;

  Arena arena_;
  Thing good_;
};

TEST_F(BehaviourTest, GoodThingHasNoErrors) {
  EXPECT_EQ(Shown(Validate_Thing(kCreate, good_, nullptr)), Texts());
}

TEST_F(BehaviourTest, RequiredStopsOtherChecks) {
  Thing thing = good_;
  thing.size = 0;
  thing.mode = "";
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            (Texts{"size: Required value []", "mode: Required value []"}));
}

TEST_F(BehaviourTest, DefaultMakesOptionalRequired) {
  Thing thing = good_;
  thing.replicas.reset();
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)), Texts{"replicas: Required value []"});
  thing.replicas = -1;
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{"replicas: Invalid value: -1: must be greater than or equal to 0 [minimum]"});
}

TEST_F(BehaviourTest, ZeroDefaultLeavesChecksOn) {
  Thing thing = good_;
  thing.offset = -2;
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{"offset: Invalid value: -2: must be greater than or equal to -1 [minimum]"});
}

TEST_F(BehaviourTest, EnumIsAskedByTheTypeFunction) {
  Thing thing = good_;
  thing.mode = "Wild";
  EXPECT_EQ(
      Shown(Validate_Thing(kCreate, thing, nullptr)),
      Texts{R"(mode: Unsupported value: "Wild": supported values: "Fast", "Old", "Safe" [])"});
}

TEST_F(BehaviourTest, OptionsTakeValuesOutOfAnEnumeration) {
  const Operation night{.options = {"NightMode"}};
  const Operation no_past{.options = {"NoPast"}};
  struct {
    const Operation& operation;
    std::string_view mode;
    bool allowed;
  } const kCases[] = {
      {kCreate, "Night", false}, {night, "Night", true}, {no_past, "Night", false},
      {kCreate, "Old", true},    {night, "Old", true},   {no_past, "Old", false},
      {kCreate, "None", false},  {night, "None", false}, {no_past, "Safe", true},
  };
  for (const auto& c : kCases) {
    Thing thing = good_;
    thing.mode = c.mode;
    EXPECT_EQ(Validate_Thing(c.operation, thing, nullptr).empty(), c.allowed) << c.mode;
  }
  Thing thing = good_;
  thing.mode = "Night";
  EXPECT_EQ(Shown(Validate_Thing(no_past, thing, nullptr)),
            Texts{R"(mode: Unsupported value: "Night": supported values: "Fast", "Safe" [])"});
}

TEST_F(BehaviourTest, WhoHoldsAValueThatIsOffMayKeepIt) {
  Thing old = good_;
  old.mode = "Night";
  Thing thing = old;
  thing.offset = 1;
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, thing, &old)), Texts());
}

TEST_F(BehaviourTest, OptionsSwitchChecks) {
  const Operation beyond{.options = {"Beyond"}};
  Thing thing = good_;
  EXPECT_EQ(Shown(Validate_Thing(beyond, thing, nullptr)), Texts());
  thing.beyond = 5;
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)), Texts{"beyond: Forbidden []"});
  EXPECT_EQ(Shown(Validate_Thing(beyond, thing, nullptr)),
            Texts{"beyond: Invalid value: 5: must be greater than or equal to 100 [minimum]"});
  thing.beyond = 100;
  EXPECT_EQ(Shown(Validate_Thing(beyond, thing, nullptr)), Texts());
}

TEST_F(BehaviourTest, UnchangedValuesAreNotValidatedAgain) {
  Thing old = good_;
  old.size = 11;
  Thing thing = old;
  thing.offset = -5;
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, thing, &old)),
            Texts{"offset: Invalid value: -5: must be greater than or equal to -1 [minimum]"});
  thing.size = 12;
  EXPECT_EQ(Validate_Thing(kUpdate, thing, &old).size(), 2u);
}

TEST_F(BehaviourTest, ImmutableAndRequiredBothReport) {
  Thing thing = good_;
  thing.mode = "";
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, thing, &good_)),
            (Texts{"mode: Invalid value: null: field is immutable [immutable]",
                   "mode: Required value []"}));
}

TEST_F(BehaviourTest, ClearingAnImmutableFieldGivesOneError) {
  Thing old = good_;
  old.owner = "me";
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, good_, &old)),
            Texts{"owner: Invalid value: null: field is immutable [immutable]"});
  EXPECT_EQ(Validate_Thing(kUpdate, old, &old).size(), 0u);
}

TEST_F(BehaviourTest, TooManyItemsHideElementErrors) {
  Thing thing = good_;
  thing.notes = List<Str>::Of(arena_, {"long one", "ok"});
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{"notes[0]: Too long: may not be more than 3 characters [maxLength]"});
  thing.notes.Append(arena_, "third");
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{"notes: Too many: 3: must have at most 2 items [maxItems]"});
}

TEST_F(BehaviourTest, ElementsOfAChangedListAreAllValidated) {
  Thing old = good_;
  old.parts = List<Part>::Of(arena_, {Part{}});
  Thing thing = old;
  thing.parts = List<Part>::Of(arena_, {Part{}, Part{.name = "two", .sub = {}}});
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, thing, &old)), Texts{"parts[0].name: Required value []"});
}

TEST_F(BehaviourTest, MapValuesAreMatchedByKey) {
  Thing old = good_;
  old.by_name.Set(arena_, "bad", Part{});
  Thing thing = good_;
  thing.by_name.Set(arena_, "bad", Part{});
  thing.by_name.Set(arena_, "new", Part{.name = "x", .sub = {}});
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, thing, &old)),
            Texts{"byName[new].name: Too short: must be at least 2 characters [minLength]"});
}

TEST_F(BehaviourTest, RecursionAndPointers) {
  Thing thing = good_;
  thing.main.Ensure(arena_).name = "ok";
  thing.main->sub.Ensure(arena_);
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{"main.sub.name: Required value []"});
}

TEST_F(BehaviourTest, SubfieldsHaveCohortsOfTheirOwn) {
  Thing thing = good_;
  thing.metadata.title = "too long";  // the absent name silences only checks of the name
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{"metadata.title: Too long: may not be more than 4 characters [maxLength]"});
  thing.metadata = {.name = "a.b", .title = "", .holders = {}};
  EXPECT_EQ(
      Shown(Validate_Thing(kCreate, thing, nullptr)),
      Texts{
          "metadata.name: Invalid value: \"a.b\": must not contain dots [format=k8s-short-name]"});
}

TEST_F(BehaviourTest, NamedListsAreIterated) {
  Thing thing = good_;
  thing.codes = List<Str>::Of(arena_, {"ok", "bad"});
  thing.gone = "x";
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            (Texts{"gone: Forbidden []",
                   "codes[1]: Too long: may not be more than 2 characters [maxLength]"}));
}

TEST_F(BehaviourTest, ElementsOfASetDiffer) {
  Thing thing = good_;
  thing.words = List<Str>::Of(arena_, {"a", "long", "a", "long"});
  EXPECT_EQ(
      Shown(Validate_Thing(kCreate, thing, nullptr)),
      (Texts{"words[1]: Too long: may not be more than 3 characters [maxLength]",
             "words[3]: Too long: may not be more than 3 characters [maxLength]",
             "words[2]: Duplicate value: \"a\" []", "words[3]: Duplicate value: \"long\" []"}));
  thing.words.Append(arena_, "e");
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{"words: Too many: 5: must have at most 4 items [maxItems]"});
}

TEST_F(BehaviourTest, ElementsOfAMapListDifferInTheirKeys) {
  Thing thing = good_;
  thing.ports = List<Port>::Of(arena_, {{.number = 1, .protocol = {}, .note = "a"},
                                        {.number = 2, .protocol = {}, .note = "a"},
                                        {.number = 1, .protocol = Str("x"), .note = "a"},
                                        {.number = 1, .protocol = {}, .note = "long"},
                                        {.number = 1, .protocol = Str("x"), .note = ""}});
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            (Texts{R"(ports[3]: Duplicate value: {"number":1,"note":"long"} [])",
                   R"(ports[4]: Duplicate value: {"number":1,"protocol":"x"} [])",
                   "ports[3].note: Too long: may not be more than 3 characters [maxLength]"}));
}

TEST_F(BehaviourTest, AnAtomicListMayHaveKeysToo) {
  Thing thing = good_;
  thing.spares =
      List<Part>::Of(arena_, {Part{.name = "aa", .sub = {}}, Part{.name = "aa", .sub = {}}});
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{R"(spares[1]: Duplicate value: {"name":"aa"} [])"});
}

TEST_F(BehaviourTest, UniquenessOfNamedTypesAndOfMembers) {
  Thing thing = good_;
  thing.modes = List<Str>::Of(arena_, {"Fast", "Safe", "Fast"});
  thing.metadata.holders = List<Holder>::Of(arena_, {{.name = "h"}, {.name = "h"}});
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            (Texts{R"(metadata.holders[1]: Duplicate value: {"name":"h"} [])",
                   "modes[2]: Duplicate value: \"Fast\" []"}));
  thing = good_;
  thing.loose = List<Str>::Of(arena_, {"a", "a"});
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)), Texts()) << "others look at these";
  thing = good_;
  thing.levelled_first = thing.levelled_last = List<Str>::Of(arena_, {"a", "a"});
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)), Texts()) << "not yet enforced";
  thing = good_;
  thing.metadata.keepers = List<Holder>::Of(arena_, {{.name = "k"}, {.name = "k"}});
  EXPECT_EQ(Shown(Validate_Thing(kCreate, thing, nullptr)),
            Texts{R"(metadata.keepers[1]: Duplicate value: {"name":"k"} [])"})
      << "asked for by the member and by who holds it";
}

TEST_F(BehaviourTest, MembersOfElementsCanBeImmutable) {
  Thing old = good_;
  old.fixed = List<Holder>::Of(arena_, {{.name = "a"}});
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, old, &old)), Texts());
  Thing thing = good_;
  thing.fixed = List<Holder>::Of(arena_, {{.name = "b"}});
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, thing, &old)),
            Texts{"fixed[0].name: Invalid value: null: field is immutable [immutable]"});
}

TEST_F(BehaviourTest, ElementsThatAreToldApartAreMatchedWithOldOnes) {
  Thing old = good_;
  old.words = List<Str>::Of(arena_, {"long one", "b", "b"});
  old.ports = List<Port>::Of(arena_, {{.number = 1, .protocol = {}, .note = "long one"}});
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, old, &old)), Texts());
  Thing thing = old;
  thing.words = List<Str>::Of(arena_, {"b", "b", "long one", "long two"});
  thing.ports = List<Port>::Of(arena_, {{.number = 2, .protocol = {}, .note = "ok"},
                                        {.number = 1, .protocol = {}, .note = "long one"}});
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, thing, &old)),
            (Texts{"words[3]: Too long: may not be more than 3 characters [maxLength]",
                   "words[1]: Duplicate value: \"b\" []"}))
      << "a list that changed is looked at as a whole";
  thing.words = old.words;
  thing.ports[1].note = "long two";
  EXPECT_EQ(Shown(Validate_Thing(kUpdate, thing, &old)),
            Texts{"ports[1].note: Too long: may not be more than 3 characters [maxLength]"});
}

TEST_F(BehaviourTest, RegistrationsFindTheKind) {
  auto table = testdata::rules::Validations();
  ASSERT_EQ(table.size(), 1u);
  EXPECT_EQ(table[0].type, &typeinfo::TypeOf<Thing>());
  Thing thing = good_;
  thing.size = 0;
  EXPECT_EQ(table[0].validate(kCreate, &thing, nullptr).size(), 1u);
  EXPECT_EQ(table[0].validate({.subresource = "status"}, &good_, nullptr).size(), 0u);
  EXPECT_EQ(Shown(table[0].validate({.subresource = "scale"}, &good_, nullptr)),
            Texts{"<nil>: Internal error: no validation found for Thing, subresource: /scale []"});
}

}  // namespace
}  // namespace pintle::gen
