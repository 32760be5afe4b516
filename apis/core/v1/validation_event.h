#pragma once

#include "apis/core/v1/types.h"
#include "pintle/field/errors.h"

// Hand-written rules of events, metadata apart.
namespace pintle::apis::core::v1 {

field::ErrorList ValidateEvent(const Event& event);
field::ErrorList ValidateEventUpdate(const Event& event, const Event& old);

// Events written through events.k8s.io/v1 obey more rules; those of the core group keep what older
// clients sent. They are seen as core events, which is what both are stored as.
field::ErrorList ValidateNewStyleEvent(const Event& event);
field::ErrorList ValidateNewStyleEventUpdate(const Event& event, const Event& old);

}  // namespace pintle::apis::core::v1
