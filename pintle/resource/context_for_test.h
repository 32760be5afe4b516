#pragma once

#include "pintle/resource/context.h"

namespace pintle::write {

// All that a Context refers to, for tests of single strategies.
struct TestContext {
  // NOLINTNEXTLINE(google-explicit-constructor): strategies take it as it is.
  operator Context() { return {request, gates, now_seconds, warnings}; }

  Request request;
  features::FeatureGates gates;
  int64_t now_seconds = 0;
  Warnings warnings;
};

}  // namespace pintle::write
