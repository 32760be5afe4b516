#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <type_traits>
#include <utility>

#include "pintle/field/errors.h"
#include "pintle/field/findings.h"
#include "pintle/field/path.h"

namespace pintle::field {
namespace {

TEST(Path, PrintsNamesIndicesAndKeys) {
  Path spec("spec");
  Path containers = spec.Child("containers");
  Path first = containers.Index(0);
  Path env = first.Child("env");
  EXPECT_EQ(env.Key("name").ToString(), "spec.containers[0].env[name]");
  Path data("data");
  Path dotted = data.Key("a.b/c");
  EXPECT_EQ(dotted.Child("x").ToString(), "data[a.b/c].x");
  EXPECT_EQ(Path("metadata.name").ToString(), "metadata.name");
}

template <typename T>
concept CanKeepChildOf = requires(T&& path) { Path(std::forward<T>(path).Child("a")); };

TEST(Path, BelowATemporaryIsPassedOnOnly) {
  static_assert(CanKeepChildOf<const Path&>);
  static_assert(!CanKeepChildOf<Path>);
  static_assert(!std::is_constructible_v<Path, PassingPath>);
  Path path("a");
  EXPECT_EQ(path.Child("b").Index(3).Key("k").ToString(), "a.b[3][k]");
}

TEST(Path, TheEmptyPathLeavesNoTrace) {
  Path root;
  EXPECT_TRUE(root.empty());
  EXPECT_EQ(root.ToString(), "");
  EXPECT_EQ(root.Child("a").ToString(), "a");
  EXPECT_EQ(root.Index(2).ToString(), "[2]");
  EXPECT_EQ(root.Key("k").ToString(), "[k]");
  std::string text = "at ";
  root.Child("a").AppendTo(text);
  EXPECT_EQ(text, "at a");
}

struct ErrorRow {
  Error error;
  const char* type;
  const char* body;
};

TEST(Errors, HaveTheApiTexts) {
  const Path p("spec.x");
  const ErrorRow kRows[] = {
      {Required(p), "FieldValueRequired", "Required value"},
      {Required(p, "why"), "FieldValueRequired", "Required value: why"},
      {Invalid(p, "a", "bad"), "FieldValueInvalid", R"(Invalid value: "a": bad)"},
      {Invalid(p, "a", ""), "FieldValueInvalid", R"(Invalid value: "a")"},
      {TypeInvalid(p, 5, "bad"), "FieldValueTypeInvalid", "Invalid value: 5: bad"},
      {TypeInvalid(p, 5, ""), "FieldValueTypeInvalid", "Invalid value: 5"},
      {NotSupported(p, "Foo", {"b", "a"}), "FieldValueNotSupported",
       R"(Unsupported value: "Foo": supported values: "b", "a")"},
      {NotSupported(p, "Foo", {"", "a\"b"}), "FieldValueNotSupported",
       R"(Unsupported value: "Foo": supported values: "", "a\"b")"},
      {NotSupported(p, BadValue::Rendered(R"(["x"])"), {"All"}), "FieldValueNotSupported",
       R"(Unsupported value: ["x"]: supported values: "All")"},
      {NotSupported(p, "Foo", {}), "FieldValueNotSupported", R"(Unsupported value: "Foo")"},
      {NotFound(p, "a"), "FieldValueNotFound", R"(Not found: "a")"},
      {Duplicate(p, "a"), "FieldValueDuplicate", R"(Duplicate value: "a")"},
      {Forbidden(p), "FieldValueForbidden", "Forbidden"},
      {Forbidden(p, "no"), "FieldValueForbidden", "Forbidden: no"},
      {TooLong(p, 63), "FieldValueTooLong", "Too long: may not be more than 63 bytes"},
      {TooLong(p, 1), "FieldValueTooLong", "Too long: may not be more than 1 byte"},
      {TooLong(p, 0), "FieldValueTooLong", "Too long: may not be more than 0 bytes"},
      {TooLong(p, -1), "FieldValueTooLong", "Too long: value is too long"},
      {TooLongCharacters(p, 63), "FieldValueTooLong",
       "Too long: may not be more than 63 characters"},
      {TooLongCharacters(p, 1), "FieldValueTooLong", "Too long: may not be more than 1 character"},
      {TooLongCharacters(p, -1), "FieldValueTooLong", "Too long: value is too long"},
      {TooShort(p, 2), "FieldValueTooShort", "Too short: must be at least 2 characters"},
      {TooShort(p, 1), "FieldValueTooShort", "Too short: must be at least 1 character"},
      {TooMany(p, 7, 5), "FieldValueTooMany", "Too many: 7: must have at most 5 items"},
      {TooMany(p, 2, 1), "FieldValueTooMany", "Too many: 2: must have at most 1 item"},
      {TooMany(p, 1, 0), "FieldValueTooMany", "Too many: 1: must have at most 0 items"},
      {TooFew(p, 1, 2), "FieldValueTooFew", "Too few: 1: must have at least 2 items"},
      {TooFew(p, 0, 1), "FieldValueTooFew", "Too few: 0: must have at least 1 item"},
      {Internal(p, "e"), "InternalError", "Internal error: e"},
  };
  for (const ErrorRow& row : kRows) {
    EXPECT_EQ(ErrorTypeText(row.error.type), row.type) << row.body;
    EXPECT_EQ(row.error.body, row.body);
    EXPECT_EQ(row.error.Text(), std::string("spec.x: ") + row.body);
  }
  EXPECT_EQ(Required(Path()).Text(), "<nil>: Required value");
}

TEST(Errors, ShowBadValues) {
  struct Row {
    BadValue value;
    const char* text;
  };
  const Row kRows[] = {
      {"", R"("")"},
      {"a\"b\\c", R"("a\"b\\c")"},
      {"line\n\x01\x7f\xff", R"("line\n\x01\x7f\xff")"},
      {"\xc3\xa9\xe6\xb0\xb4\xe2\x80\xa8", "\"\xc3\xa9\xe6\xb0\xb4\\u2028\""},
      {std::string("s"), R"("s")"},
      {std::string_view("v"), R"("v")"},
      {0, "0"},
      {int64_t{-9223372036854775807}, "-9223372036854775807"},
      {std::numeric_limits<uint64_t>::max(), "18446744073709551615"},
      {true, "true"},
      {false, "false"},
      {nullptr, "null"},
      {1.0, "1"},
      {1.5, "1.5"},
      {-0.0, "-0"},
      {999999.0, "999999"},
      {1000000.0, "1e+06"},
      {1000000.5, "1.0000005e+06"},
      {123456789.0, "1.23456789e+08"},
      {0.0001, "0.0001"},
      {0.00001, "1e-05"},
      {-1e300, "-1e+300"},
      {5e-324, "5e-324"},
      {BadValue::Rendered(R"({"a":1})"), R"({"a":1})"},
  };
  for (const Row& row : kRows) EXPECT_EQ(row.value.text(), row.text);
}

TEST(Errors, BecomeOne422) {
  ErrorList errors;
  errors.push_back(Required(Path("a")));
  pintle::Error one = InvalidStatus("example.com", "Foo", "n", errors);
  EXPECT_EQ(one.message(), "Foo.example.com \"n\" is invalid: a: Required value");
  EXPECT_EQ(one.code(), 422);
  EXPECT_EQ(one.reason(), Reason::kInvalid);
  EXPECT_EQ(one.details()->kind, "Foo");
  EXPECT_EQ(one.details()->group, "example.com");
  EXPECT_EQ(one.details()->name, "n");

  ErrorList more;
  more.push_back(Invalid(Path(), "x", "bad"));
  more.push_back(Required(Path("a")));
  Append(errors, std::move(more));
  pintle::Error many = InvalidStatus("", "Foo", "n", errors);
  EXPECT_EQ(many.message(),
            "Foo \"n\" is invalid: [a: Required value, <nil>: Invalid value: \"x\": bad]");
  ASSERT_EQ(many.details()->causes.size(), 3U);
  EXPECT_EQ(many.details()->causes[0].reason, "FieldValueRequired");
  EXPECT_EQ(many.details()->causes[0].message, "Required value");
  EXPECT_EQ(many.details()->causes[0].field, "a");
  EXPECT_EQ(many.details()->causes[1].field, "<nil>");
  EXPECT_EQ(many.details()->causes[2].field, "a");
}

TEST(Errors, RepeatsOfOneTextNeedNoBrackets) {
  ErrorList errors;
  for (int i = 0; i < 3; ++i) errors.push_back(Required(Path("a")));
  pintle::Error error = InvalidStatus("", "Foo", "n", errors);
  EXPECT_EQ(error.message(), "Foo \"n\" is invalid: a: Required value");
  EXPECT_EQ(error.details()->causes.size(), 3U);
}

TEST(ErrorList, KeepsTheFirstAndCountsTheRest) {
  ErrorList errors;
  for (size_t i = 0; i < ErrorList::kMost + 7; ++i) errors.push_back(Required(Path("a").Index(i)));
  EXPECT_EQ(errors.size(), ErrorList::kMost + 7);
  EXPECT_EQ(errors.kept().size(), ErrorList::kMost);
  pintle::Error status = InvalidStatus("", "Foo", "n", errors);
  EXPECT_EQ(status.details()->causes.size(), ErrorList::kMost);
  EXPECT_TRUE(status.message().ends_with("a[999]: Required value, and 7 more]"));
}

TEST(ErrorList, KeepsSoManyBytes) {
  const std::string value(1000, 'x');
  ErrorList errors;
  for (int i = 0; i < 1000; ++i) errors.push_back(Invalid(Path("a"), value, "is too dull"));
  EXPECT_EQ(errors.size(), 1000U);
  size_t bytes = 0;
  for (const Error& error : errors) bytes += error.Text().size();
  EXPECT_GT(bytes, ErrorList::kMostBytes - 2000);
  EXPECT_LT(bytes, ErrorList::kMostBytes + 2000);
}

// What update rules forgive is found first.
TEST(ErrorList, HasRoomAgainWhenSomeAreTakenBack) {
  ErrorList errors;
  errors.push_back(Required(Path("first")));
  for (size_t i = 0; i < ErrorList::kMost + 7; ++i) errors.push_back(Required(Path("a")));
  EXPECT_FALSE(errors.WantsMore());
  errors.Shrink(ErrorList::kMost + 2);
  EXPECT_EQ(errors.more(), 2U);
  errors.Shrink(1);
  EXPECT_EQ(errors.size(), 1U);
  errors.push_back(Required(Path("last")));
  EXPECT_EQ(errors[1].field, "last");
}

TEST(ErrorList, ListsThatMeetCountWhatNeitherKeeps) {
  ErrorList many;
  for (size_t i = 0; i < ErrorList::kMost + 7; ++i) many.push_back(Required(Path("a")));
  ErrorList errors = {Required(Path("first"))};
  Append(errors, std::move(many));
  EXPECT_EQ(errors.kept().size(), ErrorList::kMost);
  EXPECT_EQ(errors.more(), 8U);
}

TEST(Errors, CutLongTextsInTheirMiddle) {
  const std::string text = "begin" + std::string(1'000'000, 'x') + "end";
  ErrorList errors = {Invalid(Path(text), text, "must be short")};
  Error error = errors[0];
  EXPECT_LT(error.Text().size(), 20'000U);
  EXPECT_THAT(error.body, testing::AllOf(testing::StartsWith("Invalid value: \"beginx"),
                                         testing::HasSubstr("x...x"),
                                         testing::EndsWith("xend\": must be short")));
  std::vector<std::string> supported;
  for (int i = 0; i < 20'000; ++i) supported.push_back(std::to_string(i));
  error = NotSupported(Path("a"), "z", supported);
  EXPECT_LT(error.body.size(), 10'000U);
  EXPECT_THAT(error.body, testing::ContainsRegex("\"3\", .*, and [0-9]+ more$"));
}

TEST(Errors, CarryTheRuleThatFoundThem) {
  Error error = TooMany(Path("a"), 2, 1).WithOrigin("maxItems").MarkCovered();
  EXPECT_EQ(error.origin, "maxItems");
  EXPECT_TRUE(error.covered);
}

std::vector<std::string> TextsOf(const Findings& findings) {
  return FindingTexts(findings.items());
}

TEST(Findings, AreDedupedCappedAndJoined) {
  Findings findings;
  findings.Unknown("spec.foo");
  findings.Duplicate("spec.a\"b");
  findings.Unknown("spec.foo");
  EXPECT_EQ(StrictMessage(findings),
            R"(strict decoding error: unknown field "spec.foo", duplicate field "spec.a\"b")");
  for (int i = 0; i < 200; ++i) findings.Unknown(std::to_string(i));
  EXPECT_EQ(findings.size(), Findings::kMaxFindings);
}

TEST(Findings, AreOneOnlyIfTheySayTheSame) {
  Findings findings;
  Path spec("spec");
  for (int i = 0; i < 2; ++i) {
    findings.Unknown("spec");
    findings.Duplicate(spec);
    findings.UnknownNumber(7, spec);
    findings.UnknownNumber(8, spec);
    findings.UnknownNumber(8, Path());
  }
  EXPECT_EQ(
      TextsOf(findings),
      (std::vector<std::string>{R"(unknown field "spec")", R"(duplicate field "spec")",
                                R"(unknown field number 7 in "spec")",
                                R"(unknown field number 8 in "spec")", "unknown field number 8"}));
}

TEST(Findings, RepeatsAreCappedToo) {
  Findings findings;
  for (size_t i = 0; i < Findings::kMaxRepeats; ++i) findings.Unknown("a");
  EXPECT_TRUE(findings.WantsMore());
  findings.Unknown("b");
  findings.Unknown("a");
  EXPECT_FALSE(findings.WantsMore());
  findings.Unknown("c");
  EXPECT_EQ(findings.size(), 2U);
}

TEST(Findings, KeepMoreWhenWidened) {
  Findings findings;
  findings.Widen();
  for (int i = 0; i < 150; ++i) findings.Unknown(std::to_string(i));
  EXPECT_EQ(findings.size(), 150U);
  Findings all;
  all.Unknown("first");
  all.Append(findings);
  EXPECT_EQ(all.size(), 151U);
  all.Append(findings);
  EXPECT_EQ(all.size(), 151U);
  Findings none;
  none.Append(all);
  EXPECT_EQ(TextsOf(none), TextsOf(all));
  none.Append(all);
  EXPECT_EQ(none.size(), 151U);
}

TEST(Findings, AreCountedWhereTheyAreNotKept) {
  Findings findings;
  findings.Widen();
  for (size_t i = 0; i < Findings::kMaxWidened + 5; ++i) findings.Unknown(std::to_string(i));
  EXPECT_EQ(findings.size(), Findings::kMaxWidened);
  EXPECT_EQ(findings.more(), 5U);
  EXPECT_TRUE(StrictMessage(findings).ends_with("\"999\", and 5 more"));
  Findings before;
  before.Unknown("first");
  before.Append(findings);
  EXPECT_EQ(before.size(), Findings::kMaxWidened);
  EXPECT_EQ(before.more(), 6U);
}

// A name may be as long as a body, and stand in the path of each of very many.
TEST(Findings, TakeNoMoreThanTheirBytes) {
  const std::string name(100'000, 'k');
  Path map(name);
  Findings findings;
  findings.Widen();
  for (size_t i = 0; i < 10'000; ++i) findings.Unknown(map.Child(std::to_string(i)));
  size_t bytes = 0;
  for (const Finding& finding : findings.items()) {
    EXPECT_LE(finding.path.size(), Findings::kMaxOnePathBytes);
    bytes += finding.path.size();
  }
  EXPECT_LT(bytes, Findings::kMaxPathBytes + Findings::kMaxOnePathBytes);
  EXPECT_GT(bytes, Findings::kMaxPathBytes - Findings::kMaxOnePathBytes);
  EXPECT_EQ(findings.size() + findings.more(), 10'000U);
  EXPECT_TRUE(findings.items()[0].path.ends_with("kkk.0"));
}

TEST(Findings, ThatNobodyKeepsAreNoticedAndNoPathIsWritten) {
  Findings none = Findings::KeepingNone();
  EXPECT_FALSE(none.any());
  const size_t before = Path::texts_written();
  Path spec("spec");
  none.Unknown(spec.Child("x"));
  EXPECT_TRUE(none.any());
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(Path::texts_written(), before);
  Findings some;
  some.Unknown(spec.Child("x"));
  EXPECT_EQ(Path::texts_written(), before + 1);
}

TEST(Findings, AreSortedByTheirTexts) {
  Findings findings;
  findings.Unknown("b");
  findings.Duplicate("c");
  findings.Unknown("a");
  findings.Sort();
  const std::vector<std::string> sorted = {R"(duplicate field "c")", R"(unknown field "a")",
                                           R"(unknown field "b")"};
  EXPECT_EQ(TextsOf(findings), sorted);
  findings.Unknown("b");
  EXPECT_EQ(TextsOf(findings), sorted);
}

TEST(Findings, DropsAreNone) {
  Findings found;
  found.Unknown("a");
  Findings findings;
  findings.AddDrops(found);
  EXPECT_TRUE(findings.empty());
  Findings all;
  all.Append(findings);
  EXPECT_TRUE(all.empty());
  EXPECT_EQ(FindingTexts(all.drops()), (std::vector<std::string>{R"(unknown field "a")"}));
}

TEST(Findings, OfAJsonPatchSaySo) {
  Findings findings;
  findings.Unknown("[0].why");
  findings.MarkAsIn(Finding::In::kJsonPatch);
  EXPECT_EQ(TextsOf(findings)[0], R"(json patch unknown field "[0].why")");
  findings.Unknown("[0].why");
  EXPECT_EQ(TextsOf(findings).back(), R"(unknown field "[0].why")");
}

}  // namespace
}  // namespace pintle::field
