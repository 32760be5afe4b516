#pragma once

#include <functional>
#include <string_view>

#include "apis/apiextensions/v1/types.h"
#include "pintle/base/arena.h"

namespace pintle::extensions {

using apis::apiextensions::v1::CustomResourceDefinition;

// Whether another definition of the group has a name.
struct TakenNames {
  std::function<bool(std::string_view)> resource;  // plural, singular and short names
  std::function<bool(std::string_view)> kind;      // kind and list kind
};

// Gives a definition the names of its spec that are free: sets acceptedNames and NamesAccepted, and
// Established if that is not there yet. True if the status changed.
bool AcceptNames(Arena& arena, CustomResourceDefinition& crd, const TakenNames& taken,
                 int64_t now_seconds);

}  // namespace pintle::extensions
