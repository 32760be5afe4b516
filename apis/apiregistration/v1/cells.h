#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::apiregistration::v1 {

write::Table APIServiceTable();

}  // namespace pintle::apis::apiregistration::v1
