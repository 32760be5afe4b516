#include "pintle/typeinfo/encode.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/random_fill.h"
#include "pintle/typeinfo/sample_types.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::typeinfo {
namespace {

using sample::Plain;
using sample::Sample;
using sample::Sparse;

// By both ways there are.
template <typename T>
std::string ToJsonText(const T& object) {
  std::string out;
  codec::JsonWriter writer(out);
  Encode(TypeOf<T>(), &object, writer);
  EXPECT_EQ(EncodeJson(TypeOf<T>(), &object), out);
  return out;
}

TEST(Encode, OmitsEmptyFields) {
  Arena arena;
  Sample sample;
  EXPECT_EQ(ToJsonText(sample), R"({"nested":{"name":""}})");
  // Empty, though not nil.
  sample.names.Append(arena, "x");
  sample.names.Erase(0);
  sample.labels.Set(arena, "a", "b");
  sample.labels.Erase("a");
  sample.blob = Binary{"", 0};
  sample.ratio = -0.0;
  EXPECT_EQ(ToJsonText(sample), R"({"nested":{"name":""}})");
  // Set, though zero.
  sample.maybe_flag = false;
  sample.replicas = 0;
  sample.maybe_text = Str();
  sample.maybe_at = Time();
  sample.leaf.Ensure(arena);
  sample.any = Value(false);
  EXPECT_EQ(ToJsonText(sample),
            R"({"nested":{"name":""},"any":false,"maybeFlag":false,"replicas":0,"maybeText":"",)"
            R"("maybeAt":null,"leaf":{"name":""}})");
}

TEST(Encode, WritesNullForNilWhenNothingIsOmitted) {
  EXPECT_EQ(ToJsonText(Plain()),
            R"({"flag":false,"text":"","blob":null,"any":null,"at":null,"replicas":null,)"
            R"("leaf":null,"names":null,"labels":null,"either":false,"oneOrMany":null})");
}

TEST(Encode, OmitZeroKeepsWhatIsNotZero) {
  Arena arena;
  Sparse sparse;
  EXPECT_EQ(ToJsonText(sparse), "{}");
  sparse.names.Append(arena, "x");
  sparse.names.Erase(0);
  sparse.ratio = -0.0;
  EXPECT_EQ(ToJsonText(sparse), R"({"names":[],"ratio":-0})");
  sparse = Sparse();
  sparse.nested.node_port = 0;
  sparse.at = Time::FromSeconds(0);
  EXPECT_EQ(ToJsonText(sparse),
            R"({"nested":{"name":"","nodePort":0},"at":"1970-01-01T00:00:00Z"})");
}

TEST(Encode, UnionsWriteTheirOneForm) {
  Arena arena;
  Plain plain;
  plain.either.allows = true;
  plain.one_or_many.node.Ensure(arena).title = "n";
  EXPECT_TRUE(ToJsonText(plain).ends_with(R"("either":true,"oneOrMany":{"title":"n"}})"));
  plain.either.node.Ensure(arena);
  plain.one_or_many.node.reset();
  plain.one_or_many.list.Append(arena);
  EXPECT_TRUE(ToJsonText(plain).ends_with(R"("either":{},"oneOrMany":[{}]})"));
}

// What a scalar is as JSON and as CBOR, and the value of the latter.
template <typename T>
void ExpectScalar(const TypeInfo& type, T value, std::string_view json, std::string_view cbor_hex) {
  EXPECT_EQ(EncodeJson(type, &value), json);
  std::string cbor;
  codec::CborWriter writer(cbor);
  Encode(type, &value, writer);
  EXPECT_EQ(HexLower(cbor), cbor_hex) << json;
  Arena arena;
  T from_json{};
  ASSERT_TRUE(DecodeJson(json, type, &from_json, arena, nullptr)) << json;
  EXPECT_EQ(from_json, value);
  T from_cbor{};
  ASSERT_TRUE(DecodeCbor(cbor, type, &from_cbor, arena, nullptr)) << json;
  EXPECT_EQ(from_cbor, value);
}

TEST(Encode, UnsignedNumbersPastInt64KeepTheirDigits) {
  ExpectScalar<uint64_t>(kUint64Type, 0, "0", "00");
  ExpectScalar<uint64_t>(kUint64Type, INT64_MAX, "9223372036854775807", "1b7fffffffffffffff");
  ExpectScalar<uint64_t>(kUint64Type, uint64_t{INT64_MAX} + 1, "9223372036854775808",
                         "1b8000000000000000");
  ExpectScalar<uint64_t>(kUint64Type, UINT64_MAX, "18446744073709551615", "1bffffffffffffffff");
  ExpectScalar<uint32_t>(kUint32Type, UINT32_MAX, "4294967295", "1affffffff");
}

TEST(Encode, DynamicValuesHaveTheNearestDoubleOfThem) {
  Arena arena;
  uint64_t most = UINT64_MAX;
  Value value = ToValue(kUint64Type, &most, arena);
  ASSERT_TRUE(value.is_double());
  EXPECT_EQ(value.as_double(), 18446744073709551615.0);
  most = INT64_MAX;
  EXPECT_EQ(ToValue(kUint64Type, &most, arena), Value(INT64_MAX));
}

TEST(EncodeJson, EscapesStringsAndKeys) {
  Arena arena;
  Sample sample;
  sample.text = "<\"\xff\n";
  sample.labels.Set(arena, "a&b", "\\");
  EXPECT_EQ(ToJsonText(sample), R"({"nested":{"name":""},"text":"\u003c\"\ufffd\n",)"
                                R"("labels":{"a\u0026b":"\\"}})");
}

constexpr int kRounds = 300;
constexpr int kDepth = 5;

// Random objects come back equal, and encoding them again gives the same bytes.
template <typename T>
void RoundTrip() {
  std::mt19937_64 random(20240607);
  const TypeInfo& type = TypeOf<T>();
  for (int round = 0; round < kRounds; ++round) {
    Arena arena;
    T object{};
    RandomFill(type, &object, arena, random, kDepth);
    std::string json = ToJsonText(object);

    T from_json{};
    field::Findings findings;
    codec::JsonReader json_reader(json);
    Status status = Decode(json_reader, type, &from_json, arena, &findings);
    ASSERT_TRUE(status) << status.error().message() << "\n" << json;
    ASSERT_TRUE(findings.empty()) << field::StrictMessage(findings) << "\n" << json;
    ASSERT_TRUE(SemanticEqual(object, from_json)) << json << "\n" << ToJsonText(from_json);
    ASSERT_EQ(ToJsonText(from_json), json);

    Value value = ToValue(object, arena);
    codec::ValueWriter value_writer(arena);
    Encode(type, &object, value_writer);
    ASSERT_EQ(value, value_writer.Take()) << json;
    T from_value{};
    ASSERT_TRUE(FromValue(value, type, &from_value, arena, nullptr));
    ASSERT_TRUE(SemanticEqual(object, from_value)) << json << "\n" << ToJsonText(from_value);
    Result<Value> parsed = codec::ParseJson(json, arena);
    ASSERT_TRUE(parsed);
    // Integral doubles lose their kind in JSON text, not in values.
    ASSERT_EQ(codec::ToJson(*parsed), codec::ToJson(value));

    std::string cbor;
    codec::CborWriter cbor_writer(cbor);
    Encode(type, &object, cbor_writer);
    T from_cbor{};
    codec::CborReader cbor_reader(cbor);
    status = Decode(cbor_reader, type, &from_cbor, arena, &findings);
    ASSERT_TRUE(status) << status.error().message() << "\n" << json;
    ASSERT_TRUE(SemanticEqual(object, from_cbor)) << json << "\n" << ToJsonText(from_cbor);
    ASSERT_EQ(ToJsonText(from_cbor), json);
    T in_place{};
    status = DecodeCbor(cbor, type, &in_place, arena, &findings);
    ASSERT_TRUE(status) << status.error().message() << "\n" << json;
    ASSERT_EQ(ToJsonText(in_place), json);
  }
}

TEST(Encode, RandomSamplesRoundTrip) { RoundTrip<Sample>(); }
TEST(Encode, RandomPlainsRoundTrip) { RoundTrip<Plain>(); }
TEST(Encode, RandomNodesRoundTrip) { RoundTrip<sample::Node>(); }

TEST(RandomFill, ReachesEveryField) {
  std::mt19937_64 random(1);
  std::vector<bool> filled(TypeOf<Sample>().json_fields.size());
  for (int round = 0; round < 100; ++round) {
    Arena arena;
    Sample sample;
    RandomFill(TypeOf<Sample>(), &sample, arena, random, kDepth);
    for (size_t i = 0; i < filled.size(); ++i) {
      const JsonField& member = TypeOf<Sample>().json_fields[i];
      const char* at = reinterpret_cast<const char*>(&sample) + member.offset;
      if (!IsOmitted(*member.field, at)) filled[i] = true;
    }
  }
  for (size_t i = 0; i < filled.size(); ++i) {
    EXPECT_TRUE(filled[i]) << TypeOf<Sample>().json_fields[i].field->name;
  }
}

}  // namespace
}  // namespace pintle::typeinfo
