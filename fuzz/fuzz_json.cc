// JSON decoding: both parsers agree, the three writers give the value back, the heap stays small.
#include "fuzz/fuzzing.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/position.h"

namespace {

namespace codec = pintle::codec;
using pintle::fuzzing::Require;

// Whether a reader that only skips finds the document well-formed.
bool Skips(std::string_view text) {
  codec::JsonReader reader(text);
  return reader.Skip().has_value() && reader.Next().has_value();
}

pintle::Result<pintle::Value> ParseMetered(std::string_view text, pintle::Arena& arena,
                                           pintle::field::Findings* findings) {
  pintle::fuzzing::AllocationMeter meter;
  auto value = codec::ParseJson(text, arena, findings);
  pintle::fuzzing::RequireAtMost(meter.peak_bytes(), pintle::fuzzing::kJsonHeld.For(text));
  return value;
}

// The value by tokens, as typed decoding reads it, and its repeated members.
void CompareWithReader(std::string_view text, const pintle::Result<pintle::Value>& value,
                       const pintle::field::Findings& findings) {
  pintle::Arena arena;
  codec::JsonReader reader(text);
  pintle::field::Findings found;
  auto read = codec::ReadValue(reader, arena, &found);
  bool whole = read.has_value() && reader.Next().has_value();
  Require(whole == value.has_value());
  if (whole)
    Require(*read == *value && pintle::field::FindingTexts(found.items()) ==
                                   pintle::field::FindingTexts(findings.items()));
}

void CheckWriters(const pintle::Value& value, pintle::Arena& arena) {
  std::string json = codec::ToJson(value);
  auto from_json = codec::ParseJson(json, arena);
  auto from_pretty = codec::ParseJson(codec::ToPrettyJson(value), arena);
  Require(from_json && *from_json == pintle::fuzzing::AsFromJson(value, arena));
  Require(from_pretty && *from_pretty == *from_json);

  std::string cbor = codec::ToCbor(value);
  auto from_cbor = codec::ParseCbor(cbor, arena);
  Require(from_cbor && *from_cbor == value && codec::ToCbor(*from_cbor) == cbor);
  Require(codec::ToJson(*from_cbor) == json);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = pintle::fuzzing::AsText(data, size);
  pintle::Arena arena;
  pintle::field::Findings findings;
  auto value = ParseMetered(text, arena, &findings);
  CompareWithReader(text, value, findings);
  if (!value) {
    bool only_meaning = value.error().message().starts_with("json: cannot unmarshal number");
    Require(Skips(text) == only_meaning);
    return 0;
  }
  Require(Skips(text));
  auto again = codec::ParseJson(text, arena);
  Require(again && *again == *value);
  CheckWriters(*value, arena);
  auto positions = codec::PositionMap::OfJson(text);
  Require(positions && positions->Find("").has_value());
  // Each finding has a place.
  for (const std::string& finding : pintle::field::FindingTexts(findings.items())) {
    size_t quote = finding.find('"');
    std::string path = finding.substr(quote + 1, finding.size() - quote - 2);
    if (path.find('\\') == std::string::npos && !path.empty()) {
      Require(positions->FindRepeated(path).has_value());
    }
  }
  return 0;
}
