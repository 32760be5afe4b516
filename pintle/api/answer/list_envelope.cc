#include "pintle/api/answer/list_envelope.h"

#include "apis/meta/v1/types.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_writer.h"
#include "pintle/codec/protobuf_format.h"
#include "pintle/codec/protobuf_writer.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::api {
namespace {

using object::MediaType;

// The same in every list message.
constexpr int kListMetadata = 1;
constexpr int kListItems = 2;

ListEnvelope Json(const ListHead& list) {
  ListEnvelope envelope;
  codec::JsonWriter writer(envelope.head);
  writer.BeginObject();
  writer.Key("kind");
  writer.String(list.kind);
  writer.Key("apiVersion");
  writer.String(list.api_version);
  writer.Key("metadata");
  codec::WriteValue(list.metadata, writer);
  envelope.head += ",\"items\":[";
  envelope.tail = "]}\n";
  return envelope;
}

// Keys in CBOR order: kind, items, metadata, apiVersion.
ListEnvelope Cbor(const ListHead& list, size_t count) {
  ListEnvelope envelope;
  auto text = [](std::string& out, std::string_view value) { out += codec::ToCbor(Value(value)); };
  envelope.head = codec::kCborPrefix;
  codec::cbor::AppendHead(envelope.head, codec::cbor::Major::kMap, 4);
  text(envelope.head, "kind");
  text(envelope.head, list.kind);
  text(envelope.head, "items");
  codec::cbor::AppendHead(envelope.head, codec::cbor::Major::kArray, count);
  text(envelope.tail, "metadata");
  envelope.tail += codec::ToCbor(list.metadata);
  text(envelope.tail, "apiVersion");
  text(envelope.tail, list.api_version);
  return envelope;
}

// Tag and length of a field of `size` bytes.
std::string FieldStart(uint32_t number, uint64_t size) {
  std::string out;
  auto varint = [&](uint64_t value) {
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
  };
  varint(number << 3 | static_cast<uint32_t>(codec::ProtoWire::kBytes));
  varint(size);
  return out;
}

std::string ProtobufMetadata(const Value& metadata) {
  Arena arena;
  auto* meta = arena.New<apis::meta::v1::ListMeta>();
  const auto& type = typeinfo::TypeOf<apis::meta::v1::ListMeta>();
  Status read = typeinfo::FromValue(metadata, type, meta, arena, nullptr);
  static_cast<void>(read);  // made by this server
  return typeinfo::EncodeProtobufMessage(type, meta);
}

ListEnvelope Protobuf(const ListHead& list, uint64_t items_bytes) {
  std::string metadata = ProtobufMetadata(list.metadata);
  metadata.insert(0, FieldStart(kListMetadata, metadata.size()));
  ListEnvelope envelope;
  envelope.head = codec::kProtobufPrefix;
  codec::ProtoWriter writer(envelope.head);
  writer.Message(codec::kEnvelopeTypeMeta, [&] {
    writer.String(codec::kTypeMetaApiVersion, list.api_version);
    writer.String(codec::kTypeMetaKind, list.kind);
  });
  envelope.head += FieldStart(codec::kEnvelopeRaw, metadata.size() + items_bytes);
  envelope.head += metadata;
  codec::ProtoWriter end(envelope.tail);
  end.String(codec::kEnvelopeContentEncoding, "");
  end.String(codec::kEnvelopeContentType, "");
  return envelope;
}

}  // namespace

ListEnvelope ListEnvelope::Make(MediaType media, const ListHead& list, const Items& items) {
  if (media == MediaType::kProtobuf) return Protobuf(list, items.bytes);
  return media == MediaType::kCbor ? Cbor(list, items.count) : Json(list);
}

uint64_t ProtobufSizeInList(const Bytes& item) {
  return ProtobufItemStart(item).size() + item.size();
}

std::string ProtobufItemStart(const Bytes& item) { return FieldStart(kListItems, item.size()); }

}  // namespace pintle::api
