#include <gtest/gtest.h>

#include "pintle/validate/each.h"
#include "pintle/validate/enum.h"
#include "pintle/validate/format.h"
#include "pintle/validate/immutable.h"
#include "pintle/validate/limits.h"
#include "pintle/validate/required.h"
#include "pintle/validate/unique.h"

namespace pintle::validate {
namespace {

using typeinfo::List;
using typeinfo::Map;
using typeinfo::Opt;
using typeinfo::Str;

const Operation kCreate{};
const Operation kUpdate{.type = Operation::Type::kUpdate};

// `text [origin]` of each error.
std::vector<std::string> Shown(const field::ErrorList& errors) {
  std::vector<std::string> shown;
  for (const field::Error& error : errors)
    shown.push_back(error.Text() + " [" + error.origin + "]");
  return shown;
}
using Texts = std::vector<std::string>;

TEST(RequiredTest, LooksAtZeroAndAtPresence) {
  Arena arena;
  field::ErrorList errors;
  field::Path path("spec.x");
  EXPECT_TRUE(Required(path, int32_t{0}, errors));
  EXPECT_TRUE(Required(path, false, errors));
  EXPECT_TRUE(Required(path, Str(), errors));
  EXPECT_TRUE(Required(path, Opt<int32_t>(), errors));
  EXPECT_TRUE(Required(path, List<Str>{arena.NewArray<Str>(1), 0, 1}, errors));
  EXPECT_TRUE(Required(path, typeinfo::Binary{"", 0}, errors));
  EXPECT_EQ(Shown(errors), Texts(6, "spec.x: Required value []"));
  errors.clear();
  EXPECT_FALSE(Required(path, int32_t{1}, errors));
  EXPECT_FALSE(Required(path, Opt<int32_t>(0), errors));
  EXPECT_FALSE(Required(path, List<Str>::Of(arena, {"a"}), errors));
  EXPECT_TRUE(errors.empty());
  EXPECT_TRUE(Optional(Str()));
  EXPECT_FALSE(Optional(Str("a")));
  EXPECT_TRUE(Forbidden(path, Opt<bool>(false), errors));
  EXPECT_EQ(Shown(errors), Texts{"spec.x: Forbidden []"});
}

TEST(LimitsTest, Numbers) {
  field::ErrorList errors;
  field::Path path("spec.x");
  int32_t small = -1;
  int64_t large = 11;
  EXPECT_TRUE(Minimum(path, &small, 0, errors));
  EXPECT_TRUE(Maximum(path, &large, 10, errors));
  EXPECT_FALSE(Minimum(path, &small, -1, errors));
  EXPECT_FALSE(Maximum(path, &large, 11, errors));
  EXPECT_FALSE(Minimum(path, static_cast<int32_t*>(nullptr), 0, errors));
  EXPECT_EQ(Shown(errors),
            (Texts{"spec.x: Invalid value: -1: must be greater than or equal to 0 [minimum]",
                   "spec.x: Invalid value: 11: must be less than or equal to 10 [maximum]"}));
}

TEST(LimitsTest, TextsCountCharactersNotBytes) {
  field::ErrorList errors;
  field::Path path("x");
  Str umlauts = "\xc3\xa4\xc3\xa4";
  Str broken = "\xff\xff\xff";
  EXPECT_FALSE(MaxLength(path, &umlauts, 2, errors));
  EXPECT_TRUE(MaxLength(path, &broken, 2, errors));
  EXPECT_TRUE(MaxBytes(path, &umlauts, 3, errors));
  EXPECT_TRUE(MinLength(path, &umlauts, 3, errors));
  EXPECT_EQ(Shown(errors), (Texts{"x: Too long: may not be more than 2 characters [maxLength]",
                                  "x: Too long: may not be more than 3 bytes [maxBytes]",
                                  "x: Too short: must be at least 3 characters [minLength]"}));
}

TEST(LimitsTest, Items) {
  Arena arena;
  field::ErrorList errors;
  field::Path path("x");
  List<Str> list = List<Str>::Of(arena, {"a", "b", "c"});
  EXPECT_TRUE(MaxItems(path, &list, 2, errors));
  EXPECT_TRUE(MinItems(path, &list, 4, errors));
  EXPECT_FALSE(MaxItems(path, &list, 3, errors));
  EXPECT_EQ(Shown(errors), (Texts{"x: Too many: 3: must have at most 2 items [maxItems]",
                                  "x: Too few: 3: must have at least 4 items [minItems]"}));
}

TEST(EnumTest, ListsTheSupportedValuesAndShowsJson) {
  field::ErrorList errors;
  constexpr std::array<std::string_view, 3> kSupported = {"FQDN", "IPv4", "IPv6"};
  Str good = "IPv4";
  Str bad = "<x>";
  EXPECT_FALSE(Enum(field::Path("t"), &good, kSupported, errors));
  EXPECT_TRUE(Enum(field::Path("t"), &bad, kSupported, errors));
  EXPECT_EQ(
      Shown(errors),
      Texts{
          R"(t: Unsupported value: "\u003cx\u003e": supported values: "FQDN", "IPv4", "IPv6" [])"});
}

TEST(ImmutableTest, FailsInEveryUpdate) {
  field::ErrorList errors;
  EXPECT_FALSE(Immutable(kCreate, field::Path("a"), errors));
  EXPECT_TRUE(Immutable(kUpdate, field::Path("a"), errors));
  EXPECT_EQ(Shown(errors), Texts{"a: Invalid value: null: field is immutable [immutable]"});
}

TEST(FormatTest, Messages) {
  struct Case {
    NameFormat format;
    std::string text;
    std::vector<std::string> beginnings;
  };
  const std::string too_long(64, 'a');
  const Case cases[] = {
      {NameFormat::kShortName, "a.b", {"h: Invalid value: \"a.b\": must not contain dots"}},
      {NameFormat::kShortName,
       too_long,
       {"h: Invalid value: \"" + too_long + "\": must be no more than 63 bytes"}},
      {NameFormat::kLongName, "a.b", {}},
      {NameFormat::kLabelKey, "a/b/c", {"h: Invalid value: \"a/b/c\": a valid label key"}},
      {NameFormat::kPathSegmentName, "", {}},
      {NameFormat::kUuid, "01234567-89ab-cdef-0123-456789abcdef", {}},
      {NameFormat::kUuid,
       "01234567-89AB-cdef-0123-456789abcdef",
       {"h: Invalid value: \"01234567-89AB-cdef-0123-456789abcdef\": must be a lowercase UUID"}},
      {NameFormat::kResourcePoolName,
       "a//B",
       {"h: Invalid value: \"a//B\": segment 1: must not be empty",
        "h: Invalid value: \"a//B\": segment 2: a lowercase RFC 1123 subdomain"}},
      {NameFormat::kExtendedResourceName,
       "gpu",
       {"h: Invalid value: \"gpu\": a name must be a domain-prefixed path"}},
      {NameFormat::kExtendedResourceName,
       "x.kubernetes.io/gpu",
       {"h: Invalid value: \"x.kubernetes.io/gpu\": must not have \"kubernetes.io/\" domain"}},
      {NameFormat::kResourceFullyQualifiedName,
       "a/1",
       {"h: Invalid value: \"a/1\": a valid C identifier must start with"}},
      {NameFormat::kResourceFullyQualifiedName,
       "a/" + std::string(33, 'x'),
       {"h: Too long: may not be more than 32 bytes"}},
  };
  for (const Case& c : cases) {
    field::ErrorList errors;
    Str text = c.text;
    EXPECT_EQ(Format(field::Path("h"), &text, c.format, TextType::kPlain, errors),
              !c.beginnings.empty())
        << c.text;
    ASSERT_EQ(errors.size(), c.beginnings.size()) << c.text;
    for (size_t i = 0; i < errors.size(); ++i) {
      EXPECT_EQ(errors[i].Text().substr(0, c.beginnings[i].size()), c.beginnings[i]);
      EXPECT_EQ(errors[i].origin.substr(0, 11), "format=k8s-");
    }
  }
}

TEST(EachValueTest, ListElementsAreAlwaysCheckedMapValuesRatchet) {
  Arena arena;
  field::ErrorList errors;
  auto check = [&](const field::Path& at, const Str* value, const Str*) {
    return MaxLength(at, value, 1, errors);
  };
  List<Str> list = List<Str>::Of(arena, {"aa", "b"});
  EXPECT_TRUE(EachValue(kUpdate, field::Path("l"), &list, &list, check));
  Map<Str> old_map;
  old_map.Set(arena, "same", "xx");
  old_map.Set(arena, "changed", "xx");
  Map<Str> map;
  map.Set(arena, "same", "xx");
  map.Set(arena, "changed", "yy");
  EXPECT_TRUE(EachValue(kUpdate, field::Path("m"), &map, &old_map, check));
  EXPECT_EQ(Shown(errors),
            (Texts{"l[0]: Too long: may not be more than 1 character [maxLength]",
                   "m[changed]: Too long: may not be more than 1 character [maxLength]"}));
}

TEST(EqualTest, NilAndEmptyAreEqual) {
  Arena arena;
  List<Str> nil;
  List<Str> empty{arena.NewArray<Str>(1), 0, 1};
  EXPECT_TRUE(Equal(nil, empty));
  EXPECT_FALSE(Equal(Opt<int32_t>(), Opt<int32_t>(0)));
  EXPECT_TRUE(Unchanged(kUpdate, true, &nil, &empty));
  EXPECT_FALSE(Unchanged(kUpdate, false, &nil, &empty));
  EXPECT_FALSE(Unchanged(kCreate, true, &nil, &empty));
}

TEST(UniqueTest, ManyElementsTakeNoLongerThanSortingThem) {
  constexpr int kMany = 200'000;
  Arena arena;
  field::ErrorList errors;
  List<int64_t> numbers;
  for (int64_t i = 0; i < kMany; ++i) numbers.Append(arena, i);
  EXPECT_FALSE(Unique(field::Path("x"), &numbers, {}, errors));
  numbers.Append(arena, 7);
  EXPECT_TRUE(Unique(field::Path("x"), &numbers, {}, errors));
  EXPECT_EQ(Shown(errors), Texts{"x[200000]: Duplicate value: 7 []"});
}

TEST(UniqueTest, WhatMeansTheSameIsTheSame) {
  Arena arena;
  field::ErrorList errors;
  auto list = List<typeinfo::Quantity>::Of(arena, {{"1"}, {"2"}, {"1000m"}});
  EXPECT_TRUE(Unique(field::Path("x"), &list, {}, errors));
  auto texts = List<Str>::Of(arena, {"<", "\n", "<", "\n"});
  EXPECT_TRUE(Unique(field::Path("plain"), &texts, {}, errors));
  EXPECT_TRUE(Unique(field::Path("named"), &texts, {}, errors, TextType::kNamed));
  EXPECT_FALSE(Unique(field::Path("none"), static_cast<List<Str>*>(nullptr), {}, errors));
  EXPECT_EQ(
      Shown(errors),
      (Texts{"x[2]: Duplicate value: \"1000m\" []", "plain[2]: Duplicate value: \"<\" []",
             "plain[3]: Duplicate value: \"\\n\" []", "named[2]: Duplicate value: \"\\u003c\" []",
             "named[3]: Duplicate value: \"\\n\" []"}));
}

}  // namespace
}  // namespace pintle::validate
