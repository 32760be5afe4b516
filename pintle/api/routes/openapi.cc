#include "pintle/api/routes/openapi.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "pintle/api/routes/document_reply.h"
#include "pintle/base/strings.h"

namespace pintle::api {
namespace {

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

Task<void> ServeV2(Exchange& exchange, std::shared_ptr<const Registry> registry,
                   OpenApiDocuments& documents) {
  std::optional<OpenApiForm> form = NegotiateOpenApi(exchange.request, kOpenApiV2Protobuf);
  if (!form) {
    Error refused = NoOpenApiForm(kOpenApiV2Protobuf);
    co_await ReplyError(exchange, refused);
  } else if (*form == OpenApiForm::kProtobuf) {
    OpenApiProtobuf document = documents.V2Protobuf(*registry);
    co_await ReplyDocument(exchange, kOpenApiV2Protobuf.content_type, document.protobuf,
                           document.hash);
  } else {
    OpenApiDocument document = documents.V2(*registry);
    co_await ReplyDocument(exchange, "application/json", document.json, document.hash);
  }
}

// The document of one group version, which `path` names.
Task<void> ServeV3(Exchange& exchange, std::shared_ptr<const Registry> registry,
                   OpenApiDocuments& documents, std::string_view path) {
  std::optional<OpenApiForm> form = NegotiateOpenApi(exchange.request, kOpenApiV3Protobuf);
  if (form == OpenApiForm::kProtobuf) {
    if (auto document = documents.V3Protobuf(*registry, path)) {
      co_await ReplyHashed(exchange, kOpenApiV3Protobuf.content_type, document->protobuf,
                           document->hash);
      co_return;
    }
  } else if (auto document = documents.V3(*registry, path)) {
    if (form) {
      co_await ReplyHashed(exchange, "application/json", document->json, document->hash);
      co_return;
    }
    Error refused = NoOpenApiForm(kOpenApiV3Protobuf);
    co_await ReplyError(exchange, refused);
    co_return;
  }
  co_await ReplyNothingThere(exchange);
}

Task<void> ServeV3Index(Exchange& exchange, std::shared_ptr<const Registry> registry,
                        OpenApiDocuments& documents) {
  OpenApiDocument index = documents.V3Index(*registry);
  co_await ReplyDocument(exchange, "application/json", index.json, index.hash);
}

}  // namespace

void AddOpenApi(Routes& routes, const RegistryHolder& registry, OpenApiDocuments& documents) {
  routes.Add({.path = "/openapi/v2",
              .slash_may_follow = false,
              .serve = [&registry, &documents](Exchange& exchange, std::string_view) {
                return ServeV2(exchange, registry.Current(), documents);
              }});
  routes.Add({.path = "/openapi/v3",
              .reach = Route::Reach::kAllBelow,
              .slash_may_follow = false,
              .serve = [&registry, &documents](Exchange& exchange, std::string_view path) {
                return path.empty() ? ServeV3Index(exchange, registry.Current(), documents)
                                    : ServeV3(exchange, registry.Current(), documents, path);
              }});
}

}  // namespace pintle::api
