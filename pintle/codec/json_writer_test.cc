#include "pintle/codec/json_writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::codec {
namespace {

class StringSink final : public ByteSink {
 public:
  void Write(std::string_view bytes) override {
    text += bytes;
    largest = std::max(largest, bytes.size());
  }
  std::string text;
  size_t largest = 0;
};

// The rules one byte at a time.
std::string EscapedPlainly(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    uint32_t c = 0;
    size_t size = DecodeUtf8(text, &c);
    constexpr std::string_view kNamed = "\"\\\b\f\n\r\t";
    constexpr std::string_view kLetters = "\"\\bfnrt";
    if (size == 0) {
      out += "\\ufffd";
      size = 1;
    } else if (c < 0x80 && kNamed.find(text[0]) != std::string_view::npos) {
      out += '\\';
      out += kLetters[kNamed.find(text[0])];
    } else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029) {
      out += fmt::format("\\u{:04x}", c);
    } else {
      out += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return out + '"';
}

TEST(JsonStrings, EveryByteAtEveryPlace) {
  for (int byte = 0; byte < 256; ++byte) {
    for (size_t size = 1; size < 40; ++size) {
      for (size_t at = 0; at < size; ++at) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(byte);
        std::string out;
        AppendJsonString(out, text);
        ASSERT_EQ(out, EscapedPlainly(text));
      }
    }
  }
}

TEST(JsonStrings, RandomTexts) {
  constexpr std::string_view kPieces[] = {"a",      "plain text", "\"",       "\\",  "<>&",
                                          "\n",     "é",          "水",       "😀",  "\u2028",
                                          "\u2029", "\x80",       "\xe2\x80", "\x1f"};
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    // Some longer than the block and the buffer that strings are written in.
    size_t pieces = round % 100 == 0 ? 20000 : random() % 40;
    for (size_t i = 0; i < pieces; ++i) text += kPieces[random() % std::size(kPieces)];
    std::string expected = EscapedPlainly(text);
    EXPECT_EQ(ToJson(Value(text)), expected);
    std::string out;
    AppendJsonString(out, text);
    EXPECT_EQ(out, expected);
    StringSink sink;
    JsonWriter writer(sink);
    writer.String(text);
    writer.Flush();
    EXPECT_EQ(sink.text, expected);
  }
}

TEST(JsonNumbers, Doubles) {
  struct Row {
    double number;
    std::string_view expected;
  };
  constexpr Row kRows[] = {
      {0.0, "0"},
      {-0.0, "-0"},
      {1.0, "1"},
      {-1.5, "-1.5"},
      {1e3, "1000"},
      {1.10, "1.1"},
      {0.1, "0.1"},
      {1e-6, "0.000001"},
      {1.5e-6, "0.0000015"},
      {9.99e-7, "9.99e-7"},
      {1e-7, "1e-7"},
      {-1.25e-9, "-1.25e-9"},
      {1e-10, "1e-10"},
      {1e20, "100000000000000000000"},
      {1e21, "1e+21"},
      {1.5e21, "1.5e+21"},
      {1e23, "1e+23"},
      {123456789.125, "123456789.125"},
      {9007199254740991.0, "9007199254740991"},
      {9007199254740992.0, "9007199254740992"},
      {9223372036854775808.0, "9223372036854776000"},
      {9223372036854775808.0 * 2, "18446744073709552000"},
      {5e-324, "5e-324"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {-1.7976931348623157e308, "-1.7976931348623157e+308"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
  };
  for (const Row& row : kRows) {
    std::string out;
    AppendDouble(out, row.number);
    EXPECT_EQ(out, row.expected);
    EXPECT_EQ(ToJson(Value(row.number)), out);
  }
  EXPECT_EQ(ToJson(Value(std::numeric_limits<double>::infinity())), "null");
  EXPECT_EQ(ToJson(Value(std::nan(""))), "null");
}

TEST(JsonNumbers, RandomDoublesReadBack) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 200000; ++round) {
    auto number = std::bit_cast<double>(random());
    if (round % 2 == 0) number = static_cast<double>(random() % 1000000) / 1024;
    if (!std::isfinite(number)) continue;
    std::string text = ToJson(Value(number));
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), number) << text;
    ASSERT_LE(text.size(), kMaxDoubleBytes);
  }
}

TEST(JsonNumbers, Integers) {
  EXPECT_EQ(ToJson(Value(std::numeric_limits<int64_t>::min())), "-9223372036854775808");
  EXPECT_EQ(ToJson(Value(std::numeric_limits<int64_t>::max())), "9223372036854775807");
  EXPECT_EQ(ToJson(Value(0)), "0");
}

void WriteTokens(const Value& value, Writer& writer) {
  switch (value.kind()) {
    case Value::Kind::kNull:
      return writer.Null();
    case Value::Kind::kBool:
      return writer.Bool(value.as_bool());
    case Value::Kind::kInt:
      return writer.Int(value.as_int());
    case Value::Kind::kDouble:
      return writer.Double(value.as_double());
    case Value::Kind::kString:
      return writer.String(value.as_string());
    case Value::Kind::kList:
      writer.BeginList();
      for (const Value& item : value.items()) WriteTokens(item, writer);
      return writer.EndList();
    case Value::Kind::kObject:
      writer.BeginObject();
      for (const Member& member : value.members()) {
        writer.Key(member.key());
        WriteTokens(member.value, writer);
      }
      return writer.EndObject();
  }
}

// By tokens, as a whole, inside of something else; to a string and to a sink.
TEST(JsonWriter, AllWaysWriteTheSame) {
  Arena arena;
  const std::string deep = std::string(100, '[') + R"(1,{"a":2})" + std::string(100, ']');
  for (std::string_view json :
       {"null", "[]", "{}", "[1,[],{},[[2]]]", R"({"a":{"b":[{"c":null,"d":"<"},-0.5]},"e":true})",
        deep.c_str()}) {
    Value value = *ParseJson(json, arena);
    for (JsonStyle style : {JsonStyle::kCompact, JsonStyle::kPretty}) {
      std::string by_token;
      JsonWriter token_writer(by_token, style);
      WriteTokens(value, token_writer);
      EXPECT_EQ(style == JsonStyle::kPretty ? ToPrettyJson(value) : ToJson(value), by_token);

      std::string outer_by_token;
      std::string outer;
      StringSink sink;
      auto write = [&](JsonWriter& writer, auto inner) {
        writer.BeginObject();
        writer.Key("x");
        inner();
        writer.Key("y");
        writer.BeginList();
        inner();
        inner();
        writer.EndList();
        writer.EndObject();
        writer.Flush();
      };
      JsonWriter outer_token_writer(outer_by_token, style);
      write(outer_token_writer, [&] { WriteTokens(value, outer_token_writer); });
      JsonWriter outer_writer(outer, style);
      write(outer_writer, [&] { WriteValue(value, outer_writer); });
      JsonWriter sink_writer(sink, style);
      write(sink_writer, [&] { WriteValue(value, sink_writer); });
      EXPECT_EQ(outer, outer_by_token);
      EXPECT_EQ(sink.text, outer_by_token);
    }
  }
}

TEST(JsonWriter, ALongListNeedsOneBuffer) {
  class CountingSink final : public ByteSink {
   public:
    void Write(std::string_view bytes) override {
      total += bytes.size();
      largest = std::max(largest, bytes.size());
    }
    size_t total = 0;
    size_t largest = 0;
  };
  Arena arena;
  Value item = *ParseJson(R"({"name":"n","values":[1,2,3],"text":"some text"})", arena);
  const std::string long_text(100000, '<');
  CountingSink sink;
  JsonWriter writer(sink);
  writer.BeginList();
  for (int i = 0; i < 20000; ++i) i % 2 == 0 ? WriteValue(item, writer) : WriteTokens(item, writer);
  writer.String(long_text);
  writer.Binary(long_text);
  writer.EndList();
  writer.Flush();
  EXPECT_GT(sink.total, 20000 * ToJson(item).size());
  EXPECT_LE(sink.largest, 2 * SinkBuffer::kBytes);
}

TEST(JsonWriter, PrettyTextOfDeepValuesStaysSmall) {
  constexpr size_t kDepth = 10000;
  Arena arena;
  Value value = *ParseJson(std::string(kDepth, '[') + "1,2" + std::string(kDepth, ']'), arena);
  std::string pretty = ToPrettyJson(value);
  EXPECT_LT(pretty.size(), 2 * (kDepth + 1) * (2 * kMaxIndentedLevels + 2));
  EXPECT_NE(pretty.find("\n" + std::string(2 * kMaxIndentedLevels, ' ') + "2\n"),
            std::string::npos);
  EXPECT_EQ(*ParseJson(pretty, arena), value);
}

TEST(JsonWriter, DepthNeedsNoStack) {
  Arena arena;
  Value value(1);
  for (int i = 0; i < 200000; ++i) {
    Value item[] = {value};
    value = Value::List(arena, item);
  }
  EXPECT_EQ(ToJson(value).size(), 400001U);
  StringSink sink;
  JsonWriter writer(sink);
  WriteValue(value, writer);
  writer.Flush();
  EXPECT_EQ(sink.text, ToJson(value));
}

}  // namespace
}  // namespace pintle::codec
