#pragma once

#include <string_view>

#include "pintle/codec/token.h"

namespace pintle::codec {

// What messages call a value that begins with this token.
constexpr std::string_view TypeNameOf(Token token) {
  switch (token) {
    case Token::kNull:
      return "null";
    case Token::kBool:
      return "boolean";
    case Token::kInt:
    case Token::kDouble:
      return "number";
    case Token::kString:
      return "string";
    case Token::kBytes:
      return "binary data";
    case Token::kBeginList:
      return "array";
    default:
      return "object";
  }
}

constexpr bool IsContainer(Token token) {
  return token == Token::kBeginList || token == Token::kBeginObject;
}

}  // namespace pintle::codec
