#include <gtest/gtest.h>

#include <cmath>

#include "pintle/codec/cbor_encoder.h"
#include "pintle/codec/cbor_for_test.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"

namespace pintle::codec {
namespace {

using testing::Describe;
using testing::Repeated;
using testing::Row;
using testing::Unhex;

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
    {"S14", R"({"i":1,"f":1.0})", "a24166f93c00416901"},
};

// What no dynamic value can be: written by hand.
std::string Written(void (*write)(CborWriter&)) {
  std::string out;
  CborWriter writer(out);
  write(writer);
  EXPECT_TRUE(writer.status());
  return HexLower(out);
}

struct WrittenRow {
  const char* name;
  void (*write)(CborWriter&);
  const char* hex;
};
const WrittenRow kWritten[] = {
    {"E065", [](CborWriter& writer) { writer.Binary(""); }, "d640"},
    {"E066", [](CborWriter& writer) { writer.Binary("\x01"); }, "d64101"},
    {"E067", [](CborWriter& writer) { writer.Binary("hello"); }, "d64568656c6c6f"},
    {"E068",
     [](CborWriter& writer) {
       writer.BeginList();
       for (int byte : {1, 2, 3}) writer.Int(byte);
       writer.EndList();
     },
     "83010203"},
};

struct StringRow {
  const char* name;
  std::string value;
  std::string hex;
};
const StringRow kStrings[] = {
    {"E062", "\x80", "4180"},
    {"E063", Repeated("a", 23), "57" + Repeated("61", 23)},
    {"E064", Repeated("a", 24), "5818" + Repeated("61", 24)},
};

struct HeadRow {
  const char* name;
  cbor::Major major;
  uint64_t argument;
  const char* content;
  const char* hex;
};
constexpr HeadRow kHeads[] = {
    {"E017", cbor::Major::kPositive, UINT64_MAX, "", "1bffffffffffffffff"},
    {"E078", cbor::Major::kText, 1, "a", "6161"},
};

struct RefusedRow {
  const char* name;
  double value;
  const char* error;
};
const RefusedRow kRefused[] = {
    {"E053", NAN, "cbor: unsupported value: floating-point NaN"},
    {"E054", INFINITY, "cbor: unsupported value: floating-point infinity"},
    {"E054", -INFINITY, "cbor: unsupported value: floating-point infinity"},
};

Value LongKeys(Arena& arena) {
  return Value::Object(arena, {{Value::String(arena, Repeated("a", 24)).as_string(), Value(1)},
                               {Value::String(arena, Repeated("b", 23)).as_string(), Value(2)}});
}

// Every way to write a value gives the same.
std::string Encode(const Value& value) {
  std::string bytes = ToCbor(value);
  EXPECT_EQ(*EncodeCbor(value), bytes);
  std::string out = "x";
  CborWriter writer(out);
  writer.BeginList();
  WriteValue(value, writer);
  writer.EndList();
  EXPECT_EQ(out, "x\x81" + bytes);
  return HexLower(bytes);
}

TEST(CborEncodeVectors, Ints) {
  for (const IntRow& row : kInts) {
    EXPECT_EQ(Encode(Value(row.value)), row.hex) << row.name;
    Arena arena;
    EXPECT_EQ(Describe(*ParseCbor(Unhex(row.hex), arena)), "int " + std::to_string(row.value))
        << row.name;
  }
}

TEST(CborEncodeVectors, Floats) {
  for (const FloatRow& row : kFloats) {
    EXPECT_EQ(Encode(Value(row.value)), row.hex) << row.name;
    Arena arena;
    EXPECT_EQ(Describe(*ParseCbor(Unhex(row.hex), arena)), "float " + ToJson(Value(row.value)))
        << row.name;
  }
}

TEST(CborEncodeVectors, Documents) {
  for (const Row& row : kEncodedDocuments) {
    Arena arena;
    EXPECT_EQ(Encode(*ParseJson(row.input, arena)), row.expected) << row.name;
  }
}

TEST(CborEncodeVectors, Strings) {
  for (const StringRow& row : kStrings) EXPECT_EQ(Encode(Value(row.value)), row.hex) << row.name;
}

TEST(CborEncodeVectors, TokensAndHeads) {
  for (const WrittenRow& row : kWritten) EXPECT_EQ(Written(row.write), row.hex) << row.name;
  for (const HeadRow& row : kHeads) {
    std::string out;
    cbor::AppendHead(out, row.major, row.argument);
    EXPECT_EQ(HexLower(out + row.content), row.hex) << row.name;
  }
}

TEST(CborEncodeVectors, LongerKeysComeLast) {
  Arena arena;
  EXPECT_EQ(Encode(LongKeys(arena)),
            "a257" + Repeated("62", 23) + "025818" + Repeated("61", 24) + "01");
}

TEST(CborEncodeVectors, RefusesWhatIsNoNumber) {
  Arena arena;
  for (const RefusedRow& row : kRefused) {
    Value list = Value::List(arena, std::vector<Value>{Value(1), Value(row.value)});
    auto encoded = EncodeCbor(list);
    ASSERT_FALSE(encoded) << row.name;
    EXPECT_EQ(encoded.error().message(), row.error) << row.name;
    std::string out;
    CborWriter writer(out);
    writer.Double(row.value);
    writer.Double(-row.value);
    ASSERT_FALSE(writer.status()) << row.name;
    EXPECT_EQ(writer.status().error().message(), row.error) << row.name;
    EXPECT_EQ(HexLower(ToCbor(list)), "8201f6");
  }
}

TEST(CborEncodeVectors, NoneIsMissing) {
  std::set<std::string> names = {"E076"};  // LongerKeysComeLast
  testing::AddNames(kInts, names);
  testing::AddNames(kFloats, names);
  testing::AddNames(kEncodedDocuments, names);
  testing::AddNames(kStrings, names);
  testing::AddNames(kWritten, names);
  testing::AddNames(kHeads, names);
  testing::AddNames(kRefused, names);
  testing::ExpectAllNumbers("E", 3, 78, names);
}

TEST(CborEncoder, EveryHalfFloatIsWrittenAsOne) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7c00) == 0x7c00) continue;  // NaN and infinities
    std::string bytes = {'\xf9', static_cast<char>(bits >> 8), static_cast<char>(bits)};
    Arena arena;
    auto value = ParseCbor(bytes, arena);
    ASSERT_TRUE(value) << bits;
    ASSERT_EQ(HexLower(ToCbor(*value)), HexLower(bytes));
  }
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

// Maps on both sides of the size up to which they are sorted in place, keys of lengths in disorder.
TEST(CborEncoder, OrdersMembersByLengthThenBytes) {
  for (size_t count = 0; count < 80; ++count) {
    Arena arena;
    std::vector<Member> members;
    for (size_t i = 0; i < count; ++i) {
      std::string key = Repeated(std::string(1, static_cast<char>('a' + i % 7)), 1 + i * 11 % 30);
      members.emplace_back(arena.Copy(key), Value(static_cast<int64_t>(i)));
    }
    Value map = Value::Object(arena, members);
    std::string expected;
    CborWriter writer(expected);
    writer.BeginObject();
    for (const Member& member : map.members()) {
      writer.Key(member.key());
      writer.Int(member.value.as_int());
    }
    writer.EndObject();
    EXPECT_EQ(HexLower(ToCbor(map)), HexLower(expected)) << count;
    EXPECT_EQ(*ParseCbor(expected, arena), map) << count;
  }
}

TEST(CborEncoder, DeepValues) {
  Arena arena;
  Value value = Value(1);
  std::string heads;  // innermost first
  std::string bytes = Unhex("01");
  for (int i = 0; i < kMaxDepth; ++i) {
    if (i % 2 == 0) {
      value = Value::List(arena, std::span(&value, 1));
      heads += Unhex("81");
    } else {
      value = Value().With(arena, "b", value).With(arena, "aa", Value(2));
      heads += Unhex("6241a2");  // backwards
      bytes += Unhex("42616102");
    }
  }
  bytes.insert(bytes.begin(), heads.rbegin(), heads.rend());
  EXPECT_TRUE(ToCbor(value) == bytes);
  auto again = ParseCbor(bytes, arena);
  ASSERT_TRUE(again);
  EXPECT_EQ(ToCbor(*again), bytes);
  EXPECT_FALSE(EncodeCbor(Value::List(arena, std::vector<Value>{value, Value(NAN)})));
}

// S19: maps.
TEST(CborEncoder, RotatedOrderVaries) {
  Arena arena;
  Value map = *ParseJson(R"({"a":1,"b":2,"c":3,"d":4,"e":{"x":1,"y":2},"f":6,"g":7,"h":8})", arena);
  std::set<std::string> rotated;
  std::set<std::string> by_tokens;
  std::set<std::string> deterministic;
  for (int i = 0; i < 129; ++i) {
    rotated.insert(*EncodeCbor(map, CborOrder::kRotated));
    deterministic.insert(*EncodeCbor(map));
    std::string out;
    CborWriter writer(out, CborOrder::kRotated);
    writer.BeginObject();
    for (const Member& member : map.members()) {
      writer.Key(member.key());
      WriteValue(member.value, writer);
    }
    writer.EndObject();
    by_tokens.insert(out);
  }
  EXPECT_GE(rotated.size(), 2U);
  EXPECT_GE(by_tokens.size(), 2U);
  EXPECT_EQ(deterministic.size(), 1U);
  for (const auto& all : {rotated, by_tokens, deterministic}) {
    for (const std::string& bytes : all) EXPECT_EQ(*ParseCbor(bytes, arena), map);
  }
}

}  // namespace
}  // namespace pintle::codec
