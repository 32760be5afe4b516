#pragma once

#include <cstdint>

#include "pintle/features/feature_gates.h"
#include "pintle/resource/request.h"
#include "pintle/resource/warnings.h"

namespace pintle::write {

// What strategies know beside the object: nothing of it changes while they look.
struct Context {
  const Request& request;
  const features::FeatureGates& gates;
  // When it is, for all that one attempt writes.
  int64_t now_seconds = 0;
  // What there is to tell the client; validation has something to tell too.
  Warnings& warnings;
};

}  // namespace pintle::write
