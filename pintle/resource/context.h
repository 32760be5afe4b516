#pragma once

#include <string>

#include "pintle/auth/user.h"
#include "pintle/base/clock.h"
#include "pintle/base/stage_times.h"
#include "pintle/features/feature_gates.h"
#include "pintle/resource/warnings.h"

namespace pintle::write {

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
