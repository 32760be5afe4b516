// CBOR decoding: the value survives CBOR and JSON, the heap stays small.
#include "fuzz/fuzzing.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/value/numbers.h"

namespace {

namespace codec = pintle::codec;
using pintle::fuzzing::Require;

// Small input may not make the decoder ask for much, whatever lengths it declares.
constexpr size_t kSmallInputBytes = 128;
constexpr size_t kMaxTotalForSmallInput = 16 * 1024;

pintle::Result<pintle::Value> ParseMetered(std::string_view bytes, pintle::Arena& arena) {
  pintle::fuzzing::AllocationMeter meter;
  auto value = codec::ParseCbor(bytes, arena);
  pintle::fuzzing::RequireAtMost(meter.peak_bytes(), pintle::fuzzing::kCborHeld.For(bytes));
  if (bytes.size() <= kSmallInputBytes) {
    pintle::fuzzing::RequireAtMost(meter.total_bytes(), kMaxTotalForSmallInput);
  }
  return value;
}

// As the body of a request: both ways of reading agree, and all text is what JSON would have of it.
void CheckRequest(std::string_view bytes, const pintle::Result<pintle::Value>& stored,
                  pintle::Arena& arena) {
  constexpr auto kText = codec::CborText::kRepaired;
  auto value = codec::ParseCbor(bytes, arena, kText);
  codec::CborReader reader(bytes, kText);
  auto read = codec::ReadValue(reader, arena);
  bool whole = read.has_value() && reader.Next().has_value();
  Require(whole == value.has_value());
  if (!whole) return;
  Require(*read == *value && stored.has_value());
  Require(pintle::fuzzing::AsFromJson(*value, arena) ==
          pintle::fuzzing::AsFromJson(*stored, arena));
  auto from_json = codec::ParseJson(codec::ToJson(*value), arena);
  Require(from_json && pintle::EqualByNumber(*from_json, *value));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes = pintle::fuzzing::AsText(data, size);
  pintle::Arena arena;
  auto length = codec::CborItemLength(bytes);
  if (length) {
    codec::CborReader reader(bytes.substr(0, *length));
    Require(reader.Skip() && *reader.Next() == codec::Token::kEnd);
  }
  auto value = ParseMetered(bytes, arena);
  {
    codec::CborReader reader(bytes);
    auto read = codec::ReadValue(reader, arena);
    bool whole = read.has_value() && reader.Next().has_value();
    Require(whole == value.has_value());
    if (whole) Require(*read == *value);
  }
  CheckRequest(bytes, value, arena);
  if (!value) return 0;
  Require(length && *length == size);
  std::string cbor = codec::ToCbor(*value);
  auto again = codec::ParseCbor(cbor, arena);
  Require(again && *again == *value && codec::ToCbor(*again) == cbor);
  // JSON has neither other strings than UTF-8 nor doubles without fraction; all else comes back.
  auto from_json = codec::ParseJson(codec::ToJson(*value), arena);
  Require(from_json && *from_json == pintle::fuzzing::AsFromJson(*value, arena));
  Require(codec::ToCbor(*from_json) == codec::ToCbor(pintle::fuzzing::AsFromJson(*value, arena)));
  return 0;
}
