#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gen/generate.h"
#include "gen/model/builder.h"

namespace pintle::gen {

// Whether a package is read from files of this name: neither tests nor files with functions only.
bool IsPackageFile(std::string_view name);

// Finds and parses the packages of a run: those asked for, and what they import as far as it is
// found below the roots.
class PackageReader {
 public:
  PackageReader(const Options& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  std::vector<ParsedPackage> ReadAll();

 private:
  enum class Wish { kAll, kAsNeeded, kReference };

  void Read(const std::string& folder, Wish wish);
  void ReadFolder(const std::filesystem::path& root, const std::string& folder, Wish wish);
  void ReadFile(const std::filesystem::path& path, ParsedPackage& package);
  const std::filesystem::path* RootOf(const std::string& folder) const;
  std::string ImportPath(const std::string& folder) const;
  std::string FolderOf(const std::string& import_path) const;
  std::set<std::string> ImportedFolders(const ParsedPackage& package) const;

  const Options& options_;
  Diagnostics& diagnostics_;
  std::set<std::string> seen_;
  std::vector<ParsedPackage> packages_;
};

}  // namespace pintle::gen
