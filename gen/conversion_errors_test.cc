// What pintle-gen says about packages that cannot be converted to their hub.
#include <gtest/gtest.h>

#include "gen/emit/emit.h"
#include "gen/parsed_for_test.h"

namespace pintle::gen {
namespace {

ParsedPackage Parsed(const std::string& folder, const std::string& text, Diagnostics& diagnostics) {
  ParsedPackage package = ParsedText(folder, text, diagnostics);
  package.import_path = "example.com/" + folder;
  return package;
}

// The first line of the messages for a spoke and its hub; empty if there is none.
std::string Message(const std::string& spoke, const std::string& hub,
                    const std::string& hub_name = "example.com/hub") {
  Diagnostics diagnostics;
  std::vector<ParsedPackage> packages;
  packages.push_back(Parsed("hub", "package hub\n" + hub + "\n", diagnostics));
  packages.push_back(Parsed(
      "v1", "// +pintle:conversionHub=" + hub_name + "\npackage v1\n" + spoke + "\n", diagnostics));
  Model model;
  if (diagnostics.empty()) BuildModel(std::move(packages), {}, model, diagnostics);
  Rules rules(model, diagnostics);
  Outputs outputs;
  for (const Package& package : model.packages()) {
    if (diagnostics.empty() && package.has_conversion()) {
      EmitConversion(package, model, outputs, diagnostics);
    }
  }
  std::string text = diagnostics.Text();
  return text.substr(0, text.find('\n'));
}

TEST(ConversionErrorTest, Sentences) {
  struct Case {
    std::string spoke;
    std::string hub;
    std::string message;
  };
  const std::string advice =
      "; name it with +pintle:hubField, or mark the type +pintle:convertByHand and write its ToHub "
      "and FromHub";
  const Case cases[] = {
      {"type T struct { A string `json:\"a\"` }", "type T struct { A string `json:\"a\"` }", ""},
      {"type T struct { A string `json:\"a\"` }", "type U struct { A string `json:\"a\"` }", ""},
      {"type T struct {\n\tA string `json:\"a\"`\n}", "type T struct { B string `json:\"b\"` }",
       "v1/types.go:4:2: A of T has no counterpart in the hub hub" + advice},
      {"type T struct { A string `json:\"a\"` }",
       "type T struct { A string `json:\"a\"`; B string `json:\"b\"` }",
       "v1/types.go:3:6: T of the hub hub has the field B, which T has not" + advice},
      {"type T struct {\n\tA string `json:\"a\"`\n}", "type T struct { A int32 `json:\"a\"` }",
       "v1/types.go:4:2: A of T is string here and int32 in the hub hub; mark the type "
       "+pintle:convertByHand and write its ToHub and FromHub"},
      {"type T struct {\n\tA int32 `json:\"a\"`\n}", "type T struct { A *int32 `json:\"a\"` }",
       "v1/types.go:4:2: A of T is int32 here and *int32 in the hub hub; mark the type "
       "+pintle:convertByHand and write its ToHub and FromHub"},
      {"type T struct {\n\tA []U `json:\"a\"`\n}\ntype U struct{}",
       "type T struct { A []V `json:\"a\"` }\ntype V struct{}",
       "v1/types.go:4:2: A of T is []U here and []V in the hub hub; mark the type "
       "+pintle:convertByHand and write its ToHub and FromHub"},
      {"type T struct {\n\t// +pintle:hubField=Bee\n\tA string `json:\"a\"`\n}",
       "type T struct { Beer string `json:\"b\"` }",
       "v1/types.go:5:2: T of the hub hub has no field Bee; did you mean Beer?"},
      {"// +pintle:convertByHand\ntype T struct { A string `json:\"a\"` }",
       "type T struct { B string `json:\"b\"` }", ""},
      {"// +pintle:convertByHand\ntype T struct { A string `json:\"a\"` }", "type U struct{}",
       "v1/types.go:4:6: T is marked +pintle:convertByHand, and the hub hub has no struct of this "
       "name"},
      {"// +pintle:convertByHnd\ntype T struct { A string `json:\"a\"` }", "",
       "v1/types.go:3:5: tag \"pintle:convertByHnd\" is unknown; did you mean "
       "\"pintle:convertByHand\"?"},
  };
  for (const Case& c : cases) EXPECT_EQ(Message(c.spoke, c.hub), c.message) << c.spoke << c.hub;
}

TEST(ConversionErrorTest, HubThatIsNotThere) {
  EXPECT_EQ(Message("", "", "example.com/hub"), "");
  EXPECT_EQ(Message("", "", "hub"), "");
  EXPECT_EQ(Message("", "", "example.com/hubb"),
            "v1/types.go:1:5: the hub \"example.com/hubb\" is not among the packages of this run; "
            "did you mean \"example.com/hub\"?");
  EXPECT_EQ(Message("", "", "example.com/v1"),
            "v1/types.go:1:5: the hub \"example.com/v1\" is not among the packages of this run; "
            "did you mean \"example.com/hub\"?");
}

// The server looks at the hub alone: a marker that stands elsewhere would guard nothing.
TEST(ConversionErrorTest, GatesOfAVersionGuardTheHub) {
  const std::string marked = "type T struct {\n\t// +featureGate=X\n\tA string `json:\"a\"`\n}";
  const std::string bare = "type T struct { A string `json:\"a\"` }";
  const std::string by_hand = "// +pintle:convertByHand\n";
  struct Case {
    std::string spoke;
    std::string hub;
    std::string message;
  };
  const Case cases[] = {
      {marked, marked, ""},
      {bare, marked, ""},
      {marked, bare,
       "v1/types.go:4:18: A of T in the hub hub is not marked +featureGate=X, and that is where it "
       "counts"},
      {"type T struct {\n\t// +featureGate=X, Y\n\tA string `json:\"a\"`\n}", marked,
       "v1/types.go:4:21: A of T in the hub hub is not marked +featureGate=Y, and that is where it "
       "counts"},
      {"type T struct {\n\t// +featureGate=X\n\t// +pintle:hubField=B\n\tA string "
       "`json:\"a\"`\n}",
       "type T struct { B string `json:\"b\"` }",
       "v1/types.go:4:18: B of T in the hub hub is not marked +featureGate=X, and that is where it "
       "counts"},
      // Moved by hand to a place that only people know.
      {by_hand + marked,
       "type T struct { B U `json:\"b\"` }\ntype U struct {\n\t// +featureGate=X\n\tA string "
       "`json:\"a\"`\n}",
       ""},
      {by_hand + marked, "type T struct { B string `json:\"b\"` }",
       "v1/types.go:5:18: no field of the hub hub is marked +featureGate=X, and that is where it "
       "counts"},
  };
  for (const Case& c : cases) EXPECT_EQ(Message(c.spoke, c.hub), c.message) << c.spoke << c.hub;
}

}  // namespace
}  // namespace pintle::gen
