#include "pintle/cel/token_cursor.h"

#include <fmt/format.h>

#include <algorithm>

namespace pintle::cel {
namespace {

constexpr std::string_view kStarts = "[{(.-!";

std::string_view Shown(const Token& token) {
  return token.kind == TokenKind::kEnd ? "<EOF>" : token.text;
}

// What may begin an expression, and the symbols in `others`, in the order that messages have.
std::string StartsText(std::string_view others) {
  std::string text = "{";
  for (char c : std::string_view("[]{}().,-!?")) {
    if (kStarts.find(c) == std::string_view::npos && others.find(c) == std::string_view::npos) {
      continue;
    }
    text += fmt::format("'{}', ", c);
  }
  return text + "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
}

bool IsOneOf(const Token& token, std::string_view symbols) {
  return token.kind == TokenKind::kSymbol && token.text.size() == 1 &&
         symbols.find(token.text[0]) != std::string_view::npos;
}

// Operators that stand between two expressions.
bool IsOperator(const Token& token) {
  if (token.kind == TokenKind::kIdentifier) return token.text == "in";
  constexpr std::string_view kLong[] = {"==", "!=", "<=", ">=", "&&", "||"};
  return IsOneOf(token, "+-*/%<>?") || (token.kind == TokenKind::kSymbol &&
                                        std::ranges::find(kLong, token.text) != std::end(kLong));
}

// What ends an expression there.
std::string_view Ends(Within within) {
  switch (within) {
    case Within::kGroup:
      return ")";
    case Within::kCall:
      return ",)";
    case Within::kList:
      return ",]";
    case Within::kIndex:
      return "]";
    case Within::kMapValue:
      return ",}";
    case Within::kMapKey:
    case Within::kCondition:
      return ":";
  }
  return "";
}

}  // namespace

bool TokenCursor::Begins(const Token& token, std::string_view others) {
  switch (token.kind) {
    case TokenKind::kEnd:
      return false;
    case TokenKind::kIdentifier:
      return token.text != "in";
    case TokenKind::kSymbol:
      return IsOneOf(token, kStarts) || IsOneOf(token, others);
    default:
      return true;
  }
}

// Whether a token may come after an expression here.
bool TokenCursor::Follows(const Token& token) const {
  if (IsOperator(token) || IsOneOf(token, ".[")) return true;
  if (within_.empty()) return token.kind == TokenKind::kEnd;
  return IsOneOf(token, Ends(within_.back()));
}

void TokenCursor::Wrong(std::string_view what, const std::string& expected) {
  if (!recovering_) {
    Report(Now(), fmt::format("Syntax error: {} '{}' expecting {}", what, Shown(Now()), expected));
  }
  recovering_ = true;
  failed_ = true;
}

void TokenCursor::Recover() {
  auto may_go_on = [&](const Token& token) {
    if (token.kind == TokenKind::kEnd || IsOperator(token)) return true;
    return std::ranges::any_of(within_,
                               [&](Within within) { return IsOneOf(token, Ends(within)); });
  };
  while (!may_go_on(Now())) ++at_;
}

void TokenCursor::Expect(std::string_view symbol) {
  if (Take(symbol)) return;
  std::string expected = fmt::format("'{}'", symbol);
  if (IsSymbol(Next(), symbol)) {
    Wrong("extraneous input", expected);
    ++at_;
    Skip();
    return;
  }
  if (symbol == ":" ? Begins(Now(), {}) : Follows(Now())) {
    if (!recovering_) {
      Report(Now(), fmt::format("Syntax error: missing {} at '{}'", expected, Shown(Now())));
    }
    recovering_ = true;
    failed_ = true;
    return;
  }
  Wrong("mismatched input", expected);
  Recover();
}

bool TokenCursor::ExpectStart(std::string_view others) {
  if (Begins(Now(), others)) return true;
  if (!At(TokenKind::kEnd) && Begins(Next(), others)) {
    Wrong("extraneous input", StartsText(others));
    ++at_;
    recovering_ = false;
    return true;
  }
  Wrong("mismatched input", StartsText(others));
  Recover();
  return false;
}

bool TokenCursor::ExpectMore(std::string_view closing) {
  auto goes_on = [&](const Token& token) {
    return IsSymbol(token, closing) || IsSymbol(token, ",");
  };
  if (goes_on(Now())) return true;
  std::string expected = fmt::format("{{'{}', ','}}", closing);
  bool drop = goes_on(Next());
  Wrong(drop ? "extraneous input" : "mismatched input", expected);
  if (!drop) {
    Recover();
    return false;
  }
  ++at_;
  recovering_ = false;
  return true;
}

void TokenCursor::ExpectEnd() {
  if (At(TokenKind::kEnd)) return;
  bool last = Next().kind == TokenKind::kEnd;
  Wrong(last ? "extraneous input" : "mismatched input", "<EOF>");
}

void TokenCursor::NoViable(std::string_view text) {
  if (!recovering_) {
    Report(Now(), fmt::format("Syntax error: no viable alternative at input '{}'", text));
  }
  recovering_ = true;
  failed_ = true;
  Recover();
}

}  // namespace pintle::cel
