#include "pintle/http/request_parser.h"

#include <algorithm>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include "pintle/base/strings.h"
#include "pintle/http/last_chunk.h"
#include "pintle/http/request_target.h"

namespace pintle::http {
namespace {

namespace beast_http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

// Beast's tokenizer, filling a Request without a container in between.
class Parser final : public beast_http::basic_parser<true> {
 public:
  Parser(Request& request, const ServerOptions& limits) : request_(request), limits_(limits) {
    header_limit(static_cast<uint32_t>(limits.max_header_bytes));
    body_limit(boost::none);  // counted here, for Beast's way of failing loses the head
  }
  const std::string& target() const { return target_; }
  // 10 or 11.
  int version() const { return version_; }
  void Drop() { dropping_ = true; }

 private:
  void on_request_impl(beast_http::verb, string_view method, string_view target, int version,
                       error_code&) override {
    version_ = version;
    request_.method = method;
    target_ = target;
  }
  void on_response_impl(int, string_view, int, error_code&) override {}
  void on_field_impl(beast_http::field, string_view name, string_view value,
                     error_code& error) override {
    // Fields after a chunked body must not pass for fields of the head.
    if (head_done_) return;
    if (request_.headers.fields().size() == limits_.max_header_fields) {
      error = beast_http::error::header_limit;
      return;
    }
    request_.headers.Add(name, value);
  }
  void on_header_impl(error_code&) override { head_done_ = true; }
  // Nobody has said yet that the body is wanted: no room is made on the word of its length.
  void on_body_init_impl(const boost::optional<uint64_t>&, error_code&) override {}
  size_t on_body_impl(string_view body, error_code& error) override {
    if (dropping_) return body.size();
    if (body.size() > limits_.max_body_bytes - request_.body.size()) {
      error = beast_http::error::body_limit;
      return 0;
    }
    request_.body.append(body.data(), body.size());
    return body.size();
  }
  void on_chunk_header_impl(uint64_t, string_view, error_code&) override {}
  size_t on_chunk_body_impl(uint64_t, string_view body, error_code& error) override {
    return on_body_impl(body, error);
  }
  void on_finish_impl(error_code&) override {}

  Request& request_;
  const ServerOptions& limits_;
  int version_ = 11;
  std::string target_;
  bool head_done_ = false;
  bool dropping_ = false;
};

}  // namespace

struct RequestParser::Impl {
  Impl(Request& request, const ServerOptions& limits)
      : request(request), limits(limits), parser(request, limits) {}

  Progress Bad(int status, std::string text) {
    error_status = status;
    error_text = std::move(text);
    return Progress::kBad;
  }
  Progress FromError(const error_code& error);
  Progress FinishHead();

  Request& request;
  const ServerOptions& limits;
  Parser parser;
  bool started = false;
  bool head_reported = false;
  int error_status = 0;
  std::string error_text;
};

RequestParser::Progress RequestParser::Impl::FromError(const error_code& error) {
  if (error == beast_http::error::need_more) return Progress::kNeedMore;
  if (error == beast_http::error::body_limit) {
    request.body = std::string();
    return Progress::kBodyTooLarge;
  }
  if (error == beast_http::error::header_limit) return Bad(431, "the request head is too large");
  if (error == beast_http::error::bad_version) return Bad(505, "unsupported HTTP version");
  return Bad(400, error.message());
}

// What Beast leaves to its user.
RequestParser::Progress RequestParser::Impl::FinishHead() {
  head_reported = true;
  auto coding = request.headers.Get("Transfer-Encoding");
  if (request.headers.Has("Transfer-Encoding") && !EqualIgnoreCase(coding, "chunked")) {
    return Bad(501, "unsupported transfer encoding");
  }
  auto hosts = std::ranges::count_if(request.headers.fields(), [](const auto& field) {
    return EqualIgnoreCase(field.first, "Host");
  });
  if (hosts > 1 || (hosts == 0 && parser.version() > 10)) {
    return Bad(400, "missing or repeated Host header");
  }
  if (!SplitTarget(parser.target(), request)) return Bad(400, "invalid request target");
  if (parser.content_length() && *parser.content_length() > limits.max_body_bytes) {
    return Progress::kBodyTooLarge;
  }
  return Progress::kHead;
}

RequestParser::RequestParser(Request& request, const ServerOptions& limits)
    : impl_(std::make_unique<Impl>(request, limits)) {}

RequestParser::~RequestParser() = default;

RequestParser::Progress RequestParser::Put(std::string_view bytes, size_t* consumed) {
  Parser& parser = impl_->parser;
  *consumed = 0;
  if (parser.is_done()) return Progress::kComplete;  // there was no body after the head
  // Line ends before a request are allowed by RFC 9112, 2.2.
  while (!impl_->started && !bytes.empty() && (bytes[0] == '\r' || bytes[0] == '\n')) {
    bytes.remove_prefix(1);
    ++*consumed;
  }
  if (bytes.empty()) return Progress::kNeedMore;
  impl_->started = true;
  while (true) {
    if (impl_->head_reported && parser.chunked() && MayBeTornLastChunk(bytes)) {
      return Progress::kNeedMore;
    }
    error_code error;
    size_t taken = parser.put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
    *consumed += taken;
    bytes.remove_prefix(taken);
    // Beast has a limit for the head only: not for the line before a chunk, nor for the trailer.
    if (error == beast_http::error::need_more && impl_->head_reported &&
        bytes.size() > impl_->limits.max_header_bytes) {
      return impl_->Bad(431, "the head of a chunk or the trailer is too large");
    }
    if (error) return impl_->FromError(error);
    if (parser.is_header_done() && !impl_->head_reported) {
      parser.eager(true);
      return impl_->FinishHead();
    }
    if (parser.is_done()) return Progress::kComplete;
    if (bytes.empty()) return Progress::kNeedMore;
  }
}

bool RequestParser::keep_alive() const { return impl_->parser.keep_alive(); }

bool RequestParser::is_http_1_0() const { return impl_->parser.version() < 11; }

bool RequestParser::expects_continue() const {
  return !is_http_1_0() && EqualIgnoreCase(impl_->request.headers.Get("Expect"), "100-continue") &&
         !impl_->parser.is_done();
}

std::optional<uint64_t> RequestParser::body_length() const {
  auto length = impl_->parser.content_length();
  return length ? std::optional<uint64_t>(*length) : std::nullopt;
}

std::optional<uint64_t> RequestParser::body_rest() const {
  auto rest = impl_->parser.content_length_remaining();
  return rest ? std::optional<uint64_t>(*rest) : std::nullopt;
}

void RequestParser::DropBody() { impl_->parser.Drop(); }

int RequestParser::error_status() const { return impl_->error_status; }

const std::string& RequestParser::error_text() const { return impl_->error_text; }

}  // namespace pintle::http
