#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"

namespace {

namespace codec = pintle::codec;

void Require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  pintle::Arena arena;
  auto length = codec::CborItemLength(bytes);
  if (length) {
    codec::CborReader reader(bytes.substr(0, *length));
    Require(reader.Skip() && *reader.Next() == codec::Token::kEnd);
  }
  auto value = codec::ParseCbor(bytes, arena);
  if (!value) return 0;
  Require(length && *length == size);
  std::string cbor = codec::ToCbor(*value);
  auto again = codec::ParseCbor(cbor, arena);
  Require(again && *again == *value && codec::ToCbor(*again) == cbor);
  Require(codec::ParseJson(codec::ToJson(*value), arena).has_value());
  return 0;
}
