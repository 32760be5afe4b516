#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "gen/parse/source.h"

namespace pintle::gen {

// The feature gates that fields may be marked with: one name a line; `#` begins a comment. What is
// wrong with the file is added to `diagnostics`.
std::set<std::string> ReadGatesFile(const std::filesystem::path& path, Diagnostics& diagnostics);

}  // namespace pintle::gen
