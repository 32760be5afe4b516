#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/cel/source.h"

namespace pintle::cel {

enum class TokenKind : uint8_t {
  kEnd,
  kIdentifier,  // reserved words too
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kSymbol,  // operators and brackets; `in` is an identifier
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  uint32_t offset = 0;
  std::string_view text;  // as written
  std::string value;      // of strings and bytes: what they mean
};

// Splits an expression into tokens, the last of which is kEnd. What is no token is reported and
// left out.
std::vector<Token> Tokenize(std::string_view source, std::vector<Issue>& issues);

}  // namespace pintle::cel
