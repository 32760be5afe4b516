#include "pintle/codec/raw_content.h"

#include <fmt/format.h>

#include "pintle/codec/cbor_format.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/cbor_scanner.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_reader.h"

namespace pintle::codec {
namespace {

constexpr std::string_view kJsonSpace = "\t\r\n ";
constexpr std::string_view kCborNull = "\xf6";
constexpr std::string_view kJsonNull = "null";

std::unexpected<Error> Wrapped(std::string_view lead, const Error& cause) {
  return BadRequest(fmt::format("{}{}", lead, cause.message()));
}

std::unexpected<Error> Unrecognized() {
  return BadRequest("cannot convert RawExtension with unrecognized content type to unstructured");
}

// One well-formed item and nothing behind it. True if no part of it has an indefinite length.
Result<bool> CheckItem(std::string_view cbor) {
  if (cbor.empty()) return BadRequest("EOF");
  cbor::ItemScanner scanner;
  size_t at = 0;
  PINTLE_TRY(bool complete, scanner.Scan(cbor, at));
  if (!complete) return BadRequest("unexpected EOF");
  if (at != cbor.size()) return BadRequest("extraneous data");
  return !scanner.saw_indefinite();
}

// Bytes that are an item already are written as they are, unless their form is not deterministic.
Result<std::string> VerbatimCbor(std::string_view cbor) {
  PINTLE_TRY(bool definite, CheckItem(cbor));
  if (definite) return std::string(cbor);
  Arena arena;
  PINTLE_TRY(Value value, ParseCbor(cbor, arena));
  return (IsCbor(cbor) ? std::string(kCborPrefix) : std::string()) + ToCbor(value);
}

enum class FieldsFormat : uint8_t { kJson, kCbor, kNeither };

FieldsFormat GuessFieldsFormat(std::string_view raw) {
  auto first = static_cast<uint8_t>(raw[0]);
  if (kJsonSpace.contains(raw[0]) || raw[0] == 'n' || raw[0] == '{') return FieldsFormat::kJson;
  bool is_map = first >= 0xa0 && first <= 0xbf;
  bool is_tag = first >= 0xc6 && first <= 0xdb;
  return is_map || is_tag || raw.starts_with(kCborNull) ? FieldsFormat::kCbor
                                                        : FieldsFormat::kNeither;
}

Status CheckFields(const Value& value) {
  if (value.is_object() || value.is_null()) return {};
  return BadRequest(fmt::format("expected an object, got {}", KindName(value.kind())));
}

}  // namespace

Result<std::string> JsonToCbor(std::string_view json) {
  if (json.find_first_not_of(kJsonSpace) == std::string_view::npos) return BadRequest("EOF");
  Arena arena;
  JsonReader reader(json);
  auto value = ReadValue(reader, arena);
  if (!value) {
    bool truncated = value.error().message() == "unexpected end of JSON input";
    if (truncated) return BadRequest("unexpected EOF");
    return std::unexpected(std::move(value).error());
  }
  if (!reader.Next()) return BadRequest("extraneous data");
  return ToCbor(*value);
}

Result<std::string> CborToJson(std::string_view cbor) {
  PINTLE_RETURN_IF_ERROR(CheckItem(cbor));
  Arena arena;
  PINTLE_TRY(Value value, ParseCbor(cbor, arena));
  return ToJson(value);
}

RawFormat GuessRawFormat(std::string_view raw) {
  if (IsCbor(raw)) return RawFormat::kCbor;
  constexpr std::string_view kStarts = "{[ntf\"-0123456789";
  bool json = !raw.empty() && (kJsonSpace.contains(raw[0]) || kStarts.contains(raw[0]));
  return json ? RawFormat::kJson : RawFormat::kUnrecognized;
}

Result<Value> RawExtensionValue(std::optional<std::string_view> raw, Arena& arena) {
  if (!raw) return Value();
  Result<Value> value = Unrecognized();
  std::string_view format;
  switch (GuessRawFormat(*raw)) {
    case RawFormat::kJson:
      format = "JSON";
      value = ParseJson(*raw, arena);
      break;
    case RawFormat::kCbor:
      format = "CBOR";
      value = ParseCbor(*raw, arena);
      break;
    case RawFormat::kUnrecognized:
      return value;
  }
  if (value) return value;
  return Wrapped(fmt::format("failed to parse RawExtension bytes as {}: ", format), value.error());
}

Result<std::string> RawExtensionToJson(std::optional<std::string_view> raw) {
  if (!raw) return std::string(kJsonNull);
  if (GuessRawFormat(*raw) == RawFormat::kJson) return std::string(*raw);
  Arena arena;
  PINTLE_TRY(Value value, RawExtensionValue(raw, arena));
  return ToJson(value);
}

Result<std::string> RawExtensionToCbor(std::optional<std::string_view> raw) {
  if (!raw) return std::string(kCborNull);
  if (GuessRawFormat(*raw) == RawFormat::kCbor) {
    auto verbatim = VerbatimCbor(*raw);
    if (verbatim) return verbatim;
    return Wrapped("cbor: error calling MarshalCBOR for type runtime.RawExtension: ",
                   verbatim.error());
  }
  Arena arena;
  PINTLE_TRY(Value value, RawExtensionValue(raw, arena));
  return ToCbor(value);
}

std::optional<std::string> RawExtensionFromCbor(std::string_view item) {
  while (IsCbor(item)) item.remove_prefix(kCborPrefix.size());
  if (item == kCborNull) return std::nullopt;
  return std::string(kCborPrefix) + std::string(item);
}

Result<std::string> FieldsV1ToJson(std::string_view raw) {
  if (raw.empty()) return std::string(kJsonNull);
  if (GuessFieldsFormat(raw) != FieldsFormat::kCbor) return std::string(raw);
  Arena arena;
  auto value = ParseCbor(raw, arena);
  Status status = value ? CheckFields(*value) : std::unexpected(value.error());
  if (!status) return Wrapped("metav1.FieldsV1 cbor invalid: ", status.error());
  return ToJson(*value);
}

Result<std::string> FieldsV1ToCbor(std::string_view raw) {
  if (raw.empty()) return std::string(kCborNull);
  if (GuessFieldsFormat(raw) != FieldsFormat::kJson) return VerbatimCbor(raw);
  Arena arena;
  auto value = ParseJson(raw, arena);
  Status status = value ? CheckFields(*value) : std::unexpected(value.error());
  if (!status) return Wrapped("metav1.FieldsV1 json invalid: ", status.error());
  return ToCbor(*value);
}

}  // namespace pintle::codec
