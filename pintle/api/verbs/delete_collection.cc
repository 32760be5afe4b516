#include "pintle/api/answer/render.h"
#include "pintle/api/request/options.h"
#include "pintle/api/verbs/list_page.h"
#include "pintle/api/verbs/verbs.h"
#include "pintle/object/read/decode.h"
#include "pintle/write/commit.h"

namespace pintle::api {

// Deletes what a list with the same options shows, one by one; not atomic. Answers with that list.
Task<void> HandleDeleteCollection(Exchange& exchange, write::EndpointWorld& world) {
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
  const write::Rules rules = write::RulesOf(world, resource);
  for (const storage::CachedObjectPtr& item : page->items) {
    auto object = object::DecodeStored(resource.kind, item->stored(), item->mod_revision());
    if (!object) continue;
    write::Request wanted = exchange.asked;
    wanted.what.namespace_name = object->meta().namespace_;
    wanted.what.name = object->meta().name;
    // Warnings of one deletion are those of all.
    write::Warnings warnings;
    auto deleting = write::Commit(world, wanted, rules, write::EndBy(request->options), warnings);
    Result<write::Outcome> outcome = co_await deleting;
    if (!outcome && outcome.error().reason() != Reason::kNotFound) {
      co_await ReplyError(exchange, outcome.error());
      co_return;
    }
  }
  co_await ReplyPage(exchange, *page, world.clock().NowSeconds());
}

}  // namespace pintle::api
