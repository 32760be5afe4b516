#pragma once

#include <map>
#include <memory>
#include <string>

#include "pintle/base/arena.h"
#include "pintle/schema/pattern.h"
#include "pintle/schema/structural.h"
#include "pintle/value/value.h"

namespace pintle::schema {

// What the nodes of one compiled schema live in. Equal patterns are compiled once.
struct SchemaHolder {
  Arena arena;
  std::map<std::string, std::unique_ptr<Pattern>, std::less<>> patterns;
};

// The nodes of a schema that does not nest too deep. What cannot be expressed is left out.
Structural* CompileNodes(SchemaHolder& holder, const Value& open_api_schema);

}  // namespace pintle::schema
