#include "gen/parse/parser.h"

#include <gtest/gtest.h>

#include "gen/parse/build_constraint.h"
#include "gen/parse/lexer.h"

namespace pintle::gen {
namespace {

using ast::TypeExpression;

ast::File Parse(const std::string& text) {
  Diagnostics diagnostics;
  auto file = ParseFile(std::make_unique<SourceFile>(SourceFile{"x.go", text}), diagnostics);
  EXPECT_TRUE(diagnostics.empty()) << diagnostics.Text();
  return file ? std::move(*file) : ast::File();
}

std::string Joined(const ast::Comment& comment) {
  std::string out;
  for (const ast::CommentLine& line : comment) out += "|" + line.text;
  return out;
}

// `[]*p.T`, `map[K]V`: an expression as it is written.
std::string Shown(const TypeExpression& type) {
  std::string element = type.element ? Shown(*type.element) : "";
  std::string name = (type.package.empty() ? "" : type.package + ".") + type.name;
  switch (type.kind) {
    case TypeExpression::Kind::kName:
      return name;
    case TypeExpression::Kind::kPointer:
      return "*" + element;
    case TypeExpression::Kind::kSlice:
      return "[]" + element;
    case TypeExpression::Kind::kArray:
      return "[n]" + element;
    case TypeExpression::Kind::kMap:
      return "map[" + Shown(*type.key) + "]" + element;
    case TypeExpression::Kind::kStruct:
      return "struct" + std::to_string(type.fields.size());
    case TypeExpression::Kind::kInterface:
      return "interface";
    case TypeExpression::Kind::kFunction:
      return "func";
    case TypeExpression::Kind::kChannel:
      return "chan " + element;
    case TypeExpression::Kind::kGeneric:
      for (size_t i = 0; i < type.arguments.size(); ++i) {
        name += (i == 0 ? "[" : ",") + Shown(type.arguments[i]);
      }
      return name + "]";
  }
  return {};
}

TEST(ParserTest, TypeExpressions) {
  const std::pair<std::string, std::string> cases[] = {
      {"p.T", "p.T"},
      {"(T)", "T"},
      {"**T", "**T"},
      {"[][]*p.T", "[][]*p.T"},
      {"[2*(n+1)]T", "[n]T"},
      {"[p.N]byte", "[n]byte"},
      {"map[string]map[p.K][]T", "map[string]map[p.K][]T"},
      {"map[string]struct{}", "map[string]struct0"},
      {"interface{ A(b int) (c string); B }", "interface"},
      {"func(a, b int, c ...string) (d struct{ e int }, err error)", "func"},
      {"func() func()", "func"},
      {"map[string]func()", "map[string]func"},
      {"<-chan T", "chan T"},
      {"chan<- func(T) T", "chan func"},
      {"p.G[T]", "p.G[T]"},
      {"G[K, []V, map[string]H[V]]", "G[K,[]V,map[string]H[V]]"},
      {"G[\n\tK,\n\tV,\n]", "G[K,V]"},
  };
  for (const auto& [text, shown] : cases) {
    ast::File file = Parse("package x\ntype A " + text + "\ntype B = " + text + "\n");
    ASSERT_EQ(file.types.size(), 2u) << text;
    EXPECT_EQ(Shown(file.types[0].type), shown) << text;
    EXPECT_TRUE(file.types[1].alias);
  }
}

TEST(ParserTest, TypeParameters) {
  ast::File file = Parse(
      "package x\n"
      "type A[T any] struct{}\n"
      "type B[K comparable, V, W interface{ ~[]K | ~int }] []V\n"
      "type C [N]int\n"
      "type D [N * 2]int\n"
      "type E [p.N]int\n");
  ASSERT_EQ(file.types.size(), 5u);
  EXPECT_EQ(file.types[0].parameters, std::vector<std::string>{"T"});
  EXPECT_EQ(file.types[1].parameters, (std::vector<std::string>{"K", "V", "W"}));
  for (size_t i = 2; i < 5; ++i) EXPECT_EQ(Shown(file.types[i].type), "[n]int");
}

TEST(ParserTest, StructFields) {
  ast::File file = Parse(
      "package x\n"
      "type T struct {\n"
      "  A, B string `json:\"a\"`\n"
      "  C int \"json:\\\"c\\\"\"\n"
      "  p.Embedded\n"
      "  *Pointer `json:\",inline\"`\n"
      "  Generic[K, V]\n"
      "  Array [4]string\n"
      "  Slice []string; Function func(int) (string, error) `json:\"-\"`\n"
      "  Inline struct { X, Y int }\n"
      "}\n");
  ASSERT_EQ(file.types.size(), 1u);
  std::string shown;
  for (const ast::Field& field : file.types[0].type.fields) {
    shown += field.name + (field.embedded ? "!" : "") + " " + Shown(*field.type) + " " + field.tag +
             "\n";
  }
  EXPECT_EQ(shown,
            "A string json:\"a\"\nB string json:\"a\"\nC int json:\"c\"\nEmbedded! p.Embedded \n"
            "Pointer! *Pointer json:\",inline\"\nGeneric! Generic[K,V] \nArray [n]string \n"
            "Slice []string \nFunction func json:\"-\"\nInline struct2 \n");
}

TEST(ParserTest, CommentsBelongToWhatStandsBelow) {
  ast::File file = Parse(
      "package x\n\n"
      "// +second\n"
      "\n"
      "// first\n"
      "// +tag\n"
      "type A struct {\n"
      "  X string // behind X\n"
      "  Y string\n"
      "  // detached\n"
      "\n"
      "  // of Z\n"
      "  Z string /* behind\n  Z */\n"
      "}\n"
      "\n"
      "// +second of B\n"
      "\n"
      "type B int\n"
      "type C int\n"
      "// far\n\n\n"
      "type (\n"
      "  /* of D\n     more */\n"
      "  D int\n"
      "  E int\n"
      ")\n");
  ASSERT_EQ(file.types.size(), 5u);
  const auto& fields = file.types[0].type.fields;
  EXPECT_EQ(Joined(file.types[0].doc), "| first| +tag");
  EXPECT_EQ(Joined(file.types[0].second_doc), "| +second");
  EXPECT_EQ(Joined(fields[0].line_comment), "| behind X");
  EXPECT_EQ(Joined(fields[1].doc), "");
  EXPECT_EQ(Joined(fields[2].doc), "| of Z");
  EXPECT_EQ(Joined(fields[2].line_comment), "| behind|  Z ");
  EXPECT_EQ(Joined(file.types[1].doc), "");
  EXPECT_EQ(Joined(file.types[1].second_doc), "| +second of B");
  EXPECT_EQ(Joined(file.types[2].second_doc), "");
  EXPECT_EQ(Joined(file.types[3].doc), "| of D|     more ");
  EXPECT_EQ(Joined(file.types[4].doc), "");
}

TEST(ParserTest, ConstantsRepeatWhatIsLeftOut) {
  ast::File file = Parse(
      "package x\n"
      "const (\n"
      "  A T = 1 << iota // behind A\n"
      "  B\n"
      "  C, D = \"c\", f(1, 2)\n"
      "  E, F\n"
      ")\n"
      "const G = 'x'\n");
  std::string shown;
  for (const ast::Constant& constant : file.constants) {
    shown += constant.name + (constant.type ? " " + constant.type->name : "") + " " +
             std::to_string(constant.iota) + ":";
    for (const Token& token : constant.value) shown += std::string(token.text);
    shown += "\n";
  }
  EXPECT_EQ(
      shown,
      "A T 0:1<<iota\nB T 1:1<<iota\nC 2:\"c\"\nD 2:f(1,2)\nE 3:\"c\"\nF 3:f(1,2)\nG 0:'x'\n");
  EXPECT_EQ(Joined(file.constants[0].line_comment), "| behind A");
}

TEST(ParserTest, FunctionsAndVariablesAreSkippedWhateverTheyHold) {
  ast::File file = Parse(
      "package x\n"
      "import (\n  a \"p/a\"; . \"p/dot\"\n  _ `p/blank`\n  \"p/plain\"\n)\n"
      "var x, y = `}` + \"\\\"}\", '}' // }\n"
      "var (\n  m = map[string]func(){ \"{\": func() { /* } */ } }\n)\n"
      "func (r *T) MarshalJSON() ([]byte, error) {\n"
      "  for i := range x { if i > '\\'' { return nil, nil } }\n"
      "  return []byte{'{', '\\x7d'}, func() error { return nil }()\n"
      "}\n"
      "func (G[K]) Generic() {}\n"
      "func plain[T any](t T) struct{ a int } { return struct{ a int }{1} }\n"
      "func assembler(a int) int\n"
      "type After int\n");
  ASSERT_EQ(file.types.size(), 1u);
  ASSERT_EQ(file.methods.size(), 2u);
  EXPECT_EQ(file.methods[0].receiver + "." + file.methods[0].name, "T.MarshalJSON");
  EXPECT_EQ(file.methods[1].receiver + "." + file.methods[1].name, "G.Generic");
  std::string imports;
  for (const ast::Import& import : file.imports) imports += import.name + "=" + import.path + " ";
  EXPECT_EQ(imports, "a=p/a .=p/dot _=p/blank =p/plain ");
}

TEST(ParserTest, StringLiterals) {
  const std::pair<std::string, std::string> cases[] = {
      {"\"a\\tb\\\\\\\"\"", "a\tb\\\""},
      {"\"\\101\\x41\\u0041\\U00000041\"", "AAAA"},
      {"\"\\u00e9\"", "\xc3\xa9"},
      {"`a\\n`", "a\\n"},
  };
  for (const auto& [literal, contents] : cases) {
    std::string out;
    EXPECT_TRUE(Unquote(literal, out)) << literal;
    EXPECT_EQ(out, contents);
  }
  for (const char* literal : {"\"\\q\"", "\"\\x4\"", "\"\\400\"", "\"\\ud800\"", "\"\\\""}) {
    std::string out;
    EXPECT_FALSE(Unquote(literal, out)) << literal;
  }
}

TEST(ParserTest, ByteOrderMarkAndLineEnds) {
  ast::File file =
      Parse("\xef\xbb\xbfpackage x\r\n\r\n// doc\r\ntype A struct {\r\n\tB int\r\n}\r\n");
  ASSERT_EQ(file.types.size(), 1u);
  EXPECT_EQ(Joined(file.types[0].doc), "| doc");
}

TEST(BuildConstraintTest, Names) {
  for (const char* name : {"types_windows.go", "x_linux_arm64.go", "_x.go", ".x.go", "x_arm.go"}) {
    EXPECT_TRUE(IsExcludedByName(name)) << name;
  }
  for (const char* name : {"types.go", "windows.go", "x_linux.go", "x_linux_amd64.go", "a_b.go"}) {
    EXPECT_FALSE(IsExcludedByName(name)) << name;
  }
}

TEST(BuildConstraintTest, Lines) {
  const std::pair<std::string, bool> cases[] = {
      {"", false},
      {"//go:build ignore\n\n", true},
      {"//go:build !ignore_autogenerated\n// +build !ignore_autogenerated\n\n", false},
      {"//go:build linux && (amd64 || !cgo) && go1.18\n\n", false},
      {"//go:build !(linux || darwin)\n\n", true},
      {"// +build ignore\n\n", true},
      {"// +build linux,!amd64 windows\n\n", true},
      {"// +build linux\n// +build tools\n\n", true},
      {"/* a comment */\n// +build windows linux\n\n", false},
  };
  for (const auto& [lines, excluded] : cases) {
    Diagnostics diagnostics;
    EXPECT_EQ(IsExcludedByConstraint(Parse(lines + "package x\n"), diagnostics), excluded) << lines;
    EXPECT_TRUE(diagnostics.empty());
  }
  Diagnostics diagnostics;
  IsExcludedByConstraint(Parse("//go:build a &&\n\npackage x\n//go:build ignore\n"), diagnostics);
  EXPECT_EQ(diagnostics.size(), 1u);
  std::string deep(1000, '!');
  IsExcludedByConstraint(Parse("//go:build " + deep + "a\n\npackage x\n"), diagnostics);
  EXPECT_EQ(diagnostics.size(), 2u);
}

}  // namespace
}  // namespace pintle::gen
