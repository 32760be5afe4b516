#include "gen/parse/token_stream.h"

#include <fmt/format.h>

namespace pintle::gen {
namespace {

std::string Shown(const Token& token) {
  if (token.kind == TokenKind::kEnd) return "the end of the file";
  if (token.kind == TokenKind::kSemicolon && token.text.empty()) return "the end of the line";
  return fmt::format("'{}'", token.text);
}

}  // namespace

bool TokenStream::Accept(std::string_view text) {
  if (!Is(text)) return false;
  Take();
  return true;
}

void TokenStream::Expect(std::string_view text) {
  if (!Accept(text)) FailExpected(fmt::format("'{}'", text));
}

std::string TokenStream::Name(std::string_view what) {
  if (!IsName()) {
    FailExpected(what);
    return {};
  }
  return std::string(Take().text);
}

void TokenStream::EndStatement() {
  if (AtSemicolon()) {
    Take();
  } else if (!AtEnd() && !Is(")") && !Is("}")) {
    FailExpected("the end of the line");
  }
}

bool TokenStream::Opens(size_t ahead) const {
  return Is("(", ahead) || Is("{", ahead) || Is("[", ahead);
}
bool TokenStream::Closes(size_t ahead) const {
  return Is(")", ahead) || Is("}", ahead) || Is("]", ahead);
}

void TokenStream::SkipStatement() {
  while (!AtEnd() && !AtSemicolon() && !Closes()) {
    if (Opens()) {
      SkipBrackets();
    } else {
      Take();
    }
  }
  EndStatement();
}

void TokenStream::SkipBrackets() {
  Position open = Peek().position;
  int depth = 0;
  do {
    if (Opens()) ++depth;
    if (Closes()) --depth;
    Take();
  } while (depth > 0 && !AtEnd());
  if (depth > 0) Fail(open, "this bracket is never closed");
}

size_t TokenStream::AfterBrackets(size_t ahead) const {
  int depth = 0;
  do {
    if (Opens(ahead)) ++depth;
    if (Closes(ahead)) --depth;
    ++ahead;
  } while (depth > 0 && Peek(ahead).kind != TokenKind::kEnd);
  return ahead;
}

void TokenStream::Fail(const Position& position, std::string_view message) {
  if (!failed_) diagnostics_.Add(position, message);
  failed_ = true;
  at_ = tokens_.size() - 1;
}

void TokenStream::FailExpected(std::string_view what) {
  Fail(Peek().position, fmt::format("expected {}, found {}", what, Shown(Peek())));
}

}  // namespace pintle::gen
