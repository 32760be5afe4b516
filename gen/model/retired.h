#pragma once

#include <string>
#include <vector>

#include "gen/parse/ast.h"

namespace pintle::gen {

// A field that a struct had once: `+k8s:deprecated=name,protobuf=7`. Neither the name nor the
// number may come back with another meaning, for old clients and stored objects still use them.
struct RetiredField {
  std::string name;
  uint32_t proto_number = 0;  // 0 if it had none
};

// Those that a comment names; a malformed one is added to `diagnostics`.
std::vector<RetiredField> RetiredFields(const ast::Comment& comment, Diagnostics& diagnostics);

}  // namespace pintle::gen
