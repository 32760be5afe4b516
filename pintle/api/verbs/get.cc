#include "pintle/api/answer/render.h"
#include "pintle/api/request/list_request.h"
#include "pintle/api/request/options.h"
#include "pintle/api/verbs/verbs.h"
#include "pintle/codec/cbor_format.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/status.h"

namespace pintle::api {
namespace {

using object::MediaType;

Task<Result<storage::CachedObjectPtr>> ReadOne(Exchange& exchange) {
  if (QueryFlag(exchange.query, "export")) {
    co_return BadRequest("the export parameter, deprecated since v1.14, is no longer supported");
  }
  const write::ResourceDefinition& resource = exchange.definition();
  storage::WatchCache& cache = *exchange.resource->cache;
  std::string version = exchange.query.First("resourceVersion").value_or("");
  PINTLE_CO_TRY(uint64_t revision, ParseResourceVersion(version));
  storage::Freshness freshness;
  freshness.latest = version.empty();
  freshness.not_before = static_cast<int64_t>(revision);
  auto reading = cache.Get(
      resource.Key(exchange.asked.what.namespace_name, exchange.asked.what.name), freshness);
  PINTLE_CO_TRY(storage::CachedObjectPtr found, co_await reading);
  if (found == nullptr) co_return object::NotFound(resource.name(), exchange.asked.what.name);
  co_return found;
}

}  // namespace

Task<void> HandleGet(Exchange& exchange, write::EndpointWorld& world) {
  Result<storage::CachedObjectPtr> found = co_await ReadOne(exchange);
  if (!found) {
    co_await ReplyError(exchange, found.error());
    co_return;
  }
  const write::ResourceDefinition& resource = exchange.definition();
  const Negotiated& how = exchange.negotiated;
  if (resource.kind.converter != nullptr) {
    auto converting = ConvertCached(resource, exchange.asked.what.version, {&*found, 1});
    Result<std::vector<object::Object>> converted = co_await converting;
    if (!converted) {
      co_await ReplyError(exchange, converted.error());
      co_return;
    }
    if (converted->front()) {
      co_await ReplyObject(exchange, 200, converted->front(), world.clock().NowSeconds());
      co_return;
    }
  }
  if (HasKeptEncoding(how)) {
    Bytes encoded = EncodedObject(resource, exchange.asked.what.version, how.media, true, **found);
    if (encoded) {
      std::vector<Bytes> body;
      if (how.media == MediaType::kCbor) body.emplace_back(std::string(codec::kCborPrefix));
      body.push_back(std::move(encoded));
      if (how.media == MediaType::kJson) body.push_back(LineEnd());
      co_await Reply(exchange, 200, MediaTypeText(how.media), std::move(body));
      co_return;
    }
  }
  auto decoded = object::DecodeStored(resource.kind, (*found)->stored(), (*found)->mod_revision());
  if (!decoded) {
    co_await ReplyError(exchange, decoded.error());
    co_return;
  }
  co_await ReplyObject(exchange, 200, *decoded, world.clock().NowSeconds());
}

}  // namespace pintle::api
