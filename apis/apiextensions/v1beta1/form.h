#pragma once

#include "pintle/field/errors.h"

namespace pintle::apis::apiextensions::v1beta1 {

// What is wrong with where a v1beta1 CustomResourceDefinition says things: at the top for all
// versions, or with each. v1 knows only the latter, so it cannot be seen there.
field::ErrorList CheckForm(const void* definition);

}  // namespace pintle::apis::apiextensions::v1beta1
