#include <fmt/format.h>

#include "pintle/api/answer/render.h"
#include "pintle/api/request/apply_body.h"
#include "pintle/api/request/options.h"
#include "pintle/api/request/patch_request.h"
#include "pintle/api/request/write_request.h"
#include "pintle/api/verbs/verbs.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/status.h"
#include "pintle/write/commit.h"
#include "pintle/write/stages/identity.h"

namespace pintle::api {
namespace {

const write::Strategy& StrategyOf(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  if (exchange.asked.what.subresource.empty()) return resource.writing.strategy;
  return resource.writing.subresources.find(exchange.asked.what.subresource)->second.strategy;
}

Task<Result<write::Outcome>> RunCreate(Exchange& exchange, write::World& world) {
  PINTLE_CO_RETURN_IF_ERROR(exchange.body_media);
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  PINTLE_CO_TRY(WriteOptions options, ReadWriteOptions(exchange, WriteVerb::kCreate));
  PINTLE_CO_TRY(object::Object body, DecodeRequest(exchange, options, exchange.definition(),
                                                   exchange.asked.what.version));
  const write::Rules rules = write::RulesOf(world, exchange.definition());
  auto creating = write::Commit(world, exchange.asked, rules, write::CreateOf(std::move(body)),
                                exchange.warnings);
  Result<write::Outcome> outcome = co_await creating;
  co_return outcome;
}

Task<Result<write::Outcome>> RunUpdate(Exchange& exchange, write::World& world) {
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  PINTLE_CO_TRY(WriteOptions options, ReadWriteOptions(exchange, WriteVerb::kUpdate));
  PINTLE_CO_TRY(object::Object body, DecodeRequest(exchange, options, exchange.definition(),
                                                   exchange.asked.what.version));
  PINTLE_CO_RETURN_IF_ERROR(write::CheckNames(exchange.asked, exchange.definition(), body));
  const write::Rules rules = write::RulesOf(world, exchange.definition(), StrategyOf(exchange));
  auto replacing = write::Commit(world, exchange.asked, rules,
                                 write::ReplaceBy(exchange.asked, rules, body), exchange.warnings);
  Result<write::Outcome> outcome = co_await replacing;
  co_return outcome;
}

Task<Result<write::Outcome>> RunPatch(Exchange& exchange, write::World& world) {
  const write::ResourceDefinition& resource = exchange.definition();
  const std::string& version = exchange.asked.what.version;
  const PatchFormat format = exchange.patch_format;
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  bool apply = format.type == PatchType::kApply;
  PINTLE_CO_TRY(WriteOptions options,
                ReadWriteOptions(exchange, apply ? WriteVerb::kApply : WriteVerb::kPatch));
  if (apply) {
    PINTLE_CO_RETURN_IF_ERROR(
        CheckApplyBody(resource.kind, version, format.media, exchange.request.body));
    // The answer by which clients know a server without it.
    co_return Fail(Reason::kUnsupportedMediaType, "server-side apply is not available");
  }
  const FieldValidation validation = options.field_validation;
  patch::PatchBody patch(resource.kind, version, format, validation != FieldValidation::kIgnore,
                         exchange.request.body);
  write::Edit edit = [&](const object::Object& current, const write::Drawn&,
                         write::Warnings& warnings) {
    return ApplyPatch(patch, validation, current, warnings);
  };
  const write::Rules rules = write::RulesOf(world, resource, StrategyOf(exchange));
  auto patching = write::Commit(world, exchange.asked, rules, write::EditBy(std::move(edit)),
                                exchange.warnings);
  Result<write::Outcome> outcome = co_await patching;
  co_return outcome;
}

Task<void> ReplyOutcome(Exchange& exchange, write::World& world, Result<write::Outcome> outcome) {
  if (!outcome) {
    co_await ReplyError(exchange, outcome.error());
    co_return;
  }
  int status = outcome->created ? 201 : 200;
  co_await ReplyObject(exchange, status, outcome->object, world.clock().NowSeconds());
}

// What a deletion answers when the object is gone: a Status that names it.
Value DeletedStatus(Arena& arena, const Exchange& exchange, const object::ObjectMeta& meta) {
  const write::ResourceDefinition& resource = exchange.definition();
  std::vector<Member> details = {{"name", Value(meta.name)},
                                 {"kind", Value(std::string_view(resource.names.plural))},
                                 {"uid", Value(meta.uid)}};
  if (!resource.names.group.empty()) {
    details.push_back({"group", Value(std::string_view(resource.names.group))});
  }
  return Value::Object(arena, {{"kind", Value("Status")},
                               {"apiVersion", Value("v1")},
                               {"metadata", Value::EmptyObject()},
                               {"status", Value("Success")},
                               {"details", Value::Object(arena, std::move(details))}});
}

}  // namespace

Result<DeleteRequest> ReadDeleteOptions(Exchange& exchange) {
  PINTLE_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  object::MediaType media = object::MediaType::kJson;
  if (!exchange.request.body.empty()) {
    PINTLE_TRY(media, exchange.body_media);
  }
  std::string version =
      scheme::GroupVersion{exchange.asked.what.group, exchange.asked.what.version}.Text();
  const bool ignores =
      !exchange.field_validation_enabled || exchange.query.First("fieldValidation") == "Ignore";
  field::Findings findings;
  PINTLE_TRY(DeleteRequest request, ParseDeleteOptions(exchange.query, exchange.request.body, media,
                                                       version, ignores ? nullptr : &findings));
  for (const field::Finding& finding : findings.items()) {
    exchange.warnings.AddOwn(fmt::format("delete options: {}", field::FindingText(finding)));
  }
  if (request.more_documents) exchange.warnings.AddOwn(kFirstDocumentOnly);
  exchange.asked.dry_run = request.dry_run;
  return request;
}

Task<void> HandleCreate(Exchange& exchange, write::EndpointWorld& world) {
  Result<write::Outcome> outcome = co_await RunCreate(exchange, world);
  co_await ReplyOutcome(exchange, world, std::move(outcome));
}

Task<void> HandleUpdate(Exchange& exchange, write::EndpointWorld& world) {
  Result<write::Outcome> outcome = co_await RunUpdate(exchange, world);
  co_await ReplyOutcome(exchange, world, std::move(outcome));
}

Task<void> HandlePatch(Exchange& exchange, write::EndpointWorld& world) {
  Result<write::Outcome> outcome = co_await RunPatch(exchange, world);
  co_await ReplyOutcome(exchange, world, std::move(outcome));
}

Task<void> HandleDelete(Exchange& exchange, write::EndpointWorld& world) {
  Result<DeleteRequest> request = ReadDeleteOptions(exchange);
  if (!request) {
    co_await ReplyError(exchange, request.error());
    co_return;
  }
  bool orphan_refused = request->options.orphan_dependents == false;
  const write::Rules rules = write::RulesOf(world, exchange.definition());
  auto deleting = write::Commit(world, exchange.asked, rules,
                                write::EndBy(std::move(request->options)), exchange.warnings);
  Result<write::Outcome> outcome = co_await deleting;
  if (!outcome) {
    co_await ReplyError(exchange, outcome.error());
    co_return;
  }
  int status = !outcome->removed && orphan_refused ? 202 : 200;
  if (!outcome->removed || exchange.definition().writing.strategy.delete_returns_object) {
    co_await ReplyObject(exchange, status, outcome->object, world.clock().NowSeconds());
    co_return;
  }
  Arena arena;
  Value answer = DeletedStatus(arena, exchange, outcome->object.meta());
  co_await ReplyValue(exchange, status, answer, typeinfo::TypeOf<apis::meta::v1::Status>());
}

}  // namespace pintle::api
