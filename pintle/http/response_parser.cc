#include "pintle/http/response_parser.h"

#include <fmt/format.h>

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>

#include "pintle/http/last_chunk.h"

namespace pintle::http {
namespace {

namespace beast_http = boost::beast::http;
using Parser = beast_http::response_parser<beast_http::string_body>;

constexpr uint32_t kMaxHeaderBytes = 64 * 1024;

}  // namespace

struct ResponseParser::Impl {
  void Begin() {
    parser.emplace();
    parser->eager(true);
    parser->skip(head_request);
    parser->header_limit(kMaxHeaderBytes);
    parser->body_limit(max_body_bytes);
  }
  Result<bool> Failure(const boost::beast::error_code& error) const {
    if (error == beast_http::error::body_limit) {
      return Fail(Reason::kRequestEntityTooLarge,
                  fmt::format("the answer is larger than {} bytes", max_body_bytes));
    }
    return Fail(Reason::kUnknown, "malformed answer: " + error.message());
  }

  bool head_request;
  size_t max_body_bytes;
  std::optional<Parser> parser;
  std::string rest;  // received and not parsed
};

ResponseParser::ResponseParser(bool head_request, size_t max_body_bytes)
    : impl_(std::make_unique<Impl>(head_request, max_body_bytes, std::nullopt, "")) {
  impl_->Begin();
}

ResponseParser::~ResponseParser() = default;

Result<bool> ResponseParser::Put(std::string_view bytes) {
  std::string& rest = impl_->rest;
  rest.append(bytes);
  while (!rest.empty()) {
    Parser& parser = *impl_->parser;
    if (parser.is_header_done() && parser.chunked() && MayBeTornLastChunk(rest)) return false;
    boost::beast::error_code error;
    size_t taken = parser.put(boost::asio::const_buffer(rest.data(), rest.size()), error);
    rest.erase(0, taken);
    if (error == beast_http::error::need_more) {
      // Beast has a limit for the head only: not for the line before a chunk, nor for the trailer.
      if (rest.size() <= kMaxHeaderBytes) return false;
      error = beast_http::error::header_limit;
    }
    if (error) return impl_->Failure(error);
    if (!parser.is_done()) continue;
    if (parser.get().result_int() >= 200) return true;
    impl_->Begin();
  }
  return false;
}

Result<bool> ResponseParser::PutEnd() {
  Parser& parser = *impl_->parser;
  if (!parser.got_some()) return Fail(Reason::kUnknown, "the server closed the connection");
  boost::beast::error_code error;
  parser.put_eof(error);
  if (error || !parser.is_done()) {
    return Fail(Reason::kUnknown, "the server closed the connection in the middle of its answer");
  }
  return true;
}

ClientResponse ResponseParser::Take() {
  auto& message = impl_->parser->get();
  ClientResponse response;
  response.status = static_cast<int>(message.result_int());
  for (const auto& field : message) {
    response.headers.Add(std::string(field.name_string()), std::string(field.value()));
  }
  response.body = std::move(message.body());
  return response;
}

bool ResponseParser::keep_alive() const {
  return impl_->rest.empty() && impl_->parser->keep_alive() && !impl_->parser->need_eof();
}

}  // namespace pintle::http
