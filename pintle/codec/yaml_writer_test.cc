#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "pintle/codec/document.h"
#include "pintle/codec/yaml.h"

namespace pintle::codec {
namespace {

std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

TEST(ToYamlTest, Style) {
  Arena arena;
  Value value = *ParseJson(
      R"({"apiVersion":"v1","data":{"empty":"","lines":"a\nb\n","yes":"no","number":"5","text":"a: b",)"
      R"("ip":"10.0.0.1"},"items":[{"a":1,"b":[]},"x"],"none":null,"object":{},"ratio":0.5,"t":true})",
      arena);
  EXPECT_EQ(ToYaml(value), R"(apiVersion: v1
data:
  empty: ""
  ip: 10.0.0.1
  lines: |
    a
    b
  number: "5"
  text: 'a: b'
  "yes": "no"
items:
- a: 1
  b: []
- x
none: null
object: {}
ratio: 0.5
t: true
)");
}

TEST(ToYamlTest, StringsReadBackAsThemselves) {
  const std::string_view kTexts[] = {"",
                                     " ",
                                     "a",
                                     " a",
                                     "a ",
                                     "\n",
                                     "\n\n",
                                     "a\n",
                                     "a\n\n",
                                     "\na",
                                     "a\nb",
                                     " a\nb",
                                     "a \nb",
                                     "a\n b\n",
                                     "a\tb",
                                     "\ta",
                                     "a\t\nb",
                                     "\r",
                                     "a\r\nb",
                                     "a\rb\n",
                                     "\xc2\x85x",
                                     "a\n\u2028b",
                                     "\xef\xbb\xbf",
                                     "~",
                                     "null",
                                     "yes",
                                     "on",
                                     "1",
                                     "-1",
                                     "1.5",
                                     "0x1",
                                     "1e3",
                                     "010",
                                     "08",
                                     ".5",
                                     ".inf",
                                     "-.INF",
                                     ".nan",
                                     "=",
                                     "<<",
                                     "2020-01-02",
                                     "12:30:45",
                                     "- a",
                                     "-",
                                     "? a",
                                     "a: b",
                                     "a:",
                                     ":",
                                     "a #b",
                                     "#a",
                                     "{a}",
                                     "[a]",
                                     "&a",
                                     "*a",
                                     "!a",
                                     "|",
                                     ">",
                                     "%a",
                                     "@a",
                                     "`a",
                                     "'a'",
                                     "\"a\"",
                                     "a'b",
                                     "---",
                                     "...",
                                     "--- a",
                                     "a\n---\nb",
                                     "a\n...\nb",
                                     "\x01",
                                     "a\\b",
                                     "ü水😀",
                                     "a,b",
                                     "a]",
                                     "\x7f",
                                     "--- |\n a",
                                     "a\n\n b\n\n",
                                     "#\n#",
                                     "a\n#b",
                                     std::string_view("\0a", 2)};
  for (std::string_view text : kTexts) {
    Arena arena;
    Value members = Value::Object(arena, {{"k", Value(text)}, {text, Value(1)}});
    Value documents[] = {Value(text), members,
                         Value::List(arena, std::array{members, Value(text)})};
    for (const Value& value : documents) {
      std::string yaml = ToYaml(value);
      auto read = ParseYaml(yaml, arena, nullptr);
      ASSERT_TRUE(read) << yaml << read.error().message();
      EXPECT_EQ(ToJson(*read), ToJson(value)) << yaml;
    }
  }
}

TEST(ToYamlTest, DeepValuesStaySmall) {
  Arena arena;
  std::string json = Repeated("{\"a\":[", 1000) + "1" + Repeated("]}", 1000);
  Value value = *ParseJson(json, arena);
  std::string yaml = ToYaml(value);
  EXPECT_LT(yaml.size(), 20'000U);
  EXPECT_TRUE(*ParseYaml(yaml, arena, nullptr) == value);
}

TEST(ToYamlTest, Blocks) {
  const struct {
    const char* json;
    const char* yaml;
  } kRows[] = {
      {R"({"s":"a\nb\n"})", "s: |\n  a\n  b\n"},
      {R"({"s":"a\nb"})", "s: |-\n  a\n  b\n"},
      {R"({"s":"a\nb\n\n"})", "s: |+\n  a\n  b\n\n"},
      {R"({"s":" a\nb\n"})", "s: |2\n   a\n  b\n"},
      {R"({"s":"#!/bin/sh\nif true; then\n  echo \"x\"\nfi\n"})",
       "s: |\n  #!/bin/sh\n  if true; then\n    echo \"x\"\n  fi\n"},
      {R"(["a\nb\n",1])", "- |\n  a\n  b\n- 1\n"},
      {R"([[1,[]],{}])", "- - 1\n  - []\n- {}\n"},
      {R"("a\nb")", "|-\n  a\n  b\n"},
      {R"([1e21,1e-7,1.5e300,0.5,1e3])", "- 1.0e+21\n- 1.0e-7\n- 1.5e+300\n- 0.5\n- 1000\n"},
      {R"(["1_0",".5_0","1_0:30","0o7","2020-01-02T03:04:05Z","10.0.0.1","5m"])",
       "- \"1_0\"\n- \".5_0\"\n- \"1_0:30\"\n- \"0o7\"\n- \"2020-01-02T03:04:05Z\"\n- 10.0.0.1\n- "
       "5m\n"},
  };
  for (const auto& row : kRows) {
    Arena arena;
    EXPECT_EQ(ToYaml(*ParseJson(row.json, arena)), row.yaml) << row.json;
  }
}

// Values with all that a writer can get wrong.
class RandomValues {
 public:
  explicit RandomValues(uint32_t seed) : random_(seed) {}

  Value Make(Arena& arena, int depth) {
    switch (Below(depth > 0 ? 9 : 6)) {
      case 0:
        return Value();
      case 1:
        return Value(Below(2) == 0);
      case 2:
        return Value(static_cast<int64_t>(random_()) >> Below(64));
      case 3:
        return Value(MakeDouble());
      case 4:
      case 5:
        return Value::String(arena, MakeString());
      case 6: {
        std::vector<Value> items;
        for (size_t n = Below(5); n > 0; --n) items.push_back(Make(arena, depth - 1));
        return Value::List(arena, items);
      }
      default: {
        std::vector<Member> members;
        for (size_t n = Below(5); n > 0; --n) {
          members.push_back(Member{arena.Copy(MakeString()), Make(arena, depth - 1)});
        }
        return Value::Object(arena, std::move(members));
      }
    }
  }

 private:
  size_t Below(size_t limit) { return random_() % limit; }

  // Not integral, since those read back as integers.
  double MakeDouble() {
    for (;;) {
      auto value = std::bit_cast<double>(random_());
      if (Below(2) == 0) value = static_cast<double>(random_() % 1'000'000) / 1000;
      if (std::isfinite(value) && (value != std::floor(value) || std::abs(value) >= 1e21)) {
        return value;
      }
    }
  }

  std::string MakeString() {
    static constexpr std::array<std::string_view, 64> kPieces = {"a",
                                                                 "b",
                                                                 "0",
                                                                 "1",
                                                                 "8",
                                                                 "_",
                                                                 ".",
                                                                 "-",
                                                                 "+",
                                                                 ":",
                                                                 ": ",
                                                                 " #",
                                                                 "#",
                                                                 " ",
                                                                 "  ",
                                                                 "\n",
                                                                 "\n\n",
                                                                 "\t",
                                                                 "\r",
                                                                 "\r\n",
                                                                 "'",
                                                                 "\"",
                                                                 "\\",
                                                                 "{",
                                                                 "}",
                                                                 "[",
                                                                 "]",
                                                                 ",",
                                                                 "&",
                                                                 "*",
                                                                 "!",
                                                                 "|",
                                                                 ">",
                                                                 "%",
                                                                 "@",
                                                                 "`",
                                                                 "~",
                                                                 "null",
                                                                 "yes",
                                                                 "no",
                                                                 "on",
                                                                 "true",
                                                                 ".inf",
                                                                 ".nan",
                                                                 "0x",
                                                                 "0b",
                                                                 "e",
                                                                 "E+",
                                                                 "---",
                                                                 "...",
                                                                 "<<",
                                                                 "=",
                                                                 "?",
                                                                 "? ",
                                                                 "- ",
                                                                 "2020-01-02",
                                                                 "T00:00:00Z",
                                                                 "\xc3\xbc",
                                                                 "\xe6\xb0\xb4",
                                                                 "\xf0\x9f\x98\x80",
                                                                 "\xc2\x85",
                                                                 "\xe2\x80\xa8",
                                                                 "\xef\xbb\xbf",
                                                                 "\x01"};
    std::string text;
    for (size_t n = Below(7); n > 0; --n) text += kPieces[Below(kPieces.size())];
    return text;
  }

  std::mt19937_64 random_;
};

TEST(ToYamlTest, RandomValuesReadBackAsThemselves) {
  RandomValues random(1);
  for (int i = 0; i < 20'000; ++i) {
    Arena arena;
    Value value = random.Make(arena, 4);
    std::string yaml = ToYaml(value);
    field::Findings findings;
    auto read = ParseYaml(yaml, arena, &findings);
    ASSERT_TRUE(read) << yaml << read.error().message();
    ASSERT_TRUE(*read == value) << yaml << ToJson(value) << ToJson(*read);
    ASSERT_TRUE(findings.empty()) << field::StrictMessage(findings);
  }
}

// Another reader of YAML 1.1 finds the same values.
TEST(ToYamlTest, PythonReadsTheSame) {
  if (std::system("python3 -c 'import yaml' 2>/dev/null") != 0) {
    GTEST_SKIP() << "python3-yaml is not installed";
  }
  std::filesystem::path file = std::filesystem::path(testing::TempDir()) /
                               ("pintle_yaml_for_python." + std::to_string(getpid()) + ".json");
  RandomValues random(2);
  {
    std::ofstream out(file);
    for (int i = 0; i < 1500; ++i) {
      Arena arena;
      Value value = random.Make(arena, 3);
      std::string yaml = ToYaml(value);
      out << ToJson(Value::List(arena, std::array{Value(yaml), value})) << '\n';
    }
  }
  std::string command = R"(python3 -c '
import json, sys, yaml
for line in open(sys.argv[1], encoding="utf-8", newline="\n"):
    text, value = json.loads(line)
    read = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    if json.dumps(read, sort_keys=True) != json.dumps(value, sort_keys=True):
        sys.exit(text + "\n" + repr(read) + "\n" + repr(value))
' )" + file.string();
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace pintle::codec
