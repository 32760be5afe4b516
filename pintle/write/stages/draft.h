#pragma once

#include "pintle/features/feature_gates.h"
#include "pintle/field/errors.h"
#include "pintle/resource/context.h"
#include "pintle/resource/definition.h"
#include "pintle/scheme/disabled_fields.h"
#include "pintle/write/drawn.h"

// What the stages of the write path work on. A stage is a function of these values: none waits,
// reads a clock, draws, counts, logs or reaches a store.
namespace pintle::write {

// The rules that an object is held to at an endpoint. Everything outlives it.
struct Rules {
  const ResourceDefinition& resource;
  const Strategy& strategy;  // of the endpoint; for what is new, of the resource
  const features::FeatureGates& gates;
  const scheme::DisabledFields& disabled_fields;
};

// An object on its way to the store.
struct Draft {
  Object object = {};
  const Object* old = nullptr;  // null: it is new
  Warnings& warnings;
};

// What validation came to.
struct Verdict {
  field::ErrorList faults;
  // Faults that hand-written rules and declarative ones do not agree on.
  size_t differences = 0;
};

inline Context ContextOf(const Request& request, const Rules& rules, const Drawn& drawn,
                         Draft& draft) {
  return {request, rules.gates, drawn.now_seconds, draft.warnings};
}

}  // namespace pintle::write
