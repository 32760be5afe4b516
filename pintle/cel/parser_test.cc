#include "pintle/cel/parser.h"

#include <gtest/gtest.h>

#include <string>

#include "pintle/cel/tree_for_test.h"

namespace pintle::cel {
namespace {

struct Case {
  std::string source;
  std::string tree;
};

TEST(ParserTest, Trees) {
  const Case cases[] = {
      {"1", "1"},
      {"-1", "-1"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"0x1F", "31"},
      {"7u", "7u"},
      {"0xFFu", "255u"},
      {"1.5", "1.5d"},
      {".5e1", "5d"},
      {"2e-1", "0.2d"},
      {"true", "true"},
      {"null", "null"},
      {"'a'", "'a'"},
      {R"("a\n\x41\u00e9\101\U0001F680")",
       "'a\nA\xC3\xA9"
       "A\xF0\x9F\x9A\x80'"},
      {R"(r'a\n')", R"('a\n')"},
      {"'''a\n'b'''", "'a\n'b'"},
      {R"(b'\xff\101')",
       "b'\xFF"
       "A'"},
      {"a // remark\n + b", "_+_(a, b)"},
      {"a + b * c - d", "_-_(_+_(a, _*_(b, c)), d)"},
      {"a - 1", "_-_(a, 1)"},
      {"a -1", "_-_(a, 1)"},
      {"-a", "-_(a)"},
      {"--a", "a"},
      {"!a", "!_(a)"},
      {"!!!a", "!_(a)"},
      {"-(1)", "-_(1)"},
      {"a ? b : c ? d : e", "_?_:_(a, b, _?_:_(c, d, e))"},
      {"a && b || c", "_||_(_&&_(a, b), c)"},
      {"a && b && c && d", "_&&_(_&&_(a, b), _&&_(c, d))"},
      {"a < b == c", "_==_(_<_(a, b), c)"},
      {"x in [1, 2]", "@in(x, [1, 2])"},
      {"a.b.c", "a.b.c"},
      {"a.namespace", "a.namespace"},
      {"a.?b", "a.?b"},
      {"a[0][?'k']", "_[?_](_[_](a, 0), 'k')"},
      {"[1, ?a, ]", "[1, ?a]"},
      {"{'a': 1, ?'b': c}", "{'a': 1, ?'b': c}"},
      {"f(a, b)", "f(a, b)"},
      {"a.f(b)", "a.f(b)"},
      {".a.b", ".a.b"},
      {"sets.contains([1], [2])", "sets.contains([1], [2])"},
      {"has(a.b)", "has(a.b)"},
      {"a.all(x, x > 0)",
       "fold(x in a; @result = true; @not_strictly_false(@result); _&&_(@result, _>_(x, 0)); "
       "@result)"},
      {"a.exists(x, x)",
       "fold(x in a; @result = false; @not_strictly_false(!_(@result)); _||_(@result, x); "
       "@result)"},
      {"a.exists_one(x, x)",
       "fold(x in a; @result = 0; true; _?_:_(x, _+_(@result, 1), @result); _==_(@result, 1))"},
      {"a.existsOne(x, x)",
       "fold(x in a; @result = 0; true; _?_:_(x, _+_(@result, 1), @result); _==_(@result, 1))"},
      {"a.map(x, x + 1)", "fold(x in a; @result = []; true; _+_(@result, [_+_(x, 1)]); @result)"},
      {"a.map(x, x > 0, x)",
       "fold(x in a; @result = []; true; _?_:_(_>_(x, 0), _+_(@result, [x]), @result); @result)"},
      {"a.filter(x, x)",
       "fold(x in a; @result = []; true; _?_:_(x, _+_(@result, [x]), @result); @result)"},
      {"a.all(k, v, v)",
       "fold(k, v in a; @result = true; @not_strictly_false(@result); _&&_(@result, v); @result)"},
      {"a.transformMap(k, v, v)",
       "fold(k, v in a; @result = {}; true; cel.@mapInsert(@result, k, v); @result)"},
      {"a.transformList(i, v, i > 0, v)",
       "fold(i, v in a; @result = []; true; _?_:_(_>_(i, 0), _+_(@result, [v]), @result); "
       "@result)"},
      {"o.optMap(x, x)",
       "fold(#unused in []; @target = o; false; @target; _?_:_(@target.hasValue(), "
       "optional.of(fold(#unused in []; x = @target.value(); false; x; x)), optional.none()))"},
  };
  for (const Case& c : cases) {
    std::vector<Issue> issues;
    ExprPtr tree = Parse(c.source, issues);
    EXPECT_EQ(IssuesText(c.source, issues), "");
    ASSERT_NE(tree, nullptr) << c.source;
    EXPECT_EQ(TreeText(*tree), c.tree) << c.source;
  }
}

TEST(ParserTest, Issues) {
  const std::string operands =
      "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, "
      "STRING, BYTES, IDENTIFIER}";
  const Case cases[] = {
      {"self. >",
       "ERROR: <input>:1:7: Syntax error: no viable alternative at input '. >'\n | self. >\n | "
       "......^\nERROR: <input>:1:8: Syntax error: mismatched input '<EOF>' expecting " +
           operands + "\n | self. >\n | .......^"},
      {"", "ERROR: <input>:1:1: Syntax error: mismatched input '<EOF>' expecting " + operands +
               "\n | \n | ^"},
      {"a\n+ )", "ERROR: <input>:2:3: Syntax error: mismatched input ')' expecting " + operands +
                     "\n | + )\n | ..^"},
      {"'\xC3\xA9' @",
       "ERROR: <input>:1:5: Syntax error: token recognition error at: '@'\n | "
       "'\xC3\xA9' @\n | .\uff0e..^"},
      {"\t@",
       "ERROR: <input>:1:2: Syntax error: token recognition error at: '@'\n |  @\n | "
       ".^\nERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting " +
           operands + "\n |  @\n | ..^"},
      {"\u00e9",
       "ERROR: <input>:1:1: Syntax error: token recognition error at: '\u00e9'\n | "
       "\u00e9\n | \uff3e\nERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' "
       "expecting " +
           operands + "\n | \u00e9\n | \uff0e^"},
      {"for", "ERROR: <input>:1:1: reserved identifier: for\n | for\n | ^"},
      {"has(a)", "ERROR: <input>:1:5: invalid argument to has() macro\n | has(a)\n | ....^"},
      {"a.all(b.c, true)",
       "ERROR: <input>:1:8: argument must be a simple name\n | a.all(b.c, true)\n | .......^"},
      {"a.map(b.c, true)",
       "ERROR: <input>:1:8: argument is not an identifier\n | a.map(b.c, true)\n | .......^"},
      {"a.filter(1, true)",
       "ERROR: <input>:1:10: argument is not an identifier\n | a.filter(1, true)\n | .........^"},
      {"a.optMap(1, 2)",
       "ERROR: <input>:1:10: optMap() variable name must be a simple identifier\n | a.optMap(1, "
       "2)\n | .........^"},
      {"a.all(x, x, true)",
       "ERROR: <input>:1:10: duplicate variable name: x\n | a.all(x, x, true)\n | .........^"},
      {"a.all(__result__, true)",
       "ERROR: <input>:1:7: iteration variable overwrites accumulator variable\n | "
       "a.all(__result__, true)\n | ......^"},
      {"a.map(var, var)",
       "ERROR: <input>:1:7: reserved identifier: var\n | a.map(var, var)\n | ......^\nERROR: "
       "<input>:1:7: argument is not an identifier\n | a.map(var, var)\n | ......^\nERROR: "
       "<input>:1:12: reserved identifier: var\n | a.map(var, var)\n | ...........^"},
      {"9223372036854775808",
       "ERROR: <input>:1:1: invalid int literal\n | 9223372036854775808\n | ^"},
      {"a | b",
       "ERROR: <input>:1:3: Syntax error: token recognition error at: '| '\n | a | b\n | "
       "..^\nERROR: <input>:1:5: Syntax error: extraneous input 'b' expecting <EOF>\n | a | b\n | "
       "....^"},
      {"*@a | b",
       "ERROR: <input>:1:1: Syntax error: extraneous input '*' expecting " + operands +
           "\n | *@a | b\n | ^\nERROR: <input>:1:2: Syntax error: token recognition "
           "error at: '@'\n | *@a | b\n | .^\nERROR: <input>:1:5: Syntax error: token "
           "recognition error at: '| '\n | *@a | b\n | ....^\nERROR: <input>:1:7: Syntax "
           "error: extraneous input 'b' expecting <EOF>\n | *@a | b\n | ......^"},
      {"1 + +", "ERROR: <input>:1:5: Syntax error: mismatched input '+' expecting " + operands +
                    "\n | 1 + +\n | ....^\nERROR: <input>:1:6: Syntax error: mismatched input "
                    "'<EOF>' expecting " +
                    operands + "\n | 1 + +\n | .....^"},
      {"1 + $",
       "ERROR: <input>:1:5: Syntax error: token recognition error at: '$'\n | 1 + $\n | "
       "....^\nERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting " +
           operands + "\n | 1 + $\n | .....^"},
      {"a && && b", "ERROR: <input>:1:6: Syntax error: extraneous input '&&' expecting " +
                        operands + "\n | a && && b\n | .....^"},
      {"(a", "ERROR: <input>:1:3: Syntax error: missing ')' at '<EOF>'\n | (a\n | ..^"},
      {"f(a b)",
       "ERROR: <input>:1:5: Syntax error: extraneous input 'b' expecting ')'\n | f(a b)\n | "
       "....^"},
      {"a[1", "ERROR: <input>:1:4: Syntax error: missing ']' at '<EOF>'\n | a[1\n | ...^"},
      {"[1",
       "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}\n | [1\n "
       "| ..^"},
      {"{",
       "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '}', '(', "
       "'.', ',', '-', '!', '?', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, "
       "BYTES, IDENTIFIER}\n | {\n | .^"},
      {"{'a'}",
       "ERROR: <input>:1:5: Syntax error: mismatched input '}' expecting ':'\n | {'a'}\n | "
       "....^"},
      {"a ? b",
       "ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting ':'\n | a ? b\n | "
       ".....^"},
      {"a.", "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.'\n | a.\n | ..^"},
      {"a.all(x, )", "ERROR: <input>:1:10: Syntax error: mismatched input ')' expecting " +
                         operands + "\n | a.all(x, )\n | .........^"},
      {"\"a\\>c\"",
       "ERROR: <input>:1:1: Syntax error: token recognition error at: '\"a\\>'\n | \"a\\>c\"\n | "
       "^\nERROR: <input>:1:6: Syntax error: token recognition error at: '\"'\n | \"a\\>c\"\n | "
       ".....^"},
      {"b'x", "ERROR: <input>:1:2: Syntax error: token recognition error at: ''x'\n | b'x\n | .^"},
      {"1{}",
       "ERROR: <input>:1:2: Syntax error: mismatched input '{' expecting <EOF>\n | 1{}\n | .^"},
      {"a b",
       "ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>\n | a b\n | "
       "..^"},
  };
  for (const Case& c : cases) {
    std::vector<Issue> issues;
    Parse(c.source, issues);
    EXPECT_EQ(IssuesText(c.source, issues), c.tree) << c.source;
  }
}

TEST(ParserTest, SoManyIssuesAreShown) {
  std::string source(150, '@');
  std::vector<Issue> issues;
  Parse(source, issues);
  std::string text = IssuesText(source, issues);
  EXPECT_NE(text.find("<input>:1:100: "), std::string::npos);
  EXPECT_EQ(text.find("<input>:1:101: "), std::string::npos);
  EXPECT_TRUE(text.ends_with("\n51 more errors were truncated"));
}

TEST(ParserTest, DepthAndSizeAreBounded) {
  const std::string deep[] = {std::string(100'000, '('), std::string(100'000, '['),
                              std::string(100'000, '{')};
  for (const std::string& source : deep) {
    std::vector<Issue> issues;
    Parse(source, issues);
    ASSERT_FALSE(issues.empty());
    EXPECT_EQ(issues[0].message, "expression recursion limit exceeded: 250");
  }
  for (std::string link : {".a", "[0]", "+1", "<1", "*1"}) {
    std::string source = "a";
    for (int i = 0; i < 1000; ++i) source += link;
    std::vector<Issue> issues;
    Parse(source, issues);
    EXPECT_FALSE(issues.empty()) << link;
  }
  // Each level of brackets is within the limits, the tree is not.
  for (std::string link : {".a", "[0]", "+1"}) {
    std::string chain = "a";
    for (int i = 0; i < 100; ++i) chain += link;
    std::string source = chain;
    for (int i = 0; i < 100; ++i) source = "(" + source + ")" + chain.substr(1);
    std::vector<Issue> issues;
    EXPECT_EQ(Parse(source, issues), nullptr);
    ASSERT_EQ(issues.size(), 1u) << link;
    EXPECT_EQ(issues[0].message, "expression recursion limit exceeded: 250");
  }
  std::string chain = "a";
  for (int i = 0; i < 10'000; ++i) chain += "&&a";
  std::vector<Issue> none;
  EXPECT_NE(Parse(chain, none), nullptr);
  EXPECT_TRUE(none.empty());
  std::vector<Issue> issues;
  EXPECT_EQ(Parse(std::string(kLongestExpression + 1, ' '), issues), nullptr);
  ASSERT_EQ(issues.size(), 1u);
  EXPECT_EQ(issues[0].message,
            "expression code point size exceeds limit: size: 100001, limit 100000");
}

}  // namespace
}  // namespace pintle::cel
