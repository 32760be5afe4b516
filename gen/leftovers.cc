#include "gen/leftovers.h"

#include <algorithm>
#include <fstream>

#include "gen/emit/cpp.h"
#include "gen/package_reader.h"

namespace pintle::gen {
namespace {

namespace fs = std::filesystem;

// Whether the file begins as those do that are made of the package in `folder`.
bool IsMadeFrom(const std::string& folder, const fs::path& path) {
  Package package;
  package.folder = folder;
  std::ifstream stream(path, std::ios::binary);
  std::string line;
  return std::getline(stream, line) && line + "\n" == FileHeader(package);
}

bool IsInRun(const std::string& folder, const Options& options) {
  return std::ranges::find(options.packages, folder) != options.packages.end() ||
         std::ranges::find(options.as_needed, folder) != options.as_needed.end();
}

bool HasPackageFiles(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code unknown;
    if (IsPackageFile(at->path().filename().string()) && at->is_regular_file(unknown)) return true;
  }
  return false;
}

// A folder alone is no package: code written by hand may have stayed in it.
bool IsBelowRoots(const std::string& folder, const Options& options) {
  return std::ranges::any_of(options.roots,
                             [&](const fs::path& root) { return HasPackageFiles(root / folder); });
}

}  // namespace

std::vector<Leftover> FindLeftovers(const std::map<std::string, std::string>& files,
                                    const Options& options, const fs::path& output) {
  std::vector<Leftover> found;
  std::error_code error;
  fs::recursive_directory_iterator at(output, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const fs::path& path = at->path();
    std::error_code unknown;
    bool source = path.extension() == ".h" || path.extension() == ".cc";
    if (!source || !at->is_regular_file(unknown)) continue;
    const fs::path relative = path.lexically_relative(output);
    if (files.contains(relative.generic_string())) continue;
    const std::string folder = relative.parent_path().generic_string();
    if (!IsMadeFrom(folder, path)) continue;
    const bool of_this_run = IsInRun(folder, options);
    if (of_this_run || !IsBelowRoots(folder, options)) found.push_back({path, of_this_run});
  }
  std::ranges::sort(found, {}, &Leftover::path);
  return found;
}

}  // namespace pintle::gen
