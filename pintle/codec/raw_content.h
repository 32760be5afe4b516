#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/value/value.h"

// Objects inside objects that travel as bytes whose format nobody states: the content of a
// RawExtension and of FieldsV1. In memory such a field is a Value; these functions are for where
// its bytes come in or go out as they are (Protobuf, stored objects, client requests).
namespace pintle::codec {

// One JSON document as deterministic CBOR without a prefix, and one CBOR document as compact JSON.
// Anything behind the document is `extraneous data`; a document that ends too early fails with
// `EOF` or `unexpected EOF`.
Result<std::string> JsonToCbor(std::string_view json);
Result<std::string> CborToJson(std::string_view cbor);

// The format of a RawExtension's bytes is told by how they start, never stated.
enum class RawFormat : uint8_t { kJson, kCbor, kUnrecognized };
RawFormat GuessRawFormat(std::string_view raw);

// A RawExtension's bytes, absent or present (empty is not absent), as they are written into a
// document of the other format. Absent is null; bytes of the document's own format stay as they
// are, except that CBOR of indefinite length is written anew.
Result<std::string> RawExtensionToJson(std::optional<std::string_view> raw);
Result<std::string> RawExtensionToCbor(std::optional<std::string_view> raw);
// The bytes a RawExtension keeps of an item of a CBOR document: the item with a prefix. Nothing for
// null, which leaves the field as it is.
std::optional<std::string> RawExtensionFromCbor(std::string_view item);
// The same as a Value.
Result<Value> RawExtensionValue(std::optional<std::string_view> raw, Arena& arena);

// FieldsV1: told apart by the first byte; what is neither stays as it is, empty is null.
Result<std::string> FieldsV1ToJson(std::string_view raw);
Result<std::string> FieldsV1ToCbor(std::string_view raw);

}  // namespace pintle::codec
