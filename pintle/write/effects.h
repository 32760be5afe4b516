#pragma once

#include <string>

#include "pintle/admission/admission.h"
#include "pintle/base/clock.h"
#include "pintle/features/feature_gates.h"
#include "pintle/storage/store.h"

namespace pintle::write {

// Counters of declarative against hand-written validation, shown in /metrics. Thread-safe.
class ValidationMetrics {
 public:
  virtual ~ValidationMetrics() = default;
  // `identifier` is e.g. `lease_update`.
  virtual void Mismatch(std::string_view identifier) = 0;
};

// All the write path reaches of the outside world; everything else in it is a pure function. The
// offline validator brings its own that never suspend. Thread-safe.
class Effects {
 public:
  virtual ~Effects() = default;
  virtual const Clock& clock() const = 0;
  virtual const features::FeatureGates& gates() const = 0;
  virtual const admission::Chain& admission() const = 0;
  virtual storage::Store& store() = 0;
  virtual ValidationMetrics& validation_metrics() = 0;
  // A fresh random UUID.
  virtual std::string NewUid() = 0;
  // `count` characters for generated names.
  virtual std::string RandomSuffix(size_t count) = 0;
};

}  // namespace pintle::write
