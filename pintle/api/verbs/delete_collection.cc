#include "pintle/api/answer/render.h"
#include "pintle/api/request/options.h"
#include "pintle/api/verbs/list_page.h"
#include "pintle/api/verbs/verbs.h"
#include "pintle/object/read/decode.h"
#include "pintle/write/commit.h"

namespace pintle::api {
namespace {

// Fails once nobody waits for the answer.
Status CheckWantedByClient(Exchange& exchange) {
  if (exchange.writer.ClientHasGone()) {
    exchange.cancellation.Cancel(Error(Reason::kTimeout, "the client has gone"));
  }
  return exchange.cancellation.Check();
}

// What nobody waits for any more ends at the next object: there may be thousands.
Task<Status> DeleteAll(Exchange& exchange, write::World& world, const Page& page,
                       const write::DeleteOptions& options) {
  const write::ResourceDefinition& resource = exchange.definition();
  const write::Rules rules = write::RulesOf(world, resource);
  exchange.writer.OnGone([] {});  // so that it is looked for
  for (const storage::CachedObjectPtr& item : page.items) {
    PINTLE_CO_RETURN_IF_ERROR(CheckWantedByClient(exchange));
    auto object = object::DecodeStored(resource.kind, item->stored(), item->mod_revision());
    if (!object) continue;
    write::Request wanted = exchange.asked;
    wanted.what.namespace_name = object->meta().namespace_;
    wanted.what.name = object->meta().name;
    // Warnings of one deletion are those of all.
    write::Warnings warnings;
    auto deleting = write::Commit(world, wanted, rules, write::EndBy(options), warnings);
    Result<write::Outcome> outcome = co_await deleting;
    if (!outcome && outcome.error().reason() != Reason::kNotFound) {
      co_return std::unexpected(outcome.error());
    }
  }
  co_return Status();
}

}  // namespace

// Deletes what a list with the same options shows, one by one; not atomic. Answers with that list.
Task<void> HandleDeleteCollection(Exchange& exchange, write::EndpointWorld& world) {
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
  write::WarnOfPropagation(exchange.definition(), request->options, exchange.warnings);
  Result<Page> page = co_await ReadPage(exchange, *list);
  if (!page) {
    co_await ReplyError(exchange, page.error());
    co_return;
  }
  auto deleting = DeleteAll(exchange, world, *page, request->options);
  Status deleted = co_await deleting;
  if (!deleted) {
    co_await ReplyError(exchange, deleted.error());
    co_return;
  }
  co_await ReplyPage(exchange, *page, world.clock().NowSeconds());
}

}  // namespace pintle::api
