#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gen/generate.h"

namespace pintle::gen {

// A generated file that this run would not write.
struct Leftover {
  std::filesystem::path path;
  // Its package is one of `options` and does not give it any more. Else there is no such package
  // below the roots: it is gone, or it is one of a run with other roots.
  bool of_this_run = false;
};

// The leftovers below `output`, in order of their paths. Files of packages that are below the roots
// and not asked for are another run's, and are left alone.
std::vector<Leftover> FindLeftovers(const std::map<std::string, std::string>& files,
                                    const Options& options, const std::filesystem::path& output);

}  // namespace pintle::gen
