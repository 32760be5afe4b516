#pragma once

#include "apis/apiextensions/v1/types.h"

namespace pintle::apis::apiextensions::v1 {

// Whether the conversion webhook has a caBundle from which no certificates can be read.
bool HasBadCaBundle(const CustomResourceDefinition& crd);

}  // namespace pintle::apis::apiextensions::v1
