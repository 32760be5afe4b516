// Whatever the input, there is a result or a message: real files cut off and damaged at many
// places.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "gen/model/builder.h"
#include "gen/parse/parser.h"

namespace pintle::gen {
namespace {

namespace fs = std::filesystem;

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

// Parses and, if that succeeds, resolves. Returns whether both did, or whether something was said.
bool Handled(const std::string& text) {
  Diagnostics diagnostics;
  auto file = ParseFile(std::make_unique<SourceFile>(SourceFile{"x.go", text}), diagnostics);
  if (!file) return diagnostics.size() == 1;
  ParsedPackage package;
  package.folder = package.import_path = "x";
  package.generated = true;
  package.files.push_back(std::move(*file));
  std::vector<ParsedPackage> packages;
  packages.push_back(std::move(package));
  Model model;
  BuildModel(std::move(packages), {}, model, diagnostics);
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

}  // namespace
}  // namespace pintle::gen
