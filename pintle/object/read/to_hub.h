#pragma once

#include <memory>

#include "pintle/base/error.h"
#include "pintle/object/object.h"
#include "pintle/scheme/scheme.h"

namespace pintle::object {

// A decoded struct of `version` as an object in hub form, with defaults.
Result<Object> ToHub(const scheme::KindInfo& kind, const scheme::KindVersion& version,
                     std::shared_ptr<Arena> arena, void* spoke);

}  // namespace pintle::object
