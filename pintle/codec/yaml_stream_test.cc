#include "pintle/codec/yaml_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/codec/document.h"

namespace pintle::codec {
namespace {

using ::testing::ElementsAre;

// `line: document as JSON` or `line:column: error` of every document. The line is the one the
// document's text starts on.
std::vector<std::string> Documents(std::string_view text) {
  Arena arena;
  DocumentStream stream(text);
  std::vector<std::string> all;
  for (;;) {
    auto next = stream.Next(arena);
    if (!next) {
      Position at = stream.error_position();
      all.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                    next.error().message());
      continue;
    }
    if (!*next) return all;
    const StreamDocument& document = **next;
    all.push_back(std::to_string(document.start.line) + (document.is_json ? " json: " : ": ") +
                  ToJson(document.value));
  }
}

TEST(DocumentStream, Documents) {
  const struct {
    std::string_view text;
    std::vector<std::string> documents;
  } kRows[] = {
      {"", {}},
      {"\n# only\n  # comments\n", {}},
      {"---\n---\n...\n---\nnull\n", {}},
      {"a: 1", {"1: {\"a\":1}"}},
      {"a: 1\n---\nb: 2\n", {"1: {\"a\":1}", "2: {\"b\":2}"}},
      {"---\na: 1\n--- # two\nb: 2\n---\n", {"1: {\"a\":1}", "3: {\"b\":2}"}},
      {"# head\n\n---\na: 1\n...\n# between\n---\nb: 2\n...\n", {"1: {\"a\":1}", "6: {\"b\":2}"}},
      {"a: 1\r\n---\r\nb: 2\r\n", {"1: {\"a\":1}", "2: {\"b\":2}"}},
      {"a: 1\r---\rb: 2\r", {"1: {\"a\":1}", "2: {\"b\":2}"}},
      {"\xef\xbb\xbf"
       "a: 1\n---\n\xef\xbb\xbf"
       "b: 2\n",
       {"1: {\"a\":1}", "2: {\"b\":2}"}},
      {"%YAML 1.1\n---\na: 1\n...\n%YAML 1.1\n%TAG !e! tag:e,2000:\n---\nb: !e!x 2\n",
       {"1: {\"a\":1}", "5: {\"b\":\"2\"}"}},
      {"--- {a: 1}\n--- [x]\n--- text\n--- |\n  block\n  ---\n",
       {"1: {\"a\":1}", "2: [\"x\"]", "3: \"text\"", "4: \"block\\n---\\n\""}},
      // No markers.
      {"a: ---\nb: x\n ---\n---c: 1\n", {"1: {\"---c\":1,\"a\":\"---\",\"b\":\"x ---\"}"}},
      // Anchors end with their document.
      {"a: &x 1\n---\nb: *x\n---\nc: 3\n",
       {"1: {\"a\":1}", "3:4: yaml: unknown anchor 'x' referenced", "4: {\"c\":3}"}},
  };
  for (const auto& row : kRows) EXPECT_EQ(Documents(row.text), row.documents) << row.text;
}

TEST(DocumentStream, Json) {
  const struct {
    std::string_view text;
    std::vector<std::string> documents;
  } kRows[] = {
      {"{\"a\":1.0}\n", {"1 json: {\"a\":1}"}},
      {"{\"a\":1}{\"b\":2} [3]\n\n{\"c\":4}",
       {"1 json: {\"a\":1}", "1 json: {\"b\":2}", "1 json: [3]", "3 json: {\"c\":4}"}},
      {"a: 1\n---\n{\"b\":\n 2}\n---\nc: 3\n",
       {"1: {\"a\":1}", "3 json: {\"b\":2}", "5: {\"c\":3}"}},
      {"# c\n---\n# c\n  {\"a\":1}\n# end\n...\n{\"b\":2}\n",
       {"4 json: {\"a\":1}", "7 json: {\"b\":2}"}},
      // Not JSON, but YAML.
      {"{\"a\": 1, b: 2}\n---\n{\"a\":1}: x\n",
       {"1: {\"a\":1,\"b\":2}",
        "3:1: yaml: invalid map key: map[interface {}]interface {}{\"a\":1}"}},
      {"[1,\n 2] # list\n", {"1 json: [1,2]"}},
      {"{\"a\":1} x\n", {"1:9: yaml: line 1: did not find expected <document start>"}},
      {"{\"a\":1e400}{\"b\":1}",
       {"1:1: json: cannot unmarshal number 1e400 into Go value of type float64",
        "1 json: {\"b\":1}"}},
  };
  for (const auto& row : kRows) EXPECT_EQ(Documents(row.text), row.documents) << row.text;
  Arena arena;
  DocumentStream stream("{\"a\":1.0}\n---\na: 1.0\n");
  EXPECT_TRUE((*stream.Next(arena))->value.Find("a").is_double());
  EXPECT_TRUE((*stream.Next(arena))->value.Find("a").is_int());
}

TEST(DocumentStream, ErrorsNameTheLineOfTheFileAndTheNextDocumentIsRead) {
  EXPECT_THAT(Documents("a: 1\n---\nb: 2\nc: d: e\n---\nf: 6\n"),
              ElementsAre("1: {\"a\":1}",
                          "4:5: yaml: line 4: mapping values are not allowed in this context",
                          "5: {\"f\":6}"));
  EXPECT_THAT(Documents("a: b: c\n"),
              ElementsAre("1:5: yaml: line 1: mapping values are not allowed in this context"));
  EXPECT_THAT(Documents("---\na:\n  b: 1\n c: 2\n"),
              ElementsAre("4:2: yaml: line 4: did not find expected key"));
  EXPECT_THAT(Documents("a: 1\n---\nb: \x01\n"),
              ElementsAre("1: {\"a\":1}", "3:4: yaml: line 3: control characters are not allowed"));
  EXPECT_THAT(Documents("a: 1\n---\n- x\n- .nan\n"),
              ElementsAre("1: {\"a\":1}", "4:3: json: unsupported value: NaN"));
  EXPECT_THAT(Documents("a: 'x\n---\nb: 2\n"),
              ElementsAre("2:1: yaml: line 2: found unexpected end of stream", "2: {\"b\":2}"));
}

TEST(DocumentStream, DuplicatesAreFoundWithTheirPlaces) {
  std::string_view text = "a: 1\n---\nspec:\n  x: 1\n  x: 2\n---\n{\"y\":1,\n \"y\":2}\n";
  Arena arena;
  DocumentStream stream(text);
  field::Findings findings;
  ASSERT_TRUE(stream.Next(arena, &findings));
  EXPECT_TRUE(findings.empty());

  auto second = stream.Next(arena, &findings);
  EXPECT_THAT(field::FindingTexts(findings.items()), ElementsAre("duplicate field \"spec.x\""));
  auto places = DocumentStream::Positions(**second);
  EXPECT_EQ(places->FindRepeated("spec.x")->key, (Position{5, 3}));

  auto third = stream.Next(arena, &findings);
  EXPECT_EQ(field::FindingTexts(findings.items()).back(), "duplicate field \"y\"");
  EXPECT_EQ(DocumentStream::Positions(**third)->FindRepeated("y")->key, (Position{8, 2}));
  EXPECT_FALSE(*stream.Next(arena));
}

}  // namespace
}  // namespace pintle::codec
