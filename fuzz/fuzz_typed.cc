// Typed decoding against dynamic decoding: the same document gives the same object from JSON text,
// from its value, from CBOR and from YAML.
#include "fuzz/fuzzing.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/yaml.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/sample_types.h"
#include "pintle/typeinfo/value_bridge.h"

namespace {

namespace codec = pintle::codec;
namespace typeinfo = pintle::typeinfo;
using pintle::fuzzing::Require;
using typeinfo::sample::Sample;

const typeinfo::TypeInfo& Type() { return typeinfo::TypeOf<Sample>(); }

std::string AsJson(const Sample& object) {
  std::string json;
  codec::JsonWriter writer(json);
  typeinfo::Encode(Type(), &object, writer);
  return json;
}

// Decodes by `reader` and compares with `expected`.
void Compare(codec::Reader& reader, const Sample* expected, pintle::Arena& arena) {
  Sample object;
  auto decoded = typeinfo::Decode(reader, Type(), &object, arena, nullptr);
  Require(decoded.has_value() == (expected != nullptr));
  if (expected != nullptr) Require(AsJson(object) == AsJson(*expected));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text = pintle::fuzzing::AsText(data, size);
  pintle::Arena arena;
  Sample object;
  pintle::field::Findings findings;
  codec::JsonReader json(text);
  auto decoded = typeinfo::Decode(json, Type(), &object, arena, &findings);

  // The way without tokens says the same.
  Sample in_place;
  pintle::field::Findings in_place_findings;
  auto again_decoded = typeinfo::DecodeJson(text, Type(), &in_place, arena, &in_place_findings);
  Require(again_decoded.has_value() == decoded.has_value());
  Require(pintle::field::FindingTexts(in_place_findings.items()) ==
          pintle::field::FindingTexts(findings.items()));
  if (decoded) {
    Require(AsJson(in_place) == AsJson(object));
  } else {
    Require(again_decoded.error().message() == decoded.error().message());
  }

  pintle::field::Findings duplicates;
  auto value = codec::ParseJson(text, arena, &duplicates);
  // What has a type is no longer than what has none, but not the other way round.
  if (!value) {
    bool only_meaning = value.error().message().starts_with("json: cannot unmarshal number");
    Require(!decoded || only_meaning);
    return 0;
  }
  // Repeated members are merged by typed decoding and replaced by dynamic decoding.
  if (!duplicates.empty()) return 0;
  const Sample* expected = decoded ? &object : nullptr;
  codec::ValueReader from_value(*value);
  Compare(from_value, expected, arena);
  std::string cbor = codec::ToCbor(*value);
  codec::CborReader from_cbor(cbor);
  Compare(from_cbor, expected, arena);
  Sample cbor_in_place;
  auto cbor_decoded = typeinfo::DecodeCbor(cbor, Type(), &cbor_in_place, arena, nullptr);
  Require(cbor_decoded.has_value() == decoded.has_value());
  if (!decoded) return 0;
  Require(AsJson(cbor_in_place) == AsJson(object));
  Require(typeinfo::EncodeJson(Type(), &object) == AsJson(object));

  // What was decoded is written and read as the same object.
  pintle::Value written = typeinfo::ToValue(object, arena);
  Require(codec::ToJson(written) == codec::ToJson(*codec::ParseJson(AsJson(object), arena)));
  codec::ValueReader again(written);
  Compare(again, expected, arena);
  auto yaml = codec::ParseYaml(codec::ToYaml(written), arena, nullptr);
  Require(yaml.has_value());
  codec::ValueReader from_yaml(*yaml);
  Compare(from_yaml, expected, arena);
  return 0;
}
