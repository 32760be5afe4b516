#include "pintle/api/watch/watch_frame.h"

#include <fmt/format.h>

#include "pintle/codec/document.h"
#include "pintle/codec/protobuf_writer.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/registry/resource_cache.h"
#include "pintle/resource/table.h"

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
    : exchange_(exchange),
      list_(list),
      include_object_(include_object),
      selects_converted_(list.SelectsConverted(exchange.definition().kind)) {}

Task<Status> WatchFrames::Prepare(std::span<const storage::CacheEventPtr> events) {
  prepared_.clear();
  converted_.clear();
  std::vector<storage::CachedObjectPtr> objects;
  if (selects_converted_) {
    for (const storage::CacheEventPtr& event : events) {
      objects.push_back(event->object());
      if (event->previous() != nullptr) objects.push_back(event->previous());
    }
    auto converting = Convert(std::move(objects));
    Status converted = co_await converting;
    if (!converted) co_return converted;
    objects.clear();
  }
  for (const storage::CacheEventPtr& event : events) prepared_[event.get()].told = Tell(*event);
  for (const storage::CacheEventPtr& event : events) {
    Prepared& prepared = prepared_[event.get()];
    if (!prepared.told) continue;
    const Told& told = *prepared.told;
    // Another watcher may have had the event converted before.
    if (IsPlain()) prepared.frame = event->Frame(FrameKey(told), [] { return Bytes(); });
    if (prepared.frame) continue;
    if (told.left != nullptr) converted_.erase({told.left->key(), told.left->mod_revision()});
    objects.push_back(told.object());
  }
  auto converting = Convert(std::move(objects));
  Status converted = co_await converting;
  co_return converted;
}

Task<Status> WatchFrames::Prepare(std::vector<storage::CachedObjectPtr> objects) {
  converted_.clear();
  auto converting = Convert(std::move(objects));
  Status converted = co_await converting;
  co_return converted;
}

Task<Status> WatchFrames::Convert(std::vector<storage::CachedObjectPtr> objects) {
  std::erase_if(objects, [&](const auto& object) { return Converted(*object) != nullptr; });
  if (objects.empty()) co_return Status();
  auto converting = ConvertCached(exchange_.definition(), exchange_.asked.what.version, objects);
  Result<std::vector<object::Object>> converted = co_await converting;
  if (!converted) co_return std::unexpected(converted.error());
  for (size_t i = 0; i < objects.size(); ++i) {
    if (!(*converted)[i]) continue;
    converted_[{objects[i]->key(), objects[i]->mod_revision()}] = std::move((*converted)[i]);
  }
  co_return Status();
}

bool WatchFrames::Matches(const storage::CachedObject& object) const {
  if (!selects_converted_) return list_.Matches(object.header());
  const object::Object* converted = Converted(object);
  if (converted == nullptr) return list_.Matches(object.header());
  return list_.Matches(ConvertedHeader(exchange_.definition().kind, *converted));
}

std::optional<WatchFrames::Told> WatchFrames::Tell(const CacheEvent& event) const {
  bool matches = Matches(*event.object());
  bool matched = event.previous() != nullptr && Matches(*event.previous());
  if (event.type() == CacheEvent::Type::kDeleted) {
    matched = matches || matched;
    matches = false;
  }
  if (!matches && !matched) return std::nullopt;
  Told told{.type = !matches ? kDeleted : matched ? kModified : kAdded, .now = &event.object()};
  if (!matches && event.type() != CacheEvent::Type::kDeleted) {
    const storage::CachedObject& previous = *event.previous();
    told.left = std::make_shared<const storage::CachedObject>(
        previous.key(), event.revision(), previous.stored(), previous.shared_header(), nullptr);
  }
  return told;
}

uint64_t WatchFrames::FrameKey(const Told& told) const {
  return EncodingKey(exchange_.definition(), exchange_.asked.what.version,
                     exchange_.negotiated.media, told.left != nullptr ? kLeft : told.type);
}

Bytes WatchFrames::Event(const CacheEvent& event, int64_t now_seconds) {
  auto prepared = prepared_.find(&event);
  if (prepared != prepared_.end() && prepared->second.frame) return prepared->second.frame;
  std::optional<Told> told = prepared != prepared_.end() ? prepared->second.told : Tell(event);
  if (!told) return {};
  if (!IsPlain()) return Frame(told->type, *told->object(), now_seconds);
  return event.Frame(FrameKey(*told),
                     [&] { return Frame(told->type, *told->object(), now_seconds); });
}

Bytes WatchFrames::Initial(const storage::CachedObjectPtr& object, int64_t now_seconds) {
  if (!Matches(*object)) return {};
  return Frame(kAdded, *object, now_seconds);
}

const object::Object* WatchFrames::Converted(const storage::CachedObject& object) const {
  if (converted_.empty()) return nullptr;
  auto found = converted_.find({object.key(), object.mod_revision()});
  return found != converted_.end() ? &found->second : nullptr;
}

Bytes WatchFrames::Frame(std::string_view type, const storage::CachedObject& object,
                         int64_t now_seconds) {
  const write::ResourceDefinition& resource = exchange_.definition();
  const std::string& version = exchange_.asked.what.version;
  const Negotiated& how = exchange_.negotiated;
  const object::Object* converted = Converted(object);
  if (IsPlain()) {
    Bytes encoded = converted != nullptr
                        ? EncodedConverted(resource, version, how.media, true, *converted)
                        : EncodedObject(resource, version, how.media, true, object);
    return encoded ? Wrap(type, encoded.view()) : Bytes();
  }
  auto decoded = converted != nullptr
                     ? Result<object::Object>(*converted)
                     : object::DecodeStored(resource.kind, object.stored(), object.mod_revision());
  if (!decoded) return {};
  Arena arena;
  Value document = object::ToDocument(resource.kind, *decoded, version, arena);
  if (how.transform != Transform::kTable) {
    return WrapValue(type, PartialObjectMetadata(arena, document, how.transform_version),
                     typeinfo::TypeOf<apis::meta::v1::PartialObjectMetadata>());
  }
  TableRequest table_request{.definition = &resource,
                             .version = version,
                             .include = include_object_,
                             .now_seconds = now_seconds,
                             .headers = !sent_columns_,
                             .meta_version = how.transform_version};
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
      scheme::GroupVersion{exchange_.asked.what.group, exchange_.asked.what.version}.Text();
  Value object = Value::Object(arena, {{"kind", Value(std::string_view(resource.kind.kind))},
                                       {"apiVersion", Value(std::string_view(api_version))},
                                       {"metadata", metadata}});
  const Negotiated& how = exchange_.negotiated;
  const typeinfo::TypeInfo* type = &typeinfo::TypeOf<apis::meta::v1::PartialObjectMetadata>();
  if (how.transform == Transform::kNone && resource.kind.is_typed()) {
    type = resource.kind.typed->Find(exchange_.asked.what.version)->type;
  }
  if (how.transform == Transform::kTable) {
    TableRequest table_request{.definition = &resource,
                               .version = exchange_.asked.what.version,
                               .include = include_object_,
                               .headers = !sent_columns_,
                               .meta_version = how.transform_version};
    object = MakeTable(arena, table_request, {}, metadata);
  } else if (how.transform != Transform::kNone) {
    object = PartialObjectMetadata(arena, object, how.transform_version);
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
