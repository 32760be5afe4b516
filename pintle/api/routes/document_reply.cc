#include "pintle/api/routes/document_reply.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <optional>
#include <string>
#include <utility>

namespace pintle::api {
namespace {

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

}  // namespace

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

}  // namespace pintle::api
