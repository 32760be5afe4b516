#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/cel/lexer.h"
#include "pintle/cel/source.h"

namespace pintle::cel {

// What an expression stands in, which says what may come after it.
enum class Within : uint8_t { kGroup, kCall, kList, kIndex, kMapKey, kMapValue, kCondition };

// The tokens of one expression and a place among them. Where a token is wrong it is reported and
// put right, so that what follows can be read too: one that is too much is dropped, one that is
// missing is taken as there, and otherwise tokens are skipped up to one that may come next. After a
// report there is no other before a token was right.
class TokenCursor {
 public:
  TokenCursor(std::vector<Token> tokens, std::vector<Issue>& issues)
      : tokens_(std::move(tokens)), issues_(issues) {}

  const Token& Now() const { return tokens_[at_]; }
  const Token& Next() const { return tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_]; }
  bool At(TokenKind kind) const { return Now().kind == kind; }
  bool AtSymbol(std::string_view symbol) const { return IsSymbol(Now(), symbol); }
  static bool IsSymbol(const Token& token, std::string_view symbol) {
    return token.kind == TokenKind::kSymbol && token.text == symbol;
  }

  // Whether an expression begins here, or one of the symbols in `others` stands here.
  bool AtStart(std::string_view others) const { return Begins(Now(), others); }

  // Goes on: the token is right.
  void Skip() {
    if (!At(TokenKind::kEnd)) ++at_;
    recovering_ = false;
  }
  bool Take(std::string_view symbol) {
    if (!AtSymbol(symbol)) return false;
    Skip();
    return true;
  }

  // Takes a symbol that must be here.
  void Expect(std::string_view symbol);
  // Something for which AtStart() holds must be here; false if there is nothing of the kind.
  bool ExpectStart(std::string_view others = {});
  // A list or map must go on or end here, with a comma or `closing`; false if it does neither.
  bool ExpectMore(std::string_view closing);
  void ExpectEnd();
  // There is none of the alternatives.
  void NoViable(std::string_view text);

  // For what is wrong with a token that is right as such.
  void Report(const Token& token, std::string message) {
    issues_.push_back({token.offset, std::move(message)});
  }
  // Whether a token was wrong so far.
  bool failed() const { return failed_; }

  // While there is one, expressions stand in it.
  class Scope {
   public:
    Scope(TokenCursor& cursor, Within within) : cursor_(cursor) {
      cursor_.within_.push_back(within);
    }
    ~Scope() { cursor_.within_.pop_back(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    TokenCursor& cursor_;
  };

 private:
  static bool Begins(const Token& token, std::string_view others);
  bool Follows(const Token& token) const;
  void Wrong(std::string_view what, const std::string& expected);
  void Recover();

  std::vector<Token> tokens_;
  std::vector<Issue>& issues_;
  std::vector<Within> within_;
  size_t at_ = 0;
  bool recovering_ = false;
  bool failed_ = false;
};

}  // namespace pintle::cel
