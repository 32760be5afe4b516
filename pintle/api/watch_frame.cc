#include "pintle/api/watch_frame.h"

#include <fmt/format.h>

#include "pintle/api/table.h"
#include "pintle/codec/document.h"
#include "pintle/codec/protobuf_writer.h"
#include "pintle/object/decode.h"
#include "pintle/object/encode.h"

namespace pintle::api {
namespace {

using object::MediaType;
using storage::CacheEvent;

constexpr std::string_view kAdded = "ADDED";
constexpr std::string_view kModified = "MODIFIED";
constexpr std::string_view kDeleted = "DELETED";
// Names the frame of an object that left a selection among those kept with the event.
constexpr std::string_view kLeft = "left";

// Fields of the messages a Protobuf frame consists of.
constexpr int kEventType = 1;
constexpr int kEventObject = 2;
constexpr int kRawContent = 1;

std::string_view WithoutCborPrefix(std::string_view encoded) {
  if (encoded.starts_with(codec::kCborPrefix)) encoded.remove_prefix(codec::kCborPrefix.size());
  return encoded;
}

// {type, object}; the object inside has a prefix of its own.
Bytes CborFrame(std::string_view type, std::string_view object) {
  std::string frame(codec::kCborPrefix);
  frame += '\xa2';
  frame += codec::ToCbor(Value("type"));
  frame += codec::ToCbor(Value(type));
  frame += codec::ToCbor(Value("object"));
  frame += codec::kCborPrefix;
  frame += object;
  return Bytes(std::move(frame));
}

// Four bytes of length, then the event; the object inside is in its envelope.
Bytes ProtobufFrame(std::string_view type, std::string_view object) {
  constexpr size_t kLengthBytes = 4;
  std::string frame(kLengthBytes, '\0');
  codec::ProtoWriter writer(frame);
  writer.String(kEventType, type);
  writer.Message(kEventObject, [&] { writer.Bytes(kRawContent, object); });
  auto length = static_cast<uint32_t>(frame.size() - kLengthBytes);
  for (size_t i = 0; i < kLengthBytes; ++i) {
    frame[i] = static_cast<char>(length >> (8 * (kLengthBytes - 1 - i)));
  }
  return Bytes(std::move(frame));
}

}  // namespace

WatchFrames::WatchFrames(const Exchange& exchange, const ListRequest& list,
                         IncludeObject include_object)
    : exchange_(exchange), list_(list), include_object_(include_object) {}

Bytes WatchFrames::Event(const CacheEvent& event, int64_t now_seconds) {
  bool matches = list_.Matches(event.object()->header());
  bool matched = event.previous() != nullptr && list_.Matches(event.previous()->header());
  if (event.type() == CacheEvent::Type::kDeleted) {
    matched = matches || matched;
    matches = false;
  }
  if (!matches && !matched) return {};
  std::string_view type = !matches ? kDeleted : matched ? kModified : kAdded;

  const storage::CachedObject* object = event.object().get();
  std::optional<storage::CachedObject> last_seen;
  if (!matches && event.type() != CacheEvent::Type::kDeleted) {
    // It left the selection: the watcher gets what it last saw, at the revision of the change.
    const storage::CachedObject& previous = *event.previous();
    last_seen.emplace(previous.key(), event.revision(), previous.stored(), previous.shared_header(),
                      nullptr);
    object = &*last_seen;
  }
  if (!IsPlain()) return Frame(type, *object, now_seconds);
  uint64_t key = EncodingKey(exchange_.definition(), exchange_.info.version,
                             exchange_.negotiated.media, last_seen ? kLeft : type);
  return event.Frame(key, [&] { return Frame(type, *object, now_seconds); });
}

Bytes WatchFrames::Initial(const storage::CachedObjectPtr& object, int64_t now_seconds) {
  if (!list_.Matches(object->header())) return {};
  return Frame(kAdded, *object, now_seconds);
}

Bytes WatchFrames::Frame(std::string_view type, const storage::CachedObject& object,
                         int64_t now_seconds) {
  const write::ResourceDefinition& resource = exchange_.definition();
  const std::string& version = exchange_.info.version;
  const Negotiated& how = exchange_.negotiated;
  if (IsPlain()) {
    Bytes encoded = EncodedObject(resource, version, how.media, true, object);
    return encoded ? Wrap(type, encoded.view()) : Bytes();
  }
  auto decoded = object::DecodeStored(resource.kind, object.stored(), object.mod_revision());
  if (!decoded) return {};
  Arena arena;
  Value document = object::ToDocument(resource.kind, *decoded, version, arena);
  if (how.transform != Transform::kTable) {
    return WrapValue(type, PartialObjectMetadata(arena, document),
                     typeinfo::TypeOf<apis::meta::v1::PartialObjectMetadata>());
  }
  TableRequest table_request{.definition = &resource,
                             .version = version,
                             .include = include_object_,
                             .now_seconds = now_seconds,
                             .headers = !sent_columns_};
  sent_columns_ = true;
  TableItem item{&*decoded, document};
  Value metadata = ItemTableMetadata(arena, document);
  Value table = MakeTable(arena, table_request, std::span(&item, 1), metadata);
  return WrapValue(type, table, typeinfo::TypeOf<apis::meta::v1::Table>());
}

Bytes WatchFrames::Bookmark(storage::Revision revision, bool initial_events_end) {
  const write::ResourceDefinition& resource = exchange_.definition();
  Arena arena;
  Value metadata =
      Value().With(arena, "resourceVersion", Value::String(arena, std::to_string(revision)));
  if (initial_events_end) {
    metadata = metadata.With(arena, "annotations",
                             Value().With(arena, "k8s.io/initial-events-end", Value("true")));
  }
  std::string api_version =
      scheme::GroupVersion{exchange_.info.group, exchange_.info.version}.Text();
  Value object = Value::Object(arena, {{"kind", Value(std::string_view(resource.kind.kind))},
                                       {"apiVersion", Value(std::string_view(api_version))},
                                       {"metadata", metadata}});
  const Negotiated& how = exchange_.negotiated;
  const typeinfo::TypeInfo* type = &typeinfo::TypeOf<apis::meta::v1::PartialObjectMetadata>();
  if (how.transform == Transform::kNone && resource.kind.is_typed()) {
    type = resource.kind.typed->Find(exchange_.info.version)->type;
  }
  if (how.transform == Transform::kTable) {
    TableRequest table_request{.definition = &resource,
                               .version = exchange_.info.version,
                               .include = include_object_,
                               .headers = !sent_columns_};
    object = MakeTable(arena, table_request, {}, metadata);
  } else if (how.transform != Transform::kNone) {
    object = PartialObjectMetadata(arena, object);
  }
  return WrapValue("BOOKMARK", object, *type);
}

Bytes WatchFrames::Error(const pintle::Error& error) {
  Arena arena;
  MediaType media = exchange_.negotiated.media;
  std::string status = object::EncodeStructAs(typeinfo::TypeOf<apis::meta::v1::Status>(),
                                              MakeStatus(arena, error), media, false);
  return Wrap("ERROR", WithoutCborPrefix(status));
}

Bytes WatchFrames::WrapValue(std::string_view type, const Value& object,
                             const typeinfo::TypeInfo& object_type) const {
  std::string encoded =
      object::EncodeValueAs(object, object_type, exchange_.negotiated.media, false);
  return Wrap(type, WithoutCborPrefix(encoded));
}

Bytes WatchFrames::Wrap(std::string_view type, std::string_view encoded_object) const {
  switch (exchange_.negotiated.media) {
    case MediaType::kCbor:
      return CborFrame(type, encoded_object);
    case MediaType::kProtobuf:
      return ProtobufFrame(type, encoded_object);
    default:
      return Bytes(fmt::format("{{\"type\":\"{}\",\"object\":{}}}\n", type, encoded_object));
  }
}

}  // namespace pintle::api
