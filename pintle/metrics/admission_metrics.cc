#include "pintle/metrics/admission_metrics.h"

#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>

#include "pintle/metrics/metric_families.h"

namespace pintle::api {
namespace {

using admission::Operation;
using admission::Pass;

const Buckets kAdmissionBuckets = {0.005, 0.025, 0.1, 0.5, 1, 2.5};
constexpr const char* kPasses[] = {"admit", "validate"};
constexpr const char* kOperations[] = {"CREATE", "UPDATE", "DELETE"};

// The histograms of one plugin, or of whole passes: one for each pass, operation and outcome, made
// when it is first needed.
class Durations {
 public:
  // `labels` are the same for all.
  Durations(Family<Histogram>& family, Labels labels)
      : family_(family), labels_(std::move(labels)) {}

  void Observe(Pass pass, Operation operation, bool rejected, std::chrono::nanoseconds took) {
    const auto p = static_cast<size_t>(pass);
    const auto o = static_cast<size_t>(operation);
    std::atomic<Histogram*>& place = histograms_[(p * std::size(kOperations) + o) * 2 + rejected];
    Histogram* histogram = place.load(std::memory_order_acquire);
    if (histogram == nullptr) {
      Labels with = labels_;
      with["type"] = kPasses[p];
      with["operation"] = kOperations[o];
      with["rejected"] = rejected ? "true" : "false";
      histogram = &family_.Add(with, kAdmissionBuckets);  // the same one for the same labels
      place.store(histogram, std::memory_order_release);
    }
    histogram->Observe(std::chrono::duration<double>(took).count());
  }

 private:
  Family<Histogram>& family_;
  const Labels labels_;
  std::array<std::atomic<Histogram*>, std::size(kPasses) * std::size(kOperations) * 2>
      histograms_{};
};

}  // namespace

struct AdmissionMetrics::Families {
  explicit Families(prometheus::Registry& registry)
      : steps(AddHistogram(registry, "apiserver_admission_step_admission_duration_seconds",
                           "[STABLE] How long a pass of admission took.")),
        plugins(AddHistogram(registry, "apiserver_admission_controller_admission_duration_seconds",
                             "[STABLE] How long one plugin took in a pass of admission.")) {}

  Durations& Of(std::string_view plugin) {
    {
      std::shared_lock lock(mutex);
      if (auto at = by_plugin.find(plugin); at != by_plugin.end()) return at->second;
    }
    std::unique_lock lock(mutex);
    Labels labels = {{"name", std::string(plugin)}};
    return by_plugin.try_emplace(std::string(plugin), plugins, std::move(labels)).first->second;
  }

  Family<Histogram>& steps;
  Family<Histogram>& plugins;
  Durations passes{steps, {}};
  std::shared_mutex mutex;
  // Guarded by mutex; what it holds stays where it is.
  std::map<std::string, Durations, std::less<>> by_plugin;
};

AdmissionMetrics::AdmissionMetrics(prometheus::Registry& registry)
    : families_(std::make_unique<Families>(registry)) {}
AdmissionMetrics::~AdmissionMetrics() = default;

void AdmissionMetrics::PluginDone(std::string_view plugin, Pass pass, Operation operation,
                                  bool rejected, std::chrono::nanoseconds took) {
  families_->Of(plugin).Observe(pass, operation, rejected, took);
}

void AdmissionMetrics::PassDone(Pass pass, Operation operation, bool rejected,
                                std::chrono::nanoseconds took) {
  families_->passes.Observe(pass, operation, rejected, took);
}

}  // namespace pintle::api
