#pragma once

#include <memory>

#include "pintle/admission/admission.h"

namespace prometheus {
class Registry;
}

namespace pintle::api {

// Shows how long admission takes. Thread-safe.
class AdmissionMetrics final : public admission::Observer {
 public:
  explicit AdmissionMetrics(prometheus::Registry& registry);
  ~AdmissionMetrics() override;

  void PluginDone(std::string_view plugin, admission::Pass pass, admission::Operation operation,
                  bool rejected, std::chrono::nanoseconds took) override;
  void PassDone(admission::Pass pass, admission::Operation operation, bool rejected,
                std::chrono::nanoseconds took) override;

 private:
  struct Families;
  const std::unique_ptr<Families> families_;
};

}  // namespace pintle::api
