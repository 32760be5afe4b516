#pragma once

#include <optional>
#include <string_view>

#include "gen/model/model.h"

namespace pintle::gen {

// Types that are not described by their declaration: they have a wire form of their own, and a kind
// for it. Known by import path and name, whether or not the package is part of the run.
std::optional<Kind> WellKnownType(std::string_view import_path, std::string_view name);

}  // namespace pintle::gen
