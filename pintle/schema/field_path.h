#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/value/value.h"

namespace pintle::schema {

struct Structural;

enum class FieldPathSyntax : uint8_t {
  kPlain,         // `.spec.color`: selectable fields
  kWithBrackets,  // also `['a name']`: fieldPath of validation rules
};

struct FieldPathResult {
  // The schema the path leads to; null on error. A value of a map of anything has an empty one.
  const Value* schema = nullptr;
  std::string error;
};

// Follows `.name` steps from `schema`, the JSON of a schema. On an object with properties the name
// must be one of them, on a map every name is good; there is no way into lists.
FieldPathResult ResolveFieldPath(const Value& schema, std::string_view path,
                                 FieldPathSyntax syntax);

// The path as errors show it: `a.b[key]`; empty if it leads nowhere.
std::string NormalizedFieldPath(const Structural& schema, std::string_view path);

}  // namespace pintle::schema
