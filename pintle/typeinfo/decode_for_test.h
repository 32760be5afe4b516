// Decoding in tests: by tokens and in place at once, which must agree on every document.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/sample_types.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::typeinfo {

inline std::string ToJsonText(const TypeInfo& type, const void* object) {
  std::string out;
  codec::JsonWriter writer(out);
  Encode(type, object, writer);
  return out;
}

// What became of one document: the object as JSON, or the error, and the findings.
struct Outcome {
  std::string json;
  std::string error;
  std::vector<std::string> findings;
};

// `decode(object, arena, findings)` reads the document.
template <typename T, typename Read>
Outcome OutcomeOf(const Read& decode) {
  Arena arena;
  T object{};
  field::Findings findings;
  Outcome outcome;
  Status status = decode(&object, arena, &findings);
  if (status) {
    outcome.json = ToJsonText(TypeOf<T>(), &object);
  } else {
    EXPECT_EQ(status.error().code(), 400);
    outcome.error = status.error().message();
  }
  outcome.findings = field::FindingTexts(findings.items());
  return outcome;
}

template <typename T>
Outcome DecodeWith(codec::Reader& reader) {
  return OutcomeOf<T>([&](T* object, Arena& arena, field::Findings* findings) {
    return Decode(reader, TypeOf<T>(), object, arena, findings);
  });
}

// What is taken for a plain value has no findings and reads as the same object.
template <typename T>
void ExpectPlainValueAgrees(const Value& value) {
  Arena arena;
  T object{};
  if (!FromPlainValue(value, TypeOf<T>(), &object, arena)) {
    EXPECT_EQ(ToJsonText(TypeOf<T>(), &object),
              ToJsonText(TypeOf<T>(), std::make_unique<T>().get()));
    return;
  }
  codec::ValueReader reader(value);
  Outcome by_tokens = DecodeWith<T>(reader);
  EXPECT_EQ(by_tokens.error, "");
  EXPECT_THAT(by_tokens.findings, ::testing::IsEmpty());
  EXPECT_EQ(ToJsonText(TypeOf<T>(), &object), by_tokens.json);
}

// By both ways there are.
template <typename T = sample::Sample>
Outcome DecodeJson(std::string_view text) {
  codec::JsonReader reader(text);
  Outcome by_tokens = DecodeWith<T>(reader);
  Outcome in_place = OutcomeOf<T>([&](T* object, Arena& arena, field::Findings* findings) {
    return typeinfo::DecodeJson(text, TypeOf<T>(), object, arena, findings);
  });
  EXPECT_EQ(in_place.json, by_tokens.json) << text;
  EXPECT_EQ(in_place.error, by_tokens.error) << text;
  EXPECT_EQ(in_place.findings, by_tokens.findings) << text;
  Arena arena;
  if (auto value = codec::ParseJson(text, arena)) ExpectPlainValueAgrees<T>(*value);
  return by_tokens;
}

inline std::string Hex(std::string_view digits) {
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

template <typename T = sample::Sample>
Outcome DecodeCbor(std::string_view bytes) {
  codec::CborReader reader(bytes);
  Outcome by_tokens = DecodeWith<T>(reader);
  Outcome in_place = OutcomeOf<T>([&](T* object, Arena& arena, field::Findings* findings) {
    return typeinfo::DecodeCbor(bytes, TypeOf<T>(), object, arena, findings);
  });
  EXPECT_EQ(in_place.json, by_tokens.json) << HexLower(bytes);
  EXPECT_EQ(in_place.error, by_tokens.error) << HexLower(bytes);
  EXPECT_EQ(in_place.findings, by_tokens.findings) << HexLower(bytes);
  return by_tokens;
}

template <typename T = sample::Sample>
Outcome DecodeCborHex(std::string_view digits) {
  return DecodeCbor<T>(Hex(digits));
}

}  // namespace pintle::typeinfo
