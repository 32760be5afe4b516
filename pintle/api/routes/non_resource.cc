#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>

#include "pintle/api/discovery/discovery.h"
#include "pintle/api/handler.h"
#include "pintle/api/request/route.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"
#include "pintle/metrics/state_metrics.h"

// Paths that are no resources: health, version, metrics, discovery, OpenAPI.
namespace pintle::api {
namespace {

constexpr std::string_view kAggregatedType =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

// Whether the client asked for aggregated discovery in the version there is.
bool WantsAggregated(const http::Request& request) {
  for (const AcceptClause& clause : ParseAccept(request.headers.Get("Accept"))) {
    if (clause.type != "application" || clause.subtype != "json") continue;
    std::string_view as = clause.Parameter("as");
    if (as.empty()) return false;
    if (as == "APIGroupDiscoveryList" && clause.Parameter("g") == "apidiscovery.k8s.io" &&
        clause.Parameter("v") == "v2") {
      return true;
    }
  }
  return false;
}

constexpr std::string_view kMetricsType = "text/plain; version=0.0.4; charset=utf-8";
constexpr std::string_view kOpenApiV3Path = "/openapi/v3";

enum class OpenApiForm : uint8_t { kJson, kProtobuf };

// The Protobuf form of the documents of one OpenAPI version.
struct OpenApiProtobufType {
  std::string_view content_type;
  // Clients also write the version with an @, which is no token of HTTP.
  std::string_view alias;
};
constexpr OpenApiProtobufType kOpenApiV2Protobuf = {
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"};
constexpr OpenApiProtobufType kOpenApiV3Protobuf = {
    "application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
    "application/com.github.proto-openapi.spec.v3@v1.0+protobuf"};

// The form of an OpenAPI document that the client likes best; nothing if it takes none.
std::optional<OpenApiForm> NegotiateOpenApi(const http::Request& request,
                                            const OpenApiProtobufType& protobuf) {
  std::string_view accept = request.headers.Get("Accept");
  if (TrimSpace(accept).empty()) return OpenApiForm::kJson;
  for (const AcceptClause& clause : ParseAccept(accept)) {
    if (clause.type != "application" && clause.type != "*") continue;
    if (clause.subtype == "json" || clause.subtype == "*") return OpenApiForm::kJson;
    const std::string type = "application/" + clause.subtype;
    if (type == protobuf.content_type || type == protobuf.alias) return OpenApiForm::kProtobuf;
  }
  return std::nullopt;
}

Error NoOpenApiForm(const OpenApiProtobufType& protobuf) {
  return Error(Reason::kNotAcceptable,
               fmt::format("only the following media types are accepted: application/json, {}",
                           protobuf.content_type));
}

// How long clients may keep what never changes.
constexpr std::chrono::hours kImmutableTime{365 * 24};

// `Sun, 06 Nov 1994 08:49:37 GMT`
std::string HttpDate(std::chrono::system_clock::time_point when) {
  std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[64];
  size_t size = std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return std::string(text, size);
}

bool SameEtag(const http::Request& request, std::string_view etag) {
  return request.headers.Get("If-None-Match") == etag;
}

// Sends a kept document, or 304 if the client has it.
Task<void> ReplyDocument(Exchange& exchange, std::string_view content_type, Bytes body,
                         std::string_view hash) {
  std::string etag = fmt::format("\"{}\"", hash);
  http::Response response;
  response.headers.Add("Audit-Id", exchange.audit_id);
  response.headers.Add("ETag", etag);
  response.headers.Add("Vary", "Accept");
  response.headers.Add("Cache-Control", "public");
  response.status = SameEtag(exchange.request, etag) ? 304 : 200;
  if (response.status == 200) {
    response.headers.Add("Content-Type", std::string(content_type));
    response.body.push_back(std::move(body));
  }
  exchange.status_sent = response.status;
  Status sent = co_await exchange.writer.Send(std::move(response));
  static_cast<void>(sent);
}

// A URL with the hash of the document never changes its answer; one with another hash leads there.
Task<void> ReplyHashed(Exchange& exchange, std::string_view content_type, Bytes body,
                       std::string_view document_hash) {
  std::optional<std::string> hash = exchange.query.First("hash");
  if (!hash) {
    co_await ReplyDocument(exchange, content_type, std::move(body), document_hash);
    co_return;
  }
  http::Response response;
  response.headers.Add("Audit-Id", exchange.audit_id);
  if (*hash != document_hash) {
    response.status = 301;
    response.headers.Add("Location",
                         fmt::format("{}?hash={}", exchange.request.path, document_hash));
  } else {
    response.headers.Add("Cache-Control", "public, immutable");
    response.headers.Add("Expires", HttpDate(std::chrono::system_clock::now() + kImmutableTime));
    response.headers.Add("Content-Type", std::string(content_type));
    response.headers.Add("ETag", fmt::format("\"{}\"", document_hash));
    response.headers.Add("Vary", "Accept");
    response.body.push_back(std::move(body));
  }
  exchange.status_sent = response.status;
  Status sent = co_await exchange.writer.Send(std::move(response));
  static_cast<void>(sent);
}

// The resources whose caches do not follow the store; empty if all do.
std::string UnsyncedCaches(const Registry& registry) {
  std::string names;
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      for (const auto& resource : version.resources) {
        if (resource->cache == nullptr || resource->cache->ready()) continue;
        if (!names.empty()) names += ", ";
        names += resource->definition->names.plural;
      }
    }
  }
  return names.empty() ? names : "not following the store: " + names;
}

// `{"paths": [...]}`: where clients can look further.
Value PathIndex(Arena& arena, const Registry& registry) {
  std::vector<std::string> paths = {"/.well-known/openid-configuration",
                                    "/api",
                                    "/apis",
                                    "/healthz",
                                    "/livez",
                                    "/metrics",
                                    "/metrics/slis",
                                    "/openapi/v2",
                                    std::string(kOpenApiV3Path),
                                    "/openid/v1/jwks",
                                    "/readyz",
                                    "/version"};
  for (const ServedGroup& group : registry.groups()) {
    const std::string root = group.name.empty() ? "/api" : "/apis/" + group.name;
    if (!group.name.empty()) paths.push_back(root);
    for (const ServedVersion& version : group.versions) {
      paths.push_back(root + "/" + version.version);
    }
  }
  std::ranges::sort(paths);
  std::vector<Value> values;
  for (const std::string& path : paths) values.push_back(Value::String(arena, path));
  return Value::Object(arena, {{"paths", Value::List(arena, values)}});
}

}  // namespace

Task<void> ApiHandler::RouteOther(Exchange& exchange) {
  std::string_view path = exchange.request.path;
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::string& method = exchange.request.method;
  std::vector<std::string_view> pieces = Split(path.substr(1), '/');
  std::string_view first = pieces[0];
  // Like resources, these are not there for those who want to read no body.
  const bool no_head =
      first == "version" || first == "api" || (first == "apis" && pieces.size() > 2);
  bool reads = method == "GET" || (method == "HEAD" && !no_head);
  if (exchange.request.path.find("//") != std::string::npos) {
    co_await ReplyText(exchange, 404, "404 page not found\n");
  } else if (!reads) {
    Error refused = Error(Reason::kMethodNotAllowed,
                          "the server does not allow this method on the requested resource")
                        .WithDetails({});
    co_await ReplyError(exchange, refused);
  } else if (first == "healthz" || first == "livez" || first == "readyz") {
    std::string_view check = path.size() > first.size() + 2 ? path.substr(first.size() + 2) : "";
    co_await ServeHealth(exchange, first, check);
  } else if (path == "/") {
    Arena arena;
    std::string index = codec::ToPrettyJson(PathIndex(arena, *options_.registry->Current()));
    std::vector<Bytes> body;
    body.emplace_back(std::move(index));
    co_await Reply(exchange, 200, "application/json", std::move(body));
  } else if (path == "/version") {
    co_await ServeVersion(exchange);
  } else if (path == "/metrics") {
    co_await ServeMetrics(exchange);
  } else if (path == "/metrics/slis") {
    std::vector<Bytes> body;
    body.emplace_back(options_.metrics->HealthText());
    co_await Reply(exchange, 200, kMetricsType, std::move(body));
  } else if (path == "/.well-known/openid-configuration" || path == "/openid/v1/jwks") {
    co_await ServeTokenKeys(exchange, first == "openid");
  } else if (first == "openapi") {
    co_await ServeOpenApi(exchange);
  } else if (first == "api" || first == "apis") {
    co_await ServeDiscovery(exchange);
  } else {
    co_await ReplyText(exchange, 404, "404 page not found\n");
  }
}

Task<std::vector<HealthCheck>> ApiHandler::RunHealthChecks(std::string_view endpoint) {
  const bool readiness = endpoint == "readyz";
  Status healthy = co_await options_.world->store().CheckHealth();
  const std::string store = healthy ? "" : healthy.error().message();
  std::vector<HealthCheck> checks = {{"ping", ""}, {"log", ""}, {"etcd", store}};
  if (readiness) {
    checks.push_back({"etcd-readiness", store});
    checks.push_back({"informer-sync", UnsyncedCaches(*options_.registry->Current())});
  }
  std::ranges::move(StartChecks(*options_.progress), std::back_inserter(checks));
  if (readiness) checks.push_back({"shutdown", stopping_ ? "process is shutting down" : ""});
  for (const HealthCheck& check : checks) {
    options_.metrics->HealthChecked(std::string(endpoint), std::string(check.name),
                                    check.error.empty());
  }
  co_return checks;
}

Task<void> ApiHandler::ServeHealth(Exchange& exchange, std::string_view endpoint,
                                   std::string_view check) {
  auto running = RunHealthChecks(endpoint);
  std::vector<HealthCheck> checks = co_await running;
  if (check.empty()) {
    HealthReport report = ReportHealth(endpoint, checks, exchange.query.All("exclude"));
    const bool verbose = !report.passed || exchange.query.Has("verbose");
    std::string text = verbose ? std::move(report.text) : "ok";
    co_await ReplyText(exchange, report.passed ? 200 : 500, std::move(text));
    co_return;
  }
  auto found = std::ranges::find(checks, check, &HealthCheck::name);
  if (found == checks.end()) {
    co_await ReplyText(exchange, 404, "404 page not found\n");
  } else if (!found->error.empty()) {
    std::string text = fmt::format("internal server error: {}\n", found->error);
    co_await ReplyText(exchange, 500, std::move(text));
  } else {
    co_await ReplyText(exchange, 200, "ok");
  }
}

Task<void> ApiHandler::ServeMetrics(Exchange& exchange) {
  const int64_t now = options_.world->clock().NowSeconds();
  std::string text = options_.metrics->Text();
  text += StateText(
      {.registry = *options_.registry->Current(),
       .version = options_.version,
       .reads_in_flight = reads_.Peak(now),
       .writes_in_flight = writes_.Peak(now),
       .storage_bytes = options_.storage_bytes ? options_.storage_bytes() : std::nullopt});
  std::vector<Bytes> body;
  body.emplace_back(std::move(text));
  co_await Reply(exchange, 200, kMetricsType, std::move(body));
}

Task<void> ApiHandler::ServeVersion(Exchange& exchange) {
  // `v1.36.4+...`: major and minor are the first two numbers.
  std::vector<std::string_view> numbers = Split(std::string_view(options_.version).substr(1), '.');
  // Data and gates of the release before are understood.
  const std::string oldest = std::to_string(ParseInt64(numbers[1]).value_or(1) - 1);
  Arena arena;
  Value version = Value::Object(arena, {{"major", Value(numbers[0])},
                                        {"minor", Value(numbers[1])},
                                        {"emulationMajor", Value(numbers[0])},
                                        {"emulationMinor", Value(numbers[1])},
                                        {"minCompatibilityMajor", Value(numbers[0])},
                                        {"minCompatibilityMinor", Value(std::string_view(oldest))},
                                        {"gitVersion", Value(std::string_view(options_.version))},
                                        {"gitCommit", Value("")},
                                        {"gitTreeState", Value("clean")},
                                        {"buildDate", Value("1970-01-01T00:00:00Z")},
                                        {"goVersion", Value("none")},
                                        {"compiler", Value("g++")},
                                        {"platform", Value("linux/amd64")}});
  std::vector<Bytes> body;
  body.emplace_back(codec::ToPrettyJson(version));
  co_await Reply(exchange, 200, "application/json", std::move(body));
}

Task<void> ApiHandler::ServeDiscovery(Exchange& exchange) {
  auto registry = options_.registry->Current();
  Arena arena;
  std::vector<std::string_view> pieces;
  for (std::string_view piece : Split(exchange.request.path, '/')) {
    if (!piece.empty()) pieces.push_back(piece);
  }
  bool core = pieces[0] == "api";
  if (pieces.size() == 1 && WantsAggregated(exchange.request)) {
    Bytes body(codec::ToJson(AggregatedDiscovery(arena, *registry, core)) + "\n");
    std::string hash = ContentHash(body.view());
    co_await ReplyDocument(exchange, kAggregatedType, body, hash);
    co_return;
  }
  std::optional<Value> answer;
  const typeinfo::TypeInfo* type = &typeinfo::TypeOf<apis::meta::v1::APIResourceList>();
  if (pieces.size() == 1) {
    answer = core ? ApiVersions(arena, options_.address()) : ApiGroupList(arena, *registry);
    type = core ? &typeinfo::TypeOf<apis::meta::v1::APIVersions>()
                : &typeinfo::TypeOf<apis::meta::v1::APIGroupList>();
  } else if (core) {
    if (pieces.size() == 2) answer = ApiResourceList(arena, *registry, "", pieces[1]);
  } else if (pieces.size() == 2) {
    answer = ApiGroup(arena, *registry, pieces[1]);
    type = &typeinfo::TypeOf<apis::meta::v1::APIGroup>();
  } else {
    answer = ApiResourceList(arena, *registry, pieces[1], pieces[2]);
  }
  if (!answer) {
    co_await ReplyUnknown(exchange, *registry);
    co_return;
  }
  const bool of_version = pieces.size() == (core ? 2u : 3u);
  const bool built_in = core || (of_version && registry->FindGroup(pieces[1])->IsCompiledIn());
  Offer offer{.cbor = exchange.cbor_enabled && of_version && built_in,
              .tables = false,
              .transforms = false};
  Result<Negotiated> negotiated = NegotiateResponse(exchange.request, offer);
  if (!negotiated) {
    co_await ReplyError(exchange, negotiated.error());
    co_return;
  }
  exchange.negotiated = std::move(*negotiated);
  co_await ReplyValue(exchange, 200, *answer, *type);
}

Task<void> ApiHandler::ServeOpenApi(Exchange& exchange) {
  auto registry = options_.registry->Current();
  std::string_view path = exchange.request.path;
  if (path == "/openapi/v2") {
    std::optional<OpenApiForm> form = NegotiateOpenApi(exchange.request, kOpenApiV2Protobuf);
    if (!form) {
      Error refused = NoOpenApiForm(kOpenApiV2Protobuf);
      co_await ReplyError(exchange, refused);
    } else if (*form == OpenApiForm::kProtobuf) {
      OpenApiProtobuf document = options_.openapi->V2Protobuf(*registry);
      co_await ReplyDocument(exchange, kOpenApiV2Protobuf.content_type, document.protobuf,
                             document.hash);
    } else {
      OpenApiDocument document = options_.openapi->V2(*registry);
      co_await ReplyDocument(exchange, "application/json", document.json, document.hash);
    }
  } else if (path == kOpenApiV3Path) {
    OpenApiDocument index = options_.openapi->V3Index(*registry);
    co_await ReplyDocument(exchange, "application/json", index.json, index.hash);
  } else {
    co_await ServeOpenApiV3(exchange);
  }
}

Task<void> ApiHandler::ServeOpenApiV3(Exchange& exchange) {
  auto registry = options_.registry->Current();
  std::string_view path = exchange.request.path;
  std::optional<OpenApiForm> form = NegotiateOpenApi(exchange.request, kOpenApiV3Protobuf);
  if (path.starts_with(kOpenApiV3Path) && path[kOpenApiV3Path.size()] == '/') {
    path.remove_prefix(kOpenApiV3Path.size() + 1);
    if (form == OpenApiForm::kProtobuf) {
      if (auto document = options_.openapi->V3Protobuf(*registry, path)) {
        co_await ReplyHashed(exchange, kOpenApiV3Protobuf.content_type, document->protobuf,
                             document->hash);
        co_return;
      }
    } else if (auto document = options_.openapi->V3(*registry, path)) {
      if (form) {
        co_await ReplyHashed(exchange, "application/json", document->json, document->hash);
        co_return;
      }
      Error refused = NoOpenApiForm(kOpenApiV3Protobuf);
      co_await ReplyError(exchange, refused);
      co_return;
    }
  }
  co_await ReplyText(exchange, 404, "404 page not found\n");
}

}  // namespace pintle::api
