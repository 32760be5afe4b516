#include <fmt/format.h>

#include "pintle/api/handler.h"
#include "pintle/codec/document.h"

// How others verify the tokens of service accounts: OpenID Connect discovery.
namespace pintle::api {
namespace {

constexpr std::string_view kIssuerScheme = "https://";

std::string Configuration(const std::string& issuer, const std::string& address,
                          const auth::VerificationKeys& keys) {
  Arena arena;
  std::vector<Value> algorithms;
  for (std::string_view name : keys.Algorithms()) algorithms.emplace_back(name);
  std::string uri = fmt::format("https://{}/openid/v1/jwks", address);
  const Value responses[] = {Value("id_token")};
  const Value subjects[] = {Value("public")};
  return codec::ToJson(Value::Object(
      arena, {{"issuer", Value(std::string_view(issuer))},
              {"jwks_uri", Value(std::string_view(uri))},
              {"response_types_supported", Value::List(arena, responses)},
              {"subject_types_supported", Value::List(arena, subjects)},
              {"id_token_signing_alg_values_supported", Value::List(arena, algorithms)}}));
}

}  // namespace

Task<void> ApiHandler::ServeTokenKeys(Exchange& exchange, bool key_set) {
  // The documents are only for issuers that can be found by their name.
  if (options_.token_keys == nullptr || !options_.token_issuer.starts_with(kIssuerScheme)) {
    co_await ReplyText(exchange, 404, "404 page not found\n");
    co_return;
  }
  Result<std::string> text =
      key_set ? options_.token_keys->KeySet()
              : Configuration(options_.token_issuer, options_.address(), *options_.token_keys);
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

}  // namespace pintle::api
