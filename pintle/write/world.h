#pragma once

#include <string>
#include <vector>

#include "pintle/admission/admission.h"
#include "pintle/auth/authorizer.h"
#include "pintle/auth/identity/account_tokens.h"
#include "pintle/base/clock.h"
#include "pintle/features/feature_gates.h"
#include "pintle/resource/context.h"
#include "pintle/scheme/disabled_fields.h"
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
class World {
 public:
  virtual ~World() = default;
  virtual const Clock& clock() const = 0;
  virtual const features::FeatureGates& gates() const = 0;
  virtual const scheme::DisabledFields& disabled_fields() const = 0;
  virtual const admission::Chain& admission() const = 0;
  virtual storage::Store& store() = 0;
  virtual ValidationMetrics& validation_metrics() = 0;
  // Whose bearer token it is (see Authenticator::ReviewToken), and what a user may do: for reviews.
  // The offline validator knows nobody.
  virtual Task<Result<auth::TokenOwner>> ReviewToken(std::string, std::vector<std::string>) const {
    co_return Fail(Reason::kUnauthorized, "invalid bearer token");
  }
  // Signs tokens of service accounts; null: nobody does.
  virtual const auth::TokenIssuer* token_issuer() const { return nullptr; }
  virtual auth::Decision Authorize(const auth::Attributes&) { return {}; }
  // A fresh random UUID.
  virtual std::string NewUid() = 0;
  // `count` characters for generated names.
  virtual std::string RandomSuffix(size_t count) = 0;
};

// What strategies may know of the outside.
inline void UseWorld(const World& world, Context& context) {
  context.gates = &world.gates();
  context.clock = &world.clock();
}

}  // namespace pintle::write
