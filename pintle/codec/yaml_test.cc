#include "pintle/codec/yaml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/codec/document.h"

namespace pintle::codec {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Row {
  std::string_view input;
  std::string_view expected;
};

std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

// The document as JSON, or the error.
std::string AsJson(std::string_view yaml) {
  Arena arena;
  auto value = ParseYaml(yaml, arena, nullptr);
  return value ? ToJson(*value) : value.error().message();
}

std::vector<std::string> Duplicates(std::string_view yaml) {
  Arena arena;
  field::Findings findings;
  EXPECT_TRUE(ParseYaml(yaml, arena, &findings));
  return field::FindingTexts(findings.items());
}

TEST(ParseYamlTest, TellsWhetherMoreFollows) {
  struct Case {
    const char* yaml;
    const char* json;
    bool more;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"", "null", false},
           {"a: 1", R"({"a":1})", false},
           {"# x\n---\na: 1\n...\n# y\n", R"({"a":1})", false},
           {"a: 1\n---\n", R"({"a":1})", false},
           {"a: 1\n---\n# only a comment\n---\nnull\n--- ~\n", R"({"a":1})", false},
           {"{\"a\":1}\n", R"({"a":1})", false},
           {"a: 1\n---\nb: 1", R"({"a":1})", true},
           {"a: 1\n---\n---\n[]", R"({"a":1})", true},
           {"a: 1\n---\n''", R"({"a":1})", true},
           {"a: 1\n---\n*b", R"({"a":1})", true},
           {"---\n---\nb: 1", "null", true},
           {"{a: 1} b", R"({"a":1})", true},
           {"a: 1\n---\n@", R"({"a":1})", true},
       }) {
    Arena arena;
    auto first = ParseFirstYaml(c.yaml, arena, nullptr);
    ASSERT_TRUE(first) << c.yaml;
    EXPECT_EQ(ToJson(first->value), c.json) << c.yaml;
    EXPECT_EQ(first->more, c.more) << c.yaml;
  }
  Arena arena;
  EXPECT_FALSE(ParseFirstYaml("a: b: c", arena, nullptr));
}

TEST(ParseYamlTest, Words) {
  for (const char* text :
       {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"}) {
    EXPECT_EQ(AsJson(text), "true") << text;
  }
  for (const char* text :
       {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"}) {
    EXPECT_EQ(AsJson(text), "false") << text;
  }
  for (const char* text : {"~", "null", "Null", "NULL", "", "---", "# nothing"}) {
    EXPECT_EQ(AsJson(text), "null") << text;
  }
  for (const char* text : {"yEs", "tRUE", "nULL", "nil", "oN"}) {
    EXPECT_EQ(AsJson(text), '"' + std::string(text) + '"') << text;
  }
}

TEST(ParseYamlTest, Scalars) {
  constexpr Row kRows[] = {
      {"5", "5"},
      {"+5", "5"},
      {"-5", "-5"},
      {"1_000", "1000"},
      {"0x1F", "31"},
      {"-0x10", "-16"},
      {"0o17", "15"},
      {"0b101", "5"},
      {"-0b101", "-5"},
      {"010", "8"},
      {"-010", "-8"},
      {"08", "8"},
      {"0", "0"},
      {"-0", "0"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"9223372036854775808", "9223372036854776000"},
      {"1.0", "1"},
      {"1e3", "1000"},
      {"1.5", "1.5"},
      {"1_0.5", "10.5"},
      {".5", "0.5"},
      {"-.5e1", "-5"},
      {"5.", "5"},
      {"-0.0", "0"},
      {"1e20", "100000000000000000000"},
      {"1e400", R"("1e400")"},
      {"0b2", R"("0b2")"},
      {"0x", R"("0x")"},
      {"_1", R"("_1")"},
      {"=", R"("=")"},
      {"1.2.3", R"("1.2.3")"},
      {"2020-01-02", R"("2020-01-02")"},
      {"2001-12-14t21:59:43.10-05:00", R"("2001-12-14t21:59:43.10-05:00")"},
      {"12:30:45", R"("12:30:45")"},
      {"190:20:30", R"("190:20:30")"},
      {"'5'", R"("5")"},
      {"\"yes\"", R"("yes")"},
      {"|\n  5\n", R"("5\n")"},
      {"''", R"("")"},
      {"!!str 5", R"("5")"},
      {"!!str", R"("")"},
      {"!!int '5'", "5"},
      {"!!float 3", "3"},
      {"!!binary aGVsbG8=", R"("hello")"},
      {"!custom 5", R"("5")"},
      {"!!int foo", "yaml: cannot decode !!str `foo` as a !!int"},
      {"!!int 1.5", "yaml: cannot decode !!float `1.5` as a !!int"},
      {"!!bool 5", "yaml: cannot decode !!int `5` as a !!bool"},
      {"!!binary '%'", "yaml: !!binary value contains invalid base64 data"},
      {"+.inf", "json: unsupported value: +Inf"},
      {".INF", "json: unsupported value: +Inf"},
      {".nan", "json: unsupported value: NaN"},
      {"18446744073709551615", "18446744073709552000"},
      {"18446744073709551616", "18446744073709552000"},
      {"-9223372036854775809", "-9223372036854776000"},
      {"0xFFFFFFFFFFFFFFFF", "18446744073709552000"},
      {"0o8", R"("0o8")"},
      {"+", R"("+")"},
      {"-", "[null]"},
      {".", R"(".")"},
      {"1e", R"("1e")"},
      {"1e-3", "0.001"},
      {"+1.5E+2", "150"},
      {"!!bool yes", "true"},
      {"!!null ''", "null"},
      {"!!null foo", "yaml: cannot decode !!str `foo` as a !!null"},
      {"!!float foo", "yaml: cannot decode !!str `foo` as a !!float"},
      {"!!str yes", R"("yes")"},
      {"!!str ~", R"("~")"},
      {"!!binary /w==", "\"\xef\xbf\xbd\""},
      {">-\n  a\n  b\n", R"("a b")"},
      {"|+\n  a\n\n", R"("a\n\n")"},
      {"a: .inf", "json: unsupported value: +Inf"},
      {"a: -.Inf", "json: unsupported value: -Inf"},
      {"[.NaN]", "json: unsupported value: NaN"},
  };
  for (const Row& row : kRows) EXPECT_EQ(AsJson(row.input), row.expected) << row.input;
  Arena arena;
  EXPECT_TRUE(ParseYaml("1.0", arena, nullptr)->is_int());
  EXPECT_TRUE(ParseYaml("1e20", arena, nullptr)->is_double());
}

TEST(ParseYamlTest, Keys) {
  constexpr Row kRows[] = {
      {"yes: 1", R"({"true":1})"},
      {"0x10: 1", R"({"16":1})"},
      {"5: x", R"({"5":"x"})"},
      {"1.5: x", R"({"1.5":"x"})"},
      {"1.0: x", R"({"1":"x"})"},
      {"1e20: x", R"({"1e+20":"x"})"},
      {"1e6: x", R"({"1e+06":"x"})"},
      {"b: 1\na: 2", R"({"a":2,"b":1})"},
      {"&k key: 1\n*k : 2", R"({"key":2})"},
      {"{~: x}", R"(unsupported map key of type: %!s(<nil>), key: <nil>, value: "x")"},
      {"{9223372036854775808: 1}",
       "unsupported map key of type: uint64, key: 0x8000000000000000, value: 1"},
      {"{a: b}: c", R"(yaml: invalid map key: map[interface {}]interface {}{"a":"b"})"},
  };
  for (const Row& row : kRows) EXPECT_EQ(AsJson(row.input), row.expected) << row.input;
}

TEST(ParseYamlTest, Documents) {
  constexpr Row kRows[] = {
      {"a: 1\n---\nb: 2", R"({"a":1})"},
      {"---\na: 1\n...\n@@@", R"({"a":1})"},
      {"{a: 1} trailing @", R"({"a":1})"},
      {"---\n---\na: 1", "null"},
      {"\xef\xbb\xbf"
       "a: 1",
       R"({"a":1})"},
      {"%YAML 1.1\n---\na: 1", R"({"a":1})"},
      {"%YAML 1.2\n---\na: 1", "yaml: found incompatible YAML document"},
      {R"({"a":[1,"x",null,true]})", R"({"a":[1,"x",null,true]})"},
      {"a:\n- b\n- c: |\n    x\n    y\n  d: >\n    x\n    y\n",
       R"({"a":["b",{"c":"x\ny\n","d":"x y\n"}]})"},
  };
  for (const Row& row : kRows) EXPECT_EQ(AsJson(row.input), row.expected) << row.input;
}

TEST(ParseYamlTest, AnchorsAndMerges) {
  constexpr Row kRows[] = {
      {"a: &x [1, 2]\nb: *x", R"({"a":[1,2],"b":[1,2]})"},
      {"a: &x 1\nb: &x 2\nc: *x", R"({"a":1,"b":2,"c":2})"},
      {"m: &m {a: 1, b: 2}\nd:\n  a: 0\n  <<: *m\n  b: 3",
       R"({"d":{"a":1,"b":3},"m":{"a":1,"b":2}})"},
      {"<<: [{a: 1}, {a: 2, b: 2}]\nc: 3", R"({"a":1,"b":2,"c":3})"},
      {"'<<': {a: 1}", R"({"\u003c\u003c":{"a":1}})"},
      {"metadata: *x", "yaml: unknown anchor 'x' referenced"},
      {"a: &a [*a]", "yaml: anchor 'a' value contains itself"},
      {"<<: 5", "yaml: map merge requires map or sequence of maps as the value"},
      {"<<: [{a: 1}, 5]", "yaml: map merge requires map or sequence of maps as the value"},
      {"<<: {a: 1, <<: {a: 2, b: 2}}\nc: 3", R"({"a":2,"b":2,"c":3})"},
      {"!!merge <<: {a: 1}", R"({"a":1})"},
      {"!!str <<: {a: 1}", R"({"\u003c\u003c":{"a":1}})"},
      {"a: &a {b: *a}", "yaml: anchor 'a' value contains itself"},
      {"a: &x 1\n---\nb: *x", R"({"a":1})"},
  };
  for (const Row& row : kRows) EXPECT_EQ(AsJson(row.input), row.expected) << row.input;
}

TEST(ParseYamlTest, ExcessiveAliasing) {
  std::string nodes = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 9; ++i) {
    std::string last = "*a" + std::to_string(i - 1);
    nodes += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int j = 0; j < 9; ++j) nodes += "," + last;
    nodes += "]\n";
  }
  EXPECT_EQ(AsJson(nodes), "yaml: document contains excessive aliasing");
  std::string bytes = "a: &a " + std::string(1 << 20, 'x') + "\nb: [" + Repeated("*a, ", 17) + "]";
  EXPECT_EQ(AsJson(bytes), "yaml: document contains excessive aliasing");
  EXPECT_EQ(AsJson("a: &a x\nb: [" + Repeated("*a, ", 90) + "]"),
            R"({"a":"x","b":[)" + Repeated("\"x\",", 89) + R"("x"]})");
}

TEST(ParseYamlTest, MergesDoNotMultiply) {
  std::string members;
  for (int i = 0; i < 400; ++i) members += "k" + std::to_string(i) + ": 1, ";
  std::string nested = Repeated("{<<: ", 400) + "{" + members + "}" + Repeated("}", 400);
  EXPECT_EQ(AsJson(nested), "yaml: document contains excessive aliasing");
  std::string repeated = "m: &m {" + members + "}\nl: [" + Repeated("{<<: *m}, ", 400) + "]";
  EXPECT_EQ(AsJson(repeated), "yaml: document contains excessive aliasing");
  EXPECT_TRUE(AsJson("m: &m {" + members + "}\nl: [{<<: *m}, {<<: *m}]").starts_with("{"));
}

TEST(ParseYamlTest, Depth) {
  std::string deep = Repeated("[", 10000) + Repeated("]", 10000);
  EXPECT_TRUE(AsJson(deep) == deep);
  EXPECT_EQ(AsJson(Repeated("[", 10001)), "yaml: exceeded max depth of 10000");
  EXPECT_EQ(AsJson("a:\n " + Repeated("[", 10001)), "yaml: line 2: exceeded max depth of 10000");
  std::string half = Repeated("[", 6000);
  EXPECT_EQ(
      AsJson("a: &a " + half + Repeated("]", 6000) + "\nb: " + half + "*a" + Repeated("]", 6000)),
      "yaml: exceeded max depth of 10000");
}

TEST(ParseYamlTest, LargeAndDeepFlowIsRefused) {
  EXPECT_EQ(AsJson(Repeated("[", 9000) + Repeated("1,", 100'000) + Repeated("]", 9000)),
            "yaml: document is too large and too deeply nested");
}

TEST(ParseYamlTest, TagDirectivesAreLimited) {
  auto with_directives = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "%TAG !t" + std::to_string(i) + "! tag:\n";
    return text + "---\na: !t0!x 1\n";
  };
  EXPECT_EQ(AsJson(with_directives(100)), R"({"a":"1"})");
  std::string comment = "#" + std::string(100'000, 'x') + "\n";
  EXPECT_EQ(AsJson(with_directives(100) + comment + "b: !t99!x 2"), R"({"a":"1","b":"2"})");
  EXPECT_EQ(AsJson(with_directives(101)), "yaml: document has too many tag directives");
  EXPECT_EQ(AsJson(with_directives(20'000)), "yaml: document has too many tag directives");
}

TEST(ParseYamlTest, SyntaxErrors) {
  constexpr Row kRows[] = {
      {"a: 1\nb:\n\tc: 1", "yaml: line 3: found character that cannot start any token"},
      {"@", "yaml: found character that cannot start any token"},
      {"a: b: c", "yaml: mapping values are not allowed in this context"},
      {"a: 1\nb: c: d", "yaml: line 2: mapping values are not allowed in this context"},
      {"a:\n  b: 1\n c: 2", "yaml: line 2: did not find expected key"},
      {"{a: 1\n", "yaml: line 1: did not find expected ',' or '}'"},
      {"[a\n", "yaml: line 1: did not find expected ',' or ']'"},
      {"a: 1\nb\n", "yaml: line 3: could not find expected ':'"},
      {"a: - b", "yaml: block sequence entries are not allowed in this context"},
      {"a: \x01", "yaml: control characters are not allowed"},
      {"a: \xff", "yaml: invalid leading UTF-8 octet"},
      // An error of meaning further up does not hide one of syntax.
      {"a: .nan\nb: c: d", "yaml: line 2: mapping values are not allowed in this context"},
  };
  for (const Row& row : kRows) EXPECT_EQ(AsJson(row.input), row.expected) << row.input;
}

TEST(ParseYamlTest, Duplicates) {
  EXPECT_EQ(AsJson("a: 1\na: 2"), R"({"a":2})");
  EXPECT_THAT(Duplicates("a: 1\nb: 2"), IsEmpty());
  EXPECT_THAT(Duplicates("spec:\n  replicas: 1\n  replicas: 2\n  replicas: 3\n"),
              ElementsAre(R"(duplicate field "spec.replicas")"));
  EXPECT_THAT(Duplicates("l:\n- 1\n- [x]\n- a: 1\n  a: {b: 1, b: 2}\nl: 2"),
              ElementsAre(R"(duplicate field "l[2].a")", R"(duplicate field "l[2].a.b")",
                          R"(duplicate field "l")"));
  EXPECT_THAT(Duplicates("m: &m {name: a}\ndata:\n  <<: *m\n  name: b"),
              ElementsAre(R"(duplicate field "data.name")"));
  EXPECT_THAT(Duplicates("l: [&x a, *x, {b: 1, b: 2}]"),
              ElementsAre(R"(duplicate field "l[2].b")"));
  EXPECT_THAT(Duplicates(R"({"kind":"ConfigMap","metadata":{"name":"a","name":"b"},"zz":1})"),
              ElementsAre(R"(duplicate field "metadata.name")"));
  // Keys that are written differently and mean the same.
  EXPECT_THAT(Duplicates("m: {yes: 1, true: 2, 0x10: 3, '16': 4}"),
              ElementsAre(R"(duplicate field "m.true")", R"(duplicate field "m.16")"));
}

TEST(ParseYamlTest, DuplicatesByMergeKeys) {
  const struct {
    std::string_view yaml;
    std::vector<std::string> paths;
  } kRows[] = {
      // A member of an inline mapping is a member of the mapping it is merged into.
      {"m:\n  x: 1\n  <<: {a: 1, a: 2}\n", {"m.a"}},
      {"m:\n  x: 1\n  <<: {x: 2}\n", {"m.x"}},
      {"m:\n  <<: {x: 2}\n  x: 1\n", {"m.x"}},
      {"m: {<<: {a: {b: 1, b: 2}}}", {"m.a.b"}},
      {"m: {<<: [{a: 1, b: 1}, {a: 2, c: {d: 1, d: 2}}]}", {"m.a", "m.c.d"}},
      {"m: {<<: {<<: {a: 1}, a: 2}}", {"m.a"}},
      {"b: &b {a: 1}\nm: {<<: [*b, {c: 1}], c: 2, a: 3}", {"m.c", "m.a"}},
      {"b: &b {a: 1}\nl: [x, {<<: *b, a: 2}]", {"l[1].a"}},
      {"b: &b [{a: 1}, {a: 2}]\nm: {<<: *b}", {"m.a"}},
      {"b: &b {a: 1}\nm: {<<: *b, c: {d: 1, d: 2}}", {"m.c.d"}},
      {"<<: {a: 1}\nb: 2", {}},
  };
  for (const auto& row : kRows) {
    std::vector<std::string> texts;
    for (const std::string& path : row.paths) texts.push_back("duplicate field \"" + path + "\"");
    EXPECT_EQ(Duplicates(row.yaml), texts) << row.yaml;
  }
}

}  // namespace
}  // namespace pintle::codec
