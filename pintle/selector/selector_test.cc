#include "pintle/selector/selector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle::api {
namespace {

using testing::HasSubstr;

TEST(LabelSelectorTest, Matches) {
  const StringPairs labels = {{"a", "x"}, {"count", "5"}, {"empty", ""}, {"example.com/k", "v"}};
  const std::pair<const char*, bool> cases[] = {
      {"", true},
      {" \t\r\n", true},
      {"a", true},
      {"b", false},
      {"!a", false},
      {"! b", true},
      {"a=x", true},
      {"a==x", true},
      {" a = x ", true},
      {"a=y", false},
      {"b=x", false},
      {"a!=x", false},
      {"a!=y", true},
      {"b!=y", true},
      {"a in (x)", true},
      {"a in (y,x)", true},
      {"a in(y , z)", false},
      {"a notin (x)", false},
      {"a notin (y)", true},
      {"b notin (y)", true},
      {"empty in ()", true},
      {"a in ()", false},
      {"empty in (,y)", true},
      {"empty in (y,)", true},
      {"empty=", true},
      {"a=", false},
      {"b=", false},
      {"b!=", true},
      {"empty=,a=x", true},
      {"count>4", true},
      {"count>5", false},
      {"count<6", true},
      {"count<5", false},
      {"a>4", false},
      {"b<4", false},
      {"a=x,count=5", true},
      {"a=x,count=6", false},
      {"example.com/k=v", true},
      {"in=x", false},  // keywords only where an operator stands
      {"in in (in)", false},
      {"!notin", true},
  };
  for (const auto& [text, matches] : cases) {
    auto selector = LabelSelector::Parse(text);
    ASSERT_TRUE(selector) << text << ": " << selector.error().message();
    EXPECT_EQ(selector->Matches(labels), matches) << text;
  }
}

TEST(LabelSelectorTest, KeywordsAreKeysAndValuesToo) {
  auto selector = LabelSelector::Parse("in in (notin,in)");
  ASSERT_TRUE(selector);
  EXPECT_TRUE(selector->Matches({{"in", "notin"}}));
  EXPECT_FALSE(selector->Matches({{"in", "x"}}));
}

TEST(LabelSelectorTest, RefusesWithTheReason) {
  const std::pair<std::string, const char*> cases[] = {
      {",", "found ',', expected: !, identifier, or 'end of string'"},
      {"()", "found '(', expected: !, identifier, or 'end of string'"},
      {"a,,b", "found ',', expected: identifier after ','"},
      {"-a x", "unable to parse requirement: <nil>: Invalid value: \"-a\": name part must"},
      {"a,", "found '', expected: identifier after ','"},
      {"!", "found '', expected: identifier"},
      {"!!a", "found '!', expected: identifier"},
      {"=x", "found '=', expected: !, identifier, or 'end of string'"},
      {"a x", "found 'x', expected: in, notin, =, ==, !=, gt, lt"},
      {"a=x y", "found 'y', expected: ',' or 'end of string'"},
      {"!a=x", "found '=', expected: ',' or 'end of string'"},
      {"a=(x)", "expected: identifier"},
      {"a in x", "found 'x' expected: '('"},
      {"a in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"},
      {"a in (=", "found '=', expected: ',', ')' or identifier"},
      {"a in (x,", "found '', expected: ',', or identifier"},
      {"a in (x,!)", "found '!', expected: ',', or identifier"},
      {"a in (x", "found '', expected: ',' or ')'"},
      {"a in (x y)", "found 'y', expected: ',' or ')'"},
      {"a in (x))", "found ')', expected: ',' or 'end of string'"},
      {"a>x",
       "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, "
       "the "
       "value must be an integer"},
      {"a<-x", "unable to parse requirement: [values[0]: Invalid value: \"-x\": for 'Gt', 'Lt'"},
      {"a>", "for 'Gt', 'Lt' operators, the value must be an integer"},
      {"a>99999999999999999999", "the value must be an integer"},
      {"a/b/c=x", "unable to parse requirement: <nil>: Invalid value: \"a/b/c\": "},
      {"-a", "Invalid value: \"-a\": name part must consist of"},
      {"a=-x", "unable to parse requirement: values[0][a]: Invalid value: \"-x\": a valid label"},
      {"a in (b,b,c-)", "values[1][a]: Invalid value: \"c-\": a valid label"},
      {"a=" + std::string(64, 'x'), "must be no more than 63"},
      {std::string("a\0b", 3), "Invalid value: \"a\\x00b\""},
      {"\xff", "Invalid value: \"\\xff\""},
      {std::string(100'000, '('), "expected: !, identifier"},
  };
  for (const auto& [text, message] : cases) {
    auto selector = LabelSelector::Parse(text);
    ASSERT_FALSE(selector) << text;
    EXPECT_EQ(selector.error().code(), 400);
    EXPECT_THAT(selector.error().message(), HasSubstr(message)) << text;
  }
}

// A kind whose colour is also called hue.
Result<std::string> Convert(std::string_view label) {
  if (label == "spec.hue") return "spec.color";
  for (std::string_view known : {"metadata.name", "metadata.namespace", "spec.color"}) {
    if (label == known) return std::string(label);
  }
  return BadRequest("field label not supported: " + std::string(label));
}

Result<FieldSelector> ParseAndConvert(std::string_view text) {
  PINTLE_TRY(FieldSelector selector, FieldSelector::Parse(text));
  PINTLE_RETURN_IF_ERROR(selector.Convert(Convert));
  return selector;
}

TEST(FieldSelectorTest, Matches) {
  const StringPairs fields = {{"metadata.name", "a"}, {"spec.color", "x,y=z\\"}};
  const std::pair<const char*, bool> cases[] = {
      {"", true},
      {",", true},
      {"metadata.name=a", true},
      {"metadata.name==a", true},
      {"metadata.name=b", false},
      {"metadata.name!=b", true},
      {"metadata.name!=a", false},
      {"metadata.name=", false},
      {"metadata.namespace=", true},  // absent reads as empty
      {"metadata.namespace!=x", true},
      {"metadata.name=a,metadata.namespace=x", false},
      {"spec.color=x\\,y\\=z\\\\", true},
      {"metadata.name=a,,spec.color!=red", true},
      {"spec.hue=x\\,y\\=z\\\\", true},
      {"spec.hue=red", false},
  };
  for (const auto& [text, matches] : cases) {
    auto selector = ParseAndConvert(text);
    ASSERT_TRUE(selector) << text << ": " << selector.error().message();
    EXPECT_EQ(selector->Matches(fields), matches) << text;
  }
}

TEST(FieldSelectorTest, RefusesWithTheReason) {
  const std::pair<std::string, const char*> cases[] = {
      {"metadata.name", "invalid selector: 'metadata.name'; can't understand 'metadata.name'"},
      {"metadata.name=a,b", "invalid selector: 'metadata.name=a,b'; can't understand 'b'"},
      {"metadata.name!a", "can't understand 'metadata.name!a'"},
      {"metadata.name=a\\x", "invalid field selector: invalid escape sequence: \\x"},
      {"metadata.name=a\\", "invalid field selector: invalid escape sequence: \\"},
      {"metadata.name=a=b", "invalid field selector: unescaped character in value: 61"},
      {"a!b=c", "field label not supported: a!b"},
      // Syntax comes before labels, and terms are looked at in order.
      {"zz=1,metadata.name", "can't understand 'metadata.name'"},
      {"zz=1,b=1", "field label not supported: b"},
      {"spec.size=1", "field label not supported: spec.size"},
      {"=x", "field label not supported: "},
  };
  for (const auto& [text, message] : cases) {
    auto selector = ParseAndConvert(text);
    ASSERT_FALSE(selector) << text;
    EXPECT_EQ(selector.error().code(), 400);
    EXPECT_THAT(selector.error().message(), HasSubstr(message)) << text;
  }
}

TEST(FieldSelectorTest, TellsPinnedFields) {
  auto selector = ParseAndConvert("metadata.namespace!=b,metadata.name=a\\,b");
  ASSERT_TRUE(selector);
  ASSERT_NE(selector->Pinned("metadata.name"), nullptr);
  EXPECT_EQ(*selector->Pinned("metadata.name"), "a,b");
  EXPECT_EQ(selector->Pinned("metadata.namespace"), nullptr);
  selector->Pin("metadata.namespace", "c");
  EXPECT_EQ(*selector->Pinned("metadata.namespace"), "c");
  EXPECT_TRUE(selector->Matches({{"metadata.name", "a,b"}, {"metadata.namespace", "c"}}));
  EXPECT_FALSE(selector->Matches({{"metadata.name", "a,b"}, {"metadata.namespace", "d"}}));
}

}  // namespace
}  // namespace pintle::api
