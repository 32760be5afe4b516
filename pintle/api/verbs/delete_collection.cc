#include "pintle/api/answer/render.h"
#include "pintle/api/request/options.h"
#include "pintle/api/verbs/list_page.h"
#include "pintle/api/verbs/verbs.h"
#include "pintle/object/read/decode.h"

namespace pintle::api {

// Deletes what a list with the same options shows, one by one; not atomic. Answers with that list.
Task<void> HandleDeleteCollection(Exchange& exchange, write::World& world) {
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
  write::WarnOfPropagation(resource, request->options, exchange.warnings);
  Result<Page> page = co_await ReadPage(exchange, *list);
  if (!page) {
    co_await ReplyError(exchange, page.error());
    co_return;
  }
  for (const storage::CachedObjectPtr& item : page->items) {
    auto object = object::DecodeStored(resource.kind, item->stored(), item->mod_revision());
    if (!object) continue;
    write::Context context;
    context.user = exchange.asked.what.user;
    context.version = exchange.asked.what.version;
    context.namespace_name = object->meta().namespace_;
    context.name = object->meta().name;
    context.dry_run = request->dry_run;
    context.stages = exchange.stages.get();
    write::DeleteOptions options = request->options;
    Result<write::DeleteOutcome> outcome =
        co_await write::Delete(world, context, resource, std::move(options));
    if (!outcome && outcome.error().reason() != Reason::kNotFound) {
      co_await ReplyError(exchange, outcome.error());
      co_return;
    }
  }
  co_await ReplyPage(exchange, *page, world.clock().NowSeconds());
}

}  // namespace pintle::api
