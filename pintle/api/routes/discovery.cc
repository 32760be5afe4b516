#include "pintle/api/routes/discovery.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pintle/api/discovery/discovery.h"
#include "pintle/api/request/route.h"
#include "pintle/api/routes/document_reply.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

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

// A document of discovery, and what it is in Protobuf.
struct Document {
  std::optional<Value> value;  // nothing if that is not served
  const typeinfo::TypeInfo* type;
};

// `names` are those in the path: of a version below `/api`, of a group and a version below `/apis`.
Document MakeDocument(Arena& arena, const Registry& registry, const std::string& address, bool core,
                      std::span<const std::string_view> names) {
  namespace meta = apis::meta::v1;
  if (names.empty()) {
    if (core) return {ApiVersions(arena, address), &typeinfo::TypeOf<meta::APIVersions>()};
    return {ApiGroupList(arena, registry), &typeinfo::TypeOf<meta::APIGroupList>()};
  }
  if (!core && names.size() == 1) {
    return {ApiGroup(arena, registry, names[0]), &typeinfo::TypeOf<meta::APIGroup>()};
  }
  return {ApiResourceList(arena, registry, core ? "" : names[0], names.back()),
          &typeinfo::TypeOf<meta::APIResourceList>()};
}

class Discovery {
 public:
  Discovery(const RegistryHolder& registry, std::function<std::string()> address)
      : registry_(registry), address_(std::move(address)) {}

  // `/api` if `core`, else `/apis`; `below` is what follows that.
  Task<void> Serve(Exchange& exchange, bool core, std::string_view below) const;

 private:
  const RegistryHolder& registry_;
  const std::function<std::string()> address_;
};

Task<void> Discovery::Serve(Exchange& exchange, bool core, std::string_view below) const {
  std::vector<std::string_view> names;
  if (!below.empty()) names = Split(below, '/');
  const bool of_version = names.size() == (core ? 1u : 2u);
  if (of_version && exchange.request.method == "HEAD") {
    co_await ReplyMethodRefused(exchange);
    co_return;
  }
  auto registry = registry_.Current();
  Arena arena;
  if (names.empty() && WantsAggregated(exchange.request)) {
    Bytes body(codec::ToJson(AggregatedDiscovery(arena, *registry, core)) + "\n");
    std::string hash = ContentHash(body.view());
    co_await ReplyDocument(exchange, kAggregatedType, body, hash);
    co_return;
  }
  const Document document = MakeDocument(arena, *registry, address_(), core, names);
  if (!document.value) {
    co_await ReplyUnknown(exchange, *registry);
    co_return;
  }
  const bool built_in = core || (of_version && registry->FindGroup(names[0])->IsCompiledIn());
  Offer offer{.cbor = exchange.cbor_enabled && of_version && built_in,
              .tables = false,
              .transforms = false};
  Result<Negotiated> negotiated = NegotiateResponse(exchange.request, offer);
  if (!negotiated) {
    co_await ReplyError(exchange, negotiated.error());
    co_return;
  }
  exchange.negotiated = std::move(*negotiated);
  co_await ReplyValue(exchange, 200, *document.value, *document.type);
}

}  // namespace

void AddDiscovery(Routes& routes, const RegistryHolder& registry,
                  std::function<std::string()> address) {
  auto discovery = std::make_shared<const Discovery>(registry, std::move(address));
  // Like resources, the versions are not there for those who want to read no body; nor is `/api`.
  routes.Add({.path = "/api",
              .reach = Route::Reach::kAllBelow,
              .methods = {"GET"},
              .serve = [discovery](Exchange& exchange, std::string_view below) {
                return discovery->Serve(exchange, true, below);
              }});
  routes.Add({.path = "/apis",
              .reach = Route::Reach::kAllBelow,
              .serve = [discovery](Exchange& exchange, std::string_view below) {
                return discovery->Serve(exchange, false, below);
              }});
}

}  // namespace pintle::api
