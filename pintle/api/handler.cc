#include "pintle/api/handler.h"

#include <fmt/format.h>

#include <chrono>

#include "pintle/api/answer/render.h"
#include "pintle/api/dispatch.h"
#include "pintle/api/request/cross_site.h"
#include "pintle/api/request/route.h"
#include "pintle/api/request/write_request.h"
#include "pintle/api/routes/discovery.h"
#include "pintle/api/routes/health.h"
#include "pintle/api/routes/index.h"
#include "pintle/api/routes/metrics.h"
#include "pintle/api/routes/openapi.h"
#include "pintle/api/routes/token_keys.h"
#include "pintle/api/routes/version.h"
#include "pintle/auth/identity/impersonation_headers.h"
#include "pintle/base/move_to.h"
#include "pintle/base/strings.h"
#include "pintle/resource/capabilities.h"
#include "pintle/write/stages/identity.h"

namespace pintle::api {
namespace {

using write::Verb;

// Whether the request is passed on to somewhere else.
bool IsConnection(const Exchange& exchange) {
  if (exchange.resource == nullptr || exchange.asked.what.subresource == "log") return false;
  const write::Endpoint* endpoint = exchange.endpoint();
  return endpoint != nullptr && endpoint->connect;
}

// Methods that clients invent must not grow the metrics.
std::string MetricVerb(const Exchange& exchange) {
  const std::string& verb = exchange.asked.what.verb;
  if (verb == auth::VerbName(Verb::kList)) return "LIST";
  if (verb == auth::VerbName(Verb::kWatch)) return "WATCH";
  if (IsConnection(exchange)) return "CONNECT";
  const std::string& method = exchange.request.method;
  if (method == "HEAD") return "GET";
  if (method == "PATCH" &&
      exchange.request.headers.Get("Content-Type").starts_with("application/apply-patch+")) {
    return "APPLY";
  }
  for (std::string_view known : {"GET", "POST", "PUT", "PATCH", "DELETE"}) {
    if (method == known) return method;
  }
  return "other";
}

RequestLabels MetricLabels(const Exchange& exchange) {
  const auth::Attributes& info = exchange.asked.what;
  RequestLabels labels;
  labels.verb = MetricVerb(exchange);
  if (!info.is_resource || exchange.resource == nullptr) {
    // Paths nobody serves must not grow the metrics.
    bool refused = exchange.status_sent >= 400 && exchange.status_sent < 500;
    if (!info.is_resource && !refused) labels.subresource = info.path;
    return labels;
  }
  labels.group = info.group;
  labels.version = info.version;
  labels.resource = info.resource;
  if (exchange.definition().writing.subresources.contains(info.subresource) ||
      exchange.definition().actions.endpoints.contains(info.subresource)) {
    labels.subresource = info.subresource;
  }
  for (const std::string& value : exchange.query.All("dryRun")) {
    labels.dry_run = value == "All" && labels.dry_run != "invalid" ? "All" : "invalid";
  }
  labels.scope = ScopeOf(info);
  return labels;
}

bool IsWrite(std::string_view method) {
  return method == "POST" || method == "PUT" || method == "PATCH";
}

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Seconds from `start` to now, which becomes the start of what follows.
double TakeSeconds(std::chrono::steady_clock::time_point& start) {
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(now - std::exchange(start, now)).count();
}

bool HasCredentials(const http::Request& request) {
  return request.headers.Has("Authorization") || request.peer_certificate != nullptr ||
         request.peer_certificate_invalid;
}

// How long the certificate that told who it is, if one did, is still good for.
void CountCertificate(const http::Request& request, const Clock& clock, AuthMetrics& metrics) {
  if (request.peer_certificate == nullptr) return;
  const int64_t left = request.peer_certificate->not_after_seconds - clock.NowSeconds();
  metrics.CertificateGoodFor(static_cast<double>(left));
}

// The release that does not serve this version any more; empty if none is planned.
std::string RemovedRelease(const Exchange& exchange) {
  const object::Kind& kind = exchange.definition().kind;
  const scheme::KindVersion* version =
      kind.is_typed() ? kind.typed->Find(exchange.asked.what.version) : nullptr;
  if (version == nullptr || !version->lifecycle.removed) return {};
  return fmt::format("{}.{}", version->lifecycle.removed.major, version->lifecycle.removed.minor);
}

// Plain text, as from whatever stands in front of the API.
Task<void> ReplyTooManyRequests(Exchange& exchange) {
  http::Response response;
  response.status = 429;
  response.headers = StandardHeaders(exchange, "text/plain; charset=utf-8");
  response.headers.Add("Retry-After", "1");
  response.body.emplace_back(std::string("Too many requests, please try again later.\n"));
  exchange.status_sent = response.status;
  Status sent = co_await exchange.writer.Send(std::move(response));
  static_cast<void>(sent);
}

// Of a write, by what it has to go through: its body, and the object that is there.
bool MayTakeLong(const Exchange& exchange) {
  constexpr write::Verbs kMoved = {Verb::kCreate, Verb::kUpdate, Verb::kPatch};
  constexpr write::Verbs kOfOneThatIsThere = {Verb::kUpdate, Verb::kPatch};
  constexpr size_t kLongBody = size_t{16} << 10;
  constexpr size_t kLongObject = size_t{64} << 10;
  // Schemas can make more of less.
  constexpr size_t kLongCustomBody = size_t{4} << 10;
  if (!kMoved.Has(exchange.verb)) return false;
  // Who answers with another kind changes the description of the request, which is read at home
  // when its time is over.
  if (exchange.endpoint() != nullptr || exchange.definition().actions.create) return false;
  const bool custom = !exchange.definition().kind.is_typed();
  if (exchange.request.body.size() >= (custom ? kLongCustomBody : kLongBody)) return true;
  if (!kOfOneThatIsThere.Has(exchange.verb)) return false;
  const auth::Attributes& what = exchange.asked.what;
  const auto snapshot = exchange.resource->cache->Current();
  const storage::CachedObjectPtr there =
      snapshot->Find(exchange.definition().Key(what.namespace_name, what.name));
  return there != nullptr && there->stored().size() >= kLongObject;
}

Offer OfferFor(const Exchange& exchange) {
  Offer offer;
  offer.cbor = exchange.cbor_enabled;
  offer.watch = exchange.verb == Verb::kWatch;
  offer.list = offer.watch || exchange.verb == Verb::kList;
  offer.exact_types = write::MatchesTypesExactly(exchange.definition());
  if (!write::HasProtobuf(exchange.definition(), exchange.asked.what.version)) {
    offer.protobuf = ProtobufOffer::kMetadataOnly;
  }
  offer.tables = AnswersWithStored(exchange);
  return offer;
}

}  // namespace

ApiHandler::ApiHandler(HandlerOptions options)
    : options_(std::move(options)),
      impersonator_(*options_.authorizer,
                    options_.world->gates().Enabled("ConstrainedImpersonation")),
      field_validation_enabled_(options_.world->gates().Enabled(kFieldValidationGate)),
      reads_(options_.max_reads_in_flight),
      writes_(options_.max_writes_in_flight) {
  AddRoutes();
}

void ApiHandler::AddRoutes() {
  AddIndex(routes_, *options_.registry);
  AddHealth(routes_, {.store = options_.world->store(),
                      .registry = *options_.registry,
                      .progress = *options_.progress,
                      .stopping = stopping_,
                      .metrics = *options_.metrics});
  AddVersion(routes_, options_.version);
  AddMetrics(routes_, {.metrics = *options_.metrics,
                       .registry = *options_.registry,
                       .reads = reads_,
                       .writes = writes_,
                       .clock = options_.world->clock(),
                       .version = options_.version,
                       .request_body_bytes = options_.request_body_bytes,
                       .storage_bytes = options_.storage_bytes});
  AddTokenKeys(
      routes_,
      {.issuer = options_.token_issuer, .keys = options_.token_keys, .address = options_.address});
  AddOpenApi(routes_, *options_.registry, *options_.openapi);
  AddDiscovery(routes_, *options_.registry, options_.address);
}

Task<void> ApiHandler::Handle(http::Request& request, http::ResponseWriter& writer) {
  RevocableWriter revocable(writer);
  http::Query query(request.query);
  Exchange exchange(request, revocable);
  exchange.asked.what = ParseAttributes(request.method, request.path, query);
  exchange.verb = auth::VerbOf(exchange.asked.what);
  exchange.query = std::move(query);
  exchange.audit_id = request.headers.Has("Audit-Id") ? std::string(request.headers.Get("Audit-Id"))
                                                      : options_.world->NewUid();
  exchange.cbor_enabled = options_.world->gates().Enabled(features::kCborServingAndStorage);
  exchange.field_validation_enabled = field_validation_enabled_;
  exchange.negotiated.pretty = WantsPretty(request);
  exchange.metrics = options_.metrics;
  if (options_.request_log == RequestLog::kStages) {
    exchange.stages = std::make_unique<StageTimes>();
    exchange.asked.stages = exchange.stages.get();
  }
  const bool long_running = IsLongRunning(exchange.asked.what);
  if (long_running) {
    co_await Answer(exchange);
  } else {
    co_await AnswerInTime(exchange, revocable);
  }
  RequestFigures figures{.code = exchange.status_sent,
                         .seconds = SecondsSince(exchange.began),
                         .bytes = revocable.bytes(),
                         .long_running = long_running};
  if (exchange.resource != nullptr && IsWrite(request.method)) {
    figures.field_validation = FieldValidationLabel(exchange.query.All("fieldValidation"));
  }
  options_.metrics->RequestDone(MetricLabels(exchange), figures);
  if (options_.request_log != RequestLog::kOff && !exchange.answered_late) {
    EndStage(exchange.stages.get(), "answer");
    LogRequest(exchange, figures);
  }
}

Task<void> ApiHandler::AnswerInTime(Exchange& exchange, RevocableWriter& writer) {
  auto limit = TimeLimitOf(exchange.asked.what, exchange.query, options_.request_timeout);
  if (!limit) {
    co_await ReplyError(exchange, limit.error());
    co_return;
  }
  // An answer that has begun cannot become another one: it is broken off.
  int late_status = 0;
  auto late = [&]() -> Task<void> {
    if (writer.done()) co_return;
    writer.Revoke();
    exchange.cancellation.Cancel(limit->Exceeded());
    if (writer.started()) {
      options_.metrics->RequestAborted(MetricLabels(exchange));
      writer.inner().Abort();
      co_return;
    }
    exchange.answered_late = true;
    RevocableWriter counting(writer.inner());
    Exchange timed_out(exchange.request, counting);
    timed_out.asked.what = exchange.asked.what;
    timed_out.verb = exchange.verb;
    timed_out.audit_id = exchange.audit_id;
    timed_out.cbor_enabled = exchange.cbor_enabled;
    timed_out.negotiated.pretty = WantsPretty(exchange.request);
    Error exceeded = limit->Exceeded();
    co_await ReplyError(timed_out, exceeded);
    late_status = timed_out.status_sent;
    if (options_.request_log != RequestLog::kOff) {
      EndStage(exchange.stages.get(), "wait");
      LogRequest(exchange, {.code = late_status,
                            .seconds = SecondsSince(exchange.began),
                            .bytes = counting.bytes()});
    }
  };
  auto running = RunWithin(limit->time, Answer(exchange), late);
  co_await running;
  if (late_status == 0) co_return;
  options_.metrics->EndedAfterTimeout(exchange.status_sent);
  exchange.status_sent = late_status;
  options_.metrics->RequestTimedOut(MetricLabels(exchange), late_status);
}

std::optional<InFlightLimit::Place> ApiHandler::TakePlace(const Exchange& exchange) {
  const auth::Attributes& info = exchange.asked.what;
  const api::Route* route = info.is_resource ? nullptr : routes_.Find(info.path).route;
  const bool exempt = IsLongRunning(info) || info.user.InGroup(auth::kMastersGroup) ||
                      (route != nullptr && route->always_has_place);
  if (exempt) return InFlightLimit::Place();
  const bool reads =
      info.verb == auth::VerbName(Verb::kGet) || info.verb == auth::VerbName(Verb::kList);
  auto place = (reads ? reads_ : writes_).Enter(options_.world->clock().NowSeconds());
  if (!place) return std::nullopt;
  return place;
}

Task<void> ApiHandler::Answer(Exchange& exchange) {
  if (Status site = CheckSite(exchange.request); !site) {
    co_await ReplyError(exchange, site.error());
    co_return;
  }
  AuthMetrics& metrics = options_.metrics->auth();
  auto start = std::chrono::steady_clock::now();
  auto authenticating = options_.authenticator->Authenticate(exchange.request);
  Result<auth::User> user = co_await authenticating;
  if (!user) {
    metrics.NotAuthenticated(HasCredentials(exchange.request), TakeSeconds(start));
    co_await ReplyError(exchange, user.error());
    co_return;
  }
  metrics.Authenticated(user->name, TakeSeconds(start));
  CountCertificate(exchange.request, options_.world->clock(), metrics);
  EndStage(exchange.stages.get(), "authenticate");
  auth::Attributes& what = exchange.asked.what;
  what.user = std::move(*user);
  if (auto wanted = auth::TakeWantedUser(exchange.request.headers)) {
    Result<auth::User> other = impersonator_.Impersonate(what, *wanted);
    if (!other) {
      co_await ReplyError(exchange, other.error());
      co_return;
    }
    exchange.impersonator = std::move(what.user.name);
    what.user = std::move(*other);
  }
  std::optional<InFlightLimit::Place> place = TakePlace(exchange);
  if (!place) {
    co_await ReplyTooManyRequests(exchange);
    co_return;
  }
  TakeSeconds(start);
  auth::Decision decision = options_.authorizer->Authorize(what);
  metrics.Authorized(decision.verdict, TakeSeconds(start));
  EndStage(exchange.stages.get(), "authorize");
  if (decision.allowed()) {
    co_await Route(exchange);
  } else {
    Error denied = auth::DenialError(what, decision.reason);
    co_await ReplyError(exchange, denied);
  }
}

Task<void> ApiHandler::Route(Exchange& exchange) {
  const auth::Attributes& info = exchange.asked.what;
  if (!info.is_resource) {
    co_await routes_.Serve(exchange);
    co_return;
  }
  // `watch` and `proxy` in front of nothing.
  if (info.resource.empty() || (info.resource == "proxy" && info.name.empty())) {
    Error nothing =
        BadRequest("unable to determine kind and namespace from url, " + info.path).error();
    co_await ReplyError(exchange, nothing);
    co_return;
  }
  auto registry = options_.registry->Current();
  exchange.resource = registry->Find(info.group, info.version, info.resource);
  if (exchange.resource != nullptr && IsInOtherScope(exchange)) exchange.resource.reset();
  if (exchange.resource == nullptr) {
    co_await ReplyUnknown(exchange, *registry);
    co_return;
  }
  // A watch lasts: it must not keep alive what was served beside its own resource when it began.
  registry.reset();
  exchange.registry = options_.registry;
  co_await RouteResource(exchange);
}

Status ApiHandler::Prepare(Exchange& exchange) {
  PINTLE_RETURN_IF_ERROR(CheckRoute(exchange));
  // Without the selector that could not be read, a request for some objects would be one for all.
  if (exchange.query.malformed()) {
    return BadRequest("the query of the URL cannot be decoded");
  }
  // What a patch is written in comes before what its answer is to be written in.
  PINTLE_RETURN_IF_ERROR(DecideBodyFormat(exchange));
  // A name that cannot be part of a key is refused before anything is read.
  if (!exchange.asked.what.name.empty()) {
    PINTLE_RETURN_IF_ERROR(write::CheckPathName(exchange.asked.what.name));
  }
  PINTLE_TRY(exchange.negotiated, NegotiateResponse(exchange.request, OfferFor(exchange)));
  PINTLE_RETURN_IF_ERROR(CheckFormOfWrite(exchange));
  const auto& deprecations = exchange.definition().serving.deprecations;
  if (auto at = deprecations.find(exchange.asked.what.version); at != deprecations.end()) {
    exchange.warnings.Add(at->second);
    options_.metrics->DeprecatedRequested(MetricLabels(exchange), RemovedRelease(exchange));
  }
  return {};
}

Task<void> ApiHandler::RouteResource(Exchange& exchange) {
  if (Status ready = Prepare(exchange); !ready) {
    co_await ReplyError(exchange, ready.error());
    co_return;
  }
  EndStage(exchange.stages.get(), "route");
  if (exchange.request.unread_body != nullptr && NeedsBody(exchange)) {
    auto reading = exchange.request.ReadBody();
    Status read = co_await reading;
    if (!read) {
      co_await ReplyError(exchange, read.error());
      co_return;
    }
    EndStage(exchange.stages.get(), "body");
  }
  const bool lasts = exchange.verb == Verb::kWatch;
  const RequestLabels labels = lasts ? MetricLabels(exchange) : RequestLabels();
  if (lasts) options_.metrics->CountLongRunning(labels, 1);
  auto answering = Work(exchange);
  co_await answering;
  if (lasts) options_.metrics->CountLongRunning(labels, -1);
}

Task<void> ApiHandler::Work(Exchange& exchange) {
  if (options_.work_threads == nullptr || Executor::Current() == nullptr ||
      !MayTakeLong(exchange)) {
    return HandlerOf(exchange)(exchange, *options_.world);
  }
  return WorkBeside(exchange);
}

Task<void> ApiHandler::WorkBeside(Exchange& exchange) {
  Executor& home = *Executor::Current();
  // The connection is looked at meanwhile.
  exchange.writer.OnGone([&exchange] {
    if (!exchange.writer.ClientHasGone()) return;
    exchange.cancellation.Cancel(Error(Reason::kTimeout, "the client has gone"));
  });
  {
    WorkThreads::Running running(*options_.work_threads, exchange.cancellation);
    co_await MoveTo(options_.work_threads->Next());
    auto answering = HandlerOf(exchange)(exchange, *options_.world);
    co_await answering;
    co_await MoveTo(home);
  }
  exchange.writer.OnGone({});
}

}  // namespace pintle::api
