// What pintle-gen says about wrong input.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gen/emit/emit.h"
#include "gen/model/names.h"
#include "gen/model/struct_tag.h"
#include "gen/parsed_for_test.h"
#include "gen/tags/tag.h"

namespace pintle::gen {
namespace {

// Runs everything on one file and returns the messages.
std::string Messages(const std::string& text) {
  Diagnostics diagnostics;
  Model model;
  BuildModelOf("x", text, model, diagnostics);
  if (!diagnostics.empty()) return diagnostics.Text();
  Rules rules(model, diagnostics);
  Outputs outputs;
  for (const Package& built : model.packages()) {
    EmitTypes(built, outputs, diagnostics);
    EmitValidation(built, rules, outputs, diagnostics);
  }
  return diagnostics.Text();
}

// The first line of the messages for a struct with one field, without the file name.
std::string FieldMessage(const std::string& field, const std::string& before = "") {
  std::string messages = Messages("package x\n" + before + "type T struct {\n" + field + "\n}\n");
  size_t end = messages.find('\n');
  std::string line = messages.substr(0, end);
  return line.substr(line.find(':') + 1);
}

TEST(ParserErrorTest, ShowsPlaceLineAndCaret) {
  EXPECT_EQ(Messages("package x\n\ntype T struct {\n\tName )\n}\n"),
            "x/types.go:4:7: expected a type, found ')'\n"
            "    \tName )\n"
            "    \t     ^\n");
}

TEST(ParserErrorTest, Sentences) {
  const std::pair<std::string, std::string> cases[] = {
      {"packag x", "x/types.go:1:1: expected 'package', found 'packag'"},
      {"package x\ntype T struct {\n", "x/types.go:2:15: this bracket is never closed"},
      {"package x\nfoo",
       "x/types.go:2:1: expected a declaration (import, type, const, var or func), found 'foo'"},
      {"package x\nimport foo",
       "x/types.go:2:11: expected the path of the import in quotes, found the end of the line"},
      {"package x\nvar s = \"abc", "x/types.go:2:9: this text has no closing quote"},
      {"package x\nvar s = `abc", "x/types.go:2:9: this text has no closing back quote"},
      {"package x\n/* abc", "x/types.go:2:1: this comment has no end"},
      {"package x\nfunc f() {", "x/types.go:2:10: this bracket is never closed"},
      {"package x\nconst (\nA = 1", "x/types.go:2:7: this bracket is never closed"},
      {"package x\ntype T map[string", "x/types.go:2:18: expected ']', found the end of the line"},
      {"package x\nvar s = \"\\q\"", "x/types.go:2:9: this text has an escape that does not exist"},
      {"package x\ntype 1", "x/types.go:2:6: expected the name of a type, found '1'"},
      {"package x\ntype T #", "x/types.go:2:8: the character \"#\" cannot stand here"},
  };
  for (const auto& [text, beginning] : cases) {
    EXPECT_EQ(Messages(text).substr(0, beginning.size()), beginning) << text;
  }
}

TEST(ParserErrorTest, ManyFaultsAreCounted) {
  std::string text = "package x\ntype T struct {\n";
  for (int i = 0; i < 1003; ++i) text += fmt::format("A{0} Gone `json:\"a{0}\"`\n", i);
  std::string messages = Messages(text + "}\n");
  EXPECT_TRUE(messages.ends_with("and 3 more\n")) << messages.substr(messages.size() - 200);
}

TEST(ParserErrorTest, DeepNestingIsRefused) {
  std::string type(1000, '*');
  EXPECT_NE(
      Messages("package x\ntype T " + type + "int32\n").find("this type is nested too deeply"),
      std::string::npos);
}

TEST(ModelErrorTest, Sentences) {
  const std::pair<std::string, std::string> cases[] = {
      {"A Stirng `json:\"a\"`",
       "3:3: the type \"Stirng\" is not declared; did you mean \"string\"?"},
      {"A strin `json:\"a\"`", "3:3: the type \"strin\" is not declared; did you mean \"string\"?"},
      {"A foo.Bar `json:\"a\"`", "3:3: nothing is imported as \"foo\""},
      {"A uintptr `json:\"a\"`", "3:3: the type uintptr has no place in an API"},
      {"A map[bool]string `json:\"a\"`",
       "3:7: maps with keys other than strings and integers are not supported"},
      {"A func() `json:\"a\"`",
       "3:3: a function cannot be part of an API; leave the field out with `json:\"-\"`"},
      {"A []chan<- int `json:\"a\"`",
       "3:5: a channel cannot be part of an API; leave the field out with `json:\"-\"`"},
      {"A T `json:\"a\"`", "2:6: the struct T holds itself by value"},
      {"A List[string] `json:\"a\"`", "3:3: the type \"List\" is not declared"},
      {"A string `jsn:\"a\"`\nB string `json:\"b\"`",
       "3:11: unknown key \"jsn\" in this struct tag; did you mean \"json\"?"},
      {"A string `json:\"a`",
       "3:16: the value of \"json\" in this struct tag has no closing quote"},
      {"A string `json:a`",
       "3:16: the value of \"json\" in this struct tag must stand in quotes directly behind the "
       "colon"},
      {"A string `json: \"a\"`",
       "3:16: the value of \"json\" in this struct tag must stand in quotes directly behind the "
       "colon"},
      {"A string `json:\"a\\nb\"`", "3:11: \"a\\nb\" cannot be a JSON name"},
      {"A string `json`",
       "3:11: the key \"json\" of this struct tag needs a value; write `json:\"...\"`"},
      {"A string `json:\"a\" json:\"b\"`", "3:20: this struct tag has two json parts"},
      {"A string `json:\"a\"`\nB string `json:\"a\"`",
       "4:1: two fields of T have the JSON name \"a\": A and B"},
      {"A, B string `json:\"a\"`", "3:4: two fields of T have the JSON name \"a\": A and B"},
      {"A string `protobuf:\"bytes,1\"`\nB string `protobuf:\"bytes,1\"`",
       "4:1: two fields of T have the protobuf number 1: A and B"},
      {"A string `json:\"a\" protobuf:\"bytes\"`", "3:20: this protobuf tag has no field number"},
      {"A string `json:\"a\" protobuf:\"bytes,x\"`", "3:20: this protobuf tag has no field number"},
      {"// +k8s:deprecated=b\n\nA string `json:\"a\"`\nB string `json:\"b\"`",
       "6:1: the name \"b\" is retired in T by +k8s:deprecated; choose another"},
      {"A string `json:\"a\" protobuf:\"bytes,2\"`\n// +k8s:deprecated=old,protobuf=2",
       "3:1: the protobuf number 2 is retired in T by +k8s:deprecated=old; choose another"},
      {"// +k8s:deprecated=old,protobuf=x\n\nA string `json:\"a\"`",
       "3:5: a retired field is written +k8s:deprecated=name or "
       "+k8s:deprecated=name,protobuf=number"},
      {"A [][]string `json:\"a\" protobuf:\"bytes,1\"`",
       "3:1: [][]string has no protobuf form; name the inner list and mark it "
       "+protobuf.nullable=true, or leave out the protobuf tag"},
      {"A string `json:\"a\" protobuf:\"bytes,1\"`\nB int32 `json:\"b\"`",
       "4:1: B of T has no protobuf number, and other fields have one; the next free number is 2"},
      {"B int32 `json:\"b\" protobuf:\"-\"`\nA string `json:\"a\" protobuf:\"bytes,7\"`\n"
       "// +k8s:deprecated=old,protobuf=8",
       "3:1: B of T has no protobuf number, and other fields have one; the next free number is 9"},
      {"A string `protobuf:\"bytes,18999\"`\nB int32",
       "4:1: B of T has no protobuf number, and other fields have one; the next free number is "
       "20000"},
      {"A string `protobuf:\"bytes,536870911\"`\nB int32 `protobuf:\"bytes,1\"`\nC int32",
       "5:1: C of T has no protobuf number, and other fields have one; the next free number is 2"},
      {"TypeMeta string `json:\"m\"`\nA string `json:\"a\" protobuf:\"bytes,1\"`",
       "3:1: TypeMeta of T has no protobuf number, and other fields have one; the next free number "
       "is 2"},
      {"// +listType=bag\nA []string `json:\"a\"`",
       "4:1: unknown list type \"bag\"; use atomic, set or map"},
  };
  for (const auto& [field, message] : cases) EXPECT_EQ(FieldMessage(field), message) << field;
}

TEST(ModelErrorTest, EachFieldWithoutANumberIsOfferedOneOfItsOwn) {
  EXPECT_EQ(
      Messages("package x\ntype T struct {\nA, B string\nC int32 `protobuf:\"bytes,3\"`\n}\n"),
      "x/types.go:3:1: A of T has no protobuf number, and other fields have one; the next "
      "free number is 4\n    A, B string\n    ^\n"
      "x/types.go:3:4: B of T has no protobuf number, and other fields have one; the next "
      "free number is 5\n    A, B string\n       ^\n");
}

// What is stored as JSON or CBOR needs no numbers; kind and version stand in the envelope.
TEST(ModelErrorTest, FieldsThatNeedNoNumber) {
  const std::string meta = "type TypeMeta struct { Kind string `json:\"kind\"` }\n";
  for (std::string fields : {"A string `json:\"a\"`\nB int32 `json:\"b\"`",
                             "TypeMeta `json:\",inline\"`\nA string `protobuf:\"bytes,1\"`",
                             "A string `protobuf:\"bytes,1\"`\nB int32 `json:\"-\"`\nc int32"}) {
    EXPECT_EQ(FieldMessage(fields, meta), "") << fields;
  }
  EXPECT_EQ(Messages("package x\n// +protobuf=false\ntype T struct {\n"
                     "A string `protobuf:\"bytes,1\"`\nB int32\n}\n"),
            "");
}

TEST(ModelErrorTest, AStructInAMessageIsAMessage) {
  const std::string bare = "type S struct { Name string `json:\"name\"` }\n";
  for (std::string type : {"S", "*S", "[]S", "map[string]S", "[]*S"}) {
    EXPECT_EQ(FieldMessage("A " + type + " `json:\"a\" protobuf:\"bytes,1\"`", bare),
              "4:1: A of T has a protobuf number, and S has none on its fields; give them numbers, "
              "or leave all numbers out of T too");
  }
  const std::string numbered = "type S struct { Name string `protobuf:\"bytes,1\"` }\n";
  EXPECT_EQ(FieldMessage("A []S `protobuf:\"bytes,1\"`", numbered), "");
  EXPECT_EQ(
      FieldMessage("A []S `protobuf:\"bytes,1\"`", "// +protobuf=false\n" + numbered),
      "5:1: A of T has a protobuf number, and S is marked +protobuf=false; take that away, or "
      "leave all numbers out of T too");
  EXPECT_EQ(FieldMessage("A struct{} `protobuf:\"bytes,1\"`"), "");
  EXPECT_EQ(FieldMessage("A *T `protobuf:\"bytes,1\"`"), "");
}

// No document has a key twice: what encoders would have to leave out is refused here.
TEST(ModelErrorTest, NamesThatCollide) {
  const std::pair<std::string, std::string> cases[] = {
      {"A string `json:\"a\"`\nB string `json:\"a\"`",
       "4:1: two fields of T have the JSON name \"a\": A and B"},
      {"B string `json:\"A\"`\nA string", "4:1: two fields of T have the JSON name \"A\": B and A"},
      {"A string `json:\"a\"`\nB string `json:\"A\"`", ""},
      {"A string `json:\"a\"`\nB string `json:\"-\"`", ""},
  };
  for (const auto& [fields, message] : cases) EXPECT_EQ(FieldMessage(fields), message) << fields;
}

TEST(ModelErrorTest, NamesOfOtherPackages) {
  const std::string beginning = "package x\nimport \"p.example/other\"\ntype T struct {\n";
  EXPECT_EQ(Messages(beginning + "\tA other.B `json:\"a\"`\n}\n"),
            "x/types.go:4:4: the package \"p.example/other\" is not part of this run; map it to a "
            "folder with --import or add the --root it is below\n"
            "    \tA other.B `json:\"a\"`\n"
            "    \t  ^\n");
  // Without tags it is no API struct.
  EXPECT_EQ(Messages(beginning + "\tA other.B\n}\n"), "");
  // Unless one refers to it.
  EXPECT_NE(Messages(beginning + "\tA other.B\n}\ntype U struct { T *T `json:\"t\"` }\n"), "");
}

TEST(ModelErrorTest, Declarations) {
  const std::pair<std::string, std::string> cases[] = {
      {"type A string\ntype A int32", "3:6: the type A is declared twice"},
      {"type A B\ntype B A", "2:6: the type A is declared by itself"},
      {"type A []A", "2:6: the type A is declared by itself"},
      {"type G[T any] struct{}\ntype A struct { B G `json:\"b\"` }",
       "2:6: the generic type G needs type arguments"},
      {"type G[T any] struct{}\ntype A struct { B G[string, bool] `json:\"b\"` }",
       "3:19: G takes 1 type arguments, not 2"},
      {"type A struct { B string[int] `json:\"b\"` }", "2:19: this type takes no type arguments"},
      {"type G[T any] struct{ B *G[[]T] `json:\"b\"` }\ntype A struct { B G[int] `json:\"b\"` }",
       "2:26: generic types are nested too deeply"},
      {"type M0 map[M1]M1\ntype M1 map[M2]M2\ntype M2 func()\ntype A struct { B M0 `json:\"b\"` }",
       "4:9: a function cannot be part of an API; leave the field out with `json:\"-\"`"},
      {"type A struct { B `json:\"b\"`; C `json:\"c\"` }\ntype B struct { A }\ntype C struct{}",
       "2:6: the struct A holds itself by value"},
      {"type A struct { B; C }\ntype B struct { X string `json:\"x\"` }\n"
       "type C struct { Y string `json:\"x\"` }",
       "4:17: two fields have the JSON name \"x\""},
  };
  for (const auto& [text, message] : cases) {
    std::string messages = Messages("package x\n" + text + "\n");
    EXPECT_EQ(messages.substr(0, messages.find('\n')), "x/types.go:" + message) << text;
  }
}

TEST(TagErrorTest, Sentences) {
  const std::pair<std::string, std::string> cases[] = {
      {"// +k8s:minimun=1\nA int32",
       "3:5: tag \"k8s:minimun\" is unknown; did you mean \"k8s:minimum\"?"},
      {"// +k8s:eachVal=+k8s:maxLenght=1\nA []string",
       "3:18: tag \"k8s:maxLenght\" is unknown; did you mean \"k8s:maxLength\"?"},
      {"// +k8s:minimum=1\nA string",
       "3:5: tag \"k8s:minimum\": can only be used on integer types (string)"},
      {"// +k8s:minimum=x\nA int32",
       "3:5: tag \"k8s:minimum\": tag value has wrong type: got string, want int"},
      {"// +k8s:minimum\nA int32",
       "3:5: tag \"k8s:minimum\": missing required tag value of type int"},
      {"// +k8s:minimum=007\nA int32",
       "3:5: tag \"k8s:minimum\": \"007\" is not a valid int value"},
      {"// +k8s:minimum=12x\nA int32", "3:17: invalid number \"12x\" at position 12"},
      {"// +k8s:required=true\nA int32",
       "3:5: tag \"k8s:required\": takes no value, but has one of type bool"},
      {"// +k8s:required(x)\nA int32",
       "3:5: tag \"k8s:required\": unrecognized named argument \"\""},
      {"// +k8s:enum\nA string", "3:5: tag \"k8s:enum\" cannot be specified on struct fields"},
      {"// +k8s:enumExclude\nA string",
       "3:5: tag \"k8s:enumExclude\" cannot be specified on struct fields"},
      {"// +k8s:ifEnabled(X)=+k8s:minimum=1\nA string",
       "3:23: tag \"k8s:minimum\": can only be used on integer types (string)"},
      {"// +k8s:ifDisabled=+k8s:optional\nA string",
       "3:5: tag \"k8s:ifDisabled\": missing required positional argument of type string"},
      {"// +k8s:ifEnabled(X)\nA string",
       "3:5: tag \"k8s:ifEnabled\": missing required tag value of type tag"},
      {"// +k8s:maxItems=-1\nA []string",
       "3:5: tag \"k8s:maxItems\": must be greater than or equal to zero"},
      {"// +k8s:eachVal=+k8s:required\nA []string",
       "3:18: tag \"k8s:required\" cannot be specified on list values"},
      {"// +k8s:eachVal=+k8s:maxLength=1\nA string",
       "3:5: tag \"k8s:eachVal\": can only be used on list or map types (string)"},
      {"// +k8s:format=k8s-shrt-name\nA string",
       "3:5: tag \"k8s:format\": unsupported validation format \"k8s-shrt-name\"; did you mean "
       "\"k8s-short-name\"?"},
      {"// +k8s:subfield(nme)=+k8s:required\nA S",
       "4:5: tag \"k8s:subfield\": no field for json name \"nme\"; did you mean \"name\"?"},
      {"// +k8s:required\nA S",
       "4:5: tag \"k8s:required\": non-pointer structs cannot use the \"k8s:required\" tag"},
      {"// +k8s:minimum =1\nA int32", "3:17: unexpected character '=' at position 12"},
      {"// +k8s:minimum=\nA int32", "3:17: unexpected end of input"},
      {"// +k8s:subfield(a, b)=+k8s:required\nA int32",
       "3:22: multiple arguments must use 'name: value' syntax"},
      {"// +k8s:format=\"x\nA string", "3:16: unterminated string at position 11"},
  };
  for (const auto& [field, message] : cases) {
    bool needs_struct = field.ends_with(" S");
    std::string before = needs_struct ? "type S struct { Name string `json:\"name\"` }\n" : "";
    EXPECT_EQ(FieldMessage(field, before), message) << field;
  }
}

TEST(TagErrorTest, ListTags) {
  const std::pair<std::string, std::string> cases[] = {
      {"// +k8s:listType=set\nA string",
       "6:5: tag \"k8s:listType\": can only be used on list types (string)"},
      {"// +k8s:listType=bag\nA []string",
       "6:5: tag \"k8s:listType\": unknown list type \"bag\"; use atomic, set or map"},
      {"// +k8s:listType=map\nA []string",
       "6:5: tag \"k8s:listType\": only lists of structs can be list-maps"},
      {"// +k8s:listType=set\nA []*string",
       "6:5: tag \"k8s:listType\": elements of type *string cannot be told apart"},
      {"// +k8s:listType=set\n// +k8s:listType=set\nA []string",
       "7:5: tag \"k8s:listType\": listType cannot be specified more than once"},
      {"// +k8s:listType=map\n// +k8s:listMapKey=nme\nA []S",
       "7:5: tag \"k8s:listMapKey\": no field for JSON name \"nme\"; did you mean \"name\"?"},
      {"// +k8s:listType=map\n// +k8s:listMapKey=names\nA []S",
       "7:5: tag \"k8s:listMapKey\": only primitive types and pointers to primitive types can be "
       "list-map keys, not []string"},
      {"// +k8s:listType=map\n// +k8s:listMapKey=\"\"\nA []P",
       "7:5: tag \"k8s:listMapKey\": no field for JSON name \"\""},
      {"// +k8s:listType=map\nA []S",
       "6:5: tag \"k8s:listType\": found listType=map or unique=map without listMapKey"},
      {"// +k8s:listMapKey=name\nA []S",
       "6:5: tag \"k8s:listMapKey\": found listMapKey without listType=map or unique=map"},
      {"// +k8s:unique=set\nA []S",
       "6:5: tag \"k8s:unique\": listType must be specified - use listType=atomic, listType=set, "
       "or "
       "listType=map"},
      {"// +k8s:customUnique\nA []S",
       "6:5: tag \"k8s:customUnique\": listType must be specified - use listType=atomic, "
       "listType=set, or listType=map"},
      {"// +k8s:listType=set\n// +k8s:unique=set\nA []S",
       "7:5: tag \"k8s:unique\": unique tag may not be used with listType=set or listType=map"},
      {"// +k8s:listType=atomic\n// +k8s:unique=bag\nA []S",
       "7:5: tag \"k8s:unique\": unknown unique type \"bag\"; use set or map"},
      {"// +k8s:listType=set\nA L",
       "6:5: tag \"k8s:listType\": found list metadata for both a field and its type L"},
      {"// +k8s:subfield(names)=+k8s:listType=map\nA S",
       "6:26: tag \"k8s:listType\": only lists of structs can be list-maps"},
      {"// +k8s:subfield(more)=+k8s:listType=map\nA S",
       "6:25: tag \"k8s:listType\": found listType=map or unique=map without listMapKey"},
      {"// +k8s:alpha(since: \"1.36\")=+k8s:listType=map\nA []S",
       "6:31: tag \"k8s:listType\": found listType=map or unique=map without listMapKey"},
      {"// +k8s:alpha(since: \"1.36\")=+k8s:listMapKey=name\n// +k8s:listType=map\nA []S", ""},
      {"// +k8s:listType=atomic\nA []byte", ""},
  };
  const std::string types =
      "type S struct { Name string `json:\"name\"`; Names []string `json:\"names\"`; More []S "
      "`json:\"more\"` }; type P struct { Name string `json:\"name\" protobuf:\"bytes,1\"`; Own "
      "string `json:\"-\" protobuf:\"bytes,2\"` }\n// +k8s:listType=set\ntype L []string\n";
  for (const auto& [field, message] : cases)
    EXPECT_EQ(FieldMessage(field, types), message) << field;
}

// A list is a set or not: that cannot change with an option.
TEST(TagErrorTest, ListTagsUnderConditions) {
  EXPECT_EQ(Messages("// +k8s:validation-gen=TypeMeta\n\npackage x\ntype T struct {\n"
                     "// +k8s:ifEnabled(X)=+k8s:listType=set\nA []string `json:\"a\"`\n}\n"),
            "x/types.go:5:5: tag \"k8s:ifEnabled\": no validation functions found\n"
            "    // +k8s:ifEnabled(X)=+k8s:listType=set\n        ^\n");
}

TEST(ModelErrorTest, StructCommentRetiresFields) {
  std::string messages = Messages(
      "package x\n// T is one.\n// +k8s:deprecated=a,protobuf=1\n"
      "type T struct {\n\tB string `json:\"b\" protobuf:\"bytes,1\"`\n}\n");
  EXPECT_EQ(messages.substr(0, messages.find('\n')),
            "x/types.go:5:2: the protobuf number 1 is retired in T by +k8s:deprecated=a; choose "
            "another");
}

TEST(TagErrorTest, TagsWithoutChecks) {
  const std::string kWithValidation = "// +k8s:validation-gen=TypeMeta\n\npackage x\n";
  const std::string kWithout = "// Some\n\npackage x\n";
  const std::string kUnknown =
      "x/types.go:5:30: tag \"k8s:optinal\" is unknown; did you mean \"k8s:optional\"?";
  struct Case {
    std::string tag;
    std::string with_validation;
    std::string without;
  };
  const Case cases[] = {
      {"+k8s:alpha(since: \"1.36\")=+k8s:optional", "", ""},
      {"+k8s:alpha(since: \"1.36\")=+k8s:item(type: \"X\")=+k8s:zeroOrOneOfMember", "", ""},
      {"+k8s:alpha(since: \"1.36\")=+k8s:member(\"X\")=+k8s:required", "", ""},
      {"+k8s:alpha(since: \"1.3\")=+k8s:optinal", kUnknown, kUnknown},
      {"+k8s:listType=atomic", "", ""},
      {"+k8s:neq=1",
       "x/types.go:5:5: tag \"k8s:neq\" has no checks; a package with +k8s:validation-gen cannot "
       "use it",
       ""},
      {"+k8s:eachVal=+k8s:neq=1",
       "x/types.go:5:18: tag \"k8s:neq\" has no checks; a package with +k8s:validation-gen cannot "
       "use it",
       ""},
      {"+k8s:uniqe=set",
       "x/types.go:5:5: tag \"k8s:uniqe\" is unknown; did you mean \"k8s:unique\"?",
       "x/types.go:5:5: tag \"k8s:uniqe\" is unknown; did you mean \"k8s:unique\"?"},
  };
  for (const Case& c : cases) {
    std::string rest = "type T struct {\n// " + c.tag + "\nA []string `json:\"a\"`\n}\n";
    auto first_line = [&](const std::string& head) {
      std::string messages = Messages(head + rest);
      return messages.substr(0, messages.find('\n'));
    };
    EXPECT_EQ(first_line(kWithValidation), c.with_validation) << c.tag;
    EXPECT_EQ(first_line(kWithout), c.without) << c.tag;
  }
}

TEST(TagErrorTest, MisspeltControlTagIsFound) {
  EXPECT_EQ(Messages("// +k8s:validation-gne=TypeMeta\n\npackage x\n"),
            "x/types.go:1:5: tag \"k8s:validation-gne\" is unknown; did you mean "
            "\"k8s:validation-gen\"?\n"
            "    // +k8s:validation-gne=TypeMeta\n"
            "        ^\n");
  EXPECT_EQ(Messages("// +k8s:deepcopy-gen=package\npackage x\n"), "");
}

TEST(TagTest, ParsesChainsArgumentsAndComments) {
  Diagnostics diagnostics;
  auto tag =
      ParseTag({{}, " +k8s:a(x: \"1,\\\"2\", y: true)=+k8s:b(c.d)=`v\\`w`  # rest"}, diagnostics);
  ASSERT_TRUE(tag.has_value()) << diagnostics.Text();
  EXPECT_EQ(tag->name, "k8s:a");
  ASSERT_EQ(tag->arguments.size(), 2u);
  EXPECT_EQ(tag->arguments[0].text, "1,\"2");
  EXPECT_EQ(tag->arguments[1].name, "y");
  EXPECT_EQ(tag->arguments[1].type, Tag::ValueType::kBool);
  ASSERT_NE(tag->payload, nullptr);
  EXPECT_EQ(tag->payload->arguments[0].text, "c.d");
  EXPECT_EQ(tag->payload->value, "v`w");
}

TEST(NamesTest, Members) {
  const std::pair<std::string, std::string> cases[] = {
      {"apiVersion", "api_version"},
      {"clusterIPs", "cluster_ips"},
      {"clusterIP", "cluster_ip"},
      {"HTTPGet", "http_get"},
      {"serverAddressByClientCIDRs", "server_address_by_client_cidrs"},
      {"openAPIV3Schema", "open_apiv3_schema"},
      {"fieldsV1", "fields_v1"},
      {"x-kubernetes-int-or-string", "x_kubernetes_int_or_string"},
      {"$ref", "ref"},
      {"default", "default_"},
      {"namespace", "namespace_"},
      {"TypeMeta", "type_meta"},
      {"3d", "field_3d"},
  };
  for (const auto& [name, member] : cases) EXPECT_EQ(CppMemberName(name), member);
}

TEST(StructTagTest, FindsValues) {
  auto value = [](std::string_view tag, std::string_view key) -> std::optional<std::string> {
    std::vector<StructTagPart> parts;
    if (ParseStructTag(tag, parts)) return std::nullopt;
    const StructTagPart* part = FindTagPart(parts, key);
    return part != nullptr ? std::optional(part->value) : std::nullopt;
  };
  EXPECT_EQ(value("json:\"a,omitempty\" protobuf:\"bytes,1\"", "protobuf"), "bytes,1");
  EXPECT_EQ(value("json:\"a\\\"b\"", "json"), "a\"b");
  EXPECT_EQ(value("json:\"a", "json"), std::nullopt);
  EXPECT_EQ(value("", "json"), std::nullopt);
}

}  // namespace
}  // namespace pintle::gen
