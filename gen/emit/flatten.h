#pragma once

#include <string>
#include <vector>

#include "gen/model/model.h"

namespace pintle::gen {

// A member as JSON sees it: reached from the outer struct through zero or more inlined ones.
struct FlatField {
  const Field* field;
  const Named* owner;
  size_t index;      // in the owner
  std::string path;  // `type_meta.kind`
  int depth;
};

// The members of a struct in output order; a member hides those of the same name that are inlined
// deeper.
std::vector<FlatField> Flatten(const Named& named, Diagnostics& diagnostics);

}  // namespace pintle::gen
