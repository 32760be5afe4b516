#include "pintle/codec/raw_content.h"

#include <gtest/gtest.h>

#include "pintle/codec/cbor_for_test.h"

namespace pintle::codec {
namespace {

using testing::Row;
using testing::Unhex;

constexpr char kUnrecognized[] =
    "error: cannot convert RawExtension with unrecognized content type to unstructured";
constexpr char kBadKey[] = "invalid character '{' looking for beginning of object key string";

std::string Text(const Result<std::string>& result) {
  return result ? *result : "error: " + result.error().message();
}
std::string Hex(const Result<std::string>& result) {
  return result ? HexLower(*result) : "error: " + result.error().message();
}

constexpr Row kJsonToCbor[] = {
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
    {"J12", "{}{}", "error: extraneous data"},
    {"J13", "", "error: EOF"},
    {"J14", "{", "error: unexpected EOF"},
    {"white space", " \n", "error: EOF"},
    {"white space around", " {} \n", "a0"},
    {"truncated string", "[\"a", "error: unexpected EOF"},
    {"garbage behind", "{} x", "error: extraneous data"},
};

// J25: the shortest digits that read back as the same double, as for every other float.
constexpr Row kCborToJson[] = {
    {"J15", "f93c00", "1"},
    {"J16", "4180", R"("\ufffd")"},
    {"J17", "413c", R"("\u003c")"},
    {"J18", "d64101", R"("AQ==")"},
    {"J19", "a2416201416102", R"({"a":2,"b":1})"},
    {"J20", "c11a514b67b0", R"("2013-03-21T20:04:00Z")"},
    {"J21", "fb7e37e43c8800759c", "1e+300"},
    {"J22", "f90001", "5.960464477539063e-8"},
    {"J23", "a0a0", "error: extraneous data"},
    {"J24", "a1", "error: unexpected EOF"},
    {"J25", "fa5f000000", "9223372036854776000"},
    {"empty", "", "error: EOF"},
};

TEST(TranscodeTest, Vectors) {
  std::set<std::string> names;
  for (const Row& row : kJsonToCbor)
    EXPECT_EQ(Hex(JsonToCbor(row.input)), row.expected) << row.name;
  for (const Row& row : kCborToJson) {
    EXPECT_EQ(Text(CborToJson(Unhex(row.input))), row.expected) << row.name;
  }
  testing::AddNames(kJsonToCbor, names);
  testing::AddNames(kCborToJson, names);
  testing::ExpectAllNumbers("J", 2, 25, names);
}

struct RawRow {
  const char* name;
  std::optional<std::string> raw;
  std::string cbor;  // hex
  std::string json;
};

const RawRow kRaw[] = {
    {"R01", std::nullopt, "f6", "null"},
    {"R03", "7", "07", "7"},
    {"R04", "0", "00", "0"},
    {"R05", R"({"b":1,"a":2})", "a2416102416201", R"({"b":1,"a":2})"},
    {"R06", "null", "f6", "null"},
    {"R07", Unhex("d9d9f730"), "d9d9f730", "-17"},
    {"R08", Unhex("d9d9f743666f6f"), "d9d9f743666f6f", R"("foo")"},
    {"R09", Unhex("43666f6f"), kUnrecognized, kUnrecognized},
    {"R10", "{{", std::string("error: failed to parse RawExtension bytes as JSON: ") + kBadKey,
     "{{"},
    {"R11", Unhex("d9d9f7ff"),
     "error: cbor: error calling MarshalCBOR for type runtime.RawExtension: cbor: unexpected "
     "\"break\" code",
     "error: failed to parse RawExtension bytes as CBOR: cbor: unexpected \"break\" code"},
    {"R12", Unhex("d9d9f7a2416202416101"), "d9d9f7a2416202416101", R"({"a":1,"b":2})"},
    {"R13", "", kUnrecognized, kUnrecognized},
    {"R14", Unhex("d9d9f79f01ff"), "d9d9f78101", "[1]"},
    {"white space", "\n[1]", "8101", "\n[1]"},
    {"two items", Unhex("d9d9f70000"),
     "error: cbor: error calling MarshalCBOR for type runtime.RawExtension: extraneous data",
     "error: failed to parse RawExtension bytes as CBOR: cbor: 1 bytes of extraneous data starting "
     "at index 4"},
};

// Field 1 of the message is the raw bytes, whatever they are.
std::string RawOfProtobuf(std::string_view hex) { return Unhex(hex).substr(2); }

TEST(RawExtensionTest, Marshal) {
  for (const RawRow& row : kRaw) {
    EXPECT_EQ(Hex(RawExtensionToCbor(row.raw)), row.cbor) << row.name;
    EXPECT_EQ(Text(RawExtensionToJson(row.raw)), row.json) << row.name;
  }
  EXPECT_EQ(Text(RawExtensionToJson(RawOfProtobuf("0a07d9d9f7a1416101"))), R"({"a":1})");  // R15
  EXPECT_EQ(Hex(RawExtensionToCbor(RawOfProtobuf("0a077b2261223a317d"))), "a1416101");     // R16
}

TEST(RawExtensionTest, Unmarshal) {
  constexpr Row kRows[] = {
      {"R18", "a0", "d9d9f7a0"},
      {"R19", "d9d9f75f4161426f6fff", "d9d9f75f4161426f6fff"},
      {"R20", "d9d9f7d9d9f7a0", "d9d9f7a0"},
      {"R21", "a1416203", "d9d9f7a1416203"},
  };
  for (const Row& row : kRows) {
    EXPECT_EQ(HexLower(*RawExtensionFromCbor(Unhex(row.input))), row.expected) << row.name;
  }
  EXPECT_EQ(RawExtensionFromCbor(Unhex("f6")), std::nullopt);  // R17
  EXPECT_EQ(RawExtensionFromCbor(Unhex("d9d9f7f6")), std::nullopt);
  EXPECT_EQ(Text(RawExtensionToJson(RawExtensionFromCbor(Unhex("a1416203")))),
            R"({"b":3})");                                                            // R21
  EXPECT_EQ(Text(RawExtensionToJson(RawExtensionFromCbor(Unhex("a2616101616102")))),  // R23
            "error: failed to parse RawExtension bytes as CBOR: cbor: found duplicate map key "
            "\"a\" at map element index 1");
}

TEST(RawExtensionTest, Value) {
  Arena arena;
  EXPECT_TRUE(RawExtensionValue(std::nullopt, arena)->is_null());
  EXPECT_EQ(*RawExtensionValue(Unhex("d9d9f7a1416101"), arena),
            *RawExtensionValue(R"({"a":1})", arena));
  EXPECT_FALSE(RawExtensionValue("", arena));
}

TEST(FieldsV1Test, Vectors) {
  const RawRow kRows[] = {
      {"R22", Unhex("a1416203"), "a1416203", R"({"b":3})"},
      {"R24", R"({"f:a":{}})", "a143663a61a0", R"({"f:a":{}})"},
      {"R25", Unhex("a143663a61a0"), "a143663a61a0", R"({"f:a":{}})"},
      {"R26", Unhex("f6"), "f6", "null"},
      {"R27", "null", "f6", "null"},
      {"R28", "0", "30", "0"},
      {"R29", Unhex("a1"), "error: unexpected EOF",
       "error: metav1.FieldsV1 cbor invalid: unexpected EOF"},
      {"R30", "{{", std::string("error: metav1.FieldsV1 json invalid: ") + kBadKey, "{{"},
      {"empty", "", "f6", "null"},
      {"no map", " 1", "error: metav1.FieldsV1 json invalid: expected an object, got integer",
       " 1"},
  };
  std::set<std::string> names = {"R02",  // an object without raw bytes: typeinfo/cbor_vectors_test
                                 "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R23"};
  for (const RawRow& row : kRows) {
    EXPECT_EQ(Hex(FieldsV1ToCbor(*row.raw)), row.cbor) << row.name;
    EXPECT_EQ(Text(FieldsV1ToJson(*row.raw)), row.json) << row.name;
  }
  testing::AddNames(kRows, names);
  testing::AddNames(kRaw, names);
  testing::ExpectAllNumbers("R", 2, 30, names);
}

}  // namespace
}  // namespace pintle::codec
