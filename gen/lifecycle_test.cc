// When kinds came and when they go: +k8s:prerelease-lifecycle-gen.
#include <gtest/gtest.h>

#include "gen/emit/emit.h"
#include "gen/parsed_for_test.h"

namespace pintle::gen {
namespace {

struct Emitted {
  Outputs files;
  std::string messages;
};

Emitted EmitFor(const std::string& declarations) {
  Diagnostics diagnostics;
  Model model;
  BuildModelOf("x", "package x\n\n" + declarations, model, diagnostics);
  Emitted out;
  for (const Package& built : model.packages()) EmitLifecycle(built, out.files, diagnostics);
  out.messages = diagnostics.Text();
  return out;
}

// A struct with these lifecycle tags, on lines 3 and following.
std::string Tagged(const std::vector<std::string>& tags) {
  std::string out;
  for (const std::string& tag : tags) out += "// +k8s:prerelease-lifecycle-gen:" + tag + "\n";
  return out + "type T struct {\n\tA string `json:\"a\"`\n}\n";
}

TEST(LifecycleTest, TagsBecomeConstants) {
  Emitted emitted = EmitFor(
      Tagged({"introduced=1.7", "deprecated=1.16", "removed=1.22", "replacement=g.example,v1,T"}) +
      "\n// +k8s:prerelease-lifecycle-gen:introduced=1.36\n\n// U is told above a blank line.\n"
      "type U struct{}\n\ntype V struct{}\n");
  EXPECT_EQ(emitted.messages, "");
  const std::string& header = emitted.files["lifecycle.h"];
  EXPECT_NE(header.find("#include \"x/types.h\"\n#include \"pintle/scheme/lifecycle_of.h\"\n\n"
                        "namespace pintle::scheme {\n\n"
                        "template <>\n"
                        "inline constexpr Lifecycle kLifecycleOf<::x::T> = {\n"
                        "    .introduced = {1, 7}, .deprecated = {1, 16}, .removed = {1, 22}, "
                        ".replacement = \"g.example/v1 T\"};\n"
                        "template <>\n"
                        "inline constexpr Lifecycle kLifecycleOf<::x::U> = {\n"
                        "    .introduced = {1, 36}};\n\n"
                        "}  // namespace pintle::scheme\n"),
            std::string::npos)
      << header;
}

// The comment above a declaration of one line is that one's alone.
TEST(LifecycleTest, TagsOfTheDeclarationAboveAreNotTaken) {
  const std::string above = "// +k8s:prerelease-lifecycle-gen:introduced=1.6\n";
  const std::string own = "// +k8s:prerelease-lifecycle-gen:introduced=1.7\n";
  for (const std::string& comment : {std::string(), std::string("// B says nothing.\n"), own}) {
    Emitted emitted = EmitFor(above + "type A struct{ V string }\n" + comment +
                              "type B struct {\n\tV string\n}\n");
    EXPECT_EQ(emitted.messages, "") << comment;
    const std::string& header = emitted.files["lifecycle.h"];
    EXPECT_NE(header.find("kLifecycleOf<::x::A> = {\n    .introduced = {1, 6}}"),
              std::string::npos);
    EXPECT_EQ(header.find("::x::B") != std::string::npos, comment == own) << header;
  }
}

TEST(LifecycleTest, APackageWithoutTagsNeedsNone) {
  Emitted emitted = EmitFor("// +k8s:prerelease-lifecycle-gen=true\ntype T struct{}\n");
  EXPECT_EQ(emitted.messages, "");
  EXPECT_TRUE(emitted.files.empty());
}

TEST(LifecycleTest, WhatIsWrongIsSaidWithItsPlace) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"introduced=banana"},
       "x/types.go:3:45: \"banana\" is no release; write major.minor, such as 1.36\n"
       "    // +k8s:prerelease-lifecycle-gen:introduced=banana\n"
       "                                                ^\n"},
      {{"introduced=1"}, "x/types.go:3:45: \"1\" is no release"},
      {{"introduced=1.2.3"}, "x/types.go:3:45: \"1.2.3\" is no release"},
      {{"introduced=1.+2"}, "x/types.go:3:45: \"1.+2\" is no release"},
      {{"introduced=1.99999999999999999999"}, "x/types.go:3:45: \"1.99999999999999999999\" is no"},
      {{"introduced=0.1"}, "x/types.go:3:45: \"0.1\" is no release"},
      {{"introduced="}, "x/types.go:3:45: \"\" is no release"},
      {{"introduced"}, "x/types.go:3:44: \"\" is no release"},
      {{"introducd=1.36"},
       "x/types.go:3:34: tag \"introducd\" is unknown; did you mean \"introduced\"?"},
      {{"introduced=1.36", "introduced=1.36"}, "x/types.go:4:34: introduced is said twice"},
      {{"deprecated=1.36"},
       "x/types.go:3:34: a lifecycle begins with the release that brings the kind: "
       "+k8s:prerelease-lifecycle-gen:introduced=1.36"},
      {{"introduced=1.30", "deprecated=1.29"},
       "x/types.go:4:45: it cannot be deprecated before it is introduced"},
      {{"introduced=1.30", "removed=1.4"},
       "x/types.go:4:42: it cannot be removed before it is introduced"},
      {{"introduced=1.30", "deprecated=1.35", "removed=1.34"},
       "x/types.go:5:42: it cannot be removed before it is deprecated"},
      {{"introduced=1.30", "replacement=apps/v1,Deployment"},
       "x/types.go:4:46: \"apps/v1,Deployment\" is no kind; write group,version,kind"},
  };
  for (const auto& [tags, beginning] : cases) {
    EXPECT_EQ(EmitFor(Tagged(tags)).messages.substr(0, beginning.size()), beginning);
  }
}

TEST(LifecycleTest, TagsThatNobodyWouldReadAreFound) {
  const std::string tag = "// +k8s:prerelease-lifecycle-gen:introduced=1.36\n";
  const std::string text = "\"introduced\" stands above no struct";
  for (const std::string& declarations : {"type T struct {\n" + tag + "A string `json:\"a\"`\n}\n",
                                          tag + "type T string\n", "type T struct{}\n\n" + tag}) {
    EXPECT_NE(EmitFor(declarations).messages.find(text), std::string::npos) << declarations;
  }
}

}  // namespace
}  // namespace pintle::gen
