#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/parse/ast.h"
#include "gen/parse/source.h"
#include "gen/parse/token.h"

namespace pintle::gen {

// Comments that stand together: lines without code or blank lines between them.
struct CommentGroup {
  uint32_t first_line = 0;
  uint32_t last_line = 0;
  bool trailing = false;  // stands behind code, so it documents nothing below it
  ast::Comment lines;
};

struct LexedFile {
  std::vector<Token> tokens;  // the last one is kEnd
  std::vector<CommentGroup> comments;
};

// Tokens of a Go file with semicolons put in at line ends as the language says. False after a
// lexical error, which is added to `diagnostics`.
bool Lex(const SourceFile& file, LexedFile& out, Diagnostics& diagnostics);

// The contents of a Go string literal (quoted or raw), or false if an escape is wrong.
bool Unquote(std::string_view literal, std::string& out);

}  // namespace pintle::gen
