#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/model/model.h"
#include "gen/parse/source.h"

namespace pintle::gen {

struct Options {
  // Where the folders of packages are looked for, in this order.
  std::vector<std::filesystem::path> roots;
  // Folders of the packages to generate, relative to a root: `apis/core/v1`. Output goes to the
  // same folder below the output folder, and includes name it.
  std::vector<std::string> packages;
  // The same for packages of which only the types are wanted that others refer to.
  std::vector<std::string> as_needed = {};
  // Import path, or the beginning of import paths, -> folder. An import path that is not here is a
  // folder itself. A package that is imported and not listed above is only read.
  std::map<std::string, std::string> imports;
  // Folder prefix -> C++ namespace, see BuildOptions.
  std::map<std::string, std::string> namespaces;
  // The feature gates there are; without them every name is one.
  std::optional<std::set<std::string>> gates = {};
};

// Reads the packages and resolves their names. Check `diagnostics` before using the model.
void BuildModel(const Options& options, Model& model, Diagnostics& diagnostics);

// Path below the output folder -> contents, for all packages. Empty when `diagnostics` got a
// message.
std::map<std::string, std::string> Generate(const Options& options, Diagnostics& diagnostics);

// The packages of a model, their types and what each is, for a person.
std::string Listing(const Model& model);

}  // namespace pintle::gen
