#pragma once

#include <string_view>

#include "pintle/base/error.h"
#include "pintle/object/kind.h"
#include "pintle/object/media_type.h"

namespace pintle::api {

// What must hold of the body of an apply patch (YAML or CBOR) before anything is merged: it can be
// read, is an object of the endpoint's version and kind, and has no managedFields. 400 if not.
Status CheckApplyBody(const object::Kind& endpoint, std::string_view version,
                      object::MediaType media, std::string_view body);

}  // namespace pintle::api
