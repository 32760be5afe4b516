#include "pintle/api/answer/render.h"

#include <fmt/format.h>

#include <functional>

#include "pintle/base/log.h"
#include "pintle/codec/document.h"
#include "pintle/object/convert.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/resource/capabilities.h"
#include "pintle/resource/table.h"

namespace pintle::api {
namespace {

using object::MediaType;

// Forms in which encodings of objects are kept.
constexpr std::string_view kWhole = "whole";
constexpr std::string_view kItem = "item";

// Whether an encoding of the object is kept, which is only of those that need no converter.
bool HasKept(const write::ResourceDefinition& resource, std::string_view version,
             const storage::CachedObject& object) {
  auto none = [] { return Bytes(); };
  return object.Encoding(EncodingKey(resource, version, MediaType::kJson, kWhole), none) ||
         object.Encoding(EncodingKey(resource, version, MediaType::kCbor, kWhole), none);
}

}  // namespace

uint64_t EncodingKey(const write::ResourceDefinition& resource, std::string_view version,
                     MediaType media, std::string_view form) {
  std::hash<std::string_view> hash;
  uint64_t key = hash(version) * 31 + hash(form);
  key = key * 31 + static_cast<uint64_t>(media);
  return key * 1'000'003 + resource.kind.epoch;
}

Bytes EncodedObject(const write::ResourceDefinition& resource, std::string_view version,
                    MediaType media, bool type_meta, const storage::CachedObject& object) {
  auto make = [&] {
    auto decoded = object::DecodeStored(resource.kind, object.stored(), object.mod_revision());
    if (!decoded) {
      LogError("a stored object cannot be read",
               {{"key", object.key()}, {"error", decoded.error().message()}});
      return Bytes();
    }
    // It would be the right version with the wrong content, and kept.
    if (object::NeedsConverter(resource.kind, *decoded, version)) return Bytes();
    return EncodedConverted(resource, version, media, type_meta, *decoded);
  };
  // By reference, which std::function holds without an allocation: mostly it is not called.
  return object.Encoding(EncodingKey(resource, version, media, type_meta ? kWhole : kItem),
                         std::ref(make));
}

Bytes EncodedConverted(const write::ResourceDefinition& resource, std::string_view version,
                       MediaType media, bool type_meta, const object::Object& object) {
  std::string encoded = object::EncodeAs(resource.kind, object, version, type_meta, media, false);
  if (media == MediaType::kCbor) encoded.erase(0, codec::kCborPrefix.size());
  return Bytes(std::move(encoded));
}

Task<Result<std::vector<object::Object>>> ConvertCached(
    const write::ResourceDefinition& resource, std::string version,
    std::span<const storage::CachedObjectPtr> cached) {
  std::vector<object::Object> objects(cached.size());
  for (size_t i = 0; i < cached.size(); ++i) {
    if (HasKept(resource, version, *cached[i])) continue;
    auto decoded =
        object::DecodeStored(resource.kind, cached[i]->stored(), cached[i]->mod_revision());
    if (decoded && object::NeedsConverter(resource.kind, *decoded, version)) {
      objects[i] = std::move(*decoded);
    }
  }
  auto converting = object::AllToVersion(resource.kind, objects, std::move(version));
  Status converted = co_await converting;
  if (!converted) co_return std::unexpected(converted.error());
  co_return objects;
}

const Bytes& LineEnd() {
  static const std::string text("\n");
  // Belongs to nobody, so that no references are counted.
  static const Bytes end(std::shared_ptr<const std::string>(std::shared_ptr<const void>(), &text));
  return end;
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

std::string FoundType(const write::ResourceDefinition& resource, Found found) {
  const bool list = found == Found::kList;
  if (!resource.kind.is_typed())
    return list ? "*unstructured.UnstructuredList" : "*unstructured.Unstructured";
  // Packages have the first word of the group. Events are of two groups and one package.
  std::string_view package = resource.names.group;
  package = package.substr(0, package.find('.'));
  if (package.empty() || package == "events") package = "core";
  return fmt::format("*{}.{}", package, list ? resource.kind.list_kind : resource.kind.kind);
}

Result<IncludeObject> RequestedInclude(const http::Query& query) {
  std::string text = query.First("includeObject").value_or("");
  if (auto include = ParseIncludeObject(text)) return *include;
  return BadRequest(
      fmt::format("Unable to convert to Table as requested: includeObject: Invalid "
                  "value: \"{}\": must be 'Metadata', 'Object', 'None', or empty",
                  text));
}

bool AnswersWithStored(const Exchange& exchange) {
  if (const write::Endpoint* endpoint = exchange.endpoint()) return bool(endpoint->view);
  return !exchange.definition().actions.create;
}

Status CheckForm(const Exchange& exchange, Found found) {
  const Transform transform = exchange.negotiated.transform;
  if (transform == Transform::kTable) {
    PINTLE_RETURN_IF_ERROR(RequestedInclude(exchange.query));
  }
  if (transform == Transform::kPartialMetadataList && found == Found::kObject) {
    return Fail(Reason::kNotAcceptable,
                fmt::format("you requested PartialObjectMetadataList, but the requested object is "
                            "not a list ({})",
                            FoundType(exchange.spoken(), found)));
  }
  if (transform == Transform::kPartialMetadata && found == Found::kList) {
    return Fail(Reason::kNotAcceptable,
                fmt::format("you requested PartialObjectMetadata, but the requested object is a "
                            "list ({})",
                            FoundType(exchange.spoken(), found)));
  }
  return {};
}

Status CheckFormOfWrite(const Exchange& exchange) {
  if (exchange.verb == write::Verb::kDeleteCollection) return CheckForm(exchange, Found::kList);
  // A deletion mostly answers with a Status, which has every form.
  constexpr write::Verbs kWrites = {write::Verb::kCreate, write::Verb::kUpdate,
                                    write::Verb::kPatch};
  if (!kWrites.Has(exchange.verb) || !AnswersWithStored(exchange)) return {};
  return CheckForm(exchange, Found::kObject);
}

Task<void> ReplyObject(Exchange& exchange, int status, const object::Object& object,
                       int64_t now_seconds) {
  const write::ResourceDefinition& resource = exchange.definition();
  const Negotiated& how = exchange.negotiated;
  const std::string& version = exchange.asked.what.version;
  if (how.transform == Transform::kNone) {
    std::string text =
        object::EncodeAs(resource.kind, object, version, true, how.media, how.pretty);
    std::vector<Bytes> body;
    body.emplace_back(std::move(text));
    if (how.media == MediaType::kJson && !how.pretty) body.push_back(LineEnd());
    co_await Reply(exchange, status, MediaTypeText(how.media), std::move(body));
    co_return;
  }
  if (Status fits = CheckForm(exchange, Found::kObject); !fits) {
    co_await ReplyError(exchange, fits.error());
    co_return;
  }
  Arena arena;
  Value document = object::ToDocument(resource.kind, object, version, arena);
  if (how.transform == Transform::kTable) {
    TableItem item{&object, document};
    TableRequest table_request{.definition = &resource,
                               .version = version,
                               .include = *RequestedInclude(exchange.query),
                               .now_seconds = now_seconds,
                               .meta_version = how.transform_version};
    Value metadata = ItemTableMetadata(arena, document);
    Value table = MakeTable(arena, table_request, std::span(&item, 1), metadata);
    co_await ReplyValue(exchange, status, table, typeinfo::TypeOf<apis::meta::v1::Table>());
    co_return;
  }
  Value partial = PartialObjectMetadata(arena, document, how.transform_version);
  co_await ReplyValue(exchange, status, partial,
                      typeinfo::TypeOf<apis::meta::v1::PartialObjectMetadata>());
}

}  // namespace pintle::api
