#pragma once

#include <string_view>

namespace pintle::object {

// Whether two stored forms of a custom resource say the same and differ at most as 1 and 1.0 do.
// That is so in CBOR alone: JSON is written with 1 for both.
bool StoredAlike(std::string_view a, std::string_view b);

}  // namespace pintle::object
