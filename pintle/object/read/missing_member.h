#pragma once

#include <string>
#include <string_view>

#include "pintle/object/media_type.h"

namespace pintle::object {

// What is wrong with a document that does not say what it is: `Object 'Kind' is missing in '...'`
// with the document as text, CBOR in diagnostic notation. `member`: `Kind` or `apiVersion`.
std::string MissingMember(std::string_view member, MediaType media, std::string_view document);

}  // namespace pintle::object
