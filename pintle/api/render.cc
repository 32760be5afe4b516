#include "pintle/api/render.h"

#include <fmt/format.h>

#include <functional>

#include "pintle/api/table.h"
#include "pintle/base/log.h"
#include "pintle/codec/document.h"
#include "pintle/object/decode.h"
#include "pintle/object/encode.h"

namespace pintle::api {

using object::MediaType;

uint64_t EncodingKey(const write::ResourceDefinition& resource, std::string_view version,
                     MediaType media, std::string_view form) {
  std::hash<std::string_view> hash;
  uint64_t key = hash(version) * 31 + hash(form);
  key = key * 31 + static_cast<uint64_t>(media);
  return key * 1'000'003 + resource.kind.epoch;
}

Bytes EncodedObject(const write::ResourceDefinition& resource, std::string_view version,
                    MediaType media, bool type_meta, const storage::CachedObject& object) {
  return object.Encoding(EncodingKey(resource, version, media, type_meta ? "whole" : "item"), [&] {
    auto decoded = object::DecodeStored(resource.kind, object.stored(), object.mod_revision());
    if (!decoded) {
      LogError("a stored object cannot be read",
               {{"key", object.key()}, {"error", decoded.error().message()}});
      return Bytes();
    }
    std::string encoded =
        object::EncodeAs(resource.kind, *decoded, version, type_meta, media, false);
    if (media == MediaType::kCbor) encoded.erase(0, codec::kCborPrefix.size());
    return Bytes(std::move(encoded));
  });
}

bool HasKeptEncoding(const Negotiated& how) {
  if (how.transform != Transform::kNone || how.media == MediaType::kYaml) return false;
  return !how.pretty || how.media != MediaType::kJson;
}

const typeinfo::TypeInfo& ListTypeOf(const write::ResourceDefinition& resource,
                                     std::string_view version) {
  const typeinfo::TypeInfo* type = nullptr;
  if (resource.kind.is_typed()) type = resource.kind.typed->Find(version)->list_type;
  return type != nullptr ? *type : typeinfo::TypeOf<apis::meta::v1::PartialObjectMetadataList>();
}

Result<IncludeObject> RequestedInclude(const http::Query& query) {
  std::string text = query.First("includeObject").value_or("");
  if (auto include = ParseIncludeObject(text)) return *include;
  return BadRequest(
      fmt::format("Unable to convert to Table as requested: includeObject: Invalid "
                  "value: \"{}\": must be 'Metadata', 'Object', 'None', or empty",
                  text));
}

Task<void> ReplyObject(Exchange& exchange, int status, const object::Object& object,
                       int64_t now_seconds) {
  const write::ResourceDefinition& resource = exchange.definition();
  const Negotiated& how = exchange.negotiated;
  const std::string& version = exchange.info.version;
  if (how.transform == Transform::kNone) {
    std::string text =
        object::EncodeAs(resource.kind, object, version, true, how.media, how.pretty);
    if (how.media == MediaType::kJson && !how.pretty) text += '\n';
    std::vector<Bytes> body;
    body.emplace_back(std::move(text));
    co_await Reply(exchange, status, MediaTypeText(how.media), std::move(body));
    co_return;
  }
  Arena arena;
  Value document = object::ToDocument(resource.kind, object, version, arena);
  if (how.transform == Transform::kTable) {
    auto include = RequestedInclude(exchange.query);
    if (!include) {
      co_await ReplyError(exchange, include.error());
      co_return;
    }
    TableItem item{&object, document};
    TableRequest table_request{.definition = &resource,
                               .version = version,
                               .include = *include,
                               .now_seconds = now_seconds};
    Value metadata = ItemTableMetadata(arena, document);
    Value table = MakeTable(arena, table_request, std::span(&item, 1), metadata);
    co_await ReplyValue(exchange, status, table, typeinfo::TypeOf<apis::meta::v1::Table>());
    co_return;
  }
  if (how.transform == Transform::kPartialMetadataList) {
    Error refused(
        Reason::kNotAcceptable,
        fmt::format("you requested PartialObjectMetadataList, but the requested object is "
                    "not a list ({})",
                    resource.kind.kind));
    co_await ReplyError(exchange, refused);
    co_return;
  }
  Value partial = PartialObjectMetadata(arena, document);
  co_await ReplyValue(exchange, status, partial,
                      typeinfo::TypeOf<apis::meta::v1::PartialObjectMetadata>());
}

}  // namespace pintle::api
