#include "pintle/api/request/request_log.h"

#include <fmt/format.h>

#include <vector>

#include "pintle/base/log.h"

namespace pintle::api {
namespace {

// Enough to recognise it by; clients may send much more.
constexpr size_t kMaxShownBytes = 512;

std::string Shown(std::string_view text) {
  if (text.size() <= kMaxShownBytes) return std::string(text);
  return fmt::format("{}...", text.substr(0, kMaxShownBytes));
}

}  // namespace

void LogRequest(const Exchange& exchange, const RequestFigures& figures) {
  const http::Request& request = exchange.request;
  std::vector<LogField> fields = {{"method", Shown(request.method)},
                                  {"path", Shown(request.path)},
                                  {"user", Shown(exchange.asked.what.user.name)}};
  if (!exchange.impersonator.empty()) fields.emplace_back("by", Shown(exchange.impersonator));
  fields.emplace_back("agent", Shown(request.headers.Get("User-Agent")));
  fields.emplace_back("status", figures.code);
  fields.emplace_back("bytes", figures.bytes);
  fields.emplace_back("duration", fmt::format("{:.3f}ms", figures.seconds * 1000));
  if (exchange.stages != nullptr) fields.emplace_back("stages", exchange.stages->Text());
  Log(LogLevel::kInfo, "request", fields);
}

}  // namespace pintle::api
