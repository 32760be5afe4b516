#include <fmt/format.h>

#include <algorithm>

#include "pintle/api/list_envelope.h"
#include "pintle/api/list_request.h"
#include "pintle/api/options.h"
#include "pintle/api/render.h"
#include "pintle/api/table.h"
#include "pintle/api/verbs.h"
#include "pintle/base/executor.h"
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

// The kept encoding of an item; an empty object if it cannot be read.
Bytes EncodedItem(const Exchange& exchange, const storage::CachedObject& item) {
  const write::ResourceDefinition& resource = exchange.definition();
  MediaType media = exchange.negotiated.media;
  Bytes encoded = EncodedObject(resource, exchange.info.version, media, resource.custom, item);
  if (encoded) return encoded;
  return Bytes(std::string(media == MediaType::kJson   ? "{}"
                           : media == MediaType::kCbor ? "\xa0"
                                                       : ""));
}

// Gives other requests of the thread their turn.
Task<void> Yield() {
  Executor* executor = Executor::Current();
  if (executor == nullptr) co_return;
  Await<bool> turn([executor](Resolver<bool> resolve) {
    executor->Post([resolve = std::move(resolve)] { resolve(true); });
  });
  co_await turn;
}

Task<std::vector<Bytes>> EncodedItems(const Exchange& exchange, const Page& page) {
  std::vector<Bytes> items;
  items.reserve(page.items.size());
  for (const CachedObjectPtr& item : page.items) {
    items.push_back(EncodedItem(exchange, *item));
    if (items.size() % kStreamBatch == 0) co_await Yield();
  }
  co_return items;
}

// Sends the kept encodings of the items one after the other.
Task<void> ReplyEncoded(Exchange& exchange, const Page& page) {
  MediaType media = exchange.negotiated.media;
  std::vector<Bytes> items;
  if (media == MediaType::kProtobuf) items = co_await EncodedItems(exchange, page);
  Arena arena;
  std::string api_version = ListApiVersion(exchange);
  ListHead list_head{.kind = exchange.definition().kind.list_kind,
                     .api_version = api_version,
                     .metadata = ListMetadata(arena, page, exchange.definition().custom)};
  ListEnvelope envelope = ListEnvelope::Make(media, list_head, page.items.size(), items);
  bool stream = page.items.size() > kStreamBatch;
  std::vector<Bytes> pieces;
  pieces.emplace_back(std::move(envelope.head));
  std::string_view content_type = MediaTypeText(media);
  if (stream) {
    exchange.status_sent = 200;
    http::Headers headers = StandardHeaders(exchange, content_type);
    Status started =
        co_await exchange.writer.Start(200, std::move(headers), http::StreamKind::kBulk);
    if (!started) co_return;
  }
  bool first = true;
  size_t batched = 0;
  for (size_t i = 0; i < page.items.size(); ++i) {
    Bytes item = items.empty() ? EncodedItem(exchange, *page.items[i]) : std::move(items[i]);
    std::string before = BeforeItem(media, item, first);
    if (!before.empty()) pieces.emplace_back(std::move(before));
    first = false;
    pieces.push_back(std::move(item));
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
  const typeinfo::TypeInfo* type = &ListTypeOf(resource, version);
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
    type = &typeinfo::TypeOf<apis::meta::v1::Table>();
  } else {
    std::string api_version = ListApiVersion(exchange);
    std::string list_kind = resource.kind.list_kind;
    if (how.transform == Transform::kPartialMetadataList) {
      api_version = "meta.k8s.io/" + how.transform_version;
      list_kind = "PartialObjectMetadataList";
      type = &typeinfo::TypeOf<apis::meta::v1::PartialObjectMetadataList>();
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
  co_await ReplyValue(exchange, 200, answer, *type);
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
  if (HasKeptEncoding(how)) {
    co_await ReplyEncoded(exchange, *page);
  } else {
    co_await ReplyBuilt(exchange, *page, effects.clock().NowSeconds());
  }
}

}  // namespace pintle::api
