#pragma once

#include <string>
#include <vector>

#include "pintle/base/error.h"

namespace pintle::cli {

// `pintle backup FILE`: a copy of the embedded store, also of one that a running server uses.
// `pintle restore FILE`: an embedded store from such a copy, where there is none.
// `arguments` come without the program's and the command's name. Both return what to print.
Result<std::string> Backup(std::vector<std::string> arguments);
Result<std::string> Restore(std::vector<std::string> arguments);

}  // namespace pintle::cli
