#include <gtest/gtest.h>

#include "pintle/codec/cbor_for_test.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"

namespace pintle::codec {
namespace {

using testing::Describe;
using testing::Repeated;
using testing::Row;
using testing::Unhex;

std::string Decode(std::string_view bytes) {
  Arena arena;
  auto value = ParseCbor(bytes, arena);
  return value ? Describe(*value) : value.error().message();
}

// The same by way of tokens, which ParseCbor takes only for what is unusual.
std::string DecodeTokens(std::string_view bytes) {
  Arena arena;
  CborReader reader(bytes);
  auto value = ReadValue(reader, arena);
  return value ? Describe(*value) : value.error().message();
}

constexpr Row kDecoded[] = {
    {"D001", "00", "int 0"},
    {"D002", "1800", "int 0"},
    {"D003", "190001", "int 1"},
    {"D004", "1b0000000000000001", "int 1"},
    {"D005", "1b7fffffffffffffff", "int 9223372036854775807"},
    {"D006", "3b7fffffffffffffff", "int -9223372036854775808"},
    {"D007", "1b8000000000000000",
     "cbor: cannot unmarshal positive integer into Go value of type int64 (9223372036854775808 "
     "overflows Go's int64)"},
    {"D008", "3b8000000000000000",
     "cbor: cannot unmarshal negative integer into Go value of type int64 (-9223372036854775809 "
     "overflows Go's int64)"},
    {"D009", "3bffffffffffffffff",
     "cbor: cannot unmarshal negative integer into Go value of type int64 (-18446744073709551616 "
     "overflows Go's int64)"},
    {"D010", "f93c00", "float 1"},
    {"D011", "fa3f800000", "float 1"},
    {"D012", "fb3ff0000000000000", "float 1"},
    {"D013", "f98000", "float -0"},
    {"D014", "f90001", "float 5.960464477539063e-8"},
    {"D015", "f97e00",
     "cbor: data item of cbor type primitives is not accepted by protocol: floating-point NaN"},
    {"D016", "fa7f800000",
     "cbor: data item of cbor type primitives is not accepted by protocol: floating-point "
     "infinity"},
    {"D017", "fbfff0000000000000",
     "cbor: data item of cbor type primitives is not accepted by protocol: floating-point "
     "infinity"},
    {"D018", "f4", "false"},
    {"D019", "f5", "true"},
    {"D020", "f6", "null"},
    {"D021", "f7",
     "cbor: data item of cbor type primitives is not accepted by protocol: simple value 23 is not "
     "recognized"},
    {"D022", "e0",
     "cbor: data item of cbor type primitives is not accepted by protocol: simple value 0 is not "
     "recognized"},
    {"D023", "f0",
     "cbor: data item of cbor type primitives is not accepted by protocol: simple value 16 is not "
     "recognized"},
    {"D024", "f820",
     "cbor: data item of cbor type primitives is not accepted by protocol: simple value 32 is not "
     "recognized"},
    {"D025", "f8ff",
     "cbor: data item of cbor type primitives is not accepted by protocol: simple value 255 is not "
     "recognized"},
    {"D026", "f818", "cbor: invalid simple value 24 for type primitives"},
    {"D027", "f814", "cbor: invalid simple value 20 for type primitives"},
    {"D028", "f816", "cbor: invalid simple value 22 for type primitives"},
    {"D029", "40", "\"\""},
    {"D030", "60", "\"\""},
    {"D031", "4161", "\"a\""},
    {"D032", "6161", "\"a\""},
    {"D033", "4180", "\"\\x80\""},
    {"D034", "6180", "cbor: invalid UTF-8 string"},
    {"D035", "62c080", "cbor: invalid UTF-8 string"},
    {"D036", "63eda080", "cbor: invalid UTF-8 string"},
    {"D037", "5f42010243030405ff", "\"\\x01\\x02\\x03\\x04\\x05\""},
    {"D038", "7f61616162ff", "\"ab\""},
    {"D039", "7fff", "\"\""},
    {"D040", "5fff", "\"\""},
    {"D041", "7f61c361bcff", "cbor: invalid UTF-8 string"},
    {"D042", "5f41c341bcff", "\"ü\""},
    {"D043", "80", "[]"},
    {"D044", "9fff", "[]"},
    {"D045", "83019f0203ff04", "[int 1, [int 2, int 3], int 4]"},
    {"D046", "a0", "{}"},
    {"D047", "bfff", "{}"},
    {"D048", "a2616101416202", "{\"a\": int 1, \"b\": int 2}"},
    {"D049", "bf616101ff", "{\"a\": int 1}"},
    {"D050", "a141ff01", "{\"\\xff\": int 1}"},
    {"D051", "a2616101616102", "cbor: found duplicate map key \"a\" at map element index 1"},
    {"D052", "a2416101616102", "cbor: found duplicate map key \"a\" at map element index 1"},
    {"D053", "a25f41614162ff0142616202",
     "cbor: found duplicate map key \"ab\" at map element index 1"},
    {"D054", "81a2617801617802", "cbor: found duplicate map key \"x\" at map element index 1"},
    {"D055", "a10102", "cbor: cannot unmarshal positive integer into Go value of type string"},
    {"D056", "a12002", "cbor: cannot unmarshal negative integer into Go value of type string"},
    {"D057", "a1f402", "cbor: cannot unmarshal primitives into Go value of type string"},
    {"D058", "a1f93c0002", "cbor: cannot unmarshal primitives into Go value of type string"},
    {"D059", "a18002", "cbor: cannot unmarshal array into Go value of type string"},
    {"D060", "a1a002", "cbor: cannot unmarshal map into Go value of type string"},
    {"D061", "d9d9f700", "int 0"},
    {"D062", "d9d9f7d9d9f700", "int 0"},
    {"D063", "82d9d9f70102", "[int 1, int 2]"},
    {"D064", "a1d9d9f7616101", "{\"a\": int 1}"},
    {"D065", "c074323031332d30332d32315432303a30343a30305a", "\"2013-03-21T20:04:00Z\""},
    {"D066", "c07819323031332d30332d32315432303a30343a30302b30313a3030",
     "\"2013-03-21T20:04:00+01:00\""},
    {"D067", "c07819323031332d30332d32315432303a30343a30302b30303a3030",
     "\"2013-03-21T20:04:00Z\""},
    {"D068", "c054323031332d30332d32315432303a30343a30305a",
     "cbor: tag number 0 must be followed by text string, got byte string"},
    {"D069", "c06161",
     "cbor: cannot set a for time.Time: parsing time \"a\" as \"2006-01-02T15:04:05Z07:00\": "
     "cannot parse \"a\" as \"2006\""},
    {"D070", "c11a514b67b0", "\"2013-03-21T20:04:00Z\""},
    {"D071", "c1fb41d452d9ec200000", "\"2013-03-21T20:04:00.5Z\""},
    {"D072", "c120", "\"1969-12-31T23:59:59Z\""},
    {"D073", "c1f9be00", "\"1969-12-31T23:59:58.5Z\""},
    {"D074", "c1f6",
     "cbor: tag number 1 must be followed by integer or floating-point number, got primitives"},
    {"D075", "c16161",
     "cbor: tag number 1 must be followed by integer or floating-point number, got UTF-8 text "
     "string"},
    {"D076", "c11b0000003afff44180",
     "cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: "
     "Time.MarshalText: year outside of range [0,9999]"},
    {"D077", "c24101", "cbor: data item of cbor type tag is not accepted by protocol: bignum"},
    {"D078", "c34101", "cbor: data item of cbor type tag is not accepted by protocol: bignum"},
    {"D079", "c200", "cbor: data item of cbor type tag is not accepted by protocol: bignum"},
    {"D080", "c48221196ab3", "[int -2, int 27315]"},
    {"D081", "d818456449455446", "\"dIETF\""},
    {"D082", "d8206161", "\"a\""},
    {"D083", "c6c700", "int 0"},
    {"D084", "d542fbff", "\"-_8\""},
    {"D085", "d642fbff", "\"+/8=\""},
    {"D086", "d742fbff", "\"fbff\""},
    {"D087", "d66161", "\"a\""},
    {"D088", "d607", "int 7"},
    {"D089", "d6d7420102", "\"0102\""},
    {"D090", "d6824101d74102", "[\"AQ==\", \"02\"]"},
    {"D091", "d6a161614101", "{\"a\": \"AQ==\"}"},
    {"D092", "d6a141614101", "{\"YQ==\": \"AQ==\"}"},
    {"D093", "d6d9d9f74101", "\"AQ==\""},
    {"D094", "d640", "\"\""},
    {"D095", "", "EOF"},
    {"D096", "0000", "cbor: 1 bytes of extraneous data starting at index 1"},
    {"D097", "a0a0a0", "cbor: 2 bytes of extraneous data starting at index 1"},
    {"D098", "18", "unexpected EOF"},
    {"D099", "4261", "unexpected EOF"},
    {"D100", "8201", "unexpected EOF"},
    {"D101", "a16161", "unexpected EOF"},
    {"D102", "9f01", "unexpected EOF"},
    {"D103", "d9d9f7", "unexpected EOF"},
    {"D104", "ff", "cbor: unexpected \"break\" code"},
    {"D105", "81ff", "cbor: unexpected \"break\" code"},
    {"D106", "bf6161ff", "cbor: unexpected \"break\" code"},
    {"D107", "1c", "cbor: invalid additional information 28 for type positive integer"},
    {"D108", "3f", "cbor: invalid additional information 31 for type negative integer"},
    {"D109", "df00", "cbor: invalid additional information 31 for type tag"},
    {"D110", "5d", "cbor: invalid additional information 29 for type byte string"},
    {"D111", "5f6161ff",
     "cbor: wrong element type UTF-8 text string for indefinite-length byte string"},
    {"D112", "5f5f4101ffff", "cbor: indefinite-length byte string chunk is not definite-length"},
    {"D113", "7bffffffffffffffff",
     "cbor: UTF-8 text string length 18446744073709551615 is too large, causing integer overflow"},
    {"D114", "9bffffffffffffffff",
     "cbor: array length 18446744073709551615 is too large, it would cause integer overflow"},
    {"D115", "9b0000000080000000",
     "cbor: exceeded max number of elements 2147483647 for CBOR array"},
    {"D116", "ba00200001", "cbor: exceeded max number of key-value pairs 2097152 for CBOR map"},
    {"null key", "a1f602", "cbor: cannot unmarshal primitives into Go value of type string"},
    {"array count", "9a7fffffff", "unexpected EOF"},
    {"map count", "ba00200000", "unexpected EOF"},
    {"string length", "5b7fffffffffffffff", "unexpected EOF"},
    {"ill-formed wins over meaning", "82a261610161610218", "unexpected EOF"},
    {"time around a tag", "c0c06161",
     "cbor: tag number 0 must be followed by text string, got tag"},
    {"time fraction", "c0781d323031332d30332d32315432303a30343a30302e3530302b30303a3030",
     "\"2013-03-21T20:04:00.5Z\""},
};

TEST(CborDecodeVectors, DynamicValues) {
  std::set<std::string> names;
  for (const Row& row : kDecoded) {
    EXPECT_EQ(Decode(Unhex(row.input)), row.expected) << row.name;
    EXPECT_EQ(DecodeTokens(Unhex(row.input)), row.expected) << row.name;
    names.insert(row.name);
  }
  testing::ExpectAllNumbers("D", 3, 116, names);
}

TEST(CborDecodeVectors, Depth) {
  const std::string error = "cbor: exceeded max nested level 10000";
  Arena arena;
  EXPECT_TRUE(ParseCbor(Repeated("\x81", 10000) + '\0', arena));
  EXPECT_EQ(Decode(Repeated("\x81", 10001) + '\0'), error);
  EXPECT_EQ(Decode(Repeated("\xc6", 10001) + '\0'), "int 0");
  EXPECT_EQ(Decode(Repeated("\xc6", 10002) + '\0'), error);
}

// Of several faults the first in the document is reported, but a repeated key ends its map and
// takes the place of what was found in it before.
TEST(CborReaderTest, ChoosesAmongSeveralErrors) {
  const std::string kUtf8 = "cbor: invalid UTF-8 string";
  auto repeated = [](std::string key, int index) {
    return "cbor: found duplicate map key \"" + key + "\" at map element index " +
           std::to_string(index);
  };
  const struct {
    const char* hex;
    std::string error;
  } kRows[] = {
      {"826180f7", kUtf8},
      {"82f76180",
       "cbor: data item of cbor type primitives is not accepted by protocol: simple value 23 is "
       "not "
       "recognized"},
      // {"a": bad, "b": 1, "b": 2}
      {"a341616180416201416202", repeated("b", 2)},
      // {"a": bad, "a": 1}
      {"a241616180416101", repeated("a", 1)},
      // {"a": 1, "a": bad}
      {"a241610141616180", repeated("a", 1)},
      // A key that is none, then a repeat; the index counts it.
      {"a301004161014161f6", repeated("a", 2)},
      {"a2010141616180", "cbor: cannot unmarshal positive integer into Go value of type string"},
      // {"x": [bad, {"y": 1, "y": 2}]}: the first of the list.
      {"a14178826180a2417901417902", kUtf8},
      // {"x": {"y": 1, "y": 2, "z": bad}, "x": 1}: the outer repeat wins.
      {"a24178a3417901417902417a6180417801", repeated("x", 1)},
      // {"x": {"y": 1, "y": 2, "y": 3}, "z": bad}
      {"a24178a3417901417902417903417a6180", repeated("y", 1)},
      // [bad, {"y": 1, "y": 2}]: the repeat is in another map.
      {"826180a2417901417902", kUtf8},
      // Indefinite: {_ "a": bad, "b": [_ 1, {_ }], "a": 1}
      {"bf4161618041629f01bfffff416101ff", repeated("a", 2)},
      // Ill-formed wins over all.
      {"a341616180416101416218", "unexpected EOF"},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(Decode(Unhex(row.hex)), row.error) << row.hex;
  }
}

TEST(CborReaderTest, FindsRepeatedKeysAmongMany) {
  std::string bytes = "\xb8\x65";  // 101 pairs
  for (int i = 0; i < 100; ++i) {
    bytes += '\x41';
    bytes += static_cast<char>(i * 37 % 100);
    bytes += '\x00';
  }
  bytes += Unhex("411a00");
  EXPECT_EQ(Decode(bytes), "cbor: found duplicate map key \"\\x1a\" at map element index 100");
}

TEST(CborReaderTest, TaggedKeys) {
  constexpr Row kRows[] = {
      {"time as it is written", "a1c074323031332d30332d32315432303a30343a30305a01",
       "{\"2013-03-21T20:04:00Z\": int 1}"},
      {"no time", "a1c0616101", "{\"a\": int 1}"},
      {"number", "a1c10101",
       "cbor: cannot unmarshal positive integer into Go value of type string"},
      {"wrong content", "a1c0416101",
       "cbor: tag number 0 must be followed by text string, got byte string"},
      {"binary", "a1d5420102f6", "{\"AQI\": null}"},
      {"binary repeats text", "a2d64101016441513d3d02",
       "cbor: found duplicate map key \"AQ==\" at map element index 1"},
  };
  for (const Row& row : kRows) EXPECT_EQ(Decode(Unhex(row.input)), row.expected) << row.name;
}

// Values are repaired as in JSON, keys refused; what is stored is read as it is.
TEST(ParseCborTest, TextOfRequestsIsUtf8) {
  const std::string bad = "cbor: invalid UTF-8 string";
  const struct {
    const char* name;
    const char* hex;
    std::string expected;
  } kRows[] = {
      {"value", "a1416142ff78", "{\"a\": \"\xef\xbf\xbdx\"}"},
      {"value in a list", "8241ff41fe", "[\"\xef\xbf\xbd\", \"\xef\xbf\xbd\"]"},
      {"every bad byte", "43eda080", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
      {"good text", "42c3bc", "\"\xc3\xbc\""},
      {"good text in two chunks", "5f41c341bcff", "\"\xc3\xbc\""},
      {"bad text in two chunks", "5f41ff4161ff",
       "\"\xef\xbf\xbd"
       "a\""},
      {"binary data", "d641ff", "\"/w==\""},
      {"key", "a141ff01", bad},
      {"two keys that would look alike", "a241ff0141fe02", bad},
      {"key below a key", "a14161a141ff01", bad},
      {"key in chunks", "a15f41ffff01", bad},
      {"binary key", "a1d641ff01", "{\"/w==\": int 1}"},
      {"text that is none", "6180", bad},
  };
  for (const auto& row : kRows) {
    Arena arena;
    const std::string bytes = Unhex(row.hex);
    auto value = ParseCbor(bytes, arena, CborText::kRepaired);
    EXPECT_EQ(value ? Describe(*value) : value.error().message(), row.expected) << row.name;
    CborReader reader(bytes, CborText::kRepaired);
    value = ReadValue(reader, arena);
    EXPECT_EQ(value ? Describe(*value) : value.error().message(), row.expected) << row.name;
  }
  Arena arena;
  EXPECT_EQ(ParseCbor(Unhex("a141ff41fe"), arena)->members()[0].key(), "\xff");
}

// What a skipped value means is not looked at, but it must be well-formed.
TEST(CborReaderTest, Skip) {
  constexpr Row kRows[] = {
      {"undefined", "a16178f7", ""},
      {"bad text", "a161786180", ""},
      {"repeated key", "a16178a2616101616102", ""},
      {"NaN", "a16178f97e00",
       "cbor: data item of cbor type primitives is not accepted by protocol: floating-point NaN"},
      {"bignum", "a16178c24101",
       "cbor: data item of cbor type tag is not accepted by protocol: bignum"},
  };
  for (const Row& row : kRows) {
    std::string bytes = Unhex(row.input);
    CborReader reader(bytes);
    auto begin = reader.Next();
    if (!begin) {
      EXPECT_EQ(begin.error().message(), row.expected) << row.name;
      continue;
    }
    EXPECT_EQ(*reader.Next(), Token::kKey);
    EXPECT_EQ(reader.text(), "x");
    EXPECT_TRUE(reader.Skip()) << row.name;
    EXPECT_EQ(*reader.Next(), Token::kEndObject);
    EXPECT_EQ(*reader.Next(), Token::kEnd);
    EXPECT_STREQ(row.expected, "");
  }
}

TEST(CborReaderTest, TellsStringsApart) {
  std::string bytes = Unhex("84420102d6420102d74201026161");
  CborReader reader(bytes);
  EXPECT_EQ(*reader.Next(), Token::kBeginList);
  EXPECT_EQ(*reader.Next(), Token::kString);
  EXPECT_EQ(reader.string_form(), StringForm::kByteString);
  EXPECT_EQ(reader.text(), "\x01\x02");
  EXPECT_EQ(*reader.Next(), Token::kBytes);
  EXPECT_EQ(reader.text(), "\x01\x02");
  EXPECT_EQ(BytesAsText(reader), "AQI=");
  EXPECT_EQ(*reader.Next(), Token::kBytes);
  EXPECT_EQ(BytesAsText(reader), "0102");
  EXPECT_EQ(*reader.Next(), Token::kString);
  EXPECT_EQ(reader.string_form(), StringForm::kTextString);
}

TEST(CborReaderTest, TimesAreWhatTheyAreReadFor) {
  std::string bytes = Unhex("83c10cc10cc06161");
  CborReader reader(bytes);
  EXPECT_EQ(*reader.Next(), Token::kBeginList);
  EXPECT_EQ(*reader.Next(), Token::kString);
  EXPECT_EQ(reader.text(), "1970-01-01T00:00:12Z");
  reader.ReadFor(ReadTarget::kField);
  EXPECT_EQ(*reader.Next(), Token::kInt);
  EXPECT_EQ(reader.int_value(), 12);
  EXPECT_EQ(*reader.Next(), Token::kString);
  EXPECT_EQ(reader.text(), "a");
}

// S20: an object inside an event has a prefix of its own.
TEST(ParseCborTest, WatchEvent) {
  std::string event = Unhex(
      "d9d9f7a24474797065454144444544466f626a656374d9d9f7a2446b696e64416b4a61706956657273696f6e"
      "4176");
  EXPECT_EQ(Decode(event), R"({"object": {"apiVersion": "v", "kind": "k"}, "type": "ADDED"})");
}

// The strings of a value stay when its input goes.
TEST(ParseCborTest, KeepsNothingOfTheInput) {
  std::string bytes = Unhex("a2416142787941626179");
  Arena arena;
  auto value = ParseCbor(bytes, arena);
  std::ranges::fill(bytes, '\xff');
  EXPECT_EQ(ToJson(*value), R"({"a":"xy","b":"y"})");
}

// A declared length must not be believed: what is allocated follows from the input that is there.
TEST(ParseCborTest, AllocatesLittleForSmallInput) {
  constexpr size_t kMaxBytes = 16 * 1024;
  for (std::string bytes :
       {Unhex("9a7fffffff"), Unhex("ba00200000"), Unhex("5b7fffffffffffffff"),
        Repeated("\x81", 127) + '\0', Repeated(Unhex("a140"), 63) + '\0', Repeated("\x9f", 128),
        "\x98\x7e" + Repeated("\x01", 126), "\x98\x7e" + Repeated("\x80", 126)}) {
    Arena arena;
    static_cast<void>(ParseCbor(bytes, arena));
    EXPECT_LE(arena.allocated_bytes(), kMaxBytes) << HexLower(bytes);
  }
}

TEST(IsCborTest, LooksAtThePrefix) {  // S01
  for (const char* hex : {"", "d9", "d9d9", "7b7d", "a0"}) EXPECT_FALSE(IsCbor(Unhex(hex))) << hex;
  EXPECT_TRUE(IsCbor(Unhex("d9d9f7")));
  EXPECT_TRUE(IsCbor(Unhex("d9d9f700")));
}

}  // namespace
}  // namespace pintle::codec
