#include "pintle/webhook/caller.h"

#include <fmt/format.h>

#include "pintle/base/duration_text.h"
#include "pintle/base/strings.h"

namespace pintle::webhook {
namespace {

constexpr std::string_view kScheme = "https://";
// A whole list may come back in one answer.
constexpr size_t kMaxAnswerBytes = size_t{256} * 1024 * 1024;
// How much of an answer that is no success its message shows.
constexpr size_t kShownBytes = 256;

std::unexpected<Error> Failed(std::string_view url, std::string_view cause) {
  return Fail(Reason::kUnknown, fmt::format("Post \"{}\": {}", url, cause));
}

bool IsSuccess(int status) { return status >= 200 && status < 300; }

}  // namespace

Result<Url> ParseUrl(std::string_view text) {
  auto invalid = [&] { return BadRequest(fmt::format("invalid URL {}", Quoted(text))); };
  if (!text.starts_with(kScheme)) return invalid();
  std::string_view rest = text.substr(kScheme.size());
  const size_t slash = rest.find('/');
  std::string_view authority = rest.substr(0, slash);
  Url url;
  url.path = slash == std::string_view::npos ? "/" : std::string(rest.substr(slash));
  // The last colon is the port's, unless it is inside of [an address].
  size_t colon = authority.rfind(':');
  if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
    auto port = ParseUint64(authority.substr(colon + 1));
    if (!port || *port == 0 || *port > UINT16_MAX) return invalid();
    url.address.port = static_cast<uint16_t>(*port);
    authority = authority.substr(0, colon);
  }
  if (authority.starts_with('[') && authority.ends_with(']')) {
    authority = authority.substr(1, authority.size() - 2);
  }
  if (authority.empty()) return invalid();
  url.address.host = authority;
  return url;
}

Caller::Caller(ClientConfig config, Environment environment)
    : config_(std::move(config)), environment_(std::move(environment)) {}

std::string Caller::UrlText() const {
  if (!config_.service) return config_.url;
  const ServiceReference& service = *config_.service;
  return fmt::format("{}{}.{}.svc:{}{}", kScheme, service.name, service.namespace_name,
                     service.port, service.path.empty() ? "/" : service.path);
}

Result<Caller::Target> Caller::Find() const {
  if (!config_.service) {
    PINTLE_TRY(Url url, ParseUrl(config_.url));
    return Target{.address = url.address, .server_name = url.address.host, .path = url.path};
  }
  const ServiceReference& service = *config_.service;
  PINTLE_TRY(Address address, environment_.resolve(service));
  return Target{.address = std::move(address),
                .server_name = fmt::format("{}.{}.svc", service.name, service.namespace_name),
                .path = service.path.empty() ? "/" : service.path};
}

Result<std::shared_ptr<http::Client>> Caller::ClientFor(const Target& target) {
  std::scoped_lock lock(mutex_);
  if (client_ != nullptr && address_ == target.address) return client_;
  http::ClientOptions options;
  options.host = target.address.host;
  options.port = target.address.port;
  options.server_name = target.server_name;
  options.ca_pem = config_.ca_pem;
  options.max_response_bytes = kMaxAnswerBytes;
  PINTLE_TRY(client_, http::Client::Create(std::move(options), environment_.thread));
  address_ = target.address;
  return client_;
}

Task<Result<std::string>> Caller::Post(std::string document, std::chrono::milliseconds timeout) {
  const std::string query = "?timeout=" + DurationText(timeout);
  const std::string url = UrlText() + query;
  Result<Target> target = Find();
  if (!target) co_return Failed(url, target.error().message());
  Result<std::shared_ptr<http::Client>> client = ClientFor(*target);
  if (!client) co_return Failed(url, client.error().message());
  http::ClientRequest request;
  request.method = "POST";
  request.target = target->path + query;
  request.headers.Add("Content-Type", "application/json");
  request.headers.Add("Accept", "application/json");
  request.body = std::move(document);
  request.timeout = timeout;
  auto sending = (*client)->Send(std::move(request));
  Result<http::ClientResponse> answer = co_await sending;
  if (!answer) co_return Failed(url, answer.error().message());
  if (!IsSuccess(answer->status)) {
    std::string shown = ReplaceInvalidUtf8(std::string_view(answer->body).substr(0, kShownBytes));
    co_return Failed(url, fmt::format("the webhook answered {}: {}", answer->status, shown));
  }
  co_return std::move(answer->body);
}

}  // namespace pintle::webhook
