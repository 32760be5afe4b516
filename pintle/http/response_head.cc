#include "pintle/http/response_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/beast/http/status.hpp>
#include <ctime>

namespace pintle::http {

std::string_view ReasonPhrase(int status) {
  namespace beast_http = boost::beast::http;
  auto text = beast_http::obsolete_reason(
      beast_http::int_to_status(static_cast<unsigned>(std::max(status, 0))));
  return {text.data(), text.size()};
}

std::string_view HttpDate() {
  thread_local std::time_t made_for = 0;
  thread_local char text[64];
  thread_local size_t size = 0;
  std::time_t now = std::time(nullptr);
  if (now != made_for) {
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    size = std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &utc);
    made_for = now;
  }
  return {text, size};
}

void AppendFieldText(std::string& out, std::string_view text) {
  const size_t start = out.size();
  out += text;
  for (size_t i = start; i < out.size(); ++i) {
    if (out[i] == '\r' || out[i] == '\n' || out[i] == '\0') out[i] = ' ';
  }
}

Response PlainText(int status, std::string text) {
  Response response;
  response.status = status;
  response.headers.Add("Content-Type", "text/plain; charset=utf-8");
  response.body.emplace_back(std::move(text));
  return response;
}

Response Refusal(int status, std::string_view text) {
  return PlainText(status, fmt::format("{} {}: {}\n", status, ReasonPhrase(status), text));
}

std::unexpected<Error> ClientGone() { return Fail(Reason::kUnknown, "the client is gone"); }

std::unexpected<Error> WriterMisuse(std::string_view what) {
  return InternalError(fmt::format("response writer: {}", what));
}

}  // namespace pintle::http
