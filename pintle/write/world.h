#pragma once

#include <string>
#include <vector>

#include "pintle/admission/admission.h"
#include "pintle/auth/authorizer.h"
#include "pintle/auth/identity/account_tokens.h"
#include "pintle/base/clock.h"
#include "pintle/features/feature_gates.h"
#include "pintle/resource/observer.h"
#include "pintle/scheme/disabled_fields.h"
#include "pintle/storage/store.h"
#include "pintle/write/drawn.h"

namespace pintle::write {

// The outside, for commits and for claims; no stage sees it. Thread-safe.
class World {
 public:
  virtual ~World() = default;
  virtual const Clock& clock() const = 0;
  virtual const features::FeatureGates& gates() const = 0;
  virtual const scheme::DisabledFields& disabled_fields() const = 0;
  virtual const admission::Chain& admission() const = 0;
  virtual storage::Store& store() = 0;
  virtual Observer& observer() = 0;
  // May the user of the description do it?
  virtual auth::Decision Authorize(const auth::Attributes&) { return {}; }
  // A fresh random UUID.
  virtual std::string NewUid() = 0;
  // `count` characters for generated names.
  virtual std::string RandomSuffix(size_t count) = 0;

  // What one attempt to change an object is made with, or to make one, which takes more.
  Drawn DrawForChange() const { return {.now_seconds = clock().NowSeconds()}; }
  Drawn DrawForNew() { return {NewUid(), RandomSuffix(kSuffixBytes), clock().NowSeconds()}; }
};

// What endpoints that answer by themselves (reviews, tokens) reach besides.
class EndpointWorld : public World {
 public:
  // Whose bearer token it is; see Authenticator::ReviewToken. Without an authenticator nobody's.
  virtual Task<Result<auth::TokenOwner>> ReviewToken(std::string, std::vector<std::string>) const {
    co_return Fail(Reason::kUnauthorized, "invalid bearer token");
  }
  // Signs tokens of service accounts; null: nobody does.
  virtual const auth::TokenIssuer* token_issuer() const { return nullptr; }
};

}  // namespace pintle::write
