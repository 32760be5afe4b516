#pragma once

#include <vector>

#include "apis/apiextensions/v1/types.h"
#include "pintle/base/arena.h"

namespace pintle::extensions {

using apis::apiextensions::v1::CustomResourceDefinition;

// Decides which names a definition gets, given the other definitions of its group, and sets
// acceptedNames and the conditions NamesAccepted and Established accordingly. True if the status
// changed.
bool AcceptNames(Arena& arena, CustomResourceDefinition& crd,
                 const std::vector<const CustomResourceDefinition*>& others, int64_t now_seconds);

// Sets a condition; the transition time moves only when the status does. True if anything changed.
bool SetCondition(Arena& arena, CustomResourceDefinition& crd, std::string_view type,
                  std::string_view status, std::string_view reason, std::string_view message,
                  int64_t now_seconds);
bool HasCondition(const CustomResourceDefinition& crd, std::string_view type);

}  // namespace pintle::extensions
