#pragma once

#include <optional>
#include <string>

#include "pintle/field/errors.h"
#include "pintle/field/path.h"
#include "pintle/value/value.h"

// What a schema must keep to. All functions take the JSON of an openAPIV3Schema that does not nest
// too deep; they recurse along it.
namespace pintle::schema {

// The fault of a schema that nests deeper than kMaxSchemaDepth.
field::Error TooDeepError(const field::Path& path);

// A construct with no structural form (`$ref`, `definitions` ...), the first one in the schema.
// Most of them are keyword faults as well, so this is reported only when nothing else is.
std::optional<field::Error> CheckConvertible(const Value& schema, const field::Path& path);

// The rules of structural schemas, errors in the order of their texts. Only for convertible
// schemas.
field::ErrorList CheckStructural(const Value& schema, const field::Path& path);

// Tightenings that a stored CustomResourceDefinition may predate.
struct KeywordOptions {
  bool require_known_types = true;
  bool require_atomic_set_items = true;
  bool require_usable_list_map_keys = true;
  // Empty, or why no default may be set: `(cannot set ...)`.
  std::string forbid_defaults;
};

// What may stand in each keyword, at every node.
field::ErrorList CheckKeywords(const Value& schema, const field::Path& path,
                               const KeywordOptions& options);

// Faults of `x-kubernetes-validations` at one node that show without compiling the rules.
void CheckValidationRules(const Value& schema, const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::schema
