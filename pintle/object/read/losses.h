#pragma once

#include "pintle/field/findings.h"
#include "pintle/object/kind.h"
#include "pintle/object/object.h"

namespace pintle::object {

// Members of a custom resource that are lost when it is stored, because the schema of the storage
// version does not have them and nobody converts; sorted. What is only there because the schema of
// the object's own version fills it in is not counted.
field::Findings LostWhenStored(const Kind& kind, const Object& object);

}  // namespace pintle::object
