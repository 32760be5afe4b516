#include <gtest/gtest.h>

#include <cmath>

#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"

namespace pintle::codec {
namespace {

struct Row {
  std::string_view input;
  std::string_view expected;
};

std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

// The document written again, or the error.
std::string Rewritten(std::string_view json) {
  Arena arena;
  auto value = ParseJson(json, arena);
  return value ? ToJson(*value) : value.error().message();
}

TEST(JsonReaderTest, SyntaxErrors) {
  constexpr Row kRows[] = {
      {"", "unexpected end of JSON input"},
      {"  ", "unexpected end of JSON input"},
      {"{", "unexpected end of JSON input"},
      {"[1,", "unexpected end of JSON input"},
      {R"({"a")", "unexpected end of JSON input"},
      {R"("a)", "unexpected end of JSON input"},
      {R"("\)", "unexpected end of JSON input"},
      {R"("\u12)", "unexpected end of JSON input"},
      {"-", "unexpected end of JSON input"},
      {"1.", "unexpected end of JSON input"},
      {"1e", "unexpected end of JSON input"},
      {"tru", "unexpected end of JSON input"},
      {"x", "invalid character 'x' looking for beginning of value"},
      {"'a'", "invalid character '\\'' looking for beginning of value"},
      {"\xef\xbb\xbf{}", "invalid character 'ï' looking for beginning of value"},
      {"\x1f", "invalid character '\\x1f' looking for beginning of value"},
      {"[1,]", "invalid character ']' looking for beginning of value"},
      {"+1", "invalid character '+' looking for beginning of value"},
      {".5", "invalid character '.' looking for beginning of value"},
      {"NaN", "invalid character 'N' looking for beginning of value"},
      {"{a:1}", "invalid character 'a' looking for beginning of object key string"},
      {R"({"a":1,})", "invalid character '}' looking for beginning of object key string"},
      {R"({"a" 1})", "invalid character '1' after object key"},
      {R"({"a":1 "b":2})", "invalid character '\"' after object key:value pair"},
      {R"({"a":01})", "invalid character '1' after object key:value pair"},
      {R"({"a":1])", "invalid character ']' after object key:value pair"},
      {"[1 2]", "invalid character '2' after array element"},
      {"[1}", "invalid character '}' after array element"},
      {"{} x", "invalid character 'x' after top-level value"},
      {"01", "invalid character '1' after top-level value"},
      {"{}{}", "invalid character '{' after top-level value"},
      {"\"a\nb\"", "invalid character '\\n' in string literal"},
      {"\"\\n\x01\"", "invalid character '\\x01' in string literal"},
      {R"("\x")", "invalid character 'x' in string escape code"},
      {R"("\u12g4")", "invalid character 'g' in \\u hexadecimal character escape"},
      {R"("\u-123")", "invalid character '-' in \\u hexadecimal character escape"},
      {R"("\ud800\uzzzz")", "invalid character 'z' in \\u hexadecimal character escape"},
      {"-x", "invalid character 'x' in numeric literal"},
      {"1.x", "invalid character 'x' after decimal point in numeric literal"},
      {"1ex", "invalid character 'x' in exponent of numeric literal"},
      {"1e+]", "invalid character ']' in exponent of numeric literal"},
      {"tXue", "invalid character 'X' in literal true (expecting 'r')"},
      {"nulx", "invalid character 'x' in literal null (expecting 'l')"},
      {"1e400", "json: cannot unmarshal number 1e400 into Go value of type float64"},
      {"[1e400,]", "invalid character ']' looking for beginning of value"},
  };
  for (const Row& row : kRows) EXPECT_EQ(Rewritten(row.input), row.expected) << row.input;
}

TEST(JsonReaderTest, Values) {
  constexpr Row kRows[] = {
      {" null ", "null"},
      {"[true,false]", "[true,false]"},
      {"-0", "0"},
      {"-0.0", "-0"},
      {"1.0", "1"},
      {"1e3", "1000"},
      {"1.10", "1.1"},
      {"1E-7", "1e-7"},
      {"1e-400", "0"},
      {"9007199254740993", "9007199254740993"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"9223372036854775808", "9223372036854776000"},
      {"100000000000000000000000", "1e+23"},
      {"[ ]", "[]"},
      {"{\n}", "{}"},
      {R"({"b":1,"a":{"c":[{}]}})", R"({"a":{"c":[{}]},"b":1})"},
      {R"({"a":1,"b":2,"a":3})", R"({"a":3,"b":2})"},
      {R"("\"\\\/\b\f\n\r\t")", R"("\"\\/\b\f\n\r\t")"},
      {R"("\u00fc\u6c34\ud83d\ude00")", R"("ü水😀")"},
      {R"("\ud800")", "\"\xef\xbf\xbd\""},
      {R"("\udc00x")", "\"\xef\xbf\xbdx\""},
      {R"("\ud800\u0041")",
       "\"\xef\xbf\xbd"
       "A\""},
      {R"("\ud800\ud83d\ude00")", "\"\xef\xbf\xbd😀\""},
      {"\"a\xff\xc3(\"", "\"a\xef\xbf\xbd\xef\xbf\xbd(\""},
      {"\"\\n\xff\"", "\"\\n\xef\xbf\xbd\""},
      {"\"\x7f\"", "\"\x7f\""},
      {R"("<a>&\u2028\u2029")", R"("\u003ca\u003e\u0026\u2028\u2029")"},
      {R"({"\u0000":1})", R"({"\u0000":1})"},
  };
  for (const Row& row : kRows) EXPECT_EQ(Rewritten(row.input), row.expected) << row.input;
}

TEST(JsonReaderTest, KindsOfNumbers) {
  Arena arena;
  EXPECT_TRUE(ParseJson("1", arena)->is_int());
  EXPECT_TRUE(ParseJson("-0", arena)->is_int());
  EXPECT_TRUE(ParseJson("1.0", arena)->is_double());
  EXPECT_TRUE(ParseJson("1e3", arena)->is_double());
  EXPECT_TRUE(ParseJson("9223372036854775808", arena)->is_double());
  EXPECT_TRUE(std::signbit(ParseJson("-0.0", arena)->as_double()));
}

TEST(JsonReaderTest, Depth) {
  EXPECT_EQ(Rewritten(Repeated("[", 10001)), "invalid character '[' exceeded max depth");
  EXPECT_EQ(Rewritten(Repeated("{\"a\":", 10001)), "invalid character '{' exceeded max depth");
  std::string deep = Repeated("[", 10000) + Repeated("]", 10000);
  EXPECT_TRUE(Rewritten(deep) == deep);
}

TEST(JsonReaderTest, TokensOffsetsAndLiterals) {
  JsonReader reader(R"( {"a": [1.50, "x"], "b":null} )");
  EXPECT_EQ(*reader.Next(), Token::kBeginObject);
  EXPECT_EQ(reader.offset(), 1U);
  EXPECT_EQ(*reader.Next(), Token::kKey);
  EXPECT_EQ(reader.text(), "a");
  EXPECT_EQ(reader.offset(), 2U);
  EXPECT_EQ(*reader.Next(), Token::kBeginList);
  EXPECT_EQ(*reader.Next(), Token::kDouble);
  EXPECT_EQ(reader.text(), "1.50");
  EXPECT_EQ(reader.double_value(), 1.5);
  EXPECT_EQ(reader.offset(), 8U);
  EXPECT_EQ(*reader.Next(), Token::kString);
  EXPECT_EQ(reader.offset(), 14U);
  EXPECT_EQ(*reader.Next(), Token::kEndList);
  EXPECT_EQ(*reader.Next(), Token::kKey);
  EXPECT_EQ(*reader.Next(), Token::kNull);
  EXPECT_EQ(*reader.Next(), Token::kEndObject);
  EXPECT_EQ(*reader.Next(), Token::kEnd);
}

TEST(JsonReaderTest, SkipChecksSyntaxOnly) {
  JsonReader reader(R"({"a":{"x":[1e400,"\n\xff"],"x":2},"b":3})");
  // The escape \x is not one, so this document cannot be skipped over.
  EXPECT_EQ(*reader.Next(), Token::kBeginObject);
  EXPECT_EQ(*reader.Next(), Token::kKey);
  EXPECT_EQ(reader.Skip().error().message(), "invalid character 'x' in string escape code");

  JsonReader good("[{\"x\":[1e400,\"\\n\xff\"],\"x\":2},3]");
  EXPECT_EQ(*good.Next(), Token::kBeginList);
  EXPECT_TRUE(good.Skip());
  EXPECT_EQ(*good.Next(), Token::kInt);
  EXPECT_EQ(good.int_value(), 3);
  EXPECT_EQ(*good.Next(), Token::kEndList);
  EXPECT_EQ(*good.Next(), Token::kEnd);
}

TEST(JsonWriterTest, Pretty) {
  Arena arena;
  auto value = ParseJson(R"({"a":[],"b":{},"c":[1,{"d":null}],"e":"<"})", arena);
  EXPECT_EQ(ToPrettyJson(*value), R"({
  "a": [],
  "b": {},
  "c": [
    1,
    {
      "d": null
    }
  ],
  "e": "\u003c"
})");
}

TEST(JsonWriterTest, InvalidUtf8AndBinary) {
  std::string out;
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Key("a\x80");
  writer.Binary("\x01\x02");
  writer.Key("b");
  writer.String("\xe2\x82");
  writer.EndObject();
  EXPECT_EQ(out, R"({"a\ufffd":"AQI=","b":"\ufffd\ufffd"})");
}

}  // namespace
}  // namespace pintle::codec
