#pragma once

#include <string>
#include <string_view>

#include "gen/parse/source.h"

namespace pintle::gen {

enum class TokenKind : uint8_t {
  kEnd,
  kIdentifier,
  kNumber,
  kCharacter,
  kString,
  kOperator,
  kSemicolon
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Position position;
  uint32_t end_line = 0;
  std::string_view text;  // as written; empty for a semicolon the lexer put in
  std::string value;      // of a string: its contents
};

}  // namespace pintle::gen
