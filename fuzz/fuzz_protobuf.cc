// Protobuf of typed objects: whatever is accepted is written and read as the same object.
#include "apis/apiextensions/v1/types.h"
#include "apis/core/v1/types.h"
#include "fuzz/fuzzing.h"
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes = pintle::fuzzing::AsText(data, size);
  RoundTrip(bytes, typeinfo::TypeOf<pintle::apis::core::v1::Pod>());
  RoundTrip(bytes, typeinfo::TypeOf<pintle::apis::apiextensions::v1::CustomResourceDefinition>());
  return 0;
}
