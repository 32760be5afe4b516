#include "pintle/metrics/metrics.h"

#include <prometheus/text_serializer.h>

#include <map>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "pintle/metrics/metric_families.h"

namespace pintle::api {
namespace {

const Buckets kDurationBuckets = {0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1,  1.25, 1.5, 2,
                                  3,     4,     5,    6,   8,   10,  15,  20,  30, 45,   60};
const Buckets kSliBuckets(kDurationBuckets.begin() + 2, kDurationBuckets.end());
const Buckets kSizeBuckets = {1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
const Buckets kWatchListBuckets = {0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1,  2, 4,
                                   6,    8,   10,  15,  20,  30,  45, 60};
const Buckets kEventSizeBuckets = {1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072};

constexpr std::string_view kInvalid = "invalid";
constexpr std::string_view kFieldValidations[] = {"", "Ignore", "Warn", "Strict", kInvalid};

Labels LabelsOf(const RequestLabels& labels) {
  return {{"verb", labels.verb},       {"group", labels.group},
          {"version", labels.version}, {"resource", labels.resource},
          {"scope", labels.scope},     {"subresource", labels.subresource},
          {"component", "apiserver"}};
}

// For lookups; no label has a zero byte in it that matters.
void AppendKey(const RequestLabels& labels, std::string& key) {
  for (const std::string* part : {&labels.verb, &labels.group, &labels.version, &labels.resource,
                                  &labels.subresource, &labels.scope, &labels.dry_run}) {
    key += *part;
    key += '\0';
  }
}

class CountingWatches final : public WatchCounter {
 public:
  CountingWatches(Counter& events, Histogram& sizes, Counter& initial, Counter& cut_off)
      : events_(events), sizes_(sizes), initial_(initial), cut_off_(cut_off) {}
  void Sent(uint64_t bytes) override {
    events_.Increment();
    sizes_.Observe(static_cast<double>(bytes));
  }
  void Began(uint64_t events) override { initial_.Increment(static_cast<double>(events)); }
  void CutOff() override { cut_off_.Increment(); }

 private:
  Counter& events_;
  Histogram& sizes_;
  Counter& initial_;
  Counter& cut_off_;
};

}  // namespace

std::string_view FieldValidationLabel(const std::vector<std::string>& values) {
  if (values.empty()) return {};
  for (std::string_view known : kFieldValidations) {
    if (values.size() == 1 && values[0] == known) return known;
  }
  return kInvalid;
}

// The series of one combination of labels: found once, then counted without building labels.
struct Metrics::RequestSeries {
  Histogram* duration = nullptr;
  Histogram* sli_duration = nullptr;
  Histogram* size = nullptr;  // null for writes
  std::mutex mutex;
  std::map<int, Counter*> by_code;  // guarded by mutex
};

struct Metrics::Families {
  prometheus::Registry registry;
  Family<Counter>& requests = AddCounter(registry, "apiserver_request_total",
                                         "[STABLE] Requests answered, by verb, resource and code.");
  Family<Histogram>& durations =
      AddHistogram(registry, "apiserver_request_duration_seconds",
                   "[STABLE] Time from the arrival of a request to its last byte.");
  Family<Histogram>& sli_durations =
      AddHistogram(registry, "apiserver_request_sli_duration_seconds",
                   "[STABLE] The same without time spent waiting for webhooks.");
  Family<Histogram>& sizes =
      AddHistogram(registry, "apiserver_response_sizes", "[STABLE] Bytes of answers to reads.");
  Family<Counter>& terminations =
      AddCounter(registry, "apiserver_request_terminations_total",
                 "[ALPHA] Requests answered because their time was over.");
  Family<Counter>& aborts =
      AddCounter(registry, "apiserver_request_aborts_total",
                 "[ALPHA] Requests broken off in the middle of their answer.");
  Family<Counter>& after_timeouts =
      AddCounter(registry, "apiserver_request_post_timeout_total",
                 "[ALPHA] What came of requests after they were answered that time is over.");
  Family<Gauge>& deprecated =
      AddGauge(registry, "apiserver_requested_deprecated_apis",
               "[STABLE] Deprecated versions of resources that were asked for.");
  Family<Histogram>& field_validations =
      AddHistogram(registry, "field_validation_request_duration_seconds",
                   "[ALPHA] How long writes took, by what they said of unknown fields.");
  std::map<std::string_view, Histogram*> by_field_validation;
  Family<Histogram>& watch_lists =
      AddHistogram(registry, "apiserver_watch_list_duration_seconds",
                   "[BETA] Time until watches had sent what was there when they began.");
  Family<Counter>& initial_events =
      AddCounter(registry, "apiserver_init_events_total",
                 "[ALPHA] Events that were already there when a watch began.");
  Family<Counter>& watchers_cut_off =
      AddCounter(registry, "apiserver_terminated_watchers_total",
                 "[ALPHA] Watchers cut off because they were too slow.");
  Family<Gauge>& long_running =
      AddGauge(registry, "apiserver_longrunning_requests", "[STABLE] Watches that are open.");
  Family<Counter>& watch_events =
      AddCounter(registry, "apiserver_watch_events_total", "[ALPHA] Events sent to watchers.");
  Family<Histogram>& watch_event_sizes = AddHistogram(registry, "apiserver_watch_events_sizes",
                                                      "[ALPHA] Bytes of events sent to watchers.");
  Family<Gauge>& gates =
      AddGauge(registry, "kubernetes_feature_enabled", "[BETA] Whether a feature gate is on.");
  Counter& mismatches =
      AddCounter(registry, "apiserver_validation_declarative_validation_mismatch_total",
                 "[BETA] Differences between declarative and hand-written validation.")
          .Add({});
  Family<Counter>& discrepancies =
      AddCounter(registry, "apiserver_validation_declarative_validation_parity_discrepancies_total",
                 "[ALPHA] The same by what was validated.");
  // There from the first one on.
  Family<Counter>& claims_left = AddCounter(
      registry, "pintle_claims_left_total",
      "Objects whose addresses and ports stay taken, since the store did not say whether "
      "it wrote them.");

  AuthMetrics auth{registry};
  StoreMetrics store{registry};
  AdmissionMetrics admission{registry};

  prometheus::Registry health_registry;
  Family<Gauge>& health = AddGauge(health_registry, "kubernetes_healthcheck",
                                   "[STABLE] What a health check said last: 1 is good.");
  Family<Counter>& health_counts = AddCounter(health_registry, "kubernetes_healthchecks_total",
                                              "[STABLE] Health checks by what they said.");

  std::shared_mutex mutex;
  // Guarded by mutex; what they hold stays where it is.
  std::unordered_map<std::string, std::unique_ptr<RequestSeries>> series;
  std::map<std::string, std::unique_ptr<WatchCounter>, std::less<>> watches;
  std::map<std::string, std::unique_ptr<QueueMetrics>, std::less<>> queues;
};

Metrics::Metrics(const features::FeatureGates& gates) : families_(std::make_unique<Families>()) {
  for (std::string_view value : kFieldValidations) {
    Labels labels = {{"field_validation", std::string(value)}};
    families_->by_field_validation[value] = &families_->field_validations.Add(labels, kSliBuckets);
  }
  for (const features::FeatureGates::State& state : gates.states()) {
    families_->gates
        .Add({{"name", std::string(state.gate->name)},
              {"stage", std::string(features::StageText(state.gate->stage))}})
        .Set(state.enabled ? 1 : 0);
  }
}

Metrics::~Metrics() = default;

Metrics::RequestSeries& Metrics::SeriesOf(const RequestLabels& labels) {
  thread_local std::string key;
  key.clear();
  AppendKey(labels, key);
  {
    std::shared_lock lock(families_->mutex);
    if (auto at = families_->series.find(key); at != families_->series.end()) return *at->second;
  }
  Labels with = LabelsOf(labels);
  auto made = std::make_unique<RequestSeries>();
  made->sli_duration = &families_->sli_durations.Add(with, kSliBuckets);
  if (labels.verb == "GET" || labels.verb == "LIST") {
    made->size = &families_->sizes.Add(with, kSizeBuckets);
  }
  with["dry_run"] = labels.dry_run;
  made->duration = &families_->durations.Add(with, kDurationBuckets);
  std::unique_lock lock(families_->mutex);
  return *families_->series.try_emplace(key, std::move(made)).first->second;
}

void Metrics::RequestDone(const RequestLabels& labels, const RequestFigures& figures) {
  RequestSeries& series = SeriesOf(labels);
  series.duration->Observe(figures.seconds);
  if (!figures.long_running) series.sli_duration->Observe(figures.seconds);
  if (series.size != nullptr) series.size->Observe(static_cast<double>(figures.bytes));
  if (figures.field_validation) {
    families_->by_field_validation.at(*figures.field_validation)->Observe(figures.seconds);
  }
  std::scoped_lock lock(series.mutex);
  Counter*& counter = series.by_code[figures.code];
  if (counter == nullptr) {
    Labels with = LabelsOf(labels);
    with["dry_run"] = labels.dry_run;
    with["code"] = std::to_string(figures.code);
    counter = &families_->requests.Add(with);
  }
  counter->Increment();
}

void Metrics::RequestTimedOut(const RequestLabels& labels, int code) {
  Labels with = LabelsOf(labels);
  with["code"] = std::to_string(code);
  families_->terminations.Add(with).Increment();
}

void Metrics::RequestAborted(const RequestLabels& labels) {
  Labels with = LabelsOf(labels);
  with.erase("component");
  families_->aborts.Add(with).Increment();
}

void Metrics::EndedAfterTimeout(int code) {
  const bool good = code > 0 && code < 500;
  families_->after_timeouts.Add({{"source", "timeout-handler"}, {"status", good ? "ok" : "error"}})
      .Increment();
}

void Metrics::DeprecatedRequested(const RequestLabels& labels, const std::string& removed_release) {
  families_->deprecated
      .Add({{"group", labels.group},
            {"version", labels.version},
            {"resource", labels.resource},
            {"subresource", labels.subresource},
            {"removed_release", removed_release}})
      .Set(1);
}

void Metrics::WatchListDone(const RequestLabels& labels, double seconds) {
  Labels with = {{"group", labels.group},
                 {"version", labels.version},
                 {"resource", labels.resource},
                 {"scope", labels.scope}};
  families_->watch_lists.Add(with, kWatchListBuckets).Observe(seconds);
}

void Metrics::HealthChecked(const std::string& endpoint, const std::string& check, bool passed) {
  Labels labels = {{"name", check}, {"type", endpoint}};
  families_->health.Add(labels).Set(passed ? 1 : 0);
  labels["status"] = passed ? "success" : "error";
  families_->health_counts.Add(labels).Increment();
}

void Metrics::CountLongRunning(const RequestLabels& labels, int change) {
  families_->long_running.Add(LabelsOf(labels)).Increment(change);
}

WatchCounter& Metrics::WatchesOf(const std::string& group, const std::string& version,
                                 const std::string& resource) {
  const std::string key = group + '/' + version + '/' + resource;
  std::unique_lock lock(families_->mutex);
  std::unique_ptr<WatchCounter>& counter = families_->watches[key];
  if (counter == nullptr) {
    Labels labels = {{"group", group}, {"version", version}, {"resource", resource}};
    Labels of_resource = {{"group", group}, {"resource", resource}};
    counter = std::make_unique<CountingWatches>(
        families_->watch_events.Add(labels),
        families_->watch_event_sizes.Add(labels, kEventSizeBuckets),
        families_->initial_events.Add(of_resource), families_->watchers_cut_off.Add(of_resource));
  }
  return *counter;
}

void Metrics::Mismatch(std::string_view identifier) {
  families_->mismatches.Increment();
  families_->discrepancies.Add({{"validation_identifier", std::string(identifier)}}).Increment();
}

void Metrics::ClaimLeft() { families_->claims_left.Add({}).Increment(); }

AuthMetrics& Metrics::auth() { return families_->auth; }
StoreMetrics& Metrics::store() { return families_->store; }
AdmissionMetrics& Metrics::admission() { return families_->admission; }

QueueMetrics& Metrics::QueueOf(const std::string& name) {
  std::unique_lock lock(families_->mutex);
  std::unique_ptr<QueueMetrics>& queue = families_->queues[name];
  if (queue == nullptr) queue = std::make_unique<QueueMetrics>(families_->registry, name);
  return *queue;
}

const Buckets& RequestBuckets() { return kDurationBuckets; }

std::string Metrics::HealthText() const {
  return prometheus::TextSerializer().Serialize(families_->health_registry.Collect());
}

std::string Metrics::Text() const {
  {
    std::shared_lock lock(families_->mutex);
    for (const auto& [name, queue] : families_->queues) queue->Refresh();
  }
  return prometheus::TextSerializer().Serialize(families_->registry.Collect());
}

}  // namespace pintle::api
