#include "pintle/api/routes/token_keys.h"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "pintle/codec/document.h"

namespace pintle::api {
namespace {

constexpr std::string_view kIssuerScheme = "https://";
constexpr std::string_view kKeySetPath = "/openid/v1/jwks";

std::string Configuration(const std::string& issuer, const std::string& address,
                          const auth::VerificationKeys& keys) {
  Arena arena;
  std::vector<Value> algorithms;
  for (std::string_view name : keys.Algorithms()) algorithms.emplace_back(name);
  std::string uri = fmt::format("https://{}{}", address, kKeySetPath);
  const Value responses[] = {Value("id_token")};
  const Value subjects[] = {Value("public")};
  return codec::ToJson(Value::Object(
      arena, {{"issuer", Value(std::string_view(issuer))},
              {"jwks_uri", Value(std::string_view(uri))},
              {"response_types_supported", Value::List(arena, responses)},
              {"subject_types_supported", Value::List(arena, subjects)},
              {"id_token_signing_alg_values_supported", Value::List(arena, algorithms)}}));
}

// The set of keys, or else the document that says where that is.
Task<void> ServeTokenKeys(Exchange& exchange, const TokenKeySources& sources, bool key_set) {
  // The documents are only for issuers that can be found by their name.
  if (sources.keys == nullptr || !sources.issuer.starts_with(kIssuerScheme)) {
    co_await ReplyNothingThere(exchange);
    co_return;
  }
  Result<std::string> text = key_set
                                 ? sources.keys->KeySet()
                                 : Configuration(sources.issuer, sources.address(), *sources.keys);
  if (!text) {
    co_await ReplyError(exchange, text.error());
    co_return;
  }
  http::Response response;
  response.headers =
      StandardHeaders(exchange, key_set ? "application/jwk-set+json" : "application/json");
  response.headers.Set("Cache-Control", "public, max-age=3600");
  response.body.emplace_back(std::move(*text));
  exchange.status_sent = response.status;
  Status sent = co_await exchange.writer.Send(std::move(response));
  static_cast<void>(sent);
}

}  // namespace

void AddTokenKeys(Routes& routes, TokenKeySources sources) {
  auto shared = std::make_shared<const TokenKeySources>(std::move(sources));
  routes.Add({.path = "/.well-known/openid-configuration",
              .serve = [shared](Exchange& exchange, std::string_view) {
                return ServeTokenKeys(exchange, *shared, false);
              }});
  routes.Add(
      {.path = std::string(kKeySetPath), .serve = [shared](Exchange& exchange, std::string_view) {
         return ServeTokenKeys(exchange, *shared, true);
       }});
}

}  // namespace pintle::api
