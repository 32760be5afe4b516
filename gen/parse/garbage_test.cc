// Whatever the input, there is a result or a message: real files cut off and damaged at many
// places.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "gen/emit/emit.h"
#include "gen/parsed_for_test.h"

namespace pintle::gen {
namespace {

std::vector<std::string> RealFiles() {
  std::vector<std::string> texts;
  for (const char* path : {"gen/testdata/wild/types.go", "gen/testdata/wild/constants.go",
                           "gen/testdata/shapes/types.go", "apis/meta/v1/types.go",
                           "apis/apiextensions/v1/types.go"}) {
    std::ifstream stream(path, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    EXPECT_FALSE(text.str().empty()) << path;
    texts.push_back(std::move(text).str());
  }
  return texts;
}

// Parses, resolves and emits as far as it goes. Returns whether a file that does not parse has its
// one message.
bool Handled(const std::string& text) {
  Diagnostics diagnostics;
  std::vector<ParsedPackage> packages;
  packages.push_back(ParsedText("x", text, diagnostics));
  if (packages.front().files.empty()) return diagnostics.size() == 1;
  Model model;
  BuildModel(std::move(packages), {}, model, diagnostics);
  Outputs outputs;
  if (diagnostics.empty()) EmitTypes(model.packages().front(), outputs, diagnostics);
  return true;
}

TEST(GarbageTest, CutOff) {
  constexpr size_t kPlaces = 150;
  for (const std::string& text : RealFiles()) {
    size_t step = std::max<size_t>(1, text.size() / kPlaces);
    for (size_t end = 0; end < text.size(); end += step) {
      EXPECT_TRUE(Handled(text.substr(0, end))) << text.substr(0, end);
    }
  }
}

TEST(GarbageTest, Damaged) {
  static constexpr std::string_view kPieces[] = {
      "{",       "}",          "(",       ")",      "[",    "]",  "`",  "\"",   "'",
      "/*",      "*/",         "//",      "\n",     ";",    ",",  "*",  "\\",   "struct",
      "map[",    "chan ",      "func(",   "type",   "=",    ".",  "\0", "\xff", "iota",
      "const (", "interface{", "package", "import", "any[", "[]", "\t"};
  constexpr int kRounds = 300;
  std::mt19937 random(7);
  for (const std::string& text : RealFiles()) {
    for (int round = 0; round < kRounds; ++round) {
      std::string damaged = text;
      for (int changes = 1 + random() % 3; changes > 0; --changes) {
        size_t at = random() % damaged.size();
        std::string_view piece = kPieces[random() % std::size(kPieces)];
        damaged.replace(at, random() % 8, piece);
      }
      EXPECT_TRUE(Handled(damaged)) << damaged;
    }
  }
}

TEST(GarbageTest, DeepNesting) {
  constexpr size_t kDepth = 50'000;
  for (std::string_view piece : {"[", "(", "*", "[]", "map[", "struct{", "func(", "chan ", "G[",
                                 "{", "interface{", "-", "a.", "<-"}) {
    std::string deep;
    for (size_t i = 0; i < kDepth; ++i) deep += piece;
    EXPECT_TRUE(Handled("package x\ntype T " + deep)) << piece;
    EXPECT_TRUE(Handled("package x\nconst C = " + deep + "1\n")) << piece;
    EXPECT_TRUE(Handled("package x\nvar V = " + deep)) << piece;
    EXPECT_TRUE(Handled("package x\ntype T struct { A " + deep)) << piece;
  }
}

TEST(GarbageTest, LongChains) {
  constexpr int kLength = 5000;
  std::string aliases = "package x\n";
  std::string constants = "package x\nconst (\n";
  std::string generics = "package x\ntype G[T any] struct { A *G[[]T] `json:\"a\"` }\n";
  for (int i = 0; i < kLength; ++i) {
    aliases += "type T" + std::to_string(i) + " T" + std::to_string(i + 1) + "\n";
    constants += "C" + std::to_string(i) + " = C" + std::to_string(i + 1) + "\n";
  }
  EXPECT_TRUE(Handled(aliases + "type T" + std::to_string(kLength) + " string\n"));
  EXPECT_TRUE(Handled(constants + "C" + std::to_string(kLength) + " = 1\n)\n"));
  EXPECT_TRUE(Handled(generics + "type U struct { B G[string] `json:\"b\"` }\n"));
}

// Short texts that stand for more than there is room or time for.
TEST(GarbageTest, Growth) {
  constexpr int kSteps = 40;
  constexpr int kWays = 8;
  std::string maps = "package x\n";
  std::string constants = "package x\nconst C0 = \"text\"\n";
  std::string wide = "package x\ntype G[T any] struct {\n";
  std::string circle = "package x\n";
  std::string inlined = "package x\n";
  for (int i = 0; i < kSteps; ++i) {
    std::string next = std::to_string(i + 1);
    maps += "type M" + std::to_string(i) + " map[M" + next + "]M" + next + "\n";
    constants += "const C" + next + " = C" + std::to_string(i) + " + C" + std::to_string(i) + "\n";
  }
  for (int way = 0; way < kWays; ++way) {
    std::string name = std::to_string(way);
    wide += "A" + name + " *G[W" + name + "[T]] `json:\"a" + name + "\"`\n";
    circle += "type E" + name + " struct {";
    for (int other = 0; other < kWays; ++other) circle += " *E" + std::to_string(other) + ";";
    circle += " }\n";
  }
  wide += "}\n";
  for (int way = 0; way < kWays; ++way) {
    wide += "type W" + std::to_string(way) + "[T any] struct { V T }\n";
  }
  for (int level = 0; level < 16; ++level) {
    for (int way = 0; way < kWays; ++way) {
      inlined += fmt::format("type L{}x{} struct {{", level, way);
      for (int other = 0; other < kWays; ++other) {
        if (level < 15) inlined += fmt::format(" L{}x{};", level + 1, other);
      }
      inlined += " }\n";
    }
  }
  EXPECT_TRUE(Handled(maps + "type M" + std::to_string(kSteps) + " func()\n"));
  EXPECT_TRUE(Handled(constants));
  EXPECT_TRUE(Handled(wide + "type U struct { B G[string] `json:\"b\"` }\n"));
  EXPECT_TRUE(
      Handled("package x\n"
              "type P[A any, B any, C any] struct { A A `json:\"a\"` }\n"
              "type G[T any] struct { A *G[P[T, T, T]] `json:\"a\"` }\n"
              "type U struct { B G[string] `json:\"b\"` }\n"));
  EXPECT_TRUE(Handled(circle));
  EXPECT_TRUE(Handled(inlined));
}

}  // namespace
}  // namespace pintle::gen
