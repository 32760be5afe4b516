#pragma once

#include <string>

#include "pintle/base/error.h"

namespace pintle::server {

Result<std::string> ReadFile(const std::string& path);
// Replaces the file in one step; only its owner can read it.
Status WritePrivateFile(const std::string& path, const std::string& text);
// Makes the folder and those above it, for its owner only.
Status EnsureDirectory(const std::string& path);

}  // namespace pintle::server
