#pragma once

#include "pintle/admission/admission.h"
#include "pintle/resource/context.h"
#include "pintle/resource/strategy.h"

namespace pintle::write {

// The admission view of a write in `context`.
admission::Attributes AdmissionAttributes(const Context& context,
                                          const ResourceDefinition& resource,
                                          admission::Operation operation, Object* object,
                                          const Object* old);

}  // namespace pintle::write
