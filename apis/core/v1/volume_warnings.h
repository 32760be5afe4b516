#pragma once

#include "pintle/resource/strategy.h"

namespace pintle::apis::core::v1 {

// What does nothing any more in volumes, or soon will not, and amounts that are no whole number of
// bytes.
void WarnOfVolume(const write::Context& context, const write::Object& object,
                  const write::Object* old);
void WarnOfClaim(const write::Context& context, const write::Object& object,
                 const write::Object* old);

}  // namespace pintle::apis::core::v1
