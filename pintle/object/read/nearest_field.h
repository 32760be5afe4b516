#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pintle/object/kind.h"

namespace pintle::object {

// Of a field that objects of this version do not have, the name of the one that was probably meant:
// a field of the same place whose name is near. `path` is as findings have it,
// `spec.ports[0].prot`. Nothing if there is none, if path or name are longer than anybody writes by
// mistake, or if too many fields would have to be looked at.
std::optional<std::string> NearestField(const Kind& kind, std::string_view version,
                                        std::string_view path);

}  // namespace pintle::object
