#include "pintle/api/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace pintle::api {
namespace {

const prometheus::Histogram::BucketBoundaries& DurationBuckets() {
  static const prometheus::Histogram::BucketBoundaries buckets = {
      0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1,  1.25, 1.5, 2,
      3,     4,     5,    6,   8,   10,  15,  20,  30, 45,   60};
  return buckets;
}

prometheus::Labels LabelsOf(const RequestLabels& labels) {
  return {{"verb", labels.verb},       {"group", labels.group},
          {"version", labels.version}, {"resource", labels.resource},
          {"scope", labels.scope},     {"subresource", labels.subresource},
          {"dry_run", labels.dry_run}, {"component", "apiserver"}};
}

}  // namespace

struct Metrics::Families {
  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& requests =
      prometheus::BuildCounter()
          .Name("apiserver_request_total")
          .Help("[STABLE] Requests answered, by verb, resource and code.")
          .Register(registry);
  prometheus::Family<prometheus::Histogram>& durations =
      prometheus::BuildHistogram()
          .Name("apiserver_request_duration_seconds")
          .Help("[STABLE] Time from the arrival of a request to its last byte.")
          .Register(registry);
  prometheus::Family<prometheus::Gauge>& gates = prometheus::BuildGauge()
                                                     .Name("kubernetes_feature_enabled")
                                                     .Help("[BETA] Whether a feature gate is on.")
                                                     .Register(registry);
  prometheus::Counter& mismatches =
      prometheus::BuildCounter()
          .Name("apiserver_validation_declarative_validation_mismatch_total")
          .Help("[BETA] Differences between declarative and hand-written validation.")
          .Register(registry)
          .Add({});
  prometheus::Family<prometheus::Counter>& discrepancies =
      prometheus::BuildCounter()
          .Name("apiserver_validation_declarative_validation_parity_discrepancies_total")
          .Help("[ALPHA] The same by what was validated.")
          .Register(registry);
};

Metrics::Metrics(const features::FeatureGates& gates) : families_(std::make_unique<Families>()) {
  for (const features::FeatureGates::State& state : gates.states()) {
    families_->gates
        .Add({{"name", std::string(state.gate->name)},
              {"stage", std::string(features::StageText(state.gate->stage))}})
        .Set(state.enabled ? 1 : 0);
  }
}

Metrics::~Metrics() = default;

void Metrics::RequestDone(const RequestLabels& labels, int code, double seconds) {
  prometheus::Labels with = LabelsOf(labels);
  families_->durations.Add(with, DurationBuckets()).Observe(seconds);
  with["code"] = std::to_string(code);
  families_->requests.Add(with).Increment();
}

void Metrics::Mismatch(std::string_view identifier) {
  families_->mismatches.Increment();
  families_->discrepancies.Add({{"validation_identifier", std::string(identifier)}}).Increment();
}

std::string Metrics::Text() const {
  return prometheus::TextSerializer().Serialize(families_->registry.Collect());
}

}  // namespace pintle::api
