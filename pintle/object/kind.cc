#include "pintle/object/kind.h"

#include <algorithm>

namespace pintle::object {

const schema::Structural* Kind::SchemaOf(std::string_view version) const {
  auto at = std::ranges::find(schemas, version, &SchemaVersion::version);
  return at != schemas.end() ? at->schema.get() : nullptr;
}

bool Kind::HasVersion(std::string_view version) const {
  if (is_typed()) return typed->Find(version) != nullptr;
  return std::ranges::find(schemas, version, &SchemaVersion::version) != schemas.end();
}

}  // namespace pintle::object
