#include "pintle/api/request/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "pintle/base/strings.h"
#include "pintle/object/encode.h"
#include "pintle/resource/capabilities.h"

namespace pintle::api {
namespace {

using object::MediaType;
using write::Verb;

// All warnings of one answer together, and each one once they do not fit.
constexpr size_t kMaxWarningCharacters = 4096;
constexpr size_t kTruncatedWarningCharacters = 256;
// HTTP clients, that of Python among them, break off an answer with more than 100 headers.
constexpr size_t kMaxWarnings = 64;
// An error may repeat what was sent: who made it keeps it short, and this keeps the answer short
// where that was forgotten.
constexpr size_t kMaxMessageBytes = size_t{256} << 10;
constexpr size_t kMaxNameBytes = size_t{4} << 10;

size_t CountCharacters(std::string_view text) {
  size_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return count;
}

std::string_view FirstCharacters(std::string_view text, size_t count) {
  size_t i = 0;
  for (; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80 && count-- == 0) break;
  }
  return text.substr(0, i);
}

// The text without characters that no header can have: they are escaped as in quoted texts.
std::string Printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    uint32_t c = 0;
    size_t length = DecodeUtf8(text, &c);
    bool printable = length > 0 && c >= 0x20 && c != 0x7f;
    std::string_view character = text.substr(0, std::max<size_t>(length, 1));
    if (printable) {
      out += character;
    } else {
      std::string quoted = Quoted(character);
      out.append(quoted, 1, quoted.size() - 2);
    }
    text.remove_prefix(character.size());
  }
  return out;
}

// The texts that fit into the budget of characters, cut where all of them do not.
std::vector<std::string> WithinBudget(std::span<const std::string> texts) {
  std::vector<std::string> written;
  size_t characters = 0;
  bool truncating = false;
  auto cut = [](std::string_view text) {
    return std::string(FirstCharacters(text, kTruncatedWarningCharacters));
  };
  for (const std::string& raw : texts) {
    std::string text = Printable(raw);
    if (!truncating) {
      size_t count = CountCharacters(text);
      if (characters + count <= kMaxWarningCharacters) {
        characters += count;
        written.push_back(std::move(text));
        continue;
      }
      truncating = true;
      characters = 0;
      for (std::string& earlier : written) {
        earlier = cut(earlier);
        characters += CountCharacters(earlier);
      }
    }
    if (characters >= kMaxWarningCharacters) break;
    written.push_back(cut(text));
    characters += CountCharacters(written.back());
  }
  return written;
}

std::string WarningHeader(std::string_view text) {
  std::string out = "299 - \"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// What would have been taken instead (RFC 9110, 15.5.16).
void AddAcceptedTypes(const Exchange& exchange, http::Headers& headers) {
  if (exchange.resource == nullptr) return;
  if (exchange.verb != Verb::kPatch) {
    headers.Add("Accept", AcceptedBodyTypes(BodyFormatsOf(exchange)));
    return;
  }
  std::string types = WorkingPatchTypes(exchange.definition(), exchange.cbor_enabled);
  headers.Add("Accept-Patch", types);
  headers.Add("Accept", std::move(types));
}

}  // namespace

const write::Endpoint* Exchange::endpoint() const {
  const auto& endpoints = definition().actions.endpoints;
  auto at = endpoints.find(asked.what.subresource);
  return at != endpoints.end() ? &at->second : nullptr;
}

const write::ResourceDefinition& Exchange::spoken() const {
  const write::Endpoint* at = endpoint();
  return at != nullptr && at->spoken ? *at->spoken : definition();
}

BodyFormats BodyFormatsOf(const Exchange& exchange) {
  BodyFormats formats{.cbor = exchange.cbor_enabled};
  // Options of a deletion have a Protobuf form whatever they are for.
  if (exchange.verb == Verb::kDelete || exchange.verb == Verb::kDeleteCollection) return formats;
  const write::ResourceDefinition& spoken = exchange.spoken();
  const bool is_own = &spoken == &exchange.definition();
  formats.protobuf = write::HasProtobuf(
      spoken, is_own ? exchange.asked.what.version : spoken.serving.versions.front());
  return formats;
}

std::vector<std::string> WarningHeaders(const std::vector<std::string>& texts, size_t more) {
  bool too_many = texts.size() + (more > 0 ? 1 : 0) > kMaxWarnings;
  std::vector<std::string> written =
      WithinBudget(std::span(texts).first(too_many ? kMaxWarnings - 1 : texts.size()));
  if (too_many || more > 0) {
    written.push_back(fmt::format("and {} more", texts.size() + more - written.size()));
  }
  for (std::string& text : written) text = WarningHeader(text);
  return written;
}

http::Headers StandardHeaders(const Exchange& exchange, std::string_view content_type) {
  http::Headers headers;
  headers.Add("Audit-Id", exchange.audit_id);
  headers.Add("Cache-Control", "no-cache, private");
  headers.Add("Content-Type", std::string(content_type));
  for (std::string& warning : WarningHeaders(exchange.warnings.texts(), exchange.warnings.more())) {
    headers.Add("Warning", std::move(warning));
  }
  return headers;
}

Task<void> Reply(Exchange& exchange, int status, std::string_view content_type,
                 std::vector<Bytes> body) {
  http::Response response;
  response.status = status;
  response.headers = StandardHeaders(exchange, content_type);
  response.body = std::move(body);
  exchange.status_sent = status;
  Status sent = co_await exchange.writer.Send(std::move(response));
  static_cast<void>(sent);  // the client is gone: nobody is left to tell
}

Task<void> ReplyValue(Exchange& exchange, int status, const Value& value,
                      const typeinfo::TypeInfo& type) {
  const Negotiated& how = exchange.negotiated;
  std::string text = object::EncodeValueAs(value, type, how.media, how.pretty);
  if (how.media == MediaType::kJson && !how.pretty) text += '\n';
  std::vector<Bytes> body;
  body.emplace_back(std::move(text));
  co_await Reply(exchange, status, MediaTypeText(how.media), std::move(body));
}

Task<void> ReplyText(Exchange& exchange, int status, std::string text) {
  std::vector<Bytes> body;
  body.emplace_back(std::move(text));
  co_await Reply(exchange, status, "text/plain; charset=utf-8", std::move(body));
}

const apis::meta::v1::Status* MakeStatus(Arena& arena, const Error& error) {
  using apis::meta::v1::StatusCause;
  using apis::meta::v1::StatusDetails;
  auto copy = [&](std::string_view text, size_t most) {
    return text.size() <= most ? arena.Copy(text) : arena.Copy(Shortened(text, most));
  };
  auto* status = arena.New<apis::meta::v1::Status>();
  status->type_meta.kind = "Status";
  status->type_meta.api_version = "v1";
  status->metadata.continue_ = arena.Copy(error.continue_token());
  status->status = "Failure";
  status->message = copy(error.message(), kMaxMessageBytes);
  status->reason = ReasonText(error.reason());
  status->code = error.code();
  const ErrorDetails* from = error.details();
  if (from == nullptr) return status;
  StatusDetails& details = status->details.Ensure(arena);
  details.name = copy(from->name, kMaxNameBytes);
  details.group = copy(from->group, kMaxNameBytes);
  details.kind = copy(from->kind, kMaxNameBytes);
  details.uid = copy(from->uid, kMaxNameBytes);
  details.retry_after_seconds = from->retry_after_seconds;
  size_t cause_bytes = 0;
  for (const Cause& cause : from->causes) {
    cause_bytes += cause.message.size() + cause.field.size();
    if (cause_bytes > kMaxMessageBytes) break;
    StatusCause& out = details.causes.Append(arena);
    out.reason = arena.Copy(cause.reason);
    out.message = arena.Copy(cause.message);
    out.field = arena.Copy(cause.field);
  }
  return status;
}

Task<void> ReplyError(Exchange& exchange, const Error& error) {
  Arena arena;
  // A transform cannot hold a Status; without another acceptable type it goes out as indented JSON.
  // CBOR is for what resources and the router answer, not for what is decided before them.
  const bool routed = exchange.resource != nullptr || error.reason() == Reason::kNotFound ||
                      error.reason() == Reason::kMethodNotAllowed;
  Offer offer{.cbor = exchange.cbor_enabled && routed, .tables = false, .transforms = false};
  if (auto plain = NegotiateResponse(exchange.request, offer)) {
    exchange.negotiated = *plain;
  } else {
    exchange.negotiated = Negotiated{};
    exchange.negotiated.pretty = true;
  }
  const Negotiated& how = exchange.negotiated;
  std::string text = object::EncodeStructAs(typeinfo::TypeOf<apis::meta::v1::Status>(),
                                            MakeStatus(arena, error), how.media, how.pretty);
  if (how.media == MediaType::kJson && !how.pretty) text += '\n';
  http::Response response;
  response.status = error.code();
  response.headers = StandardHeaders(exchange, MediaTypeText(how.media));
  if (error.details() != nullptr && error.details()->retry_after_seconds > 0) {
    response.headers.Add("Retry-After", std::to_string(error.details()->retry_after_seconds));
  }
  // An HTTP/2 connection is not left open for somebody unknown to try on.
  if (error.reason() == Reason::kUnauthorized && exchange.request.http_major == 2) {
    response.headers.Add("Connection", "close");
  }
  if (error.reason() == Reason::kUnsupportedMediaType) AddAcceptedTypes(exchange, response.headers);
  response.body.emplace_back(std::move(text));
  exchange.status_sent = response.status;
  Status sent = co_await exchange.writer.Send(std::move(response));
  static_cast<void>(sent);
}

}  // namespace pintle::api
