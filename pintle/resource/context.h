#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "pintle/auth/user.h"
#include "pintle/base/clock.h"
#include "pintle/base/stage_times.h"
#include "pintle/features/feature_gates.h"

namespace pintle::write {

// Warnings for the client, each text once, in order.
class Warnings {
 public:
  void Add(std::string text) {
    if (!text.empty() && seen_.insert(text).second) texts_.push_back(std::move(text));
  }
  // One that Kubernetes does not have.
  void AddOwn(std::string_view text) { Add("pintle: " + std::string(text)); }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::vector<std::string> texts_;
  std::unordered_set<std::string> seen_;
};

// The request a write belongs to, as far as the write path and strategies care.
struct Context {
  auth::User user;
  // The version of the endpoint, which declarative validation runs in.
  std::string version;
  std::string namespace_name;
  // From the URL; empty for a creation.
  std::string name;
  std::string subresource;
  bool dry_run = false;
  // The client wants to hear of fields that it wrote and that are not stored.
  bool tells_losses = false;
  // Set by the write path; null where there is none, as in tests of single strategies.
  const features::FeatureGates* gates = nullptr;
  const Clock* clock = nullptr;
  // Null where nobody asks.
  StageTimes* stages = nullptr;
  // Validation, which does not change the request, has things to tell too.
  mutable Warnings warnings;
};

}  // namespace pintle::write
