// Expressions that make much of little: values that contain another value twice, which contains
// another one twice ... All of them must end soon.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pintle/cel/compile.h"
#include "pintle/cel/evaluate.h"

namespace pintle::cel {
namespace {

constexpr int kDoublings = 60;

Outcome Evaluate(const std::string& source) {
  static Arena arena;
  Result<CheckedExpression> checked = Compile(source, Environment());
  EXPECT_TRUE(checked) << checked.error().message();
  if (!checked) return {};
  return Executable::Bind(*checked->root).Evaluate({}, arena);
}

// optional.of(first).optMap(a, step).optMap(a, step) ... .value()
std::string Repeated(std::string_view first, std::string_view step) {
  std::string source = fmt::format("optional.of({})", first);
  for (int i = 0; i < kDoublings; ++i) source += fmt::format(".optMap(a, {})", step);
  return source + ".value()";
}

TEST(LimitsTest, GrowingValues) {
  const std::string nested = Repeated("[1]", "[a, a]");
  const std::string hollow = Repeated("lists.range(0)", "[a, a]");
  const std::string sources[] = {
      Repeated("'ab'", "a + a") + ".size() > 0",
      Repeated("b'ab'", "a + a") + ".size() > 0",
      Repeated("[1]", "a + a") + ".size() > 0",
      Repeated("[1]", "[a, a].flatten()") + ".size() > 0",
      nested + " == " + nested,
      "{'a': " + hollow + "} == {'a': " + hollow + "}",
      hollow + ".lastIndexOf(" + hollow + "[0]) > 0",
      hollow + ".flatten(64).size() > 0",
  };
  for (const std::string& source : sources) {
    Outcome outcome = Evaluate(source);
    EXPECT_TRUE(outcome.cost_exceeded) << source << " is " << DatumText(outcome.value);
    EXPECT_EQ(outcome.value.text(), kCostLimitExceeded);
  }
}

TEST(LimitsTest, GrowingTexts) {
  EXPECT_EQ(Evaluate("'%s'.format([" + Repeated("[1]", "[a, a]") + "])").value.text(),
            "result of format is too long");
  EXPECT_EQ(Evaluate(Repeated("'ab'", "'%s%s'.format([a, a])")).value.text(),
            "result of format is too long");
  Outcome replaced = Evaluate(Repeated("'ab'", "a.replace('', a)"));
  EXPECT_TRUE(replaced.value.is_error());
}

// Texts in which all but the last character of another one is found everywhere.
TEST(LimitsTest, RepetitiveTexts) {
  auto grown = [](int doublings) {
    std::string source = "optional.of('" + std::string(100, 'a') + "')";
    for (int i = 0; i < doublings; ++i) source += ".optMap(a, a + a)";
    return source + ".value()";
  };
  const std::string text = grown(13);
  const std::string part = grown(12);
  for (const std::string& source : {
           text + ".indexOf(" + part + " + 'b') == -1",
           text + ".lastIndexOf('b' + " + part + ") == -1",
           text + ".replace(" + part + " + 'b', '') == " + text,
           text + ".split(" + part + " + 'b').size() == 1",
       }) {
    Outcome outcome = Evaluate(source);
    EXPECT_TRUE(outcome.value.is_true()) << DatumText(outcome.value);
  }
  // It costs too much, which is known when it is done.
  EXPECT_TRUE(Evaluate(text + ".contains(" + part + " + 'b')").cost_exceeded);
}

// What a value is made of is kept once, however often it is kept.
TEST(LimitsTest, SharedPartsAreNoGrowth) {
  Outcome outcome = Evaluate(Repeated("[1]", "[a, a]") + ".size() == 2");
  EXPECT_TRUE(outcome.value.is_true()) << DatumText(outcome.value);
  EXPECT_FALSE(outcome.cost_exceeded);
}

// Types grow as values do.
TEST(LimitsTest, GrowingTypes) {
  EXPECT_TRUE(Compile(Repeated("1", "{'k': a, 'l': a}") + ".size() == 2", Environment()));
  Result<CheckedExpression> doubled = Compile(Repeated("1", "{a: a}"), Environment());
  ASSERT_FALSE(doubled);
  EXPECT_NE(doubled.error().message().find("unsupported key type 'map(int, int)' in map"),
            std::string::npos);
}

// Regular expressions that take long to compile, and are no constants.
TEST(LimitsTest, PatternsAreBounded) {
  auto evaluate = [](int count, std::string_view pattern) {
    return Evaluate(
        fmt::format("lists.range({}).all(i, !'x'.matches('{}' + string(i)))", count, pattern));
  };
  EXPECT_TRUE(evaluate(200, "y{900}").value.is_true());
  EXPECT_TRUE(evaluate(2000, "y{900}").cost_exceeded);
  EXPECT_TRUE(evaluate(200, "\\\\pL{900}").cost_exceeded) << "too large, which shows late";
}

TEST(LimitsTest, MemoryIsBounded) {
  Arena arena;
  Result<CheckedExpression> checked =
      Compile("lists.range(10000).map(i, lists.range(i + 1).map(j, 'x').join('0123456789')).size()",
              Environment());
  ASSERT_TRUE(checked) << checked.error().message();
  EvaluationLimits limits;
  limits.cost = UINT64_MAX / 2;
  Outcome outcome = Executable::Bind(*checked->root).Evaluate({}, arena, limits);
  EXPECT_TRUE(outcome.cost_exceeded);
  EXPECT_LT(arena.allocated_bytes(), 2 * kEvaluationBytes);
}

}  // namespace
}  // namespace pintle::cel
