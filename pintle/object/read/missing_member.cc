#include "pintle/object/read/missing_member.h"

#include <fmt/format.h>

#include "pintle/codec/cbor_diagnostic.h"

namespace pintle::object {

std::string MissingMember(std::string_view member, MediaType media, std::string_view document) {
  std::string shown =
      media == MediaType::kCbor ? codec::CborDiagnostic(document) : std::string(document);
  return fmt::format("Object '{}' is missing in '{}'", member, shown);
}

}  // namespace pintle::object
