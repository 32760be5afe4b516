#pragma once

#include <string>
#include <string_view>

namespace pintle::codec {

// One well-formed CBOR item as messages show it (diagnostic notation): `{'kind': 'Pod', 'n':
// [1, 1.5, h'ff', "text"]}`. Byte strings that are UTF-8 are shown as text in single quotes. What
// is no well-formed item is shown in hex.
std::string CborDiagnostic(std::string_view bytes);

}  // namespace pintle::codec
