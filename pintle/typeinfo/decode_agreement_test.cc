// Decoding in place agrees with decoding by tokens, also on documents that were damaged anywhere.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/typeinfo/decode_for_test.h"
#include "pintle/typeinfo/random_fill.h"
#include "pintle/typeinfo/sample_types.h"

namespace pintle::typeinfo {
namespace {

using sample::Sample;

// Takes out, puts in, cuts off or replaces something, so many times.
std::string Damaged(std::string text, std::string_view bytes, int times, std::mt19937_64& random) {
  for (int i = 0; i < times && !text.empty(); ++i) {
    const size_t at = random() % text.size();
    const char other = bytes[random() % bytes.size()];
    switch (random() % 4) {
      case 0:
        text.erase(at, 1 + random() % 4);
        break;
      case 1:
        text.insert(at, 1, other);
        break;
      case 2:
        text.resize(at + 1);
        break;
      default:
        text[at] = other;
    }
  }
  return text;
}

TEST(DecodeJson, DamagedDocumentsGiveTheSameOutcome) {
  std::mt19937_64 random(7);
  constexpr std::string_view kBytes = "\"\\{}[]:,0-.eE \ntfn\x80\xc3u";
  for (int round = 0; round < 2000; ++round) {
    Arena arena;
    Sample object{};
    RandomFill(TypeOf<Sample>(), &object, arena, random, 1 + round % 4);
    std::string text = ToJsonText(TypeOf<Sample>(), &object);
    DecodeJson(text);
    DecodeJson(Damaged(text, kBytes, 1 + round % 3, random));
  }
}

TEST(FromPlainValue, TakesWhatObjectsConsistOf) {
  struct {
    std::string_view json;
    bool plain;
  } const kCases[] = {
      {R"({"text":"a","names":["x","y"],"labels":{"a":"b"},"replicas":3,"leaf":{"name":"n"}})",
       true},
      {R"({"blob":"AQI=","at":"1998-05-05T05:05:05Z","any":{"a":[1]},"text":null})", true},
      {R"({"unknown":1})", false},
      {R"({"Text":"a"})", false},
      {R"({"text":1})", false},
      {R"({"blob":"?"})", false},
      {R"({"at":"yesterday"})", false},
      {R"([])", false},
  };
  for (const auto& c : kCases) {
    Arena arena;
    Sample object{};
    Value value = *codec::ParseJson(c.json, arena);
    EXPECT_EQ(FromPlainValue(value, TypeOf<Sample>(), &object, arena), c.plain) << c.json;
    ExpectPlainValueAgrees<Sample>(value);
  }
}

TEST(DecodeCbor, DamagedDocumentsGiveTheSameOutcome) {
  std::mt19937_64 random(8);
  // Heads of all sorts: lengths that lie, tags, breaks, floats, indefinite lengths.
  const std::string heads = Hex("000120414251615f62808292a09fa2bfc0c1d6f4f5f6f9ff");
  for (int round = 0; round < 3000; ++round) {
    Arena arena;
    Sample object{};
    RandomFill(TypeOf<Sample>(), &object, arena, random, 1 + round % 4);
    std::string bytes(round % 2 == 0 ? codec::kCborPrefix : std::string_view());
    codec::CborWriter writer(bytes);
    Encode(TypeOf<Sample>(), &object, writer);
    EXPECT_EQ(DecodeCbor(bytes).error, "");
    DecodeCbor(Damaged(bytes, heads, 1 + round % 3, random));
  }
}

// Counts that the input cannot hold are not believed.
TEST(DecodeCbor, CountsAreCheckedBeforeRoomIsMade) {
  constexpr size_t kMostBytes = 1 << 20;
  for (std::string_view hex : {"a1456e616d65739a7fffffff", "a1466c6162656c73ba001fffff",
                               "ba001fffff", "a1456e616d65739b7fffffffffffffff"}) {
    Arena arena;
    Sample object{};
    EXPECT_FALSE(typeinfo::DecodeCbor(Hex(hex), TypeOf<Sample>(), &object, arena, nullptr)) << hex;
    EXPECT_LT(arena.allocated_bytes(), kMostBytes) << hex;
  }
}

TEST(DecodeJson, DeepDynamicContentHasTheLimitOfTheReader) {
  for (int depth : {codec::kMaxDepth - 1, codec::kMaxDepth}) {
    std::string text = R"({"any":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
    EXPECT_EQ(DecodeJson(text).error.empty(), depth < codec::kMaxDepth);
  }
}

}  // namespace
}  // namespace pintle::typeinfo
