// The fast parser against the exact reader: whatever the parser takes, both understand alike.
#include "pintle/codec/json_parser.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"

namespace pintle::codec {
namespace {

Result<Value> ReadExactly(std::string_view json, Arena& arena, field::Findings* findings) {
  JsonReader reader(json);
  PINTLE_TRY(Value value, ReadValue(reader, arena, findings));
  PINTLE_RETURN_IF_ERROR(reader.Next());
  return value;
}

enum class Taken : uint8_t { kFast, kExactly, kNever };

// Reads `json` both ways and through ParseJson; says who took it.
Taken Check(std::string_view json) {
  Arena arena;
  field::Findings exact_findings;
  Result<Value> exact = ReadExactly(json, arena, &exact_findings);
  JsonParser parser(json, arena);
  std::optional<Value> fast = parser.Parse();
  if (fast) {
    EXPECT_TRUE(exact && *fast == *exact) << json;
    EXPECT_EQ(parser.repeated(), !exact_findings.empty()) << json;
  }
  field::Findings findings;
  Result<Value> either = ParseJson(json, arena, &findings);
  EXPECT_EQ(either.has_value(), exact.has_value()) << json;
  if (either && exact) {
    EXPECT_TRUE(*either == *exact) << json;
    EXPECT_EQ(field::FindingTexts(findings.items()), field::FindingTexts(exact_findings.items()))
        << json;
    EXPECT_TRUE(*ParseJson(json, arena) == *exact) << json;
  } else if (!either && !exact) {
    EXPECT_EQ(either.error().message(), exact.error().message()) << json;
  }
  return fast ? Taken::kFast : exact ? Taken::kExactly : Taken::kNever;
}

constexpr std::string_view kDocuments[] = {
    "null",
    " [ true , false , null ] ",
    R"({"kind":"Pod","metadata":{"name":"a","labels":{"b":"c"}},"spec":{"containers":[{"ports":[{"p":80}]}]}})",
    "{\n  \"pretty\": [\n    1,\n    {\n      \"a\":  -2\t}\r\n  ]\n}\n",
    R"(["\"\\\/\b\f\n\r\t\u0041\u00fc\u6c34\ud83d\ude00 and more than sixteen bytes of text"])",
    R"(["a text of more than sixteen bytes with an escape far in: \n and ünïcödé 水 😀 behind it"])",
    "[0,-0,1,-1,12345678901234567,999999999999999999,1000000000000000000,9223372036854775807,"
    "-9223372036854775808,9223372036854775808,1.0,-0.0,1e3,1E-7,2.5e+10,0.1,123.456e-2]",
    R"({"":1,"a":{},"b":[],"c":[[],{}]})",
    R"({"z":1,"y":2,"x":3,"same":1,"other":{"n":1,"n":[2,2]},"same":2})",
};

TEST(JsonParser, TakesWhatIsUsual) {
  for (std::string_view json : kDocuments) EXPECT_EQ(Check(json), Taken::kFast) << json;
}

TEST(JsonParser, LeavesTheRestToTheReader) {
  for (std::string_view json : {R"("\ud800")", R"("\udc00\ud800")", R"("\ud800\u0041")", "\"\xff\"",
                                "\"\xc3(\"", "1e-400", "\"\xed\xa0\x80\""}) {
    EXPECT_EQ(Check(json), Taken::kExactly) << json;
  }
  for (std::string_view json :
       {"",         " ",     "1e400", "01",        "-",        "1.",         "1e",
        "+1",       ".5",    "tru",   "truex",     "nulL",     "[1,]",       "[",
        "]",        "{",     "}",     "{\"a\"}",   "{\"a\":}", "{\"a\":1,}", "{,}",
        "[1 2]",    "{} {}", "\"",    "\"\\",      "\"\\x\"",  "\"\\u12\"",  "\"\\u12g4\"",
        "\"a\nb\"", "\"a",   "[1}",   "{\"a\":1]", "'a'",      "{1:2}",      "\xef\xbb\xbf{}"}) {
    EXPECT_EQ(Check(json), Taken::kNever) << json;
  }
  using namespace std::string_view_literals;
  EXPECT_EQ(Check("\0"sv), Taken::kNever);
  EXPECT_EQ(Check("1\0"sv), Taken::kNever);
  EXPECT_EQ(Check("\"a\0\""sv), Taken::kNever);
  EXPECT_EQ(Check("[1\0]"sv), Taken::kNever);
}

TEST(JsonParser, DepthIsLimited) {
  for (size_t depth : {9999U, 10000U, 10001U}) {
    std::string json = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_EQ(Check(json), depth <= kMaxDepth ? Taken::kFast : Taken::kNever) << depth;
  }
}

// Strings of every length around the block size, with every sort of byte at every place.
TEST(JsonParser, EveryPlaceOfAString) {
  for (std::string_view piece :
       {"\"", "\\n", "\\u00e9", "\\\\", "\\\"", "é", "\x80", "\x01", "\x7f", "\\"}) {
    for (size_t size = 0; size < 40; ++size) {
      for (size_t at = 0; at <= size; ++at) {
        std::string text(size, 'x');
        text.insert(at, piece);
        Check("[\"" + text + "\",\"" + text + "\"]");
      }
    }
  }
}

// Every cut of a document, and many documents with bytes changed, removed or doubled.
TEST(JsonParser, DamagedDocuments) {
  constexpr std::string_view kBytes = "{}[],:\"\\ \n0123456789-+.eEtrufalsn\x80\xc3\xff\x01/u";
  std::mt19937 random(2);
  for (std::string_view document : kDocuments) {
    for (size_t size = 0; size < document.size(); ++size) Check(document.substr(0, size));
    for (int round = 0; round < 3000; ++round) {
      std::string json(document);
      for (size_t edits = 1 + random() % 3; edits > 0; --edits) {
        size_t at = random() % json.size();
        switch (random() % 4) {
          case 0:
            json[at] = kBytes[random() % kBytes.size()];
            break;
          case 1:
            json.insert(at, 1, kBytes[random() % kBytes.size()]);
            break;
          case 2:
            if (json.size() > 1) json.erase(at, 1);
            break;
          default:
            json.insert(at, json.substr(random() % json.size(), random() % 8));
        }
      }
      Check(json);
    }
  }
}

TEST(JsonParser, StringsLiveInTheArena) {
  Arena arena;
  Value value;
  {
    std::string json = R"({"key":"value","escaped":"a\tb"})";
    value = *ParseJson(json, arena);
    json.assign(json.size(), '#');
  }
  EXPECT_EQ(ToJson(value), R"({"escaped":"a\tb","key":"value"})");
}

// The text, its members and elements, and what is wasted: no input takes more than this for a byte.
TEST(JsonParser, MemoryIsBounded) {
  constexpr size_t kMaxBytesPerByte = 40;
  for (std::string_view unit : {"0,", "[],", "{},", "{\"\":0},", "\"\",", "          "}) {
    std::string json = "[";
    while (json.size() < 100000) json += unit;
    json += "0]";
    Arena arena;
    ASSERT_TRUE(ParseJson(json, arena)) << unit;
    EXPECT_LT(arena.allocated_bytes(), kMaxBytesPerByte * json.size()) << unit;
  }
}

}  // namespace
}  // namespace pintle::codec
