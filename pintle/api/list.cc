#include <fmt/format.h>

#include <algorithm>

#include "pintle/api/list_request.h"
#include "pintle/api/options.h"
#include "pintle/api/render.h"
#include "pintle/api/table.h"
#include "pintle/api/verbs.h"
#include "pintle/codec/cbor_writer.h"
#include "pintle/codec/document.h"
#include "pintle/codec/json_writer.h"
#include "pintle/object/decode.h"
#include "pintle/object/encode.h"

namespace pintle::api {
namespace {

using object::MediaType;
using storage::CachedObjectPtr;

// Longer lists are streamed in pieces of this many objects, so that other requests of the thread
// get their turn and no answer is held whole in memory.
constexpr size_t kStreamBatch = 500;

// One page of a list.
struct Page {
  std::vector<CachedObjectPtr> items;
  int64_t revision = 0;
  std::string continue_token;
  std::optional<int64_t> remaining;
};

// Lists of custom resources always have `continue`, empty when there is no more.
Value ListMetadata(Arena& arena, const Page& page, bool custom) {
  std::vector<Member> members = {
      {"resourceVersion", Value::String(arena, std::to_string(page.revision))}};
  if (!page.continue_token.empty() || custom) {
    members.push_back({"continue", Value::String(arena, page.continue_token)});
  }
  if (page.remaining) members.push_back({"remainingItemCount", Value(*page.remaining)});
  return Value::Object(arena, std::move(members));
}

Task<Result<Page>> ReadPage(Exchange& exchange, const ListRequest& list) {
  auto reading = exchange.resource->cache->List(list.Query());
  Result<storage::ListPage> read = co_await reading;
  if (!read) {
    if (read.error().reason() == Reason::kExpired) co_return list.Expired();
    co_return std::unexpected(read.error());
  }
  Page page;
  page.items = std::move(read->objects);
  page.revision = read->revision;
  // With a selector the last object read need not be the last one shown, but nothing between them
  // matches.
  if (read->more && !page.items.empty()) {
    page.continue_token = list.TokenAfter(page.items.back()->key(), page.revision);
    if (read->remaining) page.remaining = static_cast<int64_t>(*read->remaining);
  }
  co_return page;
}

std::string ListApiVersion(const Exchange& exchange) {
  return scheme::GroupVersion{exchange.info.group, exchange.info.version}.Text();
}

// Everything before the first item and after the last, as the format has it.
struct Envelope {
  std::string head;
  std::string tail;
};

Envelope JsonEnvelope(const Exchange& exchange, const Page& page) {
  Arena arena;
  Envelope envelope;
  codec::JsonWriter writer(envelope.head);
  writer.BeginObject();
  writer.Key("kind");
  writer.String(exchange.definition().kind.list_kind);
  writer.Key("apiVersion");
  writer.String(ListApiVersion(exchange));
  writer.Key("metadata");
  codec::WriteValue(ListMetadata(arena, page, exchange.definition().custom), writer);
  envelope.head += ",\"items\":[";
  envelope.tail = "]}\n";
  return envelope;
}

// Keys in CBOR order: kind, items, metadata, apiVersion.
Envelope CborEnvelope(const Exchange& exchange, const Page& page) {
  Arena arena;
  Envelope envelope;
  auto text = [](std::string& out, std::string_view value) { out += codec::ToCbor(Value(value)); };
  envelope.head = codec::kCborPrefix;
  codec::cbor::AppendHead(envelope.head, codec::cbor::Major::kMap, 4);
  text(envelope.head, "kind");
  text(envelope.head, exchange.definition().kind.list_kind);
  text(envelope.head, "items");
  codec::cbor::AppendHead(envelope.head, codec::cbor::Major::kArray, page.items.size());
  text(envelope.tail, "metadata");
  envelope.tail += codec::ToCbor(ListMetadata(arena, page, exchange.definition().custom));
  text(envelope.tail, "apiVersion");
  text(envelope.tail, ListApiVersion(exchange));
  return envelope;
}

// Sends the kept encodings of the items one after the other.
Task<void> ReplyEncoded(Exchange& exchange, const Page& page) {
  const write::ResourceDefinition& resource = exchange.definition();
  bool json = exchange.negotiated.media == MediaType::kJson;
  Envelope envelope = json ? JsonEnvelope(exchange, page) : CborEnvelope(exchange, page);
  const Bytes comma(std::string(","));
  bool stream = page.items.size() > kStreamBatch;
  std::vector<Bytes> pieces;
  pieces.emplace_back(std::move(envelope.head));
  std::string_view content_type = MediaTypeText(exchange.negotiated.media);
  if (stream) {
    exchange.status_sent = 200;
    http::Headers headers = StandardHeaders(exchange, content_type);
    Status started = co_await exchange.writer.Start(200, std::move(headers));
    if (!started) co_return;
  }
  bool first = true;
  size_t batched = 0;
  for (const CachedObjectPtr& item : page.items) {
    Bytes encoded = EncodedObject(resource, exchange.info.version, exchange.negotiated.media,
                                  resource.custom, *item);
    if (json && !first) pieces.push_back(comma);
    first = false;
    pieces.push_back(encoded ? encoded : Bytes(std::string(json ? "{}" : "\xa0")));
    if (stream && ++batched == kStreamBatch) {
      batched = 0;
      Status written = co_await exchange.writer.Write(std::move(pieces));
      pieces.clear();
      if (!written) co_return;
    }
  }
  pieces.emplace_back(std::move(envelope.tail));
  if (!stream) {
    co_await Reply(exchange, 200, content_type, std::move(pieces));
    co_return;
  }
  Status written = co_await exchange.writer.Write(std::move(pieces));
  if (written) written = co_await exchange.writer.Finish();
}

// A list that has to be built as a value: tables, metadata only, YAML, indented JSON.
Task<void> ReplyBuilt(Exchange& exchange, const Page& page, int64_t now_seconds) {
  const write::ResourceDefinition& resource = exchange.definition();
  const std::string& version = exchange.info.version;
  const Negotiated& how = exchange.negotiated;
  auto include = RequestedInclude(exchange.query);
  if (how.transform == Transform::kTable && !include) {
    co_await ReplyError(exchange, include.error());
    co_return;
  }
  if (how.transform == Transform::kPartialMetadata) {
    Error refused(Reason::kNotAcceptable,
                  fmt::format("you requested PartialObjectMetadata, but the requested object is a "
                              "list ({})",
                              resource.kind.list_kind));
    co_await ReplyError(exchange, refused);
    co_return;
  }
  Arena arena;
  std::vector<object::Object> objects;
  std::vector<Value> documents;
  for (const CachedObjectPtr& item : page.items) {
    auto decoded = object::DecodeStored(resource.kind, item->stored(), item->mod_revision());
    if (!decoded) continue;
    documents.push_back(object::ToDocument(resource.kind, *decoded, version, arena));
    objects.push_back(std::move(*decoded));
  }
  Value metadata = ListMetadata(arena, page, resource.custom && how.transform == Transform::kNone);
  Value answer;
  if (how.transform == Transform::kTable) {
    std::vector<TableItem> items;
    for (size_t i = 0; i < objects.size(); ++i) items.push_back({&objects[i], documents[i]});
    TableRequest table_request{.definition = &resource,
                               .version = version,
                               .include = *include,
                               .now_seconds = now_seconds};
    answer = MakeTable(arena, table_request, items, metadata);
  } else {
    std::string api_version = ListApiVersion(exchange);
    std::string list_kind = resource.kind.list_kind;
    if (how.transform == Transform::kPartialMetadataList) {
      api_version = "meta.k8s.io/" + how.transform_version;
      list_kind = "PartialObjectMetadataList";
      for (Value& document : documents) {
        document = PartialObjectMetadata(arena, document);
      }
    } else if (!resource.custom) {
      for (Value& document : documents) {
        document = document.Without(arena, "apiVersion").Without(arena, "kind");
      }
    }
    answer = Value::Object(arena, {{"kind", Value::String(arena, list_kind)},
                                   {"apiVersion", Value::String(arena, api_version)},
                                   {"metadata", metadata},
                                   {"items", Value::List(arena, documents)}});
  }
  co_await ReplyValue(exchange, 200, answer);
}

}  // namespace

Task<void> HandleList(Exchange& exchange, write::Effects& effects) {
  Result<ListRequest> list = ListRequest::Parse(exchange, false);
  if (!list) {
    co_await ReplyError(exchange, list.error());
    co_return;
  }
  Result<Page> page = co_await ReadPage(exchange, *list);
  if (!page) {
    co_await ReplyError(exchange, page.error());
    co_return;
  }
  const Negotiated& how = exchange.negotiated;
  if (how.transform == Transform::kNone && !how.pretty && how.media != MediaType::kYaml) {
    co_await ReplyEncoded(exchange, *page);
  } else {
    co_await ReplyBuilt(exchange, *page, effects.clock().NowSeconds());
  }
}

}  // namespace pintle::api
