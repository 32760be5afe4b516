#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include "pintle/base/thread_stack.h"
#include "pintle/base/version.h"
#include "pintle/cli/commands/backup.h"
#include "pintle/cli/commands/serve.h"

namespace {

constexpr std::string_view kUsage =
    "usage: pintle <command> [flags]\n"
    "\n"
    "  serve     run an API server (pintle serve --help shows its flags)\n"
    "  backup    copy the embedded store to a file, also while a server runs\n"
    "  restore   make an embedded store from such a file\n"
    "  version   print the version, as --version does\n";

int Print(std::string_view command, const pintle::Result<std::string>& result) {
  if (result) {
    fmt::print("{}", *result);
    return 0;
  }
  fmt::print(stderr, "pintle {}: {}\n", command, result.error().message());
  return result.error().reason() == pintle::Reason::kBadRequest ? 2 : 1;
}

std::string_view ProgramName(std::string_view path) {
  return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

int main(int argc, char** argv) {
  pintle::UseDeepStacks();
  if (ProgramName(argv[0]) == "kube-apiserver") return pintle::cli::Serve(argc - 1, argv + 1, true);
  std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "serve") return pintle::cli::Serve(argc - 2, argv + 2, false);
  if (command == "backup") return Print(command, pintle::cli::Backup({argv + 2, argv + argc}));
  if (command == "restore") return Print(command, pintle::cli::Restore({argv + 2, argv + argc}));
  if (command == "version" || command == "--version") {
    fmt::print("{}\n", pintle::kVersion);
    return 0;
  }
  bool help = command == "help" || command == "--help" || command == "-h";
  fmt::print(help ? stdout : stderr, "{}", kUsage);
  return help ? 0 : 2;
}
