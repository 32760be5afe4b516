#pragma once

#include <memory>
#include <string>

#include "pintle/auth/identity/authenticator.h"
#include "pintle/metrics/metrics.h"
#include "pintle/write/world.h"

namespace pintle::server {

// The outside world of a running server.
class ServerWorld final : public write::EndpointWorld {
 public:
  ServerWorld(const features::FeatureGates& gates, storage::Store& store, api::Metrics& metrics)
      : gates_(gates), store_(store), metrics_(metrics) {}

  const Clock& clock() const override { return clock_; }
  const features::FeatureGates& gates() const override { return gates_; }
  const scheme::DisabledFields& disabled_fields() const override { return disabled_fields_; }
  const admission::Chain& admission() const override { return admission_; }
  storage::Store& store() override { return store_; }
  write::Observer& observer() override { return metrics_; }
  std::string NewUid() override;
  std::string RandomSuffix(size_t count) override;

  Task<Result<auth::TokenOwner>> ReviewToken(std::string token,
                                             std::vector<std::string> audiences) const override;
  const auth::TokenIssuer* token_issuer() const override { return token_issuer_; }
  auth::Decision Authorize(const auth::Attributes& attributes) override {
    return authorizer_ != nullptr ? authorizer_->Authorize(attributes) : auth::Decision();
  }

  // Before the first request only.
  admission::Chain& mutable_admission() { return admission_; }
  void UseAuth(const auth::Authenticator& authenticator, auth::Authorizer& authorizer) {
    authenticator_ = &authenticator;
    authorizer_ = &authorizer;
  }
  void UseTokenIssuer(const auth::TokenIssuer& issuer) { token_issuer_ = &issuer; }

 private:
  const SystemClock clock_;
  const features::FeatureGates& gates_;
  const scheme::DisabledFields disabled_fields_{gates_};
  storage::Store& store_;
  api::Metrics& metrics_;
  admission::Chain admission_;
  const auth::Authenticator* authenticator_ = nullptr;
  auth::Authorizer* authorizer_ = nullptr;
  const auth::TokenIssuer* token_issuer_ = nullptr;
};

}  // namespace pintle::server
