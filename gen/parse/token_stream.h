#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gen/parse/token.h"

namespace pintle::gen {

// The tokens of a file with a place in them. After the first error it stands at the end of the
// file, so that every loop of a parser stops by itself; later errors are not reported.
class TokenStream {
 public:
  // The last token is kEnd.
  TokenStream(std::vector<Token> tokens, Diagnostics& diagnostics)
      : tokens_(std::move(tokens)), diagnostics_(diagnostics) {}

  const Token& Peek(size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  // Of the token that was taken last.
  uint32_t last_line() const { return at_ == 0 ? 0 : tokens_[at_ - 1].end_line; }
  bool AtEnd() const { return Peek().kind == TokenKind::kEnd; }
  bool AtSemicolon() const { return Peek().kind == TokenKind::kSemicolon; }
  bool Is(std::string_view text, size_t ahead = 0) const {
    const Token& token = Peek(ahead);
    return token.text == text && token.kind != TokenKind::kString && token.kind != TokenKind::kEnd;
  }
  bool IsName(size_t ahead = 0) const { return Peek(ahead).kind == TokenKind::kIdentifier; }
  const Token& Take() { return tokens_[AtEnd() ? at_ : at_++]; }
  bool Accept(std::string_view text);
  void Expect(std::string_view text);
  // Takes a name; `what` says in a message what was expected.
  std::string Name(std::string_view what);
  // Takes the semicolon of a statement, which may be missing before a closing bracket.
  void EndStatement();

  // Skips to the end of the statement, over balanced brackets.
  void SkipStatement();
  // Skips a bracket that is next, with all it holds.
  void SkipBrackets();
  // How far ahead the token behind the bracket at `ahead` is.
  size_t AfterBrackets(size_t ahead) const;

  void Fail(const Position& position, std::string_view message);
  void FailExpected(std::string_view what);
  bool failed() const { return failed_; }

 private:
  bool Opens(size_t ahead = 0) const;
  bool Closes(size_t ahead = 0) const;

  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace pintle::gen
