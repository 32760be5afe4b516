// What the emitted structs and tables of testdata/wild do.
#include <gtest/gtest.h>

#include <random>

#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/random_fill.h"
#include "wild/types.h"

namespace pintle::gen {
namespace {

using testdata::wild::Scalars;

std::string Decoded(std::string_view text, Scalars& scalars) {
  Arena arena;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<Scalars>();
  Status in_place = typeinfo::DecodeJson(text, type, &scalars, arena, nullptr);
  codec::JsonReader reader(text);
  scalars = {};
  Status by_token = typeinfo::Decode(reader, type, &scalars, arena, nullptr);
  std::string message = by_token ? "" : by_token.error().message();
  EXPECT_EQ(in_place ? "" : in_place.error().message(), message) << text;
  return message;
}

// Integers that are wider in C++ than in Go hold no more than in Go.
TEST(TypesBehaviourTest, NarrowIntegers) {
  const std::string_view good[] = {R"({"i8":-128})",   R"({"i8":127})", R"({"i16":-32768})",
                                   R"({"i16":32767})", R"({"u8":255})", R"({"port":65535})",
                                   R"({"u8":0})",      R"({"u8":null})"};
  for (std::string_view text : good) {
    Scalars scalars;
    EXPECT_EQ(Decoded(text, scalars), "");
  }
  const std::pair<std::string_view, std::string_view> bad[] = {
      {R"({"i8":128})", "an 8-bit integer"},
      {R"({"i8":-129})", "an 8-bit integer"},
      {R"({"i16":32768})", "a 16-bit integer"},
      {R"({"i16":-32769})", "a 16-bit integer"},
      {R"({"u8":256})", "an 8-bit integer"},
      {R"({"port":65536})", "a 16-bit integer"},
      {R"({"u32":4294967296})", "a 32-bit integer"},
      {R"({"u8":-1})", "an integer that is not negative"},
  };
  for (const auto& [text, expected] : bad) {
    Scalars scalars;
    EXPECT_NE(Decoded(text, scalars).find(expected), std::string::npos)
        << text << ": " << Decoded(text, scalars);
  }
}

TEST(TypesBehaviourTest, RandomObjectsSurviveEveryFormat) {
  constexpr int kRounds = 1000;
  constexpr int kDepth = 3;
  std::mt19937_64 random(3);
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<Scalars>();
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    Scalars scalars;
    typeinfo::RandomFill(type, &scalars, arena, random, kDepth);
    std::string json;
    codec::JsonWriter json_writer(json);
    typeinfo::Encode(type, &scalars, json_writer);
    Scalars from_json;
    Status status = typeinfo::DecodeJson(json, type, &from_json, arena, nullptr);
    ASSERT_TRUE(status) << status.error().message() << json;
    ASSERT_TRUE(typeinfo::SemanticEqual(scalars, from_json)) << json;
    std::string cbor;
    codec::CborWriter cbor_writer(cbor);
    typeinfo::Encode(type, &scalars, cbor_writer);
    Scalars from_cbor;
    codec::CborReader reader(cbor);
    status = typeinfo::Decode(reader, type, &from_cbor, arena, nullptr);
    ASSERT_TRUE(status) << status.error().message();
    ASSERT_TRUE(typeinfo::SemanticEqual(scalars, from_cbor)) << json;
  }
}

}  // namespace
}  // namespace pintle::gen
