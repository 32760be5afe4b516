#include <fmt/format.h>

#include "pintle/api/options.h"
#include "pintle/api/patch_request.h"
#include "pintle/api/render.h"
#include "pintle/api/verbs.h"
#include "pintle/object/decode.h"
#include "pintle/object/status.h"
#include "pintle/write/write_path.h"

namespace pintle::api {
namespace {

constexpr int64_t kMaxBodyBytes = 3 * 1024 * 1024;

Status CheckBodySize(const http::Request& request) {
  if (!request.body_too_large) return {};
  return Fail(Reason::kRequestEntityTooLarge,
              fmt::format("Request entity too large: limit is {}", kMaxBodyBytes));
}

write::Context MakeContext(const Exchange& exchange, bool dry_run) {
  write::Context context;
  context.user = exchange.user;
  context.version = exchange.info.version;
  context.namespace_name = exchange.definition().namespaced ? exchange.info.namespace_name : "";
  context.name = exchange.info.name;
  context.subresource = exchange.info.subresource;
  context.dry_run = dry_run;
  return context;
}

const write::Strategy& StrategyOf(const Exchange& exchange) {
  const write::ResourceDefinition& resource = exchange.definition();
  if (exchange.info.subresource.empty()) return resource.strategy;
  return resource.subresources.find(exchange.info.subresource)->second;
}

// Findings as the request wants them: an error, warnings, or nothing.
Status ApplyFindings(Exchange& exchange, const WriteOptions& options,
                     const field::Findings& findings) {
  if (findings.empty()) return {};
  if (options.field_validation == FieldValidation::kStrict) {
    const std::string& kind = exchange.definition().kind.kind;
    return BadRequest(fmt::format("{} in version \"{}\" cannot be handled as a {}: {}", kind,
                                  exchange.info.version, kind, findings.Message()));
  }
  for (const std::string& text : findings.texts()) exchange.warnings.Add(text);
  return {};
}

Result<object::Object> DecodeRequest(Exchange& exchange, const WriteOptions& options,
                                     object::MediaType media) {
  bool collect = options.field_validation != FieldValidation::kIgnore;
  PINTLE_TRY(object::Decoded decoded,
             object::DecodeBody(exchange.definition().kind, exchange.info.version, media,
                                exchange.request.body, collect));
  PINTLE_RETURN_IF_ERROR(ApplyFindings(exchange, options, decoded.findings));
  return std::move(decoded.object);
}

void TakeWarnings(Exchange& exchange, const write::Context& context) {
  for (const std::string& text : context.warnings.texts()) exchange.warnings.Add(text);
}

Task<Result<write::WriteOutcome>> RunCreate(Exchange& exchange, write::Effects& effects) {
  PINTLE_CO_TRY(object::MediaType media, RequestMediaType(exchange.request, exchange.cbor_enabled));
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  PINTLE_CO_TRY(WriteOptions options, ParseWriteOptions(exchange.query, WriteVerb::kCreate));
  PINTLE_CO_TRY(object::Object body, DecodeRequest(exchange, options, media));
  write::Context context = MakeContext(exchange, options.dry_run);
  Result<write::WriteOutcome> outcome =
      co_await write::Create(effects, context, exchange.definition(), std::move(body));
  TakeWarnings(exchange, context);
  co_return outcome;
}

Task<Result<write::WriteOutcome>> RunUpdate(Exchange& exchange, write::Effects& effects) {
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  PINTLE_CO_TRY(WriteOptions options, ParseWriteOptions(exchange.query, WriteVerb::kUpdate));
  PINTLE_CO_TRY(object::MediaType media, RequestMediaType(exchange.request, exchange.cbor_enabled));
  PINTLE_CO_TRY(object::Object body, DecodeRequest(exchange, options, media));
  write::Context context = MakeContext(exchange, options.dry_run);
  write::UpdateOptions update;
  update.replace = true;
  update.to_create = [&body] { return body.Copy(); };
  write::Transform transform = [&body](const object::Object&) -> Result<object::Object> {
    return body.Copy();
  };
  Result<write::WriteOutcome> outcome =
      co_await write::Update(effects, context, exchange.definition(), StrategyOf(exchange),
                             std::move(transform), std::move(update));
  TakeWarnings(exchange, context);
  co_return outcome;
}

Task<Result<write::WriteOutcome>> RunPatch(Exchange& exchange, write::Effects& effects) {
  PINTLE_CO_TRY(PatchType type, PatchTypeOf(exchange.request, exchange.definition()));
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  PINTLE_CO_TRY(WriteOptions options, ParseWriteOptions(exchange.query, WriteVerb::kPatch));
  write::Context context = MakeContext(exchange, options.dry_run);
  PatchRequest patch(exchange.definition(), exchange.info.version, type, options.field_validation,
                     exchange.request.body);
  write::Transform transform = [&](const object::Object& current) -> Result<object::Object> {
    return patch.Apply(current, context.warnings);
  };
  write::UpdateOptions update;
  Result<write::WriteOutcome> outcome =
      co_await write::Update(effects, context, exchange.definition(), StrategyOf(exchange),
                             std::move(transform), std::move(update));
  TakeWarnings(exchange, context);
  co_return outcome;
}

Task<void> ReplyOutcome(Exchange& exchange, write::Effects& effects,
                        Result<write::WriteOutcome> outcome) {
  if (!outcome) {
    co_await ReplyError(exchange, outcome.error());
    co_return;
  }
  int status = outcome->created ? 201 : 200;
  co_await ReplyObject(exchange, status, outcome->object, effects.clock().NowSeconds());
}

// What a deletion answers when the object is gone: a Status that names it.
Value DeletedStatus(Arena& arena, const Exchange& exchange, const object::ObjectMeta& meta) {
  const write::ResourceDefinition& resource = exchange.definition();
  std::vector<Member> details = {{"name", Value(meta.name)},
                                 {"kind", Value(std::string_view(resource.plural))},
                                 {"uid", Value(meta.uid)}};
  if (!resource.group.empty()) {
    details.push_back({"group", Value(std::string_view(resource.group))});
  }
  return Value::Object(arena, {{"kind", Value("Status")},
                               {"apiVersion", Value("v1")},
                               {"metadata", Value::EmptyObject()},
                               {"status", Value("Success")},
                               {"details", Value::Object(arena, std::move(details))}});
}

}  // namespace

Result<DeleteRequest> ReadDeleteOptions(const Exchange& exchange) {
  PINTLE_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  object::MediaType media = object::MediaType::kJson;
  if (!exchange.request.body.empty()) {
    PINTLE_TRY(media, RequestMediaType(exchange.request, exchange.cbor_enabled));
  }
  std::string version = scheme::GroupVersion{exchange.info.group, exchange.info.version}.Text();
  return ParseDeleteOptions(exchange.query, exchange.request.body, media, version);
}

Task<void> HandleCreate(Exchange& exchange, write::Effects& effects) {
  Result<write::WriteOutcome> outcome = co_await RunCreate(exchange, effects);
  co_await ReplyOutcome(exchange, effects, std::move(outcome));
}

Task<void> HandleUpdate(Exchange& exchange, write::Effects& effects) {
  Result<write::WriteOutcome> outcome = co_await RunUpdate(exchange, effects);
  co_await ReplyOutcome(exchange, effects, std::move(outcome));
}

Task<void> HandlePatch(Exchange& exchange, write::Effects& effects) {
  Result<write::WriteOutcome> outcome = co_await RunPatch(exchange, effects);
  co_await ReplyOutcome(exchange, effects, std::move(outcome));
}

Task<void> HandleDelete(Exchange& exchange, write::Effects& effects) {
  Result<DeleteRequest> request = ReadDeleteOptions(exchange);
  if (!request) {
    co_await ReplyError(exchange, request.error());
    co_return;
  }
  write::Context context = MakeContext(exchange, request->dry_run);
  bool orphan_refused = request->options.orphan_dependents == false;
  Result<write::DeleteOutcome> outcome =
      co_await write::Delete(effects, context, exchange.definition(), request->options);
  TakeWarnings(exchange, context);
  if (!outcome) {
    co_await ReplyError(exchange, outcome.error());
    co_return;
  }
  int status = !outcome->removed && orphan_refused ? 202 : 200;
  if (!outcome->removed || exchange.definition().strategy.delete_returns_object) {
    co_await ReplyObject(exchange, status, outcome->object, effects.clock().NowSeconds());
    co_return;
  }
  Arena arena;
  Value answer = DeletedStatus(arena, exchange, outcome->object.meta());
  co_await ReplyValue(exchange, status, answer);
}

}  // namespace pintle::api
