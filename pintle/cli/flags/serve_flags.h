#pragma once

#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/base/log.h"
#include "pintle/server/options.h"

namespace pintle::cli {

struct ServeFlags {
  server::Options options;
  LogLevel log_level = LogLevel::kInfo;
  // --help or --version was asked for: what to print instead of serving.
  std::string answer;
  // Flags that were ignored (only under the name kube-apiserver).
  std::vector<std::string> ignored;
};

// `arguments` without the program's and the command's name.
Result<ServeFlags> ParseServeFlags(std::vector<std::string> arguments, bool as_kube_apiserver);

}  // namespace pintle::cli
