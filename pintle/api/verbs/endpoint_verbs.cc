#include <fmt/format.h>

#include "pintle/api/answer/render.h"
#include "pintle/api/request/patch_request.h"
#include "pintle/api/request/write_request.h"
#include "pintle/api/verbs/verbs.h"
#include "pintle/object/convert.h"
#include "pintle/object/read/decode.h"
#include "pintle/object/status.h"
#include "pintle/write/commit.h"
#include "pintle/write/stages/identity.h"

// Endpoints that speak of another kind than the resource they belong to.
namespace pintle::api {
namespace {

using object::Object;
using write::Verb;

const write::Endpoint& EndpointOf(const Exchange& exchange) { return *exchange.endpoint(); }

// Sends an object of a kind that is not the resource's.
Task<void> ReplySpoken(Exchange& exchange, write::World& world, int status,
                       const std::shared_ptr<const write::ResourceDefinition>& spoken,
                       const Object& object) {
  std::shared_ptr<const ServedResource> resource = exchange.resource;
  std::string version = exchange.asked.what.version;
  exchange.resource = std::make_shared<const ServedResource>(ServedResource{spoken, nullptr});
  exchange.asked.what.version = spoken->serving.versions.front();
  co_await ReplyObject(exchange, status, object, world.clock().NowSeconds());
  exchange.resource = std::move(resource);
  exchange.asked.what.version = std::move(version);
}

Task<void> ReplyDone(Exchange& exchange, int status) {
  Arena arena;
  Value answer = Value::Object(arena, {{"kind", Value("Status")},
                                       {"apiVersion", Value("v1")},
                                       {"metadata", Value::EmptyObject()},
                                       {"status", Value("Success")},
                                       {"code", Value(int64_t{status})}});
  co_await ReplyValue(exchange, status, answer, typeinfo::TypeOf<apis::meta::v1::Status>());
}

Task<Result<Object>> ReadView(Exchange& exchange, write::World& world) {
  const write::ResourceDefinition& resource = exchange.definition();
  std::string key = resource.Key(exchange.asked.what.namespace_name, exchange.asked.what.name);
  Result<storage::GetResult> found = co_await world.store().Get(key);
  if (!found) co_return std::unexpected(found.error());
  if (!found->record) co_return object::NotFound(resource.name(), exchange.asked.what.name);
  PINTLE_CO_TRY(Object stored, object::DecodeStored(resource.kind, found->record->value,
                                                    found->record->mod_revision));
  auto converting =
      object::ToVersion(resource.kind, std::move(stored), exchange.asked.what.version);
  PINTLE_CO_TRY(Object object, co_await converting);
  co_return EndpointOf(exchange).view(object);
}

// The object with the changed view in it. The view's metadata says which state was meant; without a
// revision it is whatever state there is.
Result<Object> PutView(const write::Endpoint& endpoint, const Object& current, const Object& view) {
  Object object = current.Copy();
  PINTLE_RETURN_IF_ERROR(endpoint.put(view, object));
  object.meta().name = object.arena().Copy(view.meta().name);
  object.meta().namespace_ = object.arena().Copy(view.meta().namespace_);
  if (!view.meta().resource_version.empty()) {
    object.meta().resource_version = object.arena().Copy(view.meta().resource_version);
  }
  if (!view.meta().uid.empty()) object.meta().uid = object.arena().Copy(view.meta().uid);
  return object;
}

Task<Result<Object>> UpdateView(Exchange& exchange, write::World& world) {
  const write::ResourceDefinition& resource = exchange.definition();
  const write::Endpoint& endpoint = EndpointOf(exchange);
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  PINTLE_CO_TRY(WriteOptions options, ReadWriteOptions(exchange, WriteVerb::kUpdate));
  PINTLE_CO_TRY(Object body, DecodeRequest(exchange, options, *endpoint.spoken,
                                           endpoint.spoken->serving.versions.front()));
  PINTLE_CO_RETURN_IF_ERROR(write::CheckNames(exchange.asked, resource, body));
  write::Change change = write::EditBy([&](const Object& current, const write::Drawn&,
                                           write::Warnings&) -> Result<Object> {
    PINTLE_TRY(Object object, PutView(endpoint, current, body));
    PINTLE_RETURN_IF_ERROR(write::CheckUid(exchange.asked, resource, object, current.meta().uid));
    return object;
  });
  change.whole = true;
  const write::Rules rules = write::RulesOf(world, resource);
  auto changing = write::Commit(world, exchange.asked, rules, std::move(change), exchange.warnings);
  Result<write::Outcome> outcome = co_await changing;
  if (!outcome) co_return std::unexpected(outcome.error());
  co_return endpoint.view(outcome->object);
}

// A patch of a view can name the object it is for by uid.
Status CheckViewUid(const Exchange& exchange, const Object& current, const Object& view) {
  std::string_view uid = view.meta().uid;
  if (uid.empty() || uid == current.meta().uid) return {};
  object::ResourceName name = exchange.definition().name();
  name.resource += "/" + exchange.asked.what.subresource;
  return object::Conflict(
      name, current.meta().name,
      fmt::format("Precondition failed: UID in precondition: {}, UID in object meta: {}", uid,
                  current.meta().uid));
}

Task<Result<Object>> PatchView(Exchange& exchange, write::World& world) {
  const write::ResourceDefinition& resource = exchange.definition();
  const write::Endpoint& endpoint = EndpointOf(exchange);
  const PatchFormat format = exchange.patch_format;
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  if (format.type == PatchType::kApply) {
    co_return Fail(Reason::kUnsupportedMediaType, "server-side apply is not available");
  }
  PINTLE_CO_TRY(WriteOptions options, ReadWriteOptions(exchange, WriteVerb::kPatch));
  const FieldValidation validation = options.field_validation;
  patch::PatchBody patch(endpoint.spoken->kind, endpoint.spoken->serving.versions.front(), format,
                         validation != FieldValidation::kIgnore, exchange.request.body);
  write::Edit edit = [&](const Object& current, const write::Drawn&,
                         write::Warnings& warnings) -> Result<Object> {
    PINTLE_TRY(Object before,
               endpoint.view_to_patch ? endpoint.view_to_patch(current) : endpoint.view(current));
    PINTLE_TRY(Object view, ApplyPatch(patch, validation, before, warnings));
    PINTLE_RETURN_IF_ERROR(write::CheckNames(exchange.asked, resource, view));
    PINTLE_RETURN_IF_ERROR(CheckViewUid(exchange, current, view));
    return PutView(endpoint, current, view);
  };
  const write::Rules rules = write::RulesOf(world, resource);
  auto patching = write::Commit(world, exchange.asked, rules, write::EditBy(std::move(edit)),
                                exchange.warnings);
  Result<write::Outcome> outcome = co_await patching;
  if (!outcome) co_return std::unexpected(outcome.error());
  co_return endpoint.view(outcome->object);
}

Task<void> AnswerView(Exchange& exchange, write::World& world) {
  Task<Result<Object>> working = exchange.verb == Verb::kGet      ? ReadView(exchange, world)
                                 : exchange.verb == Verb::kUpdate ? UpdateView(exchange, world)
                                                                  : PatchView(exchange, world);
  Result<Object> view = co_await std::move(working);
  if (!view) {
    co_await ReplyError(exchange, view.error());
    co_return;
  }
  co_await ReplySpoken(exchange, world, 200, EndpointOf(exchange).spoken, *view);
}

// The body, of the first version that is spoken, or as older clients send it.
Result<Object> DecodeSpoken(Exchange& exchange, const WriteOptions& options,
                            const write::ResourceDefinition& spoken) {
  Result<Object> body = DecodeRequest(exchange, options, spoken, spoken.serving.versions.front());
  for (size_t i = 1; !body && i < spoken.serving.versions.size(); ++i) {
    Result<Object> older = DecodeRequest(exchange, options, spoken, spoken.serving.versions[i]);
    if (older) return older;
  }
  return body;
}

Task<Result<std::optional<Object>>> RunCreate(
    Exchange& exchange, write::EndpointWorld& world, const write::CreateFunction& create,
    const std::shared_ptr<const write::ResourceDefinition>& spoken) {
  PINTLE_CO_RETURN_IF_ERROR(exchange.body_media);
  PINTLE_CO_RETURN_IF_ERROR(CheckBodySize(exchange.request));
  PINTLE_CO_TRY(WriteOptions options, ReadWriteOptions(exchange, WriteVerb::kCreate));
  PINTLE_CO_TRY(Object body, DecodeSpoken(exchange, options, *spoken));
  PINTLE_CO_RETURN_IF_ERROR(write::TakeAsNew(exchange.asked, exchange.definition(), body));
  auto creating =
      create(world, exchange.asked, exchange.definition(), std::move(body), exchange.warnings);
  Result<std::optional<Object>> created = co_await std::move(creating);
  co_return created;
}

Task<void> AnswerCreate(Exchange& exchange, write::EndpointWorld& world,
                        const write::CreateFunction& create,
                        const std::shared_ptr<const write::ResourceDefinition>& spoken) {
  Result<std::optional<Object>> created = co_await RunCreate(exchange, world, create, spoken);
  if (!created) {
    co_await ReplyError(exchange, created.error());
  } else if (!*created) {
    co_await ReplyDone(exchange, 201);
  } else {
    co_await ReplySpoken(exchange, world, 201, spoken, **created);
  }
}

Task<void> AnswerConnect(Exchange& exchange, write::EndpointWorld& world) {
  // A log is only read.
  if (exchange.asked.what.subresource != "log" && exchange.query.Has("dryRun")) {
    Error refused = BadRequest("dryRun is not supported").error();
    co_await ReplyError(exchange, refused);
    co_return;
  }
  write::ConnectRequest request;
  request.method = exchange.request.method;
  request.query = [&](std::string_view name) { return exchange.query.First(name); };
  auto connecting =
      EndpointOf(exchange).connect(world, exchange.asked, exchange.definition(), request);
  Result<std::string> text = co_await std::move(connecting);
  if (!text) {
    co_await ReplyError(exchange, text.error());
    co_return;
  }
  co_await ReplyText(exchange, 200, std::move(*text));
}

}  // namespace

Task<void> HandleEndpoint(Exchange& exchange, write::EndpointWorld& world) {
  const write::Endpoint& endpoint = EndpointOf(exchange);
  if (endpoint.connect) {
    co_await AnswerConnect(exchange, world);
  } else if (exchange.verb == Verb::kCreate) {
    co_await AnswerCreate(exchange, world, endpoint.create, endpoint.spoken);
  } else {
    co_await AnswerView(exchange, world);
  }
}

Task<void> HandleVirtualCreate(Exchange& exchange, write::EndpointWorld& world) {
  const write::ResourceDefinition& resource = exchange.definition();
  co_await AnswerCreate(exchange, world, resource.actions.create, exchange.resource->definition);
}

}  // namespace pintle::api
