#pragma once

#include "pintle/resource/strategy.h"

namespace pintle::apis::core::v1 {

// Fields of a service that have no effect, or will have none.
void WarnOfService(const write::Context& context, const write::Object& object,
                   const write::Object* old);

}  // namespace pintle::apis::core::v1
