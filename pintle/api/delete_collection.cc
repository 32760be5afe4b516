#include "pintle/api/list_request.h"
#include "pintle/api/options.h"
#include "pintle/api/render.h"
#include "pintle/api/verbs.h"
#include "pintle/object/decode.h"
#include "pintle/object/encode.h"

namespace pintle::api {

// Deletes what the selectors match, one by one; not atomic. Answers with the list of what was
// there.
Task<void> HandleDeleteCollection(Exchange& exchange, write::Effects& effects) {
  const write::ResourceDefinition& resource = exchange.definition();
  Result<ListRequest> list = ListRequest::Parse(exchange, false);
  if (!list) {
    co_await ReplyError(exchange, list.error());
    co_return;
  }
  Result<DeleteRequest> request = ReadDeleteOptions(exchange);
  if (!request) {
    co_await ReplyError(exchange, request.error());
    co_return;
  }
  Arena arena;
  std::vector<Value> deleted;
  storage::Freshness freshness;
  freshness.latest = true;
  auto reading = exchange.resource->cache->Read(list->prefix, freshness);
  Result<storage::SnapshotPtr> read = co_await reading;
  if (!read) {
    co_await ReplyError(exchange, read.error());
    co_return;
  }
  storage::SnapshotPtr snapshot = std::move(*read);
  const bool converted_first = list->SelectsConverted(resource.kind);
  std::vector<storage::CachedObjectPtr> found;
  for (auto at = snapshot->From(list->prefix); !at.Done() && at.key().starts_with(list->prefix);
       at.Next()) {
    if (converted_first || list->Matches(at.value()->header())) found.push_back(at.value());
  }
  std::vector<object::Object> converted(found.size());
  if (resource.kind.converter != nullptr) {
    auto converting = ConvertCached(resource, exchange.info.version, found);
    Result<std::vector<object::Object>> objects = co_await converting;
    if (!objects) {
      co_await ReplyError(exchange, objects.error());
      co_return;
    }
    converted = std::move(*objects);
  }
  for (size_t i = 0; i < found.size(); ++i) {
    auto object = converted[i] ? Result<object::Object>(std::move(converted[i]))
                               : object::DecodeStored(resource.kind, found[i]->stored(),
                                                      found[i]->mod_revision());
    if (!object) continue;
    if (converted_first && !list->Matches(ConvertedHeader(resource.kind, *object))) continue;
    write::Context context;
    context.user = exchange.user;
    context.version = exchange.info.version;
    context.namespace_name = object->meta().namespace_;
    context.name = object->meta().name;
    context.dry_run = request->dry_run;
    write::DeleteOptions options = request->options;
    Result<write::DeleteOutcome> outcome =
        co_await write::Delete(effects, context, resource, std::move(options));
    if (!outcome && outcome.error().reason() == Reason::kNotFound) continue;
    if (!outcome) {
      co_await ReplyError(exchange, outcome.error());
      co_return;
    }
    Value document = object::ToDocument(resource.kind, *object, exchange.info.version, arena);
    arena.Keep(object->shared_arena());
    if (!resource.custom) document = document.Without(arena, "apiVersion").Without(arena, "kind");
    deleted.push_back(document);
  }
  std::string group_version =
      scheme::GroupVersion{exchange.info.group, exchange.info.version}.Text();
  Value metadata = Value().With(arena, "resourceVersion",
                                Value::String(arena, std::to_string(snapshot->revision())));
  Value answer = Value::Object(arena, {{"kind", Value(std::string_view(resource.kind.list_kind))},
                                       {"apiVersion", Value(std::string_view(group_version))},
                                       {"metadata", metadata},
                                       {"items", Value::List(arena, deleted)}});
  co_await ReplyValue(exchange, 200, answer, ListTypeOf(resource, exchange.info.version));
}

}  // namespace pintle::api
