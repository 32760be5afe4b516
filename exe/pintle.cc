#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include "pintle/cli/serve.h"
#include "pintle/server/version.h"

namespace {

constexpr std::string_view kUsage =
    "usage: pintle <command> [flags]\n"
    "\n"
    "  serve     run an API server (pintle serve --help shows its flags)\n"
    "  version   print the version\n";

std::string_view ProgramName(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

int main(int argc, char** argv) {
  if (ProgramName(argv[0]) == "kube-apiserver") return pintle::cli::Serve(argc - 1, argv + 1, true);
  std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "serve") return pintle::cli::Serve(argc - 2, argv + 2, false);
  if (command == "version") {
    fmt::print("{}\n", pintle::server::kVersion);
    return 0;
  }
  bool help = command == "help" || command == "--help" || command == "-h";
  fmt::print(help ? stdout : stderr, "{}", kUsage);
  return help ? 0 : 2;
}
