#pragma once

#include <string_view>

#include "gen/parse/ast.h"

namespace pintle::gen {

// Whether Go would leave the file out of a build for 64-bit Linux because of its name
// (`x_windows.go`, `_x.go`).
bool IsExcludedByName(std::string_view file_name);

// Whether it would because of a `//go:build` or `// +build` line above the package clause. Tags
// that are not known, such as `ignore`, are off. A constraint that cannot be parsed is a message.
bool IsExcludedByConstraint(const ast::File& file, Diagnostics& diagnostics);

}  // namespace pintle::gen
