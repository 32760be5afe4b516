#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "pintle/api/answer/list_envelope.h"
#include "pintle/api/answer/render.h"
#include "pintle/api/request/options.h"
#include "pintle/api/verbs/list_page.h"
#include "pintle/api/verbs/verbs.h"
#include "pintle/base/executor.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/decode.h"
#include "pintle/registry/resource_cache.h"
#include "pintle/resource/capabilities.h"
#include "pintle/resource/table.h"

namespace pintle::api {
namespace {

using object::MediaType;

// Longer lists are streamed in pieces of this many objects, so that other requests of the thread
// get their turn and no answer is held whole in memory.
constexpr size_t kStreamBatch = 500;
// So many bytes of items are copied into one piece; more are sent from where they are. Longer lists
// are not kept: they would leave no room for others.
constexpr size_t kMaxJoinedBytes = size_t{2} * 1024 * 1024;
constexpr size_t kMaxKeptItems = 32 * kStreamBatch;
// What stands in front of an item: a comma, or the tag and length of a field.
constexpr size_t kMaxBeforeItemBytes = 6;

// Lists of custom resources always have `continue`, empty when there is no more.
Value ListMetadata(Arena& arena, const Page& page, bool always_continues) {
  std::vector<Member> members = {
      {"resourceVersion", Value::String(arena, std::to_string(page.revision))}};
  if (!page.continue_token.empty() || always_continues) {
    members.push_back({"continue", Value::String(arena, page.continue_token)});
  }
  if (page.remaining) members.push_back({"remainingItemCount", Value(*page.remaining)});
  return Value::Object(arena, std::move(members));
}

// Leaves on a page of all objects what the selectors let through, up to the limit; true if there is
// more.
bool Select(const object::Kind& kind, const ListRequest& list, Page& page) {
  size_t kept = 0;
  for (size_t i = 0; i < page.items.size(); ++i) {
    const bool matches = page.converted[i] ? list.Matches(ConvertedHeader(kind, page.converted[i]))
                                           : list.Matches(page.items[i]->header());
    if (!matches) continue;
    if (list.limit > 0 && kept == static_cast<size_t>(list.limit)) {
      page.items.resize(kept);
      page.converted.resize(kept);
      return true;
    }
    page.items[kept] = std::move(page.items[i]);
    page.converted[kept] = std::move(page.converted[i]);
    ++kept;
  }
  page.items.resize(kept);
  page.converted.resize(kept);
  return false;
}

}  // namespace

Task<Result<Page>> ReadPage(Exchange& exchange, const ListRequest& list) {
  const write::ResourceDefinition& resource = exchange.definition();
  const bool converted_first = list.SelectsConverted(resource.kind);
  storage::ListQuery query = list.Query();
  query.cancellation = &exchange.cancellation;
  if (converted_first) {
    query.limit = 0;
    query.matches = nullptr;
  }
  auto reading = exchange.resource->cache->List(std::move(query));
  Result<storage::ListPage> read = co_await reading;
  if (!read) {
    if (read.error().reason() == Reason::kExpired) co_return list.Expired();
    co_return std::unexpected(read.error());
  }
  Page page;
  page.items = std::move(read->objects);
  page.revision = read->revision;
  if (resource.kind.converter == nullptr) page.pages = std::move(read->pages);
  if (resource.kind.converter != nullptr) {
    auto converting = ConvertCached(resource, exchange.asked.what.version, page.items);
    PINTLE_CO_TRY(page.converted, co_await converting);
  }
  if (converted_first) read->more = Select(resource.kind, list, page);
  // With a selector the last object read need not be the last one shown, but nothing between them
  // matches.
  if (read->more && !page.items.empty()) {
    page.continue_token = list.TokenAfter(page.items.back()->key(), page.revision);
    if (read->remaining && !converted_first)
      page.remaining = static_cast<int64_t>(*read->remaining);
  }
  co_return page;
}

namespace {

std::string ListApiVersion(const Exchange& exchange) {
  return scheme::GroupVersion{exchange.asked.what.group, exchange.asked.what.version}.Text();
}

// The kept encoding of an item; an empty object if it cannot be read.
Bytes EncodedItem(const Exchange& exchange, const Page& page, size_t index) {
  const write::ResourceDefinition& resource = exchange.definition();
  const std::string& version = exchange.asked.what.version;
  MediaType media = exchange.negotiated.media;
  if (!page.converted.empty() && page.converted[index]) {
    return EncodedConverted(resource, version, media, true, page.converted[index]);
  }
  Bytes encoded =
      EncodedObject(resource, version, media, write::ItemsCarryKind(resource), *page.items[index]);
  if (encoded) return encoded;
  return Bytes(std::string(media == MediaType::kJson   ? "{}"
                           : media == MediaType::kCbor ? "\xa0"
                                                       : ""));
}

// Belongs to nobody, so that taking one for every item counts no references.
const Bytes& Comma() {
  static const std::string text(",");
  static const Bytes comma(
      std::shared_ptr<const std::string>(std::shared_ptr<const void>(), &text));
  return comma;
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

// What the items take in a Protobuf list. Those of a long one are encoded for this and, unless
// they are kept with their objects, again when they are sent: it is never held whole. Those of a
// short one are put into `held`.
Task<uint64_t> MeasureItems(const Exchange& exchange, const Page& page, std::vector<Bytes>& held) {
  const bool hold = page.items.size() <= kStreamBatch;
  uint64_t bytes = 0;
  size_t measured = 0;
  for (size_t i = 0; i < page.items.size(); ++i) {
    Bytes item = EncodedItem(exchange, page, i);
    bytes += ProtobufSizeInList(item);
    if (hold) held.push_back(std::move(item));
    if (++measured % kStreamBatch == 0) co_await Yield();
  }
  co_return bytes;
}

// Adds the items from `begin` to `end` to an answer: as one piece that is kept for the next list of
// the same, where that is possible. `held` has encodings that were made before, or nothing.
void AddItems(const Exchange& exchange, const Page& page, size_t begin, size_t end,
              std::vector<Bytes>& held, std::vector<Bytes>& pieces) {
  const write::ResourceDefinition& resource = exchange.definition();
  const MediaType media = exchange.negotiated.media;
  storage::PageMemo::Run run{EncodingKey(resource, exchange.asked.what.version, media,
                                         write::ItemsCarryKind(resource) ? "wholes" : "items"),
                             page.items[begin].get(), end - begin};
  const bool keep = page.pages != nullptr && page.items.size() <= kMaxKeptItems;
  if (keep) {
    if (Bytes kept = page.pages->Find(run)) {
      pieces.push_back(std::move(kept));
      return;
    }
  }
  std::vector<Bytes> parts;
  parts.reserve(2 * (end - begin));
  size_t bytes = 0;
  for (size_t i = begin; i < end; ++i) {
    Bytes item = held.empty() ? EncodedItem(exchange, page, i) : std::move(held[i]);
    if (media == MediaType::kJson) {
      if (i > begin) parts.push_back(Comma());
    } else if (media == MediaType::kProtobuf) {
      parts.emplace_back(ProtobufItemStart(item));
    }
    bytes += item.size();
    parts.push_back(std::move(item));
  }
  if (!keep || bytes > kMaxJoinedBytes || bytes < storage::PageMemo::kMinBytes) {
    std::ranges::move(parts, std::back_inserter(pieces));
    return;
  }
  std::string joined;
  joined.reserve(bytes + kMaxBeforeItemBytes * parts.size());
  for (const Bytes& part : parts) joined += part.view();
  pieces.emplace_back(std::move(joined));
  page.pages->Keep(run, pieces.back());
}

// Sends the kept encodings of the items one after the other.
Task<void> ReplyEncoded(Exchange& exchange, const Page& page) {
  MediaType media = exchange.negotiated.media;
  std::vector<Bytes> held;
  ListEnvelope::Items items{.count = page.items.size()};
  if (media == MediaType::kProtobuf) {
    auto measuring = MeasureItems(exchange, page, held);
    items.bytes = co_await measuring;
  }
  Arena arena;
  std::string api_version = ListApiVersion(exchange);
  ListHead list_head{
      .kind = exchange.definition().kind.list_kind,
      .api_version = api_version,
      .metadata = ListMetadata(arena, page, write::ListsAlwaysContinue(exchange.definition()))};
  ListEnvelope envelope = ListEnvelope::Make(media, list_head, items);
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
  for (size_t begin = 0; begin < page.items.size(); begin += kStreamBatch) {
    const size_t end = std::min(begin + kStreamBatch, page.items.size());
    if (media == MediaType::kJson && begin > 0) pieces.push_back(Comma());
    AddItems(exchange, page, begin, end, held, pieces);
    if (!stream) break;
    Status written = co_await exchange.writer.Write(std::move(pieces));
    pieces.clear();
    if (!written) co_return;
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
  const std::string& version = exchange.asked.what.version;
  const Negotiated& how = exchange.negotiated;
  if (Status fits = CheckForm(exchange, Found::kList); !fits) {
    co_await ReplyError(exchange, fits.error());
    co_return;
  }
  const typeinfo::TypeInfo* type = &ListTypeOf(resource, version);
  Arena arena;
  std::vector<object::Object> objects;
  std::vector<Value> documents;
  for (size_t i = 0; i < page.items.size(); ++i) {
    const storage::CachedObject& item = *page.items[i];
    const bool converted = !page.converted.empty() && page.converted[i];
    auto decoded = converted
                       ? Result<object::Object>(page.converted[i])
                       : object::DecodeStored(resource.kind, item.stored(), item.mod_revision());
    if (!decoded) continue;
    documents.push_back(object::ToDocument(resource.kind, *decoded, version, arena));
    objects.push_back(std::move(*decoded));
    if (documents.size() % kStreamBatch == 0) co_await Yield();
  }
  Value metadata = ListMetadata(
      arena, page, write::ListsAlwaysContinue(resource) && how.transform == Transform::kNone);
  Value answer;
  if (how.transform == Transform::kTable) {
    std::vector<TableItem> items;
    for (size_t i = 0; i < objects.size(); ++i) items.push_back({&objects[i], documents[i]});
    TableRequest table_request{.definition = &resource,
                               .version = version,
                               .include = *RequestedInclude(exchange.query),
                               .now_seconds = now_seconds,
                               .meta_version = how.transform_version};
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
        document = PartialObjectMetadata(arena, document, how.transform_version);
      }
    } else if (!write::ItemsCarryKind(resource)) {
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

Task<void> ReplyPage(Exchange& exchange, const Page& page, int64_t now_seconds) {
  if (HasKeptEncoding(exchange.negotiated)) {
    co_await ReplyEncoded(exchange, page);
  } else {
    co_await ReplyBuilt(exchange, page, now_seconds);
  }
}

Task<void> HandleList(Exchange& exchange, write::EndpointWorld& world) {
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
  co_await ReplyPage(exchange, *page, world.clock().NowSeconds());
}

}  // namespace pintle::api
