#include <gtest/gtest.h>

#include <cstdlib>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"

namespace pintle::codec {
namespace {

std::string Unhex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

// A value with its kinds visible: `int 1`, `float 1`.
std::string Describe(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kInt:
      return "int " + std::to_string(value.as_int());
    case Value::Kind::kDouble:
      return "float " + ToJson(value);
    case Value::Kind::kString:
      return Quoted(value.as_string());
    case Value::Kind::kList: {
      std::vector<std::string> items;
      for (const Value& item : value.items()) items.push_back(Describe(item));
      return "[" + Join(items, ", ") + "]";
    }
    case Value::Kind::kObject: {
      std::vector<std::string> members;
      for (const Member& m : value.members()) {
        members.push_back(Quoted(m.key) + ": " + Describe(m.value));
      }
      return "{" + Join(members, ", ") + "}";
    }
    default:
      return ToJson(value);
  }
}

std::string Decode(std::string_view bytes) {
  Arena arena;
  auto value = ParseCbor(bytes, arena);
  return value ? Describe(*value) : value.error().message();
}

std::string EncodeJson(std::string_view json) {
  Arena arena;
  return HexLower(ToCbor(*ParseJson(json, arena)));
}

struct IntRow {
  const char* name;
  int64_t value;
  const char* hex;
};
constexpr IntRow kInts[] = {
    {"E001", 0, "00"},
    {"E002", 1, "01"},
    {"E003", 10, "0a"},
    {"E004", 23, "17"},
    {"E005", 24, "1818"},
    {"E006", 100, "1864"},
    {"E007", 255, "18ff"},
    {"E008", 256, "190100"},
    {"E009", 1000, "1903e8"},
    {"E010", 65535, "19ffff"},
    {"E011", 65536, "1a00010000"},
    {"E012", 1000000, "1a000f4240"},
    {"E013", 4294967295, "1affffffff"},
    {"E014", 4294967296, "1b0000000100000000"},
    {"E015", 1000000000000, "1b000000e8d4a51000"},
    {"E016", 9223372036854775807, "1b7fffffffffffffff"},
    {"E018", -1, "20"},
    {"E019", -10, "29"},
    {"E020", -24, "37"},
    {"E021", -25, "3818"},
    {"E022", -100, "3863"},
    {"E023", -256, "38ff"},
    {"E024", -257, "390100"},
    {"E025", -1000, "3903e7"},
    {"E026", -65536, "39ffff"},
    {"E027", -65537, "3a00010000"},
    {"E028", -4294967297, "3b0000000100000000"},
    {"E029", INT64_MIN, "3b7fffffffffffffff"},
};

struct FloatRow {
  const char* name;
  double value;
  const char* hex;
};
constexpr FloatRow kFloats[] = {
    {"E030", 0.0, "f90000"},
    {"E031", -0.0, "f98000"},
    {"E032", 1.0, "f93c00"},
    {"E033", 1.5, "f93e00"},
    {"E034", 5.5, "f94580"},
    {"E035", -4.0, "f9c400"},
    {"E036", 65504.0, "f97bff"},
    {"E037", 65505.0, "fa477fe100"},
    {"E038", 100000.0, "fa47c35000"},
    {"E039", 5555.5, "fa45ad9c00"},
    {"E040", 0.1, "fb3fb999999999999a"},
    {"E041", 1.1, "fb3ff199999999999a"},
    {"E042", -4.1, "fbc010666666666666"},
    {"E043", 3.4028234663852886e+38, "fa7f7fffff"},
    {"E044", 1e+300, "fb7e37e43c8800759c"},
    {"E045", 5.960464477539063e-08, "f90001"},
    {"E046", 6.103515625e-05, "f90400"},
    {"E047", 0x1p-25, "fa33000000"},
    {"E048", 0x1p-149, "fa00000001"},
    {"E049", 5e-324, "fb0000000000000001"},
    {"E050", 1.7976931348623157e+308, "fb7fefffffffffffff"},
    {"E051", 0x1p53, "fa5a000000"},
    {"E052", 0x1p63, "fa5f000000"},
};

struct Row {
  const char* name;
  const char* input;
  const char* expected;
};
constexpr Row kEncodedDocuments[] = {
    {"E055", "null", "f6"},
    {"E056", "false", "f4"},
    {"E057", "true", "f5"},
    {"E058", "\"\"", "40"},
    {"E059", "\"a\"", "4161"},
    {"E060", "\"ü\"", "42c3bc"},
    {"E061", "\"水\"", "43e6b0b4"},
    {"E069", "[]", "80"},
    {"E070", "[1,2,3]", "83010203"},
    {"E071", "[null,\"a\",1.5]", "83f64161f93e00"},
    {"E072", "{}", "a0"},
    {"E073", "{\"b\":1,\"a\":2}", "a2416102416201"},
    {"E074", "{\"aa\":1,\"b\":2}", "a241620242616101"},
    {"E075", "{\"\":0,\"z\":1,\"aa\":2,\"é\":3,\"zz\":4}", "a54000417a0142616102427a7a0442c3a903"},
    {"E077", R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"v"}})",
     "a44464617461a1416b4176446b696e6449436f6e6669674d6170486d65746164617461a1446e616d6541614a61706"
     "95665"
     "7273696f6e427631"},
    {"J01", "42", "182a"},
    {"J02", "1.0", "f93c00"},
    {"J03", "1e3", "f963d0"},
    {"J04", "-0", "00"},
    {"J05", "-0.0", "f98000"},
    {"J06", "9223372036854775807", "1b7fffffffffffffff"},
    {"J07", "9223372036854775808", "fa5f000000"},
    {"J08", "18446744073709551615", "fa5f800000"},
    {"J09", "-9223372036854775809", "fadf000000"},
    {"J10", R"({"a":1,"a":2})", "a1416102"},
    {"J11", R"("ü")", "42c3bc"},
    {"S14", R"({"i":1,"f":1.0})", "a24166f93c00416901"},
};

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

// CBOR to JSON.
constexpr Row kTranscoded[] = {
    {"J15", "f93c00", "1"},
    {"J16", "4180", R"("\ufffd")"},
    {"J17", "413c", R"("\u003c")"},
    {"J18", "d64101", R"("AQ==")"},
    {"J19", "a2416201416102", R"({"a":2,"b":1})"},
    {"J20", "c11a514b67b0", R"("2013-03-21T20:04:00Z")"},
    {"J21", "fb7e37e43c8800759c", "1e+300"},
    {"J22", "f90001", "5.960464477539063e-8"},
    {"J25", "fa5f000000", "9223372036854776000"},
};

TEST(CborWriterTest, Ints) {
  for (const IntRow& row : kInts) {
    EXPECT_EQ(HexLower(ToCbor(Value(row.value))), row.hex) << row.name;
    EXPECT_EQ(Decode(Unhex(row.hex)), "int " + std::to_string(row.value)) << row.name;
  }
}

TEST(CborWriterTest, Floats) {
  for (const FloatRow& row : kFloats) {
    EXPECT_EQ(HexLower(ToCbor(Value(row.value))), row.hex) << row.name;
    EXPECT_EQ(Decode(Unhex(row.hex)), "float " + ToJson(Value(row.value))) << row.name;
  }
}

TEST(CborWriterTest, EveryHalfFloatIsWrittenAsOne) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7c00) == 0x7c00) continue;  // NaN and infinities
    std::string bytes = {'\xf9', static_cast<char>(bits >> 8), static_cast<char>(bits)};
    Arena arena;
    auto value = ParseCbor(bytes, arena);
    ASSERT_TRUE(value) << bits;
    ASSERT_EQ(HexLower(ToCbor(*value)), HexLower(bytes));
  }
}

TEST(CborWriterTest, Documents) {
  for (const Row& row : kEncodedDocuments)
    EXPECT_EQ(EncodeJson(row.input), row.expected) << row.name;
}

TEST(CborWriterTest, StringsAndBinary) {
  EXPECT_EQ(HexLower(ToCbor(Value("\x80"))), "4180");
  EXPECT_EQ(HexLower(ToCbor(Value(Repeated("a", 23)))), "57" + Repeated("61", 23));
  EXPECT_EQ(HexLower(ToCbor(Value(Repeated("a", 24)))), "5818" + Repeated("61", 24));
  std::string out;
  CborWriter writer(out);
  writer.BeginList();
  writer.Binary("");
  writer.Binary("\x01");
  writer.Binary("hello");
  writer.EndList();
  EXPECT_EQ(HexLower(out), "83d640d64101d64568656c6c6f");
}

// Members given in any order, in containers large enough for a longer head.
TEST(CborWriterTest, SortsMembersAsTheyAreEnded) {
  auto write = [](bool reversed) {
    std::string out = "x";
    CborWriter writer(out);
    writer.BeginObject();
    for (int i = 0; i < 300; ++i) {
      writer.Key("k" + std::to_string(reversed ? 299 - i : i));
      writer.BeginList();
      writer.BeginObject();
      for (const char* key : {"bb", "a", "ab"}) {
        writer.Key(key);
        writer.Int(reversed ? 299 - i : i);
      }
      writer.EndObject();
      writer.EndList();
    }
    writer.EndObject();
    return out;
  };
  std::string forward = write(false);
  EXPECT_EQ(forward, write(true));
  EXPECT_EQ(HexLower(forward.substr(0, 20)), "78b9012c426b3081a34161004261620042626200");
  Arena arena;
  auto value = ParseCbor(std::string_view(forward).substr(1), arena);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->size(), 300U);
  EXPECT_EQ("x" + ToCbor(*value), forward);
}

TEST(CborWriterTest, LongerKeysComeLast) {
  Arena arena;
  Value map =
      Value::Object(arena, {{Value::String(arena, Repeated("a", 24)).as_string(), Value(1)},
                            {Value::String(arena, Repeated("b", 23)).as_string(), Value(2)}});
  EXPECT_EQ(HexLower(ToCbor(map)),
            "a257" + Repeated("62", 23) + "025818" + Repeated("61", 24) + "01");
}

TEST(CborReaderTest, Vectors) {
  for (const Row& row : kDecoded) EXPECT_EQ(Decode(Unhex(row.input)), row.expected) << row.name;
}

TEST(CborReaderTest, ToJson) {
  for (const Row& row : kTranscoded) {
    Arena arena;
    auto value = ParseCbor(Unhex(row.input), arena);
    ASSERT_TRUE(value) << row.name;
    EXPECT_EQ(ToJson(*value), row.expected) << row.name;
  }
}

TEST(CborReaderTest, Depth) {
  const std::string error = "cbor: exceeded max nested level 10000";
  Arena arena;
  EXPECT_TRUE(ParseCbor(Repeated("\x81", 10000) + '\0', arena));
  EXPECT_EQ(Decode(Repeated("\x81", 10001) + '\0'), error);
  EXPECT_EQ(Decode(Repeated("\xc6", 10001) + '\0'), "int 0");
  EXPECT_EQ(Decode(Repeated("\xc6", 10002) + '\0'), error);
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

TEST(CborReaderTest, TellsBinaryFromStrings) {
  std::string bytes = Unhex("83420102d6420102d7420102");
  CborReader reader(bytes);
  EXPECT_EQ(*reader.Next(), Token::kBeginList);
  EXPECT_EQ(*reader.Next(), Token::kString);
  EXPECT_EQ(reader.text(), "\x01\x02");
  EXPECT_EQ(*reader.Next(), Token::kBytes);
  EXPECT_EQ(reader.text(), "\x01\x02");
  EXPECT_EQ(BytesAsText(reader), "AQI=");
  EXPECT_EQ(*reader.Next(), Token::kBytes);
  EXPECT_EQ(BytesAsText(reader), "0102");
}

TEST(CborItemLengthTest, SplitsSequences) {
  std::string bytes = Unhex("d9d9f7a0d9d9f7a1416101");
  EXPECT_EQ(*CborItemLength(bytes), 4U);
  EXPECT_EQ(*CborItemLength(std::string_view(bytes).substr(4)), 7U);
  EXPECT_EQ(CborItemLength("").error().message(), "EOF");
  EXPECT_EQ(CborItemLength("\xa1").error().message(), "unexpected EOF");
  EXPECT_EQ(CborItemLength("\xff\xa0").error().message(), "cbor: unexpected \"break\" code");
}

TEST(IsCborTest, LooksAtThePrefix) {
  for (const char* hex : {"", "d9", "d9d9", "7b7d", "a0"}) EXPECT_FALSE(IsCbor(Unhex(hex))) << hex;
  EXPECT_TRUE(IsCbor(Unhex("d9d9f7")));
  EXPECT_TRUE(IsCbor(Unhex("d9d9f700")));
}

}  // namespace
}  // namespace pintle::codec
