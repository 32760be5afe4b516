#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gen/parse/source.h"

namespace pintle::gen {

struct Options {
  // Where the folders of packages are looked for, in this order.
  std::vector<std::filesystem::path> roots;
  // Folders of the packages to generate, relative to a root: `apis/core/v1`. Output goes to the
  // same folder below the output folder, and includes name it.
  std::vector<std::string> packages;
  // Import path -> folder. A package that is imported and not in `packages` is only read.
  std::map<std::string, std::string> imports;
  // Folder prefix -> C++ namespace, see BuildOptions.
  std::map<std::string, std::string> namespaces;
};

// Path below the output folder -> contents, for all packages. Empty when `diagnostics` got a
// message.
std::map<std::string, std::string> Generate(const Options& options, Diagnostics& diagnostics);

}  // namespace pintle::gen
