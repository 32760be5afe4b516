#include "pintle/metrics/queue_metrics.h"

#include <algorithm>

#include "pintle/metrics/metric_families.h"

namespace pintle::api {
namespace {

const Buckets kQueueBuckets = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000};

double SecondsSince(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

}  // namespace

struct QueueMetrics::Series {
  Series(prometheus::Registry& registry, const Labels& labels)
      : depth(AddGauge(registry, "workqueue_depth", "[ALPHA] Items that wait.").Add(labels)),
        adds(AddCounter(registry, "workqueue_adds_total", "[ALPHA] Items that were added.")
                 .Add(labels)),
        retries(AddCounter(registry, "workqueue_retries_total",
                           "[ALPHA] Items that were to come again later.")
                    .Add(labels)),
        waits(AddHistogram(registry, "workqueue_queue_duration_seconds",
                           "[ALPHA] How long items waited.")
                  .Add(labels, kQueueBuckets)),
        works(AddHistogram(registry, "workqueue_work_duration_seconds",
                           "[ALPHA] How long items were worked on.")
                  .Add(labels, kQueueBuckets)),
        unfinished(AddGauge(registry, "workqueue_unfinished_work_seconds",
                            "[ALPHA] How long all items that are worked on have been.")
                       .Add(labels)),
        longest(AddGauge(registry, "workqueue_longest_running_processor_seconds",
                         "[ALPHA] How long the longest of them has been.")
                    .Add(labels)) {}

  Gauge& depth;
  Counter& adds;
  Counter& retries;
  Histogram& waits;
  Histogram& works;
  Gauge& unfinished;
  Gauge& longest;
};

QueueMetrics::QueueMetrics(prometheus::Registry& registry, const std::string& name)
    : series_(std::make_unique<Series>(registry, Labels{{"name", name}})) {}
QueueMetrics::~QueueMetrics() = default;

void QueueMetrics::Added(const std::string& item) {
  std::scoped_lock lock(mutex_);
  if (!waiting_.try_emplace(item, Clock::now()).second) return;
  series_->adds.Increment();
  series_->depth.Increment();
}

void QueueMetrics::Taken(const std::string& item) {
  std::scoped_lock lock(mutex_);
  if (auto at = waiting_.find(item); at != waiting_.end()) {
    series_->waits.Observe(SecondsSince(at->second));
    series_->depth.Decrement();
    waiting_.erase(at);
  }
  running_[item] = Clock::now();
}

void QueueMetrics::Done(const std::string& item) {
  std::scoped_lock lock(mutex_);
  auto at = running_.find(item);
  if (at == running_.end()) return;
  series_->works.Observe(SecondsSince(at->second));
  running_.erase(at);
}

void QueueMetrics::Delayed() { series_->retries.Increment(); }

void QueueMetrics::Refresh() {
  std::scoped_lock lock(mutex_);
  double sum = 0;
  double longest = 0;
  for (const auto& [item, begun] : running_) {
    const double seconds = SecondsSince(begun);
    sum += seconds;
    longest = std::max(longest, seconds);
  }
  series_->unfinished.Set(sum);
  series_->longest.Set(longest);
}

}  // namespace pintle::api
