#include "gen/gates_file.h"

#include <fmt/format.h>

#include <fstream>

#include "pintle/base/strings.h"

namespace pintle::gen {

std::set<std::string> ReadGatesFile(const std::filesystem::path& path, Diagnostics& diagnostics) {
  std::set<std::string> gates;
  std::ifstream stream(path);
  std::string line;
  for (size_t number = 1; std::getline(stream, line); ++number) {
    std::string_view name = TrimSpace(std::string_view(line).substr(0, line.find('#')));
    if (name.empty()) continue;
    if (name.find_first_of(" \t,=") != std::string_view::npos) {
      diagnostics.Add({}, fmt::format("{}:{}: {} is no name of a gate; write one a line",
                                      path.string(), number, Quoted(name)));
    }
    gates.emplace(name);
  }
  if (!stream.is_open() || stream.bad()) {
    diagnostics.Add({}, fmt::format("cannot read {}", path.string()));
  } else if (gates.empty() && diagnostics.empty()) {
    diagnostics.Add({}, fmt::format("there are no gates in {}", path.string()));
  }
  return gates;
}

}  // namespace pintle::gen
