#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"

namespace {

namespace codec = pintle::codec;

void Require(bool condition) {
  if (!condition) std::abort();
}

// Whether a reader that only skips finds the document well-formed.
bool Skips(std::string_view text) {
  codec::JsonReader reader(text);
  return reader.Skip().has_value() && reader.Next().has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  pintle::Arena arena;
  pintle::field::Findings findings;
  auto value = codec::ParseJson(text, arena, &findings);
  if (!value) {
    bool only_meaning = value.error().message().starts_with("json: cannot unmarshal number");
    Require(Skips(text) == only_meaning);
    return 0;
  }
  Require(Skips(text));
  std::string json = codec::ToJson(*value);
  auto from_json = codec::ParseJson(json, arena);
  auto from_pretty = codec::ParseJson(codec::ToPrettyJson(*value), arena);
  // Integral doubles read back as integers, so texts are compared and not values.
  Require(from_json && codec::ToJson(*from_json) == json);
  Require(from_pretty && codec::ToJson(*from_pretty) == json);
  std::string cbor = codec::ToCbor(*value);
  auto from_cbor = codec::ParseCbor(cbor, arena);
  Require(from_cbor && *from_cbor == *value && codec::ToCbor(*from_cbor) == cbor);
  return 0;
}
