// Protobuf of typed objects: whatever is accepted is written and read as the same object, and
// whatever is accepted as JSON can be read from the Protobuf that is stored.
#include "apis/apiextensions/v1/types.h"
#include "apis/core/v1/types.h"
#include "fuzz/fuzzing.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/owned.h"
#include "pintle/typeinfo/protobuf_decode.h"
#include "pintle/typeinfo/protobuf_encode.h"

namespace {

namespace typeinfo = pintle::typeinfo;
using pintle::fuzzing::Require;

void RoundTrip(std::string_view bytes, const typeinfo::TypeInfo& type) {
  auto object = typeinfo::OwnedStruct::New(type);
  if (!typeinfo::DecodeProtobuf(bytes, type, object.get(), object.arena())) return;
  std::string written = typeinfo::EncodeProtobuf(type, object.get());
  auto again = typeinfo::OwnedStruct::New(type);
  Require(typeinfo::DecodeProtobuf(written, type, again.get(), again.arena()).has_value());
  Require(typeinfo::EncodeProtobuf(type, again.get()) == written);
}

// What is read need not be quite the same: quantities past int64 are cut when they are read again.
void Store(std::string_view text, const typeinfo::TypeInfo& type) {
  auto object = typeinfo::OwnedStruct::New(type);
  if (!typeinfo::DecodeJson(text, type, object.get(), object.arena(), nullptr)) return;
  std::string stored = typeinfo::EncodeProtobuf(type, object.get());
  auto read = typeinfo::OwnedStruct::New(type);
  Require(typeinfo::DecodeProtobuf(stored, type, read.get(), read.arena()).has_value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes = pintle::fuzzing::AsText(data, size);
  RoundTrip(bytes, typeinfo::TypeOf<pintle::apis::core::v1::Pod>());
  Store(bytes, typeinfo::TypeOf<pintle::apis::core::v1::Pod>());
  RoundTrip(bytes, typeinfo::TypeOf<pintle::apis::apiextensions::v1::CustomResourceDefinition>());
  return 0;
}
