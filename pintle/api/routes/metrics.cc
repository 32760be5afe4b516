#include "pintle/api/routes/metrics.h"

#include <memory>
#include <utility>
#include <vector>

#include "pintle/metrics/state_metrics.h"

namespace pintle::api {
namespace {

Task<void> ReplyMetrics(Exchange& exchange, std::string text) {
  std::vector<Bytes> body;
  body.emplace_back(std::move(text));
  return Reply(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", std::move(body));
}

std::string AllText(const MetricsSources& sources) {
  const int64_t now = sources.clock.NowSeconds();
  return sources.metrics.Text() +
         StateText(
             {.registry = *sources.registry.Current(),
              .version = sources.version,
              .reads_in_flight = sources.reads.Peak(now),
              .writes_in_flight = sources.writes.Peak(now),
              .request_body_bytes = sources.request_body_bytes ? sources.request_body_bytes() : 0,
              .storage_bytes = sources.storage_bytes ? sources.storage_bytes() : std::nullopt});
}

}  // namespace

void AddMetrics(Routes& routes, MetricsSources sources) {
  auto shared = std::make_shared<const MetricsSources>(std::move(sources));
  routes.Add({.path = "/metrics", .serve = [shared](Exchange& exchange, std::string_view) {
                return ReplyMetrics(exchange, AllText(*shared));
              }});
  routes.Add({.path = "/metrics/slis", .serve = [shared](Exchange& exchange, std::string_view) {
                return ReplyMetrics(exchange, shared->metrics.HealthText());
              }});
}

}  // namespace pintle::api
