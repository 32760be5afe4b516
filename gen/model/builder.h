#pragma once

#include <map>
#include <string>
#include <vector>

#include "gen/model/model.h"

namespace pintle::gen {

// One package of the input, parsed.
struct ParsedPackage {
  std::string folder;
  std::string import_path;
  bool generated = false;
  bool as_needed = false;  // see Package
  std::vector<ast::File> files;
};

struct BuildOptions {
  // Folder prefix -> C++ namespace; the longest prefix wins, the rest of the folder is appended.
  std::map<std::string, std::string> namespaces;
};

// Resolves all names. What cannot be resolved or has no place in an API is added to `diagnostics`.
void BuildModel(std::vector<ParsedPackage> packages, const BuildOptions& options, Model& model,
                Diagnostics& diagnostics);

}  // namespace pintle::gen
