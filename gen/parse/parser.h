#pragma once

#include <memory>
#include <optional>

#include "gen/parse/ast.h"

namespace pintle::gen {

// Reads the declarations of a Go file: types and constants; functions and variables are skipped. On
// a syntax error returns nothing and adds one message to `diagnostics`.
std::optional<ast::File> ParseFile(std::unique_ptr<SourceFile> source, Diagnostics& diagnostics);

}  // namespace pintle::gen
