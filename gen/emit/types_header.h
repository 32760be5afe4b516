#pragma once

#include <string>
#include <vector>

#include "gen/model/model.h"

namespace pintle::gen {

// Contents of `types.h`; `structs` in the order of their definitions.
std::string TypesHeader(const Package& package, const std::vector<const Named*>& structs,
                        Diagnostics& diagnostics);

}  // namespace pintle::gen
